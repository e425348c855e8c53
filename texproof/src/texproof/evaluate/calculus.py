"""Derivatives, integrals and limits evaluated, also derivatives by vectors and matrices.

A derivative is taken under an assignment where the name varies as symbols, and the values are put
back afterwards. Nothing is differentiated at a corner or a jump, and SymPy is asked only for what
`bounds` lets through.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import sympy as sp

from ..errors import DerivationError, Divergent
from ..expr import Expr, names_reached, walk
from ..limits import FEW_OCCURRENCES
from ..names import PLACE, Name
from ..shape.sizes import SCALAR
from .assignment import Assignment, Value, evaluates, shape_of
from .bounds import (
    refuse_generic_quotient,
    refuse_hard,
    refuse_lost_quotient,
    refuse_one_side,
    refuse_poles,
    refuse_power_of_zero,
    sides_of,
)
from .defined import (
    ENDLESS,
    TIED,
    is_zero,
    raise_undefined,
    refuse_constant,
    refuse_dependent,
    refuse_fixed,
    require_finite,
    require_nonnegative,
    require_positive,
)
from .integrals import known_integral, split_at_switches
from .unknowns import Indicator, Jet
from .values import refuse_misfit

# --------------------------------------------------------------------------------------------------
# Where there is no derivative: at corners and jumps, and where there is no value.


def refuse_corners(expression: Value, present: Mapping[Value, Value]) -> None:
    """Raises where what is differentiated may jump, or has a corner at the present values."""
    for part in expression.atoms(sp.Abs, sp.Max, sp.Min, sp.sign, Indicator):
        if not part.free_symbols & set(present):
            continue
        if isinstance(part, (sp.sign, Indicator)):
            raise DerivationError("a sign or an indicator may jump, so it cannot be differentiated")
        here, *there = (
            sp.sympify(a, strict=True).subs(present, simultaneous=True) for a in (part, *part.args)
        )
        if (isinstance(part, sp.Abs) and is_zero(here)) or is_tied(part, here, there):
            raise_undefined("the derivative at a corner")


def refuse_unreal(expression: Value, present: Mapping[Value, Value]) -> None:
    """Raises where a logarithm or root of what is differentiated has no value at present values."""
    for part in expression.atoms(sp.log, sp.Pow):
        inside = part.args[0]
        if (part.is_Pow and part.exp.is_Integer) or not inside.free_symbols & set(present):
            continue
        (require_nonnegative if part.is_Pow else require_positive)(
            inside.subs(present, simultaneous=True)
        )


def is_tied(part: Value, here: Value, there: Sequence[Value]) -> bool:
    """Whether two terms of a maximum or minimum are both equal to it."""
    return not isinstance(part, sp.Abs) and sum(is_zero(value - here) for value in there) > 1


def smooth_term(
    assignment: Assignment, inner: Assignment, body: Expr, present: dict[Value, Value]
) -> Value:
    """A term in fresh symbols, which has a value at the present ones and does not jump there."""
    value = inner.of(body)
    if isinstance(value, np.ndarray):
        if any(name.call for name in names_reached(assignment.definitions, body)):
            raise DerivationError(
                "the result of a program can be differentiated only entry by entry"
            )
        for part in value.flat:
            refuse_unreal(sp.sympify(part, strict=True), present)
        return np.vectorize(lambda part: sp.sympify(part, strict=True), otypes=[object])(value)
    expression = sp.sympify(value, strict=True)
    refuse_jumps(assignment, body, expression, present)
    refuse_unreal(expression, present)
    return expression


def refuse_jumps(
    assignment: Assignment, body: Expr, expression: Value, present: Mapping[Value, Value]
) -> None:
    """Raises where a program says of present numbers something else than near them.

    Near them it says what it says of symbols, since it cannot ask symbols which numbers they are.
    """
    numbers = assignment.exact and all(
        sp.sympify(v, strict=True).is_number for v in present.values()
    )
    if not numbers or not any(name.call for name in names_reached(assignment.definitions, body)):
        return
    near = expression.subs(present, simultaneous=True)
    jump = sp.sympify(assignment.of(body), strict=True) - near
    if jump.is_number and not is_zero(jump):
        raise DerivationError(
            f"there is no derivative, because a program jumps by {jump} at this point"
        )


# --------------------------------------------------------------------------------------------------
# Assignments in which a name varies: its entries are symbols, all of them or one at a time.


def with_fresh_symbols(
    assignment: Assignment,
    about: Expr,
    *bodies: Expr,
    only: tuple[int, int] | None = None,
    tied: frozenset[str] = frozenset(TIED),
) -> tuple[Assignment, list[Value], list[Value]]:
    """An assignment in which ``about`` is fresh symbols, with them and their present values.

    bodies: what is evaluated there; if ``about`` is defined, it must be a function of that alone;
    only: the one entry that is a symbol; tied: facts with which it may not vary.
    """
    node = about.args[0] if about.op == "entry" else about
    refuse_fixed(node, tied)
    name, place = node.value, tuple(assignment.whole(part) for part in node.args)
    refuse_dependent(assignment, name, bodies)
    value, title = assignment.of(node), f"{name.latex}@{place}"
    if not isinstance(value, np.ndarray):
        fresh = sp.Dummy(title, real=True)
        return make_exact(assignment).replacing(name, place, fresh), [fresh], [value]
    single = assignment.place_of(about) if about.op == "entry" else only
    chosen = [single] if single else list(np.ndindex(value.shape))
    symbols = value.astype(object)
    for at in chosen:
        symbols[at] = sp.Dummy(f"{title}@{at}", real=True)
    inner = make_exact(assignment).replacing(name, place, symbols)
    return inner, [symbols[at] for at in chosen], [value[at] for at in chosen]


def make_exact(assignment: Assignment) -> Assignment:
    """This assignment, with symbols allowed among its numbers."""
    return Assignment(assignment.sizes, assignment.values, assignment.definitions).at(
        assignment.letters
    )


def is_faster_by_entries(assignment: Assignment, about: Expr, body: Expr) -> bool:
    """Whether an array of numbers varies where entry by entry is short: in inverses, or often."""
    nodes = [part for tree in unfold_definitions(assignment, body) for part in walk(tree)]
    name = about.args[0].value if about.op == "entry" else about.value
    often = sum(part.op == "name" and part.value == name for part in nodes) > FEW_OCCURRENCES
    long = often or any(part.op in {"inverse", "det", "adj"} for part in nodes)
    return long and all(sp.sympify(x, strict=True).is_number for x in assignment.of(about).flat)


def unfold_definitions(assignment: Assignment, body: Expr) -> list[Expr]:
    """A term, and the definitions of the names that it mentions."""
    names = names_reached(assignment.definitions, body)
    return [
        body,
        *(assignment.definitions[name].body for name in names if name in assignment.definitions),
    ]


def vary_entries(
    assignment: Assignment, body: Expr, about: Expr, tied: frozenset[str] = frozenset(TIED)
) -> Iterator[tuple[Value, list[Value], list[Value], list[Value]]]:
    """(term, by, fresh symbol, its value) for each entry, while the others are what they are."""
    for row, column in np.ndindex(assignment.of(about).shape):
        inner, fresh, values = with_fresh_symbols(
            assignment, about, body, only=(row, column), tied=tied
        )
        term = smooth_term(assignment, inner, body, dict(zip(fresh, values, strict=True)))
        yield term, fresh, fresh, values


# --------------------------------------------------------------------------------------------------
# Evaluation of derivatives, integrals and limits.


def restore_values(
    assignment: Assignment, expression: Value, fresh: Sequence[Value], values: Sequence[Value]
) -> Value:
    """An expression with the present values in the place of the fresh symbols."""
    value = sp.sympify(expression, strict=True).subs(
        dict(zip(fresh, values, strict=True)), simultaneous=True
    )
    require_finite(value, "a derivative here")
    return value if assignment.exact else float(value)


def derivative_at_values(
    assignment: Assignment,
    expression: Value,
    by: Sequence[Value],
    fresh: Sequence[Value],
    values: Sequence[Value],
) -> Value:
    """The derivative of an expression by some of its fresh symbols, at the present values."""
    present = dict(zip(fresh, values, strict=True))
    refuse_corners(expression, present)
    result = sp.diff(expression, *by, simplify=False)
    if result.has(sp.DiracDelta, sp.Derivative):
        raise DerivationError("there is no derivative at a corner or jump")
    return restore_values(assignment, result, fresh, values)


def term_in_fresh_symbols(
    assignment: Assignment, body: Expr, about: Expr, tied: frozenset[str] = frozenset(TIED)
) -> tuple[Value, list[Value], list[Value]]:
    """A term in fresh symbols for ``about``, these, and their present values."""
    inner, fresh, values = with_fresh_symbols(assignment, about, body, tied=tied)
    return (
        smooth_term(assignment, inner, body, dict(zip(fresh, values, strict=True))),
        fresh,
        values,
    )


@evaluates("grad")
def gradient(assignment: Assignment, node: Expr, body: Expr, about: Expr) -> Value:
    """A gradient."""
    return derivatives_by_entries(assignment, body, about)


def derivatives_by_entries(
    assignment: Assignment, body: Expr, about: Expr, tied: frozenset[str] = frozenset(TIED)
) -> Value:
    """The derivatives of a number by all entries, as if these varied freely."""
    shape = np.shape(assignment.of(about))
    if shape and is_faster_by_entries(assignment, about, body):
        slopes = [
            derivative_at_values(assignment, *one)
            for one in vary_entries(assignment, body, about, tied)
        ]
    else:
        expression, fresh, values = term_in_fresh_symbols(assignment, body, about, tied)
        slopes = [derivative_at_values(assignment, expression, [x], fresh, values) for x in fresh]
    return np.array(slopes, dtype=assignment.dtype).reshape(shape) if shape else slopes[0]


@evaluates("hessian")
def hessian(assignment: Assignment, node: Expr, body: Expr, about: Expr) -> Value:
    """A Hessian."""
    expression, fresh, values = term_in_fresh_symbols(assignment, body, about)
    rows = [
        [derivative_at_values(assignment, expression, [x, y], fresh, values) for y in fresh]
        for x in fresh
    ]
    return np.array(rows, dtype=assignment.dtype)


@evaluates("integral")
def integral(
    assignment: Assignment, node: Expr, body: Expr, low: Expr, high: Expr, about: Expr
) -> Value:
    """An integral."""
    inner, (x,), _ = with_fresh_symbols(assignment, about, body)
    limits = (x, endpoint(assignment, about, low), endpoint(assignment, about, high))
    inside = sp.sympify(inner.of(body), strict=True)
    refuse_poles(inside, *limits)
    if inside.has(Jet, sp.Integral):
        return integrate_by_terms(inside, limits)
    if (value := known_integral(inside, *limits)) is not None:
        return value if assignment.exact else float(value)
    refuse_hard(inside, x)
    if any(end.is_infinite for end in limits[1:]) and is_too_flat(inside, x):
        raise Divergent("an integral to infinity diverges")
    result = sum(sp.integrate(*piece) for piece in split_at_switches(inside, limits))
    if result.has(*ENDLESS) and any(end.is_infinite for end in limits[1:]):
        raise Divergent("an integral to infinity diverges")
    require_finite(result, "an integral")
    return rename_integration_variables(sp.simplify(result)) if assignment.exact else float(result)


def is_too_flat(inside: Value, x: Value) -> bool:
    """Whether a quotient of polynomials falls no faster than 1/x, so that its integral diverges."""
    if not inside.is_rational_function(x):
        return False
    above, below = (sp.Poly(part, x) for part in sp.cancel(inside).as_numer_denom())
    return bool(above.degree() > below.degree() - 2)


@evaluates("limit")
def limit(assignment: Assignment, node: Expr, body: Expr, about: Expr, point: Expr) -> Value:
    """The limit from both sides that there are; from below at infinity."""
    inner, (x,), _ = with_fresh_symbols(assignment, about, body)
    inside = sp.sympify(inner.of(body), strict=True)
    at = sp.sympify(endpoint(assignment, about, point), strict=True)
    refuse_generic_quotient(inside, x, at)
    sides = sides_of(about.value, at)
    refuse_power_of_zero(inside, x, at, sides)
    if sides == "+-":
        refuse_one_side(inside, x, at)
    try:
        result = sp.limit(inside, x, at, sides)
    except (ValueError, NotImplementedError, TypeError) as reason:
        raise DerivationError("no limit was found; take a smaller step, or cite it") from reason
    require_finite(result, "a limit")
    refuse_lost_quotient(inside, x, at, result)
    return result if assignment.exact else float(result)


def endpoint(assignment: Assignment, about: Expr, node: Expr) -> Value:
    """Where a limit or integral ends: a number, or infinity, at the edge of the facts at most."""
    turned = node.op == "neg" and node.args[0].op == "infinity"
    ends = {"infinity": sp.oo}.get(node.op, -sp.oo if turned else None)
    value = assignment.of(node) if ends is None else ends
    place = tuple(assignment.whole(part) for part in about.args)
    refuse_misfit(assignment, about.value, place, value, edge=True)
    return value


@evaluates("infinity")
def infinity(assignment: Assignment, node: Expr) -> Value:
    """Refuses infinity as a number."""
    return raise_undefined("infinity, but where a limit or integral ends,")


@evaluates("optimum")
def optimum(assignment: Assignment, node: Expr, *parts: Expr) -> Value:
    """Refuses to evaluate a problem."""
    raise DerivationError(
        "an optimization problem can only be stated, not evaluated; derive its solution"
    )


def integrate_by_terms(inside: Value, limits: tuple[Value, ...]) -> Value:
    """The integral of an unknown function, term by term and without its constant factors."""
    total: Value = 0
    for term in sp.Add.make_args(sp.expand(inside)):
        outside, inner = term.as_independent(limits[0], as_Add=False)
        total += outside * sp.Integral(inner, limits)
    return rename_integration_variables(total)


def rename_integration_variables(value: Value) -> Value:
    """An expression whose integrals that are left have variables of their own."""
    return value.as_dummy() if value.has(sp.Integral) else value


# --------------------------------------------------------------------------------------------------
# Evaluation of derivatives by numbers, and by vectors and matrices: by their entries.


@evaluates("partial")
def partial(assignment: Assignment, node: Expr, body: Expr, *about: Expr) -> Value:
    """A partial derivative."""
    inner, by = assignment, []
    values: dict[Value, Value] = {}
    for part in about:  # two letters may name one member of a family
        if inner.of(part) not in values:
            inner, (symbol,), (value,) = with_fresh_symbols(inner, part, body)
            values[symbol] = value
        by.append(inner.of(part))
    expression = smooth_term(assignment, inner, body, values)
    of = lambda part: derivative_at_values(
        assignment, part, by, list(values), list(values.values())
    )
    return map_entries(assignment, of, expression)


def map_entries(assignment: Assignment, make: Callable[[Value], Value], value: Value) -> Value:
    """What is made of a number, or of each entry of an array."""
    if not isinstance(value, np.ndarray):
        return make(value)
    return np.array([make(part) for part in value.flat], dtype=assignment.dtype).reshape(
        value.shape
    )


@evaluates("jacobian")
def jacobian(assignment: Assignment, node: Expr, body: Expr, about: Expr) -> Value:
    """A derivative by a vector or matrix: a row for each entry of a column."""
    if "symmetric" in about.value.facts:
        return derivative_by_symmetric_matrix(assignment, body, about)
    if shape_of(body) == SCALAR:
        result = gradient(assignment, node, body, about)
        return result.T if node.value else result
    expression, fresh, values = term_in_fresh_symbols(assignment, body, about)
    rows = [
        [derivative_at_values(assignment, part, [x], fresh, values) for x in fresh]
        for part in expression.flat
    ]
    return np.array(rows, dtype=assignment.dtype)


def derivative_by_symmetric_matrix(assignment: Assignment, body: Expr, about: Expr) -> Value:
    """The derivatives of a number by the entries of a symmetric matrix, of which two are one."""
    if is_at_edge(about.value):
        refuse_fixed(about)
    if np.shape(assignment.of(body)):
        raise DerivationError(
            "only a number can be differentiated with respect to a symmetric matrix"
        )
    slopes = derivatives_by_entries(assignment, body, about, frozenset())
    diagonal = slopes * np.eye(len(slopes), dtype=int)
    return diagonal if "diagonal" in about.value.facts else slopes + slopes.T - diagonal


def is_at_edge(name: Name) -> bool:
    """Whether a symmetric matrix cannot vary to all sides."""
    return "psd" in name.facts and "posdef" not in name.facts


@evaluates("differential")
def differential(assignment: Assignment, node: Expr, body: Expr, *pairs: Expr) -> Value:
    """The slope at t = 0 where each name that varies is moved by t times its differential."""
    t, inner = sp.Dummy("t", real=True), make_exact(assignment)
    for name, moved in zip(pairs[::2], pairs[1::2], strict=True):
        refuse_fixed(name)
        if name.value in assignment.definitions:
            raise DerivationError(
                f"{name.value.latex} is defined, so its differential follows and cannot be chosen"
            )
        inner = inner.replacing(name.value, (), assignment.of(name) + t * assignment.of(moved))
    expression = smooth_term(assignment, inner, body, {t: sp.Integer(0)})
    return map_entries(
        assignment,
        lambda part: derivative_at_values(assignment, part, [t], [t], [sp.Integer(0)]),
        expression,
    )


# --------------------------------------------------------------------------------------------------
# A value in the place of a name.


@evaluates("substitute")
def substitution(assignment: Assignment, node: Expr, body: Expr, about: Expr, value: Expr) -> Value:
    """A term with a value in the place of a name."""
    refuse_constant(about.value)
    refuse_dependent(assignment, about.value, [body])
    place = tuple(assignment.whole(part) for part in about.args)
    put = assignment.of(value)
    refuse_misfit(assignment, about.value, place, put)
    inside = assignment.replacing(about.value, place, put)
    if about.value.meaning == PLACE:  # a function has a slope only where it has a value
        inside.of(body.args[0])
    return inside.of(body)
