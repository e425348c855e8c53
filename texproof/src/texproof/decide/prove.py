"""Proof and refutation of one relation in its worlds."""

import itertools
from collections.abc import Iterable, Sequence

import sympy as sp

from ..errors import DerivationError, Undefined
from ..evaluate import World
from ..evaluate.bounds import HIGHEST, bounded
from ..evaluate.defined import NO_NUMBER
from ..evaluate.dependence import refuse_fixed
from ..evaluate.unknowns import Indicator
from ..evaluate.values import readable
from ..evaluate.world import Place, Value
from ..expr import Expr, Relation
from . import arg_min
from .case import Case, Letters, instances, places, told
from .convexity import is_above_tangents
from .points import differences, entries
from .signs import rung_of_sign
from .switched import rung_of_switches
from .zero import rung_of_zero

Claim = tuple[Value, str]  # an expression and the sign that it must have against 0
RUNGS = ["same form", "expansion", "common denominator", "signs", "squares", "tangents"]
RUNGS += ["exponentials", "cases", "convexity", "atoms", "switches", "hypotheses"]
IN_INDICES = "index notation"  # proved for every size, and not by components


def zeros(
    equations: Iterable[Relation],
    world: World,
    letters: Letters,
    conditions: Sequence[Relation] = (),
) -> list[Value]:
    """Expressions that the hypotheses set to 0, for every choice of their free indices."""
    found: list[Value] = []
    for relation in equations:
        for place in instances(relation, [world], letters, conditions):
            found += differences(place.of(relation.left), place.of(relation.right))
    return [sp.sympify(part, strict=True) for part in found if part != 0]


def proved(case: Case) -> tuple[str, tuple[str, ...]] | None:
    """(rung, an example) if every component is decided in every first world, else None."""
    rungs: list[str] = []
    example: tuple[str, ...] = ()
    for world in case.setting.symbolic(case.relation, *case.equations):
        for place in places(case, [world]):
            try:
                parts = claims(case, place)
            except Undefined as reason:
                raise told(case, place, reason) from reason
            found = [rung_under_hypotheses(case, *part, place, world) for part in parts]
            if None in found:
                return None
            rungs += filter(None, found)
            example = example or (shown_sides(case.relation, place) if parts else ())
    return (max(rungs, key=RUNGS.index), example) if rungs else None


def rung_under_hypotheses(
    case: Case, part: Value, sign: str, place: World, world: World
) -> str | None:
    """The rung for one claim: with the hypotheses at its own indices, then with all of them."""
    rung = decided(part, sign, zeros(case.equations, place, case.letters, case.setting.conditions))
    if rung or place.letters == world.letters or not case.equations:
        return rung
    return decided(part, sign, zeros(case.equations, world, case.letters, case.setting.conditions))


def claims(case: Case, world: World) -> list[Claim]:
    """(expression, sign) pairs that must hold for the relation to hold."""
    if case.relation.left.op == "optimum":
        arg_min.refuse_bound(case.relation, case.setting, case.equations)
        return arg_min.claims(case.relation, world)
    if case.relation.sign == "~":
        return [(part, "=") for part in coefficients(case, world)]
    left, right = world.of(case.relation.left), world.of(case.relation.right)
    found = differences(left, right, case.relation.sign)
    return [(part, case.relation.sign) for part in found]


def coefficients(case: Case, world: World) -> list[Value]:
    """Taylor coefficients of the difference, in what is small, up to the order that is named."""
    if not case.about:
        raise DerivationError("≈ needs order=(name, k): in what is it small, and to which power?")
    written, power = case.about
    refuse_fixed(written)
    bounded(power, HIGHEST, "the order of an expansion")
    scale, before = sp.Symbol("small", real=True), world
    for place, value in dict(world.values[written.value]).items():
        if is_written(written, place, before):
            world = world.replacing(written.value, place, scale * value)
    found = differences(world.of(case.relation.left), world.of(case.relation.right))
    for part in found:
        refuse_corners(part, scale)
    taken = [sp.diff(part, scale, k).subs(scale, 0) for part in found for k in range(power + 1)]
    if any(part.has(*NO_NUMBER) for part in taken):
        raise DerivationError("there is no Taylor expansion at 0: a coefficient is infinite")
    return taken


def refuse_corners(expression: Value, scale: Value) -> None:
    """Raises if a root, a modulus or the like is expanded where it has no derivative."""
    kinds = sp.Abs, sp.sign, sp.Max, sp.Min, Indicator
    inner = [argument for part in expression.atoms(*kinds) for argument in corner_arguments(part)]
    inner += [part.base for part in expression.atoms(sp.Pow) if not part.exp.is_Integer]
    if any(part.has(scale) and part.subs(scale, 0).equals(0) is not False for part in inner):
        raise DerivationError("there is no Taylor expansion at 0: a root or modulus has a corner")


def corner_arguments(part: Value) -> Sequence[Value]:
    """What must not vanish for a modulus, sign, indicator or maximum to be smooth."""
    if isinstance(part, (sp.Max, sp.Min)):
        return [a - b for a, b in itertools.combinations(part.args, 2)]
    return tuple(part.args)


def is_written(written: Expr, place: Place, world: World) -> bool:
    """Whether a member of a family is the one that is written, at the letters that are bound."""
    pairs = zip(written.args, place, strict=True)
    return all(is_free(part, world) or world.whole(part) == at for part, at in pairs)


def is_free(index: Expr, world: World) -> bool:
    """Whether an index is a letter that is not bound."""
    return index.op == "var" and index.value not in world.letters


def decided(difference: Value, sign: str, hypotheses: Sequence[Value]) -> str | None:
    """The rung that decides ``difference sign 0``, or None."""
    if sign in {"=", "∝"}:
        return rung_of_zero(difference, hypotheses)
    turned = -difference if sign in {"<=", "<"} else difference
    strict = sign in {"<", ">"}
    found = rung_of_sign(turned, strict) or rung_of_switches(turned, strict)
    return found or ("convexity" if is_above_tangents(turned, strict, hypotheses) else None)


def shown_sides(relation: Relation, world: World, limit: int = 240) -> tuple[str, ...]:
    """The first component of both sides, as SymPy prints them."""
    sides = (relation.right,) if relation.left.op == "optimum" else relation.sides
    texts = [readable(str(entries(world.of(side))[0])) for side in sides]
    return tuple(text if len(text) <= limit else text[:limit] + " ..." for text in texts)
