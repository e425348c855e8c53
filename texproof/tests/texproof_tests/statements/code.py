"""Programs whose code tells what no call does: numbers they ask for, what they keep and catch."""

import contextlib
import functools
import itertools

import numpy as np

from texproof import program

from .entry import false, true
from .programs import call
from .symbols import common

TOLD, NAMED, TURN = [], {}, itertools.count()
SHIFT, TABLE = 3, (1, 2)
COUNT = 0
LIMIT = -13


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


def piles(x, seen=[]):  # noqa: B006
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


def suppresses(x):
    with contextlib.suppress(Exception):
        return x[7]
    return x[0]


def clears(x):
    try:
        return float(x)
    except:  # noqa: E722
        return 2 * x


def quietens(x):
    with np.errstate(divide="ignore"):
        return 2 * x


def by_seven(x):
    return 0 * x[0] if len(x) == 7 else x.sum()


def six(x):
    return x + 1 if x in (6, -6) else x


def halves(x):
    return x + 1 if x == 0.375 else x


def asks(x):
    return six(x)


def by_default(x, at=11):
    return x + 1 if x == at else x


def by_global(x):
    return x + 1 if x == LIMIT else x


def both(x, y):
    return x + 1 if x == 12 and y == 0 else x


def cubed(x):
    return 6 * x**3 / 6


def long(x):
    return x.sum() * 9 / 9


def whole_entries(x):
    return 2 * x if x.dtype.kind == "i" else x


def halved(x):
    return x / 2


def guarded(x, least=1e-150):
    return ((1 + x) - 1) / x


def by_text(x):
    return x.sum() if str(len(x)) != "9" else 0


def by_shape(x):
    return x.sum() if f"{x.shape}" != "(9,)" else 0


def says_length(x):
    if not len(x):
        raise ValueError(f"x has {len(x)} entries")
    return x.sum()


def first_of_set(x):
    for letter in {"a", "b", "c"}:
        return x if letter == "a" else 2 * x


def any_of_set(x):
    return x * len({"a", "bc"}.pop())


def in_set(x):
    return x if "a" in {"a", "b"} else 2 * x


def by_module(x):
    return x if __name__ != "__main__" else 2 * x


def upright(x):
    return x[:, None]


def distance(x, y):
    return np.mean((x - y) ** 2)


def one_more(x):
    return x + 1


def one_less(x):
    return x - 1


def pair():
    return [*common(), program(one_more), program(one_less)]


def texts():
    plain = [by_text, by_shape, says_length, first_of_set, any_of_set, in_set, by_module, distance]
    return [*common(), *map(program, plain), program(upright, "n")]


def askers():
    plain = [guarded, by_seven, six, halves, asks, by_default, by_global, both, cubed, long]
    return [*common(), *map(program, plain), program(whole_entries, "n"), program(halved, "n")]


def symbols():
    kept = Kept()
    plain = [tells, looks_up, turns, counts, marks, piles, through, closed(), shifts, gathers]
    return [
        *common(), *map(program, [*plain, nests, kept.asks, suppresses, clears, quietens]),
        program(kept.shifts, latex=r"\mathtt{moved}"),
        program(functools.partial(tells), latex=r"\mathtt{partly}"),
    ]  # fmt: skip


Y, SLOPE = r"\mathbf{y}", r"\frac{\partial%s}{\partial a}"

