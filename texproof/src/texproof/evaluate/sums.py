"""What binds a letter or an outcome evaluated: sums, products, sets, extremes, means.

A finite range is gone through member by member. A series without end has a value where it is of a
known kind, and is refused otherwise.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Sequence

import numpy as np
import sympy as sp

from ..errors import DerivationError
from ..expr import Expr
from ..limits import LONGEST_SUM, MOST_BEFORE
from ..names import CHANCE, outcomes
from ..shape.sizes import SCALAR, length
from .assignment import Assignment, Value, evaluates, shape_of
from .bounds import require_at_most
from .defined import raise_undefined
from .unknowns import indicator

# --------------------------------------------------------------------------------------------------
# Sums without end, ``\sum_{k=0}^{\infty}``: of powers, of powers over k!, and of k^m times these.
#
# sum of k (k - 1) ... (k - m + 1) r^k        m! r^m / (1 - r)^(m + 1),  where |r| < 1
# the same over k!                            r^m e^r

UNKNOWN = "this sum without end is not known: of k^m r^k, or of k^m r^k / k!, it is"


def infinite_sum(assignment: Assignment, letter: str, first: Expr, body: Expr) -> Value:
    """The sum of all terms from the first on."""
    if not assignment.exact:
        raise DerivationError("an infinite sum cannot be computed with floats")
    start = assignment.whole(first)
    require_at_most(abs(start), MOST_BEFORE, "the first index of a sum without end")
    k = sp.Dummy("k", integer=True, nonnegative=True, positive=True if start > 0 else None)
    inside = assignment.at({letter: k}).of(body)
    if not isinstance(inside, sp.Expr):
        raise DerivationError(UNKNOWN)
    terms = sp.expand(inside.subs(sp.gamma(k), sp.gamma(k + 1) / k))
    total = sum(sum_of_term(term, k) for term in sp.Add.make_args(terms) if term != 0)
    before = [terms.subs(k, i) for i in range(start)]
    earlier = [assignment.at({letter: i}).of(body) for i in range(start, 0)]
    return total - sum(before) + sum(earlier)


def sum_of_term(term: Value, k: Value) -> Value:
    """The sum from 0 on of c p(k) r^k, or that over k!, with p a polynomial."""
    (outside, ratio, polynomial), below = [sp.Integer(1)] * 3, False
    factorial = sp.Dummy("k!", positive=True)
    term = term.subs(sp.gamma(k + 1), factorial)
    for factor in sp.Mul.make_args(sp.powsimp(sp.powdenest(term))):
        if factor == 1 / factorial:
            below = True
        elif factor.has(factorial):
            raise DerivationError(UNKNOWN)
        elif not factor.has(k):
            outside *= factor
        elif factor.is_polynomial(k):
            polynomial *= factor
        else:
            base, at_0 = base_and_factor(factor, k)
            ratio, outside = ratio * base, outside * at_0
    if not below:
        refuse_divergent(ratio)
    return outside * sum(
        falling * sum_of_falling_power(m, ratio, below)
        for m, falling in enumerate(falling_power_coefficients(sp.Poly(polynomial, k)))
    )


def base_and_factor(factor: Value, k: Value) -> tuple[Value, Value]:
    """r and c of c r^k."""
    base, exponent = factor.as_base_exp()
    slope = sp.expand(exponent).coeff(k, 1)
    rest = sp.expand(exponent - slope * k)
    if base.has(k) or slope.has(k) or rest.has(k):
        raise DerivationError(UNKNOWN)
    return base**slope, base**rest


def refuse_divergent(ratio: Value) -> None:
    """Raises where powers are known not to have a sum."""
    above, below = (sp.together(part) for part in (1 - ratio, 1 + ratio))
    if above.is_nonpositive or below.is_nonpositive:
        raise_undefined("a sum without end of powers that do not fall")


def falling_power_coefficients(polynomial: Value) -> list[Value]:
    """The coefficients of a polynomial in 1, k, k (k - 1), ..."""
    k, result = polynomial.gen, []
    for m in range(polynomial.degree() + 1):
        polynomial, value = sp.div(polynomial, sp.Poly(k - m, k))
        result.append(value.as_expr())
    return result


def sum_of_falling_power(m: int, ratio: Value, over_factorial: bool) -> Value:
    """The sum of k (k - 1) ... (k - m + 1) r^k, over k! or not."""
    if over_factorial:
        return ratio**m * sp.exp(ratio)
    return math.factorial(m) * ratio**m / (1 - ratio) ** (m + 1)


# --------------------------------------------------------------------------------------------------
# Evaluation of what binds a letter: sums, products, sets, extrema, expectations.

ORDERS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


def range_members(assignment: Assignment, letter: str, domain: Expr) -> Sequence[int]:
    """Whole numbers that a sum runs over."""
    if domain.op == "name":
        return list(assignment.of(domain))
    first, last = (assignment.whole(part) for part in range_of(domain).args)
    result = range(first, last + 1)
    require_at_most(len(result), LONGEST_SUM, "the number of terms")
    if domain.op == "except":
        return [i for i in result if i != assignment.whole(domain.args[1])]
    if domain.op == "where":
        bound, sign = assignment.whole(domain.args[1]), domain.value[1]
        return [i for i in result if ORDERS[sign](i, bound)]
    return result


def range_of(domain: Expr) -> Expr:
    """The range that a domain is, or is made of."""
    return domain if domain.op == "range" else domain.args[0]


def terms(assignment: Assignment, node: Expr, domain: Expr, body: Expr) -> list[Value]:
    """The terms of a sum or product."""
    members = range_members(assignment, node.value, domain)
    inner = assignment.at({})
    inner.terms = require_at_most(
        max(1, len(members)) * assignment.terms, LONGEST_SUM, "the number of terms"
    )
    return [inner.at({node.value: i}).of(body) for i in members]


@evaluates("sum")
def sum_(assignment: Assignment, node: Expr, domain: Expr, body: Expr) -> Value:
    """A sum over a range or a set, or without end."""
    if domain.op == "range" and domain.args[1].op == "infinity":
        return infinite_sum(assignment, node.value, domain.args[0], body)
    summands = terms(assignment, node, domain, body)
    return sum(summands[1:], summands[0]) if summands else empty_sum(assignment, body)


def empty_sum(assignment: Assignment, body: Expr) -> Value:
    """The zero of the shape that the terms would have."""
    shape = shape_of(body)
    if shape == SCALAR:
        return assignment.number(0)
    return np.full(
        [length(size, assignment.sizes) for size in shape],
        assignment.number(0),
        dtype=assignment.dtype,
    )


@evaluates("prod")
def product(assignment: Assignment, node: Expr, domain: Expr, body: Expr) -> Value:
    """A product over a range or a set."""
    return math.prod(terms(assignment, node, domain, body), start=assignment.number(1))


@evaluates("extremum")
def extremum(assignment: Assignment, node: Expr, domain: Expr, body: Expr) -> Value:
    """The largest or smallest over a range."""
    letter, kind = node.value
    values = [
        assignment.at({letter: i}).of(body) for i in range_members(assignment, letter, domain)
    ]
    return extreme(assignment, kind, values)


def extreme(assignment: Assignment, kind: str, values: Sequence[Value]) -> Value:
    """The largest ("max") or smallest ("min") of some numbers."""
    if not values:
        raise_undefined(f"the {kind} of nothing")
    if assignment.exact:
        return (sp.Max if kind == "max" else sp.Min)(*values)
    return (max if kind == "max" else min)(values)


@evaluates("builder")
def members_of_set(
    assignment: Assignment, node: Expr, domain: Expr, left: Expr, right: Expr
) -> Value:
    """The members of a set."""
    letter, sign = node.value
    assignments = {i: assignment.at({letter: i}) for i in range_members(assignment, letter, domain)}
    held = {i: indicator(w.of(left), sign, w.of(right)) for i, w in assignments.items()}
    if not all(value.is_Integer for value in held.values()):
        raise DerivationError(
            "the members of the set depend on generic numbers; sum over an index instead"
        )
    return [i for i, value in held.items() if value == 1]


# random names: functions of outcomes, whose chances are generic


@evaluates("expect")
def expectation(assignment: Assignment, node: Expr, body: Expr) -> Value:
    """The mean over the outcomes of the sources that the node names."""
    return mean_over_outcomes(assignment, node.value, lambda assignment: assignment.of(body))


def mean_over_outcomes(
    assignment: Assignment, sources: Sequence[str], value: Callable[[Assignment], Value]
) -> Value:
    """The mean of value(assignment) over all outcomes of the sources."""
    ranges = [range(1, assignment.sizes[size] + 1) for _, size in map(outcomes, sources)]
    letters = [letter for letter, _ in map(outcomes, sources)]
    total: Value = 0
    for chosen in itertools.product(*ranges):
        weight = math.prod(
            probability_of_outcome(assignment, *pair) for pair in zip(sources, chosen, strict=True)
        )
        total = total + weight * value(assignment.at(zip(letters, chosen, strict=True)))
    return total


def probability_of_outcome(assignment: Assignment, source: str, outcome: int) -> Value:
    """The chance of one outcome of a source: generic in proofs, equal among numbers."""
    return assignment.values[CHANCE][source, outcome]


@evaluates("covariance")
def covariance(assignment: Assignment, node: Expr, left: Expr, right: Expr) -> Value:
    """The mean of the product of deviations."""
    means = expectation(assignment, node, left), expectation(assignment, node, right)
    return mean_over_outcomes(
        assignment,
        node.value,
        lambda assignment: product_of_deviations(assignment, (left, right), means),
    )


def product_of_deviations(
    assignment: Assignment, parts: Sequence[Expr], means: Sequence[Value]
) -> Value:
    """(X - EX)(Y - EY), or with a transpose where they are columns."""
    left, right = (assignment.of(part) - mean for part, mean in zip(parts, means, strict=True))
    return left @ right.T if isinstance(left, np.ndarray) else left * right
