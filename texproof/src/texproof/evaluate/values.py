"""What a name is worth under an assignment: symbols, exact rational numbers, a model's numbers.

The values obey the declared facts. An orthogonal matrix is made in Cayley's form, a positive
semidefinite one as a product with its transpose, and numbers that an author gives are refused where
they contradict a fact. Numbers are drawn by `draws`.
"""

import itertools
import operator
import random
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
import sympy as sp

from ..errors import DerivationError, Undefined
from ..expr import Expr, Relation
from ..names import Name, Size, outcomes
from ..read.lexer import pattern
from ..shape.sizes import length
from .assignment import Assignment, Family, Indices, Value
from .defined import raise_undefined
from .draws import PARTS
from .unknowns import Draw, Indicator

# --------------------------------------------------------------------------------------------------
# Positive semidefinite matrices, as products of a triangle with its transpose.


def gram_matrix(draw: Draw, size: int, facts: Collection[str]) -> Value:
    """L L^T with L below the diagonal and no negative number on it: each such matrix is one.

    Of a positive definite one the diagonal of L is above 0.
    """
    sign = "positive" if "posdef" in facts else "nonnegative"
    root = np.full((size, size), sp.Integer(0), dtype=object)
    for i, j in np.ndindex(size, size):
        if i >= j:
            root[i, j] = draw(f".root[{i + 1},{j + 1}]", sign if i == j else "real")
    return root @ root.T


def definiteness_conditions(value: Value, facts: Collection[str]) -> Iterator[tuple[Value, str]]:
    """(number, sign) for what must have a sign in a symmetric matrix that has such a fact."""
    definite = "posdef" in facts
    if value.dtype != object:
        yield np.linalg.eigvalsh(value)[0], ">" if definite else ">="
        return
    size = len(value)
    for many in range(1, size + 1):
        chosen = [range(many)] if definite else combinations(range(size), many)
        for part in map(list, chosen):
            minor = sp.Matrix(value[np.ix_(part, part)]).det(method="berkowitz")
            yield minor, ">" if definite else ">="


# --------------------------------------------------------------------------------------------------
# Orthogonal matrices in Cayley's form, and the signs with which it reaches all of them.


def orthogonal_matrix(name: Name, size: int, draw: Draw, turned: int) -> Value:
    """An orthogonal matrix in Cayley's form; bits of ``turned`` are columns with a minus."""
    skew = sp.zeros(size)
    for i, j in itertools.combinations(range(size), 2):
        skew[i, j] = draw(f"K[{i + 1},{j + 1}]⟨{name.latex}⟩", "skew")
        skew[j, i] = -skew[i, j]
    # The determinant of 1 plus a skew matrix is above 0, so no check for singularity is needed.
    plus = sp.eye(size) + skew
    result = (sp.eye(size) - skew) * plus.adjugate() / plus.det(method="berkowitz")
    for k in range(size):
        if turned >> k & 1:
            result[:, -1 - k] = -result[:, -1 - k]
    return np.array(result.tolist(), dtype=object)


def orientations(
    names: Iterable[Name],
    nodes: Iterable[Expr | Relation],
    sizes: Mapping[str, int],
    seed: int | None,
) -> Iterable[int]:
    """The columns of orthogonal matrices that are turned, as bits, for either determinant.

    Without a turn of the others a thin set is left out, where what is strict may fail: it is
    proved for all turns, and points have turns by their seed.
    """
    thin = [name for name in names if "orthonormal" in name.facts]
    if not thin:
        return (0,)
    if seed is not None:
        others = 2 * random.Random(seed).getrandbits(4)
        return others, others + 1
    strict = any(isinstance(node, Relation) and node.sign in {"<", ">"} for node in nodes)
    return range(2 ** max(length(name.shape[0], sizes) for name in thin)) if strict else (0, 1)


# --------------------------------------------------------------------------------------------------
# Families of values, and their letters on a page.
#
# Facts are built in, never assumed afterwards: a symmetric matrix is made of d(d+1)/2 entries, a
# positive semidefinite one is L L^T, what is 0 or 1 is an indicator, a decreasing family is made of
# its last member and gaps that are not negative, a share of a positive part and a rest, an
# orthonormal family of Cayley's rational form (I - K)(I + K)^-1 E, K skew and
# E = diag(+-1, ..., +-1): with all signs it reaches every orthogonal matrix,
# and with the last sign alone all but a thin set.

