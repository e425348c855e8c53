"""The numbers that programs are called with: terms that calculate, and tell no more than they must.

A generic number has no digits and no hash, and what is said of it does not depend on its kind.
Where a program compares such numbers, as in ``x > 0``, it gets an indicator, with which np.where
may choose; a branch cannot. If a program asks whether numbers are equal, as a guard of a division
does, it is told that they are not unless they always are, and the question is noted: points are
tried at which they are equal (`decide/programs.py`).
"""

import contextlib
import operator
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from ..errors import OfNumbers
from .assignment import Value
from .defined import is_zero
from .unknowns import indicator

# NumPy's np.exp asks each object of an array for a method of that name. The methods are set here,
# once and for good: they are the same for whoever calls, so calls may nest and run in threads.
METHODS = {"exp": sp.exp, "log": sp.log, "sqrt": sp.sqrt, "tanh": sp.tanh}
for _name, _function in METHODS.items():
    setattr(sp.Expr, _name, lambda self, function=_function: function(self))

Known = dict[Value, Value]  # numbers for which symbols stand
OTHERS = (int, float, Fraction, np.integer, np.floating, np.bool_, sp.Expr)
ASKED: ContextVar[list[Value] | None] = ContextVar("ASKED", default=None)


@contextlib.contextmanager
def noted_questions() -> Iterator[list[Value]]:
    """A list to which the terms are added of which programs ask whether they are 0."""
    asked: list[Value] = []
    token = ASKED.set(asked)
    try:
        yield asked
    finally:
        ASKED.reset(token)


def refusal(what: str) -> OfNumbers:
    """The refusal to tell what only a given number has."""
    return OfNumbers(f"it asks for {what} of a number that may be any")


# --------------------------------------------------------------------------------------------------
# One number, and one indicator.


class Scalar:
    """What numbers and indicators have in common: NumPy's functions of them, and no digits.

    known: the numbers for which the symbols of the term stand, if questions are answered for these.
    """

    __slots__ = ("known", "value")

    def __init__(self, value: Value, known: Known) -> None:
        self.value, self.known = value, known

    def __repr__(self) -> str:
        raise refusal("the digits")

    def __str__(self) -> str:
        raise refusal("the digits")

    def __format__(self, how: str) -> str:
        raise refusal("the digits")

    def __hash__(self) -> int:
        if self.value.is_number:
            return hash(self.value)
        raise refusal("the place in a set or a table")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, inputs: Any, options: Any) -> Any:
        if function in FUNCTIONS:
            return FUNCTIONS[function](*inputs, **options)
        return function._implementation(*inputs, **options)


class Number(Scalar):
    """A term in symbols, or an exact number, that a program calculates with."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return not self.vanishes(self.value)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        part = other.value if isinstance(other, Number) else other
        if not isinstance(part, OTHERS):
            return False
        return self.vanishes(self.value - as_term(part))

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = Scalar.__hash__

    def vanishes(self, term: Value) -> bool:
        """Whether a term is 0; for one in symbols this is noted, and answered with no."""
        term = as_term(term)
        if not term.is_Number and self.known:
            term = term.subs(self.known)
        if term.is_number or term.is_zero is not None:
            return bool(is_zero(term)) if term.is_zero is None else bool(term.is_zero)
        if sp.expand(term) == 0 or sp.cancel(term) == 0:
            return True
        if (asked := ASKED.get()) is not None:
            asked.append(term)
        return False

    def __float__(self) -> float:
        if not self.value.is_number:
            raise TypeError("a number that may be any has no float")
        return float(self.value)

    def __int__(self) -> int:
        if not self.value.is_number:
            raise TypeError("a number that may be any has no integer")
        return int(self.value)

    def __index__(self) -> int:
        if not self.value.is_Integer:
            raise TypeError("a number that may be any is no index")
        return int(self.value)

    def conjugate(self) -> "Number":
        """Itself, since it is real."""
        return self


class Flag(Scalar):
    """An indicator, 1 or 0, that a comparison gives: NumPy's boolean, of which a sum is none."""

    __slots__ = ()

    def __bool__(self) -> bool:
        raise refusal("the order")

    def number(self) -> Number:
        """The indicator as a number."""
        return Number(self.value, self.known)

    def __invert__(self) -> "Flag":
        return Flag(1 - self.value, self.known)

    def __and__(self, other: Any) -> "Flag":
        return Flag(self.value * as_flag(other), self.known)

    def __or__(self, other: Any) -> "Flag":
        return Flag(1 - (1 - self.value) * (1 - as_flag(other)), self.known)

    __rand__, __ror__ = __and__, __or__


