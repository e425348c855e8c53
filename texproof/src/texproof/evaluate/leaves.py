"""The leaves of a tree evaluated: numbers, sizes, letters, names, their entries, and calls.

A call may be of a function that is defined in the derivation or of an author's program. A program
runs on symbols or on numbers, and what it returns is checked before it is used.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..errors import DerivationError, Missing
from ..expr import Expr
from ..limits import LARGEST_DENOMINATOR, ROUNDED
from ..names import Name, Shape
from ..shape.sizes import shape_in_words
from .assignment import Assignment, Value, evaluates, shape_of
from .defined import require_finite
from .values import plain_text, refuse_misfit

# --------------------------------------------------------------------------------------------------
# The program as a term: programs, called on symbols or on numbers.

# NumPy's np.exp asks each object of an array for a method of that name. The methods are set here,
# once and for good: they are the same for whoever calls, so calls may nest and run in threads.
for _name, _function in {"exp": sp.exp, "log": sp.log, "sqrt": sp.sqrt, "tanh": sp.tanh}.items():
    setattr(sp.Expr, _name, lambda self, function=_function: function(self))


def program_argument(value: Value, shape: Shape) -> Value:
    """A value as a program gets it: a column as an array of one axis."""
    return value[:, 0] if shape and shape[1] == 1 else value


def call_program(function: Callable[..., Any], values: Sequence[Value], exact: bool) -> Value:
    """A program on copies of values; an array of one axis comes out as a column."""
    result = run_program(function, values)
    if exact and any(map(is_rounded, np.ravel(np.asarray(result, dtype=object)))):
        result = call_on_symbols(function, values)
    if exact:
        result = np.vectorize(with_exact_fractions, otypes=[object])(result)
        refuse_other_kinds(function, values, result)
    result = np.asarray(result)
    if result.ndim == 0:
        return result.item()
    return result.reshape(len(result), -1) if result.ndim == 1 else result


def run_program(function: Callable[..., Any], values: Sequence[Value]) -> Value:
    """What a program returns for copies of values."""
    try:
        return function(*(v.copy() if isinstance(v, np.ndarray) else v for v in values))
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
    if not all(isinstance(n, int) or n.is_Rational for n in numbers):
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
            other = run_program(function, values)
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
    """What a function returns for symbols, with the values substituted afterwards: it is exact."""
    symbols = [np.vectorize(lambda _: sp.Dummy(real=True), otypes=[object])(v) for v in values]
    result = run_program(function, [s if isinstance(v, np.ndarray) else s.item()
                            for s, v in zip(symbols, values, strict=True)])  # fmt: skip
    pairs = [
        zip(np.ravel(s), np.ravel(v), strict=True) for s, v in zip(symbols, values, strict=True)
    ]
    known = dict(itertools.chain(*pairs))
    return np.vectorize(lambda part: with_exact_fractions(part).subs(known), otypes=[object])(
        result
    )


def with_exact_fractions(value: Value) -> Value:
    """A SymPy expression with each binary float as the fraction that it is (0.5 is 1/2)."""
    value = require_finite(sp.sympify(value, strict=True), "what a program returns")
    return value.xreplace({number: sp.Rational(number) for number in value.atoms(sp.Float)})


# --------------------------------------------------------------------------------------------------
# Evaluation of what stands at the ends of a tree: numbers, sizes, letters, names, calls.


@evaluates("num")
def literal(assignment: Assignment, node: Expr) -> Value:
    """A number that is written."""
    return sp.Rational(node.value) if assignment.exact else float(node.value)


@evaluates("size")
def size(assignment: Assignment, node: Expr) -> Value:
    """The length of a size."""
    return assignment.number(assignment.sizes[node.value])


@evaluates("var")
def letter(assignment: Assignment, node: Expr) -> Value:
    """The number that an index letter is; in a sum without end it is any."""
    value = assignment.letters[node.value]
    return value if isinstance(value, sp.Symbol) else assignment.number(value)


@evaluates("name")
def name_value(assignment: Assignment, node: Expr, *indices: Expr) -> Value:
    """A member of a family."""
    value = assignment.value(node.value, tuple(assignment.whole(part) for part in indices))
    return assignment.number(value) if node.value.kind == "index" else value


@evaluates("entry")
def entry_value(assignment: Assignment, node: Expr, whole: Expr, *indices: Expr) -> Value:
    """An entry of a vector or matrix."""
    value, place = assignment.of(whole), assignment.place_of(node)
    if not all(0 <= i < length for i, length in zip(place, value.shape, strict=True)):
        raise Missing(f"{node.value.latex} has no entry {tuple(i + 1 for i in place)}")
    return value[place]


@evaluates("component")
def component_value(assignment: Assignment, node: Expr, whole: Expr, *indices: Expr) -> Value:
    """An entry of a term."""
    value, place = assignment.of(whole), assignment.place_of(node)
    if not all(0 <= i < length for i, length in zip(place, value.shape, strict=True)):
        raise Missing(f"there is no entry {tuple(i + 1 for i in place)}")
    return value[place]


@evaluates("call")
def call_value(assignment: Assignment, node: Expr, *arguments: Expr) -> Value:
    """A function that is defined, a program, or an unknown one."""
    name: Name = node.value
    values = [assignment.of(part) for part in arguments]
    if name in assignment.definitions:
        return call_by_definition(assignment, name, values)
    if name.call:
        flat = [
            program_argument(v, shape_of(part)) for v, part in zip(values, arguments, strict=True)
        ]
        return call_of_package(assignment, name, name.call, flat)
    return assignment.values[name](*values)


def call_by_definition(assignment: Assignment, name: Name, values: list[Value]) -> Value:
    """The body of a defined function, with the values in the place of its parameters."""
    parameters, body, _ = assignment.definitions[name]
    inner = assignment
    for parameter, value in zip(parameters, values, strict=True):
        refuse_misfit(assignment, parameter.value, (), value)
        inner = inner.replacing(parameter.value, (), value)
    return inner.of(body)


def call_of_package(
    assignment: Assignment, name: Name, function: Callable[..., Value], values: list[Value]
) -> Value:
    """What a program returns, which must have its declared shape."""
    value = call_program(function, values, assignment.exact)
    if assignment.exact and np.shape(value) != assignment.lengths(name):
        returned, wanted = shape_in_words(np.shape(value)), shape_in_words(assignment.lengths(name))
        raise DerivationError(f"{name.latex} returned {returned} where {wanted} was declared")
    return value


# --------------------------------------------------------------------------------------------------
# The circle's number.


@evaluates("pi")
def circle_number(assignment: Assignment, node: Expr) -> Value:
    """The circle's number."""
    return assignment.number(sp.pi)
