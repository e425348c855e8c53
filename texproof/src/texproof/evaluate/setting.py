"""The assignments under which a statement is evaluated.

The first assignment has generic symbols at small sizes that differ from each other: there the
statement is proved, component by component. The others have exact rational numbers, at many
lengths: there a statement that holds only at the first is found out. Labellings, values by
hypotheses and the solutions of stated problems are put into an assignment when it is made.
"""

import contextlib
import itertools
import math
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..errors import DerivationError, Undefined
from ..expr import Definition, Expr, Relation, free_letters, free_names, names_in, scope, walk
from ..limits import (
    FEW_LABELLINGS,
    LONGEST_NEAREST,
    MOST_LABELLINGS,
    SHORT_RANGE,
    TRIES_FOR_LABELLINGS,
)
from ..names import CHANCE, OUTCOMES_OF, Name
from ..purity import require_pure
from ..shape.sizes import length
from . import sizes as tuples
from .assignment import Assignment, Family, Indices, Value
from .draws import Point, Strategy, symbols
from .sizes import TESTS, are_satisfied, conditions_of_facts
from .unknowns import Draw, exchange_bounds, refuse_modulus, unknown_function
from .values import all_labels, family_values, orientations, places_of, probabilities, some_labels

# --------------------------------------------------------------------------------------------------
# Labellings: the values of index families, such as the leaf that each sample falls into.

Labelling = dict[Name, dict[Indices, int]]
Allowed = Callable[[Labelling], bool]


def labellings(
    whole: Sequence[Name], sizes: Mapping[str, int], rng: random.Random | None, allowed: Allowed
) -> list[Labelling]:
    """Allowed values of the families of whole numbers: all, or a few that ``rng`` picks."""
    if not whole:
        return [{}]
    if rng is None:
        return list(filter(allowed, every_labelling(whole, sizes)))
    drawn = (
        {name: some_labels(name, sizes, rng) for name in whole} for _ in range(TRIES_FOR_LABELLINGS)
    )
    far = [last_labels(whole, sizes)] if most_labels(whole, sizes) > SHORT_RANGE else []
    return list(itertools.islice(filter(allowed, itertools.chain(far, drawn)), FEW_LABELLINGS))


def most_labels(whole: Iterable[Name], sizes: Mapping[str, int]) -> int:
    """The most values that a member of some families of whole numbers has."""
    return max(length(name.shape[0], sizes) for name in whole)


def last_labels(whole: Iterable[Name], sizes: Mapping[str, int]) -> Labelling:
    """The labelling that is hardly ever drawn among many values: each member has its last one.

    Where every value has to occur, the last members count down from it.
    """
    result: Labelling = {}
    for name in whole:
        last = length(name.shape[0], sizes)
        onto = itertools.cycle(range(last, 0, -1) if "onto" in name.facts else [last])
        result[name] = dict(zip(places_of(name, sizes), onto, strict=False))
    return result


def count_labellings(whole: Iterable[Name], sizes: Mapping[str, int]) -> int:
    """How many values families of whole numbers can take together."""
    counts = (
        length(name.shape[0], sizes) ** math.prod(sizes[size] for _, size in name.range)
        for name in whole
    )
    return math.prod(counts)


def every_labelling(whole: Sequence[Name], sizes: Mapping[str, int]) -> list[Labelling]:
    """All values that families of whole numbers can take together."""
    every = itertools.product(*(all_labels(name, sizes) for name in whole))
    result = [
        dict(zip(whole, values, strict=True))
        for values in itertools.islice(every, MOST_LABELLINGS + 1)
    ]
    if len(result) > MOST_LABELLINGS:
        raise DerivationError(
            f"there are more than {MOST_LABELLINGS} labellings to try: choose smaller sizes"
        )
    return result


def holds_of_labels(
    assignment: Assignment, relations: Iterable[Relation], letters: Mapping[str, str | None]
) -> bool:
    """Whether relations between whole numbers hold for every choice of their free letters."""
    return all(
        TESTS[relation.sign](int(place.of(relation.left)), int(place.of(relation.right)))
        for relation in relations
        for place in assignments_at_letters(assignment, relation, letters)
    )


def assignments_at_letters(
    assignment: Assignment, relation: Relation, letters: Mapping[str, str | None]
) -> Iterator[Assignment]:
    """The assignment with every choice of the free letters of a relation."""
    free = sorted(free_letters(relation))
    ranges = [range(1, assignment.sizes[letters[letter] or ""] + 1) for letter in free]
    for chosen in itertools.product(*ranges):
        yield assignment.at(dict(zip(free, chosen, strict=True)))


