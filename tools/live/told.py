"""What chapters told their derivations, as it is known from an earlier build.

`tools.live.state` finds it out; it stays as long as nothing changed that could change it: the
chapter, the package, what runs the chapter, and the programs that both use.
"""

import json
from functools import cache

from tools.hashes import CACHE, files, hashed, versions

FOLDER = CACHE / "told"
CODE = (
    "mlbook/**/*",
    "requirements.txt",
    "tools/book.py",
    "tools/live/state.py",
    "tools/slices.py",
)


@cache
def of_code():
    """The hash of all that could change what chapters tell, but for the chapters."""
    return hashed(files(*CODE), *versions())


def key(chapter):
    """The hash of all that could change what a chapter tells."""
    return hashed([chapter.path], of_code())


def bring(book, folder):
    """Write what is known into a folder, which holds nothing else then; the chapters left out."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.json"):
        if path.stem not in book.chapters:
            path.unlink()
    unknown = []
    for name, chapter in book.chapters.items():
        path = FOLDER / f"{name}.json"
        kept = json.loads(path.read_text("utf8")) if path.exists() else {}
        if kept.get("key") == key(chapter):
            (folder / f"{name}.json").write_text(kept["told"], "utf8")
        else:
            unknown.append(name)
    return unknown


def keep(name, its_key, text):
    """Keep what a chapter told that had this key when it was run."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    said = json.dumps({"key": its_key, "told": text}, ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(said, "utf8")
