"""Which rows are asked for a proof in index notation before one by components.

Inverses and determinants of symbols are long, their derivatives longer; in index notation they are
one symbol each; so are moments of which hypotheses tell. Points at several sizes, singular ones
too, are asked in either case.
"""

from ..evaluate.shapes import shape_of
from ..every_size.everywhere import scope
from ..expr import Expr, walk
from ..statement import Row, Statement
from .case import Case
from .tried import CALCULUS

SQUARES = {"inverse", "det", "adj"}
IN_INDICES = {
    "pinv",
    "rank",
    "eigs",
    "cof",
    "minor",
    "kron",
    "vec",
    "spectral",
}  # long by components
MANY = 4  # inverses and determinants of squares that are too many for components


def is_heavy(case: Case) -> bool:
    """Whether derivatives meet inverses or determinants of squares, or there are many of these."""
    nodes = [node for tree in trees(case) for node in walk(tree)]
    squares = list(filter(is_square, nodes))
    calculus = any(node.op in CALCULUS for node in nodes) or case.relation.sign == "~"
    if any(node.op in IN_INDICES for node in nodes) or of_moments(case):
        return True
    if any(node.op == "jacobian" for node in nodes) or case.relation in case.equations:
        return True
    nested = any(is_square(part) for node in squares for part in below(case, node))
    return bool(squares) and (calculus or nested or len(squares) >= MANY)


def below(case: Case, node: Expr) -> list[Expr]:
    """The parts of a tree, and of what the names in it stand for."""
    bodies = [body for name in case.setting.used(node) for body in case.setting.bodies(name)]
    return [*[*walk(node)][1:], *(part for body in bodies for part in walk(body))]


def of_moments(case: Case) -> bool:
    """Whether a hypothesis tells a variance or covariance."""
    sides = (side for relation in case.equations for side in relation.sides)
    return any(node.op == "covariance" for side in sides for node in walk(side))


def is_square(node: Expr) -> bool:
    """Whether a node is the inverse or determinant of a square."""
    return node.op in SQUARES and bool(shape_of(node.args[0]))


def trees(case: Case) -> list[Expr]:
    """Both sides of what is claimed and of hypotheses, and what their names stand for."""
    relations = case.relation, *case.equations
    names = case.setting.used(*relations)
    sides = [side for relation in relations for side in relation.sides]
    return [*sides, *(body for name in names for body in case.setting.bodies(name))]


def proved_in_indices(statement: Statement, row: Row, case: Case) -> bool:
    """Whether a heavy row is proved for every size that its conditions allow."""
    return is_heavy(case) and scope(statement, row).proved
