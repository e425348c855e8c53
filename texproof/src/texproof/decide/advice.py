"""What a refusal says beside the verdict: what is left to show, which fact may be missing."""

import itertools

import numpy as np
import sympy as sp

from ..errors import Undefined
from ..evaluate import World
from ..evaluate.values import printed
from ..evaluate.world import Value
from ..names import Name
from .case import Case, places
from .plain import is_quotient
from .prove import claims, rung_under_hypotheses
from .refute import failed_at

LONGEST = 160  # letters of what is shown
MOST = 60  # operations of what is factored
POINTS = 40


def left_to_show(case: Case) -> str:
    """The first component that no rung decides, against 0, and where it arises; or nothing."""
    for world in case.setting.symbolic(case.relation, *case.equations):
        for place in places(case, [world]):
            for part, sign in claims(case, place):
                if rung_under_hypotheses(case, part, sign, place, world) is None:
                    return f"left to show{at(case, place)}: {short(part)} {sign} 0"
    return ""


def at(case: Case, place: World) -> str:
    """The sizes and index letters of a place."""
    sizes = sorted(case.setting.sizes_of(case.relation))
    told = [f"{size} = {place.sizes[size]}" for size in sizes]
    told += [f"{letter} = {value}" for letter, value in sorted(place.letters.items())]
    return f" at {', '.join(told)}" if told else ""


def short(part: Value) -> str:
    """An expression in its shorter form, or the beginning of one that is long."""
    part = sp.sympify(part, strict=True)
    few = is_quotient(part) and part.count_ops() <= MOST
    forms = [
        printed(form).replace("**", "^") for form in ([part, sp.factor(part)] if few else [part])
    ]
    found = min(forms, key=len)
    return found if len(found) <= LONGEST else f"{found[:LONGEST]} ..."


def missing_sign(case: Case) -> str:
    """What to declare, where a false row holds at all points that are tried above 0; or nothing."""
    names = [name for name in case.setting.used(case.relation) if is_unsigned(name, case)]
    if not names or case.equations or case.about or case.relation.left.op == "optimum":
        return ""
    first = case.setting.first(case.relation)
    drawn = (case.setting.rational(case.relation, lengths=first, seed=k) for k in range(POINTS))
    for world in itertools.chain.from_iterable(drawn):
        if not all(holds(case, place) for place in places(case, [above(world, names)])):
            return ""
    told = ", ".join(name.latex for name in names)
    return f"; no point that was tried refutes it with {told} above 0: if so, declare positive=True"


def is_unsigned(name: Name, case: Case) -> bool:
    """Whether a name is a number or column that is free, of which nothing is declared."""
    free = name not in case.setting.definitions and name.kind in {"scalar", "vector"}
    return free and not name.facts and not name.sources


def above(world: World, names: list[Name]) -> World:
    """A world of numbers with those of the names above 0."""
    values = dict(world.values)
    for name in names:
        family = values.get(name) or {}
        values[name] = {place: positive(value) for place, value in family.items()}
    return World(world.sizes, values, world.definitions, world.exact)


def positive(value: Value) -> Value:
    """A number or column with the moduli of its entries, 1 for 0."""
    if not isinstance(value, np.ndarray):
        return abs(value) or sp.Integer(1)
    value = value.copy()
    value.flat = [abs(entry) or sp.Integer(1) for entry in value.flat]
    return value


def holds(case: Case, place: World) -> bool:
    """Whether the relation holds at a point."""
    try:
        return not failed_at(case, place)
    except Undefined:
        return False
