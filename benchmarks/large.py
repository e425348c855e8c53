"""A million samples: what a fit takes, how it grew from a tenth of them, and in how much memory.

Both sizes are fitted in turns, five times; the exponent is the median of the pairs'. The memory is
what the process holds at its highest besides the table, as a multiple of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import log10
from statistics import median

from benchmarks.harness import peak_memory, seconds
from benchmarks.scaling import METHODS, Method
from mlbook.random_forest import RandomForestClassifier

SAMPLES = 10**5, 10**6
REPEATS = 5
FEATURES = {
    "PCA": 100,
    "ridge": 100,
    "LDA": 100,
    "CART": 20,
    "random forest": 20,
    "Newton boosting, bins": 20,
}


@dataclass(frozen=True)
class Large:
    """Medians of the seconds at both sizes and of the exponent; the memory, in tables."""

    name: str
    chapter: str
    features: int
    seconds: tuple[float, float]
    exponent: float
    share: float


def runs() -> Iterator[Large]:
    for method in METHODS:
        if method.name in FEATURES:
            d = FEATURES[method.name]
            yield measured(few_trees(method) if method.name == "random forest" else method, d)


def few_trees(method: Method) -> Method:
    """A forest grows one full tree of so many samples after the other, so that two tell."""
    name = f"{method.name}, 2 full trees"
    return replace(method, name=name, model=lambda n, d: RandomForestClassifier(2, random_state=0))


def measured(method: Method, d: int) -> Large:
    fits = [partial(method.model(n, d).fit, *method.table(n, d)) for n in SAMPLES]
    pairs = [[seconds(fit) for fit in fits] for _ in range(REPEATS)]
    least, most = map(median, zip(*pairs, strict=True))
    exponent = median(log10(most / least) for least, most in pairs)
    share = peak_memory(fits[-1]) / (fits[-1].args[0].nbytes / 1e6)
    return Large(method.name, method.chapter, d, (least, most), exponent, share)


def line(each: Large) -> str:
    """A result in one line."""
    least, most = each.seconds
    return (
        f"{each.name}, {SAMPLES[1]} × {each.features}: {most:.2f} s, {least:.3f} s for a tenth,"
        f" exponent {each.exponent:.2f}, memory {each.share:.2f} of the table's"
    )
