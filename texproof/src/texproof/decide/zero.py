"""How a difference is found to be zero: the strategies, from cheap to expensive.

Each strategy can succeed for a true statement only, and `PROOF_RULES` lists them in their order.
"""

import itertools
from collections.abc import Sequence

import sympy as sp
from sympy.polys.matrices import DomainMatrix

from ..errors import TooLong
from ..evaluate.assignment import Value
from ..evaluate.unknowns import Jet
from ..limits import MOST_ROOTS, MOST_TANGENTS, MOST_TERMS_FACTORED, MOST_TURNING
from .polynomials import CommonRing, cancel_longest_denominator, in_lower_powers, is_root
from .signs import resolve_switches, rule_for_sign, switches_of, values_on_both_sides

# --------------------------------------------------------------------------------------------------
# The rules: how a difference is found to be zero, or its sign to be known.
#
# Each of them can prove only what is true:
#     same form           the two sides are built alike
#     expansion           the difference is a polynomial whose every coefficient is 0
#     common denominator  the numerator of the difference is such a polynomial
#     atoms               the same, with exponentials, logarithms, roots and unknown functions
#                         as further unknowns
#     hypotheses          the numerator is a combination of what the hypotheses set to 0, without
#                         factors that are never 0
#     switches            the difference is 0 on both sides of each switch of an indicator, modulus
#                         or maximum, and on it
#     signs               every factor, or every term, has a known sign
#     squares             the numerator is a sum of squares
#     tangents            signs, with 1 - 1/x <= log x <= x - 1 in the place of logarithms,
#                         and 1 + x <= e^x <= 1 / (1 - x) in that of exponentials
#     exponentials        log f > t, since f > e^t
#     convexity           tangents of a convex function at one place are below it at all others
#     cases               the same, on both sides of the switch of an indicator, modulus or maximum
# Numbers never prove anything here: points only refute (see points.py).

UNKNOWN = sp.Symbol("unknown")


def rule_for_zero(expression: Value, hypotheses: Sequence[Value] = ()) -> str | None:
    """Name of the rule by which the expression is found to be 0, or None if none finds it."""
    expression = sp.sympify(expression, strict=True)
    if is_zero_of_roots(expression):
        return "atoms"
    result = rule_of_algebra(expression, hypotheses)
    if result or not switches_of(expression):
        return result
    return "switches" if is_zero_by_cases(expression) else None


def rule_of_algebra(expression: Value, hypotheses: Sequence[Value] = ()) -> str | None:
    """Name of the rule by which polynomials show that the expression is 0, without cases."""
    if expression == 0:
        return "same form"
    try:
        ring = CommonRing(expression, *hypotheses, signs=True)
    except TooLong:
        shorter = cancel_longest_denominator(expression)
        if shorter == expression:
            raise
        rule = rule_of_algebra(shorter, hypotheses)
        return "common denominator" if rule in {"same form", "expansion"} else rule
    (above, below), *rest = ring.parts
    above = in_lower_powers(ring, above)
    if above == 0:
        if ring.atoms or any(n > 1 for n in ring.roots.values()):
            return "atoms"
        return "common denominator" if below else "expansion"
    zeros = [top for top, _ in rest if top != 0]
    combined = is_combination(above, zeros) or is_combination(above, reduce_zeros(ring, zeros))
    return "hypotheses" if combined else None


def is_zero_of_roots(expression: Value) -> bool:
    """Whether a number made of a few roots is 0, by the polynomial that it is the root of."""
    if expression.free_symbols or not expression.is_algebraic:
        return False
    roots = {part for part in expression.atoms(sp.Pow) if is_root(part)}
    return 0 < len(roots) <= MOST_ROOTS and sp.minimal_polynomial(expression, UNKNOWN) == UNKNOWN


def is_zero_by_cases(expression: Value) -> bool:
    """Whether an expression is found to be 0 on both sides of each of its switches."""
    expression = resolve_switches(expression, rule_for_sign)
    if rule_of_algebra(expression):
        return True
    both = values_on_both_sides(expression, MOST_TURNING, ties=True)
    return both is not None and all(map(is_zero_by_cases, both))


def reduce_zeros(ring: CommonRing, zeros: Sequence[Value]) -> list[Value]:
    """Zeros without factors that are never 0, each other one once; of squares alone, each root."""
    reduced: list[Value] = []
    for zero in (zero for zero in zeros if len(zero) <= MOST_TERMS_FACTORED):
        if ring.is_nonnegative(zero):
            reduced += [radical_of_term(ring, powers) for powers in zero.monoms()]
            continue
        factors = (f for f, _ in zero.factor_list()[1])
        kept = [f for f in factors if not any(ring.is_nonnegative(g, True) for g in (f, -f))]
        reduced.append(sp.prod(kept, start=ring.ring(1)))
    return [zero for zero in reduced if zero not in zeros]


