"""How large the terms are that are added in a number, which says how far it may be rounded."""

import math

import numpy as np

from ..errors import DerivationError
from ..evaluate import World
from ..evaluate.facts import claims
from ..evaluate.values import CONSTANT
from ..evaluate.world import Family, Value
from ..expr import Expr
from ..names import CHANCE, Name

BUILT = {"name", "entry", "add", "sum", "mul", "transpose", "expect", "tr", "inner", "norm",
         "array", "diag"}  # fmt: skip
STEP = 2.0**-20  # by which a number is moved, to see how far others move with it
ROUNDINGS = 64
EPS = float(np.finfo(float).eps)


class Magnitudes(World):
    """A world in which terms are added without their signs."""

    def of(self, node: Expr) -> Value:
        """The sum of the sizes of the terms that make up a value."""
        if node.op == "neg":
            return self.of(node.args[0])
        if node.op == "pow" and node.args[1].op == "num" and node.args[1].value > 0:
            return np.abs(super().of(node))
        return np.abs(super().of(node) if node.op in BUILT else self.plain().of(node))

    def whole(self, node: Expr) -> int:
        """The whole number that an index is."""
        return self.plain().whole(node)

    def plain(self) -> World:
        """This world with signs."""
        return World(self.sizes, self.values, self.definitions, exact=False).at(self.letters)


def with_signs_dropped(world: World) -> World:
    """A world of the same numbers in which terms are added without their signs."""
    return Magnitudes(world.sizes, world.values, world.definitions, exact=False)


def moved(world: World) -> World:
    """A world in which some of the numbers, picked the same way each time, are less by a STEP."""
    rng = np.random.default_rng(0)
    values = {
        name: family
        if callable(family) or name == CHANCE or name.kind == "index" or name.facts & CONSTANT
        else {at: less(value, rng) for at, value in family.items()}
        for name, family in world.values.items()
    }
    return World(world.sizes, values, world.definitions, exact=False)


def less(value: Value, rng: np.random.Generator) -> Value:
    """A number or an array, some of whose entries are less by a STEP."""
    found = value * (1 - STEP * rng.integers(0, 2, np.shape(value)))
    return found if np.ndim(value) else float(found)


def refuse_broken_facts(world: World) -> None:
    """Raises for numbers that have not the facts of their names, but for rounding."""
    for name, family in world.values.items():
        if isinstance(name, Name) and not callable(family) and not has_facts(name, family, world):
            raise DerivationError(f"{name.latex} has not the facts that are declared")


def has_facts(name: Name, family: Family, world: World) -> bool:
    """Whether the numbers of a name are what was declared."""
    if name.kind == "index":
        size = name.shape[0]
        last = size if isinstance(size, int) else world.sizes.get(size, math.inf)
        values = set(family.values())
        return max(values) <= last and (
            "onto" not in name.facts or len(values) >= last or last == math.inf
        )
    many = max([1, *(max(np.shape(value), default=1) for value in family.values())])
    scale = max([1.0, *(float(np.max(np.abs(value))) for value in family.values())])
    room = ROUNDINGS * many * EPS * scale
    return all(
        (number > 0 if sign == ">" else number >= -room) and (sign != "=" or number <= room)
        for number, sign in claims(name, family)
    )
