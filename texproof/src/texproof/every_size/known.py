"""What is known of sizes and index variables, and what follows: linear inequalities.

All sizes are at least 1 and a variable runs from 1 to its size. The rest are displayed conditions,
the facts of names (no more orthonormal columns than rows) and the ranges of letters. What follows
over the fractions is proved by elimination (Fourier and Motzkin); over whole numbers a claim fails
by at least 1.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from .indices import ONE_SIZE, Index, Linear, Var, length

Key = str | Var
Form = dict[Key, Fraction]  # a linear form; the key "" is the constant
MOST = 400  # inequalities of one elimination


def form(index: Index | Linear, times: int = 1) -> Form:
    """An index or a constant as a linear form."""
    var, shift = (index.var, index.shift) if isinstance(index, Index) else (None, index)
    found: Form = {size: Fraction(many * times) for size, many in shift}
    if var is not None:
        minus = isinstance(index, Index) and index.minus
        found[var] = Fraction(-times if minus else times)
    return found


def combined(left: Form, right: Form, a: Fraction = Fraction(1), b: Fraction = Fraction(1)) -> Form:
    """a left + b right."""
    total = {k: a * v for k, v in left.items()}
    for k, v in right.items():
        total[k] = total.get(k, Fraction(0)) + b * v
    return {k: v for k, v in total.items() if v}


def difference(left: Index, right: Index) -> Form:
    """left - right."""
    return combined(form(left), form(right), Fraction(1), Fraction(-1))


@dataclass(frozen=True)
class Known:
    """Linear forms that are at least 0, and pairs of variables that differ."""

    facts: tuple[Form, ...] = ()
    apart: tuple[Form, ...] = ()
    memo: dict[frozenset[tuple[Key, Fraction]], bool] = field(default_factory=dict, compare=False)

    def and_also(self, facts: Iterable[Form], apart: Iterable[Form] = ()) -> "Known":
        """What is known, and more."""
        new = tuple(fact for fact in facts if not self.holds(fact))
        apart = tuple(apart)
        return Known((*self.facts, *new), (*self.apart, *apart)) if new or apart else self

    def holds(self, claim: Form) -> bool:
        """Whether a form is at least 0 whatever the sizes and variables are."""
        question = frozenset(claim.items())
        if question not in self.memo:
            negated = combined({ONE_SIZE: Fraction(-1)}, claim, b=Fraction(-1))
            self.memo[question] = contradictory([negated, *self.relevant(claim)])
        return self.memo[question]

    def relevant(self, claim: Mapping[Key, Fraction]) -> list[Form]:
        """The facts that share keys with a claim, one after another, and the ranges of these."""
        keys, left, found = {*claim} - {ONE_SIZE}, list(self.facts), list[Form]()
        while True:
            keys |= {s for v in keys if isinstance(v, Var) for s, _ in length(v.size)} - {ONE_SIZE}
            more = [fact for fact in left if keys & {*fact}]
            if not more:
                break
            left = [fact for fact in left if fact not in more]
            found += more
            keys |= {k for fact in more for k in fact} - {ONE_SIZE}
        for one in keys:
            found.append({one: Fraction(1), ONE_SIZE: Fraction(-1)})
            if isinstance(one, Var):
                found.append(combined(form(length(one.size)), {one: Fraction(-1)}))
        return found

    def at_most(self, left: Index, right: Index) -> bool:
        """Whether one index is known to be at most another."""
        return self.holds(difference(right, left))

    def differ(self, left: Index, right: Index) -> bool:
        """Whether two indices are known to differ."""
        gap = difference(left, right)
        if any(gap == apart or negative(gap) == apart for apart in self.apart):
            return True
        one = Fraction(1)
        above = combined(gap, {ONE_SIZE: -one})
        return self.holds(above) or self.holds(combined(negative(gap), {ONE_SIZE: -one}))

    def inside(self, index: Index, size: str) -> bool:
        """Whether an index is known to be one of 1, ..., size."""
        if index.is_plain and index.var and index.var.size == size:
            return True
        last = Index(None, length(size))
        return self.at_most(Index(None, ((ONE_SIZE, 1),)), index) and self.at_most(index, last)


def negative(gap: Form) -> Form:
    """The form with the other sign."""
    return {k: -v for k, v in gap.items()}


def contradictory(system: list[Form]) -> bool:
    """Whether no fractions make all forms at least 0."""
    while True:
        if any(set(f) <= {ONE_SIZE} and f.get(ONE_SIZE, 0) < 0 for f in system):
            return True
        keys = sorted({k for f in system for k in f} - {ONE_SIZE}, key=str)
        if not keys or len(system) > MOST:
            return False
        system = without(system, min(keys, key=lambda k: pairs(system, k)))


def pairs(system: list[Form], one: Key) -> int:
    """How many inequalities the elimination of a variable makes."""
    return sum(f.get(one, 0) > 0 for f in system) * sum(f.get(one, 0) < 0 for f in system)


def without(system: list[Form], one: Key) -> list[Form]:
    """What follows for the other variables."""
    zero = Fraction(0)
    above = [f for f in system if f.get(one, zero) > 0]
    below = [f for f in system if f.get(one, zero) < 0]
    rest = [f for f in system if not f.get(one, zero)]
    made = [combined(a, b, -b[one], a[one]) for a in above for b in below]
    unique = {frozenset(f.items()): f for f in [*rest, *made]}
    return list(unique.values())
