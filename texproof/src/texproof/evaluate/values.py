"""What a declared name is worth in a world: symbols, exact rational numbers, or a model's numbers.

Facts are built in, never assumed afterwards: a symmetric matrix is made of d(d+1)/2 entries, a
positive semidefinite one is L L^T, what is 0 or 1 is an indicator, a decreasing family is made of
its last member and gaps that are not negative, a share of a positive part and a rest, an
orthonormal family of Cayley's rational form (I - K)(I + K)^-1 E, K skew and
E = diag(+-1, ..., +-1): with all signs it reaches every orthogonal matrix,
and with the last sign alone all but a thin set.
"""

import itertools
import operator
import random
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import sympy as sp

from ..errors import Undefined
from ..names import Name, outcomes
from ..read.lexer import pattern
from ..shape.sizes import length
from .definite import gram
from .draws import PARTS
from .orthogonal import orthogonal
from .unknowns import Draw, Indicator
from .world import Family, Place, Value

Lengths = Mapping[str, int]

CONSTANT = {"ones", "identity", "basis"}


def places_of(name: Name, sizes: Lengths) -> list[Place]:
    """All indices of a family."""
    return list(itertools.product(*(range(1, sizes[size] + 1) for _, size in name.range)))


def family(name: Name, sizes: Lengths, draw: Draw, turned: int = 0) -> Family:
    """Values of a name for each of its indices, made with ``draw(label, fact)``."""
    places = places_of(name, sizes)
    if "decreasing" in name.facts:
        return decreasing(name, places, draw)
    if "basis" in name.facts:
        rows = enough_rows(name, len(places), sizes)
        return {(i,): np.array(sp.eye(rows)[:, i - 1].tolist(), dtype=object) for (i,) in places}
    if "orthonormal" in name.facts and name.kind == "vector":
        columns = orthogonal(name, enough_rows(name, len(places), sizes), draw, turned)
        return {(i,): columns[:, i - 1 : i] for (i,) in places}
    return {place: single(name, place, sizes, draw, turned) for place in places}


def enough_rows(name: Name, columns: int, sizes: Lengths) -> int:
    """The rows of orthonormal columns, which are at least as many."""
    rows = length(name.shape[0], sizes)
    if columns > rows:
        raise Undefined(f"{name.latex} is undefined: no {columns} such columns have {rows} rows")
    return rows


def single(name: Name, place: Place, sizes: Lengths, draw: Draw, turned: int) -> Value:
    """One member of a family: a number or a two-dimensional array of numbers."""
    if "binary" in name.facts:
        return Indicator(draw(label(name, place), "real"))
    if name.kind == "scalar":
        return draw(label(name, place), sign_fact(name))
    rows, columns = (length(size, sizes) for size in name.shape)
    if "orthonormal" in name.facts:
        enough_rows(name, columns, sizes)
        return orthogonal(name, rows, draw, turned)[:, :columns]
    if "psd" in name.facts and "identity" not in name.facts:
        return gram(lambda entry, fact: draw(label(name, place, entry), fact), rows, name.facts)
    value = np.empty((rows, columns), dtype=object)
    for i, j in np.ndindex(rows, columns):
        entry = f"[{i + 1}]" if columns == 1 else f"[{i + 1},{j + 1}]"
        if "ones" in name.facts or "identity" in name.facts:
            value[i, j] = sp.Integer(int("ones" in name.facts or i == j))
        elif "diagonal" in name.facts and i != j:
            value[i, j] = sp.Integer(0)
        elif "symmetric" in name.facts and i > j:
            value[i, j] = value[j, i]
        else:
            value[i, j] = draw(label(name, place, entry), sign_fact(name))
    return value


def label(name: Name, place: Place, entry: str = "") -> str:
    """The name of a symbol: readable, then in angles what makes it the only one of its name."""
    members = dict(zip(name.letters, map(str, place), strict=False))
    entry += "".join(f"@{outcome}" for outcome in place[len(name.over) :])
    filled = "".join(members[p[0]] if isinstance(p, tuple) else p for p in pattern(name))
    return f"{readable(filled)}{entry}⟨{name.latex}⟩"


