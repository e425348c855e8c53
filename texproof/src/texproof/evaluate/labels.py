"""Labellings: the values of index families, such as the leaf that each sample falls into."""

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ..errors import DerivationError
from ..expr import Relation, free_letters
from ..names import Name
from ..shape.sizes import length
from .conditions import TESTS
from .values import assignment, assignments, places_of
from .world import Place, World

Labelling = dict[Name, dict[Place, int]]
Allowed = Callable[[Labelling], bool]

MOST = 256  # labellings that a proof goes through
FEW, TRIES = 3, 60  # labellings that are picked at other lengths, and draws to find them
SHORT = 6  # values of which each is drawn now and then


def labellings(
    whole: Sequence[Name], sizes: Mapping[str, int], rng: random.Random | None, allowed: Allowed
) -> list[Labelling]:
    """Allowed values of the families of whole numbers: all, or a few that ``rng`` picks."""
    if not whole:
        return [{}]
    if rng is None:
        return list(filter(allowed, every_labelling(whole, sizes)))
    drawn = ({name: assignment(name, sizes, rng) for name in whole} for _ in range(TRIES))
    far = [last_labels(whole, sizes)] if longest(whole, sizes) > SHORT else []
    return list(itertools.islice(filter(allowed, itertools.chain(far, drawn)), FEW))


def longest(whole: Iterable[Name], sizes: Mapping[str, int]) -> int:
    """The most values that a member of some families of whole numbers has."""
    return max(length(name.shape[0], sizes) for name in whole)


def last_labels(whole: Iterable[Name], sizes: Mapping[str, int]) -> Labelling:
    """The labelling that is hardly ever drawn among many values: each member has its last one.

    Where every value has to occur, the last members count down from it.
    """
    found: Labelling = {}
    for name in whole:
        last = length(name.shape[0], sizes)
        onto = itertools.cycle(range(last, 0, -1) if "onto" in name.facts else [last])
        found[name] = dict(zip(places_of(name, sizes), onto, strict=False))
    return found


def how_many(whole: Iterable[Name], sizes: Mapping[str, int]) -> int:
    """How many values families of whole numbers can take together."""
    counts = (
        length(name.shape[0], sizes) ** math.prod(sizes[size] for _, size in name.range)
        for name in whole
    )
    return math.prod(counts)


def every_labelling(whole: Sequence[Name], sizes: Mapping[str, int]) -> list[Labelling]:
    """All values that families of whole numbers can take together."""
    every = itertools.product(*(assignments(name, sizes) for name in whole))
    found = [dict(zip(whole, values, strict=True)) for values in itertools.islice(every, MOST + 1)]
    if len(found) > MOST:
        raise DerivationError(f"over {MOST} assignments: choose smaller sizes")
    return found


def holds_of_labels(
    world: World, relations: Iterable[Relation], letters: Mapping[str, str | None]
) -> bool:
    """Whether relations between whole numbers hold for every choice of their free letters."""
    return all(
        TESTS[relation.sign](int(place.of(relation.left)), int(place.of(relation.right)))
        for relation in relations
        for place in every_place(world, relation, letters)
    )


def every_place(
    world: World, relation: Relation, letters: Mapping[str, str | None]
) -> Iterator[World]:
    """The world with every choice of the free letters of a relation."""
    free = sorted(free_letters(relation))
    ranges = [range(1, world.sizes[letters[letter] or ""] + 1) for letter in free]
    for chosen in itertools.product(*ranges):
        yield world.at(dict(zip(free, chosen, strict=True)))
