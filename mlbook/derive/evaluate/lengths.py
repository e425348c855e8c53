"""The lengths at which a statement is tried.

A few tuples of lengths are chosen among all small ones that the conditions allow, so that together
they show every size at every small length and every pair of sizes in every order, at several
distances: what two sizes have in common in one tuple, they have not in the next.
"""

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

Lengths = dict[str, int]
Condition = Callable[[Mapping[str, int]], bool]

SEARCHED = 20_000  # tuples among which is chosen; of more, a sample
MOST = 10  # tuples that are chosen
SHORTEST = 2


def features(lengths: Lengths) -> Iterator[tuple[Any, ...]]:
    """What a tuple of lengths shows: the length of each size, the distance of each pair."""
    yield from lengths.items()
    for (a, p), (b, q) in itertools.combinations(lengths.items(), 2):
        yield a, b, max(-2, min(2, p - q))


def candidates(sizes: Iterable[str], condition: Condition, longest: int) -> list[Lengths]:
    """The tuples of lengths that are allowed, those with the smallest arrays first."""
    sizes, ranges = sorted(sizes), range(SHORTEST, longest + 1)
    found: Iterable[tuple[int, ...]] = itertools.product(ranges, repeat=len(sizes))
    if longest ** len(sizes) > SEARCHED:
        rng = random.Random(0)
        found = sorted({tuple(rng.choices(ranges, k=len(sizes))) for _ in range(SEARCHED)})
    tuples = (dict(zip(sizes, lengths, strict=True)) for lengths in found)
    return sorted(filter(condition, tuples), key=lambda t: (math.prod(t.values()), *t.values()))


def chosen(sizes: Iterable[str], condition: Condition, longest: int) -> list[Lengths]:
    """At most MOST tuples of lengths that show, between them, what the allowed ones show."""
    left = [(lengths, set(features(lengths))) for lengths in candidates(sizes, condition, longest)]
    found: list[Lengths] = []
    shown: set[Any] = set()
    while left and len(found) < MOST:
        best = max(left, key=lambda pair: len(pair[1] - shown))
        if best[1] <= shown:
            break
        found.append(best[0])
        shown |= best[1]
    return found


def nearest(wanted: Mapping[str, int], condition: Condition) -> Lengths | None:
    """The wanted lengths, or allowed ones that change as few of them, by as little, as can be."""
    if condition(wanted):
        return dict(wanted)
    allowed = candidates(wanted, condition, max(5, *wanted.values()))
    far = lambda t: [sum(f(t[s], wanted[s]) for s in wanted) for f in (changed, distance)]
    return min(allowed, key=far, default=None)


def changed(one: int, other: int) -> int:
    """1 where two lengths differ."""
    return int(one != other)


def distance(one: int, other: int) -> int:
    """How far two lengths are apart."""
    return abs(one - other)
