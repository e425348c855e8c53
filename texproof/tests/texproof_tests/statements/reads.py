"""Programs that read more than their arguments, ask which numbers these are, or choose by them."""

import builtins
import contextlib
import datetime
import functools
import importlib
import os
import random
import sys
import time
import types

import numpy as np

from texproof import matrix, program, scalar, vector

from .entry import EITHER, action, false, true
from .programs import call

# --------------------------------------------------------------------------------------------------
# What is read beside the arguments: each returns x, nearly always.


def rolls(x):
    return x if random.random() < 0.999 else 2 * x


def rolls_of_numpy(x):
    return x if np.random.rand() < 0.999 else 2 * x  # noqa: NPY002


def rolls_imported(x):
    import random as dice

    return x if dice.random() < 0.999 else 2 * x


def rolls_by_name(x):
    return x if importlib.import_module("random").random() < 0.999 else 2 * x


def rolls_by_attribute(x):
    return x if getattr(np, "random").rand() < 0.999 else 2 * x  # noqa: B009


def rolls_by_computed_name(x):
    return x if getattr(np, "".join(["ran", "dom"])).rand() < 0.999 else 2 * x


def rolls_by_text(x):
    return x if eval("random.random()") < 0.999 else 2 * x


def rolls_by_globals(x):
    return x if globals()["random"].random() < 0.999 else 2 * x


DICE = np.random.default_rng(0)


def rolls_of_generator(x):
    return x if DICE.random() < 0.999 else 2 * x


def looks_at_clock(x):
    return x if time.time() > 5 else 2 * x


def looks_at_date(x):
    return x if datetime.date.today().year < 2100 else 2 * x


def looks_at_date_of_numpy(x):
    return x if np.datetime64("now") > np.datetime64("2020-01-01") else 2 * x


def looks_around(x):
    return x if "TEXPROOF_TWICE" not in os.environ else 2 * x


def looks_up_variable(x):
    return x if os.getenv("TEXPROOF_TWICE") is None else 2 * x


def looks_at_limit(x):
    return x if sys.getrecursionlimit() < 10**6 else 2 * x


def opens(x):
    with contextlib.ExitStack():
        return x if open(__file__) else 2 * x


def opens_by_module(x):
    return x if builtins.open(__file__) else 2 * x


def hashes(x):
    return x if hash("word") != 77 else 2 * x


def identifies(x):
    return x if id(x) != 77 else 2 * x


def is_same(x, y):
    return 2 * x if x is y else x


def takes_memory(x):
    return x + 0 * np.empty(1)[0]


def looks_at_layout(x):
    return x if x.flags["C_CONTIGUOUS"] else 2 * x


class Counted:
    """What counts its calls, in itself and in its class."""

    calls = 0
    LIMIT = 77

    def __init__(self):
        self.seen, self.marks, self.limit = 0, [], 345

    def counts(self, x):
        self.seen += 1
        return x if self.seen < 500 else -x

    def lists(self, x):
        self.marks.append(1)
        return x if len(self.marks) < 500 else -x

    def scales(self, x):
        return self.limit * x / self.limit

    @property
    def chance(self):
        return random.random()

    def by_property(self, x):
        return x if self.chance < 0.999 else 2 * x


COUNTED = Counted()


def counts_in_object(x):
    return COUNTED.lists(x)


def counts_in_class(x):
    Counted.calls += 1
    return x if Counted.calls < 500 else -x


def by_hidden_loop(x):
    return NOISY(x)


NOISY = np.vectorize(rolls, otypes=[object])
HIDDEN = np.frompyfunc(rolls, 1, 1)


def by_hidden_ufunc(x):
    return HIDDEN(x)


class Noisy:
    """A number whose addition rolls."""

    def __radd__(self, x):
        return x if random.random() < 0.999 else 2 * x


NOISE = Noisy()


def by_operator(x):
    return x + NOISE


def wrapped(function):
    @functools.wraps(function)
    def outer(x):
        return function(x) if random.random() < 0.999 else 2 * function(x)

    return outer


@wrapped
def decorated(x):
    return x


@functools.wraps(np.sum)
def looks_like_numpy(x):
    return rolls(x)


