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
from .algebra import HALF, rooted, symbolic_power
from .diagrams import Poly, bind, number, product, substitute, times
from .elementary import exponential, logarithm, modulus, product_over, raised, sign, step
from .indices import Index, Linear, Unsupported, Var, constant, fresh, length, moved
from .place import Place, closed_one, size_poly
from .rules import at_most

# --------------------------------------------------------------------------------------------------
# The axes of arrays of symbolic shape: entries are polynomials in variables axis0, axis1, ...
#
# A side of length 1 has no variable. Each function takes and returns (sizes, polynomial).

Entries = tuple[tuple[str, ...], Poly]


def axis(k: int, size: str) -> Var:
    """The variable of an axis."""
    return Var(f"axis{k}", size)


def folded(place: Place, array: Entries, over: int, fold: Callable[[Poly, Var], Poly]) -> Entries:
    """An array folded over one axis."""
    sizes, poly = array
    over = over % len(sizes)
    size = sizes[over]
    var = fresh(size) if size != "1" else None
    names = {axis(over, size): Index(var)} if var else {}
    for k in range(over + 1, len(sizes)):
        names[axis(k, sizes[k])] = Index(axis(k - 1, sizes[k]))
    poly = substitute(place.room, poly, names)
    left = tuple(s for k, s in enumerate(sizes) if k != over)
    return left, fold(poly, var) if var else poly


def aligned(place: Place, arrays: Sequence[Entries]) -> tuple[tuple[str, ...], list[Poly]]:
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
                raise Unsupported("program: shapes that do not fit")
            common[k + start] = size if size != "1" else common[k + start]
        polys.append(substitute(place.room, poly, names))
    return tuple(common), polys


def selected(place: Place, array: Entries, keys: list[Any]) -> Entries:
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
            size, start = sliced(old.size, key)
            sizes.append(size)
            names[old] = moved(Index(axis(len(sizes) - 1, size)), start)
        elif isinstance(key, int) and not isinstance(key, bool) and key >= -1:
            names[old] = constant(key + 1) if key >= 0 else Index(None, length(old.size))
            if not place.known.inside(names[old], old.size):
                raise Unsupported("program: an entry that may not exist")
        else:
            raise Unsupported("program: such an index")
    return tuple(sizes), substitute(place.room, poly, names)


def sliced(size: str, key: slice) -> tuple[str, Linear]:
    """(size, start) of a slice: all, or all but one where the size says that there is one."""
    if key == slice(None):
        return size, ()
    first, *rest = size.split(" + ")
    if key in (slice(1, None), slice(None, -1)) and first == "1" and rest:
        return " + ".join(rest), length("1") if key.start else ()
    raise Unsupported("program: such a slice")


# --------------------------------------------------------------------------------------------------
# Arrays whose shape is symbolic: NumPy's functions on them give index notation.
#
# What is not listed here is refused, and with it the program that asks for it.


class Array:
    """An array of symbolic shape; operators and NumPy's functions give new ones.

    own: whether it was just made and has no view, so that it may be changed in place.
    """

    dtype = np.dtype(object)

    def __init__(self, place: Place, sizes: Sequence[str], poly: Poly, own: bool = False) -> None:
        self.place, self.sizes, self.poly, self.own = place, tuple(sizes), poly, own

    def __repr__(self) -> str:
        return f"an array of shape ({', '.join(self.sizes)})"

    # what arrays know of themselves

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.sizes)

    @property
    def shape(self) -> tuple[Any, ...]:
        """The lengths of the axes."""
        return tuple(count(self.place, size) for size in self.sizes)

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
        return type(self)(self.place, sizes, substitute(self.place.room, self.poly, names))

    def swapaxes(self, one: int, other: int) -> Array:
        """Two axes exchanged."""
        order = list(range(self.ndim))
        order[one], order[other] = order[other], order[one]
        return self.moved_axes(order)

    def copy(self) -> Array:
        """Another one, which may be changed in place."""
        return type(self)(self.place, self.sizes, self.poly, own=True)

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Array:
        """The sum over one axis or all."""
        found = self.folded(axis, lambda poly, var: bind(self.place.room, poly, var))
        return kept(self, found, axis) if keepdims else found

    def prod(self, axis: int | None = None) -> Array:
        """The product over one axis or all."""
        return self.folded(axis, lambda poly, var: product_over(self.place.room, poly, var))

    def folded(self, over: int | None, fold: Callable[[Poly, Var], Poly]) -> Array:
        """This array folded over one axis or all."""
        array: Entries = self.sizes, self.poly
        for one in range(self.ndim - 1, -1, -1) if over is None else [over]:
            array = folded(self.place, array, one, fold)
        return Array(self.place, *array)

    def mean(self, axis: int | None = None) -> Array:
        """The mean over one axis or all."""
        many = self.size if axis is None else self.shape[axis]
        return of_array(self.sum(axis) / many)

    def __getitem__(self, key: Any) -> Array:
        self.own = False
        keys = list(key) if isinstance(key, tuple) else [key]
        return type(self)(self.place, *selected(self.place, (self.sizes, self.poly), keys))

    # NumPy

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method != "__call__" or ufunc.__name__ not in UFUNCS or options:
            raise Unsupported(f"program: {ufunc.__name__}")
        return UFUNCS[ufunc.__name__](*(as_array(self.place, part) for part in inputs))

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
    "iter": "a loop over an array",
}.items():  # fmt: skip
    setattr(Array, f"__{_name}__", _refusal(_reason))


