"""A store of verdicts, so that a statement is not decided again while nothing has changed.

The variable TEXPROOF_VERDICTS names the folder of the store; without it, or if it is `off`, there
is no store. An entry is found by a hash of everything that a verdict rests on: the statement, the
source of the checker, the releases of the libraries that compute, and the code and source of the
programs in the statement. A statement that was refuted or not decided is never stored, and whatever
cannot be hashed for certain is decided anew.
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

from . import sources
from .code import functions, package_of
from .decide import judge
from .digest import Unknown, digest
from .statement import Scope, Statement, Verdict

VARIABLE = "TEXPROOF_VERDICTS"
GENERATIONS = 4  # versions of the checker and its libraries whose entries are kept
AGE = 30 * 24 * 3600  # seconds after which entries of other versions are deleted
Found = TypeVar("Found")


def begin() -> None:
    """Records which version of the checker was loaded, if there is a store."""
    if store_folder():
        source()


def verdicts(statement: Statement) -> list[Verdict]:
    """A verdict for each row, with its scope, stored or decided; raises Refuted or Undecided."""
    return stored_or_decided("verdicts", statement, lambda: judge.verdicts(statement), Verdict)


def stored_or_decided(
    kind: str, statement: Statement, decide: Callable[[], list[Found]], record: type[Found]
) -> list[Found]:
    """The stored results for a statement, or else those of `decide`, which are then stored.

    record: the class of a result, whose fields are strings, booleans, tuples of strings, scopes.
    """
    place = entry_path(kind, statement)
    if place is None:
        return decide()
    if (known := stored_results(place, record)) is not None:
        return known
    fresh = decide()
    if fresh and all(map(is_repeatable, fresh)) and place == entry_path(kind, statement):
        write(place, fresh)
    return fresh


def is_repeatable(one: Any) -> bool:
    """Whether a result would be found again; not if it only says that the stack was too short."""
    scope = getattr(one, "scope", one)
    return getattr(scope, "how", "") != "too deep"


# --------------------------------------------------------------------------------------------------
# Where results are kept.


def store_folder() -> Path | None:
    """The folder of the store, if there is one."""
    named = os.environ.get(VARIABLE, "off")
    return None if named in {"", "off"} else Path(named)


def entry_path(kind: str, statement: Statement) -> Path | None:
    """The file for the results of a statement; None if they cannot be stored."""
    place = store_folder()
    if place is None or not (checker := source()) or sources.is_changed():
        return None
    bare = replace(statement, label=None, verdicts=[])
    calls = [name.call for name in statement.names if name.call]
    own = {package_of(function) for call in calls for function in functions(call)}
    try:
        key = digest((kind, bare), own)
    except (Unknown, RecursionError, OSError, SyntaxError, ValueError):
        # What cannot be stored is decided anew each time.
        return None
    return place / generation(checker) / f"{key}.json"


def generation(checker: str) -> str:
    """The name of the folder for one version of the checker with these releases."""
    return digest((checker, releases()))[:16]


def releases() -> tuple[str, ...]:
    """The releases of Python and of the libraries that compute, and the processor."""
    python = platform.python_implementation(), platform.python_version(), platform.machine()
    return *python, sp.__version__, np.__version__, mpmath.__version__, str(GROUND_TYPES)


@functools.cache
def source() -> str:
    """The hash of the checker's source, read once; empty if the code that runs may differ."""
    sources.remember()
    return sources.checker()


# --------------------------------------------------------------------------------------------------
# What an entry holds.


def stored_results(place: Path, record: type[Found]) -> list[Found] | None:
    """The results in an entry; None if the entry is missing, damaged, or not of this kind."""
    try:
        data = json.loads(place.read_text("utf8"))
        rows = data["rows"]
        if data["sum"] != checksum(place.stem, rows):
            return None
        return [record_from(record, row) for row in rows]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def record_from(record: type[Found], row: dict[str, Any]) -> Found:
    """A record made from its fields; raises TypeError if fields are unknown or missing."""
    if {*row} != {field.name for field in fields(record)}:  # type: ignore[arg-type]
        raise TypeError("these are the fields of another record")
    return record(**{key: plain_value(value) for key, value in row.items()})


def plain_value(value: Any) -> Any:
    """The value of a field, from what JSON made of it."""
    if isinstance(value, dict):
        return record_from(Scope, value)
    return tuple(value) if isinstance(value, list) else value


def write(place: Path, rows: list[Any]) -> None:
    """Writes an entry at once, so that another process reads either all of it or nothing."""
    data = [asdict(row) for row in rows]
    text = json.dumps({"rows": data, "sum": checksum(place.stem, data)}, ensure_ascii=False)
    # If the disk is full or read-only, this costs time but no verdict.
    with contextlib.suppress(OSError), temporary_file(place) as file:
        file.write_text(text, "utf8")
        file.replace(place)


@contextlib.contextmanager
def temporary_file(place: Path) -> Iterator[Path]:
    """A temporary file beside a place, which is deleted afterwards unless it was moved there."""
    if not place.parent.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        prune(place.parent)
    handle, name = tempfile.mkstemp(dir=place.parent, suffix=".fresh")
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def checksum(key: str, rows: Any) -> str:
    """A checksum, which is wrong for an entry that is damaged or was moved from another key."""
    return hashlib.sha256(json.dumps([key, rows], sort_keys=True).encode()).hexdigest()


def prune(kept: Path) -> None:
    """Deletes the entries of other versions that are old, or beyond the newest few."""
    others = [path for path in kept.parent.iterdir() if path.is_dir() and path != kept]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for k, path in enumerate(others, 2):
        if k > GENERATIONS or path.stat().st_mtime < time.time() - AGE:
            # Another process may be deleting the folder or using it.
            with contextlib.suppress(OSError):
                for file in path.iterdir():
                    file.unlink(missing_ok=True)
                path.rmdir()
