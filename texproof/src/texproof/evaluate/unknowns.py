"""Unknown functions and indicators: what stands in an expression for more than a number."""

import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..names import Name
from ..shape.sizes import length
from .curved import curved, moduli_of

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
        return jet(self.letter, tuple(orders), self.convex)(*self.args)


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
def jet(letter: str, orders: tuple[int, ...], convex: bool = False) -> Any:
    """The class of the derivative of ``letter`` of these orders, one by argument.

    A convex function has no second derivative below 0.
    """
    title = letter + "".join("'" * n for n in orders)
    known = {"letter": letter, "orders": orders, "convex": convex, "is_real": True}
    if convex and sorted(orders) == [*[0] * (len(orders) - 1), 2]:
        known["is_nonnegative"] = True
    return type(title, (Jet,), known)


def smooth(
    name: Name,
    sizes: Mapping[str, int],
    draw: Draw,
    symbolic: bool,
    bump: bool = False,
    values: Mapping[Any, Any] | None = None,
    gentle: bool = False,
) -> Callable[..., Any]:
    """An unknown function: itself among symbols, some cubic polynomial among numbers.

    values: of names, among which are the bounds of its second derivatives; bump: whether something
    is added that no polynomial is, 1 / (1 + z^2) of one of the forms; gentle: whether a convex one
    is a sum of squares along the axes.
    """
    count = sum(math.prod(length(side, sizes) for side in shape) for shape in name.takes or ())
    if symbolic:
        unknown = jet(name.latex, (0,) * count, "convex" in name.facts)
        return lambda *values: unknown(*flattened(values))
    if name.moduli or (gentle and "convex" in name.facts):
        return curved(name, count, draw, moduli_of(name, values or {}, draw), bump)
    forms = [[draw("coefficient", "real") for _ in range(count + 1)] for _ in range(3)]
    if "convex" in name.facts:
        return bowl(forms, [draw("coefficient", "nonnegative") for _ in range(2)], bump)

    def polynomial(*values: Any) -> Any:
        """The sum of the first three powers of three linear forms."""
        known = [1, *flattened(values)]
        sums = (sum(c * v for c, v in zip(form, known, strict=True)) for form in forms)
        return sum(form**power for power, form in enumerate(sums, 1))

    def bumpy(*values: Any) -> Any:
        """The polynomial with a bump."""
        known = [1, *flattened(values)]
        return polynomial(*values) + 1 / (1 + sum(map(operator.mul, forms[0], known)) ** 2)

    return bumpy if bump else polynomial


def bowl(forms: Sequence[Sequence[Any]], weights: Sequence[Any], bump: bool) -> Callable[..., Any]:
    """A linear form, powers 2 and 4 of others, and an exponential with a bump: it is convex."""

    def convex(*values: Any) -> Any:
        """The sum of these."""
        known = [1, *flattened(values)]
        line, *others = (sum(c * v for c, v in zip(f, known, strict=True)) for f in forms)
        powers = (w * form**n for w, form, n in zip(weights, others, (2, 4), strict=True))
        return sum(powers, line) + (sp.exp(others[0]) if bump else 0)

    convex.called = "some convex function"  # type: ignore[attr-defined]
    return convex


def flattened(values: Iterable[Any]) -> list[Any]:
    """The numbers of some numbers and columns, in order."""
    columns = (v.flat if isinstance(v, np.ndarray) else [v] for v in values)
    return list(itertools.chain(*columns))
