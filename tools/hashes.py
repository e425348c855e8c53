"""Hashes of what something is made of: where none of it changed, what was made is kept."""

import hashlib
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from tools.book import ROOT

CACHE = ROOT / ".cache"
PROGRAMS = ("numpy", "sympy", "mpmath")  # by which the checker decides


def files(*patterns: str, root: Path = ROOT) -> list[str]:
    """The files below a folder that patterns name, in order, as paths from there."""
    found = {path for pattern in patterns for path in root.glob(pattern) if path.is_file()}
    names = (path.relative_to(root) for path in found if "__pycache__" not in path.parts)
    return sorted(name.as_posix() for name in names)


def hashed(names: Iterable[str], *more: object, root: Path = ROOT) -> str:
    """The hash of files, by name and content, and of what else is given; a missing one counts."""
    whole = hashlib.sha256(repr(more).encode())
    for name in names:
        path = root / name
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "missing"
        whole.update(f"{name} {content}\n".encode())
    return whole.hexdigest()


def versions() -> list[str]:
    """Python and the programs by which the checker decides, with their versions."""
    return [sys.version, *(f"{name} {version(name)}" for name in PROGRAMS)]
