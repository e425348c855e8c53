r"""Bounds that are infinite: ``-\infty \le a`` and ``a < \infty`` say that a is a number."""

from fractions import Fraction

from .errors import ReadError
from .expr import Expr, Relation, walk

OF_CHANCE = {"expect", "covariance"}
ORDERS = {"<", "<=", ">", ">="}


def finite(relation: Relation, text: str) -> Relation:
    """A relation with a number beyond the other side in the place of an infinite side.

    Where the other side is a number, that holds, or fails, as it does with infinity.
    """
    ends = [end_of(side) for side in relation.sides]
    if relation.sign not in ORDERS or ends.count(0) != 1:
        return relation
    other = relation.sides[ends.index(0)]
    if any(node.op in OF_CHANCE for node in walk(other)):
        told = "outcomes are finitely many here, so that every mean is finite: state a bound"
        raise ReadError(told, text, relation.right.at)
    beyond = Expr("add", (other, Expr("num", value=Fraction(sum(ends)), at=other.at)), at=other.at)
    return Relation(relation.sign, *((beyond, other) if ends[0] else (other, beyond)))


def end_of(node: Expr) -> int:
    """1 for infinity, -1 for minus infinity, 0 for all else."""
    turned = node.op == "neg" and node.args[0].op == "infinity"
    return 1 if node.op == "infinity" else -int(turned)
