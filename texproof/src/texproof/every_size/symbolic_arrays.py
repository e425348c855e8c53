"""Arrays whose shape is symbolic, on which an author's NumPy program gives index notation.

Operators and functions of NumPy that are listed here work on them. What is not listed is refused,
and with it the program that asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ..limits import LARGEST_DENOMINATOR
from .algebra import HALF, rational_power, symbolic_power
from .context import Context, plain_product, size_poly
from .diagrams import Poly, bind, constant_poly, product, substitute, times
from .elementary import (
    exponential,
    logarithm,
    modulus,
    power_of_poly,
    product_over,
    signum,
    step_function,
)
from .indices import Index, Linear, Unsupported, Var, constant, fresh_variable, length, shift_index
from .rules import at_most
from .sums import minimum_over_variable

# --------------------------------------------------------------------------------------------------
# The axes of arrays of symbolic shape: entries are polynomials in variables axis0, axis1, ...
#
# A side of length 1 has no variable. Each function takes and returns (sizes, polynomial).

Entries = tuple[tuple[str, ...], Poly]


def axis(k: int, size: str) -> Var:
    """The variable of an axis."""
    return Var(f"axis{k}", size)


def fold_axis(
    context: Context, array: Entries, over: int, fold: Callable[[Poly, Var], Poly]
) -> Entries:
    """An array folded over one axis."""
    sizes, poly = array
    over = over % len(sizes)
    size = sizes[over]
    var = fresh_variable(size) if size != "1" else None
    names = {axis(over, size): Index(var)} if var else {}
    for k in range(over + 1, len(sizes)):
        names[axis(k, sizes[k])] = Index(axis(k - 1, sizes[k]))
    poly = substitute(context.ring, poly, names)
    left = tuple(s for k, s in enumerate(sizes) if k != over)
    return left, fold(poly, var) if var else poly


def broadcast_arrays(
    context: Context, arrays: Sequence[Entries]
) -> tuple[tuple[str, ...], list[Poly]]:
    """The common shape of arrays, and their entries there."""
    many = max(len(sizes) for sizes, _ in arrays)
    common = ["1"] * many
    polys = []
    for sizes, poly in arrays:
        start = many - len(sizes)
        names = {}
        for k, size in enumerate(sizes):
            names[axis(k, size)] = Index(axis(k + start, size))
            if size != "1" and common[k + start] not in {"1", size}:
                raise Unsupported("program: shapes that do not fit together")
            common[k + start] = size if size != "1" else common[k + start]
        polys.append(substitute(context.ring, poly, names))
    return tuple(common), polys


def select_entries(context: Context, array: Entries, keys: list[Any]) -> Entries:
    """Entries, new axes, and slices that leave out numbers at the beginning or the end."""
    old_sizes, poly = array
    names, sizes, k = {}, list[str](), 0
    keys = keys + [slice(None)] * (len(old_sizes) - sum(key is not None for key in keys))
    for key in keys:
        if key is None:
            sizes.append("1")
            continue
        old = axis(k, old_sizes[k])
        k += 1
        if isinstance(key, slice):
            size, start = slice_size_and_start(old.size, key)
            sizes.append(size)
            names[old] = shift_index(Index(axis(len(sizes) - 1, size)), start)
        elif isinstance(key, int) and not isinstance(key, bool) and key >= -1:
            names[old] = constant(key + 1) if key >= 0 else Index(None, length(old.size))
            if not context.known.inside(names[old], old.size):
                raise Unsupported("program: an entry that may not exist")
        else:
            raise Unsupported("program: an index that is not a whole number or a slice")
    return tuple(sizes), substitute(context.ring, poly, names)


def slice_size_and_start(size: str, key: slice) -> tuple[str, Linear]:
    """(size, start) of a slice: all, or all but one where the size says that there is one."""
    if key == slice(None):
        return size, ()
    first, *rest = size.split(" + ")
    if key in (slice(1, None), slice(None, -1)) and first == "1" and rest:
        return " + ".join(rest), length("1") if key.start else ()
    raise Unsupported("program: a slice that leaves out more than one entry")


# --------------------------------------------------------------------------------------------------
# Arrays whose shape is symbolic: NumPy's functions on them give index notation.
#
# What is not listed here is refused, and with it the program that asks for it.


class Array:
    """An array of symbolic shape; operators and NumPy's functions give new ones.

    own: whether it was just made and has no view, so that it may be changed in place.
    """

    dtype = np.dtype(object)

    def __init__(
        self, context: Context, sizes: Sequence[str], poly: Poly, own: bool = False
    ) -> None:
        self.context, self.sizes, self.poly, self.own = context, tuple(sizes), poly, own

    def __repr__(self) -> str:
        raise Unsupported("program: the text of a length or an array")

    __str__ = __repr__

    def __format__(self, how: str) -> str:
        return repr(self)

    # ----------------------------------------------------------------------------------------------
    # What arrays know of themselves.

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.sizes)

    @property
    def shape(self) -> tuple[Any, ...]:
        """The lengths of the axes."""
        return tuple(axis_length(self.context, size) for size in self.sizes)

    @property
    def size(self) -> Any:
        """The number of entries."""
        result: Any = 1
        for one in self.shape:
            result = one * result
        return result

    @property
    def T(self) -> Array:
        """The transpose."""
        return self.moved_axes(tuple(reversed(range(self.ndim))))

    def moved_axes(self, order: Sequence[int]) -> Array:
        """The axes in another order."""
        self.own = False
        sizes = [self.sizes[k] for k in order]
        names = {
            axis(k, self.sizes[k]): Index(axis(new, self.sizes[k])) for new, k in enumerate(order)
        }
        return type(self)(self.context, sizes, substitute(self.context.ring, self.poly, names))

    def swapaxes(self, one: int, other: int) -> Array:
        """Two axes exchanged."""
        order = list(range(self.ndim))
        order[one], order[other] = order[other], order[one]
        return self.moved_axes(order)

    def copy(self) -> Array:
        """Another one, which may be changed in place."""
        return type(self)(self.context, self.sizes, self.poly, own=True)

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Array:
        """The sum over one axis or all."""
        result = self.folded(axis, lambda poly, var: bind(self.context.ring, poly, var))
        return keep_axis(self, result, axis) if keepdims else result

    def prod(self, axis: int | None = None) -> Array:
        """The product over one axis or all."""
        return self.folded(axis, lambda poly, var: product_over(self.context.ring, poly, var))

    def max(self, axis: int | None = None, keepdims: bool = False) -> Array:
        """The largest number over one axis or all."""
        return self.extreme(axis, keepdims, Fraction(-1))

    def min(self, axis: int | None = None, keepdims: bool = False) -> Array:
        """The smallest number over one axis or all."""
        return self.extreme(axis, keepdims, Fraction(1))

    def extreme(self, axis: int | None, keepdims: bool, sign: Fraction) -> Array:
        """The smallest number, or that of the numbers with a minus, over one axis or all."""
        refuse_flags([self])
        ring = self.context.ring
        result = self.folded(
            axis,
            lambda poly, var: minimum_over_variable(ring, poly.scaled(sign), var).scaled(sign),
        )
        return keep_axis(self, result, axis) if keepdims else result

    def folded(self, over: int | None, fold: Callable[[Poly, Var], Poly]) -> Array:
        """This array folded over one axis or all."""
        array: Entries = self.sizes, self.poly
        for one in range(self.ndim - 1, -1, -1) if over is None else [over]:
            array = fold_axis(self.context, array, one, fold)
        return Array(self.context, *array)

    def mean(self, axis: int | None = None) -> Array:
        """The mean over one axis or all."""
        many = self.size if axis is None else self.shape[axis]
        return as_array_only(self.sum(axis) / many)

    def __getitem__(self, key: Any) -> Array:
        self.own = False
        keys = list(key) if isinstance(key, tuple) else [key]
        return type(self)(
            self.context, *select_entries(self.context, (self.sizes, self.poly), keys)
        )

    # NumPy

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method != "__call__" or ufunc.__name__ not in UFUNCS or options:
            raise Unsupported(f"program: {ufunc.__name__}")
        return UFUNCS[ufunc.__name__](*(as_array(self.context, part) for part in inputs))

    def __array_function__(self, function: Any, types: Any, inputs: Any, options: Any) -> Any:
        if function.__name__ not in FUNCTIONS:
            raise Unsupported(f"program: {function.__name__}")
        return FUNCTIONS[function.__name__](*inputs, **options)

    def __bool__(self) -> bool:
        known = self.poly.number
        if known is None or self.ndim:
            raise Unsupported("program: a comparison of generic numbers")
        return bool(known)

    def astype(self, kind: Any) -> Array:
        """It stays what it is."""
        if kind != self.dtype:
            raise Unsupported("program: another type")
        return self.copy()

    def __abs__(self) -> Array:
        return UFUNCS["absolute"](self)


class Flags(Array):
    """Indicators: NumPy's booleans, of which a sum or a matrix product is no number."""


