"""Operators and NumPy's functions of entries, on arrays of symbolic shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from .algebra import bind, product, substitute, times
from .arrays import UFUNCS, Array, Flags, as_array
from .axes import aligned, axis
from .diagrams import Poly, number
from .elementary import exponential, logarithm, step
from .errors import Unsupported
from .indices import Index, constant, fresh
from .matrices import HALF, rooted, symbolic_power
from .moduli import modulus, sign
from .place import Place
from .powers import raised


def elementwise(function: Callable[..., Poly]) -> Callable[..., Array]:
    """A function of entries as one of arrays; not all of them are booleans."""

    def on_arrays(*arrays: Array) -> Array:
        refuse_flags(arrays)
        sizes, polys = aligned(arrays[0].place, [(array.sizes, array.poly) for array in arrays])
        return Array(arrays[0].place, sizes, function(arrays[0].place, *polys), own=True)

    return on_arrays


def flags(function: Callable[..., Poly]) -> Callable[..., Array]:
    """A comparison of entries as one of arrays."""

    def on_arrays(*arrays: Array) -> Array:
        sizes, polys = aligned(arrays[0].place, [(array.sizes, array.poly) for array in arrays])
        return Flags(arrays[0].place, sizes, function(arrays[0].place, *polys))

    return on_arrays


def refuse_flags(arrays: Sequence[Array]) -> None:
    """Raises where NumPy calculates with booleans, for which 1 + 1 is 1."""
    if all(isinstance(array, Flags) for array in arrays):
        raise Unsupported("program: arithmetic of booleans")


def multiplied(left: Array, right: Array) -> Array:
    """A product of entries; that of booleans is one."""
    make = flags if isinstance(left, Flags) and isinstance(right, Flags) else elementwise
    return make(lambda place, a, b: times(place.room, a, b))(left, right)


def divide(place: Place, above: Poly, below: Poly) -> Poly:
    """A quotient."""
    place.need(below)
    return times(place.room, above, raised(place.room, below, Fraction(-1)))


def power(place: Place, base: Poly, exponent: Poly) -> Poly:
    """A power."""
    if exponent.number is None:
        return symbolic_power(place, base, exponent)
    if exponent.number < 0:
        place.need(base)
    return rooted(place, base, exponent.number)


def tanh(place: Place, poly: Poly) -> Poly:
    """1 - 2/(e^(2u) + 1)."""
    below = exponential(place.room, poly.scaled(Fraction(2))) + number(1)
    return number(1) - raised(place.room, below, Fraction(-1)).scaled(Fraction(2))


def logged(place: Place, poly: Poly) -> Poly:
    """A logarithm."""
    place.need(poly, above=True)
    return logarithm(place.room, poly)


def matmul(left: Array, right: Array) -> Array:
    """A product of matrices and vectors."""
    refuse_flags([left, right])
    room = left.place.room
    size = left.sizes[-1]
    inner = right.sizes[0] if right.ndim == 1 else right.sizes[-2]
    if size != inner or max(left.ndim, right.ndim) > 2:
        raise Unsupported("program: shapes that do not fit")
    letter = Index(fresh(size)) if size != "1" else constant(1)
    one = substitute(room, left.poly, {axis(left.ndim - 1, size): letter})
    names = {axis(0, size): letter}
    sizes = left.sizes[:-1]
    if right.ndim == 2:
        moved_to = len(sizes)
        names[axis(1, right.sizes[1])] = Index(axis(moved_to, right.sizes[1]))
        sizes = (*sizes, right.sizes[1])
    poly = times(room, one, substitute(room, right.poly, names))
    if letter.var is not None:
        poly = bind(room, poly, letter.var)
    return Array(left.place, sizes, poly, own=True)


def extreme(way: Fraction) -> Callable[[Place, Poly, Poly], Poly]:
    """The larger or the smaller of two numbers."""

    def found(place: Place, one: Poly, other: Poly) -> Poly:
        gap = modulus(place.room, one - other)
        return (one + other).scaled(HALF) + gap.scaled(way)

    return found


def at_most_one(place: Place, one: Poly, other: Poly) -> Poly:
    """1 where a number is at most another one, else 0."""
    return step(place.room, one - other)


def equal(place: Place, one: Poly, other: Poly) -> Poly:
    """1 where two numbers are equal, else 0."""
    both = (at_most_one(place, *pair) for pair in ((one, other), (other, one)))
    return product(place.room, list(both))


UFUNCS |= {
    "less_equal": flags(at_most_one),
    "greater_equal": flags(lambda place, a, b: at_most_one(place, b, a)),
    "less": flags(lambda place, a, b: number(1) - at_most_one(place, b, a)),
    "greater": flags(lambda place, a, b: number(1) - at_most_one(place, a, b)),
    "equal": flags(equal),
    "not_equal": flags(lambda place, a, b: number(1) - equal(place, a, b)),
    "add": elementwise(lambda place, a, b: a + b),
    "subtract": elementwise(lambda place, a, b: a - b),
    "multiply": multiplied,
    "divide": elementwise(divide),
    "power": elementwise(power),
    "negative": elementwise(lambda place, a: -a),
    "square": elementwise(lambda place, a: times(place.room, a, a)),
    "sqrt": elementwise(lambda place, a: rooted(place, a, HALF)),
    "exp": elementwise(lambda place, a: exponential(place.room, a)),
    "log": elementwise(logged),
    "tanh": elementwise(tanh),
    "absolute": elementwise(lambda place, a: modulus(place.room, a)),
    "sign": elementwise(lambda place, a: sign(place.room, a)),
    "maximum": elementwise(extreme(HALF)),
    "minimum": elementwise(extreme(-HALF)),
    "matmul": matmul,
}


# operators


def _operator(name: str, turned: bool = False) -> Callable[[Array, Any], Array]:
    def operate(self: Array, other: Any) -> Array:
        pair = self, as_array(self.place, other)
        return UFUNCS[name](*(pair[::-1] if turned else pair))

    return operate


def _in_place(name: str) -> Callable[[Array, Any], Array]:
    def change(self: Array, other: Any) -> Array:
        found = UFUNCS[name](self, as_array(self.place, other))
        if not found.sizes:  # NumPy's numbers never change
            return found
        if not self.own or isinstance(self, Flags) or found.sizes != self.sizes:
            raise Unsupported("program: a change in place that others may see")
        self.poly = found.poly
        return self

    return change


for _name, _ufunc in {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "pow": "power",
    "matmul": "matmul", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal",
    "eq": "equal", "ne": "not_equal",
}.items():  # fmt: skip
    setattr(Array, f"__{_name}__", _operator(_ufunc))
    if _name not in {"lt", "le", "gt", "ge", "eq", "ne"}:
        setattr(Array, f"__r{_name}__", _operator(_ufunc, turned=True))
        setattr(Array, f"__i{_name}__", _in_place(_ufunc))
setattr(Array, "__neg__", lambda self: UFUNCS["negative"](self))  # noqa: B010
