"""Which tests run, in which order and where: a pytest plugin.

--only="pca svm" leaves, of all tests, those of these topics: test_<topic>.py in any folder, the chapter, and
what every chapter must satisfy, for these chapters alone.

A corpus is a long list of cases, such as statements or chapters, each of which is a test of its own
with the mark `corpus`.  A run tries one case in SHARE.  The commit determines which part of the corpus
that is, so that the same commit always tries the same part, and all parts have their turn.  The first
lines of a run name the part; --sixth=4 asks for part 4, and --whole runs all parts.  If --only names
a topic, all cases of this topic are run.

Tests with the mark `nightly` decide a second time, by other means or on more examples, what a
smaller test decides in every run; `make test` leaves them out and `make nightly` runs them.

With --by-change the checker's own tests (CHECKER) are left out if some files differ from where the
branch left main, committed or not, but none of them is a file on which these tests rest.  For a
chapter that differs no case of a corpus is left out.

With several processes, all tests of a chapter or of a file of tests stay in one process.  There are
two exceptions.  The files in SPREAD, whose tests do not depend on each other, are dealt out test by
test in PARTS, and the two files that parse all pages of the site count as one.  The longest tests
begin first, so that no process has a long one left at the end.
"""

import os
import subprocess
import zlib
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

from tools.book import ROOT

TESTS = ROOT / "tests"
CHAPTERS = ROOT / "chapters"
FOLDERS = "tests/", "texproof/tests/"
EVERY_CHAPTER = {"test_mutants.py", "test_notebooks.py", "test_slices.py", "test_exercises.py"}
BROWSERS = {"browser", "fox", "window"}  # fixtures
SHARE = 6
# Tests of the checker alone, and all files on which they rest.
CHECKER = "texproof/tests/", "tests/book/test_inventory"
RESTS_ON = (
    "texproof/", "tests/book/test_inventory", "tests/book/conditions.py", "tests/schedule.py",
    "requirements", "pyproject.toml", "conftest.py",
)  # fmt: skip
SPREAD = {"test_every_size.py", "test_mutants.py", "test_size_conditions.py", "test_statements.py"}
PARTS = 8
PARSED = {
    "tests/site/test_site.py",
    "tests/site/test_site_search.py",
}  # they share all pages, parsed
# The tests that take longest, in this order; every other file takes seconds.
LONGEST = (
    "tests/site/", "chapters/", "tests/book/test_mutants", "tests/book/test_page_answers",
    "texproof/tests/test_every_size", "texproof/tests/test_statements",
)  # fmt: skip
MARKS = (
    "corpus: one case in six is tried, and all with --whole",
    "browser: opens the site in a browser (make browsers)",
    "nightly: a second opinion, or more examples of what is tested on some (make nightly)",
)


def pytest_addoption(parser):
    """The options --only, --whole, --sixth and --by-change."""
    parser.addoption("--only", default="", help="topics, such as 'pca svm'")
    parser.addoption("--whole", action="store_true", help="all of the corpora, not a part")
    parser.addoption("--sixth", type=int, help=f"which part of the corpora: 0 to {SHARE - 1}")
    parser.addoption(
        "--by-change", action="store_true", help="run the checker's tests only if it changed"
    )


def pytest_configure(config):
    """Names the marks, refuses a topic that has neither a chapter nor tests, and chooses a part."""
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
    if message := unknown(config.getoption("only").split()):
        raise pytest.UsageError(message)
    choices = getattr(config, "workerinput", {}).get("schedule")
    vars(config.option).update(choices or chosen(config.option))
    if config.option.sixth not in range(SHARE):
        raise pytest.UsageError(f"--sixth is one of 0 to {SHARE - 1}")


def chosen(option):
    """The choices made once in a run: the part, whether to leave out the checker, changed chapters."""
    names = differing()
    part = number(commit(), SHARE) if option.sixth is None else option.sixth
    chapters = [Path(name).stem for name in names if name.startswith("chapters/")]
    left = option.by_change and spares_checker(names)
    return {"sixth": part, "by_change": left, "changed": chapters}


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Tells another process what this one has chosen."""
    option = vars(node.config.option)
    node.workerinput["schedule"] = {
        name: option[name] for name in ("sixth", "by_change", "changed")
    }


def git(*command, root=ROOT):
    """What git says; nothing where there is no git, no repository or no such commit."""
    try:
        run = subprocess.run(("git", *command), cwd=root, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return run.stdout if run.returncode == 0 else ""


def commit(root=ROOT):
    """The name of the commit that is checked out, or else the one GitHub names; empty without one."""
    name = git("rev-parse", "--verify", "--quiet", "HEAD", root=root).strip()
    return name or os.environ.get("GITHUB_SHA", "")


def differing(root=ROOT):
    """The files that changed, were deleted or are new since the branch left main; none without main."""
    bases = (git("merge-base", "HEAD", name, root=root) for name in ("main", "origin/main"))
    base = next(filter(None, bases), "").strip()
    if not base:
        return []
    changes = git("diff", "--name-only", "--no-renames", "-z", base, root=root)
    new = git("ls-files", "--others", "--exclude-standard", "-z", root=root)
    return [name for name in f"{changes}{new}".split("\0") if name]


def spares_checker(names):
    """Whether some files changed, and none of them is one on which the checker's tests rest."""
    return bool(names) and not any(name.startswith(RESTS_ON) for name in names)


