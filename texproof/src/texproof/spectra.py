r"""The eigenvalues of a matrix, each as often as it is one: ``\lambda_i = \operatorname{eig}(A)``.

It says that det(t I - A) = (t - \lambda_1)...(t - \lambda_n) for every number t.
"""

from fractions import Fraction

from .errors import ReadError
from .expr import Expr, Relation
from .names import Name, Shape

ANY = Expr("name", (), Name(r"\mathrm{any}", "scalar", (), "", ()))
ONE = Expr("num", value=Fraction(1))


def is_spectrum(relation: Relation) -> bool:
    """Whether the right side is the eigenvalues themselves."""
    return relation.right.op == "eigs" and relation.right.value is None


def of_polynomial(relation: Relation, shape: Shape, text: str) -> Relation:
    """The equation of the characteristic polynomial; the family must be as long as the matrix."""
    left, right = relation.sides
    size, letter = shape[0], left.args[0].value if left.args else None
    known = left.op == "name" and left.value.kind == "scalar" and not left.value.sources
    fits = known and [part.op for part in left.args] == ["var"] and left.value.over[0][1] == size
    if relation.sign != "=" or not fits:
        told = (
            f"a family of {size} numbers stands at the left: \\lambda_i = \\operatorname{{eig}}(A)"
        )
        raise ReadError(told, text, right.at)
    facts, latex = frozenset({"identity"}), rf"\mathrm{{unit}}_{{{size}}}"
    unit = Expr("name", (), Name(latex, "matrix", (size, size), "", (), facts))
    inside = Expr("add", (Expr("mul", (ANY, unit)), Expr("neg", right.args)))
    factor = Expr("add", (ANY, Expr("neg", (left,))))
    range_ = Expr("range", (ONE, Expr("size", value=size)))
    return Relation("=", Expr("det", (inside,)), Expr("prod", (range_, factor), letter))
