"""The worlds in which a statement is evaluated.

The first world has generic symbols at small sizes that differ from each other: there the
statement is proved, component by component. The second has exact rational numbers at other
sizes: there a statement that holds only at the first sizes is found out.
"""

import itertools
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..errors import DerivationError
from ..expr import Expr, Relation, names_in
from ..names import CHANCE, Name
from .unknowns import Draw, smooth
from .values import assignment, assignments, chances, family, rationals, symbols
from .world import Definition, Family, Place, World

FIRST = {"d": 3, "n": 4, "q": 2, "k": 2, "p": 5, "T": 2, "M": 3, "K": 3, "C": 3, "m": 2}
SECOND = {"d": 4, "n": 6, "q": 3, "k": 3, "p": 7, "T": 3, "M": 5, "K": 4, "C": 4, "m": 5}
OUTCOMES = (3, 4)
MOST_ASSIGNMENTS = 256
Assignment = dict[Name, dict[Place, int]]


class Setting:
    """Names, sizes and definitions in force for one statement."""

    def __init__(
        self,
        definitions: Mapping[Name, Definition],
        sizes: Mapping[str, tuple[int, int]],
        facts: Mapping[Name, str] | None = None,
    ) -> None:
        self.definitions, self.sizes, self.facts = definitions, sizes, facts or {}

    def used(self, *nodes: Expr | Relation) -> list[Name]:
        """Names that the trees mention, directly or through definitions."""
        found: dict[Name, None] = {}
        waiting = names_in(*nodes)
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = None
                if name in self.definitions:
                    waiting += names_in(self.definitions[name][1])
        return list(found)

    def parameters(self, names: Iterable[Name]) -> set[Name]:
        """Names that stand for the arguments of functions that are defined."""
        functions = [n for n in names if n.kind == "function" and n in self.definitions]
        return {part.value for name in functions for part in self.definitions[name][0]}

    def symbolic(self, *nodes: Expr | Relation, which: int = 0) -> Iterator[World]:
        """The worlds of generic symbols: one for each orientation and each assignment.

        At the second sizes (1) there are too many assignments, and a few are picked.
        """
        rng = random.Random(0) if which else None
        yield from self.worlds(nodes, symbols, self.sizes_of(which), rng, symbolic=True)

    def rational(self, *nodes: Expr | Relation, which: int, points: int) -> Iterator[World]:
        """Worlds of exact rational numbers, at the first (0) or second (1) sizes."""
        lengths = self.sizes_of(which)
        for seed in range(points):
            yield from self.worlds(nodes, rationals(seed), lengths, random.Random(seed))

    def sizes_of(self, which: int) -> dict[str, int]:
        """The first (0) or second (1) length of every size."""
        return {size: pair[which] for size, pair in self.sizes.items()}

    def worlds(
        self,
        nodes: Iterable[Expr | Relation],
        draw: Draw,
        sizes: Mapping[str, int],
        rng: random.Random | None,
        symbolic: bool = False,
    ) -> Iterator[World]:
        """Worlds for these trees; ``rng`` picks among the assignments, None takes them all."""
        names = [name for name in self.used(*nodes) if name not in self.definitions]
        whole = of_kind(names, "index")
        refuse_undefined_subsets(names)
        for orientation in orientations(names):
            values = self.values(names, draw, sizes, orientation, symbolic)
            for chosen in chosen_assignments(whole, sizes, rng):
                yield World(sizes, values | chosen, self.definitions)

    def values(
        self,
        names: Iterable[Name],
        draw: Draw,
        sizes: Mapping[str, int],
        orientation: int,
        symbolic: bool,
    ) -> dict[Name, Family]:
        """Values of numbers, vectors, matrices and functions, and the chances of what is random."""
        plain = of_kind(names, "scalar", "vector", "matrix")
        values = {name: family(self.with_facts(name), sizes, draw, orientation) for name in plain}
        functions = of_kind(names, "function")
        values |= {f: f.call or smooth(f, sizes, draw, symbolic) for f in functions}
        sources = dict.fromkeys(source for name in plain for source in name.sources)
        if sources:
            values[CHANCE] = chances(sources, sizes, draw)
        return values

    def with_facts(self, name: Name) -> Name:
        """The name with the sign that a hypothesis gives it."""
        return replace(name, facts=name.facts | {self.facts[name]}) if name in self.facts else name


def of_kind(names: Iterable[Name], *kinds: str) -> list[Name]:
    """Those of some names that are of these kinds."""
    return [name for name in names if name.kind in kinds]


def orientations(names: Iterable[Name]) -> tuple[int, ...]:
    """The signs of the determinants that orthogonal matrices take, if there are any."""
    plain = of_kind(names, "scalar", "vector", "matrix")
    return (1, -1) if any("orthonormal" in name.facts for name in plain) else (1,)


def refuse_undefined_subsets(names: Iterable[Name]) -> None:
    """Raises where a subset has no definition."""
    for name in of_kind(names, "subset"):
        raise DerivationError(f"the subset {name.latex} needs a definition")


def chosen_assignments(
    whole: Sequence[Name], sizes: Mapping[str, int], rng: random.Random | None
) -> list[Assignment]:
    """Values for the families of whole numbers: all of them, or a few that ``rng`` picks."""
    if rng is None:
        found = list(itertools.islice(all_assignments(whole, sizes), MOST_ASSIGNMENTS + 1))
        if len(found) > MOST_ASSIGNMENTS:
            raise DerivationError(f"over {MOST_ASSIGNMENTS} assignments: choose smaller sizes")
        return found
    if not whole:
        return [{}]
    return [{name: assignment(name, sizes, rng) for name in whole} for _ in range(3)]


def all_assignments(whole: Sequence[Name], sizes: Mapping[str, int]) -> Iterator[Assignment]:
    """All values that families of whole numbers can take together."""
    for values in itertools.product(*(assignments(name, sizes) for name in whole)):
        yield dict(zip(whole, values, strict=True))


def default_sizes(
    names: Iterable[Name], chosen: Mapping[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """First and second length of every size: as chosen, or the usual ones, all different."""
    wanted = sorted({*chosen, *(size for name in names for size in name.sizes)})
    usual = {size: OUTCOMES for size in wanted if size.startswith("outcomes of")}
    chosen = usual | dict(chosen)
    unknown = [size for size in wanted if size not in FIRST and size not in chosen]
    if unknown:
        raise ValueError(
            f"the size {unknown[0]!r} needs two lengths: sizes={{{unknown[0]!r}: (3, 5)}}"
        )
    lengths = {size: chosen[size] for size in wanted if size in chosen}
    for size in sorted(set(wanted) - set(chosen), key=list(FIRST).index):
        taken = [{pair[which] for pair in lengths.values()} for which in (0, 1)]
        lengths[size] = free_length(FIRST[size], taken[0]), free_length(SECOND[size], taken[1])
    return {size: lengths[size] for size in wanted}


def free_length(usual: int, taken: Collection[int]) -> int:
    """The usual length, or the next one that no other size has."""
    return next(length for length in itertools.count(usual) if length not in taken)
