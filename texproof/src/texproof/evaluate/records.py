r"""Records: random names whose value tells the outcome of their source, as \mathbf{x} that of x."""

from collections.abc import Iterable

from ..errors import DerivationError
from ..expr import Expr, free_letters, walk
from ..names import Name, outcomes
from ..records import is_record


def refuse_moved(name: Name, others: Iterable[Name]) -> None:
    """Raises where a record is to vary and other names say something of the same outcome."""
    if not is_record(name):
        return
    told = sorted(other.latex for other in others if set(other.sources) & set(name.sources))
    if told:
        raise DerivationError(
            f"{told[0]} depends on the outcome that {name.latex} tells: how it varies with "
            f"{name.latex} is not known"
        )


def refuse_told(trees: Iterable[Expr], given: Iterable[Name]) -> None:
    """Raises where a mean holds a record fixed of which a hypothesis gives the value."""
    means = [node for tree in trees for node in walk(tree) if node.op in {"expect", "covariance"}]
    fixed = {letter for node in means for letter in free_letters(node)}
    for name in given:
        if is_record(name) and outcomes(name.sources[0])[0] in fixed:
            raise DerivationError(
                f"a hypothesis gives the value of {name.latex}, which then tells no outcome: "
                "it cannot be a condition of a mean"
            )
