"""Arrays whose shape is symbolic: NumPy's functions on them give index notation.

What is not listed here is refused, and with it the program that asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from .algebra import bind, substitute
from .axes import Entries, axis, folded, selected
from .diagrams import Poly, number
from .errors import Unsupported
from .indices import Index, Var, length
from .place import Place, size_poly
from .products import product_over

SHORT = 2**20  # denominators of floats that a program may have written, such as 0.5


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
    if isinstance(value, (float, np.floating)) and Fraction(float(value)).denominator <= SHORT:
        return Array(place, (), number(Fraction(float(value))))
    raise Unsupported("program: a value that is neither a number nor an array")


def of_array(value: Any) -> Array:
    """What is an array."""
    if not isinstance(value, Array):
        raise Unsupported("program: an array was expected")
    return value


UFUNCS: dict[str, Callable[..., Array]] = {}
FUNCTIONS: dict[str, Callable[..., Any]] = {}
