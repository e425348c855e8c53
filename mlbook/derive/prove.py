"""Proof and refutation of one relation in its worlds."""

import itertools

import sympy as sp

from . import optimum
from .decide import rung_of_zero
from .errors import DerivationError
from .points import differences, entries, witnesses
from .signs import rung_of_sign
from .tree import free_letters
from .unknowns import Indicator
from .values import readable

RUNGS = ["same form", "expansion", "common denominator", "signs", "tangents", "cases", "atoms"]
RUNGS += ["hypotheses"]


def instances(part, worlds, letters):
    """The worlds of a relation or tree with every choice of the indices that are still free."""
    for world in worlds:
        free = sorted(free_letters(part) - set(world.letters))
        ranges = [range(1, world.sizes[letters[letter]] + 1) for letter in free]
        for chosen in itertools.product(*ranges):
            yield world.at(zip(free, chosen, strict=True))


def zeros(equations, world, letters):
    """Expressions that the hypotheses set to 0, for every choice of their free indices."""
    found = []
    for relation in equations:
        for place in instances(relation, [world], letters):
            found += differences(*(place.of(side) for side in relation.sides))
    return [sp.sympify(part, strict=True) for part in found if part != 0]


def proved(case):
    """(rung, an example) if every component is decided in every first world, else None."""
    rungs, example = [], ()
    for world in case.setting.symbolic(case.relation, *case.equations):
        for place in instances(case.relation, [world], case.letters):
            parts = [(part, sign) for part, sign in claims(case, place) if says_something(part)]
            found = [under(case, part, sign, place, world) for part, sign in parts]
            if None in found:
                return None
            rungs += found
            example = example or (shown_sides(case.relation, place) if parts else ())
    return (max(rungs, key=RUNGS.index), example) if rungs else None


def under(case, part, sign, place, world):
    """The rung for one claim: with the hypotheses at its own indices, then with all of them."""
    rung = decided(part, sign, zeros(case.equations, place, case.letters))
    if rung or place.letters == world.letters or not case.equations:
        return rung
    return decided(part, sign, zeros(case.equations, world, case.letters))


def says_something(part):
    """Whether a difference is a number at all: where a denominator is 0 nothing is claimed."""
    return not sp.sympify(part, strict=True).has(sp.nan, sp.zoo, sp.oo)


def claims(case, world):
    """(expression, sign) pairs that must hold for the relation to hold."""
    if case.relation.left.op == "optimum":
        return optimum.claims(case.relation, world)
    if case.relation.sign == "~":
        return [(part, "=") for part in coefficients(case, world)]
    found = differences(*(world.of(side) for side in case.relation.sides), case.relation.sign)
    return [(part, case.relation.sign) for part in found]


def coefficients(case, world):
    """Taylor coefficients of the difference, in what is small, up to the order that is named."""
    if not case.about:
        raise DerivationError("≈ needs order=(name, k): in what is it small, and to which power?")
    name, power = case.about
    scale, before = sp.Symbol("small", real=True), world
    for place, value in dict(world.values[name.value]).items():
        if concerns(name, place, before):
            world = world.replacing(name.value, place, scale * value)
    found = differences(*(world.of(side) for side in case.relation.sides))
    for part in found:
        refuse_corners(part, scale)
    taken = [sp.diff(part, scale, k).subs(scale, 0) for part in found for k in range(power + 1)]
    if not all(says_something(part) for part in taken):
        raise DerivationError("there is no Taylor expansion at 0: a coefficient is infinite")
    return taken


def refuse_corners(expression, scale):
    """Raises if a root, a modulus or the like is expanded where it has no derivative."""
    kinds = sp.Abs, sp.sign, sp.Max, sp.Min, Indicator
    inner = [argument for part in expression.atoms(*kinds) for argument in corner_arguments(part)]
    inner += [part.base for part in expression.atoms(sp.Pow) if not part.exp.is_Integer]
    if any(part.has(scale) and part.subs(scale, 0).equals(0) is not False for part in inner):
        raise DerivationError("there is no Taylor expansion at 0: a root or modulus has a corner")


def corner_arguments(part):
    """What must not vanish for a modulus, sign, indicator or maximum to be smooth."""
    if isinstance(part, (sp.Max, sp.Min)):
        return [a - b for a, b in itertools.combinations(part.args, 2)]
    return part.args


def concerns(name, place, world):
    """Whether a member of a family is the one that is written, at the letters that are bound."""
    pairs = zip(name.args, place, strict=True)
    free = (part.op == "var" and part.value not in world.letters for part in name.args)
    return all(
        any_ or world.whole(part) == at for any_, (part, at) in zip(free, pairs, strict=True)
    )


def decided(difference, sign, hypotheses):
    """The rung that decides ``difference sign 0``, or None."""
    if sign in {"=", "∝"}:
        return rung_of_zero(difference, hypotheses)
    turned = -difference if sign in {"<=", "<"} else difference
    return rung_of_sign(turned, strict=sign in {"<", ">"})


def shown_sides(relation, world, limit=240):
    """The first component of both sides, as SymPy prints them."""
    sides = (relation.right,) if relation.left.op == "optimum" else relation.sides
    sides = [readable(str(entries(world.of(side))[0])) for side in sides]
    return tuple(side if len(side) <= limit else side[:limit] + " ..." for side in sides)


def satisfiable(equations, setting, letters):
    """Raises unless some point satisfies the hypotheses: from a contradiction all follows."""
    if next(hypothesis_points(equations, (), setting, letters), None) is None:
        raise DerivationError("no point was found at which the hypotheses hold: do they conflict?")


def hypothesis_points(equations, relations, setting, letters, which=0):
    """(world, values of its symbols) at which the hypotheses hold."""
    for world in itertools.islice(setting.symbolic(*equations, *relations, which=which), 4):
        numbers = (entries(value) for value in world.numbers())
        symbols = {
            s
            for part in itertools.chain(*numbers)
            for s in sp.sympify(part, strict=True).free_symbols
        }
        order = sorted(symbols, key=str)
        many, tries = (2, 12) if which else (6, 60)
        for point in witnesses(zeros(equations, world, letters), order, many, tries):
            yield world, point
