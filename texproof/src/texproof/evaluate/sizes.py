"""The lengths at which a statement is tried, and the conditions that restrict them.

Conditions are hypotheses on sizes and index letters alone, such as n >= d, C = 2 or j != l. Each
size gets a length of its own, so that no two are equal by chance where the conditions allow it.
"""

import itertools
import math
import operator
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from ..errors import DerivationError
from ..expr import Expr, Relation, free_letters, walk
from ..limits import (
    LENGTHS_SEARCHED,
    LONGEST_CHOSEN,
    LONGEST_NEAREST,
    MOST_LENGTHS,
    SHORTEST_CHOSEN,
)
from ..names import Name, Size

# --------------------------------------------------------------------------------------------------
# Conditions: hypotheses on sizes and index letters alone, such as n >= d, C = 2 or j != l.
#
# They choose the lengths and instances at which a statement is judged, and are never equations.

NUMBERS = {"num", "size", "var", "add", "neg", "mul"}
TESTS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
# Columns with these facts are independent, so there are at least as many rows.
ENOUGH_ROWS = "orthonormal", "basis"


def is_condition(relation: Relation) -> bool:
    """Whether a relation is between sizes, index letters and whole numbers."""
    used = {node.op for side in relation.sides for node in walk(side)}
    return relation.sign in TESTS and used <= NUMBERS and bool(used & {"size", "var"})


def on_sizes(relation: Relation) -> bool:
    """Whether a hypothesis is a condition on sizes alone."""
    return is_condition(relation) and not free_letters(relation)


def fixes_a_size(relation: Relation) -> bool:
    """Whether a hypothesis says which number a size is, such as C = 2."""
    sides = [{node.op for node in walk(side)} for side in relation.sides]
    sized = [side for side in sides if "size" in side]
    return on_sizes(relation) and relation.sign == "=" and len(sized) == 1


def are_satisfied(
    conditions: Iterable[Relation], lengths: Mapping[str, int], letters: Mapping[str, int]
) -> bool:
    """Whether conditions hold; one with a letter that is not bound yet excludes nothing."""
    values = [tuple(number_of_side(side, lengths, letters) for side in c.sides) for c in conditions]
    return all(
        left is None or right is None or TESTS[condition.sign](left, right)
        for condition, (left, right) in zip(conditions, values, strict=True)
    )


def number_of_side(
    node: Expr, lengths: Mapping[str, int], letters: Mapping[str, int]
) -> int | None:
    """The number that a side of a condition is, or None where a letter is not bound."""
    if node.op == "num":
        return node.value  # type: ignore[no-any-return]
    if node.op in {"size", "var"}:
        return (lengths if node.op == "size" else letters).get(node.value)
    parts = [number_of_side(part, lengths, letters) for part in node.args]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if node.op == "neg":
        return -known[0]
    total = known[0]
    for part in known[1:]:
        total = total + part if node.op == "add" else total * part
    return total


def conditions_of_facts(names: Iterable[Name]) -> list[Relation]:
    """What the facts of names presume.

    Columns that are orthonormal are no more than their rows, values that all occur no more than
    the members of the family.
    """
    result = []
    for name in names:
        if name.facts & set(ENOUGH_ROWS):
            rows, columns = name.shape
            many = name.over[0][1] if name.kind == "vector" else columns
            if many != rows:
                result.append(Relation(">=", size_of(rows), size_of(many)))
        if "onto" in name.facts:
            result.append(Relation(">=", size_of(name.over[0][1]), size_of(name.shape[0])))
    return result


def size_of(size: Size) -> Expr:
    """A size, a whole number or a sum of such, as a tree."""
    if isinstance(size, int):
        return Expr("num", value=size)
    parts = [size_of(int(p)) if p.isdigit() else Expr("size", value=p) for p in size.split(" + ")]
    return parts[0] if len(parts) == 1 else Expr("add", tuple(parts))


# --------------------------------------------------------------------------------------------------
# The lengths at which a statement is tried.
#
# A few tuples of lengths are chosen among all small ones that the conditions allow, so that
# together they show every size at every small length and every pair of sizes in every order, at
# several distances: what two sizes have in common in one tuple, they have not in the next.

FIRST = {"d": 3, "n": 4, "q": 2, "k": 2, "p": 3, "T": 2, "M": 3, "K": 3, "C": 3, "m": 2}
SECOND = {"d": 4, "n": 6, "q": 3, "k": 3, "p": 7, "T": 3, "M": 5, "K": 4, "C": 4, "m": 5}
# The two lengths of a size whose name is not in the tables above.
OTHER = (2, 3)
OUTCOMES = (3, 4)