def as_flag(value: Any) -> Value:
    """The term of an indicator, or of a boolean that is known."""
    if isinstance(value, Flag):
        return value.value
    if isinstance(value, bool | np.bool_):
        return sp.Integer(bool(value))
    raise TypeError("an indicator goes with indicators")


def as_term(value: Any) -> Value:
    """A number as an exact term."""
    if type(value) is float or isinstance(value, np.floating):
        return (
            sp.Rational(float(value))
            if np.isfinite(value)
            else sp.sympify(float(value), strict=True)
        )
    if isinstance(value, bool | np.bool_):
        return sp.Integer(bool(value))
    term = sp.sympify(value, strict=True)
    if term.is_Number and not term.is_Float:
        return term
    return term.xreplace({number: sp.Rational(number) for number in term.atoms(sp.Float)})


def as_flag_or_bool(value: Value, known: Known) -> Any:
    """An indicator as a boolean where it is known."""
    if known and not value.is_number:
        value = value.subs(known)
    return bool(value) if value.is_number else Flag(value, known)


# --------------------------------------------------------------------------------------------------
# Operators.


def _arithmetic(name: str, turned: bool = False) -> Callable[..., Any]:
    operate = getattr(operator, name)

    def calculate(self: Number, other: Any) -> Any:
        if isinstance(other, Scalar):
            part = other.value
        elif not isinstance(other, OTHERS):
            return NotImplemented
        else:
            part = other if type(other) in {int, float} else as_term(other)
        value = operate(part, self.value) if turned else operate(self.value, part)
        return Number(value, self.known)

    return calculate


def _with_flag(name: str, turned: bool = False) -> Callable[..., Any]:
    def calculate(self: Flag, other: Any) -> Any:
        if isinstance(other, Flag):
            if name != "mul":
                raise TypeError("a sum of booleans, of which 1 + 1 is 1")
            return Flag(self.value * other.value, self.known)
        return getattr(self.number(), f"__{'r' if turned else ''}{name}__")(other)

    return calculate


def _order(sign: str) -> Callable[..., Any]:
    def ask(self: Number, other: Any) -> Any:
        part = other.value if isinstance(other, Number) else other
        if not isinstance(part, OTHERS):
            return NotImplemented
        if np.isinf(part) if isinstance(part, float | np.floating) else False:
            return bool(part > 0) == (sign in {"<", "<="})
        return as_flag_or_bool(indicator(as_term(self.value), sign, as_term(part)), self.known)

    return ask


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    for _made, _kind in ((_arithmetic, Number), (_with_flag, Flag)):
        setattr(_kind, f"__{_name}__", _made(_name))
        setattr(_kind, f"__r{_name}__", _made(_name, turned=True))
for _name, _sign in {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(Number, f"__{_name}__", _order(_sign))
for _name, _function in {
    **METHODS, "__neg__": operator.neg, "__pos__": operator.pos, "__abs__": abs
}.items():  # fmt: skip
    setattr(Number, _name, lambda self, do=_function: Number(do(self.value), self.known))


# --------------------------------------------------------------------------------------------------
# Arrays of them, and NumPy's functions that compare.


class Numbers(np.ndarray[Any, Any]):
    """An array of generic numbers, of which NumPy's comparisons are indicators."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, inputs: Any, options: Any) -> Any:
        if function in FUNCTIONS:
            return FUNCTIONS[function](*inputs, **options)
        return super().__array_function__(function, types, inputs, options)


def apply_ufunc(ufunc: Any, method: str, inputs: Any, options: dict[str, Any]) -> Any:
    """What a function of NumPy gives for generic numbers, entry by entry."""
    out = options.pop("out", None)
    parts = [plain_array(part) for part in inputs]
    if ufunc is np.add and method == "reduce":
        parts[0] = COUNTED(parts[0])
    own = ENTRYWISE.get(ufunc.__name__, ufunc)
    if own is not ufunc and method == "reduce" and options.get("axis", 0) is None:
        parts[0], options = np.ravel(parts[0]), {"keepdims": options.get("keepdims", False)}
    if out is not None:
        options["out"] = tuple(np.asarray(part) for part in out)
    result = getattr(own, method)(*parts, **options)
    if out is not None:
        return out[0]
    return result.view(Numbers) if type(result) is np.ndarray else result


def plain_array(part: Any) -> Any:
    """An array of NumPy's own kind, also of one number."""
    if isinstance(part, Scalar):
        result = np.empty((), dtype=object)
        result[()] = part
        return result
    return np.asarray(part) if isinstance(part, np.ndarray) else part


def comparison(sign: str) -> Any:
    """A comparison of two numbers, as a function of arrays."""
    compare = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}[sign]
    return np.frompyfunc(compare, 2, 1)


