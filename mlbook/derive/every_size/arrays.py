"""Arrays whose shape is symbolic: NumPy's functions on them give index notation.

The entry of an array is a polynomial in the variables axis0, axis1, ...; a side of length 1 has
none. What is not listed here is refused, and with it the program that asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from .algebra import bind, substitute
from .diagrams import Poly, number
from .elementary import product_over
from .errors import Unsupported
from .indices import Index, Linear, Var, constant, fresh, length, moved
from .place import Place, size_poly
from .signs import is_nonnegative, is_positive

SHORT = 2**20  # denominators of floats that a program may have written, such as 0.5


def axis(k: int, size: str) -> Var:
    """The variable of an axis."""
    return Var(f"axis{k}", size)


class Array:
    """An array of symbolic shape; operators and NumPy's functions give new ones."""

    dtype = np.dtype(object)

    def __init__(self, place: Place, sizes: Sequence[str], poly: Poly) -> None:
        self.place, self.sizes, self.poly = place, tuple(sizes), poly

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
        sizes = [self.sizes[k] for k in order]
        names = {
            axis(k, self.sizes[k]): Index(axis(new, self.sizes[k])) for new, k in enumerate(order)
        }
        return Array(self.place, sizes, substitute(self.place.room, self.poly, names))

    def swapaxes(self, one: int, other: int) -> Array:
        """Two axes exchanged."""
        order = list(range(self.ndim))
        order[one], order[other] = order[other], order[one]
        return self.moved_axes(order)

    def copy(self) -> Array:
        """It never changes."""
        return self

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Array:
        """The sum over one axis or all."""
        found = folded(self, axis, lambda poly, var: bind(self.place.room, poly, var))
        return kept(self, found, axis) if keepdims else found

    def prod(self, axis: int | None = None) -> Array:
        """The product over one axis or all."""
        return folded(self, axis, lambda poly, var: product_over(self.place.room, poly, var))

    def mean(self, axis: int | None = None) -> Array:
        """The mean over one axis or all."""
        many = self.size if axis is None else self.shape[axis]
        return of_array(self.sum(axis) / many)

    def __getitem__(self, key: Any) -> Array:
        keys = list(key) if isinstance(key, tuple) else [key]
        return selected(self, keys)

    # NumPy

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method != "__call__" or ufunc.__name__ not in UFUNCS or options.get("out"):
            raise Unsupported(f"program: {ufunc.__name__}")
        return UFUNCS[ufunc.__name__](*(as_array(self.place, part) for part in inputs))

    def __array_function__(self, function: Any, types: Any, inputs: Any, options: Any) -> Any:
        if function.__name__ not in FUNCTIONS:
            raise Unsupported(f"program: {function.__name__}")
        return FUNCTIONS[function.__name__](*inputs, **options)

    def __bool__(self) -> bool:
        raise Unsupported("program: a comparison of generic numbers")

    def __eq__(self, other: object) -> bool:
        raise Unsupported("program: whether generic numbers are equal")

    def __ne__(self, other: object) -> bool:
        raise Unsupported("program: whether generic numbers are equal")

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        raise Unsupported("program: a length as a number")

    def __float__(self) -> float:
        raise Unsupported("program: a generic number as a float")

    def __int__(self) -> int:
        raise Unsupported("program: a generic number as a whole one")

    def __iter__(self) -> Any:
        raise Unsupported("program: a loop over an array")

    def __le__(self, other: Any) -> bool:
        return decided(self, other, is_nonnegative, is_positive)

    def __lt__(self, other: Any) -> bool:
        return decided(self, other, is_positive, is_nonnegative)

    def __abs__(self) -> Array:
        return UFUNCS["absolute"](self)


def _operator(name: str, turned: bool = False) -> Callable[[Array, Any], Array]:
    def operate(self: Array, other: Any) -> Array:
        pair = self, as_array(self.place, other)
        return UFUNCS[name](*(pair[::-1] if turned else pair))

    return operate


for _name, _ufunc in {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "pow": "power",
    "matmul": "matmul",
}.items():  # fmt: skip
    setattr(Array, f"__{_name}__", _operator(_ufunc))
    setattr(Array, f"__r{_name}__", _operator(_ufunc, turned=True))
setattr(Array, "__neg__", lambda self: Array(self.place, self.sizes, -self.poly))  # noqa: B010


