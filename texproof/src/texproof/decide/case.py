"""What is to be decided: a relation, with its setting and hypotheses, at each free index."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import Undefined
from ..evaluate import World
from ..evaluate.conditions import satisfied
from ..evaluate.setting import Setting
from ..evaluate.values import readable
from ..expr import Expr, Relation, free_letters, free_names, names_in
from ..names import CHANCE, PLACE
from ..statement import About
from .points import described

Letters = Mapping[str, str | None]  # index letters, with the size that each runs to


@dataclass(frozen=True)
class Case:
    """A relation with all that decides it: what is small in it, the setting, the hypotheses.

    apart: hypotheses that two terms differ.
    """

    relation: Relation
    about: About
    setting: Setting
    equations: tuple[Relation, ...]
    letters: Letters
    apart: tuple[Relation, ...] = ()


def instances(
    part: Expr | Relation,
    worlds: Iterable[World],
    letters: Letters,
    conditions: Sequence[Relation] = (),
) -> Iterator[World]:
    """The worlds of a relation or tree with every choice of the indices that are still free.

    Choices that the conditions exclude are left out.
    """
    for world in worlds:
        free = sorted(free_letters(part) - set(world.letters))
        ranges = [range(1, world.sizes[letters[letter] or ""] + 1) for letter in free]
        for chosen in itertools.product(*ranges):
            bound = dict(zip(free, chosen, strict=True))
            if satisfied(conditions, world.sizes, {**world.letters, **bound}):
                yield world.at(bound)


def places(case: Case, worlds: Iterable[World]) -> Iterator[World]:
    """The worlds of a case with every choice of its free indices that the conditions allow."""
    return instances(case.relation, worlds, case.letters, case.setting.conditions)


def nodes_of(case: Case) -> tuple[Relation, ...]:
    """The relations on which a case depends."""
    return case.relation, *case.equations, *case.apart


def told(case: Case, place: World, reason: Undefined) -> Undefined:
    """Where a relation is undefined, why, and in which term."""
    sizes = sorted(case.setting.sizes_of(*nodes_of(case)))
    where = [f"{size} = {place.sizes[size]}" for size in sizes]
    where += [f"{letter} = {value}" for letter, value in sorted(place.letters.items())]
    whole = [name for name in place.values if getattr(name, "kind", "") == "index"]
    where += [described(place, whole)] if whole else []
    at = f" at {', '.join(where)}" if where else ""
    found = Undefined(readable(f"undefined{at}: {reason}"))
    found.term = reason.term
    return found


def at_point(case: Case, world: World) -> str:
    """The values of the names on which a case depends."""
    used = case.setting.used(case.relation, *case.equations)
    written = names_in(case.relation, *case.equations)
    sides = [side for relation in (case.relation, *case.equations) for side in relation.sides]
    free = {CHANCE}.union(*(free_names(side, case.setting.used) for side in sides))
    free -= case.setting.parameters(used) - set(written)
    free -= {name for name in free if name.meaning == PLACE}
    names = [name for name in (*used, CHANCE) if name in world.values and name in free]
    return described(world, names)
