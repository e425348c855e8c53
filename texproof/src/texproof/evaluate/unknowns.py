"""Unknown functions and indicators: symbols that are more than a number, at points and in proofs.

An unknown function may be declared convex, smooth or strongly convex; at a point it is then given
values that obey what was declared. The module uses names and sizes only.
"""

import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..errors import DerivationError, Undefined
from ..names import Name
from ..shape.sizes import length

# --------------------------------------------------------------------------------------------------
# Unknown functions whose second derivatives are bounded by declared numbers, at points.
#
# With L they lie within -L and L, of a convex one within 0 and L; with mu above mu.

Curve = Callable[[Sequence[Any]], Any]
SIGNED = {"positive", "nonnegative", "share", "inside"}


def moduli_of(
    name: Name, values: Mapping[Any, Any], draw: Callable[[str, str], Any]
) -> dict[str, Any]:
    """The numbers that bound second derivatives of a function; any, where nothing else has them."""
    known = {of.latex: value for of, value in values.items() if isinstance(of, Name)}
    return {
        fact: known[by][()] if by in known else draw("coefficient", "positive")
        for fact, by in name.moduli
    }


def refuse_modulus(functions: Iterable[Name], numbers: Iterable[Name], given: set[str]) -> None:
    """Raises where a bound is no number above 0, or is told by a definition or hypothesis."""
    known = {name.latex: name for name in numbers}
    for latex, by in ((f.latex, by) for f in functions for _, by in f.moduli):
        name = known.get(by)
        plain = name is None or (name.kind == "scalar" and not name.range and name.facts & SIGNED)
        if by in given or not plain:
            raise DerivationError(
                f"{by}, a bound on second derivatives of {latex}, must be declared as a positive "
                "number, without a definition or a hypothesis that gives its value"
            )


def exchange_bounds(functions: Iterable[Name], values: dict[Any, Any]) -> None:
    """Exchanges the two bounds of a function where the lower is above the upper one."""
    known = {name.latex: name for name in values}
    for both in (f.moduli for f in functions if len(f.moduli) == 2):
        high, low = (known.get(by) for _, by in both)
        if high and low and high.facts == low.facts:
            a, b = values[high][()], values[low][()]
            if a.is_Rational and b.is_Rational and a < b:
                values[high], values[low] = values[low], values[high]


class Curved:
    """A line, mu/2 times the square of the norm, and a curve that is multiplied by a number."""

    called = "some function with these bounds"

    def __init__(self, line: Curve, low: Any, gap: Any, curve: Curve) -> None:
        self.line, self.low, self.gap, self.curve = line, low, gap, curve

    def __call__(self, *values: Any) -> Any:
        """The value at a point; raises Undefined where no function has such bounds."""
        if sp.sympify(self.gap, strict=True).is_negative:
            raise Undefined("no function has these bounds on its second derivatives")
        at = flatten(values)
        square = sum(value**2 for value in at)
        return self.line(at) + self.low * square / 2 + self.gap * self.curve(at)

    def at_point(self, point: Mapping[Any, Any]) -> "Curved":
        """The function with numbers in the place of symbols of its bounds."""
        low, gap = (sp.sympify(part, strict=True).subs(point) for part in (self.low, self.gap))
        return Curved(self.line, low, gap, self.curve)


def function_with_bounds(
    name: Name,
    count: int,
    draw: Callable[[str, str], Any],
    moduli: Mapping[str, Any],
    rational: bool,
) -> Curved:
    """A random function whose second derivatives are between the bounds.

    It is a line, plus low times half the square of the norm, plus gap times a curve. With an upper
    bound, the second derivatives of the curve are between 0 and 1, or between -1 and 1 if the
    function need not be convex. Without one, the curve may be any convex function. rational:
    whether the curve is no polynomial.
    """
    coefficients = [draw("coefficient", "real") for _ in range(count + 1)]
    low = moduli.get("strong", sp.Integer(0))

    def line(at: Sequence[Any]) -> Any:
        return sum(map(operator.mul, coefficients, [1, *at]))

    if "smooth" not in moduli and rational:
        forms = [[draw("coefficient", "real") for _ in range(count + 1)] for _ in range(3)]
        free = convex_function(
            forms, [draw("coefficient", "nonnegative") for _ in range(2)], rational
        )
        return Curved(line, low, sp.Integer(1), lambda at: free(*at))
    turned, high = "convex" not in name.facts, moduli.get("smooth")
    gap = draw("coefficient", "positive") if high is None else high - low
    shares = [sp.Integer(1), *(draw("coefficient", "share") for _ in range(count))]
    signs = [random_sign(draw) if turned else 1 for _ in shares]
    weights = [share * way for share, way in zip(shares, signs, strict=True)]
    along = [draw("coefficient", "real") for _ in range(count)]
    length = sum(map(abs, along)) or 1
    half = sp.Rational(1, 2) if random_sign(draw) < 0 else 0

    def curve(at: Sequence[Any]) -> Any:
        """Curves along the axes, or half of these and half of one along a direction."""
        axes = sum(w * arch(z, rational) for w, z in zip(weights, at, strict=False))
        across = arch(sum(map(operator.mul, along, at)) / length, rational)
        return (1 - half) * axes + half * weights[-1] * across

    return Curved(line, low, gap, curve)


def random_sign(draw: Callable[[str, str], Any]) -> int:
    """1 or -1."""
    return 1 if draw("coefficient", "real") > 0 else -1


