"""Hashes of what something is made of: where none of it changed, what was made is kept."""

import hashlib
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

from tools.book import ROOT

CACHE = ROOT / ".cache"
PROGRAMS = ("numpy", "sympy", "mpmath")  # by which the checker decides


def matching_files(*patterns: str, root: Path = ROOT) -> list[str]:
    """The files below a folder that patterns name, in order, as paths from there."""
    paths = {path for pattern in patterns for path in root.glob(pattern) if path.is_file()}
    names = (path.relative_to(root) for path in paths if "__pycache__" not in path.parts)
    return sorted(name.as_posix() for name in names)


def hash_files(names: Iterable[str | Path], *more: object, root: Path = ROOT) -> str:
    """The hash of files, by name and content, and of what else is given; a missing one counts.

    Of a path the last part counts alone, wherever it is.
    """
    whole = hashlib.sha256(repr(more).encode())
    for name in names:
        path = root / name
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "missing"
        called = name.name if isinstance(name, Path) else name
        whole.update(f"{called} {content}\n".encode())
    return whole.hexdigest()


def cached_text(path: Path, made_of: str, make: Callable[[], str]) -> str:
    """A text that is made again where the hash of what it is made of is another one."""
    before, _, text = path.read_text("utf8").partition("\n") if path.is_file() else ("", "", "")
    if before != made_of:
        text = make()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{made_of}\n{text}", "utf8")
    return text


def versions() -> list[str]:
    """Python and the programs by which the checker decides, with their versions."""
    return [sys.version, *(f"{name} {version(name)}" for name in PROGRAMS)]
