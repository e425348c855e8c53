"""Indices, and what is known of them and of sizes.

An index is a variable from 1 to its size, plus or minus whole numbers and sizes. A claim on indices
counts as known if its negation contradicts the conditions as linear inequalities over the
fractions. The reasons for which the prover gives up are defined here too.
"""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from ..limits import MOST_INEQUALITIES
from ..shape.sizes import TIMES

# --------------------------------------------------------------------------------------------------
# Why a row is not proved: never a verdict that it is false.


class NotProved(Exception):
    """The prover gives up on a row, for the reason that is told."""


class Unsupported(NotProved):
    """Something that the language of diagrams does not have."""


class TooMuch(NotProved):
    """A bound, always a count, was reached."""


class NotThere(NotProved):
    """A member of a family that may not exist at sizes that the conditions allow."""


class Unproved(NotProved):
    """A polynomial for which no way was found to see that it is 0."""


# --------------------------------------------------------------------------------------------------
# Indices: what stands in a slot of a generic family, such as i, j + 1, n or n - k.
#
# An index is a variable, its negative or none, plus a sum of sizes and a whole number. A variable
# runs from 1 to its size; it is known by a letter, or by a number where a sum binds it.

Linear = tuple[tuple[str, int], ...]  # size and how often, sorted; the size "" counts ones
ONE_SIZE = ""


class Var(NamedTuple):
    """An index variable, from 1 to its size."""

    name: str | int
    size: str


