"""How a comparison is made: in pairs, in one process, and by the median of the pairs' ratios.

Each `benchmarks/bench_<topic>.py` has a function `results()` that returns a list of `compare(...)`;
`benchmarks/run.py` finds the files by their name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Task:
    """What is timed, beside whom, and the largest ratio of times that we allow ourselves."""

    name: str
    authority: str
    target: float


@dataclass(frozen=True)
class Result:
    """Median seconds of both and the median of the ratios ours / theirs of each pair of runs."""

    task: Task
    ours: float
    theirs: float
    ratio: float


def compare(task: Task, ours: Callable, theirs: Callable, repeats: int) -> Result:
    """The result of `repeats` pairs of runs, after one run of each that is not counted.

    Who goes first alternates, so that neither always finds the other's memory.
    """
    ours(), theirs()
    pairs = [_pair(ours, theirs, ours_first=i % 2 == 0) for i in range(repeats)]
    ratio = median(a / b for a, b in pairs)
    return Result(task, median(a for a, _ in pairs), median(b for _, b in pairs), ratio)


def _pair(ours, theirs, ours_first: bool):
    if ours_first:
        return _seconds(ours), _seconds(theirs)
    b = _seconds(theirs)
    return _seconds(ours), b


def _seconds(run) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start
