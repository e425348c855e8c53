"""What the shape tells: |A| of a square is a determinant, det([A]_{ij}) a minor.

||x^T x|| is a modulus, x . y of columns an inner product, ||A||_2 not the norm of the entries of A.
"""

from dataclasses import replace

from ..expr import Expr
from . import entrywise
from .checker import ShapeChecker
from .densities import density
from .dots import meant_by_dot
from .sizes import SCALAR, SET


def meant(check: ShapeChecker, part: Expr) -> Expr:
    """A tree whose shapes were checked, with det in the place of bars around a square."""
    if part.op == "det" and part.args[0].op == "component":
        return replace(meant(check, part.args[0]), op="minor", at=part.at)
    if part.op == "norm" and check.of(part.args[0]) == SCALAR:
        return replace(part, op="abs", args=(meant(check, part.args[0]),), value=None)
    args = tuple(meant(check, child) for child in part.args)
    if part.op == "norm" and part.value == "2" and check.of(part.args[0])[1] != 1:
        return replace(part, op="spectral", args=args, value=None)
    if entrywise.column(check, part):
        return entrywise.spread(check, part, args)
    if part.op == "dot":
        return meant_by_dot(check, part, args)
    if part.op == "normal":
        return density(check, part, args)
    if part.op == "inner" and check.of(part.args[0]) == SCALAR:
        return replace(part, op="mul", args=args)
    barred = part.op == "abs" and check.of(part.args[0]) not in (SCALAR, SET)
    same = all(one is other for one, other in zip(args, part.args, strict=True))
    if same and not barred:
        return part
    return replace(part, args=args, op="det" if barred else part.op)