def place(path):
    """The path of a file from the root of the repository."""
    return Path(os.path.relpath(path, ROOT)).as_posix()


def pytest_report_header(config):
    """Which part of the corpora is run, so that a failure can be repeated, and what is left out."""
    part = config.getoption("sixth")
    choice = f"part {part} of {SHARE}, chosen by the commit; repeat it by --sixth={part}"
    left = (
        "left out: the checker's own tests, since no file on which they rest differs from main; "
        "CI=true make test runs them"
    )
    corpora = f"corpora: {'whole' if config.getoption('whole') else choice}"
    return [corpora, left] if config.getoption("by_change") else [corpora]


def files(topic):
    """The chapter of a topic, which may be missing, and its tests."""
    found = (path for folder in FOLDERS for path in ROOT.glob(f"{folder}**/test_{topic}.py"))
    return CHAPTERS / f"{topic}.ipynb", *found


def unknown(topics):
    """A line that says which topic has neither a chapter nor tests; empty if all have."""
    for topic in topics:
        if not any(path.exists() for path in files(topic)):
            chapters = ", ".join(sorted(path.stem for path in CHAPTERS.glob("*.ipynb")))
            return f"there is no chapter {topic!r}, nor a test_{topic}.py; chapters: {chapters}"
    return ""


def pytest_ignore_collect(collection_path, config):
    """Leaves files unread that hold nothing of the topics that were asked for."""
    topics = config.getoption("only").split()
    if config.getoption("by_change") and place(collection_path).startswith(CHECKER):
        return True
    if not topics or collection_path.is_dir():
        return None
    wanted = {path for topic in topics for path in files(topic)}
    wanted |= {TESTS / "book" / name for name in EVERY_CHAPTER}
    return None if collection_path in wanted else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Marks what needs a browser, leaves out other chapters, and puts the longest first."""
    topics = config.getoption("only").split()
    part = None if topics or config.getoption("whole") else config.getoption("sixth")
    changed, kept, dropped = {*config.getoption("changed")}, [], []
    for item in items:
        if BROWSERS & {*getattr(item, "fixturenames", ())}:
            item.add_marker("browser")
        other = bool(topics) and chapter(item) not in {*topics, None}
        left = about(item) not in changed and is_left_out(item, part)
        (dropped if other or left else kept).append(item)
    config.hook.pytest_deselected(items=dropped)
    items[:] = sorted(kept, key=lambda item: rank(item.nodeid))


def about(item):
    """The name of the chapter that a test has as its parameter, if it has one."""
    found = getattr(item, "callspec", None) and item.callspec.params.get("chapter")
    return getattr(found, "name", found)  # the chapter itself, or its name


def chapter(item):
    """The name of the chapter that a test is about, if it is one of the tests of every chapter."""
    return about(item) if item.path.name in EVERY_CHAPTER else None


def is_left_out(item, part):
    """Whether a test is in a corpus but not in this part of it; with part None nothing is left out."""
    listed = item.get_closest_marker("corpus")
    return bool(listed) and part not in (None, number(item.nodeid, SHARE))


def number(nodeid, many):
    """A number below `many` for a test, the same on every machine."""
    return zlib.crc32(nodeid.encode()) % many


def rank(nodeid):
    """How early a test begins: 0 is first."""
    found = [n for n, start in enumerate(LONGEST) if nodeid.startswith(start)]
    return found[0] if found else len(LONGEST)


def share(nodeid):
    """The name of what stays together in one process."""
    file = nodeid.split("::")[0]
    if file in PARSED:
        return "site"
    return f"{file} {number(nodeid, PARTS)}" if file.split("/")[-1] in SPREAD else file


class Shares(LoadFileScheduling):
    """Files to processes, as `--dist loadfile` has them, except for some files."""

    def _split_scope(self, nodeid):
        return share(nodeid)


def pytest_xdist_make_scheduler(config, log):
    """The scheduler above."""
    return Shares(config, log)
