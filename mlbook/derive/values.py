"""What a declared name is worth in a world: symbols, exact rational numbers, or a model's numbers.

Facts are built in, never assumed afterwards: a symmetric matrix is made of d(d+1)/2 entries, a
decreasing family of its last member and gaps that are not negative, a share of a positive part and
a rest, an orthonormal family of Cayley's rational form (I - K)(I + K)^-1 E, K skew and
E = diag(1, ..., 1, +-1), which reaches all orthogonal matrices of either determinant but a thin
set.
"""

import itertools
import random
import re
import unicodedata

import numpy as np
import sympy as sp

from .names import outcomes
from .tokens import pattern

WHOLE = [sp.Integer(n) for n in (1, 2, 3)]
POOL = [*WHOLE, *(sp.Rational(p, q) for p, q in [(1, 2), (3, 2), (5, 1), (1, 3)])]
SHARES = [sp.Rational(p, q) for p, q in [(1, 2), (2, 3), (1, 4), (1, 3), (3, 4)]]
CONSTANT = {"ones", "identity", "basis"}


def symbols(label, fact):
    """A draw for the world of generic symbols; the fact is an assumption on the symbol.

    A share is a positive part of a whole, of which nothing need be left.
    """
    if fact == "share":
        part = sp.Symbol(f"part of {label}", positive=True)
        return part / (part + sp.Symbol(f"rest of {label}", nonnegative=True))
    return sp.Symbol(label, **{fact: True})


def rationals(seed):
    """A draw for a world of small exact numbers; those of seed 0 are whole."""
    rng, pool = random.Random(seed), WHOLE if seed == 0 else POOL

    def draw(_, fact):
        if fact == "share":
            return rng.choice(SHARES)
        value = rng.choice(pool)
        if fact == "nonnegative":
            return rng.choice([value, sp.Integer(0)])
        return value if fact == "positive" else rng.choice([value, -value, sp.Integer(0)])

    return draw


def places_of(name, sizes):
    """All indices of a family."""
    return list(itertools.product(*(range(1, sizes[size] + 1) for _, size in name.range)))


def family(name, sizes, draw, handed=1):
    """Values of a name for each of its indices, made with ``draw(label, fact)``."""
    places = places_of(name, sizes)
    if "decreasing" in name.facts:
        return decreasing(name, places, draw)
    if "basis" in name.facts:
        rows = sizes[name.shape[0]]
        return {(i,): np.array(sp.eye(rows)[:, i - 1].tolist(), dtype=object) for (i,) in places}
    if "orthonormal" in name.facts and name.kind == "vector":
        columns = orthogonal(name, sizes[name.shape[0]], draw, handed)
        return {(i,): columns[:, i - 1 : i] for (i,) in places}
    return {place: single(name, place, sizes, draw, handed) for place in places}


def single(name, place, sizes, draw, handed):
    """One member of a family: a number or a two-dimensional array of numbers."""
    if name.kind == "scalar":
        return draw(label(name, place), sign_fact(name))
    rows, columns = (size if isinstance(size, int) else sizes[size] for size in name.shape)
    if "orthonormal" in name.facts:
        return orthogonal(name, rows, draw, handed)[:, :columns]
    value = np.empty((rows, columns), dtype=object)
    for i, j in np.ndindex(rows, columns):
        entry = f"[{i + 1}]" if columns == 1 else f"[{i + 1},{j + 1}]"
        if "ones" in name.facts or "identity" in name.facts:
            value[i, j] = sp.Integer(int("ones" in name.facts or i == j))
        elif "symmetric" in name.facts and i > j:
            value[i, j] = value[j, i]
        else:
            value[i, j] = draw(label(name, place, entry), "real")
    return value


def label(name, place, entry=""):
    """The name of a symbol: readable, then in angles what makes it the only one of its name."""
    members = dict(zip(name.letters, map(str, place), strict=False))
    entry += "".join(f"@{outcome}" for outcome in place[len(name.over) :])
    filled = "".join(members[p[0]] if isinstance(p, tuple) else p for p in pattern(name))
    return f"{readable(filled)}{entry}⟨{name.latex}⟩"