def _refusal(reason: str) -> Callable[[Array], Any]:
    def refuse(self: Array) -> Any:
        raise Unsupported(f"program: {reason}")

    return refuse


for _name, _reason in {
    "len": "a length as a number",
    "float": "a generic number as a float", "int": "a generic number as a whole one",
    "iter": "a loop over an array", "hash": "the place of a number in a set or a table",
}.items():  # fmt: skip
    setattr(Array, f"__{_name}__", _refusal(_reason))


def axis_length(context: Context, size: str) -> Any:
    """The length of an axis: a number, or an array without axes."""
    return (
        int(size) if size.isdigit() else Array(context, (), size_poly(context.ring, length(size)))
    )


def keep_axis(before: Array, after: Array, over: int | None) -> Array:
    """A sum over an axis that stays, with the length 1."""
    if over is None:
        raise Unsupported("program: all axes kept")
    keys: list[Any] = [slice(None)] * after.ndim
    keys.insert(over % before.ndim, None)
    return after[tuple(keys)]


def as_array(context: Context, value: Any) -> Array:
    """A number as an array without axes."""
    if isinstance(value, Array):
        return value
    if isinstance(value, np.integer):
        value = int(value)
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Array(context, (), constant_poly(Fraction(value)))
    if (
        isinstance(value, (float, np.floating))
        and Fraction(float(value)).denominator <= LARGEST_DENOMINATOR
    ):
        return Array(context, (), constant_poly(Fraction(float(value))))
    raise Unsupported("program: a value that is neither a number nor an array")