Lengths = Mapping[str, int]

CONSTANT = {"ones", "identity", "basis"}


def places_of(name: Name, sizes: Lengths) -> list[Indices]:
    """All indices of a family."""
    return list(itertools.product(*(range(1, sizes[size] + 1) for _, size in name.range)))


def family_values(name: Name, sizes: Lengths, draw: Draw, turned: int = 0) -> Family:
    """Values of a name for each of its indices, made with ``draw(label, fact)``."""
    places = places_of(name, sizes)
    if "decreasing" in name.facts:
        return decreasing_values(name, places, draw)
    if "basis" in name.facts:
        rows = rows_for_columns(name, len(places), sizes)
        return {(i,): np.array(sp.eye(rows)[:, i - 1].tolist(), dtype=object) for (i,) in places}
    if "orthonormal" in name.facts and name.kind == "vector":
        columns = orthogonal_matrix(name, rows_for_columns(name, len(places), sizes), draw, turned)
        return {(i,): columns[:, i - 1 : i] for (i,) in places}
    return {place: member_value(name, place, sizes, draw, turned) for place in places}


def rows_for_columns(name: Name, columns: int, sizes: Lengths) -> int:
    """The rows of orthonormal columns, which are at least as many."""
    rows = length(name.shape[0], sizes)
    if columns > rows:
        raise Undefined(
            f"{name.latex} is undefined: {columns} orthonormal columns need more than {rows} rows"
        )
    return rows


def member_value(name: Name, indices: Indices, sizes: Lengths, draw: Draw, turned: int) -> Value:
    """One member of a family: a number or a two-dimensional array of numbers."""
    if "binary" in name.facts:
        return Indicator(draw(symbol_name(name, indices), "real"))
    if "label" in name.facts:
        return 2 * Indicator(draw(symbol_name(name, indices), "real")) - 1
    if "count" in name.facts:
        drawn = draw(symbol_name(name, indices), sign_fact(name))
        return sp.ceiling(drawn) if isinstance(drawn, sp.Number) else drawn
    if name.kind == "scalar":
        return draw(symbol_name(name, indices), sign_fact(name))
    rows, columns = (length(size, sizes) for size in name.shape)
    if "orthonormal" in name.facts:
        rows_for_columns(name, columns, sizes)
        return orthogonal_matrix(name, rows, draw, turned)[:, :columns]
    if "psd" in name.facts and "identity" not in name.facts:
        return gram_matrix(
            lambda entry, fact: draw(symbol_name(name, indices, entry), fact), rows, name.facts
        )
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
            value[i, j] = draw(symbol_name(name, indices, entry), sign_fact(name))
    return value


def symbol_name(name: Name, indices: Indices, entry: str = "") -> str:
    """The name of a symbol: readable, then in angles what makes it the only one of its name."""
    members = dict(zip(name.letters, map(str, indices), strict=False))
    entry += "".join(f"@{outcome}" for outcome in indices[len(name.over) :])
    filled = "".join(members[p[0]] if isinstance(p, tuple) else p for p in pattern(name))
    return f"{plain_text(filled)}{entry}⟨{name.latex}⟩"


SIGNS = {"le": "≤", "ge": "≥", "ne": "≠"}


def plain_text(text: str) -> str:
    """LaTeX or SymPy's print of symbols as plain text: x_2[1] for an entry of a sample."""
    text = re.sub("⟨[^⟩]*⟩", "", text)
    text = re.sub(r"\\(le|ge|ne)(?![a-z])", lambda match: SIGNS[match[1]], text)
    text = re.sub(r"\\(?:mathbf|mathcal|mathrm|mathtt|mathbb|boldsymbol|operatorname)", "", text)
    text = re.sub(r"\\(hat|bar|tilde)\{+\\?(\w+)\}+", text_of_accent, text)
    return re.sub(r"[\\{}]", "", text)


def value_in_plain_text(value: Value) -> str:
    """A value of SymPy as a message shows it, without what tells apart the symbols of a name."""
    plain = {dummy: sp.Symbol(dummy.name.partition("@")[0]) for dummy in value.atoms(sp.Dummy)}
    return plain_text(str(value.xreplace(plain)))


