"""The program as a term: functions of the package, called on symbols or on numbers."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..errors import DerivationError
from ..names import Shape
from .defined import finite
from .world import Value

# NumPy's np.exp asks each object of an array for a method of that name. The methods are set here,
# once and for good: they are the same for whoever calls, so calls may nest and run in threads.
for _name, _function in {"exp": sp.exp, "log": sp.log, "sqrt": sp.sqrt, "tanh": sp.tanh}.items():
    setattr(sp.Expr, _name, lambda self, function=_function: function(self))


def as_given(value: Value, shape: Shape) -> Value:
    """A value as a program gets it: a column as an array of one axis."""
    return value[:, 0] if shape and shape[1] == 1 else value


def called(function: Callable[..., Any], values: Sequence[Value], exact: bool) -> Value:
    """A function of the package on copies of values; an array of one axis comes out as a column."""
    try:
        result = function(*(v.copy() if isinstance(v, np.ndarray) else v for v in values))
    except (ValueError, TypeError, AttributeError, IndexError, ZeroDivisionError) as error:
        told = f"{function.__name__} does not work on these arguments: {error}"
        raise DerivationError(told) from error
    if exact:
        result = np.vectorize(exactly, otypes=[object])(result)
    result = np.asarray(result)
    if result.ndim == 0:
        return result.item()
    return result.reshape(len(result), -1) if result.ndim == 1 else result


def exactly(value: Value) -> Value:
    """A SymPy expression with each binary float as the fraction that it is (0.5 is 1/2)."""
    value = finite(sp.sympify(value, strict=True), "what a program returns")
    return value.xreplace({number: sp.Rational(number) for number in value.atoms(sp.Float)})
