"""The worlds in which a statement is evaluated.

The first world has generic symbols at small sizes that differ from each other: there the
statement is proved, component by component. The others have exact rational numbers, at many
lengths: there a statement that holds only at the first is found out.
"""

import contextlib
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..code import without_memory
from ..errors import DerivationError, Undefined
from ..expr import Expr, Relation, free_letters, names_in, walk
from ..names import CHANCE, OUTCOMES_OF, Name
from . import lengths as tuples
from .conditions import implied, satisfied
from .curved import in_order, refuse_modulus
from .draws import WIDE, rationals, symbols
from .labels import MOST, Allowed, holds_of_labels, how_many, labellings
from .orthogonal import orientations
from .put_in import PutIn, with_values
from .unknowns import Draw, smooth
from .values import chances, family
from .world import Definition, Family, World


class Setting:
    """Names, sizes, definitions and hypotheses in force for one statement.

    sizes: the lengths to prove at and others to try; letters: the size that each letter runs to;
    facts: signs that hypotheses give; put_in: hypotheses that give values, in the order in which
    they can be put in; conditions: on lengths and letters; labels: on labellings.
    """

    def __init__(
        self,
        definitions: Mapping[Name, Definition],
        sizes: Mapping[str, tuple[int, int]],
        letters: Mapping[str, str | None] | None = None,
        facts: Mapping[Name, str] | None = None,
        put_in: Sequence[PutIn] = (),
        conditions: Sequence[Relation] = (),
        labels: Sequence[Relation] = (),
    ) -> None:
        self.definitions, self.sizes, self.letters = definitions, sizes, letters or {}
        self.facts, self.put_in = facts or {}, tuple(put_in)
        self.conditions, self.labels = tuple(conditions), tuple(labels)

    def used(self, *nodes: Expr | Relation) -> list[Name]:
        """Names that the trees mention, directly, through definitions or hypotheses."""
        found: dict[Name, None] = {}
        waiting = names_in(*nodes)
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = None
                waiting += names_in(*self.bodies(name))
                waiting += [h.slack for h in self.put_in if h.name == name and h.slack]
        return list(found)

    def bodies(self, name: Name) -> list[Expr]:
        """The terms that a name is, by its definition or by hypotheses."""
        defined = [self.definitions[name][1]] if name in self.definitions else []
        return defined + [given.term for given in self.put_in if given.name == name]

    def sizes_of(self, *nodes: Expr | Relation) -> set[str]:
        """The sizes on which trees depend: those of names and letters, and those written."""
        names = self.used(*nodes)
        trees = [*nodes, *(body for name in names for body in self.bodies(name))]
        written = {node.value for tree in trees for node in walk(tree) if node.op == "size"}
        runs = {self.letters.get(letter) for tree in nodes for letter in free_letters(tree)}
        return written.union(*(name.sizes for name in names)) | {size for size in runs if size}

    def parameters(self, names: Iterable[Name]) -> set[Name]:
        """Names that stand for the arguments of functions that are defined."""
        functions = [n for n in names if n.kind == "function" and n in self.definitions]
        return {part.value for name in functions for part in self.definitions[name][0]}

    # lengths

    def allows(self, *nodes: Expr | Relation) -> tuples.Condition:
        """Whether lengths satisfy the conditions, and what the facts of the names presume."""
        every = [*self.conditions, *implied(self.used(*nodes))]
        return lambda lengths: satisfied(every, lengths, {})

    def first(self, *nodes: Expr | Relation) -> dict[str, int]:
        """The lengths to prove at: those that were chosen, or the nearest that are allowed."""
        wanted = {size: pair[0] for size, pair in self.sizes.items()}
        allowed, names = self.allows(*nodes), set(self.used(*nodes)) - {*self.definitions}
        whole = of_kind(names, "index")
        few = lambda lengths: allowed(lengths) and how_many(whole, wanted | lengths) <= MOST
        bound = {size: wanted[size] for size in self.bound_sizes(*nodes)}
        found = tuples.nearest(bound, few if whole else allowed)
        if found is None:
            raise DerivationError("no lengths up to 5 satisfy the conditions on sizes")
        return wanted | found

    def bound_sizes(self, *nodes: Expr | Relation) -> set[str]:
        """The sizes on which trees and conditions depend."""
        nodes_of = (node for condition in self.conditions for node in walk(condition))
        return self.sizes_of(*nodes) | {node.value for node in nodes_of if node.op == "size"}

    def elsewhere(self, *nodes: Expr | Relation, longest: int = 4) -> list[dict[str, int]]:
        """Other lengths to try; a source of chance has more outcomes than anything has members."""
        every, allowed = self.bound_sizes(*nodes), self.allows(*nodes)
        sizes = {size for size in every if not size.startswith(OUTCOMES_OF)}
        second = {size: self.sizes[size][1] for size in sizes}
        found = tuples.chosen(sizes, allowed, longest) if sizes else [{}]
        found += [t for t in [tuples.nearest(second, allowed)] if sizes and t and t not in found]
        first = {size: pair[0] for size, pair in self.sizes.items()}
        more = [max([3, *lengths.values()]) + 1 for lengths in found]
        return [
            first | t | dict.fromkeys(every - sizes, n) for t, n in zip(found, more, strict=True)
        ]

    def labelled(self, sizes: Mapping[str, int], whole: Sequence[Name]) -> Allowed:
        """Whether a labelling satisfies the hypotheses on labels."""
        free = {h: set(of_kind(self.used(h), "index")) - {*self.definitions} for h in self.labels}
        decided = [h for h in self.labels if free[h] <= {*whole}]
        world = partial(World, sizes, definitions=self.definitions)
        return lambda labels: holds_of_labels(world(values=labels), decided, self.letters)

    def symbolic(
        self, *nodes: Expr | Relation, lengths: Mapping[str, int] | None = None
    ) -> Iterator[World]:
        """The worlds of generic symbols: one for each orientation and each assignment.

        At other lengths than the first there are too many assignments, and a few are picked.
        """
        rng = random.Random(0) if lengths else None
        yield from self.worlds(nodes, symbols, lengths or self.first(*nodes), rng)

    def rational(
        self, *nodes: Expr | Relation, lengths: Mapping[str, int], seed: int, varied: bool = True
    ) -> Iterator[World]:
        """Worlds of exact rational numbers, drawn by a seed, for a few assignments.

        varied: whether the assignments depend on the seed, too.
        """
        rng = random.Random(seed if varied else 0)
        yield from self.worlds(nodes, rationals(seed), lengths, rng, seed)

    def worlds(
        self,
        nodes: Iterable[Expr | Relation],
        draw: Draw,
        sizes: Mapping[str, int],
        rng: random.Random | None,
        seed: int | None = None,
    ) -> Iterator[World]:
        """Worlds for these trees; ``rng`` picks among the assignments, None takes them all.

        seed: that of the numbers, None for symbols.
        """
        names = [name for name in self.used(*nodes) if name not in self.definitions]
        whole = of_kind(names, "index")
        for turned in orientations(names, nodes, sizes, seed):
            values = self.values(names, draw, sizes, turned, seed)
            for chosen in labellings(whole, sizes, rng, self.labelled(sizes, whole)):
                world = World(sizes, values | chosen, self.definitions)
                with contextlib.suppress(Undefined):  # where a hypothesis gives no value
                    yield with_values(world, self.put_in, names, self.letters, self.conditions)

    def values(
        self,
        names: Iterable[Name],
        draw: Draw,
        sizes: Mapping[str, int],
        turned: int,
        seed: int | None,
    ) -> dict[Name, Family]:
        """Values of numbers, vectors, matrices and functions, and the chances of what is random."""
        plain = of_kind(names, "scalar", "vector", "matrix")
        told = {name.latex for name in (*self.definitions, *(h.name for h in self.put_in))}
        refuse_modulus(of_kind(names, "function"), map(self.with_facts, plain), told)
        values = {name: family(self.with_facts(name), sizes, draw, turned) for name in plain}
        symbolic, wide = seed is None, (seed or 0) >= WIDE
        in_order(of_kind(names, "function"), values)
        for f in of_kind(names, "function"):
            made = without_memory(f.call) if f.call else None
            values[f] = made or smooth(f, sizes, draw, symbolic, wide, values)
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