def radical_of_term(ring: CommonRing, powers: Sequence[int]) -> Value:
    """The product of the unknowns of a term that may be 0."""
    used = (i for i, n in enumerate(powers) if n and ring.sign(ring.order[i]) != "+")
    return sp.prod([ring.generators[i] for i in used], start=ring.ring(1))


def is_combination(polynomial: Value, zeros: Sequence[Value]) -> bool:
    """Whether the polynomial is a sum of multiples of the zeros: by division, then by ansatz."""
    if not zeros:
        return False
    for candidates in itertools.islice(itertools.permutations(zeros), 6):
        if polynomial.rem(list(candidates)) == 0:
            return True
    return has_multipliers(polynomial, zeros)


def has_multipliers(polynomial: Value, zeros: Sequence[Value], limit: int = 4000) -> bool:
    """Whether multipliers of matching degree solve polynomial = sum of multiplier times zero."""
    columns = multiples(polynomial, zeros)
    return len(columns) <= limit and is_in_span(polynomial, columns)


def multiples(polynomial: Value, zeros: Sequence[Value]) -> list[Value]:
    """The zeros times every monomial that does not raise the degree above the polynomial's.

    Of a polynomial that is of a lower degree than some zero: one more than that zero's.
    """
    ring, degree = polynomial.ring, degree_of(polynomial)
    highest = max(map(degree_of, zeros))
    degree = degree if degree >= highest else highest + 1
    monomials = [m for p in (polynomial, *zeros) for m in p.monoms()]
    used = [i for i in range(ring.ngens) if any(m[i] for m in monomials)]
    columns = []
    for zero in zeros:
        room = degree - degree_of(zero)
        for size in range(max(room, 0) + 1):
            for chosen in itertools.combinations_with_replacement(used, size):
                columns.append(zero * sp.prod([ring.gens[i] for i in chosen], start=ring(1)))
    return columns


def degree_of(polynomial: Value) -> int:
    """The largest sum of powers in a term of a polynomial."""
    return max(map(sum, polynomial.monoms()))


def is_in_span(polynomial: Value, columns: Sequence[Value]) -> bool:
    """Whether a polynomial is a sum of rational multiples of others."""
    monomials = {m for p in (polynomial, *columns) for m in p.monoms()}
    rows = {monomial: i for i, monomial in enumerate(monomials)}
    entries: dict[int, dict[int, Value]] = {}
    for j, column in enumerate([*columns, polynomial]):
        for monomial, coefficient in column.terms():
            entries.setdefault(rows[monomial], {})[j] = coefficient
    system = DomainMatrix(entries, (len(rows), len(columns) + 1), sp.QQ)
    _, pivots = system.rref()
    return len(columns) not in pivots


# --------------------------------------------------------------------------------------------------
# Convex functions lie above their tangents: f(x) >= f(c) + f'(c) (x - c), in any dimension.


def is_above_tangents(expression: Value, strict: bool, hypotheses: Sequence[Value]) -> bool:
    """Whether tangents at one place, put for a convex function elsewhere, leave no negative."""
    expression = sp.sympify(expression, strict=True)
    calls = {part for part in expression.atoms(Jet) if part.convex}
    plain = {part: part.func(*map(sp.expand, part.args)) for part in calls}
    expression = expression.xreplace(plain)
    places = sorted({(part.letter, part.args) for part in plain.values()}, key=str)
    for letter, at in places[:MOST_TANGENTS]:
        lower = tangent_lower_bound(expression, letter, at)
        if lower is not None and lower != expression:
            if rule_for_sign(lower, strict) or (not strict and rule_for_zero(lower, hypotheses)):
                return True
    return False


def tangent_lower_bound(expression: Value, letter: str, at: Sequence[Value]) -> Value | None:
    """What is not above an expression: tangents at a place for a function that is only added."""
    calls = [part for part in expression.atoms(Jet) if part.convex and part.letter == letter]
    others = [part for part in calls if part.args != at and not any(part.orders)]
    known = {part: sp.Dummy(real=True) for part in others}
    opened = expression.xreplace(known)
    lower = opened.xreplace(dict.fromkeys(known.values(), sp.Integer(0)))
    for part, unknown in known.items():
        factor = sp.diff(opened, unknown)
        if factor.free_symbols & set(known.values()) or not rule_for_sign(factor):
            return None
        lower += factor * tangent_at(part, at)
    return lower


def tangent_at(call: Value, at: Sequence[Value]) -> Value:
    """The tangent at a place, where a function is called elsewhere."""
    here = call.func(*at)
    moves = (a - b for a, b in zip(call.args, at, strict=True))
    slopes = (here.fdiff(k) for k in range(1, len(call.args) + 1))
    return here + sum(slope * move for slope, move in zip(slopes, moves, strict=True))
