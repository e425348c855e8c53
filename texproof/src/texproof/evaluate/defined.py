"""What is defined: a value is a finite real number, or evaluation stops with `Undefined`.

It is also asked here on what a term depends, because a derivative by a name is refused where the
term depends on it in a hidden way, through a definition or through the outcome of a random name.
"""

import itertools
from collections.abc import Iterable, Sequence
from typing import NoReturn

import sympy as sp

from ..errors import DerivationError, Undefined
from ..expr import Expr, free_letters, names_reached, walk
from ..names import Name, is_record, outcomes
from .assignment import Assignment, Value
from .unknowns import Indicator

# --------------------------------------------------------------------------------------------------
# Records: random names whose value tells the outcome of their source, as \mathbf{x} that of x.


def refuse_moved(name: Name, others: Iterable[Name]) -> None:
    """Raises where a record is to vary and other names say something of the same outcome."""
    if not is_record(name):
        return
    dependent = sorted(other.latex for other in others if set(other.sources) & set(name.sources))
    if dependent:
        raise DerivationError(
            f"{dependent[0]} and {name.latex} depend on the same outcome, so it is unknown how one "
            "varies with the other"
        )


def refuse_given_records(trees: Iterable[Expr], given: Iterable[Name]) -> None:
    """Raises where a mean holds a record fixed of which a hypothesis gives the value."""
    means = [node for tree in trees for node in walk(tree) if node.op in {"expect", "covariance"}]
    fixed = {letter for node in means for letter in free_letters(node)}
    for name in given:
        if is_record(name) and outcomes(name.sources[0])[0] in fixed:
            raise DerivationError(
                f"a hypothesis gives the value of {name.latex}, so no mean can be conditional on it"
            )


# --------------------------------------------------------------------------------------------------
# Whether a term depends on a defined name alone, and not besides on what that is made of.

CONSTANT = {"ones", "identity", "basis"}
# Names with these facts cannot vary freely, so nothing is differentiated by them.
FIXED = {*CONSTANT, "orthonormal", "binary", "label"}
# The entries of names with these facts vary in pairs.
TIED = {"symmetric"}


def refuse_dependent(assignment: Assignment, name: Name, bodies: Iterable[Expr]) -> None:
    """Raises where a name is to vary and what it is made of, or says the same, occurs besides."""
    refuse_moved(name, names_mentioned(assignment, bodies, name) - {*assignment.definitions})
    if name not in assignment.definitions:
        return
    own = names_mentioned(assignment, [assignment.definitions[name].body])
    besides = sorted(n.latex for n in own & names_mentioned(assignment, bodies, name))
    if besides:
        raise DerivationError(
            f"{name.latex} is defined by {', '.join(besides)}, on which the term depends besides: "
            f"it is no function of {name.latex} alone"
        )


def refuse_fixed(node: Expr, tied: frozenset[str] = frozenset(TIED)) -> None:
    """Raises where something is to vary freely that cannot; tied: facts that forbid it besides."""
    if node.op != "name" or node.value.facts & {*FIXED, *tied} or node.value.kind == "index":
        raise DerivationError(
            f"cannot differentiate with respect to {node.value.latex}: it cannot vary freely"
        )


def refuse_constant(name: Name) -> None:
    """Raises where another value is to be substituted for a constant."""
    if name.facts & CONSTANT:
        raise DerivationError(f"{name.latex} is a constant, so no value can be substituted for it")


def names_mentioned(
    assignment: Assignment, trees: Iterable[Expr], but: Name | None = None
) -> set[Name]:
    """Names that trees mention, through definitions, but those of one name and what is constant."""
    reached = names_reached(assignment.definitions, *trees, but=but)
    return {name for name in reached if not name.facts & CONSTANT and name.kind != "function"}


# --------------------------------------------------------------------------------------------------
# What is defined: a value is a finite real number, or evaluation stops.
#
# What is undefined is told where it arises, so that nothing that is done to it later can hide it.

ENDLESS = sp.oo, -sp.oo, sp.zoo, sp.nan
NO_NUMBER = sp.nan, sp.zoo, sp.oo, sp.I, sp.AccumBounds
SWITCHES = sp.Abs, sp.sign, sp.Max, sp.Min, Indicator
TINY = sp.Float("1e-25")