def text_of_accent(match: re.Match[str]) -> str:
    """One letter with its accent, or the accent before a longer name."""
    accent, name = match.groups()
    if len(name) > 1:
        return f"{accent} {name}"
    marks = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303"}
    return unicodedata.normalize("NFC", name + marks[accent])


def sign_fact(name: Name) -> str:
    """The assumption on a number that its facts allow."""
    signs = "inside", "share", "unit", "positive", "nonnegative"
    return next((fact for fact in signs if fact in name.facts), "real")


def decreasing_values(name: Name, places: Sequence[Indices], draw: Draw) -> Family:
    """Members in decreasing order: the last one, plus gaps that are not negative.

    Parts of a whole are the first one, times shares, so that none is above the first.
    """
    if (first := sign_fact(name)) in PARTS:
        facts = [first, *["unit" if first == "unit" else "share"] * (len(places) - 1)]
        parts = [
            draw(symbol_name(name, place), fact) for place, fact in zip(places, facts, strict=True)
        ]
        return dict(zip(places, itertools.accumulate(parts, operator.mul), strict=True))
    value, values = draw(symbol_name(name, places[-1]), sign_fact(name)), {}
    for place in reversed(places):
        if place != places[-1]:
            value = value + draw("gap " + symbol_name(name, place), "nonnegative")
        values[place] = value
    return {place: values[place] for place in places}


def probabilities(
    sources: Iterable[str], sizes: Lengths, draw: Draw
) -> dict[tuple[str, int], Value]:
    """Chances of all outcomes of each source: positive, with sum 1, and otherwise any."""
    result = {}
    for source in sources:
        _, size = outcomes(source)
        weights = [draw(f"weight[{k}]\u27e8{source}\u27e9", "positive") for k in range(sizes[size])]
        for k, weight in enumerate(weights, 1):
            result[source, k] = weight / sum(weights)
    return result


def all_labels(name: Name, sizes: Lengths) -> Iterator[dict[Indices, int]]:
    """All values that a family of whole numbers can take, one dictionary each."""
    places = places_of(name, sizes)
    choices = range(1, length(name.shape[0], sizes) + 1)
    for chosen in itertools.product(choices, repeat=len(places)):
        if "onto" not in name.facts or set(chosen) == set(choices):
            yield dict(zip(places, chosen, strict=True))


def some_labels(name: Name, sizes: Lengths, rng: random.Random) -> dict[Indices, int]:
    """One value of a family of whole numbers, as the random generator picks it."""
    choices, places = range(1, length(name.shape[0], sizes) + 1), places_of(name, sizes)
    chosen = [rng.choice(choices) for _ in places]
    if "onto" in name.facts:
        if len(places) < len(choices):
            raise Undefined(f"{name.latex} is undefined: it has too few members to take all values")
        for at, value in zip(rng.sample(range(len(places)), len(choices)), choices, strict=True):
            chosen[at] = value
    return dict(zip(places, chosen, strict=True))


# --------------------------------------------------------------------------------------------------
# What a declared name is worth under an assignment of a model's numbers.


def given_numbers(name: Name, value: Value, sizes: dict[str, int]) -> Family:
    """A model's numbers for a name: index axes first, then the axes of its shape.

    Raises DerivationError if the axes do not fit; sets the sizes that it learns.
    """
    array = np.asarray(value, dtype=float)
    wanted: list[Size] = [size for _, size in name.range]
    wanted += (
        [size for size in name.shape if size != 1] if name.kind in {"vector", "matrix"} else []
    )
    if array.ndim == len(wanted) + 1 and array.shape[-1] == 1:
        array = array[..., 0]
    if not np.all(np.isfinite(array)):
        raise DerivationError(f"{name.latex} has entries that are not finite")
    if array.ndim != len(wanted):
        raise DerivationError(
            f"{name.latex} needs the axes {wanted}, but the value has shape {array.shape}"
        )
    for axis, (size, here) in enumerate(zip(wanted, array.shape, strict=True)):
        known = size if isinstance(size, int) else sizes.setdefault(size, here)
        if known != here:
            raise DerivationError(
                f"axis {axis} of {name.latex} has length {here}, but {size} is {known}"
            )
    if name.kind == "index" and not np.all((array >= 1) & (array == np.floor(array))):
        raise DerivationError(f"{name.latex} must be a whole number of at least 1")
    members = np.ndindex(array.shape[: len(name.range)])
    return {tuple(i + 1 for i in place): member_of_array(name, array[place]) for place in members}


