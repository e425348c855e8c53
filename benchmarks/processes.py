"""Forests in one process and in two, to the same bits: seconds by the clock, which alone can fall.

The time to begin the processes counts, for each way in which the system can begin them.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from benchmarks.bench_random_forest import table
from mlbook.random_forest import RandomForestClassifier, RandomForestRegressor

SAMPLES, FEATURES, TREES = 5000, 20, 100
STARTS = ("fork", "spawn")  # the latter on every system
REPEATS = 3


@dataclass(frozen=True)
class Shared:
    """Median seconds of a fit in one process, and in two that begin in each way."""

    name: str
    chapter: str
    one: float
    two: dict[str, float]


def runs() -> Iterator[Shared]:
    for name, kind in (
        ("random forest classifier", RandomForestClassifier),
        ("random forest regressor", RandomForestRegressor),
    ):
        made = table(SAMPLES, FEATURES, kind is RandomForestClassifier)
        fit = lambda n_jobs, kind=kind, made=made: kind(TREES, n_jobs=n_jobs).fit(made.X, made.y)
        size = f"{TREES} trees, {SAMPLES} × {FEATURES}"
        yield measured(f"{name}, {size}", "random_forest", fit)


def measured(name: str, chapter: str, fit: Callable) -> Shared:
    """fit: of the number of processes. The runs take turns, as a machine has slow moments."""
    usual, rounds = multiprocessing.get_start_method(), []
    for _ in range(REPEATS):
        taken = [clocked(lambda: fit(1))]
        for start in STARTS:
            multiprocessing.set_start_method(start, force=True)
            taken.append(clocked(lambda: fit(2)))
        rounds.append(taken)
    multiprocessing.set_start_method(usual, force=True)
    one, *two = map(median, zip(*rounds, strict=True))
    return Shared(name, chapter, one, dict(zip(STARTS, two, strict=True)))


def clocked(run: Callable) -> float:
    """Seconds by the clock."""
    start = perf_counter()
    run()
    return perf_counter() - start


def line(each: Shared) -> str:
    """A result in one line."""
    two = ", ".join(f"{seconds:.2f} s in two by {start}" for start, seconds in each.two.items())
    return f"{each.name}: {each.one:.2f} s in one process, {two}"
