"""Whether the checker is still as it was loaded, since tests replace functions in it."""

import operator
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .sources import CHECKER

STORE = {f"{CHECKER}.{name}" for name in ("digest", "libraries", "living", "sources", "store")}
Members = Mapping[Any, Any] | Sequence[Any]
loaded: list[tuple[Members, list[Any], list[Any]]] = []


def remember() -> None:
    """Records what the checker's modules hold: names, members of classes, mappings and lists."""
    loaded[:] = loaded or [(holder, *members(holder)) for holder in holders()]


def is_changed() -> bool:
    """Whether anything in the checker has been replaced since it was loaded."""
    return not all(is_same(*one) for one in loaded)


def is_same(holder: Members, keys: list[Any], values: list[Any]) -> bool:
    """Whether the members of a holder are still the same objects."""
    if isinstance(holder, Mapping):
        return all(map(operator.is_, map(holder.get, keys), values))
    return len(holder) == len(values) and all(map(operator.is_, holder, values))


def members(holder: Members) -> tuple[list[Any], list[Any]]:
    """The keys and values of a mapping, the members of a list."""
    if isinstance(holder, Mapping):
        return [*holder], [*holder.values()]
    return [], [*holder]


def holders() -> Iterator[Members]:
    """The modules of the checker, and the classes, mappings and lists in them."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"{CHECKER}.") and name not in STORE:
            yield vars(module)
            for key, value in [*vars(module).items()]:
                if isinstance(value, type) and value.__module__ == name:
                    yield vars(value)
                elif isinstance(value, dict | list) and key != "__builtins__":
                    yield value  # added keys do not count, as a notebook's `input`