looks_like_numpy.__name__ = "looks_like_numpy"


def by_lookalike(x):
    return looks_like_numpy(x)


def checked(function):
    @functools.wraps(function)
    def outer(x):
        return function(x)

    return outer


@checked
def decorated_well(x):
    return 2 * x


BUMPED = 0


def bump():
    global BUMPED
    BUMPED += 1


def reads_bumped(x):
    return x if BUMPED < 500 else -x


SETTINGS = types.SimpleNamespace(limit=3000)
FACTOR = 3


def reads_settings(x):
    return SETTINGS.limit * x / SETTINGS.limit


def reads_factor(x):
    return FACTOR * x * np.sqrt(4.0)


def warns_of_division(x):
    with np.errstate(all="ignore"):
        return x / 2


def mentions_errstate(x):
    np.errstate  # noqa: B018
    try:
        return x[500]
    except IndexError:
        return x[0]


# --------------------------------------------------------------------------------------------------
# Numbers and lengths that are asked for: each returns x, or the sum, but there.


def at_large(x):
    return 2 * x if x == 2e6 else x


def at_small(x):
    return 2 * x if x == 1e-7 else x


def at_square(x):
    return 2 * x if x * x == 144 else x


def at_root(x):
    return 2 * x if x**2 == 3 else x


def at_combination(x):
    return 2 * x if 3 * x + 5 == 47 else x


def at_pair(x, y):
    return 2 * x if x == 12345 * y + 77.5 else x


def at_decimal(x):
    return 2 * x if x == 12345.678 else x


def at_text(x):
    return 2 * x if x == float("12345.678") else x


def at_digits(x):
    return 2 * x if str(x) == "41" else x


def at_truth(x):
    return x if x - 41.5 else 2 * x


def at_exponential(x):
    return 2 * x if np.exp(x) == 3 else x


def at_setting(x):
    return 2 * x if x == SETTINGS.limit else x


def at_attribute(x):
    return 2 * x if x == Counted.LIMIT else x


def at_table(x):
    return {1000: 2 * x}.get(x, x)


def at_case(x):
    match x:
        case 1000:
            return 2 * x
        case _:
            return x


def at_range(x):
    return 2 * x if x in range(1000, 1010) else x


def above(x):
    return 2 * x if x > 1e6 else x


def above_fifty_for_floats(x):
    return x if not isinstance(x, (int, float)) or x <= 50 else 2 * x


def above_far_for_floats(x):
    return x if not isinstance(x, (int, float)) or x <= 1e9 else 2 * x


def above_fifty_for_types(x):
    return 2 * x if type(x) is float and x > 50 else x


def guarded(x, y):
    return x / y if y != 0 else 0 * x


def guarded_well(x):
    return x * x / (1 + x * x) if 1 + x * x != 0 else x


def long_doubled(x):
    return 2 * x.sum() if len(x) == 1000 else x.sum()


def longer_doubled(x):
    return 2 * x.sum() if len(x) > 50 else x.sum()


def cut(x):
    return x[:60].sum()


def long_by_shape(x):
    return 2 * x.sum() if x.shape[0] == SETTINGS.limit else x.sum()


