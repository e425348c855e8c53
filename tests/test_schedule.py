"""Which tests run where: a topic can be asked for alone, and no test is lost on the way."""

import subprocess
import sys

import pytest

from tests.schedule import share
from tools.book import ROOT


def collected(*options):
    """The names of the tests that pytest would run."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "--collect-only", *options]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return [line for line in run.stdout.splitlines() if "::" in line], run


def test_what_opens_a_browser_is_told_by_its_files():
    named = "test_site_browser", "test_site_firefox", "test_site_both"
    files = [str(path) for path in (ROOT / "tests").glob("test_site*.py")]
    with_browser, without = (collected("-m", m, *files)[0] for m in ("browser", "not browser"))
    assert with_browser and not [test for test in without if test[6:].startswith(named)]
    assert sorted(with_browser + without) == sorted(collected(*files)[0])


def test_a_topic_is_its_tests_its_chapter_and_what_every_chapter_must_satisfy():
    found, _ = collected("--only", "svd")
    files = {"chapters/svd.ipynb", "tests/test_svd.py", "tests/test_slices.py",
             "tests/test_notebooks.py", "tests/test_mutants.py",
             "tests/test_exercises.py"}  # fmt: skip
    assert {test.split("::")[0] for test in found} == files
    assert "tests/test_mutants.py::test_a_sample_of_wrong_twins_is_refused[svd]" in found
    assert not [test for test in found if "[pca]" in test]


def test_corpora_are_tried_in_part_unless_the_whole_is_asked_for():
    part, whole = (collected(*options)[0] for options in (["tests/test_statements.py"],
                   ["--whole", "tests/test_statements.py"]))  # fmt: skip
    plain = {test for test in whole if "[" not in test}
    assert plain < {*part} < {*whole}
    assert len(whole) / 8 < len(part) < len(whole) / 4


def test_a_topic_that_does_not_exist_is_told():
    found, run = collected("--only", "svd pac")
    assert not found and "there is no chapter 'pac', nor tests/test_pac.py" in run.stderr


@pytest.mark.parametrize(
    "one, other, together",
    [
        ("chapters/pca.ipynb::Cell 0", "chapters/pca.ipynb::Cell 1", True),
        ("tests/test_pca.py::test_a", "tests/test_pca.py::test_b[::]", True),
        ("tests/test_mutants.py::test_a[pca]", "tests/test_mutants.py::test_a[svm]", False),
        ("tests/test_site.py::test_a", "tests/test_site_slim.py::test_b", True),
    ],
)
def test_a_chapter_stays_in_one_process_and_mutants_spread(one, other, together):
    assert (share(one) == share(other)) is together
