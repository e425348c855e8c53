"""Verdicts that were found before: what was decided is not decided again while all of it stands.

The folder that MLBOOK_VERDICTS names holds them; without it, or where it is `off`, there is no
store. An entry is found by a hash of everything that a verdict rests on: the statement, the source
of the checker, the releases of what computes, the code and source of its programs. What was refused
or not decided is never there, and whatever is not hashed for certain is decided anew.
"""

import contextlib
import functools
import hashlib
import json
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import mpmath
import numpy as np
import sympy as sp
from sympy.external.gmpy import GROUND_TYPES

from . import living, sources
from .decide import judge
from .digest import digest
from .libraries import Unknown
from .statement import Statement, Verdict

VARIABLE = "MLBOOK_VERDICTS"
GENERATIONS = 4  # checkers, with their releases, whose entries are kept
AGE = 30 * 24 * 3600  # seconds after which entries of another checker go
Found = TypeVar("Found")


def begin() -> None:
    """Notes which checker was loaded, where there is a store."""
    if folder():
        source()


def verdicts(statement: Statement) -> list[Verdict]:
    """A verdict for each row, stored or decided; raises Refuted or Undecided."""
    return found("verdicts", statement, lambda: judge.verdicts(statement), Verdict)


def found(
    kind: str, statement: Statement, decide: Callable[[], list[Found]], record: type[Found]
) -> list[Found]:
    """What was found of a statement before, else what is decided now, which is then stored.

    record: the class of what is found, whose fields are texts, truths and tuples of texts.
    """
    place = entry(kind, statement)
    if place is None:
        return decide()
    if (known := stored(place, record)) is not None:
        return known
    fresh = decide()
    if fresh and all(map(lasts, fresh)) and place == entry(kind, statement):
        write(place, fresh)
    return fresh


def lasts(one: Any) -> bool:
    """Whether what was found would be found again: not where the stack was too short for more."""
    return getattr(one, "how", "") != "too deep"


# where


def folder() -> Path | None:
    """Where entries are, if anywhere."""
    named = os.environ.get(VARIABLE, "off")
    return None if named in {"", "off"} else Path(named)


def entry(kind: str, statement: Statement) -> Path | None:
    """The file of what is found of a statement; None where nothing is stored."""
    home = folder()
    if home is None or not (checker := source()) or living.is_changed():
        return None
    bare = replace(statement, label=None, verdicts=[])
    calls = [name.call for name in statement.names if name.call]
    own = {str(getattr(call, "__module__", "")).partition(".")[0] for call in calls}
    try:
        key = digest((kind, bare), own)
    except (Unknown, RecursionError, OSError, SyntaxError, ValueError):
        return None  # what cannot be hashed, or whose source cannot be read, is decided anew
    return home / generation(checker) / f"{key}.json"


def generation(checker: str) -> str:
    """The folder of all that one checker finds with these releases."""
    return digest((checker, releases()))[:16]


def releases() -> tuple[str, ...]:
    """The releases of what computes, and for which processor."""
    python = platform.python_implementation(), platform.python_version(), platform.machine()
    return *python, sp.__version__, np.__version__, mpmath.__version__, str(GROUND_TYPES)


@functools.cache
def source() -> str:
    """The hash of the checker's source, read once; nothing where another one may run."""
    living.remember()
    return sources.checker()


# entries


def stored(place: Path, record: type[Found]) -> list[Found] | None:
    """What an entry holds; None if there is none, or it is damaged, or of something else."""
    try:
        told = json.loads(place.read_text("utf8"))
        rows = told["rows"]
        if told["sum"] != summed(place.stem, rows):
            return None
        return [made(record, row) for row in rows]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def made(record: type[Found], row: dict[str, Any]) -> Found:
    """A record of its fields; raises TypeError where there are others, or others are missing."""
    if {*row} != {field.name for field in fields(record)}:  # type: ignore[arg-type]
        raise TypeError("these are the fields of another record")
    return record(**{key: tuple(v) if isinstance(v, list) else v for key, v in row.items()})


def write(place: Path, rows: list[Any]) -> None:
    """Makes an entry in one go, so that whoever reads it meanwhile finds all or none of it."""
    told = [asdict(row) for row in rows]
    text = json.dumps({"rows": told, "sum": summed(place.stem, told)}, ensure_ascii=False)
    # A disk that is full or may not be written costs time, and no verdict.
    with contextlib.suppress(OSError), fresh(place) as file:
        file.write_text(text, "utf8")
        file.replace(place)


@contextlib.contextmanager
def fresh(place: Path) -> Iterator[Path]:
    """A file of this process alone beside a place, gone afterwards if it was not moved there."""
    if not place.parent.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        prune(place.parent)
    handle, name = tempfile.mkstemp(dir=place.parent, suffix=".fresh")
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def summed(key: str, rows: Any) -> str:
    """A sum that tells a damaged entry, and one that was moved from another key."""
    return hashlib.sha256(json.dumps([key, rows], sort_keys=True).encode()).hexdigest()


def prune(kept: Path) -> None:
    """Removes the entries of other checkers that are old, or more than a few."""
    others = [path for path in kept.parent.iterdir() if path.is_dir() and path != kept]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for k, path in enumerate(others, 2):
        if k > GENERATIONS or path.stat().st_mtime < time.time() - AGE:
            with contextlib.suppress(OSError):  # another process removes or uses it
                for file in path.iterdir():
                    file.unlink(missing_ok=True)
                path.rmdir()
