"""Programs whose code tells what no call does, such as what they keep."""

import functools
import itertools

from mlbook.derive import program

from .entry import false, true
from .nouns import common
from .programs import call

TOLD, NAMED, TURN = [], {}, itertools.count()
SHIFT, TABLE = 3, (1, 2)
COUNT = 0


def tells(x):
    TOLD.append(x)
    return x


def looks_up(x):
    return NAMED.get("x", x)


def turns(x):
    return x if next(TURN) < 500 else -x


def counts(x):
    global COUNT
    COUNT += 1
    return x if COUNT < 500 else -x


def marks(x):
    marks.seen = True
    return x


def piles(x, seen=[]):
    seen.append(x)
    return x if len(seen) < 500 else -x


def through(x):
    return tells(x)


def closed():
    seen = 0

    def closes(x):
        nonlocal seen
        seen += 1
        return x if seen < 500 else -x

    return closes


class Kept:
    """What a program that is a method belongs to."""

    def asks(self, x):
        return tells(x)

    def shifts(self, x):
        return x + SHIFT


def shifts(x):
    return x + SHIFT + len(TABLE)


def gathers(x):
    found = []
    found.append(x)
    return found[0]


def nests(x):
    total = 0

    def add(y):
        nonlocal total
        total = total + y

    add(x)
    return total


def nouns():
    kept = Kept()
    plain = [tells, looks_up, turns, counts, marks, piles, through, closed(), shifts, gathers]
    return [
        *common(), *map(program, [*plain, nests, kept.asks]),
        program(kept.shifts, latex=r"\mathtt{moved}"),
        program(functools.partial(tells), latex=r"\mathtt{partly}"),
    ]  # fmt: skip


ENTRIES = [
    # what is kept between calls
    false("keeps-list", nouns, call("tells", "a"), "=", "a", "it holds a list that it writes"),
    false("keeps-table", nouns, call("looks_up", "a"), "=", "a", "a table that may change"),
    false("keeps-count", nouns, call("turns", "a"), "=", "a", "the 500th call says -a"),
    false("keeps-global", nouns, call("counts", "a"), "=", "a", "the 500th call says -a"),
    false("keeps-attribute", nouns, call("marks", "a"), "=", "a", "it writes what others may read"),
    false("keeps-default", nouns, call("piles", "a"), "=", "a", "the 500th call says -a"),
    false("keeps-closed", nouns, call("closes", "a"), "=", "a", "the 500th call says -a"),
    false("keeps-through", nouns, call("through", "a"), "=", "a", "what it calls holds a list"),
    false("keeps-method", nouns, call("asks", "a"), "=", "a", "what it calls holds a list"),
    false("keeps-partly", nouns, call("partly", "a"), "=", "a", "it holds a list that it writes"),
    true("keeps-nothing", nouns, call("shifts", "a"), "=", "a + 5"),
    true("keeps-nothing-method", nouns, call("moved", "a"), "=", "a + 3"),
    true("keeps-own-list", nouns, call("gathers", "a"), "=", "a"),
    true("keeps-own-total", nouns, call("nests", "a"), "=", "a"),
]  # fmt: skip