def as_array_only(value: Any) -> Array:
    """What is an array."""
    if not isinstance(value, Array):
        raise Unsupported("program: an array was expected")
    return value


UFUNCS: dict[str, Callable[..., Array]] = {}
FUNCTIONS: dict[str, Callable[..., Any]] = {}


# --------------------------------------------------------------------------------------------------
# Operators and NumPy's functions of entries, on arrays of symbolic shape.


def elementwise(function: Callable[..., Poly]) -> Callable[..., Array]:
    """A function of entries as one of arrays; not all of them are booleans."""

    def on_arrays(*arrays: Array) -> Array:
        refuse_flags(arrays)
        sizes, polys = broadcast_arrays(
            arrays[0].context, [(array.sizes, array.poly) for array in arrays]
        )
        return Array(arrays[0].context, sizes, function(arrays[0].context, *polys), own=True)

    return on_arrays


def flags(function: Callable[..., Poly]) -> Callable[..., Array]:
    """A comparison of entries as one of arrays."""

    def on_arrays(*arrays: Array) -> Array:
        sizes, polys = broadcast_arrays(
            arrays[0].context, [(array.sizes, array.poly) for array in arrays]
        )
        return Flags(arrays[0].context, sizes, function(arrays[0].context, *polys))

    return on_arrays


def refuse_flags(arrays: Sequence[Array]) -> None:
    """Raises where NumPy calculates with booleans, for which 1 + 1 is 1."""
    if all(isinstance(array, Flags) for array in arrays):
        raise Unsupported("program: arithmetic of booleans")


def multiply(left: Array, right: Array) -> Array:
    """A product of entries; that of booleans is one."""
    make = flags if isinstance(left, Flags) and isinstance(right, Flags) else elementwise
    return make(lambda context, a, b: times(context.ring, a, b))(left, right)


def divide(context: Context, above: Poly, below: Poly) -> Poly:
    """A quotient."""
    context.need(below)
    return times(context.ring, above, power_of_poly(context.ring, below, Fraction(-1)))