SIGNS = {"le": "≤", "ge": "≥", "ne": "≠"}


def readable(text: str) -> str:
    """LaTeX or SymPy's print of symbols as plain text: x_2[1] for an entry of a sample."""
    text = re.sub("⟨[^⟩]*⟩", "", text)
    text = re.sub(r"\\(le|ge|ne)(?![a-z])", lambda found: SIGNS[found[1]], text)
    text = re.sub(r"\\(?:mathbf|mathcal|mathrm|mathtt|mathbb|boldsymbol|operatorname)", "", text)
    text = re.sub(r"\\(hat|bar|tilde)\{+\\?(\w+)\}+", accented, text)
    return re.sub(r"[\\{}]", "", text)


def printed(value: Value) -> str:
    """A value of SymPy as a message shows it, without what tells apart the symbols of a name."""
    plain = {dummy: sp.Symbol(dummy.name.partition("@")[0]) for dummy in value.atoms(sp.Dummy)}
    return readable(str(value.xreplace(plain)))


def accented(found: re.Match[str]) -> str:
    """One letter with its accent, or the accent before a longer name."""
    accent, name = found.groups()
    if len(name) > 1:
        return f"{accent} {name}"
    marks = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303"}
    return unicodedata.normalize("NFC", name + marks[accent])


def sign_fact(name: Name) -> str:
    """The assumption on a number that its facts allow."""
    signs = "inside", "share", "unit", "positive", "nonnegative"
    return next((fact for fact in signs if fact in name.facts), "real")


def decreasing(name: Name, places: Sequence[Place], draw: Draw) -> Family:
    """Members in decreasing order: the last one, plus gaps that are not negative.

    Parts of a whole are the first one, times shares, so that none is above the first.
    """
    if (first := sign_fact(name)) in PARTS:
        facts = [first, *["unit" if first == "unit" else "share"] * (len(places) - 1)]
        parts = [draw(label(name, place), fact) for place, fact in zip(places, facts, strict=True)]
        return dict(zip(places, itertools.accumulate(parts, operator.mul), strict=True))
    value, values = draw(label(name, places[-1]), sign_fact(name)), {}
    for place in reversed(places):
        if place != places[-1]:
            value = value + draw("gap " + label(name, place), "nonnegative")
        values[place] = value
    return {place: values[place] for place in places}


def chances(sources: Iterable[str], sizes: Lengths, draw: Draw) -> dict[tuple[str, int], Value]:
    """Chances of all outcomes of each source: positive, with sum 1, and otherwise any."""
    found = {}
    for source in sources:
        _, size = outcomes(source)
        weights = [draw(f"weight[{k}]\u27e8{source}\u27e9", "positive") for k in range(sizes[size])]
        for k, weight in enumerate(weights, 1):
            found[source, k] = weight / sum(weights)
    return found


def assignments(name: Name, sizes: Lengths) -> Iterator[dict[Place, int]]:
    """All values that a family of whole numbers can take, one dictionary each."""
    places = places_of(name, sizes)
    choices = range(1, length(name.shape[0], sizes) + 1)
    for chosen in itertools.product(choices, repeat=len(places)):
        if "onto" not in name.facts or set(chosen) == set(choices):
            yield dict(zip(places, chosen, strict=True))


def assignment(name: Name, sizes: Lengths, rng: random.Random) -> dict[Place, int]:
    """One value of a family of whole numbers, as the random generator picks it."""
    choices, places = range(1, length(name.shape[0], sizes) + 1), places_of(name, sizes)
    chosen = [rng.choice(choices) for _ in places]
    if "onto" in name.facts:
        if len(places) < len(choices):
            raise Undefined(f"{name.latex} is undefined: it has too few members for all values")
        for at, value in zip(rng.sample(range(len(places)), len(choices)), choices, strict=True):
            chosen[at] = value
    return dict(zip(places, chosen, strict=True))