def arch(z: Any, rational: bool) -> Any:
    """A function with a second derivative from 0 to 1 everywhere."""
    return sp.Rational(2, 5) * (z**2 + 1 / (1 + z**2)) if rational else z**2 / 2


# --------------------------------------------------------------------------------------------------
# Unknown functions and indicators: what stands in an expression for more than a number.

Draw = Callable[[str, str], Any]  # a number for a label and a fact: a symbol or a fraction


class Jet(sp.Function):
    """A derivative of an unknown smooth function: its class knows the function and the orders."""

    letter: str
    orders: tuple[int, ...]
    convex: bool

    def fdiff(self, argindex: int = 1) -> Any:
        """The derivative by one argument."""
        orders = list(self.orders)
        orders[argindex - 1] += 1
        return derivative_class(self.letter, tuple(orders), self.convex)(*self.args)


class Indicator(sp.Function):
    """1 where its argument is at most 0, and 0 elsewhere."""

    is_nonnegative = True

    @classmethod
    def eval(cls, argument: Any) -> Any:
        """The value, where the sign of the argument is known."""
        if argument.is_nonpositive or argument.is_positive:
            return sp.Integer(int(bool(argument.is_nonpositive)))
        if argument.is_number and argument.is_real:
            return sp.Integer(int(bool(argument <= 0)))
        return None


def indicator(left: Any, sign: str, right: Any) -> Any:
    """1 where ``left sign right``, 0 elsewhere, made of indicators of a - b <= 0."""
    difference = sp.expand(sp.sympify(left, strict=True) - sp.sympify(right, strict=True))
    below, above = Indicator(difference), Indicator(-difference)
    return {
        "<=": below, ">=": above, ">": 1 - below, "<": 1 - above,
        "=": below * above, "!=": 1 - below * above,
    }[sign]  # fmt: skip


@functools.cache
def derivative_class(letter: str, orders: tuple[int, ...], convex: bool = False) -> Any:
    """The class of the derivative of ``letter`` of these orders, one by argument.

    A convex function has no second derivative below 0.
    """
    title = letter + "".join("'" * n for n in orders)
    known = {"letter": letter, "orders": orders, "convex": convex, "is_real": True}
    if convex and sorted(orders) == [*[0] * (len(orders) - 1), 2]:
        known["is_nonnegative"] = True
    return type(title, (Jet,), known)


def unknown_function(
    name: Name,
    sizes: Mapping[str, int],
    draw: Draw,
    symbolic: bool,
    rational: bool = False,
    values: Mapping[Any, Any] | None = None,
    convex_squares: bool = False,
) -> Callable[..., Any]:
    """An unknown function: itself among symbols, some cubic polynomial among numbers.

    values: of names, among which are the bounds of its second derivatives; rational: whether
    something is added that no polynomial is, 1 / (1 + z^2) of one of the forms; convex_squares:
    whether a convex one is a sum of squares along the axes.
    """
    count = sum(math.prod(length(side, sizes) for side in shape) for shape in name.takes or ())
    if symbolic:
        unknown = derivative_class(name.latex, (0,) * count, "convex" in name.facts)
        return lambda *values: unknown(*flatten(values))
    if name.moduli or (convex_squares and "convex" in name.facts):
        return function_with_bounds(
            name, count, draw, moduli_of(name, values or {}, draw), rational
        )
    forms = [[draw("coefficient", "real") for _ in range(count + 1)] for _ in range(3)]
    if "convex" in name.facts:
        return convex_function(
            forms, [draw("coefficient", "nonnegative") for _ in range(2)], rational
        )
    return cubic_function(forms, rational)


def cubic_function(forms: Sequence[Sequence[Any]], rational: bool) -> Callable[..., Any]:
    """A cubic polynomial of linear forms, or if rational its sum with 1 / (1 + z^2) of one."""

    def polynomial(*values: Any) -> Any:
        """The sum of the first three powers of three linear forms."""
        known = [1, *flatten(values)]
        sums = (sum(c * v for c, v in zip(form, known, strict=True)) for form in forms)
        return sum(form**power for power, form in enumerate(sums, 1))

    def polynomial_with_bump(*values: Any) -> Any:
        """The polynomial and a quotient, so that the function is no polynomial."""
        known = [1, *flatten(values)]
        return polynomial(*values) + 1 / (1 + sum(map(operator.mul, forms[0], known)) ** 2)

    return polynomial_with_bump if rational else polynomial


def convex_function(
    forms: Sequence[Sequence[Any]], weights: Sequence[Any], rational: bool
) -> Callable[..., Any]:
    """A linear form, powers 2 and 4 of others, and if rational an exponential: it is convex."""

    def convex(*values: Any) -> Any:
        """The sum of these."""
        known = [1, *flatten(values)]
        line, *others = (sum(c * v for c, v in zip(f, known, strict=True)) for f in forms)
        powers = (w * form**n for w, form, n in zip(weights, others, (2, 4), strict=True))
        return sum(powers, line) + (sp.exp(others[0]) if rational else 0)

    convex.called = "some convex function"  # type: ignore[attr-defined]
    return convex


def flatten(values: Iterable[Any]) -> list[Any]:
    """The numbers of some numbers and columns, in order."""
    columns = (v.flat if isinstance(v, np.ndarray) else [v] for v in values)
    return list(itertools.chain(*columns))
