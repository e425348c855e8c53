"""Points at which the hypotheses of a case hold, under assignments of symbols and of numbers.

Hypotheses on means and covariances are satisfied by outcomes that are made for them; other
equations are solved by `witnesses`.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import sympy as sp

from ..errors import DerivationError, Undefined
from ..evaluate import Assignment
from ..evaluate.assignment import Value
from ..evaluate.draws import POOL, default_point
from ..evaluate.setting import Setting
from ..evaluate.unknowns import unknown_function
from ..expr import Expr, Relation, walk
from ..limits import ASSIGNMENTS_SOLVED, MORE_WITNESSES, SOLVED_ELSEWHERE, SOLVED_HERE
from ..names import CHANCE, Name, outcomes
from .case import Letters, instances
from .points import Point, entries, failure, sign_at
from .prove import zeros_of_hypotheses
from .witnesses import small_number, witnesses

# --------------------------------------------------------------------------------------------------
# Points at which hypotheses on means and covariances hold, for which outcomes are made.
#
# Of what depends on one source of chance they tell means m and covariances S = L D L^T. Its
# outcomes are m itself, and for each column of L two of them on this line through m, one to each
# side, with such chances that the mean is m and the variance along the column is that of D.

Slot = tuple[Name, tuple[int, ...], int]  # a random number: name, indices, row
# Outcomes lie on both sides of a mean; these are the ratios of the two distances.
SLANTS = [sp.Integer(1), sp.Integer(2), sp.Rational(1, 2)]


def tells_moment(relation: Relation, setting: Setting) -> bool:
    """Whether a hypothesis tells a mean or covariance of free names, by what is none of theirs."""
    left, right = relation.sides
    if relation.sign != "=" or left.op not in {"expect", "covariance"} or len(left.value) != 1:
        return False
    apart = not any(set(name.sources) & set(left.value) for name in setting.used(right))
    return apart and all(part.op == "name" and is_free(part.value, setting) for part in left.args)


def is_free(name: Name, setting: Setting) -> bool:
    """Whether a name may be any random number or column of one source, in no value."""
    known = {*setting.definitions, *setting.facts}
    known |= {
        part for given in setting.substitutions for part in (given.name, *setting.used(given.term))
    }
    plain = name.kind in {"scalar", "vector"} and not name.facts
    return plain and len(name.sources) == 1 and name not in known


def names_with_moments(relations: Iterable[Relation]) -> list[Name]:
    """The names of which relations tell moments."""
    return list(dict.fromkeys(part.value for r in relations for part in r.left.args))


def many_outcomes(relations: Iterable[Relation], lengths: Mapping[str, int]) -> dict[str, int]:
    """How many outcomes the sources have: one, and two for each number that depends on it."""
    result: dict[str, int] = {}
    for name in names_with_moments(relations):
        _, size = outcomes(name.sources[0])
        rows = Assignment(lengths, {}, {}).lengths(name)[0] if name.shape else 1
        members = math.prod(lengths[end] for _, end in name.over)
        result[size] = result.get(size, 1) + 2 * rows * members
    return result


@dataclass
class Moments:
    """Means and covariances of the random numbers of a source, as far as they are told."""

    means: dict[Slot, Value] = field(default_factory=dict)
    spreads: dict[tuple[Slot, Slot], Value] = field(default_factory=dict)

    def tell(self, relation: Relation, assignment: Assignment) -> None:
        """Adds what a relation tells under an assignment of numbers, at its letters."""
        first, *others = [random_slots(part, assignment) for part in relation.left.args]
        pairs = [(a, b) for other in others for a in first for b in other]
        values = entries(assignment.of(relation.right))
        values = values * (len(pairs or first) // len(values))
        if pairs:
            self.spreads.update(zip(pairs, values, strict=True))
        else:
            self.means.update(zip(first, values, strict=True))

    def covariance(
        self, slots: Sequence[Slot], rng: random.Random, with_covariances: bool
    ) -> list[list[Value]]:
        """The covariances of all: where none is given, variances and perhaps small covariances."""
        many, spreads = len(slots), self.spreads | {(b, a): v for (a, b), v in self.spreads.items()}
        variances = [spreads.get((a, a), rng.choice(POOL)) for a in slots]
        zero = sp.Integer(0)
        result = [[zero] * many for _ in slots]
        for i, j in itertools.combinations_with_replacement(range(many), 2):
            free = rng.choice([1, -1]) * min(variances[i], variances[j]) / many
            value = (
                variances[i]
                if i == j
                else spreads.get((slots[i], slots[j]), free if with_covariances else zero)
            )
            result[i][j] = result[j][i] = value
        return result


def random_slots(part: Expr, assignment: Assignment) -> list[Slot]:
    """The random numbers that a name stands for, whatever the outcome."""
    name, indices = part.value, tuple(assignment.whole(index) for index in part.args[:-1])
    return [(name, indices, row) for row in range(assignment.lengths(name)[0] if name.shape else 1)]


def triangular_factor(spread: list[list[Value]]) -> list[tuple[Value, list[Value]]] | None:
    """(D, column of L) of each row of a covariance, or None where it is none."""
    result, many = [], range(len(spread))
    for k in many:
        pivot, line = spread[k][k], [spread[i][k] for i in many]
        sign = sign_at(pivot)
        if sign == -1 or (sign == 0 and any(sign_at(value) != 0 for value in line)):
            return None
        column = [value / pivot if sign else sp.Integer(0) for value in line]
        spread = [[spread[i][j] - line[i] * column[j] for j in many] for i in many]
        result.append((pivot, column))
    return result


def with_moments(
    assignment: Assignment,
    equations: Sequence[Relation],
    setting: Setting,
    letters: Letters,
    seed: int,
) -> Assignment | None:
    """An assignment of numbers with outcomes of which these equations are true, or None."""
    rng, values = random.Random(seed), dict(assignment.values)
    for source in dict.fromkeys(r.left.value[0] for r in equations):
        own = [r for r in equations if r.left.value[0] == source]
        moments = Moments()
        for relation in own:
            for each in instances(relation, [assignment], letters, setting.conditions):
                moments.tell(relation, each)
        numbers = distinct_random_slots(names_with_moments(own), assignment)
        made = (
            triangular_factor(moments.covariance(numbers, rng, with_covariances))
            for with_covariances in (True, False)
        )
        factors = next(filter(None, made), None)
        if factors is None:
            return None
        centre = [moments.means.get(slot, rng.choice(POOL)) for slot in numbers]
        drawn = outcomes_with_moments(centre, factors, rng)
        for name in names_with_moments(own):
            values[name] = values_at_outcomes(name, numbers, drawn, assignment)
        values[CHANCE] = values[CHANCE] | {(source, k): p for k, (p, _) in enumerate(drawn, 1)}
    return Assignment(assignment.sizes, values, assignment.definitions)


def distinct_random_slots(names: Iterable[Name], assignment: Assignment) -> list[Slot]:
    """The random numbers of some names, each once."""
    indices = {
        name: dict.fromkeys(place[:-1] for place in assignment.values[name]) for name in names
    }
    return [
        (name, at, row)
        for name in indices for at in indices[name]
        for row in range(assignment.lengths(name)[0] if name.shape else 1)
    ]  # fmt: skip


def outcomes_with_moments(
    centre: Sequence[Value], factors: Sequence[tuple[Value, list[Value]]], rng: random.Random
) -> list[tuple[Value, list[Value]]]:
    """(chance, numbers) of each outcome; what is left of the chances is that of the centre."""
    made: list[tuple[Value, list[Value]]] = []
    for variance, column in factors:
        slant, parts = rng.choice(SLANTS), len(factors) + 1
        step = sp.ceiling(sp.sqrt(parts * variance / slant)) + 1
        chance = variance / (step**2 * (1 + slant)) if variance != 0 else sp.Rational(1, 4 * parts)
        for p, by in ((chance, step), (chance / slant, -step * slant)):
            made.append((p, [m + by * x for m, x in zip(centre, column, strict=True)]))
    rest = 1 - sum(p for p, _ in made)
    return [*made, (rest, list(centre))]


def values_at_outcomes(
    name: Name,
    numbers: Sequence[Slot],
    made: Sequence[tuple[Value, list[Value]]],
    assignment: Assignment,
) -> dict[tuple[int, ...], Value]:
    """The values of a name at all its indices and outcomes."""
    result = {
        place: value.copy() if name.shape else value
        for place, value in assignment.values[name].items()
    }
    for outcome, (_, values) in enumerate(made, 1):
        for (other, indices, row), value in zip(numbers, values, strict=True):
            if other == name and name.shape:
                result[*indices, outcome][row, 0] = value
            elif other == name:
                result[*indices, outcome] = value
    return result


def hypothesis_holds(
    relation: Relation, assignment: Assignment, setting: Setting, letters: Letters
) -> bool:
    """Whether a hypothesis is true under an assignment of numbers."""
    try:
        places = instances(relation, [assignment], letters, setting.conditions)
        return not any(failure(each, relation) for each in places)
    except Undefined:
        return False


# --------------------------------------------------------------------------------------------------
# Points at which hypotheses hold, under assignments of symbols.

# These operations have values for numbers only, not for symbols.
OF_NUMBERS = {"pinv", "rank"}


def refuse_contradictory(equations: Sequence[Relation], setting: Setting, letters: Letters) -> None:
    """Raises unless some point satisfies the hypotheses: from a contradiction all follows."""
    if next(hypothesis_points(equations, (), setting, letters), None) is None:
        raise DerivationError(
            "no point was found at which the hypotheses hold: do they conflict? Small numbers were "
            "tried, and each equation was solved for its last unknown; if they agree, define a "
            "name by its term, or write the hypothesis as name = term"
        )


def with_polynomials(assignment: Assignment, seed: int, convex_squares: bool = False) -> Assignment:
    """An assignment of symbols, with a polynomial for each unknown function.

    convex_squares: whether convex ones are sums of squares along the axes.
    """
    values = {
        name: unknown_function(
            name,
            assignment.sizes,
            default_point(seed).draw(),
            symbolic=False,
            values=assignment.values,
            convex_squares=convex_squares,
        )
        if callable(family) and not name.call
        else family
        for name, family in assignment.values.items()
    }
    return Assignment(assignment.sizes, values, assignment.definitions)


def with_numbers(
    assignment: Assignment,
    order: list[Value],
    setting: Setting,
    equations: Sequence[Relation],
    seed: int,
) -> tuple[Assignment, list[Value]]:
    """An assignment of numbers to what stands in ranks and pseudoinverses, and other symbols."""
    trees = [*itertools.chain(*(r.sides for r in equations))]
    names = setting.used(*equations)
    trees += [body for name in names for body in setting.bodies(name)]
    nodes = [node for tree in trees for node in walk(tree)]
    inside = setting.used(*(part for node in nodes if node.op in OF_NUMBERS for part in node.args))
    values = [value for name in inside for value in (assignment.values.get(name) or {}).values()]
    symbols = {s for value in values for part in entries(value) for s in part.free_symbols}
    chosen = [symbol for symbol in order if symbol in symbols]
    rng = random.Random(seed)
    assignment = (
        assignment.at_point({symbol: small_number(symbol, rng) for symbol in chosen})
        if chosen
        else assignment
    )
    return assignment, [symbol for symbol in order if symbol not in symbols]


def hypothesis_points(
    equations: Sequence[Relation],
    relations: Sequence[Relation],
    setting: Setting,
    letters: Letters,
    lengths: Mapping[str, int] | None = None,
    beyond_first: bool = False,
) -> Iterator[tuple[Assignment, Point]]:
    """(assignment, values of its symbols) at which the hypotheses hold; functions are polynomials.

    Outcomes are made for means and covariances, at points at which the rest holds; where this gives
    none, they are solved for with the rest. beyond_first: whether those are wanted
    that come after the first ones, which are mostly enough.
    """
    candidates = assignments_with_moments(
        equations, relations, setting, letters, lengths, beyond_first
    )
    if (first := next(candidates, None)) is None:
        yield from solved_points(equations, relations, setting, letters, lengths, beyond_first)
        return
    for assignment in itertools.chain([first], candidates):
        yield assignment, {}


def assignments_with_moments(
    equations: Sequence[Relation],
    relations: Sequence[Relation],
    setting: Setting,
    letters: Letters,
    lengths: Mapping[str, int] | None,
    beyond_first: bool,
) -> Iterator[Assignment]:
    """Assignments whose outcomes have the means and covariances that hypotheses tell, if any do."""
    of_moments = [relation for relation in equations if tells_moment(relation, setting)]
    if not of_moments:
        return
    rest = [relation for relation in equations if relation not in of_moments]
    sides = (*relations, *equations)
    wide = dict(lengths or setting.first(*sides))
    wide |= many_outcomes(of_moments, wide)
    points = solved_points(rest, sides, setting, letters, wide, beyond_first)
    for number, (generic, point) in enumerate(points):
        made = with_moments(generic.at_point(point), of_moments, setting, letters, number)
        if made and all(hypothesis_holds(one, made, setting, letters) for one in equations):
            yield made


def solved_points(
    equations: Sequence[Relation],
    relations: Sequence[Relation],
    setting: Setting,
    letters: Letters,
    lengths: Mapping[str, int] | None = None,
    beyond_first: bool = False,
) -> Iterator[tuple[Assignment, Point]]:
    """Points at which the hypotheses hold, solved for one unknown after the other."""
    assignments = setting.symbolic(*equations, *relations, lengths=lengths)
    numbered = enumerate(itertools.islice(assignments, ASSIGNMENTS_SOLVED))
    for (seed, generic), convex_squares in itertools.product(numbered, (False, True)):
        if convex_squares and not any("convex" in getattr(n, "facts", ()) for n in generic.values):
            continue
        assignment = with_polynomials(generic, seed, convex_squares)
        many, tries = SOLVED_ELSEWHERE if lengths else SOLVED_HERE
        assignment, order = with_numbers(
            assignment, symbols_of(assignment), setting, equations, seed
        )
        try:
            vanishing = zeros_of_hypotheses(equations, assignment, letters, setting.conditions)
        except Undefined:
            continue
        start, stop = (many, many + MORE_WITNESSES) if beyond_first else (0, many)
        tries = max(tries, 2 * stop)
        for point in itertools.islice(witnesses(vanishing, order, stop, tries), start, None):
            yield assignment, point


def symbols_of(assignment: Assignment) -> list[Value]:
    """The symbols in the numbers of an assignment, in an order that is the same in every run."""
    numbers = itertools.chain(*(entries(value) for value in assignment.numbers()))
    symbols = set[Value]().union(*(sp.sympify(part, strict=True).free_symbols for part in numbers))
    return sorted(symbols, key=str)
