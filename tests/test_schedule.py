"""Which tests run where: a topic can be asked for alone, and no test is lost on the way."""

from types import SimpleNamespace

import pytest

from tests import schedule
from tests.schedule import SHARE, TESTS, number, share
from tools.book import ROOT


class Item:
    """A test as pytest collects it: its name, its file, the fixtures, marks and parameters it has."""

    def __init__(self, nodeid, fixtures=(), marks=(), **params):
        self.nodeid, self.path = nodeid, ROOT / nodeid.split("::")[0]
        self.fixturenames, self.marks = fixtures, {*marks}
        if params:
            self.callspec = SimpleNamespace(params=params)

    def add_marker(self, mark):
        self.marks.add(mark)

    def get_closest_marker(self, mark):
        return mark if mark in self.marks else None


def config(**options):
    """What pytest hands to a plugin, with these options; `left_out` collects what is deselected."""
    every = {"only": "", "whole": False, "sixth": 0, **options}
    left_out = []
    hook = SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items))
    return SimpleNamespace(
        getoption=every.__getitem__, option=SimpleNamespace(**every), hook=hook, left_out=left_out,
        addinivalue_line=lambda *_: None,
    )  # fmt: skip


def kept(items, **options):
    """The names of those of some tests that are run."""
    asked, items = config(**options), list(items)
    every = {item.nodeid for item in items}
    schedule.pytest_collection_modifyitems(asked, items)
    found = [item.nodeid for item in items]
    assert {*found} | {item.nodeid for item in asked.left_out} == every
    return found


def test_what_opens_a_browser_is_told_by_its_fixtures():
    items = [Item("tests/test_site.py::test_a", ("tmp_path",)), Item("a", ("fox",)), Item("b")]
    schedule.pytest_collection_modifyitems(config(), items)
    assert [item.nodeid for item in items if "browser" in item.marks] == ["a"]


def test_a_topic_is_its_tests_its_chapter_and_what_every_chapter_must_satisfy():
    ignored = lambda path: schedule.pytest_ignore_collect(ROOT / path, config(only="svd"))
    names = [*ROOT.glob("chapters/*.ipynb"), *TESTS.glob("test_*.py")]
    assert {path.name for path in names if not ignored(path)} == {
        "svd.ipynb", "test_svd.py", "test_slices.py", "test_notebooks.py", "test_mutants.py",
        "test_exercises.py",
    }  # fmt: skip
    of = lambda name: Item(f"tests/test_mutants.py::{name}", chapter=SimpleNamespace(name=name))
    pca, svd = of("pca"), of("svd")
    assert kept([pca, svd], only="svd") == [svd.nodeid]


CASES = [Item(f"tests/test_statements.py::test_a[{n}]", marks=["corpus"]) for n in range(600)]
PLAIN = [Item("tests/test_statements.py::test_plain"), Item("tests/test_pca.py::test_a[1]", n=1)]


def test_one_of_six_parts_of_a_corpus_is_tried_and_all_together_are_the_corpus():
    parts = [{*kept([*CASES, *PLAIN], sixth=part)} for part in range(SHARE)]
    plain, every = ({item.nodeid for item in items} for items in (PLAIN, CASES))
    assert all(plain < part and 60 < len(part - plain) < 140 for part in parts)
    assert sum(len(part - plain) for part in parts) == len(every)
    assert {*kept(CASES, whole=True)} == every == set.union(*parts) - plain
    assert {*kept(CASES, only="statements")} == every


@pytest.mark.parametrize("name, part", [("a", 3), ("b", 5), ("", 0)])
def test_the_commit_chooses_the_part_unless_one_is_asked_for(monkeypatch, name, part):
    monkeypatch.setattr(schedule, "commit", lambda: name)
    asked = config(sixth=None)
    schedule.pytest_configure(asked)
    assert asked.option.sixth == part == number(name, SHARE)
    assert f"--sixth={part}" in schedule.pytest_report_header(config(sixth=part))
    asked = config(sixth=4)
    schedule.pytest_configure(asked)
    assert asked.option.sixth == 4


def test_without_git_there_is_a_part_too(tmp_path, monkeypatch):
    assert len(schedule.commit()) in (0, 40)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert schedule.commit(tmp_path) == ""
    monkeypatch.setenv("PATH", "")
    assert schedule.commit() == ""


@pytest.mark.parametrize(
    "options, told",
    [
        ({"only": "svd pac"}, "there is no chapter 'pac', nor tests/test_pac.py"),
        ({"sixth": 6}, "--sixth is one of 0 to 5"),
    ],
)
def test_a_topic_or_a_part_that_does_not_exist_is_told(options, told):
    with pytest.raises(pytest.UsageError, match=told):
        schedule.pytest_configure(config(**options))


@pytest.mark.parametrize(
    "one, other, together",
    [
        ("chapters/pca.ipynb::Cell 0", "chapters/pca.ipynb::Cell 1", True),
        ("tests/test_pca.py::test_a", "tests/test_pca.py::test_b[::]", True),
        ("tests/test_mutants.py::test_a[pca]", "tests/test_mutants.py::test_a[svm]", False),
        ("tests/test_mutants.py::test_a[pca]", "tests/test_statements.py::test_a[pca]", False),
        ("tests/test_site.py::test_a", "tests/test_site_slim.py::test_b", True),
    ],
)
def test_a_chapter_stays_in_one_process_and_mutants_spread(one, other, together):
    assert (share(one) == share(other)) is together


def test_the_longest_begin_first():
    names = ["tests/test_pca.py::a", "tests/test_mutants.py::a", "chapters/pca.ipynb::a"]
    assert kept(map(Item, names)) == names[::-1]
