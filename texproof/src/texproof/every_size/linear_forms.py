"""Polynomials that are linear in sizes and letters, and the index that one is."""

from __future__ import annotations

from .diagrams import Diagram, Poly
from .errors import Unsupported
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


def indices_of(poly: Poly) -> list[Index]:
    """The indices of which a number is the sum, none below 0: what is no letter first."""
    one = index_of(poly)
    if one is not None:
        return [one]
    letters = [key for key in map(key_of, poly.terms) if isinstance(key, Var)]
    if any(v != 1 for d, v in poly.terms.items() if isinstance(key_of(d), Var)):
        raise Unsupported("a power of a multiple of a letter")
    rest = Poly({d: v for d, v in poly.terms.items() if not isinstance(key_of(d), Var)})
    shift = index_of(rest)
    if shift is None or any(many < 0 for _, many in shift.shift):
        raise Unsupported("such a power")
    return [shift, *(Index(letter) for letter in letters)]
