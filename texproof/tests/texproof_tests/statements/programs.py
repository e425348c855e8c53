"""Programs as terms: they work in place, branch on equality, remember, guess by kind."""

import numpy as np

from texproof import matrix, program, scalar, vector

from .entry import EITHER, action, either, false, true
from .symbols import common


def centre(x):
    x -= x.mean()
    return x


def twice(A):
    A *= 2
    return A


def centred(x):
    return x - x.mean()


def zero_test(x):
    return 1 if x == 0 else x


def equal_test(x, y):
    return 1 if x == y else 0


def any_test(x):
    return 1 if np.any(x) else 0


def all_equal(x):
    return 1 if len(set(x)) == 1 else 0


def in_test(x):
    return 1 if 0 in list(x) else 0


def counts_zeros(x):
    return np.count_nonzero(x)


def unique_count(x):
    return len(set(x))


def ordered(x):
    return np.sort(x)


CALLS = []


def same_sign(x, y):
    return x + y if (x == y) or (x == -y) else x


def is_one(x):
    return 2 if x == 1 else x


def by_type(x):
    return x if type(x) is np.float64 or isinstance(x, float) else x + 1


def remembers(x):
    CALLS.append(x)
    return x if len(CALLS) % 2 else -x


def by_length(x):
    return {4: x.sum(), 6: x.sum()}.get(len(x), 0 * x[0])


def compares(x):
    return x @ x.T if x.shape[0] == x.shape[1] else x.T @ x


def twice_asked(x, y):
    return 0 if x * y == 143 and x + y == 24 else 1


def asked_in_turn(x, y):
    if x != 2 * y:
        return x * y
    return 0 if y == 7 else x * y


def far_tie(x, y):
    return np.minimum(x, 1000) if x == y else x


def chosen_tie(x, y):
    return np.where(x + y == 24, np.where(x > 1000, 0, 1), 1)


def on_a_circle(x, y):
    return 0 if x * x + y * y == 25 else 1


def guarded_norm(x):
    norm = (x * x).sum()
    return 0 * x if norm == 0 else x / norm


def guarded_twice(x, y):
    return 0 if x == 0 or y == 0 else x * y


def same_tie(x, y):
    return y if x == y else x


def by_kind(x):
    return x if isinstance(x, float) else 2 * x


def written(w):
    w[0] = 0
    return w


def mean(x):
    return x.sum() / len(x)


def squared(A):
    return A @ A


def caught(x):
    try:
        return float(x)
    except TypeError:
        return 2 * x


def rounded(x):
    return np.round(x, 12)


def symbols():
    CALLS.clear()
    return [
        *common(), program(centre, "n"), program(twice, "d", "d"), program(centred, "n"), program(zero_test),
        program(equal_test), program(any_test), program(all_equal), program(in_test), program(counts_zeros),
        program(unique_count), program(ordered, "n"), program(remembers), program(by_length), program(by_kind),
        program(written, "d"), program(mean), program(squared, "d", "d"), program(caught), program(rounded),
        program(same_sign), program(is_one), program(by_type), program(twice_asked), program(asked_in_turn),
        program(far_tie), program(chosen_tie), program(on_a_circle), program(guarded_norm, "n"), program(guarded_twice),
        program(same_tie),
    ]  # fmt: skip


def call(name, *arguments):
    return r"\mathtt{" + name.replace("_", r"\_") + "}(" + ", ".join(arguments) + ")"


Y = r"\mathbf{y}"
CENTRED = r"\mathbf{y} - \frac1n\mathbf{1}\mathbf{1}^\top\mathbf{y}"

