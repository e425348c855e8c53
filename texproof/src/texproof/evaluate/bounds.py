"""Bounds, as counts, on what is evaluated, and the integrals and limits that SymPy may be asked."""

import sympy as sp

from ..errors import DerivationError
from ..limits import HIGHEST_POWER, MOST_BITS, MOST_KINDS_INTEGRATED
from ..names import Name
from .assignment import Value
from .defined import is_zero, raise_undefined
from .draws import PARTS
from .unknowns import Jet
from .values import SIGNS_OF_FACTS, value_in_plain_text


def require_at_most(
    count: Value, most: int, what: str, remedy: str = "take a smaller step, or smaller numbers"
) -> Value:
    """A count that is not above its bound; the remedy is what to do about one that is."""
    if abs(count) > most:
        raise DerivationError(f"{what} is {count}, but at most {most} is tried; {remedy}")
    return count


def refuse_long_power(value: Value, exponent: Value) -> None:
    """Refuses a power with too many terms or digits."""
    if not isinstance(exponent, sp.Basic) or not exponent.is_Rational:
        return
    if isinstance(value, sp.Basic) and not value.is_number:
        require_at_most(
            exponent, HIGHEST_POWER, "an exponent", "write it as a letter, or split the power"
        )
    elif isinstance(value, sp.Rational):
        digits = max(abs(value.p), value.q).bit_length() - 1
        require_at_most(exponent * digits, MOST_BITS, "the length of a power")


def refuse_hard(inside: Value, x: Value) -> None:
    """Raises for an integrand with more kinds of functions of the variable than are tried."""
    kinds = {part for part in inside.atoms(sp.Function, sp.Pow) if part.has(x)}
    kinds = {part for part in kinds if not (part.is_Pow and part.exp.is_Integer)}
    require_at_most(
        len(kinds),
        MOST_KINDS_INTEGRATED,
        "the number of roots, powers and functions under an integral",
        "take the integral of a sum term by term, or cite its value",
    )


def refuse_poles(inside: Value, x: Value, low: Value, high: Value) -> None:
    """Raises where what is below a fraction under an integral may be 0 between the limits.

    Of unknown functions it is asked at points, where they are polynomials.
    """
    low, high = sp.sympify(low, strict=True), sp.sympify(high, strict=True)
    sign = {"positive": True} if low.is_nonnegative else {"negative": True}
    known = sp.Dummy(**sign) if low.is_nonnegative or high.is_nonpositive else x
    for part in inside.atoms(sp.Pow):
        base = part.base
        if part.exp.is_negative is not False and base.has(x) and not base.has(Jet):
            there = base.subs(x, known)
            if not (there.is_positive or there.is_negative or has_no_root(base, x, low, high)):
                message = f"the integrand may have a pole: {value_in_plain_text(base)} may be 0"
                raise DerivationError(f"{message}; choose other limits, or cite the integral")


def has_no_root(base: Value, x: Value, low: Value, high: Value) -> bool:
    """Whether a polynomial of one variable has no root between two fractions."""
    known = base.free_symbols == {x} and low.is_Rational and high.is_Rational
    if not (known and base.is_polynomial(x)):
        return False
    return not sp.Poly(base, x).count_roots(min(low, high), max(low, high))


def refuse_generic_quotient(inside: Value, x: Value, at: Value) -> None:
    """Raises where a limit depends on whether a coefficient that may be 0 is so."""
    below = sp.fraction(sp.together(inside))[1]
    if at.is_infinite or not below.has(x) or not is_zero(below.subs(x, at)):
        return
    if not below.is_polynomial(x):
        raise DerivationError("the limit of a quotient needs a polynomial denominator; cite it")
    lowest = sp.Poly(sp.expand(below.subs(x, x + at)), x).all_coeffs()[::-1]
    if not next(c for c in lowest if not is_zero(c)).is_nonzero:
        raise DerivationError(
            "the limit depends on whether a coefficient is 0: declare it positive, or cite it"
        )


def refuse_lost_quotient(inside: Value, x: Value, at: Value, value: Value) -> None:
    """Raises where what was below a fraction may be 0 at the limit's place, and is no more seen."""
    below = sp.fraction(sp.together(inside))[1].subs(x, at) if not at.is_infinite else sp.S.One
    left = sp.fraction(sp.together(value))[1]
    if below.is_number or below.is_nonzero:
        return
    if sp.fraction(sp.cancel(left / below))[1].free_symbols:
        raise DerivationError(f"the limit differs where {value_in_plain_text(below)} is 0: cite it")


def sides_of(name: Name, at: Value) -> str:
    """The sides from which a name can come near a value: both, but at the edge of its facts."""
    if at.is_infinite or (name.facts & PARTS and at == 1):
        return "-"
    return "+" if name.facts & set(SIGNS_OF_FACTS) and at == 0 else "+-"


def refuse_one_side(inside: Value, x: Value, at: Value) -> None:
    """Raises where a root or logarithm may have no real values at one side of a limit's place."""
    inner = [part.args[0] for part in inside.atoms(sp.log)]
    inner += [part.base for part in inside.atoms(sp.Pow) if not part.exp.is_Integer]
    for part in inner:
        if part.has(x) and not part.is_nonnegative and is_zero(part.subs(x, at)):
            raise_undefined("a limit from a side without real values")


def refuse_power_of_zero(inside: Value, x: Value, at: Value, sides: str) -> None:
    """Raises where a base may be 0 and its exponent varies: the limit is another one there."""
    for part in inside.atoms(sp.Pow):
        fine = part.base.is_positive or (part.base == x and sides == "+")
        if part.exp.has(x) and not (fine or limit_of_base(part, x, at)):
            raise DerivationError(
                f"the limit differs where {value_in_plain_text(part.base)} is 0: declare it "
                "positive, or cite the limit"
            )


def limit_of_base(power: Value, x: Value, at: Value) -> bool:
    """Whether the base of a power has a positive limit."""
    return bool(power.base.has(x) and sp.limit(power.base, x, at).is_positive)
