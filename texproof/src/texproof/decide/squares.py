"""Sums of squares: a polynomial that is z'Qz, with monomials z and Q positive semidefinite.

z are the halves of the polynomial's own squares, an unknown that is not negative counting as a
square; Q is decided over the rational numbers, pivot by pivot.
"""

import itertools
from collections import defaultdict
from collections.abc import Sequence

from ..evaluate.world import Value
from .polynomials import CommonRing

MOST = 40  # monomials of z
Monomial = tuple[int, ...]
Form = dict[tuple[int, int], Value]  # entries of Q, row not below column


def is_sum_of_squares(ring: CommonRing, polynomial: Value, strict: bool = False) -> bool:
    """Whether a polynomial is seen to be a sum of squares (strict: of which one is no 0)."""
    twice = [1 if ring.sign(atom) == "?" else 2 for atom in ring.order]
    terms = {tuple(n * k for n, k in zip(powers, twice, strict=False)): coefficient
             for powers, coefficient in polynomial.terms()}  # fmt: skip
    halves = [tuple(n // 2 for n in powers) for powers, coefficient in terms.items()
              if coefficient > 0 and not any(n % 2 for n in powers)]  # fmt: skip
    if len(halves) > MOST:
        return False
    form = gram(terms, halves)
    if form is None:
        return False
    pivots = eliminated(form, len(halves))
    if not strict:
        return pivots is not None
    sure = [all(ring.sign(a) == "+" for a, n in zip(ring.order, half, strict=False) if n)
            for half in halves]  # fmt: skip
    return pivots is not None and all(pivots) and any(sure)


def gram(terms: dict[Monomial, Value], halves: Sequence[Monomial]) -> Form | None:
    """Q, or None where a term is no product of two of the halves."""
    pairs = defaultdict(list)
    for i, j in itertools.combinations_with_replacement(range(len(halves)), 2):
        pairs[tuple(map(sum, zip(halves[i], halves[j], strict=True)))].append((i, j))
    form: Form = {}
    for powers, coefficient in terms.items():
        if powers not in pairs:
            return None
        squares = [(i, j) for i, j in pairs[powers] if i == j]
        places = squares or pairs[powers]
        for i, j in places:
            form[i, j] = coefficient / (len(places) if i == j else 2 * len(places))
    return form


def eliminated(form: Form, size: int) -> list[Value] | None:
    """The pivots of Q, or None if it is not positive semidefinite."""
    pivots = []
    for k in range(size):
        pivot = form.pop((k, k), 0)
        row = {j: form.pop((k, j)) for j in range(k + 1, size) if form.get((k, j), 0)}
        if pivot < 0 or (row and not pivot):
            return None
        for (i, a), (j, b) in itertools.combinations_with_replacement(sorted(row.items()), 2):
            form[i, j] = form.get((i, j), 0) - a * b / pivot
        pivots.append(pivot)
    return pivots