def power(context: Context, base: Poly, exponent: Poly) -> Poly:
    """A power."""
    if exponent.number is None:
        return symbolic_power(context, base, exponent)
    if exponent.number < 0:
        context.need(base)
    return rational_power(context, base, exponent.number)


def tanh(context: Context, poly: Poly) -> Poly:
    """1 - 2/(e^(2u) + 1)."""
    below = exponential(context.ring, poly.scaled(Fraction(2))) + constant_poly(1)
    return constant_poly(1) - power_of_poly(context.ring, below, Fraction(-1)).scaled(Fraction(2))


def logarithm_of_entry(context: Context, poly: Poly) -> Poly:
    """A logarithm."""
    context.need(poly, above=True)
    return logarithm(context.ring, poly)


def matmul(left: Array, right: Array) -> Array:
    """A product of matrices and vectors."""
    refuse_flags([left, right])
    ring = left.context.ring
    size = left.sizes[-1]
    inner = right.sizes[0] if right.ndim == 1 else right.sizes[-2]
    if size != inner or max(left.ndim, right.ndim) > 2:
        raise Unsupported("program: shapes that do not fit together")
    letter = Index(fresh_variable(size)) if size != "1" else constant(1)
    one = substitute(ring, left.poly, {axis(left.ndim - 1, size): letter})
    names = {axis(0, size): letter}
    sizes = left.sizes[:-1]
    if right.ndim == 2:
        moved_to = len(sizes)
        names[axis(1, right.sizes[1])] = Index(axis(moved_to, right.sizes[1]))
        sizes = (*sizes, right.sizes[1])
    poly = times(ring, one, substitute(ring, right.poly, names))
    if letter.var is not None:
        poly = bind(ring, poly, letter.var)
    return Array(left.context, sizes, poly, own=True)


def larger_or_smaller(way: Fraction) -> Callable[[Context, Poly, Poly], Poly]:
    """The larger or the smaller of two numbers."""

    def found(context: Context, one: Poly, other: Poly) -> Poly:
        gap = modulus(context.ring, one - other)
        return (one + other).scaled(HALF) + gap.scaled(way)

    return found


def at_most_indicator(context: Context, one: Poly, other: Poly) -> Poly:
    """1 where a number is at most another one, else 0."""
    return step_function(context.ring, one - other)


def equality_indicator(context: Context, one: Poly, other: Poly) -> Poly:
    """1 where two numbers are equal, else 0."""
    both = (at_most_indicator(context, *pair) for pair in ((one, other), (other, one)))
    return product(context.ring, list(both))


UFUNCS |= {
    "less_equal": flags(at_most_indicator),
    "greater_equal": flags(lambda context, a, b: at_most_indicator(context, b, a)),
    "less": flags(lambda context, a, b: constant_poly(1) - at_most_indicator(context, b, a)),
    "greater": flags(lambda context, a, b: constant_poly(1) - at_most_indicator(context, a, b)),
    "equal": flags(equality_indicator),
    "not_equal": flags(lambda context, a, b: constant_poly(1) - equality_indicator(context, a, b)),
    "add": elementwise(lambda context, a, b: a + b),
    "subtract": elementwise(lambda context, a, b: a - b),
    "multiply": multiply,
    "divide": elementwise(divide),
    "power": elementwise(power),
    "negative": elementwise(lambda context, a: -a),
    "square": elementwise(lambda context, a: times(context.ring, a, a)),
    "sqrt": elementwise(lambda context, a: rational_power(context, a, HALF)),
    "exp": elementwise(lambda context, a: exponential(context.ring, a)),
    "log": elementwise(logarithm_of_entry),
    "tanh": elementwise(tanh),
    "absolute": elementwise(lambda context, a: modulus(context.ring, a)),
    "sign": elementwise(lambda context, a: signum(context.ring, a)),
    "maximum": elementwise(larger_or_smaller(HALF)),
    "minimum": elementwise(larger_or_smaller(-HALF)),
    "matmul": matmul,
}


# --------------------------------------------------------------------------------------------------
# Operators.


def _operator(name: str, turned: bool = False) -> Callable[[Array, Any], Array]:
    def operate(self: Array, other: Any) -> Array:
        pair = self, as_array(self.context, other)
        return UFUNCS[name](*(pair[::-1] if turned else pair))

    return operate


