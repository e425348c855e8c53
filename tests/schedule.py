"""Which tests run, in which order and where: a pytest plugin.

--only="pca svm" leaves, of all tests, those of these topics: tests/test_<topic>.py, the chapter, and
what every chapter must satisfy, for these chapters alone.

Of the corpora, long lists of statements that each are a test, one in SHARE is run, always the same
ones; --whole runs all (make corpora).

With several processes a chapter or a file of tests stays in one of them; each chapter's mutants are
a share of their own, and the files that need the built site are one.  The longest begin first.
"""

import zlib
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

TESTS = Path(__file__).parent
CHAPTERS = TESTS.parent / "chapters"
EVERY_CHAPTER = {
    "test_notebooks.py", "test_mutants.py", "test_slices.py", "test_exercises.py"
}  # fmt: skip
BROWSERS = {"browser", "fox", "window"}  # fixtures
CORPORA = {
    "test_inventory_t01_t09.py",
    "test_inventory_t10_t18.py",
    "test_opinion.py",
    "test_statements.py",
    "test_stored_statements.py",
}
SHARE = 6
LONGEST = ("tests/test_site", "chapters/", "tests/test_mutants")  # 90 s in all, 40 and 15 s each


def pytest_addoption(parser):
    """The options --only and --whole."""
    parser.addoption("--only", default="", help="topics, such as 'pca svm'")
    parser.addoption("--whole", action="store_true", help="all of the corpora, not a sample")


def pytest_configure(config):
    """Refuses a topic that has neither a chapter nor tests, and names the marker of browsers."""
    config.addinivalue_line("markers", "browser: opens the site in a browser (make browsers)")
    for topic in config.getoption("only").split():
        if not any(path.exists() for path in files(topic)):
            raise pytest.UsageError(f"there is no chapter {topic!r}, nor tests/test_{topic}.py")


def files(topic):
    """The chapter and the tests of a topic, of which one may be missing."""
    return CHAPTERS / f"{topic}.ipynb", TESTS / f"test_{topic}.py"


def pytest_ignore_collect(collection_path, config):
    """Leaves files unread that hold nothing of the topics that were asked for."""
    topics = config.getoption("only").split()
    if not topics or collection_path.is_dir():
        return None
    wanted = {path for topic in topics for path in files(topic)}
    wanted |= {TESTS / name for name in EVERY_CHAPTER}
    return None if collection_path in wanted else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Marks what needs a browser, leaves out other chapters, and puts the longest first."""
    topics = config.getoption("only").split()
    for item in items:
        if BROWSERS & {*getattr(item, "fixturenames", ())}:
            item.add_marker("browser")
    whole = config.getoption("whole")
    dropped = [item for item in items if topics and chapter(item) not in {*topics, None}]
    dropped += [item for item in items if not whole and is_left_out(item)]
    config.hook.pytest_deselected(items=dropped)
    items[:] = sorted((i for i in items if i not in set(dropped)), key=lambda i: rank(i.nodeid))


def chapter(item):
    """The name of the chapter that a test is about, if it is one of the tests of every chapter."""
    found = getattr(item, "callspec", None) and item.callspec.params.get("chapter")
    return found.name if item.path.name in EVERY_CHAPTER and found else None


def is_left_out(item):
    """Whether a test is one of a corpus, and not of the sample of it."""
    listed = item.path.name in CORPORA and getattr(item, "callspec", None)
    return bool(listed) and zlib.crc32(item.nodeid.encode()) % SHARE != 0


def rank(nodeid):
    """How early a test begins: 0 is first."""
    found = [n for n, start in enumerate(LONGEST) if nodeid.startswith(start)]
    return found[0] if found else len(LONGEST)


def share(nodeid):
    """The name of what stays together in one process."""
    if nodeid.startswith("tests/test_site"):
        return "site"
    return nodeid if nodeid.startswith("tests/test_mutants") else nodeid.split("::")[0]


class Shares(LoadFileScheduling):
    """Files to processes, as `--dist loadfile` has them, but for some files."""

    def _split_scope(self, nodeid):
        return share(nodeid)


def pytest_xdist_make_scheduler(config, log):
    """The scheduler above."""
    return Shares(config, log)
