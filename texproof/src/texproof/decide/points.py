"""Points: small exact numbers at which a statement fails, or hypotheses hold.

Points refute. They never prove, and a statement that survives them is still undecided.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import sympy as sp

from ..errors import Undefined
from ..evaluate import World
from ..evaluate.values import CONSTANT
from ..evaluate.world import Value
from ..expr import Relation
from ..names import Name
from .intervals import interval_sign

Point = Mapping[Value, Value]  # values of symbols
Failure = tuple[int, Value, Value]  # component, left, right

DIGITS, MOST_DIGITS = 30, 300
FEW_BITS = 10  # of the 100 that were asked for: what is left of a number that may be 0
ALLOWED = {"=": {0}, "∝": {0}, "<=": {-1, 0}, ">=": {0, 1}, "<": {-1}, ">": {1}}


def entries(value: Value) -> list[Value]:
    """The numbers of a value, in order: itself, or the entries of an array."""
    return list(value.flat) if isinstance(value, np.ndarray) else [value]


def differences(left: Value, right: Value, sign: str = "=") -> list[Value]:
    """Entry by entry, left minus right; a bare 0 stands for a zero of any shape.

    For left ∝ right, the minors a_i b_j - a_j b_i, which vanish if both are parallel.
    """
    left, right = entries(left), entries(right)
    if sign == "∝":
        pairs = list(zip(left, right, strict=True))
        return [a * d - c * b for (a, b), (c, d) in itertools.combinations(pairs, 2)]
    longest = max(len(left), len(right))
    left, right = left * (longest // len(left)), right * (longest // len(right))
    return [a - b for a, b in zip(left, right, strict=True)]


def sign_at(value: Value) -> int | None:
    """The sign of a number, for certain; None for what only stands for a number.

    A number that is not known to differ from 0 at MOST_DIGITS digits counts as 0.
    Raises Undefined where it is no real number.
    """
    value = sp.sympify(value, strict=True)
    if value.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise Undefined("a side is no number")
    if value.is_Rational:
        return int(bool(value > 0)) - int(bool(value < 0))
    certain = interval_sign(value)
    if certain is not None or value.has(sp.Integral):
        return certain
    number = sp.N(value, DIGITS, maxn=MOST_DIGITS)
    if number.has(sp.I):
        raise Undefined("a side is no real number")
    if not number.is_Float:
        return None
    return 0 if number._prec <= FEW_BITS else int(bool(number > 0)) - int(bool(number < 0))


def holds_at(difference: Value, sign: str) -> bool:
    """Whether a number satisfies ``difference sign 0``; what only stands for one is not refuted."""
    found = sign_at(difference)
    return found is None or found in ALLOWED[sign]


def failure(world: World, relation: Relation) -> Failure | None:
    """(component, left, right) of the first entry at which the relation fails, or None."""
    left, right = world.of(relation.left), world.of(relation.right)
    for i, difference in enumerate(differences(left, right, relation.sign)):
        if not holds_at(difference, relation.sign):
            a, b = entries(left), entries(right)
            return i, a[i % len(a)], b[i % len(b)]
    return nothing_of(entries(left), entries(right)) if relation.sign == "∝" else None


def nothing_of(left: Sequence[Value], right: Sequence[Value]) -> Failure | None:
    """The first entry of what is no multiple of a zero, where the right side is one."""
    if any(sign_at(value) != 0 for value in right):
        return None
    return next(((i, a, right[i]) for i, a in enumerate(left) if sign_at(a) != 0), None)


def described(world: World, names: Iterable[Name]) -> str:
    """Values of the names, as a message or a page shows them."""
    told = [n for n in names if n in world.values and not n.facts & CONSTANT and not n.call]
    return ", ".join(f"{n.latex} = {shown(world.values[n])}" for n in told)


def shown(value: Value) -> str:
    """A value in one line: a number, a row for a column, rows for a matrix."""
    if isinstance(value, dict):
        members = [shown(member) for member in value.values()]
        return members[0] if len(members) == 1 else "[" + ", ".join(members) + "]"
    if isinstance(value, np.ndarray):
        rows = value.T if value.shape[1] == 1 else value
        texts = ["(" + ", ".join(str(entry) for entry in row) + ")" for row in rows]
        return texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"
    return str(value) if not callable(value) else getattr(value, "called", "some cubic polynomial")
