"""The site that tests read is of the sources as they stand, or it is built again."""

import subprocess

import pytest

from tools import hashes
from tools.live import recordings
from tools.site import __main__ as making


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A folder under git with some sources, and a site that is said to be built of them."""
    for name, text in {
        ".gitignore": "/_build/\n",
        "index.md": "one",
        "tests/test_a.py": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    monkeypatch.setattr(making, "ROOT", tmp_path)
    monkeypatch.setattr(making, "hash_files", lambda names: hashes.hash_files(names, root=tmp_path))
    monkeypatch.setattr(making, "SITE", tmp_path / "_build" / "html")
    monkeypatch.setattr(making, "STAMP", tmp_path / "_build" / "site.txt")
    built = []
    monkeypatch.setattr(
        making, "publish_site", lambda: making.SITE.mkdir(parents=True, exist_ok=True)
    )
    monkeypatch.setattr(making, "build_pages", lambda: built.append(1) or 0)
    return tmp_path, built


@pytest.mark.parametrize(
    "name", ["index.md", "chapters/new.ipynb", "_ext/new.py", "requirements.txt"]
)
def test_a_site_is_built_again_when_a_source_changed_or_is_new(tree, name):
    folder, built = tree
    for times, text in enumerate(("two", "three"), 1):
        assert making.main("current") == 0 and making.main("current") == 0
        assert len(built) == times and making.is_current()
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
        assert not making.is_current()


def test_a_site_is_read_when_only_tests_changed_and_built_when_it_is_asked_for(tree):
    folder, built = tree
    making.main("current")
    (folder / "tests" / "test_a.py").write_text("assert True")
    making.main("current")
    assert len(built) == 1
    making.main("publish")
    assert len(built) == 2


def test_a_build_that_failed_leaves_no_site_that_counts(tree, monkeypatch):
    monkeypatch.setattr(making, "build_pages", lambda: 2)
    assert making.main("current") == 2 and not making.is_current()


def test_what_a_chapter_told_is_known_until_something_changes(tmp_path, monkeypatch):
    path = tmp_path / "a.ipynb"
    path.write_text("one")

    class Chapter:
        name = "a"

    class Some:
        chapters = {"a": Chapter}

    Chapter.path = path
    monkeypatch.setattr(recordings, "FOLDER", tmp_path / "cache")
    monkeypatch.setattr(recordings, "hash_of_code", lambda: "the package")
    folder = tmp_path / "state"
    assert recordings.copy_recordings(Some, folder) == ["a"]
    recordings.keep_recording("a", recordings.recording_key(Chapter), "said")
    assert (
        recordings.copy_recordings(Some, folder) == [] and (folder / "a.json").read_text() == "said"
    )
    monkeypatch.setattr(recordings, "hash_of_code", lambda: "the package, changed")
    assert recordings.copy_recordings(Some, folder) == ["a"]
    monkeypatch.setattr(recordings, "hash_of_code", lambda: "the package")
    path.write_text("two")
    assert recordings.copy_recordings(Some, folder) == ["a"]
    (folder / "gone.json").write_text("of a chapter that is gone")
    recordings.copy_recordings(Some, folder)
    assert not (folder / "gone.json").exists()