def raise_undefined(what: str) -> NoReturn:
    """Raises Undefined."""
    raise Undefined(f"{what} is undefined")


def require_finite(value: Value, what: str) -> Value:
    """A value that SymPy or a program has found, all of whose parts must be real and finite."""
    if isinstance(value, sp.Basic):
        # Integrals over unbounded ranges are left out, because their infinite limits are no fault.
        integrals = {integral: sp.Integer(1) for integral in value.atoms(sp.Integral)}
        if value.xreplace(integrals).has(*NO_NUMBER):
            raise_undefined(what)
    elif isinstance(value, complex) or value != value or abs(value) == float("inf"):
        raise_undefined(what)
    return value


def require_nonzero(value: Value) -> Value:
    """What stands below a fraction."""
    return raise_undefined("a division by 0") if is_zero(value) else value


def require_positive(value: Value) -> Value:
    """What stands in a logarithm."""
    if isinstance(value, sp.Basic) and value.is_positive:
        return value  # however near to 0
    known = value.is_nonpositive if isinstance(value, sp.Basic) else value <= 0
    if known or is_zero(value):
        raise_undefined(
            f"log({value})" if is_number(value) else "a logarithm of what is not positive"
        )
    return value


def require_nonnegative(value: Value) -> Value:
    """What stands under a root, or is raised to a power that is no whole number."""
    known = value.is_negative if isinstance(value, sp.Basic) else value < 0
    if known:
        raise_undefined(f"a root of {value if is_number(value) else 'what is negative'}")
    return value


def is_number(value: Value) -> bool:
    """Whether a value is a number, as a message may show it."""
    return not isinstance(value, sp.Basic) or bool(value.is_number)


def power_of_value(value: Value, exponent: Value) -> Value:
    """A number to a power; 0 has positive powers, and the power 1 for the whole number 0."""
    whole = sp.sympify(exponent, strict=True).is_integer or exponent == whole_number_of_float(
        exponent
    )
    if not whole:
        require_nonnegative(value)
    if not is_surely_positive(exponent, whole) and is_zero(value):
        raise_undefined(
            f"0 to the power {exponent}" if is_number(exponent) else "such a power of 0"
        )
    return require_finite(value**exponent, "a power")


def whole_number_of_float(value: Value) -> int | None:
    """The whole number that a float is."""
    return int(value) if isinstance(value, float) and value == int(value) else None


def is_surely_positive(exponent: Value, whole: bool) -> bool:
    """Whether 0 has this power: a positive one, or the whole number 0."""
    return bool(sp.sympify(exponent, strict=True).is_positive or (whole and exponent == 0))


def is_zero(value: Value) -> bool:
    """Whether a value is 0, or an expression is so at all values of its symbols.

    An expression is tried at three exact points. Where it is 0 at all of them it counts as 0:
    that leads to a refusal only, never to a proof.
    """
    if not isinstance(value, sp.Basic) or value.is_Rational:
        return bool(value == 0)
    symbols = sorted(value.free_symbols, key=sp.default_sort_key)
    tried = (vanishes_at(value, point) for point in sample_points(symbols))
    return all(tried) and (not value.has(*SWITCHES) or sp.expand(value) == 0)


def is_singular(matrix: sp.Matrix) -> bool:
    """Whether the determinant of a matrix is 0, told as for an expression by exact points."""
    symbols = sorted(matrix.free_symbols, key=sp.default_sort_key)
    there = (matrix.xreplace(point) for point in sample_points(symbols))
    return all(is_zero(numbers.det(method="berkowitz")) for numbers in there)


def sample_points(symbols: Sequence[Value]) -> list[dict[Value, Value]]:
    """Three choices of positive fractions for some symbols, which have nothing in common."""
    fractions = ((sp.Rational(sp.prime(k + 3), sp.prime(k + 7 * n + 5)) for k in itertools.count())
                 for n in range(3))  # fmt: skip
    return [dict(zip(symbols, drawn, strict=False)) for drawn in fractions]


def vanishes_at(value: Value, point: dict[Value, Value]) -> bool:
    """Whether an expression is 0 at a point; where it is unknown there, whether it is 0 as such."""
    number = value.xreplace(point)
    if number.is_Rational:
        return bool(number == 0)
    number = sp.N(number, 40, maxn=200)
    return bool(abs(number) < TINY) if number.is_Number else bool(sp.expand(value) == 0)
