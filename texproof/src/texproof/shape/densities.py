r"""The density of a normal variable, ``\mathcal{N}(x \mid m, S)``, as the term that it is.

Of a number S is its variance, of a column its covariance matrix.
"""

from collections.abc import Sequence
from fractions import Fraction

from ..expr import Expr
from ..names import Shape
from .checker import ZERO, ShapeChecker, shape_of
from .sizes import SCALAR, spelled

HALF = Expr("num", value=Fraction(1, 2))
TWO = Expr("num", value=Fraction(2))


@shape_of("normal")
def normal(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from two columns and a square, or from three numbers."""
    variable, mean, spread = map(check.of, node.args)
    wanted = SCALAR if variable == SCALAR else (variable[0], variable[0])
    if node.args[1] != ZERO and not check.same(variable, mean):
        check.refuse(node.args[1], f"a mean {spelled(mean)} of what is {spelled(variable)}")
    if not check.same(spread, wanted) or (variable and variable[1] != 1):
        told = f"a variance {spelled(spread)} where {spelled(wanted)} fits"
        check.refuse(node.args[2], told)
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
