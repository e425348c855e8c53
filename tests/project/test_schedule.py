"""Which tests run where: a topic can be asked for alone, and no test is lost on the way."""

import ast
import os
import re
import shutil
import subprocess
import sys
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
    every = {"only": "", "whole": False, "sixth": 0, "by_change": False, "changed": [], **options}
    left_out = []
    hook = SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items))
    return SimpleNamespace(
        getoption=every.__getitem__, option=SimpleNamespace(**every), hook=hook, left_out=left_out,
        addinivalue_line=lambda *_: None,
    )  # fmt: skip


def kept(items, **options):
    """The names of those of some tests that are run."""
    settings, items = config(**options), list(items)
    every = {item.nodeid for item in items}
    schedule.pytest_collection_modifyitems(settings, items)
    found = [item.nodeid for item in items]
    assert {*found} | {item.nodeid for item in settings.left_out} == every
    return found


def test_what_opens_a_browser_is_told_by_its_fixtures():
    items = [Item("tests/site/test_site.py::test_a", ("tmp_path",)), Item("a", ("fox",)), Item("b")]
    schedule.pytest_collection_modifyitems(config(), items)
    assert [item.nodeid for item in items if "browser" in item.marks] == ["a"]


def test_a_topic_is_its_tests_its_chapter_and_what_every_chapter_must_satisfy():
    ignored = lambda path: schedule.pytest_ignore_collect(ROOT / path, config(only="svd"))
    names = [*ROOT.glob("chapters/*.ipynb"), *TESTS.rglob("test_*.py")]
    assert {path.name for path in names if not ignored(path)} == {
        "svd.ipynb", "test_svd.py", "test_slices.py", "test_notebooks.py", "test_mutants.py",
        "test_exercises.py",
    }  # fmt: skip
    of = lambda name: Item(
        f"tests/book/test_mutants.py::{name}", chapter=SimpleNamespace(name=name)
    )
    pca, svd = of("pca"), of("svd")
    assert kept([pca, svd], only="svd") == [svd.nodeid]


CASES = [
    Item(f"texproof/tests/test_statements.py::test_a[{n}]", marks=["corpus"]) for n in range(600)
]
PLAIN = [
    Item("texproof/tests/test_statements.py::test_plain"),
    Item("tests/topics/test_pca.py::test_a[1]", n=1),
]


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
    settings = config(sixth=None)
    schedule.pytest_configure(settings)
    assert settings.option.sixth == part == number(name, SHARE)
    (header,) = schedule.pytest_report_header(config(sixth=part))
    assert f"--sixth={part}" in header
    settings = config(sixth=4)
    schedule.pytest_configure(settings)
    assert settings.option.sixth == 4


def test_without_git_there_is_a_part_too(tmp_path, monkeypatch):
    assert len(schedule.commit()) in (0, 40)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.setenv("GITHUB_SHA", "abc")
    assert schedule.commit(tmp_path) == "abc"
    monkeypatch.delenv("GITHUB_SHA")
    assert schedule.commit(tmp_path) == ""
    monkeypatch.setenv("PATH", "")
    assert schedule.commit() == ""


def test_of_a_chapter_that_differs_every_case_is_tried():
    names = [f"tests/book/test_katex.py::test_a[{n}]" for n in range(60)]
    of = lambda name: SimpleNamespace(name=name)
    items = [Item(name, marks=["corpus"], chapter=of("pca")) for name in names]
    assert kept(items, changed=["pca"]) == names and len(kept(items, changed=["svd"])) < 30


@pytest.fixture
def repository(tmp_path):
    """A repository whose branch left main at its first commit, and a command of git in it."""
    (tmp_path / "mlbook").mkdir()
    for name in ("mlbook/pca.py", "old.md"):
        (tmp_path / name).write_text("x = 1\n")
    who = "-c", "user.name=a", "-c", "user.email=a@example.org"
    run = lambda *command: subprocess.run(["git", *who, *command], cwd=tmp_path, check=True)
    for command in ("init -q -b main", "add .", "commit -q -m one", "switch -q -c topic"):
        run(*command.split())
    return tmp_path, run


def test_what_is_committed_changed_gone_or_new_differs(repository):
    root, run = repository
    assert schedule.differing(root) == []
    (root / "mlbook/pca.py").write_text("x = 2\n")
    run("commit", "-q", "-a", "-m", "two")
    (root / "old.md").unlink()
    (root / "new \u00fc.md").touch()
    assert schedule.differing(root) == ["mlbook/pca.py", "old.md", "new \u00fc.md"]
    run("branch", "-m", "main", "trunk")  # without a main nothing is known
    assert schedule.differing(root) == []


