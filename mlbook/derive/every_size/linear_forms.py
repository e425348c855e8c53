"""Polynomials that are linear in sizes and letters, and the index that one is."""

from __future__ import annotations

from .diagrams import Diagram, Poly
from .indices import ONE_SIZE, Index, Var, linear
from .known import Key


def is_of_sizes(poly: Poly) -> bool:
    """Whether a polynomial is linear in sizes and letters and holds nothing else."""
    return all(
        not d.sizes
        and len(d.factors) <= 1
        and all(f.head.kind in {"size", "at"} and f.power == 1 for f in d.factors)
        for d in poly.terms
    )


def key_of(diagram: Diagram) -> Key:
    """The size or letter that a diagram is, or none."""
    if not diagram.factors:
        return ONE_SIZE
    (factor,) = diagram.factors
    return factor.slots[0].var or ONE_SIZE if factor.slots else factor.head.label


def index_of(poly: Poly) -> Index | None:
    """The index that a number is: a letter or none, sizes, and a whole number."""
    if not is_of_sizes(poly) or any(value.denominator > 1 for value in poly.terms.values()):
        return None
    terms = {key_of(diagram): int(value) for diagram, value in poly.terms.items()}
    letters = [key for key in terms if isinstance(key, Var)]
    if len(letters) > 1 or any(terms[letter] != 1 for letter in letters):
        return None
    shift = linear({key: many for key, many in terms.items() if isinstance(key, str)})
    return Index(letters[0] if letters else None, shift)
