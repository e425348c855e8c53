"""A million samples: what a fit takes, how it grew from a tenth of them, and in how much memory.

Each fit is made once at either size, since one takes seconds, and the memory is that of the same
run: what the process holds at its highest besides the table, as a multiple of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import log10

from benchmarks.harness import peak_memory, seconds
from benchmarks.scaling import METHODS, Method

SAMPLES = 10**5, 10**6
FEATURES = {"PCA": 100, "ridge": 100, "LDA": 100, "CART": 20, "Newton boosting, bins": 20}


@dataclass(frozen=True)
class Large:
    """Seconds at both sizes, and at the larger the memory as a multiple of the table's."""

    name: str
    chapter: str
    features: int
    seconds: tuple[float, float]
    share: float

    @property
    def exponent(self) -> float:
        return log10(self.seconds[1] / self.seconds[0])


def runs() -> Iterator[Large]:
    for method in METHODS:
        if method.name in FEATURES:
            yield measured(method, FEATURES[method.name])


def measured(method: Method, d: int) -> Large:
    taken, share = [], 0.0
    for n in SAMPLES:
        table = method.table(n, d)
        fit = partial(method.model(n, d).fit, *table)
        peak = peak_memory(lambda fit=fit: taken.append(seconds(fit)))
        share = peak / (table[0].nbytes / 1e6)
    return Large(method.name, method.chapter, d, (taken[0], taken[1]), share)


def line(each: Large) -> str:
    """A result in one line."""
    least, most = each.seconds
    return (
        f"{each.name}, {SAMPLES[1]} × {each.features}: {most:.2f} s, {least:.3f} s for a tenth,"
        f" exponent {each.exponent:.2f}, memory {each.share:.2f} of the table's"
    )
