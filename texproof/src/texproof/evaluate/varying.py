"""Worlds in which a name varies: its entries are symbols, all of them or one at a time."""

from collections.abc import Iterator

import numpy as np
import sympy as sp

from ..expr import Expr, walk
from .corners import smooth
from .dependence import TIED, reached, refuse_dependent, refuse_fixed
from .world import Value, World

FEW = 2  # times that a name stands in a term which is differentiated with a symbol for each entry


def opened(
    world: World,
    about: Expr,
    *bodies: Expr,
    only: tuple[int, int] | None = None,
    tied: frozenset[str] = frozenset(TIED),
) -> tuple[World, list[Value], list[Value]]:
    """A world in which ``about`` is fresh symbols, with them and their present values.

    bodies: what is evaluated there; if ``about`` is defined, it must be a function of that alone;
    only: the one entry that is a symbol; tied: facts with which it may not vary.
    """
    node = about.args[0] if about.op == "entry" else about
    refuse_fixed(node, tied)
    name, place = node.value, tuple(world.whole(part) for part in node.args)
    refuse_dependent(world, name, bodies)
    value, title = world.of(node), f"{name.latex}@{place}"
    if not isinstance(value, np.ndarray):
        fresh = sp.Dummy(title, real=True)
        return made_exact(world).replacing(name, place, fresh), [fresh], [value]
    single = world.place_of(about) if about.op == "entry" else only
    chosen = [single] if single else list(np.ndindex(value.shape))
    symbols = value.astype(object)
    for at in chosen:
        symbols[at] = sp.Dummy(f"{title}@{at}", real=True)
    inner = made_exact(world).replacing(name, place, symbols)
    return inner, [symbols[at] for at in chosen], [value[at] for at in chosen]


def made_exact(world: World) -> World:
    """This world, with symbols allowed among its numbers."""
    return World(world.sizes, world.values, world.definitions).at(world.letters)


def at_numbers(world: World, about: Expr, body: Expr) -> bool:
    """Whether an array of numbers varies where entry by entry is short: in inverses, or often."""
    nodes = [part for tree in unfolded(world, body) for part in walk(tree)]
    name = about.args[0].value if about.op == "entry" else about.value
    often = sum(part.op == "name" and part.value == name for part in nodes) > FEW
    long = often or any(part.op in {"inverse", "det", "adj"} for part in nodes)
    return long and all(sp.sympify(x, strict=True).is_number for x in world.of(about).flat)


def unfolded(world: World, body: Expr) -> list[Expr]:
    """A term, and the definitions of the names that it mentions."""
    names = reached(world, [body], None)
    return [body, *(world.definitions[name][1] for name in names if name in world.definitions)]


def entry_by_entry(
    world: World, body: Expr, about: Expr, tied: frozenset[str] = frozenset(TIED)
) -> Iterator[tuple[Value, list[Value], list[Value], list[Value]]]:
    """(term, by, fresh symbol, its value) for each entry, while the others are what they are."""
    for row, column in np.ndindex(world.of(about).shape):
        inner, fresh, values = opened(world, about, body, only=(row, column), tied=tied)
        term = smooth(world, inner, body, dict(zip(fresh, values, strict=True)))
        yield term, fresh, fresh, values
