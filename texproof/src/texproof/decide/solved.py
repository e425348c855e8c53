"""Points at which hypotheses hold, in worlds of symbols."""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from ..errors import DerivationError, Undefined
from ..evaluate import World
from ..evaluate.draws import rationals
from ..evaluate.setting import Setting
from ..evaluate.unknowns import smooth
from ..evaluate.world import Value
from ..expr import Relation, walk
from .case import Letters
from .moments import hold, many_outcomes, tells_moment, with_moments
from .points import Point, entries
from .prove import zeros
from .witnesses import small, witnesses

MORE = 12  # points that are asked as well where all were undefined
OF_NUMBERS = {"pinv", "rank"}  # operations without a value at symbols


def satisfiable(equations: Sequence[Relation], setting: Setting, letters: Letters) -> None:
    """Raises unless some point satisfies the hypotheses: from a contradiction all follows."""
    if next(hypothesis_points(equations, (), setting, letters), None) is None:
        raise DerivationError(
            "no point was found at which the hypotheses hold: do they conflict? Small numbers were "
            "tried, and each equation was solved for its last unknown; if they agree, define a "
            "name by its term, or write the hypothesis as name = term"
        )


def with_polynomials(world: World, seed: int, gentle: bool = False) -> World:
    """A world of symbols, with some polynomial for each unknown function; squares if gentle."""
    values = {
        name: smooth(
            name, world.sizes, rationals(seed), symbolic=False, values=world.values, gentle=gentle
        )
        if callable(family) and not name.call
        else family
        for name, family in world.values.items()
    }
    return World(world.sizes, values, world.definitions)


def with_numbers(
    world: World, order: list[Value], setting: Setting, equations: Sequence[Relation], seed: int
) -> tuple[World, list[Value]]:
    """A world with numbers for what stands in ranks and pseudoinverses, and the other symbols."""
    trees = [*itertools.chain(*(r.sides for r in equations))]
    names = setting.used(*equations)
    trees += [body for name in names for body in setting.bodies(name)]
    nodes = [node for tree in trees for node in walk(tree)]
    inside = setting.used(*(part for node in nodes if node.op in OF_NUMBERS for part in node.args))
    values = [value for name in inside for value in (world.values.get(name) or {}).values()]
    symbols = {s for value in values for part in entries(value) for s in part.free_symbols}
    chosen = [symbol for symbol in order if symbol in symbols]
    rng = random.Random(seed)
    world = world.at_point({symbol: small(symbol, rng) for symbol in chosen}) if chosen else world
    return world, [symbol for symbol in order if symbol not in symbols]


def hypothesis_points(
    equations: Sequence[Relation],
    relations: Sequence[Relation],
    setting: Setting,
    letters: Letters,
    lengths: Mapping[str, int] | None = None,
    more: bool = False,
) -> Iterator[tuple[World, Point]]:
    """(world, values of its symbols) at which the hypotheses hold; functions are polynomials.

    Outcomes are made for means and covariances, at points at which the rest holds; where this gives
    none, they are solved for with the rest. more: those that come after what are enough.
    """
    told = [relation for relation in equations if tells_moment(relation, setting)]
    if told:
        rest = [relation for relation in equations if relation not in told]
        sides = (*relations, *equations)
        wide = dict(lengths or setting.first(*sides))
        wide |= many_outcomes(told, wide)
        plain = solved_points(rest, sides, setting, letters, wide, more)
        worlds = (world.at_point(point) for world, point in plain)
        made = (with_moments(each, told, setting, letters, n) for n, each in enumerate(worlds))
        found = (
            (world, dict[Value, Value]())
            for world in made
            if world and all(hold(relation, world, setting, letters) for relation in equations)
        )
        if (first := next(found, None)) is not None:
            yield first
            yield from found
            return
    yield from solved_points(equations, relations, setting, letters, lengths, more)


def solved_points(
    equations: Sequence[Relation],
    relations: Sequence[Relation],
    setting: Setting,
    letters: Letters,
    lengths: Mapping[str, int] | None = None,
    more: bool = False,
) -> Iterator[tuple[World, Point]]:
    """Points at which the hypotheses hold, solved for one unknown after the other."""
    worlds = setting.symbolic(*equations, *relations, lengths=lengths)
    found = enumerate(itertools.islice(worlds, 4))
    for (seed, generic), gentle in itertools.product(found, (False, True)):
        if gentle and not any("convex" in getattr(n, "facts", ()) for n in generic.values):
            continue
        world = with_polynomials(generic, seed, gentle)
        numbers = (entries(value) for value in world.numbers())
        symbols = {
            s
            for part in itertools.chain(*numbers)
            for s in sp.sympify(part, strict=True).free_symbols
        }
        order = sorted(symbols, key=str)
        many, tries = (2, 12) if lengths else (6, 60)
        world, order = with_numbers(world, order, setting, equations, seed)
        try:
            vanishing = zeros(equations, world, letters, setting.conditions)
        except Undefined:
            continue
        start, stop = (many, many + MORE) if more else (0, many)
        tries = max(tries, 2 * stop)
        for point in itertools.islice(witnesses(vanishing, order, stop, tries), start, None):
            yield world, point