class Index(NamedTuple):
    """A variable, or none, plus a constant; or a constant less a variable."""

    var: Var | None
    shift: Linear = ()
    minus: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is a variable and nothing else."""
        return self.var is not None and not self.shift and not self.minus

    @property
    def tail(self) -> Linear:
        """What tells it from others with the same variable."""
        return (("-", 1), *self.shift) if self.minus else self.shift


_fresh = itertools.count()


def fresh_variable(size: str) -> Var:
    """A variable that occurs nowhere else; its name reaches no normal form."""
    return Var(f"~{next(_fresh)}", size)


def sum_of_sizes(parts: Mapping[str, int]) -> Linear:
    """A sum of sizes, without those that do not occur."""
    return tuple(sorted((size, many) for size, many in parts.items() if many))


def add_constants(left: Linear, right: Linear, times: int = 1) -> Linear:
    """The sum of two constants, the second taken several times."""
    total = dict(left)
    for size, many in right:
        total[size] = total.get(size, 0) + times * many
    return sum_of_sizes(total)


def constant(value: int) -> Index:
    """A whole number as an index."""
    return Index(None, sum_of_sizes({ONE_SIZE: value}))


def shift_index(index: Index, by: Linear, times: int = 1) -> Index:
    """An index plus a constant."""
    return index._replace(shift=add_constants(index.shift, by, times))


def subtract_index(by: Linear, index: Index) -> Index:
    """A constant less an index."""
    minus = index.var is not None and not index.minus
    return Index(index.var, add_constants(by, index.shift, -1), minus)


def solve_for_variable(index: Index, value: Index) -> Index:
    """What the variable of an index is, so that the index has a value."""
    return (
        subtract_index(index.shift, value) if index.minus else shift_index(value, index.shift, -1)
    )


def whole_number(shift: Linear) -> int | None:
    """The whole number that a constant is, or None where it holds sizes."""
    if not shift:
        return 0
    return shift[0][1] if len(shift) == 1 and shift[0][0] == ONE_SIZE else None


def length(size: str) -> Linear:
    """How many values a variable of this size has; "1 + d" is a sum."""
    total: dict[str, int] = {}
    for part in size.split(" + "):
        name, many = (ONE_SIZE, int(part)) if part.isdigit() else (part, 1)
        total[name] = total.get(name, 0) + many
    return sum_of_sizes(total)


def index_parts(var: Var) -> list[Index]:
    """The indices of which a variable is made: itself, or numbers and variables one after another.

    A variable of size "1 + d" is 1, and 1 + j for a variable j of size d.
    """
    if " " not in var.size and not var.size.isdigit():
        return [Index(var)]
    before: Linear = ()
    result: list[Index] = []
    for part in var.size.split(" + "):
        if part.isdigit():
            result += [shift_index(constant(k), before) for k in range(1, int(part) + 1)]
        else:
            result.append(Index(fresh_variable(part), before))
        before = add_constants(before, length(part))
    return result


def components_of(var: Var) -> list[Var]:
    """The variables that one of the size "n * d" consists of; itself, if it has another size."""
    sizes = var.size.split(TIMES)
    if len(sizes) == 1:
        return [var]
    return [Var(f"{var.name}.{k}", size) for k, size in enumerate(sizes)]


def refuse_stacked(variables: Iterable[Var]) -> None:
    """Raises for a variable of the size "n * d", which stands for two."""
    if any(TIMES in var.size for var in variables):
        raise Unsupported("a side of a product of Kronecker's")


def split_stacked_variables(values: Mapping[Var, Index]) -> dict[Var, Index]:
    """Values of variables, those of the size "n * d" by their parts."""
    result: dict[Var, Index] = {}
    for var, index in values.items():
        if TIMES not in var.size:
            result[var] = index
            continue
        if not index.is_plain or index.var is None or index.var.size != var.size:
            raise Unsupported("an entry of a product of Kronecker's")
        result |= zip(components_of(var), map(Index, components_of(index.var)), strict=True)
    return result


def index_key(index: Index) -> tuple[int, str | int, str, Linear]:
    """What indices are sorted by: constants, bound variables, letters."""
    if index.var is None:
        return 0, "", "", index.tail
    name, size = index.var
    return (1 if isinstance(name, int) else 2), name, size, index.tail


def variables_of(indices: Iterable[Index]) -> list[Var]:
    """The variables of some indices."""
    return [index.var for index in indices if index.var is not None]


# --------------------------------------------------------------------------------------------------
# What is known of sizes and index variables, and what follows: linear inequalities.
#
# All sizes are at least 1 and a variable runs from 1 to its size. The rest are displayed
# conditions, the facts of names (no more orthonormal columns than rows) and the ranges of letters.
# What follows over the fractions is proved by elimination (Fourier and Motzkin); over whole numbers
# a claim fails by at least 1.

Key = str | Var
LinearForm = dict[Key, Fraction]  # a linear form; the key "" is the constant


def linear_form(index: Index | Linear, times: int = 1) -> LinearForm:
    """An index or a constant as a linear form."""
    var, shift = (index.var, index.shift) if isinstance(index, Index) else (None, index)
    result: LinearForm = {size: Fraction(many * times) for size, many in shift}
    if var is not None:
        minus = isinstance(index, Index) and index.minus
        result[var] = Fraction(-times if minus else times)
    return result


def combine_forms(
    left: LinearForm, right: LinearForm, a: Fraction = Fraction(1), b: Fraction = Fraction(1)
) -> LinearForm:
    """a left + b right."""
    total = {k: a * v for k, v in left.items()}
    for k, v in right.items():
        total[k] = total.get(k, Fraction(0)) + b * v
    return {k: v for k, v in total.items() if v}


def difference(left: Index, right: Index) -> LinearForm:
    """left - right."""
    return combine_forms(linear_form(left), linear_form(right), Fraction(1), Fraction(-1))


@dataclass(frozen=True)
class Known:
    """What is known: linear forms that are at least 0 (facts), and others that are not 0."""

    facts: tuple[LinearForm, ...] = ()
    nonzero: tuple[LinearForm, ...] = ()
    memo: dict[frozenset[tuple[Key, Fraction]], bool] = field(default_factory=dict, compare=False)

    def and_also(self, facts: Iterable[LinearForm], nonzero: Iterable[LinearForm] = ()) -> "Known":
        """What is known, and more."""
        new = tuple(fact for fact in facts if not self.holds(fact))
        forms = tuple(nonzero)
        return Known((*self.facts, *new), (*self.nonzero, *forms)) if new or forms else self

    def holds(self, claim: LinearForm) -> bool:
        """Whether a form is at least 0 whatever the sizes and variables are."""
        question = frozenset(claim.items())
        if question not in self.memo:
            negated = combine_forms({ONE_SIZE: Fraction(-1)}, claim, b=Fraction(-1))
            self.memo[question] = is_contradictory([negated, *self.relevant(claim)])
        return self.memo[question]

    def relevant(self, claim: Mapping[Key, Fraction]) -> list[LinearForm]:
        """The facts that share keys with a claim, one after another, and the ranges of these."""
        keys, left, result = {*claim} - {ONE_SIZE}, list(self.facts), list[LinearForm]()
        while True:
            keys |= {s for v in keys if isinstance(v, Var) for s, _ in length(v.size)} - {ONE_SIZE}
            more = [fact for fact in left if keys & {*fact}]
            if not more:
                break
            left = [fact for fact in left if fact not in more]
            result += more
            keys |= {k for fact in more for k in fact} - {ONE_SIZE}
        for one in keys:
            result.append({one: Fraction(1), ONE_SIZE: Fraction(-1)})
            if isinstance(one, Var):
                result.append(combine_forms(linear_form(length(one.size)), {one: Fraction(-1)}))
        return result

    def at_most(self, left: Index, right: Index) -> bool:
        """Whether one index is known to be at most another."""
        return self.holds(difference(right, left))

    def differ(self, left: Index, right: Index) -> bool:
        """Whether two indices are known to differ."""
        gap = difference(left, right)
        if any(gap == form or negative_form(gap) == form for form in self.nonzero):
            return True
        one = Fraction(1)
        above = combine_forms(gap, {ONE_SIZE: -one})
        return self.holds(above) or self.holds(combine_forms(negative_form(gap), {ONE_SIZE: -one}))

    def inside(self, index: Index, size: str) -> bool:
        """Whether an index is known to be one of 1, ..., size."""
        if index.is_plain and index.var and index.var.size == size:
            return True
        last = Index(None, length(size))
        return self.at_most(Index(None, ((ONE_SIZE, 1),)), index) and self.at_most(index, last)


def negative_form(gap: LinearForm) -> LinearForm:
    """The form with the other sign."""
    return {k: -v for k, v in gap.items()}


def is_contradictory(system: list[LinearForm]) -> bool:
    """Whether no fractions make all forms at least 0."""
    while True:
        if any(set(f) <= {ONE_SIZE} and f.get(ONE_SIZE, 0) < 0 for f in system):
            return True
        keys = sorted({k for f in system for k in f} - {ONE_SIZE}, key=str)
        if not keys or len(system) > MOST_INEQUALITIES:
            return False
        system = eliminate_variable(system, min(keys, key=lambda k: count_pairs(system, k)))


def count_pairs(system: list[LinearForm], one: Key) -> int:
    """How many inequalities the elimination of a variable makes."""
    return sum(f.get(one, 0) > 0 for f in system) * sum(f.get(one, 0) < 0 for f in system)


def eliminate_variable(system: list[LinearForm], one: Key) -> list[LinearForm]:
    """What follows for the other variables."""
    zero = Fraction(0)
    above = [f for f in system if f.get(one, zero) > 0]
    below = [f for f in system if f.get(one, zero) < 0]
    rest = [f for f in system if not f.get(one, zero)]
    made = [combine_forms(a, b, -b[one], a[one]) for a in above for b in below]
    unique = {frozenset(f.items()): f for f in [*rest, *made]}
    return list(unique.values())
