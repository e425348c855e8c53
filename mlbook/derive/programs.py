"""The program as a term: functions of the package, called on symbols or on numbers."""

import contextlib

import numpy as np
import sympy as sp

from .errors import DerivationError

ELEMENTARY = {"exp": sp.exp, "log": sp.log, "sqrt": sp.sqrt, "tanh": sp.tanh}


def called(function, values, exact):
    """A function of the package on values: columns go in as one axis, and come out as columns."""
    flat = [v[:, 0] if isinstance(v, np.ndarray) and v.shape[1] == 1 else v for v in values]
    with symbols_have_functions() if exact else contextlib.nullcontext():
        try:
            result = function(*flat)
        except (ValueError, TypeError, AttributeError, IndexError) as error:
            told = f"{function.__name__} does not work on these arguments: {error}"
            raise DerivationError(told) from error
    if exact:
        result = np.vectorize(exactly, otypes=[object])(result)
    result = np.asarray(result)
    if result.ndim == 0:
        return result.item()
    return result.reshape(len(result), -1) if result.ndim == 1 else result


def exactly(value):
    """A SymPy expression with each binary float as the fraction that it is (0.5 is 1/2)."""
    value = sp.sympify(value, strict=True)
    return value.xreplace({number: sp.Rational(number) for number in value.atoms(sp.Float)})


@contextlib.contextmanager
def symbols_have_functions():
    """Lets np.exp and its kin act on symbols: they look for methods of that name."""
    for name, function in ELEMENTARY.items():
        setattr(sp.Expr, name, lambda self, function=function: function(self))
    try:
        yield
    finally:
        for name in ELEMENTARY:
            delattr(sp.Expr, name)