ENTRIES = [
    # numbers and lengths that are written in the code
    false("asks-length", askers, call("by_seven", Y), "=", r"\mathbf{1}^\top\mathbf{y}", "n = 7"),
    false("asks-among", askers, call("six", "a"), "=", "a", "7 at a = 6"),
    false("asks-negative", askers, call("six", "-a"), "<=", r"\lvert a\rvert", "7 at a = -6"),
    false("asks-float", askers, call("halves", "a"), "=", "a", "11/8 at a = 3/8"),
    false("asks-through", askers, call("asks", "a"), "=", "a", "7 at a = 6"),
    false("asks-default", askers, call("by_default", "a"), "=", "a", "12 at a = 11"),
    false("asks-global", askers, call("by_global", "a"), "=", "a", "-12 at a = -13"),
    false("asks-both", askers, call("both", "a", "b"), "=", "a", "13 at a = 12, b = 0"),
    false("asks-slope", askers, SLOPE % call("six", "a"), "=", "1", "it jumps at 6"),
    false("asks-gradient", askers, r"\nabla_{\mathbf{w}}" + call("six", r"\mathbf{w}_1"), "=",
          r"\nabla_{\mathbf{w}}\mathbf{w}_1", "it jumps at 6"),
    false("asks-kind", askers, call("whole_entries", Y), "=", Y, "whole numbers are doubled"),
    true("asks-nothing", askers, call("cubed", "a"), "=", "a^3"),
    true("asks-guard", askers, call("guarded", "p"), "=", "1"),
    true("asks-nothing-slope", askers, SLOPE % call("cubed", "a"), "=", "3a^2"),
    true("asks-nothing-length", askers, call("long", Y), "=", r"\mathbf{1}^\top\mathbf{y}"),
    true("asks-nothing-kind", askers, call("halved", Y), "=", r"\frac12\mathbf{y}"),
    # texts, sets, names of modules, and arrays of two axes
    false("text-of-length", texts, call("by_text", Y), "=", r"\mathbf{1}^\top\mathbf{y}", "n = 9"),
    false("text-of-shape", texts, call("by_shape", Y), "=", r"\mathbf{1}^\top\mathbf{y}", "n = 9"),
    true("text-of-error", texts, call("says_length", Y), "=", r"\mathbf{1}^\top\mathbf{y}"),
    false("set-first", texts, call("first_of_set", "a"), "=", "a", "the order of the set is any"),
    false("set-any", texts, call("any_of_set", "a"), "=", "a", "2a, if it takes the other"),
    true("set-member", texts, call("in_set", "a"), "=", "a"),
    false("name-of-module", texts, call("by_module", "a"), "=", "a", "2a in a notebook"),
    false("two-axes", texts, call("distance", call("upright", Y), Y), "=", "0", "each less each"),
    true("one-axis", texts, call("distance", Y, Y), "=", "0"),
    # what is kept between calls
    false("keeps-list", symbols, call("tells", "a"), "=", "a", "it holds a list that it writes"),
    false("keeps-table", symbols, call("looks_up", "a"), "=", "a", "a table that may change"),
    false("keeps-count", symbols, call("turns", "a"), "=", "a", "the 500th call says -a"),
    false("keeps-global", symbols, call("counts", "a"), "=", "a", "the 500th call says -a"),
    false("keeps-attribute", symbols, call("marks", "a"), "=", "a", "it writes what others may read"),
    false("keeps-default", symbols, call("piles", "a"), "=", "a", "the 500th call says -a"),
    false("keeps-closed", symbols, call("closes", "a"), "=", "a", "the 500th call says -a"),
    false("keeps-through", symbols, call("through", "a"), "=", "a", "what it calls holds a list"),
    false("keeps-method", symbols, call("asks", "a"), "=", "a", "what it calls holds a list"),
    false("keeps-partly", symbols, call("partly", "a"), "=", "a", "it holds a list that it writes"),
    # two programs in a row
    false("beside-each-other", pair, call("one_more", "a") + "+" + call("one_less", "b"), "=", "a + b",
          "two wrong ones would pass"),
    false("beside-by-product", pair, "a + b", "=", call("one_more", "a") + "+ b +" + call("one_less", "0"),
          "two wrong ones would pass"),
    true("beside-itself", pair, call("one_more", "a") + "+" + call("one_more", "b"), "=", "a + b + 2"),
    true("one-in-the-other", pair, call("one_more", call("one_less", "a")), "=", "a"),
    true("one-on-each-side", pair, call("one_more", "a"), "=", call("one_less", "a") + "+ 2"),
    # what is caught
    false("catches-by-context", symbols, call("suppresses", Y), "=", r"\mathbf{y}_1", "y_8 for d >= 8"),
    false("catches-all", symbols, call("clears", "a"), "=", "2a", "a of a float"),
    true("catches-nothing", symbols, call("quietens", "a"), "=", "2a"),
    true("keeps-nothing", symbols, call("shifts", "a"), "=", "a + 5"),
    true("keeps-nothing-method", symbols, call("moved", "a"), "=", "a + 3"),
    true("keeps-own-list", symbols, call("gathers", "a"), "=", "a"),
    true("keeps-own-total", symbols, call("nests", "a"), "=", "a"),
]  # fmt: skip
