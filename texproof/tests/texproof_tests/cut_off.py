"""A proof for every size by finitely many: rows that are polynomial, at a grid of lengths.

Theorem. Let the difference of two sides be a sum of contractions of generic or symmetric entries,
each with at most m indices that run over a size, with coefficients that are quotients of
polynomials in the sizes, of degree at most g above. If it is 0 at g + 1 lengths from m on of each
size, in all combinations, it is 0 at every length at which it is defined.

Slots and degrees are counted on the tree (degrees.py), generously. One random point of whole
numbers stands for each tuple of lengths: a polynomial of degree D that is not 0 vanishes there with
a chance of at most D / (2N + 1).
"""

import itertools
import random
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from texproof_tests.degrees import NotPolynomial, counted_row, with_values
from texproof_tests.exact import Assignment, Field, Missing, NotAsked, eye, full
from texproof_tests.language import free_letters
from texproof_tests.opinion_judge import conditions_hold
from texproof_tests.opinion_shapes import lengths_of
from texproof_tests.opinion_values import names_used, places

PROVED, REFUTED, OUTSIDE = "proved", "refuted", "outside"
LARGEST = 10**9  # of a random entry, with either sign
MOST = 150  # tuples of lengths
LONGEST = 20  # a length


@dataclass
class Found:
    """What was found about a row: the lengths tried, and a bound of the chance to be wrong."""

    kind: str
    why: str = ""
    tuples: int = 0
    chance: float = 0.0


class Whole(Field):
    """Fractions, of which there are enough to evaluate any row."""

    def work(self, count):
        pass


def decided(statement, row):
    """Whether a row holds at every size, as far as the theorem applies."""
    statement = with_values(statement, row)
    try:
        need = counted_row(statement, row)
        grid = lengths_of_grid(statement, need)
        rng = random.Random(0)
        for lengths in grid:
            where = differing(statement, row, lengths, rng)
            if where:
                return Found(REFUTED, where)
    except NotPolynomial as cause:
        return Found(OUTSIDE, str(cause))
    return Found(PROVED, "", len(grid), need.degree / (2 * LARGEST + 1))


def lengths_of_grid(statement, need):
    """The tuples of lengths that decide, among those that the conditions allow."""
    sizes = sorted(need.sizes)
    counts = [need.coefficients[size] + 1 for size in sizes]
    if np.prod(counts, dtype=float) > MOST:
        raise NotPolynomial("a large grid")
    longest = max(counts, default=1)
    for order in itertools.permutations(range(len(sizes))):
        starts = [
            max(1, need.slots[s]) + need.least + r * longest
            for s, r in zip(sizes, order, strict=True)
        ]
        spans = [range(a, a + count) for a, count in zip(starts, counts, strict=True)]
        if max((span[-1] for span in spans), default=0) > LONGEST:
            continue
        first = {size: pair[0] for size, pair in statement.lengths.items()}
        grid = [first | dict(zip(sizes, t, strict=True)) for t in itertools.product(*spans)]
        if all(conditions_hold(statement, lengths, {}) for lengths in grid):
            return grid
    raise NotPolynomial("no grid that the conditions allow")


def differing(statement, row, lengths, rng):
    """Where the sides differ at a random point, or an empty text."""
    assignment = point(statement, row, lengths, rng)
    free = sorted(free_letters(row.relation))
    spans = [range(1, lengths[statement.letters[letter]] + 1) for letter in free]
    for numbers in itertools.product(*spans):
        at = assignment.at(dict(zip(free, numbers, strict=True)))
        try:
            gap = at.of(row.relation.left) - at.of(row.relation.right)
        except (Missing, NotAsked) as cause:
            raise NotPolynomial(str(cause)) from cause
        if np.any(np.asarray(gap, dtype=object) != 0):
            return f"{lengths} {dict(zip(free, numbers, strict=True))}"
    return ""


def point(statement, row, lengths, rng):
    """Random whole numbers for all entries."""
    used = names_used(statement.definitions, [row.relation])
    free = [name for name in used if name not in statement.definitions]
    values = {
        name: {place: member(name, place, lengths, rng) for place in places(name, lengths)}
        for name in free
        if name.kind in {"scalar", "vector", "matrix"}
    }
    return Assignment(Whole(), lengths, values, statement.definitions)


def member(name, place, lengths, rng):
    draw = lambda: Fraction(rng.randint(-LARGEST, LARGEST))
    shape = lengths_of(name.shape, lengths)
    if name.kind == "scalar":
        return draw()
    if "ones" in name.facts:
        return full(shape, Fraction(1))
    if "identity" in name.facts:
        return eye(shape[0])
    if "basis" in name.facts:
        return eye(shape[0])[:, place[0] - 1 : place[0]]
    found = np.empty(shape, dtype=object)
    for i, j in np.ndindex(shape):
        found[i, j] = found[j, i] if "symmetric" in name.facts and j < i else draw()
    return found