def member_of_array(name: Name, value: Value) -> Value:
    """One member in the form that the evaluation uses."""
    if name.kind == "index":
        return int(value)
    return float(value) if name.kind == "scalar" else value.reshape(len(value), -1)


# --------------------------------------------------------------------------------------------------
# What the facts of a name say of its values, and whether values are known to say otherwise.

SIGNS_OF_FACTS = {"positive": ">", "nonnegative": ">=", "share": ">", "inside": ">"}


def fact_conditions(name: Name, family: Family) -> Iterator[tuple[Value, str]]:
    """(number, sign): what must have this sign, compared with 0, for the facts to be so."""
    values = list(family.values())
    for fact in name.facts & set(SIGNS_OF_FACTS):
        numbers = itertools.chain(*(np.ravel(value) for value in values))
        yield from ((number, SIGNS_OF_FACTS[fact]) for number in numbers)
    yield from number_conditions(name.facts, values)
    yield from matrix_conditions(name.facts, values)
    if "orthonormal" in name.facts:
        columns = [np.hstack(values)] if name.kind == "vector" else values
        yield from orthonormality_conditions(columns)


def number_conditions(facts: frozenset[str], numbers: list[Value]) -> Iterator[tuple[Value, str]]:
    """(number, sign) for the facts that bound numbers or order them."""
    if "binary" in facts:
        yield from ((number * (1 - number), "=") for number in numbers)
    if "label" in facts:
        yield from ((1 - number * number, "=") for number in numbers)
    if "count" in facts:
        known = (sp.sympify(number, strict=True) for number in numbers)
        yield from ((number % 1, "=") for number in known if number.is_number)
    if facts & {"share", "unit"}:
        yield from ((1 - number, ">=") for number in numbers)
    if "inside" in facts:
        yield from ((1 - number, ">") for number in numbers)
    if "decreasing" in facts:
        yield from ((a - b, ">=") for a, b in itertools.pairwise(numbers))


def matrix_conditions(facts: frozenset[str], matrices: list[Value]) -> Iterator[tuple[Value, str]]:
    """(number, sign) for the facts of square matrices."""
    if "psd" in facts:
        for matrix in matrices:
            yield from definiteness_conditions(matrix, facts)
    if "symmetric" in facts:
        yield from ((entry, "=") for matrix in matrices for entry in (matrix - matrix.T).flat)
    if "diagonal" in facts:
        yield from ((matrix[i, j], "=") for matrix in matrices for i, j in off_diagonal(matrix))


def orthonormality_conditions(matrices: list[Value]) -> Iterator[tuple[Value, str]]:
    """(number, sign) for matrices whose columns are orthonormal: the Gram matrix is an identity."""
    for matrix in matrices:
        gram = matrix.T @ matrix - np.eye(matrix.shape[1], dtype=int)
        yield from ((entry, "=") for entry in gram.flat)


def off_diagonal(value: Value) -> Iterator[tuple[int, int]]:
    """The places of a matrix that are not on its diagonal."""
    return ((i, j) for i, j in np.ndindex(*value.shape) if i != j)


def refuse_misfit(
    assignment: Assignment, name: Name, indices: Indices, value: Value, edge: bool = False
) -> None:
    """Raises where what takes a member's place is known not to have the facts of the family.

    edge: whether it is where a limit or an integral ends, which need not be reached.
    """
    for number, sign in fact_conditions(name, {**assignment.values.get(name, {}), indices: value}):
        if is_broken(sp.sympify(number, strict=True), ">=" if edge and sign == ">" else sign):
            raise_undefined(f"{name.latex} with a value that its facts exclude")


def is_broken(number: Value, sign: str) -> bool:
    """Whether an exact number is known not to have a sign."""
    if sign == "=":
        return bool(sp.expand(number) != 0)
    return bool(number.is_extended_nonpositive if sign == ">" else number.is_extended_negative)