@pytest.mark.parametrize(
    "names, spared",
    [
        (["mlbook/pca.py", "tests/topics/test_pca.py", "chapters/pca.ipynb", "index.md"], True),
        (["mlbook/pca.py", "texproof/src/texproof/expr.py"], False),
        (["texproof/tests/test_statements.py"], False),
        (["texproof/tests/texproof_tests/statements/open.txt"], False),
        (["requirements.txt"], False),
        (["texproof/pyproject.toml"], False),
        ([], False),
    ],
)
def test_the_checkers_tests_are_left_out_if_nothing_of_theirs_differs(monkeypatch, names, spared):
    monkeypatch.setattr(schedule, "differing", lambda: names)
    for by_change in (True, False):
        settings = config(by_change=by_change)
        schedule.pytest_configure(settings)
        assert settings.option.by_change == (spared and by_change)
        left = [
            schedule.pytest_ignore_collect(ROOT / name, config(by_change=settings.option.by_change))
            for name in (
                "texproof/tests/test_store.py",
                "tests/book/test_inventory_linear_methods.py",
            )
        ]
        assert set(left) == ({True} if spared and by_change else {None})
    assert [
        "left out" in line for line in schedule.pytest_report_header(config(by_change=True))
    ] == [False, True]


def imports(path):
    """The packages that a module imports, but for those of its own folder."""
    nodes = [*ast.walk(ast.parse(path.read_text("utf8")))]
    names = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    names += [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    return {name.split(".")[0] for name in names}


OF_THE_BOOK = {"mlbook", "tests", "tools", "benchmarks"}


def test_the_checkers_tests_ask_nothing_of_the_book():
    files = [*(ROOT / "texproof" / "tests").rglob("*.py")]
    assert len(files) > 80
    assert {path.name for path in files if imports(path) & OF_THE_BOOK} == set()


def test_the_inventories_ask_nothing_of_the_book_but_conditions():
    for path in ROOT.glob("tests/book/test_inventory*.py"):
        assert imports(path) & OF_THE_BOOK == {"tests"}
        assert re.findall(r"^from (tests\S+)", path.read_text("utf8"), re.M) == [
            "tests.book.conditions"
        ]


@pytest.mark.nightly
def test_the_checkers_tests_are_collected_without_the_book(tmp_path):
    shutil.copytree(ROOT / "texproof", tmp_path / "texproof")
    home = tmp_path / "texproof"
    (home / "src" / "mlbook.py").write_text("raise ImportError")
    command = sys.executable, "-m", "pytest", "-q", "--collect-only", "--strict-markers", "tests"
    environment = {**os.environ, "PYTHONPATH": str(home / "src")}
    run = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True)
    assert re.search(r"^\d{4,} tests collected", run.stdout, re.M), run.stdout


CORPUS = """import pytest
@pytest.mark.corpus
@pytest.mark.parametrize("n", range(60))
def test_a(n): pass
@pytest.mark.parametrize("n", range(3))
def test_b(n): pass
"""


def test_two_processes_run_what_one_would_run(tmp_path):
    (tmp_path / "test_some.py").write_text(CORPUS)
    command = sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull
    more = "-p", "tests.schedule", "--by-change", str(tmp_path)
    outputs = [
        subprocess.run([*command, *more, "-n", n], cwd=ROOT, capture_output=True, text=True).stdout
        for n in "02"
    ]
    one, two = (re.search(r" (\d+) passed", text)[1] for text in outputs)
    assert one == two and 3 + 3 < int(one) < 3 + 20


@pytest.mark.parametrize(
    "options, message",
    [
        ({"only": "svd pac"}, "there is no chapter 'pac', nor a test_pac.py"),
        ({"sixth": 6}, "--sixth is one of 0 to 5"),
    ],
)
def test_a_topic_or_a_part_that_does_not_exist_is_told(options, message):
    with pytest.raises(pytest.UsageError, match=message):
        schedule.pytest_configure(config(**options))


@pytest.mark.parametrize(
    "one, other, together",
    [
        ("chapters/pca.ipynb::Cell 0", "chapters/pca.ipynb::Cell 1", True),
        ("tests/topics/test_pca.py::test_a", "tests/topics/test_pca.py::test_b[::]", True),
        (
            "tests/book/test_mutants.py::test_a[pca]",
            "tests/book/test_mutants.py::test_a[svm]",
            False,
        ),
        (
            "tests/book/test_mutants.py::test_a[pca]",
            "texproof/tests/test_statements.py::test_a[pca]",
            False,
        ),
        ("tests/site/test_site.py::test_a", "tests/site/test_site_search.py::test_b", True),
        ("tests/site/test_site.py::test_a", "tests/site/test_site_both.py::test_b", False),
    ],
)
def test_a_chapter_stays_in_one_process_and_mutants_spread(one, other, together):
    assert (share(one) == share(other)) is together


def test_the_longest_begin_first():
    names = [
        "tests/topics/test_pca.py::a",
        "tests/book/test_mutants.py::a",
        "chapters/pca.ipynb::a",
    ]
    assert kept(map(Item, names)) == names[::-1]
