"""Recordings of what chapters tell their derivations, kept from one build to the next.

`tools.live.state` records by running the chapter, which takes long. A recording is used again while
nothing has changed on which it depends: the chapter, the package, what runs the chapter, and the
programs that both use.
"""

import json
from functools import cache

from tools.hashes import CACHE, hash_files, matching_files, versions

FOLDER = CACHE / "recordings"
CODE = (
    "mlbook/**/*",
    "requirements.txt",
    "tools/book.py",
    "tools/live/state.py",
    "tools/slices.py",
)


@cache
def hash_of_code():
    """The hash of everything except the chapters on which the recordings depend."""
    return hash_files(matching_files(*CODE), *versions())


def recording_key(chapter):
    """The hash of everything on which the recording of a chapter depends."""
    return hash_files([chapter.path], hash_of_code())


def copy_recordings(book, folder):
    """Write the recordings that are still valid into a folder; returns the other chapters' names.

    Files of chapters that do not exist any more are removed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.json"):
        if path.stem not in book.chapters:
            path.unlink()
    missing = []
    for name, chapter in book.chapters.items():
        path = FOLDER / f"{name}.json"
        kept = json.loads(path.read_text("utf8")) if path.exists() else {}
        if kept.get("key") == recording_key(chapter):
            (folder / f"{name}.json").write_text(kept["recording"], "utf8")
        else:
            missing.append(name)
    return missing


def keep_recording(name, its_key, text):
    """Keep the recording of a chapter that had this key when it was run."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    entry = json.dumps({"key": its_key, "recording": text}, ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(entry, "utf8")
