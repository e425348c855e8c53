"""The sign of a tree as it is written, and whether a matrix is positive semidefinite.

Squares, norms, sums and means of what is not negative have a sign; M^T P M, sums and inverses of
what is semidefinite are semidefinite. What is not recognized has no sign.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..expr import Expr
from ..names import Name, outcomes
from .context import Context
from .diagrams import Poly, constant_poly
from .indices import Index, Unsupported, fresh_variable
from .leaves import body_of_call, plain_index
from .signs import ANY, NONNEGATIVE, POSITIVE, clear_positive_denominators, sign_of_poly
from .sums import fold_over_domain

# --------------------------------------------------------------------------------------------------
# The sign of a tree: squares, norms, sums and means of what is not negative, as written.

Sign = Callable[..., int]
SIGNS: dict[str, Sign] = {}


def sign_of(context: Context, node: Expr) -> int:
    """2 where a tree is above 0 wherever it is defined, 1 where it is not below, else 0."""
    shown = SIGNS[node.op](context, node, *node.args) if node.op in SIGNS else ANY
    if shown == POSITIVE:
        return shown
    try:
        return max(shown, sign_of_poly(context.here, context.scalar(node)))
    except Unsupported:
        return shown


def sign_rule(*operations: str) -> Callable[[Sign], Sign]:
    """Enters the sign of operations in the table."""

    def enter(function: Sign) -> Sign:
        SIGNS.update(dict.fromkeys(operations, function))
        return function

    return enter


@sign_rule("add")
def sign_of_sum(context: Context, node: Expr, *terms: Expr) -> int:
    """A sum of terms that agree."""
    return sign_of_agreeing([sign_of(context, term) for term in terms])


def sign_of_agreeing(signs: list[int]) -> int:
    """The sign of a sum of terms with these signs."""
    return max(signs) if min(signs) > ANY else ANY


@sign_rule("div")
def sign_of_quotient(context: Context, node: Expr, above: Expr, below: Expr) -> int:
    """A quotient: what is below is not 0 where it is defined."""
    down = sign_of(context, below)
    return ANY if down == ANY else sign_of(context, above)


@sign_rule("pow")
def sign_of_power(context: Context, node: Expr, base: Expr, exponent: Expr) -> int:
    """An even power, or a power of what is above 0."""
    if context.of(base).shape:
        return ANY
    up = context.scalar(exponent).number
    known = sign_of(context, base)
    if known == POSITIVE:
        return POSITIVE
    if up is not None and up.denominator == 1 and up % 2 == 0:
        return NONNEGATIVE
    return known if up is not None and up > 0 else ANY


@sign_rule("neg")
def sign_of_negative(context: Context, node: Expr, inside: Expr) -> int:
    """-t where t is not above 0: a logarithm of at most 1, times or among what agrees."""
    if inside.op == "neg":
        return sign_of(context, inside.args[0])
    if inside.op in {"add", "mul"}:
        turned = [sign_of(context, Expr("neg", (part,))) for part in inside.args]
        if inside.op == "add":
            return sign_of_agreeing(turned)
        logs = [k for k, part in enumerate(inside.args) if part.op == "log"]
        plain = [sign_of(context, part) for k, part in enumerate(inside.args) if k not in logs]
        return min([*plain, *(turned[k] for k in logs)]) if len(logs) == 1 else ANY
    if inside.op == "sum":
        domain, body = inside.args
        return sign_of_fold(context, inside, domain, Expr("neg", (body,)))
    if inside.op == "log" and len(inside.args) == 1:
        return sign_of_gap(context, constant_poly(1) - context.scalar(inside.args[0]))
    return ANY


@sign_rule("log")
def sign_of_logarithm(context: Context, node: Expr, inside: Expr, *base: Expr) -> int:
    """The logarithm of what is at least 1."""
    return ANY if base else sign_of_gap(context, context.scalar(inside) - constant_poly(1))


def sign_of_gap(context: Context, poly: Poly) -> int:
    """The sign of a polynomial, or of what it is times denominators above 0."""
    return sign_of_poly(context.here, clear_positive_denominators(context.here, poly))


@sign_rule("max", "min")
def sign_of_extreme(context: Context, node: Expr, *parts: Expr) -> int:
    """The largest is at least each, the smallest is one of them."""
    result = [sign_of(context, part) for part in parts]
    return max(result) if node.op == "max" else min(result)


@sign_rule("norm", "sqrt", "abs", "indicator")
def sign_of_norm(context: Context, node: Expr, *inside: Expr) -> int:
    """A norm, a root, a modulus, the size of a set, an indicator."""
    return NONNEGATIVE


@sign_rule("exp")
def sign_of_exponential(context: Context, node: Expr, inside: Expr) -> int:
    """An exponential."""
    return POSITIVE


@sign_rule("inner")
def sign_of_inner_product(context: Context, node: Expr, left: Expr, right: Expr) -> int:
    """A column with itself."""
    return NONNEGATIVE if left == right else ANY


@sign_rule("covariance")
def sign_of_covariance(context: Context, node: Expr, left: Expr, right: Expr) -> int:
    """A variance."""
    return NONNEGATIVE if left == right and not context.of(left).shape else ANY


@sign_rule("expect")
def sign_of_mean(context: Context, node: Expr, body: Expr) -> int:
    """The mean of what is not negative."""
    letters = {letter: Index(fresh_variable(size)) for letter, size in map(outcomes, node.value)}
    return sign_of(context.at(letters), body)


@sign_rule("sum", "prod")
def sign_of_fold(context: Context, node: Expr, domain: Expr, body: Expr) -> int:
    """A sum or product over a range or a set; the range may be empty."""
    signs: list[int] = []

    def inside(inner: Context) -> Poly:
        signs.append(sign_of(inner, body))
        return constant_poly(0)

    fold_over_domain(context, node.value, domain, inside, lambda *parts: constant_poly(0))
    if not signs or min(signs) == ANY:
        return ANY
    whole = domain.op == "range" and is_not_empty(context, domain)
    return POSITIVE if min(signs) == POSITIVE and (node.op == "prod" or whole) else NONNEGATIVE


def is_not_empty(context: Context, domain: Expr) -> bool:
    """Whether a range is known to hold a number."""
    first, last = (plain_index(context, part) for part in domain.args)
    return context.known.at_most(first, last)


@sign_rule("name")
def sign_of_name(context: Context, node: Expr, *indices: Expr) -> int:
    """A name by its definition."""
    name: Name = node.value
    if (
        name not in context.definitions
        or name in context.values
        or name in context.held
        or name.shape
    ):
        return ANY
    letters, body, _ = context.definitions[name]
    if name.kind != "scalar" or any(part.op == "name" for part in indices):
        return ANY
    at = dict(zip(letters, (plain_index(context, part) for part in indices), strict=True))
    return sign_of(replace(context, letters={}).at(at), body)


@sign_rule("call")
def sign_of_call(context: Context, node: Expr, *arguments: Expr) -> int:
    """A function by its definition."""
    name: Name = node.value
    if name not in context.definitions:
        return ANY
    return sign_of(*body_of_call(context, name, [context.of(part) for part in arguments]))


# --------------------------------------------------------------------------------------------------
# Whether a tree is positive semidefinite, as written: M^T P M, sums, inverses, variances.

Kind = Callable[..., int]
KINDS: dict[str, Kind] = {}


def definiteness(context: Context, node: Expr) -> int:
    """2 where a square is positive definite wherever it is defined, 1 if semidefinite, else 0.

    Of a number it is its sign.
    """
    if not context.of(node).shape:
        return sign_of(context, node)
    return KINDS[node.op](context, node, *node.args) if node.op in KINDS else ANY


def definiteness_rule(*operations: str) -> Callable[[Kind], Kind]:
    """Enters what is known of operations in the table."""

    def enter(function: Kind) -> Kind:
        KINDS.update(dict.fromkeys(operations, function))
        return function

    return enter


@definiteness_rule("name")
def definite_name(context: Context, node: Expr, *indices: Expr) -> int:
    """A name by its facts or its definition."""
    name: Name = node.value
    if name in context.values or name in context.held:
        return ANY
    if name not in context.definitions:
        facts = name.facts & {"posdef", "identity"}
        return POSITIVE if facts else NONNEGATIVE if "psd" in name.facts else ANY
    letters, body, by_entries = context.definitions[name]
    if by_entries or any(part.op == "name" for part in indices):
        return ANY
    at = dict(zip(letters, (plain_index(context, part) for part in indices), strict=True))
    return definiteness(replace(context, letters={}).at(at), body)


@definiteness_rule("transpose")
def definite_transpose(context: Context, node: Expr, inside: Expr) -> int:
    """A transpose."""
    return definiteness(context, inside)


@definiteness_rule("inverse")
def definite_inverse(context: Context, node: Expr, inside: Expr) -> int:
    """An inverse: what is semidefinite and has one is definite."""
    return POSITIVE if definiteness(context, inside) > ANY else ANY


@definiteness_rule("add")
def definite_sum(context: Context, node: Expr, *terms: Expr) -> int:
    """A sum, of which one term may be definite."""
    result = [definiteness(context, term) for term in terms]
    return max(result) if min(result) > ANY else ANY


@definiteness_rule("div")
def definite_quotient(context: Context, node: Expr, above: Expr, below: Expr) -> int:
    """A quotient: what is below is not 0 where it is defined."""
    return ANY if sign_of(context, below) == ANY else definiteness(context, above)


@sign_rule("mul")
@definiteness_rule("mul")
def definite_product(context: Context, node: Expr, *factors: Expr) -> int:
    """Numbers that are not negative, times what reads the same from both sides."""
    shapes = [context.of(factor).shape for factor in factors]
    signs = [sign_of(context, f) for f, shape in zip(factors, shapes, strict=True)
             if not shape]  # fmt: skip
    square = definite_palindrome(
        context, [f for f, shape in zip(factors, shapes, strict=True) if shape]
    )
    return min([*signs, square])


def definite_palindrome(context: Context, factors: Sequence[Expr]) -> int:
    """M^T P M, with P semidefinite or left out."""
    if len(factors) < 2:
        return definiteness(context, factors[0]) if factors else POSITIVE
    first, *inner, last = factors
    if not is_transpose(context, first, last):
        return ANY
    return min(NONNEGATIVE, definite_palindrome(context, inner))


def is_transpose(context: Context, left: Expr, right: Expr) -> bool:
    """Whether one factor is the transpose of another."""
    one, other = (part.args[0] if part.op == "transpose" else part for part in (left, right))
    turned = (left.op == "transpose") != (right.op == "transpose")
    return one == other and (turned or (one.op == "name" and "symmetric" in one.value.facts
                                        and one.value not in context.values))  # fmt: skip


@definiteness_rule("diag")
def definite_diagonal(context: Context, node: Expr, inside: Expr) -> int:
    """A diagonal matrix, by the sign of its entries."""
    return sign_of_poly(context.here, context.of(inside).poly)


@sign_rule("tr")
def sign_of_trace(context: Context, node: Expr, inside: Expr) -> int:
    """The trace of what is semidefinite."""
    return definiteness(context, inside)


@definiteness_rule("sum")
def definite_many(context: Context, node: Expr, domain: Expr, body: Expr) -> int:
    """A sum over a range or a set, which may be empty."""
    signs: list[int] = []

    def inside(inner: Context) -> Poly:
        signs.append(definiteness(inner, body))
        return constant_poly(0)

    fold_over_domain(context, node.value, domain, inside, lambda *parts: constant_poly(0))
    return NONNEGATIVE if signs and min(signs) > ANY else ANY


@definiteness_rule("expect")
def definite_mean(context: Context, node: Expr, body: Expr) -> int:
    """The mean of what is semidefinite."""
    letters = {letter: Index(fresh_variable(size)) for letter, size in map(outcomes, node.value)}
    return min(NONNEGATIVE, definiteness(context.at(letters), body))


@definiteness_rule("covariance")
def definite_covariance(context: Context, node: Expr, left: Expr, right: Expr) -> int:
    """A variance."""
    return NONNEGATIVE if left == right else ANY
