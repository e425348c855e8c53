"""What NumPy's passes cost on this machine, those of which growing trees consists, and two forests.

All take turns, in short bursts over half a minute. A machine that shares its cores with others has
fast and slow moments: the least tells what a pass costs, the median how much of the time was slow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import sleep

import numpy as np
from sklearn import ensemble

from benchmarks.bench_random_forest import table
from benchmarks.harness import seconds
from mlbook.random_forest import RandomForestClassifier

CACHE, MEMORY = 2**14, 2**20  # values in an array: 128 kB and 8 MB
BURSTS, PAUSE = 60, 0.3  # seconds
VALUES, CALLS = 2**20, 5000  # that a burst takes


@dataclass(frozen=True)
class Pass:
    """The least and the median time of the bursts, in units as named: "ns a value", "ms"."""

    name: str
    unit: str
    least: float
    median: float


def runs() -> Iterator[Pass]:
    bursts = [*passes(), *forests()]
    for _, _, burst in bursts:
        burst()
    rounds = []
    for _ in range(BURSTS):
        rounds.append([burst() for _, _, burst in bursts])
        sleep(PAUSE)
    for (name, unit, _), taken in zip(bursts, zip(*rounds, strict=True), strict=True):
        yield Pass(name, unit, min(taken), median(taken))


def passes() -> Iterator[tuple[str, str, Callable[[], float]]]:
    """Name, unit, and what measures it once."""
    rng = np.random.default_rng(0)
    a, b, large, other = (rng.normal(size=n) for n in (CACHE, CACHE, MEMORY, MEMORY))
    out, out_large, few = np.empty(CACHE), np.empty(MEMORY), np.ones(4)
    place, bins, half = rng.permutation(CACHE), rng.integers(0, 64, CACHE), a > 0
    numbers = rng.integers(0, 2**50, CACHE)
    for name, n, run in (
        ("sum of two arrays in the cache", CACHE, lambda: np.add(a, b, out=out)),
        ("sum of two arrays in memory", MEMORY, lambda: np.add(large, other, out=out_large)),
        ("gather in any order", CACHE, lambda: a.take(place)),
        ("choice of one half", CACHE, lambda: a.compress(half)),
        ("count into 64 bins", CACHE, lambda: np.bincount(bins, a, 64)),
        ("sort of whole numbers", CACHE, lambda: np.sort(numbers)),
        ("running sum", CACHE, lambda: a.cumsum()),
    ):
        yield name, "ns a value", repeated(run, VALUES // n, 1e9 / (VALUES // n * n))
    call = repeated(lambda: few + few, CALLS, 1e9 / CALLS)
    yield "sum of four numbers and four", "ns a call", call


def forests() -> Iterator[tuple[str, str, Callable[[], float]]]:
    made = table(5000, 20, classes=True)
    for name, kind in (
        ("`mlbook`", RandomForestClassifier),
        ("scikit-learn", ensemble.RandomForestClassifier),
    ):
        fit = lambda kind=kind: kind(2, random_state=0).fit(made.X, made.y)
        yield f"two trees of a forest, 5000 × 20, {name}", "ms", repeated(fit, 1, 1e3)


def repeated(run: Callable, times: int, unit: float) -> Callable[[], float]:
    """What measures so many runs; unit: that of a run in a second."""

    def burst() -> None:
        for _ in range(times):
            run()

    return lambda: unit * seconds(burst)


def line(each: Pass) -> str:
    """A result in one line."""
    return f"{each.name}: {each.least:.3g} {each.unit} at least, {each.median:.3g} in the median"
