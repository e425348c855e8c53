"""Which rows are asked for a proof in index notation before one by components.

Inverses and determinants of symbols are long, their derivatives longer; in index notation they are
one symbol each. Points at several sizes, singular ones too, are asked in either case.
"""

from ..evaluate.shapes import shape_of
from ..every_size.everywhere import scope
from ..expr import Expr, walk
from ..statement import Row, Statement
from .case import Case
from .tried import CALCULUS

SQUARES = {"inverse", "det", "adj"}
MANY = 4  # inverses and determinants of squares that are too many for components


def is_heavy(case: Case) -> bool:
    """Whether derivatives meet inverses or determinants of squares, or there are many of these."""
    nodes = [node for tree in trees(case) for node in walk(tree)]
    squares = [node for node in nodes if node.op in SQUARES and shape_of(node.args[0])]
    calculus = any(node.op in CALCULUS for node in nodes) or case.relation.sign == "~"
    if any(node.op == "pinv" for node in nodes):
        return True
    return bool(squares) and (calculus or len(squares) >= MANY)


def trees(case: Case) -> list[Expr]:
    """Both sides, and what their names stand for."""
    names = case.setting.used(case.relation)
    return [*case.relation.sides, *(body for name in names for body in case.setting.bodies(name))]


def proved_in_indices(statement: Statement, row: Row, case: Case) -> bool:
    """Whether a heavy row is proved for every size that its conditions allow."""
    return is_heavy(case) and scope(statement, row).proved
