"""A second opinion that shares nothing with the language: the two sides in NumPy, on drawn numbers.

The sides of an entry are ``prelude | left | right``; names are those of `symbols.common` in ASCII.
Sizes are drawn from 1 to 5 without a tie, entries are small whole numbers (zeros and equal ones
among them) or normal. A draw at which a side is no number says nothing.
"""

import numpy as np

TOLERANCE = 1e-6  # of sides of order 1 to 1000: finite differences of step 1e-5 err by 1e-8
DRAWS = 60


class Skip(Exception):
    """A draw that a hypothesis of the entry rules out."""


def assume(held):
    if not held:
        raise Skip


def diff(f, x, step=1e-5):
    """The central difference of f at the number x."""
    return (f(x + step) - f(x - step)) / (2 * step)


def grad(f, w):
    """Central differences of f by each entry of the array w."""
    found = np.zeros_like(w)
    for place in np.ndindex(w.shape):
        found[place] = diff(lambda value, at=place: f(with_entry(w, at, value)), w[place])
    return found


def with_entry(w, place, value):
    copy = w.copy()
    copy[place] = value
    return copy


def quad(f, low, high, many=60):
    """Gauss's rule on one interval."""
    places, weights = np.polynomial.legendre.leggauss(many)
    places = (high - low) / 2 * places + (high + low) / 2
    return (high - low) / 2 * sum(w * f(x) for w, x in zip(weights, places, strict=True))


TOOLS = {
    "np": np, "assume": assume, "diff": diff, "grad": grad, "quad": quad, "inv": np.linalg.inv,
    "det": np.linalg.det, "tr": np.trace, "log": np.log, "exp": np.exp, "sqrt": np.sqrt,
    "norm": np.linalg.norm, "E": lambda P, values: np.tensordot(P, values, 1),
}  # fmt: skip


def drawn(seed):
    """Numbers for the names of `symbols.common`, in ASCII."""
    rng = np.random.default_rng(seed)
    draw = whole if seed % 2 else normal
    n, d, q, K, M = (int(size) for size in rng.integers(1, 6, 5))
    found = {name: draw(rng) for name in "abcxtuv"}
    found |= {name: abs(draw(rng)) + (seed % 3 + 1) / 4 for name in "pr"}
    found |= {
        "s": abs(draw(rng)),
        "theta": 1 - rng.random(),
        "n": n,
        "d": d,
        "q": q,
        "K": K,
        "M": M,
    }
    found |= {name: draw(rng, n) for name in ("xs", "zs", "al", "yv")}
    found |= {"ys": draw(rng, d), "lam": np.sort(abs(draw(rng, d)) + 0.5)[::-1]}
    found |= {"pik": abs(draw(rng, K)) + 0.25, "am": draw(rng, M), "ss": abs(draw(rng, n))}
    found |= {"w": draw(rng, d), "vv": draw(rng, d), "qv": draw(rng, q), "one": np.ones(n)}
    found |= {"A": draw(rng, d, d), "B": draw(rng, d, d), "X": draw(rng, n, d)}
    found |= {"G": draw(rng, n, n), "S": draw(rng, d, d), "I": np.eye(d), "In": np.eye(n)}
    found |= {"hs": rng.integers(1, K + 1, n)}
    found["S"] = found["S"] + found["S"].T
    found |= chance(rng, draw, d, n)
    return found | {"kappa": rng.uniform(0.01, 0.99), "kappas": rng.uniform(0.01, 0.99, n)}


def chance(rng, draw, d, n):
    """Chances P and R of seven and six outcomes, and random names on them."""
    P, R = rng.dirichlet(np.ones(7)), rng.dirichlet(np.ones(6))
    found = {"P": P, "R": R, "U": draw(rng, 7), "V": draw(rng, 7), "Y": draw(rng, 6)}
    found |= {"Z": draw(rng, 6), "ru": draw(rng, 7, d), "ry": draw(rng, 7, n)}
    return found


def whole(rng, *shape):
    return rng.integers(-3, 4, shape).astype(float) if shape else float(rng.integers(-3, 4))


def normal(rng, *shape):
    return rng.normal(size=shape) if shape else float(rng.normal())


def compared(number, sign):
    """(draws at which the relation holds, draws at which it fails)."""
    prelude, left, right = number.split("|")
    held, failed = 0, 0
    for seed in range(DRAWS):
        place = {"__builtins__": __builtins__} | TOOLS | drawn(seed)
        try:
            with np.errstate(all="ignore"):
                exec(prelude.strip(), place)
                sides = [np.asarray(eval(side.strip(), place)) for side in (left, right)]
        except (Skip, ZeroDivisionError, np.linalg.LinAlgError):
            continue
        if any(np.iscomplexobj(side) or not np.all(np.isfinite(side)) for side in sides):
            continue
        if max(float(np.max(np.abs(side), initial=0)) for side in sides) > 1e6:
            continue  # nearly singular: float says little
        fits = holds(*sides, sign)
        held, failed = held + fits, failed + (not fits)
    return held, failed


def holds(left, right, sign):
    gap = left - right
    room = TOLERANCE * (1 + np.abs(left) + np.abs(right))
    if sign == "=":
        return bool(np.all(np.abs(gap) <= room))
    turned = gap if sign in {"<", "<="} else -gap
    return bool(np.all(turned < -room / 1e3) if sign in {"<", ">"} else np.all(turned <= room))
