"""What binds a letter or an outcome in index notation: sums, products, sets, extremes, means.

A sum over a part of a range is a full sum with indicators in it. A mean is a sum over outcomes,
each with its probability.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ..expr import Expr
from ..limits import LONGEST_FIXED_SUM
from ..names import outcomes
from ..shape import ShapeChecker
from .atoms import Form, atom, content_and_rest
from .context import Context, PolyValue, index_rule, matrix_product, plain_product, transposed
from .diagrams import (
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    constant_poly,
    factor_maker,
    letters_of,
    normal_form,
    slot_variables,
    times,
    total,
)
from .elementary import modulus, power_of_poly, product_over
from .functions import indicator
from .indices import (
    ONE_SIZE,
    Index,
    LinearForm,
    Unsupported,
    Var,
    constant,
    difference,
    fresh_variable,
    length,
    shift_index,
    whole_number,
)
from .leaves import plain_index
from .rules import at_most
from .signs import POSITIVE, sign_of_factor

# --------------------------------------------------------------------------------------------------
# What a letter runs over.

Inner = Callable[[Context], Poly]


def fold_over_domain(
    context: Context, letter: str, domain: Expr, body: Inner, fold: Callable[..., Poly]
) -> Poly:
    """A body folded over a domain: fold(poly, condition, variable) or fold of explicit terms."""
    if domain.op == "name":
        return fold_over_set(context, letter, domain, body, fold)
    span = domain if domain.op == "range" else domain.args[0]
    if span.op != "range" or len(span.args) != 2:
        raise Unsupported("what is folded over a domain of another kind")
    first, last = (plain_index(context, part) for part in span.args)
    low, high = whole_number(first.shift), whole_number(last.shift)
    if first.var is last.var is None and low is not None and high is not None:
        if high - low >= LONGEST_FIXED_SUM:
            raise Unsupported("a long sum of a fixed length")
        return fold(
            [
                term_at_number(context, letter, domain, body, constant(k))
                for k in range(low, high + 1)
            ]
        )
    var = Var(fresh_variable("").name, variable_size_of_range(context, letter, first, last))
    index = Index(var)
    facts: list[LinearForm] = [difference(index, first), difference(last, index)]
    ring = context.ring
    flag = plain_product(ring, (at_most(first, index), at_most(index, last)))
    inner = context.at({letter: index}, [*facts, *domain_facts(context, domain, index)])
    chosen = domain_indicator(inner, letter, domain)
    every = replace(inner, sure=inner.sure and chosen.number == 1)
    return fold(body(every), times(ring, flag, chosen), var)


def domain_facts(context: Context, domain: Expr, index: Index) -> list[LinearForm]:
    """What the condition of a domain says of its letter."""
    if domain.op != "where":
        return []
    _, sign = domain.value
    bound = plain_index(context, domain.args[1])
    one = ((ONE_SIZE, 1),)
    return {
        "<=": [difference(bound, index)],
        "<": [difference(bound, shift_index(index, one))],
        ">=": [difference(index, bound)],
        ">": [difference(index, shift_index(bound, one))],
    }[sign]


def domain_indicator(context: Context, letter: str, domain: Expr) -> Poly:
    """1 where a letter satisfies the condition of its domain."""
    if domain.op == "range":
        return constant_poly(1)
    own = Expr("var", value=letter)
    sign = domain.value[1] if domain.op == "where" else "!="
    return indicator(context, own, sign, domain.args[1])


def term_at_number(context: Context, letter: str, domain: Expr, body: Inner, index: Index) -> Poly:
    """The term for one number, or 0 where the domain excludes it."""
    inner = context.at({letter: index})
    flag = domain_indicator(inner, letter, domain)
    every = replace(inner, sure=inner.sure and flag.number == 1)
    return times(context.ring, flag, body(every)) if flag else flag


def variable_size_of_range(context: Context, letter: str, first: Index, last: Index) -> str:
    """The size of a variable that holds a range: the range begins at 1 and ends within it."""
    if not context.known.at_most(constant(1), first):
        raise Unsupported("a sum that may begin below 1")
    declared = context.ranges.get(letter)
    wanted = [last.var.size] if last.var else []
    wanted += [size for size, many in last.shift if size != ONE_SIZE and many > 0]
    for size in [*wanted, *([context.size(declared)] if declared else [])]:
        if context.known.at_most(last, Index(None, length(size))):
            return size
    raise Unsupported("the range of a sum has no size")


def fold_over_set(
    context: Context, letter: str, domain: Expr, body: Inner, fold: Callable[..., Poly]
) -> Poly:
    """A body folded over a subset {i : left sign right}."""
    builder, inner = set_of(context, domain)
    own, sign = builder.value
    span, left, right = builder.args

    def limited(at: Context) -> Poly:
        index = at.letters[letter]
        flag = indicator(inner.at({own: index}), left, sign, right)
        return flag

    first, last = (plain_index(inner, part) for part in span.args)
    if not context.known.at_most(first, constant(1)):
        raise Unsupported("a subset of a part of a range")
    var = Var(fresh_variable("").name, variable_size_of_range(inner, own, first, last))
    index = Index(var)
    if not context.known.at_most(Index(None, length(var.size)), last):
        raise Unsupported("a subset of a part of a range")
    at = replace(context.at({letter: index}), sure=False)
    return fold(body(at), limited(at), var)


def set_of(context: Context, domain: Expr) -> tuple[Expr, Context]:
    """The builder that a subset is defined by, and the context in which its letters are bound."""
    name = domain.value
    if name not in context.definitions:
        raise Unsupported("a subset without a definition")
    letters, body, _ = context.definitions[name]
    if body.op != "builder" or body.args[0].op != "range":
        raise Unsupported("a subset of another kind")
    indices = [plain_index(context, part) for part in domain.args]
    inner = replace(context, letters={}).at(dict(zip(letters, indices, strict=True)))
    return body, inner


def body_at_letter(node: Expr) -> Inner:
    """The value of a tree, wherever its letter is bound."""
    return lambda inner: inner.of(node).poly


def sum_fold(context: Context) -> Callable[..., Poly]:
    """The fold of a sum: of terms that are listed, or of one term over a variable."""

    def fold(poly: Poly | list[Poly], *rest: object) -> Poly:
        if isinstance(poly, list):
            return total(poly)
        flag, var = rest
        assert isinstance(flag, Poly) and isinstance(var, Var)
        return bind(context.ring, times(context.ring, flag, poly), var)

    return fold


@index_rule("sum")
def sum_(context: Context, node: Expr, domain: Expr, body: Expr) -> PolyValue:
    """A sum over a range or a set."""
    shapes: list[PolyValue] = []

    def inside(inner: Context) -> Poly:
        shapes.append(inner.of(body))
        return shapes[-1].poly

    poly = fold_over_domain(context, node.value, domain, inside, sum_fold(context))
    return PolyValue(shapes[0].shape if shapes else ShapeChecker("", {}).of(body), poly)


@index_rule("prod")
def product_(context: Context, node: Expr, domain: Expr, body: Expr) -> PolyValue:
    """A product over a range: where a condition does not hold, the factor is 1."""

    def fold(poly: Poly | list[Poly], *rest: object) -> Poly:
        if isinstance(poly, list):
            result = constant_poly(1)
            for part in poly:
                result = times(context.ring, result, part)
            return result
        flag, var = rest
        assert isinstance(flag, Poly) and isinstance(var, Var)
        every = times(context.ring, flag, poly) + constant_poly(1) - flag
        return product_over(context.ring, every, var)

    if domain.op != "range" and "var" not in {p.op for p in domain.args}:
        raise Unsupported("a product over a part")
    return PolyValue((), fold_over_domain(context, node.value, domain, body_at_letter(body), fold))


@index_rule("abs")
def modulus_or_count(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """A modulus, or the size of a set."""
    if inside.op == "name" and inside.value.kind == "subset":
        one = Expr("num", value=Fraction(1))
        return sum_(context, Expr("sum", (inside, one), "member of it"), inside, one)
    return PolyValue((), modulus(context.ring, context.scalar(inside)))


# --------------------------------------------------------------------------------------------------
# The smallest and the largest of numbers over a range: what is above 0 comes out.


@index_rule("extremum")
def extremum(context: Context, node: Expr, domain: Expr, body: Expr) -> PolyValue:
    """The largest or smallest over a whole range."""
    letter, kind = node.value
    sign = Fraction(1 if kind == "min" else -1)

    def fold(poly: Poly | list[Poly], *rest: object) -> Poly:
        if isinstance(poly, list):
            raise Unsupported("the extreme of a fixed number of terms")
        flag, var = rest
        if not isinstance(flag, Poly) or flag.number != 1 or not isinstance(var, Var):
            raise Unsupported("an extreme over a part")
        return minimum_over_variable(context.ring, poly.scaled(sign), var).scaled(sign)

    return PolyValue((), fold_over_domain(context, letter, domain, body_at_letter(body), fold))


def minimum_over_variable(ring: Ring, poly: Poly, var: Var) -> Poly:
    """The smallest over all values of a variable: min c u_i = c min u_i for c above 0."""
    if var not in letters_of(poly):
        return poly
    value, outside, rest = content_and_rest(poly)
    out = [
        f for f in outside if var not in slot_variables([f]) and sign_of_factor(ring, f) == POSITIVE
    ]
    kept = tuple(f for f in outside if f not in out)
    inner = times(ring, normal_form(ring, Term(value / abs(value), (), kept)), rest)
    scale = normal_form(ring, Term(abs(value), (), tuple(out)))
    return times(ring, scale, atom(ring, Form("min", binds=[var]), [inner]))


@factor_maker("min")
def _remake_minimum(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return power_of_poly(ring, minimum_over_variable(ring, inside[0], binds[0]), power)


# --------------------------------------------------------------------------------------------------
# Expectations and covariances in index notation: sums over outcomes with their chances.


@index_rule("expect")
def expectation(context: Context, node: Expr, body: Expr) -> PolyValue:
    """The mean over the outcomes of the sources that the node names."""
    return mean_over_outcomes(context, node.value, lambda inner: inner.of(body))


def mean_over_outcomes(
    context: Context, sources: tuple[str, ...], value: Callable[[Context], PolyValue]
) -> PolyValue:
    """The mean of a value over all outcomes of the sources."""
    letters = {letter: Index(fresh_variable(size)) for letter, size in map(outcomes, sources)}
    mean = value(context.at(letters))
    poly = mean.poly
    for source in sources:
        letter, _ = outcomes(source)
        index = letters[letter]
        chance = plain_product(context.ring, (Factor(Head("chance", source), (index,)),))
        assert index.var is not None
        poly = bind(context.ring, times(context.ring, chance, poly), index.var)
    return mean._replace(poly=poly)


@index_rule("covariance")
def covariance(context: Context, node: Expr, left: Expr, right: Expr) -> PolyValue:
    """The mean of the product of deviations."""
    means = [expectation(context, node, part) for part in (left, right)]

    def spread(inner: Context) -> PolyValue:
        one, other = (
            value._replace(poly=value.poly - centre.poly)
            for value, centre in zip((inner.of(left), inner.of(right)), means, strict=True)
        )
        return matrix_product(context, one, transposed(context, other) if other.shape else other)

    return mean_over_outcomes(context, node.value, spread)