def chosen(flag: Any, one: Any, other: Any) -> Any:
    """One number where an indicator is 1, another where it is 0."""
    if not isinstance(flag, Flag):
        return one if flag else other
    return flag * one + (1 - flag.number()) * other


def larger(one: Any, other: Any) -> Any:
    """The larger of two numbers."""
    return extreme(sp.Max, one, other)


def smaller(one: Any, other: Any) -> Any:
    """The smaller of two numbers."""
    return extreme(sp.Min, one, other)


def extreme(kind: Any, one: Any, other: Any) -> Any:
    """The largest or the smallest of two numbers; an infinity leaves out or is all."""
    known = one.known if isinstance(one, Number) else getattr(other, "known", {})
    pair = [part.value if isinstance(part, Number) else as_term(part) for part in (one, other)]
    return Number(kind(*pair), known)


def sign_of(number: Any) -> Any:
    """The sign of a number."""
    return Number(sp.sign(number.value), number.known) if isinstance(number, Number) else (
        np.sign(number)
    )  # fmt: skip


def counted(part: Any) -> Any:
    """An indicator as the number that is added up."""
    return part.number() if isinstance(part, Flag) else part


COUNTED = np.frompyfunc(counted, 1, 1)
ENTRYWISE = {
    "less": comparison("<"), "less_equal": comparison("<="),
    "greater": comparison(">"), "greater_equal": comparison(">="),
    "maximum": np.frompyfunc(larger, 2, 1), "minimum": np.frompyfunc(smaller, 2, 1),
    "sign": np.frompyfunc(sign_of, 1, 1),
}  # fmt: skip
WHERE = np.frompyfunc(chosen, 3, 1)


def where(flag: Any, *pair: Any) -> Any:
    """Numbers that indicators choose."""
    if len(pair) != 2:
        raise refusal("the order")
    result = WHERE(*map(plain_array, (flag, *pair)))
    return result.view(Numbers) if type(result) is np.ndarray else result


def clip(number: Any, low: Any = None, high: Any = None) -> Any:
    """Numbers with a bound below, above, or both."""
    result = number if low is None else np.maximum(number, low)
    return result if high is None else np.minimum(result, high)


FUNCTIONS: dict[Any, Callable[..., Any]] = {np.where: where, np.clip: clip}


# --------------------------------------------------------------------------------------------------
# To programs and back.


def with_generic_numbers(value: Value, known: Known, symbolic: bool) -> Value:
    """A term or an array of terms as generic numbers; a whole number of Python's stays one."""
    if not isinstance(value, np.ndarray):
        if isinstance(value, int):
            return value
        return Number(sp.sympify(value, strict=True), known)
    result = np.empty(value.shape, dtype=object)
    for place, part in np.ndenumerate(value):
        result[place] = Number(sp.sympify(part, strict=True), known)
    return result.view(Numbers) if symbolic else result


def without_generic_numbers(value: Value) -> Value:
    """What a program returned, with terms in the place of generic numbers."""
    if isinstance(value, np.ndarray) and value.dtype == object:
        result = np.empty(value.shape, dtype=object)
        for place, part in np.ndenumerate(value):
            result[place] = part.value if isinstance(part, Scalar) else part
        return result
    if isinstance(value, list | tuple):
        return [without_generic_numbers(part) for part in value]
    return value.value if isinstance(value, Scalar) else value
