"""Programs that the prover in index notation must not take for something else, beside true ones."""

import numpy as np

from texproof import program


def flags_added(x):
    return ((x > 0) + (x > 1)).sum()


def flags_product(x):
    positive = x > 0
    return positive @ positive


def flags_einsum(x):
    return np.einsum("i,i->", x > 0, x > 0)


def flags_taken(x):
    return ((x > 1) - (x > 0)).sum()


def flags_negative(x):
    return (-(x > 0)).sum()


def flags_counted(x):
    return (x > 0).sum()


def flags_mean(x):
    return (x > 0).mean()


def flags_both(x):
    return ((x > 0) * (x > 1)).sum()


def chosen(x):
    return np.where(x, 1, 0).sum()


def chosen_well(x):
    return np.where(x > 0, 1, 0).sum()


def aliased(x):
    total = np.zeros(len(x))
    other = total
    other += x
    return total


def viewed(X):
    Y = X.T
    Y += 1
    return X


def viewed_later(X):
    Y = 2 * X
    Z = Y.T
    Y += 1
    return Z


def changed(x):
    y = x
    y *= 2
    return x


def made_and_changed(x):
    y = 2 * x
    z = y
    y += x
    return z


def copied(x):
    y = x.copy()
    y += x
    return x


def number_kept(x):
    s = x @ x
    t = s
    s += 1
    return t


def rounded(x):
    return np.asarray(x, dtype=int)


def second_by_truth(x):
    return x[True]


def ones_added(x):
    return (np.ones(len(x), dtype=bool) + np.ones(len(x), dtype=bool)).sum()


def implicit(A, B):
    return np.einsum("ij,jk", A, B)


def partly(x):
    return np.add(x, x, where=x > 0)


def as_whole(x):
    return np.multiply(x, x, dtype=int, casting="unsafe")


def last(x):
    return x[-1]


def second(x):
    return x[1]


def minus_mean(X):
    return X - X.mean(axis=0)


def minus_rows(X):
    return X - X.mean(axis=1)[:, None]


def caught(x):
    try:
        return float(x)
    except TypeError:
        return 2 * x


def swallowed(x):
    try:
        return x[7]
    except Exception:
        return x[0]


def at_least_two(x):
    return x if len(x) >= 2 else 2 * x


def gram(X):
    return X @ X.T


def ratio(x):
    return x / x.sum()


def root_squared(x):
    return np.sqrt(x) ** 2


def running(x):
    return np.cumsum(x)


def clipped(x):
    return np.maximum(x, 0)


def of_five(x):
    return x * (len(x) == 5)


NUMBERS = [
    flags_added, flags_product, flags_einsum, flags_taken, flags_negative, flags_counted,
    flags_mean, flags_both, chosen, chosen_well, number_kept, second_by_truth, ones_added, implicit,
    last, second, swallowed,
]  # fmt: skip
COLUMNS = [
    aliased, changed, made_and_changed, copied, rounded, partly, as_whole, caught, at_least_two,
    ratio, root_squared, running, clipped, of_five,
]  # fmt: skip
SHAPES = {viewed: ("n", "d"), viewed_later: ("d", "n"), minus_mean: ("n", "d"),
          minus_rows: ("n", "d"), gram: ("n", "n")}  # fmt: skip


def symbols():
    """The programs as names."""
    shapes = {**dict.fromkeys(NUMBERS, ()), **dict.fromkeys(COLUMNS, ("n",)), **SHAPES}
    return [program(function, *shape) for function, shape in shapes.items()]
