"""The leaves of a tree evaluated: numbers, sizes, letters, names, their entries, and calls.

A call may be of a function that is defined in the derivation or of an author's program; what a
program returns must have its declared shape.
"""

from collections.abc import Callable

import numpy as np
import sympy as sp

from ..errors import DerivationError, Missing
from ..expr import Expr, walk
from ..names import Name
from ..shape.sizes import shape_in_words
from .assignment import Assignment, Value, evaluates, shape_of
from .programs import call_program, program_argument
from .sizes import NUMBERS
from .values import refuse_misfit

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
            int(v) if is_whole_number(part, v) else program_argument(v, shape_of(part))
            for v, part in zip(values, arguments, strict=True)
        ]
        return call_of_package(assignment, name, name.call, flat)
    return assignment.values[name](*values)


def is_whole_number(node: Expr, value: Value) -> bool:
    """Whether a term of sizes, letters and written numbers is whole: programs may count by it."""
    written = {part.op for part in walk(node)} <= NUMBERS
    return written and isinstance(value, int | sp.Integer)


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
    value = call_program(function, values, assignment.exact, name.shape[1:] == (1,))
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