def readable(text):
    """LaTeX or SymPy's print of symbols as plain text: x_2[1] for an entry of a sample."""
    text = re.sub("⟨[^⟩]*⟩", "", text)
    text = re.sub(r"\\(?:mathbf|mathcal|mathrm|mathtt|mathbb|boldsymbol|operatorname)", "", text)
    text = re.sub(r"\\(hat|bar|tilde)\{+\\?(\w+)\}+", accented, text)
    return re.sub(r"[\\{}]", "", text)


def accented(found):
    """One letter with its accent, or the accent before a longer name."""
    accent, name = found.groups()
    if len(name) > 1:
        return f"{accent} {name}"
    marks = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303"}
    return unicodedata.normalize("NFC", name + marks[accent])


def sign_fact(name):
    """The assumption on a number that its facts allow."""
    return next(
        (fact for fact in ("share", "positive", "nonnegative") if fact in name.facts), "real"
    )


def decreasing(name, places, draw):
    """Members in decreasing order: the last one, plus gaps that are not negative."""
    value, values = draw(label(name, places[-1]), sign_fact(name)), {}
    for place in reversed(places):
        if place != places[-1]:
            value = value + draw("gap " + label(name, place), "nonnegative")
        values[place] = value
    return {place: values[place] for place in places}


def orthogonal(name, size, draw, handed):
    """An orthogonal matrix in Cayley's form, its last column times ``handed`` (1 or -1)."""
    skew = sp.zeros(size)
    for i, j in itertools.combinations(range(size), 2):
        skew[i, j] = draw(f"K[{i + 1},{j + 1}]⟨{name.latex}⟩", "real")
        skew[j, i] = -skew[i, j]
    result = (sp.eye(size) - skew) * (sp.eye(size) + skew).inv(method="ADJ")
    result[:, -1] = handed * result[:, -1]
    return np.array(result.tolist(), dtype=object)


def chances(sources, sizes, draw):
    """Chances of all outcomes of each source: positive, with sum 1, and otherwise any."""
    found = {}
    for source in sources:
        _, size = outcomes(source)
        weights = [draw(f"weight[{k}]\u27e8{source}\u27e9", "positive") for k in range(sizes[size])]
        for k, weight in enumerate(weights, 1):
            found[source, k] = weight / sum(weights)
    return found


def given_numbers(name, value, sizes):
    """A model's numbers for a name: index axes first, then the axes of its shape.

    Raises ValueError if the axes do not fit; sets the sizes that it learns.
    """
    array = np.asarray(value, dtype=float)
    wanted = [size for _, size in name.range]
    wanted += (
        [size for size in name.shape if size != 1] if name.kind in {"vector", "matrix"} else []
    )
    if array.ndim == len(wanted) + 1 and array.shape[-1] == 1:
        array = array[..., 0]
    if not np.all(np.isfinite(array)):
        raise ValueError(f"{name.latex} has entries that are not finite")
    if array.ndim != len(wanted):
        raise ValueError(f"{name.latex} needs axes {wanted}, the value has shape {array.shape}")
    for axis, (size, length) in enumerate(zip(wanted, array.shape, strict=True)):
        known = size if isinstance(size, int) else sizes.setdefault(size, length)
        if known != length:
            raise ValueError(
                f"axis {axis} of {name.latex} has length {length}, but {size} is {known}"
            )
    members = np.ndindex(array.shape[: len(name.range)])
    return {tuple(i + 1 for i in place): member(name, array[place]) for place in members}


def member(name, value):
    """One member in the form that the evaluation uses."""
    if name.kind == "index":
        return int(value)
    return float(value) if name.kind == "scalar" else value.reshape(len(value), -1)


def assignments(name, sizes):
    """All values that a family of whole numbers can take, one dictionary each."""
    places = places_of(name, sizes)
    choices = range(1, sizes.get(name.shape[0], name.shape[0]) + 1)
    for chosen in itertools.product(choices, repeat=len(places)):
        yield dict(zip(places, chosen, strict=True))


def assignment(name, sizes, rng):
    """One value of a family of whole numbers, as the random generator picks it."""
    choices = range(1, sizes.get(name.shape[0], name.shape[0]) + 1)
    return {place: rng.choice(choices) for place in places_of(name, sizes)}
