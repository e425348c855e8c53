"""What the shape decides about the meaning: |A| of a square is a determinant.

`resolve_bars` rewrites a tree whose shapes are known into one that can be read in a single way; the
density of a normal variable is written out as the term that it is.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from ..expr import Expr
from ..names import Shape
from . import checker
from .checker import ZERO, ShapeChecker, shape_of
from .rules import product_of_two
from .sizes import SCALAR, SET, shape_in_words

# --------------------------------------------------------------------------------------------------
# The density of a normal variable, ``\mathcal{N}(x \mid m, S)``, as the term that it is.
#
# Of a number S is its variance, of a column its covariance matrix.

HALF = Expr("num", value=Fraction(1, 2))
TWO = Expr("num", value=Fraction(2))


@shape_of("normal")
def normal(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from two columns and a square, or from three numbers."""
    variable, mean, spread = map(check.of, node.args)
    wanted = SCALAR if variable == SCALAR else (variable[0], variable[0])
    if node.args[1] != ZERO and not check.same(variable, mean):
        check.refuse(
            node.args[1], f"a mean {shape_in_words(mean)} of what is {shape_in_words(variable)}"
        )
    if not check.same(spread, wanted) or (variable and variable[1] != 1):
        message = f"a variance {shape_in_words(spread)} where {shape_in_words(wanted)} fits"
        check.refuse(node.args[2], message)
    return SCALAR


def density(check: ShapeChecker, node: Expr, args: Sequence[Expr]) -> Expr:
    """The term that a density stands for."""
    variable, mean, spread = args
    at, shape = node.at, check.of(node.args[0])
    apart = (
        variable if mean == ZERO else Expr("add", (variable, Expr("neg", (mean,), at=at)), at=at)
    )
    turn = Expr("mul", (TWO, Expr("pi", at=at)), at=at)
    if shape == SCALAR:
        squared = Expr("div", (Expr("pow", (apart, TWO), at=at), spread), at=at)
        root = Expr("sqrt", (Expr("mul", (turn, spread), at=at),), at=at)
    else:
        row = Expr("transpose", (apart,), at=at)
        squared = Expr("mul", (row, Expr("inverse", (spread,), at=at), apart), at=at)
        many = Expr("size", value=shape[0], at=at)
        if isinstance(shape[0], int):
            many = Expr("num", value=Fraction(shape[0]), at=at)
        power = Expr("pow", (turn, Expr("div", (many, TWO), at=at)), at=at)
        root = Expr("mul", (power, Expr("sqrt", (Expr("det", (spread,), at=at),), at=at)), at=at)
    half = Expr("neg", (Expr("mul", (HALF, squared), at=at),), at=at)
    return Expr("div", (Expr("exp", (half,), at=at), root), at=at)


# --------------------------------------------------------------------------------------------------
# The ``\cdot`` between vectors or matrices: an inner product of columns, else a product.


def is_column(shape: Shape) -> bool:
    """Whether a shape is that of a column of more than one number."""
    return len(shape) == 2 and shape[1] == 1 != shape[0]


def split_at_dots(node: Expr, parts: Sequence[Expr]) -> list[Sequence[Expr]]:
    """What stands for the factors before, between and behind the dots."""
    return [parts[a:b] for a, b in pairwise((0, *node.value, len(parts)))]


@shape_of("dot")
def dot(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of the product in which two columns with a dot between them make a number."""
    return join_factors(check, node, node.args)[0]


def join_factors(check: ShapeChecker, node: Expr, args: Sequence[Expr]) -> tuple[Shape, Expr, bool]:
    """The shape, what it means, made of these arguments, and whether two columns met."""
    result: tuple[Shape, Expr] | None = None
    met = False
    groups = zip(split_at_dots(node, node.args), split_at_dots(node, args), strict=True)
    for factors, meaning in groups:
        shape = SCALAR
        for factor in factors:
            shape = product_of_two(check, factor, shape, check.no_set(factor))
        part = meaning[0] if len(meaning) == 1 else Expr("mul", tuple(meaning), at=node.at)
        if result is None:
            result = shape, part
            continue
        left, before = result
        columns = is_column(left) and is_column(shape) and check.equal(left[0], shape[0])
        met |= columns
        whole = SCALAR if columns else product_of_two(check, factors[0], left, shape)
        result = whole, Expr("inner" if columns else "mul", (before, part), at=node.at)
    assert result  # a dot has factors on both sides
    return *result, met


def resolve_dots(check: ShapeChecker, part: Expr, args: tuple[Expr, ...]) -> Expr:
    """Inner products where two columns meet; where none do, the product of all factors."""
    _, meaning, met = join_factors(check, part, args)
    return meaning if met else replace(part, op="mul", args=args, value=None)


# --------------------------------------------------------------------------------------------------
# What the shape tells: |A| of a square is a determinant, det([A]_{ij}) a minor.
#
# ||x^T x|| is a modulus, x . y of columns an inner product, ||A||_2 not the norm of the entries of
# A.


def resolve_bars(check: ShapeChecker, part: Expr) -> Expr:
    """A tree whose shapes were checked, with det in the place of bars around a square."""
    if part.op == "det" and part.args[0].op == "component":
        return replace(resolve_bars(check, part.args[0]), op="minor", at=part.at)
    if part.op == "norm" and check.of(part.args[0]) == SCALAR:
        return replace(part, op="abs", args=(resolve_bars(check, part.args[0]),), value=None)
    args = tuple(resolve_bars(check, child) for child in part.args)
    if part.op == "norm" and part.value == "2" and check.of(part.args[0])[1] != 1:
        return replace(part, op="spectral", args=args, value=None)
    if checker.column_shape(check, part):
        return checker.column_of_calls(check, part, args)
    if part.op == "dot":
        return resolve_dots(check, part, args)
    if part.op == "normal":
        return density(check, part, args)
    if part.op == "inner" and check.of(part.args[0]) == SCALAR:
        return replace(part, op="mul", args=args)
    barred = part.op == "abs" and check.of(part.args[0]) not in (SCALAR, SET)
    same = all(one is other for one, other in zip(args, part.args, strict=True))
    if same and not barred:
        return part
    return replace(part, args=args, op="det" if barred else part.op)