def _in_place(name: str) -> Callable[[Array, Any], Array]:
    def change(self: Array, other: Any) -> Array:
        result = UFUNCS[name](self, as_array(self.context, other))
        if not result.sizes:  # NumPy's numbers never change
            return result
        if not self.own or isinstance(self, Flags) or result.sizes != self.sizes:
            raise Unsupported("program: a change in place that others may see")
        self.poly = result.poly
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


# --------------------------------------------------------------------------------------------------
# NumPy's functions of whole arrays, on arrays of symbolic shape.


def trace(array: Array) -> Array:
    """The sum of the diagonal."""
    size = array.sizes[0]
    letter = fresh_variable(size)
    names = {axis(0, size): Index(letter), axis(1, size): Index(letter)}
    poly = bind(array.context.ring, substitute(array.context.ring, array.poly, names), letter)
    return Array(array.context, (), poly)


def outer(left: Array, right: Array) -> Array:
    """All products of two vectors."""
    return UFUNCS["multiply"](left[:, None], right)


def where(flag: Array, one: Any, other: Any) -> Array:
    """One number where a flag is 1, another where it is 0."""
    if not isinstance(flag, Flags):
        raise Unsupported("program: a choice that is not made by a comparison")
    here = UFUNCS["multiply"](flag, as_array(flag.context, one))
    off = UFUNCS["subtract"](as_array(flag.context, 1), flag)
    return UFUNCS["add"](here, UFUNCS["multiply"](off, as_array(flag.context, other)))


def clip(array: Array, low: Any = None, high: Any = None) -> Array:
    """Numbers with a bound below, above, or both."""
    for name, bound in (("maximum", low), ("minimum", high)):
        if bound is not None:
            array = UFUNCS[name](array, as_array(array.context, bound))
    return array


def cumsum(array: Array) -> Array:
    """Running sums of a column."""
    if array.ndim != 1:
        raise Unsupported("program: running sums of an array that is not a column")
    (size,), context = array.sizes, array.context
    letter, row = fresh_variable(size), axis(0, size)
    flag = plain_product(context.ring, (at_most(Index(letter), Index(row)),))
    poly = times(context.ring, flag, substitute(context.ring, array.poly, {row: Index(letter)}))
    return Array(context, (size,), bind(context.ring, poly, letter))


def einsum(how: str, *arrays: Array) -> Array:
    """Products of entries, summed over the letters that the result does not have."""
    refuse_flags(arrays)
    inputs, arrow, result = how.replace(" ", "").partition("->")
    if not arrow:
        raise Unsupported("program: an einsum that does not say its result")
    context, sizes, polys = arrays[0].context, dict[str, str](), list[Poly]()
    for letters, array in zip(inputs.split(","), arrays, strict=True):
        names = {}
        for k, (letter, size) in enumerate(zip(letters, array.sizes, strict=True)):
            if sizes.setdefault(letter, size) != size or size == "1":
                raise Unsupported("program: shapes that do not fit together")
            names[axis(k, size)] = Index(Var(f"einsum {letter}", size))
        polys.append(substitute(context.ring, array.poly, names))
    poly = product(context.ring, polys)
    for letter in sorted(set(sizes) - set(result)):
        poly = bind(context.ring, poly, Var(f"einsum {letter}", sizes[letter]))
    back = {Var(f"einsum {x}", sizes[x]): Index(axis(k, sizes[x])) for k, x in enumerate(result)}
    return Array(context, [sizes[x] for x in result], substitute(context.ring, poly, back))


FUNCTIONS |= {
    "where": where,
    "cumsum": cumsum,
    "einsum": einsum,
    "sum": lambda a, axis=None, keepdims=False: a.sum(axis, keepdims),
    "max": lambda a, axis=None, keepdims=False: a.max(axis, keepdims),
    "min": lambda a, axis=None, keepdims=False: a.min(axis, keepdims),
    "clip": clip,
    "mean": lambda a, axis=None: a.mean(axis),
    "prod": lambda a, axis=None: a.prod(axis),
    "trace": trace,
    "outer": outer,
    "dot": matmul,
    "transpose": lambda a: a.T,
    "swapaxes": lambda a, one, other: a.swapaxes(one, other),
}
