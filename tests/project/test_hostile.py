"""What goes wrong around a run (an interruption, a second run at once) is told in a line and does no harm."""

import os
import shutil
import signal
import subprocess
import sys
import time

import nbformat
import pytest

from tools.book import ROOT

# Modules come from the tree that a test makes, not from where the shell points.
OWN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
SECONDS = 60  # for a kernel to start, on a machine that does much else


def tree(folder, *tools):
    """A folder with some of the tools and two chapters: one that is quick, and one that sleeps."""
    (folder / "tools").mkdir(parents=True)
    (folder / "chapters").mkdir()
    for tool in tools:
        shutil.copy(ROOT / "tools" / tool, folder / "tools")
    sleep = "import pathlib, time\npathlib.Path('asleep').touch()\ntime.sleep(60)"
    for name, source in (("a", "1"), ("b", sleep)):
        cells = [nbformat.v4.new_code_cell(source)]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "chapters" / f"{name}.ipynb")
    return folder


def started(command, waited_for, **settings):
    """A program in a group of its own, once it has made a file."""
    run = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True, **settings
    )
    end = time.monotonic() + SECONDS
    while not waited_for.exists():
        assert run.poll() is None and time.monotonic() < end, run.communicate()
        time.sleep(0.05)
    return run


SIGTERM = pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)


@pytest.mark.parametrize("number", [signal.SIGINT, SIGTERM])
def test_an_interrupted_chapter_is_left_as_it_was_and_told_in_a_line(tmp_path, number):
    book = tree(tmp_path / "mit Leerzeichen und Umlaut \u00fc", "notebooks.py", "book.py")
    before = (book / "chapters" / "b.ipynb").read_bytes()
    command = [sys.executable, "-m", "tools.notebooks"]
    run = started(
        command, book / "chapters" / "asleep", stdout=subprocess.DEVNULL, cwd=book, env=OWN
    )
    run.send_signal(number)
    _, output = run.communicate(timeout=SECONDS)
    assert run.returncode == 1
    assert "Traceback" not in output
    assert output.splitlines()[-1] == (  # after what the kernel has to say of itself
        "Interrupted; left as before: b.  Stored: a; new addresses of equations are not "
        "noted yet: make notebooks ONLY=a"
    )
    assert (book / "chapters" / "b.ipynb").read_bytes() == before
    assert sorted(path.name for path in (book / "chapters").glob("*.*")) == ["a.ipynb", "b.ipynb"]


def test_every_cell_that_raises_is_told_and_nothing_of_its_chapter_stored(tmp_path):
    book = tree(tmp_path / "raises", "notebooks.py", "book.py")
    cells = [nbformat.v4.new_code_cell(source) for source in ("1 / 0", "x = 1", "x + y")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), book / "chapters" / "b.ipynb")
    before = (book / "chapters" / "b.ipynb").read_bytes()
    command = [sys.executable, "-m", "tools.notebooks", "b", "a"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=book, env=OWN)
    assert run.returncode == 1
    assert run.stdout.splitlines()[:2] == [
        "b.ipynb, cell 0 (1 / 0): ZeroDivisionError: division by zero",
        "b.ipynb, cell 2 (x + y): NameError: name 'y' is not defined",
    ]
    assert "Cells raised; left as before: b.  Stored: a; new addresses" in run.stderr
    assert (book / "chapters" / "b.ipynb").read_bytes() == before


def test_the_second_of_two_builds_waits_and_says_so(tmp_path):
    book = tree(tmp_path / "two at once", "run_alone.py")
    alone = [sys.executable, str(book / "tools" / "run_alone.py"), "sh", "-c"]
    slow = "touch one; sleep 1; test ! -e two && touch done"
    first = started([*alone, slow], book / "one", cwd=book)
    second = subprocess.run([*alone, "test -e done && touch two"], cwd=book, capture_output=True)
    first.communicate()
    assert (first.returncode, second.returncode) == (0, 0)
    assert second.stderr == b"Another make works in this folder: waiting until it is done.\n"
    assert (book / "two").exists()
