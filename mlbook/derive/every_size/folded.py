"""A row whose columns and numbers stay names: what they are by definition is a hypothesis.

With pseudoinverses that is shorter than to write everything out: w = (1 - A A^+) c has A^+ w = 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..expr import Expr, Relation, walk
from ..names import Name
from .algebra import Room
from .hypotheses import Case

FEW = 2  # definitions that are written out


def folded(case: Case, relation: Relation) -> Iterator[Case]:
    """The case with names for what is defined, where there are pseudoinverses and many such."""
    place = case.place
    names = frozenset(name for name in case.names if is_plain(case, name))
    bodies = [place.definitions[name][1] for name in names]
    trees = [*relation.sides, *bodies]
    if len(names) <= FEW or not any(node.op == "pinv" for tree in trees for node in walk(tree)):
        return
    said = [Relation("=", Expr("name", (), name), place.definitions[name][1])
            for name in sorted(names, key=lambda name: name.latex)]  # fmt: skip
    room = Room(place.room.known, place.room.names)
    inner = replace(place, room=room, held=place.held | names, memo={}, needs=[])
    yield replace(case, place=inner, equations=[*case.equations, *said], found={})


def is_plain(case: Case, name: Name) -> bool:
    """Whether a name is a number or a column with a definition of its own."""
    letters, _, by_entries = case.place.definitions.get(name, ((), None, True))
    return name.kind in {"scalar", "vector"} and not letters and not by_entries