Lengths = dict[str, int]
Condition = Callable[[Mapping[str, int]], bool]


def features(lengths: Lengths) -> Iterator[tuple[Any, ...]]:
    """What a tuple of lengths shows: the length of each size, the distance of each pair."""
    yield from lengths.items()
    for (a, p), (b, q) in itertools.combinations(lengths.items(), 2):
        yield a, b, max(-2, min(2, p - q))


def allowed_lengths(sizes: Iterable[str], condition: Condition, longest: int) -> list[Lengths]:
    """The tuples of lengths that are allowed, those with the smallest arrays first."""
    sizes, ranges = sorted(sizes), range(SHORTEST_CHOSEN, longest + 1)
    candidates: Iterable[tuple[int, ...]] = itertools.product(ranges, repeat=len(sizes))
    if longest ** len(sizes) > LENGTHS_SEARCHED:
        rng = random.Random(0)
        candidates = sorted(
            {tuple(rng.choices(ranges, k=len(sizes))) for _ in range(LENGTHS_SEARCHED)}
        )
    tuples = (dict(zip(sizes, lengths, strict=True)) for lengths in candidates)
    return sorted(filter(condition, tuples), key=lambda t: (math.prod(t.values()), *t.values()))


def choose_lengths(sizes: Iterable[str], condition: Condition, longest: int) -> list[Lengths]:
    """At most MOST_LENGTHS tuples of lengths that together show what the allowed ones show."""
    left = [
        (lengths, set(features(lengths))) for lengths in allowed_lengths(sizes, condition, longest)
    ]
    result: list[Lengths] = []
    shown: set[Any] = set()
    while left and len(result) < MOST_LENGTHS:
        best = max(left, key=lambda pair: len(pair[1] - shown))
        if best[1] <= shown:
            break
        result.append(best[0])
        shown |= best[1]
    return result


def nearest_lengths(wanted: Mapping[str, int], condition: Condition) -> Lengths | None:
    """The wanted lengths, or allowed ones that change as few of them, by as little, as can be."""
    if condition(wanted):
        return dict(wanted)
    far = lambda t: [sum(f(t[s], wanted[s]) for s in wanted) for f in (differs, distance)]
    for longest in LONGEST_NEAREST:
        allowed = allowed_lengths(wanted, condition, max(longest, *wanted.values()))
        if allowed:
            return min(allowed, key=far)
    return None


def differs(one: int, other: int) -> int:
    """1 where two lengths differ."""
    return int(one != other)


def distance(one: int, other: int) -> int:
    """How far two lengths are apart."""
    return abs(one - other)


def default_sizes(
    names: Iterable[Name], chosen: Mapping[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """First and second length of every size of some names, and of those that were chosen."""
    return default_lengths({*chosen, *(size for name in names for size in name.sizes)}, chosen)


def default_lengths(
    sizes: Iterable[str], chosen: Mapping[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """First and second length of sizes: as chosen, or the usual ones, all different."""
    for size, pair in chosen.items():
        refuse_misfit(size, pair)
    wanted = sorted(sizes)
    usual = {size: OUTCOMES for size in wanted if size.startswith("outcomes of")}
    chosen = usual | dict(chosen)
    lengths = {size: chosen[size] for size in wanted if size in chosen}
    for size in sorted(set(wanted) - set(chosen), key=usual_place):
        taken = [{pair[which] for pair in lengths.values()} for which in (0, 1)]
        first = free_length(FIRST.get(size, OTHER[0]), taken[0])
        lengths[size] = first, free_length(SECOND.get(size, OTHER[1]), {first, *taken[1]})
    return {size: lengths[size] for size in wanted}


def usual_place(size: str) -> tuple[int, str]:
    """Sizes with usual lengths come first, in the order of the table, then others by name."""
    return (list(FIRST).index(size) if size in FIRST else len(FIRST)), size


def refuse_misfit(size: object, pair: object) -> None:
    """Raises for what is no size with two lengths to tell it by."""
    if not (isinstance(size, str) and isinstance(pair, tuple | list) and len(pair) == 2
            and all(type(n) is int and SHORTEST_CHOSEN <= n <= LONGEST_CHOSEN for n in pair)
            and pair[0] != pair[1]):  # fmt: skip
        raise DerivationError(
            f"sizes={{{size!r}: {pair!r}}}: a size needs two different lengths, "
            f"whole numbers from {SHORTEST_CHOSEN} to {LONGEST_CHOSEN}"
        )


def free_length(usual: int, taken: Collection[int]) -> int:
    """The usual length, or the next one that no other size has."""
    return next(length for length in itertools.count(usual) if length not in taken)