ENTRIES = [
    either("in-place-centre", symbols, call("centre", Y), "=", Y, "it changed its argument", "| yv-yv.mean() | yv"),
    true("centre", symbols, call("centred", Y), "=", CENTRED, "", "| yv-yv.mean() | yv-yv.sum()/n"),
    true("centre-in-place-right", symbols, call("centre", Y), "=", CENTRED, "its value, whatever it does to its copy", "| yv-yv.mean() | yv-yv.sum()/n"),
    either("in-place-twice", symbols, call("twice", "A"), "=", "A", "2A", "| 2*A | A"),
    true("in-place-twice-right", symbols, call("twice", "A"), "=", "2A", ""),
    either("in-place-after", symbols, call("twice", "A") + " - A", "=", "0", "A", "| A | 0*A"),
    true("in-place-after-right", symbols, call("twice", "A") + " - A", "=", "A", "", "| 2*A-A | A"),
    either("in-place-entry", symbols, call("written", r"\mathbf{w}"), "=", r"\mathbf{w}", "its first entry is 0", "z = w.copy(); z[0] = 0 | z | w"),
    either("in-place-elsewhere", symbols, call("written", r"\mathbf{w}") + r"^\top\mathbf{w}", "=", r"\sum_{j=2}^d\mathbf{w}_j^2 + 0\mathbf{w}_1^2 + \mathbf{w}_1",
           "without w_1", "assume(abs(w[0]) > .1) | sum(w[1:]**2) | sum(w[1:]**2)+w[0]"),
    either("branch-zero", symbols, call("zero_test", "a - b"), "=", "a - b", "1 at a = b", "b = a | 1 | a-b"),
    either("branch-equal", symbols, call("equal_test", "a", "b"), "=", "0", "1 at a = b", "b = a | 1 | 0"),
    either("branch-any", symbols, call("any_test", Y), "=", "1", "0 at y = 0", "| 0 | 1"),
    either("branch-all", symbols, call("all_equal", Y), "=", "0", "n = 1, or equal entries", "| 1 | 0"),
    either("branch-in", symbols, call("in_test", Y), "=", "0", "a zero among them", "| 1 | 0"),
    either("branch-count", symbols, call("counts_zeros", Y), "=", "n", "a zero among them", "yv[0] = 0 | np.count_nonzero(yv) | n"),
    either("branch-unique", symbols, call("unique_count", Y), "=", "n", "equal ones among them", "assume(n > 1); yv[0] = yv[-1] | len(set(yv)) | n"),
    either("branch-sort", symbols, call("ordered", Y), "=", Y, "not in order", "| np.sort(yv) | yv"),
    either("remembers", symbols, call("remembers", "a"), "=", "a", "its sign turns with every call"),
    either("remembers-turned", symbols, call("remembers", "a"), "=", "-a", "its sign turns with every call"),
    either("by-length", symbols, call("by_length", Y), "=", r"\mathbf{1}^\top\mathbf{y}", "0 at other lengths", "assume(n not in (4, 6)) | 0 | sum(yv)"),
    false("tie-twice", symbols, call("twice_asked", "a", "b"), "=", "1", "0 at 11 and 13", "a, b = 11, 13 | 0 | 1"),
    false("tie-in-turn", symbols, call("asked_in_turn", "a", "b"), "=", "ab", "0 at 14 and 7", "a, b = 14, 7 | 0 | a*b"),
    false("tie-far", symbols, call("far_tie", "a", "b"), "=", "a", "a = b above 1000", "a = b = 2000 | 1000 | a"),
    false("tie-chosen", symbols, call("chosen_tie", "a", "b"), "=", "1", "0 at 1001 and -977", "a, b = 1001, -977 | 0 | 1"),
    false("tie-circle", symbols, call("on_a_circle", "a", "b"), "=", "1", "0 at 3 and 4", "a, b = 3, 4 | 0 | 1"),
    true("tie-norm", symbols, call("guarded_norm", Y), "=", r"\frac{1}{\mathbf{y}^\top\mathbf{y}}\mathbf{y}", "where both are defined"),
    false("tie-norm-wrong", symbols, call("guarded_norm", Y) + r"\mathbf{y}^\top\mathbf{y}", "=", r"\mathbf{y}^\top\mathbf{y}\mathbf{y}", "the norm is squared"),
    true("tie-product", symbols, call("guarded_twice", "a", "b"), "=", "ab", "", "| a*b | a*b"),
    true("tie-same", symbols, call("same_tie", "a", "b"), "=", "a", "", "| a | a"),
    false("by-lengths-compared", lambda: [matrix("X", "n", "d"), program(compares, "d", "d")], call("compares", "X"), "=", r"X^\top X",
          "n = d"),
    either("by-kind", symbols, call("by_kind", "a"), "=", "2a", "a of a float", "| a | 2*a"),
    either("branch-sign", symbols, call("same_sign", "a", "b"), "=", "a", "a + b at a = b", "b = a | a + b | a"),
    either("branch-one", symbols, call("is_one", "a"), "=", "a", "2 at a = 1", "a = 1 | 2 | a"),
    either("by-type", symbols, call("by_type", "a"), "=", "a + 1", "a of a float", "| a | a + 1"),
    either("by-kind-caught", symbols, call("caught", "a"), "=", "2a", "a of a float", "| a | 2*a"),
    either("by-kind-fraction", symbols, call("caught", "3"), "=", "6", "3", "| 3 | 6"),
    true("mean", symbols, call("mean", Y), "=", r"\frac1n\mathbf{1}^\top\mathbf{y}", "", "| yv.mean() | sum(yv)/n"),
    false("mean-wrong", symbols, call("mean", Y), "=", r"\frac{1}{d + 1}\mathbf{1}^\top\mathbf{y}", "1/n", "| yv.mean() | sum(yv)/(d+1)"),
    true("squared", symbols, call("squared", "A"), "=", "AA", ""),
    false("squared-wrong", symbols, call("squared", "A"), "=", r"A^\top A", "A'A is another product", "| A@A | A.T@A"),
    false("squared-derivative", symbols, r"\frac{\partial " + call("mean", Y) + r"}{\partial\mathbf{y}_1}", "=", "1", "1/n", "| 1/n | 1"),
    true("squared-derivative-right", symbols, r"\frac{\partial " + call("mean", Y) + r"}{\partial\mathbf{y}_1}", "=", r"\frac1n", ""),
    action("program-shape", lambda: [vector("y", "n"), scalar("a"), program(centred)], "calc", r"\mathtt{centred}(y)", "=", "a",
           expected=EITHER, why="a column where a number was declared"),
]  # fmt: skip