# --------------------------------------------------------------------------------------------------
# Hypotheses that say what members of a family are worth: substituted when an assignment is made.
#
# What is substituted is a value and no definition: a derivative or an integral opens its variable
# later.

Letters = Mapping[str, str | None]  # the size that each letter runs to


@dataclass(frozen=True)
class Substitution:
    """A hypothesis ``name = term``, or a bound: what the members that it names are worth.

    indices: a letter or a whole number for each index; slack: a name of known sign, and whether it
    is taken away.
    """

    name: Name
    indices: tuple[Expr, ...]
    term: Expr
    slack: Name | None = None
    turned: bool = False

    def value(self, assignment: Assignment, indices: Indices) -> Value:
        """The value of a member under an assignment in which the letters are bound."""
        value = assignment.of(self.term) + 0 * assignment.value(
            self.name, indices
        )  # a bare 0 gets a shape
        if self.slack is None:
            return value
        slack = assignment.value(self.slack, indices)
        return value - slack if self.turned else value + slack


def with_values(
    assignment: Assignment,
    substitutions: Sequence[Substitution],
    names: Collection[Name],
    letters: Letters,
    conditions: Sequence[Relation],
) -> Assignment:
    """An assignment in which members of the names have, in turn, the values of hypotheses."""
    for given in substitutions:
        if given.name in names:
            family = dict(assignment.values[given.name])
            for bound, place in members(given, assignment.sizes, letters, conditions):
                family[place] = given.value(assignment.at(bound), place)
            values = {**assignment.values, given.name: family}
            assignment = Assignment(assignment.sizes, values, assignment.definitions)
    return assignment


def members(
    given: Substitution, sizes: Mapping[str, int], letters: Letters, conditions: Sequence[Relation]
) -> Iterator[tuple[dict[str, int], Indices]]:
    """(letters, place) of each member of a family that a hypothesis names."""
    free = [part.value for part in given.indices if part.op == "var"]
    ranges = [range(1, sizes[letters[letter] or ""] + 1) for letter in free]
    last = [sizes[size] for _, size in given.name.range]
    for chosen in itertools.product(*ranges):
        bound = dict(zip(free, chosen, strict=True))
        place = tuple(bound.get(part.value, part.value) for part in given.indices)
        inside = all(i <= end for i, end in zip(place, last, strict=True))
        if inside and are_satisfied(conditions, sizes, bound):
            yield bound, place


# --------------------------------------------------------------------------------------------------
# Names that problems define: free symbols, and yet functions of what is given there.

Definitions = Mapping[Name, Definition]
DERIVATIVES = {"grad", "hessian", "partial", "jacobian", "differential"}


def dependencies(name: Name, definitions: Definitions) -> set[Name]:
    """Names on which a definition depends, but for parameters of its own and what it seeks."""
    if name not in definitions:
        return set()
    places, body, _ = definitions[name]
    own = {part.value for part in places} if name.kind == "function" else set()
    return free_names(body, lambda node: free_names_reached(node, definitions)) - own


def free_names_reached(tree: Expr, definitions: Definitions) -> set[Name]:
    """Names that a tree mentions, directly or through definitions."""
    used = names_in(tree)
    return set(used).union(*(dependencies(part, definitions) for part in used))


def refuse_varied(
    trees: Iterable[Expr | Relation], problems: Definitions, definitions: Definitions
) -> None:
    """Raises where a name varies on which the solution of a problem depends that occurs there."""
    known = {**definitions, **problems}
    for bodies, about in terms_and_varied_names(trees) if problems else ():
        inside = set[Name]().union(*(free_names_reached(body, known) for body in bodies))
        moved = free_names_reached(about, known)
        for name in inside & set(problems):
            if moved & dependencies(name, known):
                raise DerivationError(
                    f"{name.latex} solves a problem that depends on {about.value.latex}"
                )


def terms_and_varied_names(
    trees: Iterable[Expr | Relation],
) -> Iterator[tuple[tuple[Expr, ...], Expr]]:
    """(terms, name) wherever a name gets other values in some terms."""
    for node in (node for tree in trees for node in walk(tree)):
        inside, about, _ = scope(node)
        if node.op in DERIVATIVES:
            inside, about = node.args[:1], node.args[1:]
        yield from ((inside, part) for part in about)


