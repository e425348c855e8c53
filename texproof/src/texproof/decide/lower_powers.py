"""Polynomials modulo what their unknowns satisfy: roots, signs, indicators, sines and cosines."""

import sympy as sp

from ..evaluate.unknowns import Indicator
from ..evaluate.world import Value
from .plain import is_root
from .polynomials import CommonRing, Quotient


def in_lower_powers(ring: CommonRing, polynomial: Value) -> Value:
    """A polynomial of the same value, in which such powers are replaced."""
    return reduced_sines(ring, reduced_signs(ring, reduced_roots(ring, polynomial)))


def reduced_roots(ring: CommonRing, polynomial: Value) -> Value:
    """The polynomial with s^k replaced by p for the k-th root s of p, as often as it applies.

    A root of a sum stays an unknown of its own, and s^k its p; nothing is lost, since both
    stand for the same number.
    """
    for atom in ring.order:
        k = ring.roots[atom]
        if k > 1 and not atom.is_Symbol and not isinstance(atom, sp.exp):
            value, below = ring.of(atom) if atom.is_Rational else inner(ring, atom)
            if value is not None and not below:
                relation = ring.generators[ring.place[atom]] ** k - value
                polynomial = polynomial.rem([relation])
    return polynomial


def reduced_signs(ring: CommonRing, polynomial: Value) -> Value:
    """The polynomial with s^3 = s and a s^2 = a for s = sign(a), and u^2 = u for indicators."""
    for atom in ring.order:
        unknown = ring.generators[ring.place[atom]]
        if isinstance(atom, sp.sign):
            value, below = inner(ring, atom.args[0], True)
            relations = [value * unknown**2 - value] if value is not None and not below else []
            polynomial = polynomial.rem([unknown**3 - unknown, *relations])
        elif isinstance(atom, Indicator):
            polynomial = polynomial.rem([unknown**2 - unknown])
    return polynomial


def reduced_sines(ring: CommonRing, polynomial: Value) -> Value:
    """The polynomial with s^2 = 1 - c^2 for s = sin a and c = cos a."""
    for atom in ring.order:
        cosine = sp.cos(*atom.args) if isinstance(atom, sp.sin) else None
        if cosine in ring.place:
            s, c = (ring.generators[ring.place[part]] for part in (atom, cosine))
            polynomial = polynomial.rem([s**2 + c**2 - 1])
    return polynomial


def inner(ring: CommonRing, atom: Value, simple: bool = False) -> Quotient | tuple[None, None]:
    """The polynomial under a root, if its unknowns are all among the ring's."""
    bases = {part.base for part in atom.atoms(sp.Pow) if is_root(part)}
    known = (atom.free_symbols | bases) <= set(ring.place)
    fits = atom.is_Add or atom.is_Mul or (simple and atom.is_Symbol)
    return ring.of(atom) if known and fits else (None, None)
