r"""Products of factors side by side; ``\cdot`` between two columns is told apart."""

from collections.abc import Sequence

from ..expr import Expr, walk


def product(
    factors: Sequence[Expr], at: int, crossed: Sequence[int] = (), dots: Sequence[int] = ()
) -> Expr:
    """The product of some factors, some after a cross or a dot; one alone is itself."""
    if len(factors) == 1:
        return factors[0]
    between = tuple(dot for dot in dots if dot < len(factors))
    if between and sum(map(is_shaped, factors)) > 1:
        return Expr("dot", tuple(factors), between, at)  # of which the shapes tell what it is
    return Expr("mul", tuple(factors), tuple(crossed) or None, at)


def is_shaped(node: Expr) -> bool:
    """Whether a vector or matrix occurs in a tree."""
    named = (each for each in walk(node) if each.op in {"name", "call", "array", "grad"})
    return any(each.op in {"array", "grad"} or len(each.value.shape) == 2 for each in named)
