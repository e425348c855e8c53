"""Programs as terms: a function of the package is called on symbols or on exact numbers.

It gets generic numbers (`generic.py`), and what it returns is compared with what it returns for
floats and for whole numbers of Python's kind.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..errors import DerivationError, OfNumbers
from ..limits import LARGEST_DENOMINATOR, ROUNDED
from ..names import Shape
from .assignment import Value
from .defined import require_finite
from .generic import Known, with_generic_numbers, without_generic_numbers
from .values import plain_text

# --------------------------------------------------------------------------------------------------
# Calls of programs.


NUMBERS = (int, float, np.integer, sp.Number)


def program_argument(value: Value, shape: Shape) -> Value:
    """A value as a program gets it: a column as an array of one axis."""
    return value[:, 0] if shape and shape[1] == 1 else value


def call_program(
    function: Callable[..., Any], values: Sequence[Value], exact: bool, one_column: bool = False
) -> Value:
    """A program on copies of values; an array of one axis comes out as a column."""
    if not exact:
        copies = [v.copy() if isinstance(v, np.ndarray) else v for v in values]
        return as_columns(run(function, copies), function.__name__, one_column)
    values = [without_generic_numbers(value) for value in values]
    result = run_program(function, values)
    if any(map(is_rounded, np.ravel(np.asarray(result, dtype=object)))):
        result = call_on_symbols(function, values)
    result = np.vectorize(with_exact_fractions, otypes=[object])(result)
    refuse_other_kinds(function, values, result)
    return as_columns(result, function.__name__, one_column)


def as_columns(result: Value, name: str, one_column: bool) -> Value:
    """What a program returned: an array of one axis as a column, one without axes as a number.

    one_column: whether numbers along one axis were declared. Raises for two axes then, which NumPy
    adds to one axis in another way.
    """
    result = np.asarray(result)
    if one_column and result.ndim == 2:
        raise DerivationError(
            f"{name} returned an array of two axes, of shape {result.shape}, where one axis was "
            "declared: NumPy adds these in different ways"
        )
    if result.ndim == 0:
        return result.item()
    return result.reshape(len(result), -1) if result.ndim == 1 else result


def run_program(
    function: Callable[..., Any], values: Sequence[Value], known: Known | None = None
) -> Value:
    """What a program returns for copies of terms or exact numbers, as generic numbers.

    known: the numbers for which the symbols stand, where questions are answered for these.
    """
    parts = [part for value in values for part in np.ravel(value)]
    symbolic = not all(isinstance(part, NUMBERS) for part in parts)
    given = [with_generic_numbers(value, known or {}, symbolic) for value in values]
    return without_generic_numbers(run(function, given))


def run(function: Callable[..., Any], values: Sequence[Value]) -> Value:
    """What a program returns for values that it may change."""
    try:
        return function(*values)
    except OfNumbers as error:
        message = f"{function.__name__} cannot run on symbols: {error}"
        raise OfNumbers(message) from error
    except (ValueError, TypeError, AttributeError, IndexError, ZeroDivisionError) as error:
        message = f"{function.__name__} does not work on these arguments: {plain_text(str(error))}"
        raise DerivationError(message) from error


def refuse_other_kinds(
    function: Callable[..., Any], values: Sequence[Value], returned: Value
) -> None:
    """Raises where a program says something else of floats, or of whole numbers of Python's kind.

    They are the exact numbers of which it said what was found.
    """
    numbers = [part for value in (*values, returned) for part in np.ravel(value)]
    if not all(isinstance(n, int | np.integer) or n.is_Rational for n in numbers):
        return
    whole = all(n == int(n) for value in values for n in np.ravel(value))
    for kind in (float, int) if whole else (float,):
        refuse_other(function, [with_number_kind(value, kind) for value in values], returned, kind)


def with_number_kind(value: Value, kind: type) -> Value:
    """A number or an array of exact numbers as those of a kind."""
    return np.asarray(value, dtype=kind) if isinstance(value, np.ndarray) else kind(value)


def refuse_other(
    function: Callable[..., Any], values: Sequence[Value], returned: Value, kind: type
) -> None:
    """Raises where a program says something else of numbers of a kind than was found."""
    try:
        with np.errstate(all="ignore"):
            other = run(function, values)
    except DerivationError:
        # The program takes no numbers of this kind, for example only indices, and is not compared.
        return
    exact, rounded = np.asarray(returned, dtype=float), np.asarray(other, dtype=float)
    if np.all(np.isfinite(rounded)) and not np.allclose(exact, rounded, ROUNDED, ROUNDED):
        name, result = function.__name__, f"{rounded} for {kind.__name__}s"
        raise DerivationError(f"{name} returns {result}, and {exact} for symbols")


def is_rounded(value: Value) -> bool:
    """Whether a number of a program is no short fraction, as tanh(0.5 x) is where x is a number."""
    floats = sp.sympify(value, strict=True).atoms(sp.Float)
    return any(sp.Rational(number).q > LARGEST_DENOMINATOR for number in floats)


def call_on_symbols(function: Callable[..., Any], values: Sequence[Value]) -> Value:
    """What a function returns for symbols, with the values substituted afterwards: it is exact.

    What it asks about the symbols is answered for the values.
    """
    symbols = [np.vectorize(lambda _: sp.Dummy(real=True), otypes=[object])(v) for v in values]
    pairs = [
        zip(np.ravel(s), np.ravel(v), strict=True) for s, v in zip(symbols, values, strict=True)
    ]
    known = dict(itertools.chain(*pairs))
    given = [
        s if isinstance(v, np.ndarray) else s.item() for s, v in zip(symbols, values, strict=True)
    ]
    result = run_program(function, given, known)
    return np.vectorize(lambda part: with_exact_fractions(part).subs(known), otypes=[object])(
        result
    )


def with_exact_fractions(value: Value) -> Value:
    """A SymPy expression with each binary float as the fraction that it is (0.5 is 1/2)."""
    value = require_finite(sp.sympify(value, strict=True), "what a program returns")
    return value.xreplace({number: sp.Rational(number) for number in value.atoms(sp.Float)})