def decided(one: Array, other: Any, holds: Any, fails: Any) -> bool:
    """A comparison of two numbers, where what is known of the sizes decides it."""
    gap = as_array(one.place, other).poly - one.poly
    if one.ndim == 0 and holds(one.place.room, gap):
        return True
    if one.ndim == 0 and fails(one.place.room, -gap):
        return False
    raise Unsupported("program: a comparison that sizes do not decide")


def count(place: Place, size: str) -> Any:
    """The length of an axis: a number, or an array without axes."""
    return int(size) if size.isdigit() else Array(place, (), size_poly(place.room, length(size)))


def kept(before: Array, after: Array, over: int | None) -> Array:
    """A sum over an axis that stays, with the length 1."""
    if over is None:
        raise Unsupported("program: all axes kept")
    keys: list[Any] = [slice(None)] * after.ndim
    keys.insert(over % before.ndim, None)
    return selected(after, keys)


def as_array(place: Place, value: Any) -> Array:
    """A number as an array without axes."""
    if isinstance(value, Array):
        return value
    if isinstance(value, (int, Fraction, np.integer)):
        return Array(
            place, (), number(Fraction(int(value)) if not isinstance(value, Fraction) else value)
        )
    if isinstance(value, (float, np.floating)) and Fraction(float(value)).denominator <= SHORT:
        return Array(place, (), number(Fraction(float(value))))
    raise Unsupported(f"program: {type(value).__name__}")


def of_array(value: Any) -> Array:
    """What is an array."""
    if not isinstance(value, Array):
        raise Unsupported("program: an array was expected")
    return value


def folded(array: Array, over: int | None, fold: Callable[[Poly, Var], Poly]) -> Array:
    """An array folded over one axis or all."""
    if over is None:
        while array.ndim:
            array = folded(array, array.ndim - 1, fold)
        return array
    over = over % array.ndim
    size = array.sizes[over]
    var = fresh(size) if size != "1" else None
    names = {axis(over, size): Index(var)} if var else {}
    sizes = [s for k, s in enumerate(array.sizes) if k != over]
    for k in range(over + 1, array.ndim):
        names[axis(k, array.sizes[k])] = Index(axis(k - 1, array.sizes[k]))
    poly = substitute(array.place.room, array.poly, names)
    return Array(array.place, sizes, fold(poly, var) if var else poly)


def aligned(*arrays: Array) -> tuple[tuple[str, ...], list[Poly]]:
    """The common shape of arrays, and their entries there."""
    many = max(array.ndim for array in arrays)
    sizes = ["1"] * many
    polys = []
    for array in arrays:
        start = many - array.ndim
        names = {}
        for k, size in enumerate(array.sizes):
            names[axis(k, size)] = Index(axis(k + start, size))
            if size != "1" and sizes[k + start] not in {"1", size}:
                raise Unsupported("program: shapes that do not fit")
            sizes[k + start] = size if size != "1" else sizes[k + start]
        polys.append(substitute(array.place.room, array.poly, names))
    return tuple(sizes), polys


UFUNCS: dict[str, Callable[..., Array]] = {}


def selected(array: Array, keys: list[Any]) -> Array:
    """Entries, new axes, and slices that leave out numbers at the beginning or the end."""
    names, sizes, k = {}, list[str](), 0
    keys += [slice(None)] * (array.ndim - sum(key is not None for key in keys))
    for key in keys:
        if key is None:
            sizes.append("1")
            continue
        old = axis(k, array.sizes[k])
        k += 1
        if isinstance(key, slice):
            size, start = sliced(old.size, key)
            sizes.append(size)
            names[old] = moved(Index(axis(len(sizes) - 1, size)), start)
        elif isinstance(key, int) and key >= 0:
            names[old] = constant(key + 1)
            if not array.place.known.inside(names[old], old.size):
                raise Unsupported("program: an entry that may not exist")
        else:
            raise Unsupported("program: such an index")
    return Array(array.place, sizes, substitute(array.place.room, array.poly, names))


def sliced(size: str, key: slice) -> tuple[str, Linear]:
    """(size, start) of a slice: all, or all but the first where the size says that there is one."""
    if key == slice(None):
        return size, ()
    first, *rest = size.split(" + ")
    if key == slice(1, None) and first == "1" and rest:
        return " + ".join(rest), length("1")
    raise Unsupported("program: such a slice")


FUNCTIONS: dict[str, Callable[..., Any]] = {}