def pose_problem(relation: Relation, problems: Definitions) -> Relation:
    """A relation with the problem in the place of the name that it defines, alone at the left."""
    left = relation.left
    if left.op != "name" or left.value not in problems:
        return relation
    letters, body, _ = problems[left.value]
    same = tuple(part.value for part in left.args) == letters
    plain = body.op == "optimum" and body.value[1:] == (1,)
    return Relation(relation.sign, body, relation.right) if plain and same else relation


# --------------------------------------------------------------------------------------------------
# The setting of a statement, which makes its assignments.


class Setting:
    """Names, sizes, definitions and hypotheses in force for one statement.

    sizes: the lengths to prove at and others to try; letters: the size that each letter runs to;
    facts: signs that hypotheses give; substitutions: hypotheses that give values, in the order in
    which they can be substituted; conditions: on lengths and letters; labels: on labellings.
    """

    def __init__(
        self,
        definitions: Mapping[Name, Definition],
        sizes: Mapping[str, tuple[int, int]],
        letters: Mapping[str, str | None] | None = None,
        facts: Mapping[Name, str] | None = None,
        substitutions: Sequence[Substitution] = (),
        conditions: Sequence[Relation] = (),
        labels: Sequence[Relation] = (),
    ) -> None:
        self.definitions, self.sizes, self.letters = definitions, sizes, letters or {}
        self.facts, self.substitutions = facts or {}, tuple(substitutions)
        self.conditions, self.labels = tuple(conditions), tuple(labels)

    def used(self, *nodes: Expr | Relation) -> list[Name]:
        """Names that the trees mention, directly, through definitions or hypotheses."""
        result: dict[Name, None] = {}
        waiting = names_in(*nodes)
        while waiting:
            name = waiting.pop(0)
            if name not in result:
                result[name] = None
                waiting += names_in(*self.bodies(name))
                waiting += [h.slack for h in self.substitutions if h.name == name and h.slack]
        return list(result)

    def bodies(self, name: Name) -> list[Expr]:
        """The terms that a name is, by its definition or by hypotheses."""
        defined = [self.definitions[name].body] if name in self.definitions else []
        return defined + [given.term for given in self.substitutions if given.name == name]

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
        return {part.value for name in functions for part in self.definitions[name].parameters}

    # ----------------------------------------------------------------------------------------------
    # Lengths.

    def allows(self, *nodes: Expr | Relation) -> tuples.Condition:
        """Whether lengths satisfy the conditions, and what the facts of the names presume."""
        every = [*self.conditions, *conditions_of_facts(self.used(*nodes))]
        return lambda lengths: are_satisfied(every, lengths, {})

    def first(self, *nodes: Expr | Relation) -> dict[str, int]:
        """The lengths to prove at: those that were chosen, or the nearest that are allowed."""
        wanted = {size: pair[0] for size, pair in self.sizes.items()}
        allowed, names = self.allows(*nodes), set(self.used(*nodes)) - {*self.definitions}
        whole = names_of_kind(names, "index")
        few = lambda lengths: (
            allowed(lengths) and count_labellings(whole, wanted | lengths) <= MOST_LABELLINGS
        )
        bound = {size: wanted[size] for size in self.bound_sizes(*nodes)}
        nearest = tuples.nearest_lengths(bound, few if whole else allowed)
        if nearest is None:
            longest = max(*LONGEST_NEAREST, *bound.values())
            raise DerivationError(f"no lengths up to {longest} satisfy the conditions on sizes")
        return wanted | nearest

    def bound_sizes(self, *nodes: Expr | Relation) -> set[str]:
        """The sizes on which trees and conditions depend."""
        nodes_of = (node for condition in self.conditions for node in walk(condition))
        return self.sizes_of(*nodes) | {node.value for node in nodes_of if node.op == "size"}

    def other_lengths(self, *nodes: Expr | Relation, longest: int = 4) -> list[dict[str, int]]:
        """Other lengths to try; a source of chance has more outcomes than anything has members."""
        every, allowed = self.bound_sizes(*nodes), self.allows(*nodes)
        sizes = {size for size in every if not size.startswith(OUTCOMES_OF)}
        second = {size: self.sizes[size][1] for size in sizes}
        chosen = tuples.choose_lengths(sizes, allowed, longest) if sizes else [{}]
        if not chosen:
            beyond = max(self.first(*nodes)[size] for size in sizes) + 2
            chosen = tuples.choose_lengths(sizes, allowed, beyond)
        chosen += [
            t for t in [tuples.nearest_lengths(second, allowed)] if sizes and t and t not in chosen
        ]
        first = {size: pair[0] for size, pair in self.sizes.items()}
        more = [max([3, *lengths.values()]) + 1 for lengths in chosen]
        return [
            first | t | dict.fromkeys(every - sizes, n) for t, n in zip(chosen, more, strict=True)
        ]

    def labelling_condition(self, sizes: Mapping[str, int], whole: Sequence[Name]) -> Allowed:
        """Whether a labelling satisfies the hypotheses on labels."""
        free = {
            h: set(names_of_kind(self.used(h), "index")) - {*self.definitions} for h in self.labels
        }
        decided = [h for h in self.labels if free[h] <= {*whole}]
        assignment = partial(Assignment, sizes, definitions=self.definitions)
        return lambda labels: holds_of_labels(assignment(values=labels), decided, self.letters)

    def symbolic(
        self, *nodes: Expr | Relation, lengths: Mapping[str, int] | None = None
    ) -> Iterator[Assignment]:
        """The assignments of generic symbols: one for each orientation and each labelling.

        At other lengths than the first there are too many labellings, and a few are picked.
        """
        rng = random.Random(0) if lengths else None
        yield from self.assignments(nodes, symbols, lengths or self.first(*nodes), rng)

    def rational(
        self, *nodes: Expr | Relation, lengths: Mapping[str, int], point: Point, varied: bool = True
    ) -> Iterator[Assignment]:
        """Assignments of exact rational numbers, drawn for a point, for a few labellings.

        varied: whether the labellings depend on the point, too.
        """
        rng, wide = random.Random(point.seed if varied else 0), point.strategy is Strategy.WIDE
        yield from self.assignments(nodes, point.draw(), lengths, rng, point.seed, wide)

    def assignments(
        self,
        nodes: Iterable[Expr | Relation],
        draw: Draw,
        sizes: Mapping[str, int],
        rng: random.Random | None,
        seed: int | None = None,
        wide: bool = False,
    ) -> Iterator[Assignment]:
        """Assignments for these trees; ``rng`` picks among the labellings, None takes them all.

        seed: that of the numbers, None for symbols. wide: whether they are of any size.
        """
        names = [name for name in self.used(*nodes) if name not in self.definitions]
        whole = names_of_kind(names, "index")
        for turned in orientations(names, nodes, sizes, seed):
            values = self.values(names, draw, sizes, turned, seed is None, wide)
            for chosen in labellings(whole, sizes, rng, self.labelling_condition(sizes, whole)):
                assignment = Assignment(sizes, values | chosen, self.definitions)
                # Where a hypothesis gives no value, there is no assignment.
                with contextlib.suppress(Undefined):
                    yield with_values(
                        assignment, self.substitutions, names, self.letters, self.conditions
                    )

    def values(
        self,
        names: Iterable[Name],
        draw: Draw,
        sizes: Mapping[str, int],
        turned: int,
        symbolic: bool,
        wide: bool,
    ) -> dict[Name, Family]:
        """Values of numbers, vectors, matrices and functions, and the chances of what is random."""
        plain = names_of_kind(names, "scalar", "vector", "matrix")
        given = {name.latex for name in (*self.definitions, *(h.name for h in self.substitutions))}
        refuse_modulus(names_of_kind(names, "function"), map(self.with_facts, plain), given)
        values = {name: family_values(self.with_facts(name), sizes, draw, turned) for name in plain}
        exchange_bounds(names_of_kind(names, "function"), values)
        for f in names_of_kind(names, "function"):
            made = require_pure(f.call) if f.call else None
            values[f] = made or unknown_function(f, sizes, draw, symbolic, wide, values)
        sources = dict.fromkeys(source for name in plain for source in name.sources)
        if sources:
            values[CHANCE] = probabilities(sources, sizes, draw)
        return values

    def with_facts(self, name: Name) -> Name:
        """The name with the sign that a hypothesis gives it."""
        return replace(name, facts=name.facts | {self.facts[name]}) if name in self.facts else name


def names_of_kind(names: Iterable[Name], *kinds: str) -> list[Name]:
    """Those of some names that are of these kinds."""
    return [name for name in names if name.kind in kinds]