def count(place: Place, size: str) -> Any:
    """The length of an axis: a number, or an array without axes."""
    return int(size) if size.isdigit() else Array(place, (), size_poly(place.room, length(size)))


def kept(before: Array, after: Array, over: int | None) -> Array:
    """A sum over an axis that stays, with the length 1."""
    if over is None:
        raise Unsupported("program: all axes kept")
    keys: list[Any] = [slice(None)] * after.ndim
    keys.insert(over % before.ndim, None)
    return after[tuple(keys)]


def as_array(place: Place, value: Any) -> Array:
    """A number as an array without axes."""
    if isinstance(value, Array):
        return value
    if isinstance(value, np.integer):
        value = int(value)
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Array(place, (), number(Fraction(value)))
    if (
        isinstance(value, (float, np.floating))
        and Fraction(float(value)).denominator <= LARGEST_DENOMINATOR
    ):
        return Array(place, (), number(Fraction(float(value))))
    raise Unsupported("program: a value that is neither a number nor an array")


def of_array(value: Any) -> Array:
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


# --------------------------------------------------------------------------------------------------
# NumPy's functions of whole arrays, on arrays of symbolic shape.


def trace(array: Array) -> Array:
    """The sum of the diagonal."""
    size = array.sizes[0]
    letter = fresh(size)
    names = {axis(0, size): Index(letter), axis(1, size): Index(letter)}
    poly = bind(array.place.room, substitute(array.place.room, array.poly, names), letter)
    return Array(array.place, (), poly)


def outer(left: Array, right: Array) -> Array:
    """All products of two vectors."""
    return UFUNCS["multiply"](left[:, None], right)


def where(flag: Array, one: Any, other: Any) -> Array:
    """One number where a flag is 1, another where it is 0."""
    if not isinstance(flag, Flags):
        raise Unsupported("program: a choice by numbers")
    here = UFUNCS["multiply"](flag, as_array(flag.place, one))
    off = UFUNCS["subtract"](as_array(flag.place, 1), flag)
    return UFUNCS["add"](here, UFUNCS["multiply"](off, as_array(flag.place, other)))


def cumsum(array: Array) -> Array:
    """Running sums of a column."""
    if array.ndim != 1:
        raise Unsupported("program: running sums of other than a column")
    (size,), place = array.sizes, array.place
    letter, row = fresh(size), axis(0, size)
    flag = closed_one(place.room, (at_most(Index(letter), Index(row)),))
    poly = times(place.room, flag, substitute(place.room, array.poly, {row: Index(letter)}))
    return Array(place, (size,), bind(place.room, poly, letter))


def einsum(how: str, *arrays: Array) -> Array:
    """Products of entries, summed over the letters that the result does not have."""
    refuse_flags(arrays)
    inputs, arrow, result = how.replace(" ", "").partition("->")
    if not arrow:
        raise Unsupported("program: an einsum that does not say its result")
    place, sizes, polys = arrays[0].place, dict[str, str](), list[Poly]()
    for letters, array in zip(inputs.split(","), arrays, strict=True):
        names = {}
        for k, (letter, size) in enumerate(zip(letters, array.sizes, strict=True)):
            if sizes.setdefault(letter, size) != size or size == "1":
                raise Unsupported("program: shapes that do not fit")
            names[axis(k, size)] = Index(Var(f"einsum {letter}", size))
        polys.append(substitute(place.room, array.poly, names))
    poly = product(place.room, polys)
    for letter in sorted(set(sizes) - set(result)):
        poly = bind(place.room, poly, Var(f"einsum {letter}", sizes[letter]))
    back = {Var(f"einsum {x}", sizes[x]): Index(axis(k, sizes[x])) for k, x in enumerate(result)}
    return Array(place, [sizes[x] for x in result], substitute(place.room, poly, back))


FUNCTIONS |= {
    "where": where,
    "cumsum": cumsum,
    "einsum": einsum,
    "sum": lambda a, axis=None: a.sum(axis),
    "mean": lambda a, axis=None: a.mean(axis),
    "prod": lambda a, axis=None: a.prod(axis),
    "trace": trace,
    "outer": outer,
    "dot": matmul,
    "transpose": lambda a: a.T,
    "swapaxes": lambda a, one, other: a.swapaxes(one, other),
}
