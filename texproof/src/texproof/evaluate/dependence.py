"""Whether a term depends on a defined name alone, and not besides on what that is made of."""

from collections.abc import Iterable

from ..errors import DerivationError
from ..expr import Expr, names_in
from ..names import Name
from .records import refuse_moved
from .world import World

CONSTANT = {"ones", "identity", "basis"}
FIXED = {*CONSTANT, "orthonormal", "binary"}  # facts of what cannot vary freely
TIED = {"symmetric"}  # of what varies by pairs of entries


def refuse_dependent(world: World, name: Name, bodies: Iterable[Expr]) -> None:
    """Raises where a name is to vary and what it is made of, or says the same, occurs besides."""
    refuse_moved(name, mentioned(world, bodies, name) - {*world.definitions})
    if name not in world.definitions:
        return
    own = mentioned(world, [world.definitions[name][1]])
    besides = sorted(n.latex for n in own & mentioned(world, bodies, name))
    if besides:
        raise DerivationError(
            f"{name.latex} is defined by {', '.join(besides)}, on which the term depends besides: "
            f"it is no function of {name.latex} alone"
        )


def refuse_fixed(node: Expr, tied: frozenset[str] = frozenset(TIED)) -> None:
    """Raises where something is to vary freely that cannot; tied: facts that forbid it besides."""
    if node.op != "name" or node.value.facts & {*FIXED, *tied} or node.value.kind == "index":
        raise DerivationError(f"cannot differentiate by {node.value.latex}: it cannot vary freely")


def refuse_constant(name: Name) -> None:
    """Raises where another value is to be put in the place of a constant."""
    if name.facts & CONSTANT:
        raise DerivationError(f"{name.latex} is constant: nothing can be put in its place")


def mentioned(world: World, trees: Iterable[Expr], but: Name | None = None) -> set[Name]:
    """Names that trees mention, through definitions, but those of one name and what is constant."""
    found = reached(world, trees, but)
    return {name for name in found if not name.facts & CONSTANT and name.kind != "function"}


def reached(world: World, trees: Iterable[Expr], but: Name | None = None) -> set[Name]:
    """All names that trees mention, through definitions, but those of one name."""
    found: set[Name] = set()
    waiting = names_in(*trees)
    while waiting:
        name = waiting.pop()
        if name not in found and name != but:
            found.add(name)
            waiting += names_in(world.definitions[name][1]) if name in world.definitions else []
    return found
