"""Hypotheses that say what members of a family are worth: put in when a world is made.

What is put in is a value and no definition: a derivative or an integral opens its variable later.
"""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..expr import Expr, Relation
from ..names import Name
from .conditions import satisfied
from .world import Place, Value, World

Letters = Mapping[str, str | None]  # the size that each letter runs to


@dataclass(frozen=True)
class PutIn:
    """A hypothesis ``name = term``, or a bound: what the members that it names are worth.

    indices: a letter or a whole number for each index; slack: a name of known sign, and whether it
    is taken away.
    """

    name: Name
    indices: tuple[Expr, ...]
    term: Expr
    slack: Name | None = None
    turned: bool = False

    def value(self, world: World, place: Place) -> Value:
        """The value of a member in a world in which the letters are bound."""
        value = world.of(self.term) + 0 * world.value(self.name, place)  # a bare 0 gets a shape
        if self.slack is None:
            return value
        slack = world.value(self.slack, place)
        return value - slack if self.turned else value + slack


def with_values(
    world: World,
    put_in: Sequence[PutIn],
    names: Collection[Name],
    letters: Letters,
    conditions: Sequence[Relation],
) -> World:
    """A world in which members of the names have the values that hypotheses give them, in turn."""
    for given in put_in:
        if given.name in names:
            family = dict(world.values[given.name])
            for bound, place in members(given, world.sizes, letters, conditions):
                family[place] = given.value(world.at(bound), place)
            values = {**world.values, given.name: family}
            world = World(world.sizes, values, world.definitions)
    return world


def members(
    given: PutIn, sizes: Mapping[str, int], letters: Letters, conditions: Sequence[Relation]
) -> Iterator[tuple[dict[str, int], Place]]:
    """(letters, place) of each member of a family that a hypothesis names."""
    free = [part.value for part in given.indices if part.op == "var"]
    ranges = [range(1, sizes[letters[letter] or ""] + 1) for letter in free]
    last = [sizes[size] for _, size in given.name.range]
    for chosen in itertools.product(*ranges):
        bound = dict(zip(free, chosen, strict=True))
        place = tuple(bound.get(part.value, part.value) for part in given.indices)
        inside = all(i <= end for i, end in zip(place, last, strict=True))
        if inside and satisfied(conditions, sizes, bound):
            yield bound, place