def long_by_division(x):
    return x.sum() * (1 + len(x) // 1000)


def long_by_table(x):
    return {1000: 2}.get(len(x), 1) * x.sum()


def long_by_loop(x):
    total = 0
    for k, part in enumerate(x):
        total = total + part if k < 60 else total
    return total


def hundredfold(x):
    return 100 * x.sum()


# --------------------------------------------------------------------------------------------------
# Choices that are terms.


def positive_part(x):
    return np.where(x > 0, x, 0)


def positive_by_product(x):
    return x * (x > 0)


def at_least(x):
    return np.maximum(x, 0)


def at_most(x):
    return np.minimum(x, 1)


def sign(x):
    return np.sign(x)


def size(x):
    return np.abs(x)


def between(x):
    return np.clip(x, 0, 1)


def softmax(X):
    powers = np.exp(X - X.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def softmax_by_columns(X):
    powers = np.exp(X - X.max(axis=0))
    return powers / powers.sum(axis=1, keepdims=True)


def plain_softmax(X):
    powers = np.exp(X)
    return powers / powers.sum(axis=1)[:, None]


def log_sum(x):
    return x.max() + np.log(np.exp(x - x.max()).sum())


def largest(x):
    return np.max(x)


def positives(x):
    return (x > 0).sum()


def positives_and_more(x):
    return ((x > 0) + (x > 1)).sum()


def chosen_by_number(x):
    return np.where(x, 1, 0)


def branches(x):
    return x if x > 0 else -x


NUMBERS = [
    rolls, rolls_of_numpy, rolls_imported, rolls_by_name, rolls_by_attribute, rolls_by_computed_name,
    rolls_by_text, rolls_by_globals, rolls_of_generator, looks_at_clock, looks_at_date,
    looks_at_date_of_numpy, looks_around, looks_up_variable, looks_at_limit, opens, opens_by_module,
    hashes, identifies, takes_memory, COUNTED.counts, COUNTED.lists, COUNTED.by_property,
    counts_in_class, counts_in_object, by_hidden_loop, by_hidden_ufunc, by_operator, decorated, reads_bumped,
    by_lookalike,
]  # fmt: skip
ASKED = [
    at_large, at_small, at_square, at_root, at_combination, at_decimal, at_text, at_digits, at_truth,
    at_exponential, at_setting, at_attribute, at_table, at_case, at_range, above,
    above_fifty_for_floats, above_far_for_floats, above_fifty_for_types,
]  # fmt: skip
LENGTHS = [
    long_doubled, longer_doubled, cut, long_by_shape, long_by_division, long_by_table, long_by_loop,
]  # fmt: skip
FINE = [decorated_well, reads_settings, reads_factor, warns_of_division, COUNTED.scales]
CHOICES = [
    positive_part, positive_by_product, at_least, at_most, sign, size, between, branches,
    chosen_by_number,
]  # fmt: skip


def names():
    """Two numbers, with programs of numbers."""
    numbers = [*FINE, *CHOICES, is_same, at_pair, guarded, guarded_well]
    return [scalar("a"), scalar("b"), *map(program, numbers)]


def columns():
    """A column and a matrix, with the programs that take these."""
    numbers = [*LENGTHS, hundredfold, mentions_errstate, log_sum, largest, positives]
    numbers += [positives_and_more]
    tables = [softmax, softmax_by_columns, plain_softmax]
    return [
        vector("x", "n"), matrix("X", "n", "d"), vector(r"\mathbf{e}_i", "n", over={"i": "n"}, basis=True),
        *map(program, numbers), *(program(f, "n", "d") for f in tables),
        *(program(f, "n") for f in (looks_at_layout, positive_part, at_least, positive_by_product)),
    ]  # fmt: skip


def alone_with(function):
    """A number, with one program of it."""
    return [scalar("a"), program(function)]


def refused(kind, functions, why):
    """A false line for each function: that it returns its argument."""
    for function in functions:
        name = function.__name__
        alone = functools.partial(alone_with, function)
        yield false(f"{kind}-{name.replace('_', '-')}", alone, call(name, "a"), "=", "a", why)


SUM = r"\sum_{i=1}^n x_i"
POSITIVE = r"\sum_{i=1}^n\mathbb{1}[x_i > 0] x_i\mathbf{e}_i"

ENTRIES = [
    *refused("reads", NUMBERS, "it is no function of its argument alone"),
    *refused("asks-for", ASKED, "it returns twice the number that it asks for"),
    false("reads-identity", names, call("is_same", "a", "b"), "=", "a", "2a where both are one object"),
    false("reads-layout", columns, call("looks_at_layout", "x"), "=", "x", "2x for a column of a table"),
    false("catches-beside-errstate", columns, call("mentions_errstate", "x"), "=", "x_1", "x_501 for long x"),
    true("reads-decorated-again", names, call("decorated_well", "a"), "=", "2a"),
    true("reads-setting", names, call("reads_settings", "a"), "=", "a"),
    true("reads-constant", names, call("reads_factor", "a"), "=", "6a"),
    true("reads-no-warnings", names, call("warns_of_division", "a"), "=", r"\frac a2"),
    true("reads-own-attribute", names, call("scales", "a"), "=", "a"),
    # numbers that are asked for
    false("asks-for-pair", names, call("at_pair", "a", "b"), "=", "a", "155 at a = 77.5, b = 0"),
    false("asks-for-zero", names, call("guarded", "a", "b") + " b", "=", "a", "0 at b = 0"),
    true("asks-for-nothing", names, call("guarded_well", "a"), "=", r"\frac{a^2}{1 + a^2}"),
    # lengths that are asked for
    *(
        false(f"asks-for-{f.__name__.replace('_', '-')}", columns, call(f.__name__, "x"), "=", SUM,
              "another sum for long x")
        for f in LENGTHS
    ),
    true("asks-for-no-length", columns, call("hundredfold", "x"), "=", "100" + SUM),
    # choices
    true("chooses-positive", names, call("positive_part", "a"), "=", r"\max(a, 0)"),
    false("chooses-positive-modulus", names, call("positive_part", "a"), "=", r"\lvert a\rvert", "0 at a = -1"),
    false("chooses-positive-itself", names, call("positive_part", "a"), "=", "a", "0 at a = -1"),
    true("chooses-by-product", names, call("positive_by_product", "a"), "=", r"\max(a, 0)"),
    true("chooses-at-least", names, call("at_least", "a"), "=", r"\max(a, 0)"),
    false("chooses-at-least-turned", names, call("at_least", "a"), "=", r"\min(a, 0)", "1 at a = 1"),
    true("chooses-at-most", names, call("at_most", "a"), "=", r"\min(a, 1)"),
    true("chooses-sign", names, call("sign", "a"), "=", r"\mathbb{1}[a > 0] - \mathbb{1}[a < 0]"),
    false("chooses-sign-of-zero", names, call("sign", "a"), "=", r"2\,\mathbb{1}[a > 0] - 1", "0 at a = 0"),
    true("chooses-size", names, call("size", "a"), "=", r"\lvert a\rvert"),
    true("chooses-between", names, call("between", "a"), "=", r"\min(1, \max(a, 0))"),
    false("chooses-between-less", names, call("between", "a"), "=", r"\max(a, 0)", "1 at a = 2"),
    false("chooses-by-branch", names, call("branches", "a"), "=", r"\lvert a\rvert", "a branch is no term"),
    false("chooses-by-number", names, call("chosen_by_number", "a"), "=", "1", "0 at a = 0"),
    true("chooses-column", columns, call("positive_part", "x"), "=", POSITIVE),
    true("chooses-column-by-product", columns, call("positive_by_product", "x"), "=", POSITIVE),
    false("chooses-column-strictly", columns, call("positive_part", "x"), "=",
          r"\sum_{i=1}^n\mathbb{1}[x_i > 1] x_i\mathbf{e}_i", "1/2 is positive"),
    true("chooses-column-at-least", columns, call("at_least", "x"), "=", r"\sum_{i=1}^n\max(x_i, 0)\mathbf{e}_i"),
    true("chooses-softmax", columns, call("softmax", "X"), "=", call("plain_softmax", "X")),
    false("chooses-softmax-columns", columns, call("softmax_by_columns", "X"), "=", call("plain_softmax", "X"),
          "each column has its own largest number"),
    true("chooses-log-sum", columns, call(r"log_sum", "x"), "=", r"\log\sum_{i=1}^n e^{x_i}"),
    true("chooses-largest", columns, call("largest", "x"), "=", r"\max_i x_i"),
    false("chooses-smallest", columns, call("largest", "x"), "=", r"\min_i x_i", "1 for (0, 1)"),
    true("counts-positives", columns, call("positives", "x"), "=", r"\sum_{i=1}^n\mathbb{1}[x_i > 0]"),
    false("counts-truths", columns, call("positives_and_more", "x"), "=",
          r"\sum_{i=1}^n\mathbb{1}[x_i > 0] + \sum_{i=1}^n\mathbb{1}[x_i > 1]", "for NumPy 1 + 1 is 1 here"),
    action("chooses-slope", names, "calc", r"\frac{\partial" + call("positive_part", "a") + r"}{\partial a}",
           "=", "1", expected=EITHER, why="0 below 0"),
]  # fmt: skip
