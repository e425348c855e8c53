"""How a comparison is made: in pairs, in one process, and by the median of the pairs' ratios.

Time is that of the processor, so that other programs of a shared machine disturb it less.

Each `benchmarks/bench_<topic>.py` has a function `results()` that yields results of `compare`;
`benchmarks/run.py` finds the files by their name.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Task:
    """What is timed, beside whom, the largest ratio of times that we allow, what bounds our time.

    step: "fit" or "predict", which stands for `transform`, too.
    """

    name: str
    step: str
    authority: str
    target: float
    bound: str


@dataclass(frozen=True)
class Result:
    """Median seconds, the median of the pairs' ratios, peak memory in MB, quality by a measure.

    Pairs are ours, theirs. spread: the standard deviation of the quality over tables of other
    seeds, where it was taken.
    """

    task: Task
    seconds: tuple[float, float]
    ratio: float
    memory: tuple[float, float]
    measure: str
    quality: tuple[float, float]
    spread: tuple[float, float] | None = None


@dataclass(frozen=True)
class Quality:
    """How what a run returns is judged: the measure's name, and a number."""

    measure: str
    judge: Callable[[Any], float]


@dataclass(frozen=True)
class Table:
    """What is fitted, X (n, d) and y (n,), and what is predicted, X_new (m, d) and y_new (m,)."""

    X: np.ndarray
    y: np.ndarray
    X_new: np.ndarray
    y_new: np.ndarray

    @classmethod
    def split(cls, X, y, n):
        """The first n samples to fit, all others to predict."""
        return cls(X[:n], y[:n], X[n:], y[n:])


def compare(task: Task, ours: Callable, theirs: Callable, quality: Quality, repeats: int) -> Result:
    """The result of `repeats` pairs of runs, after one run of each that is only judged.

    Who goes first alternates, so that neither always finds the other's memory.
    """
    judged = float(quality.judge(ours())), float(quality.judge(theirs()))
    pairs = [_pair(ours, theirs, ours_first=i % 2 == 0) for i in range(repeats)]
    seconds = median(a for a, _ in pairs), median(b for _, b in pairs)
    ratio = median(a / b for a, b in pairs)
    memory = peak_memory(ours), peak_memory(theirs)
    return Result(task, seconds, ratio, memory, quality.measure, judged)


def supervised(
    fit: Task, predict: Task, ours, theirs, table: Table, repeats, others: Sequence[Table] = ()
) -> Iterator[Result]:
    """The results of `fit` and of `predict` of two estimators; both are judged on the new samples.

    By accuracy if y are integers or booleans, else by R². others: tables of other seeds, to which
    both are fitted once, before all else, for the spread of the quality.
    """
    classes = table.y.dtype.kind in "bi"
    measure, score = ("accuracy", accuracy) if classes else ("R²", r_squared)
    predictions = Quality(measure, lambda guess: score(table.y_new, guess))
    fitted = Quality(measure, lambda model: score(table.y_new, model.predict(table.X_new)))
    at = lambda model, t: score(t.y_new, model.fit(t.X, t.y).predict(t.X_new))
    elsewhere = [(at(ours, other), at(theirs, other)) for other in others]
    run = lambda model: lambda: model.fit(table.X, table.y)
    result = compare(fit, run(ours), run(theirs), fitted, repeats)
    yield replace(result, spread=spread([result.quality, *elsewhere])) if others else result
    run = lambda model: lambda: model.predict(table.X_new)
    yield compare(predict, run(ours), run(theirs), predictions, 9)


def spread(pairs) -> tuple[float, float]:
    """The standard deviation of each side's quality over the seeds."""
    ours, theirs = np.std(pairs, axis=0, ddof=1)
    return float(ours), float(theirs)


def accuracy(y, guess) -> float:
    return float(np.mean(y == guess))


def r_squared(y, guess) -> float:
    return float(1 - np.mean((y - guess) ** 2) / np.var(y))


def peak_memory(run: Callable) -> float:
    """MB by which the resident memory of this process rises at its highest while run() works.

    It counts the arrays of NumPy and what compiled code takes alike, and what run() returns. Before
    it memory that was freed goes back to the system, or a run could use it again unseen.
    Needs Linux and the GNU C library.
    """
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from now on
    before = _resident("VmRSS")
    run()
    return max(0.0, _resident("VmHWM") - before)


def _resident(name: str) -> float:
    """MB: VmRSS is what is resident, VmHWM the most that ever was."""
    lines = Path("/proc/self/status").read_text().splitlines()
    (kib,) = [line.split()[1] for line in lines if line.startswith(name)]
    return int(kib) * 1024 / 1e6


def _pair(ours, theirs, ours_first: bool) -> tuple[float, float]:
    if ours_first:
        return seconds(ours), seconds(theirs)
    b = seconds(theirs)
    return seconds(ours), b


def seconds(run: Callable) -> float:
    """How long the processor works for run(); all is on one thread, so others do not count."""
    start = process_time()
    run()
    return process_time() - start
