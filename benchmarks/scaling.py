"""How the cost of a fit grows with the samples n and the features d, beside what its chapter says.

A method grows in one of n and d by factors of two while the other stays. The exponent is the slope
of log seconds against log size; claimed is a range, from the term of the chapter's formula with the
least slope at the same sizes to that with the largest, since O hides the constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log2, sqrt
from typing import Any

import numpy as np

from benchmarks import bench_lda, bench_newton_boosting, bench_pca, bench_random_forest
from benchmarks.bench_regularization import sparse_truth
from benchmarks.harness import seconds
from mlbook.adaboost import AdaBoostClassifier
from mlbook.data import swiss_roll
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.gradient_boosting import GradientBoostingRegressor
from mlbook.lda import LDA
from mlbook.lle import LLE
from mlbook.newton_boosting import NewtonBoostingRegressor
from mlbook.pca import PCA
from mlbook.random_forest import RandomForestClassifier
from mlbook.regularization import Lasso, Ridge
from mlbook.svm import SVC

DOUBLINGS = np.array([1, 2, 4, 8])
TREES, DEPTH, BINS, CLASSES, NEIGHBOURS = 20, 6, 64, 10, 12
REPEATS = 3


@dataclass(frozen=True)
class Method:
    """What is fitted, and what its chapter says of the cost.

    claims: formulas as the chapter writes them; terms: of n, d and the fitted model, their terms.
    model, table: (n, d) -> an estimator, and the arguments of its fit.
    n, d: the least size of what grows, and the size of what stays.
    """

    name: str
    chapter: str
    claims: tuple[str, ...]
    terms: Callable[[int, int, Any], tuple[float, ...]]
    model: Callable[[int, int], Any]
    table: Callable[[int, int], tuple]
    n: tuple[int, int]
    d: tuple[int, int]


@dataclass(frozen=True)
class Run:
    """The seconds of one method at sizes of n or of d, and the terms of its chapter's formula."""

    name: str
    chapter: str
    claims: tuple[str, ...]
    variable: str
    fixed: int
    sizes: list[int]
    seconds: list[float]
    terms: list[tuple[float, ...]]

    @property
    def exponent(self) -> float:
        return slope(self.sizes, self.seconds)

    @property
    def claimed(self) -> tuple[float, float]:
        """The least and the largest exponent of a term."""
        slopes = [slope(self.sizes, term) for term in zip(*self.terms, strict=True)]
        return min(slopes), max(slopes)


def slope(sizes, costs) -> float:
    """Of the line through (log size, log cost), by least squares."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def runs() -> Iterator[Run]:
    for method in METHODS:
        yield measured(method, "n")
        yield measured(method, "d")


def measured(method: Method, variable: str) -> Run:
    """The least seconds of some runs at each size, since whatever disturbs a run adds to it.

    The sizes take turns, so that a slow moment of the machine meets all of them.
    """
    least, fixed = method.n if variable == "n" else method.d
    sizes = [int(size) for size in least * DOUBLINGS]
    places = [(size, fixed) if variable == "n" else (fixed, size) for size in sizes]
    fits = [_fit(method, n, d) for n, d in places]
    terms = [method.terms(n, d, fit()) for (n, d), fit in zip(places, fits, strict=True)]
    rounds = [[seconds(fit) for fit in fits] for _ in range(REPEATS)]
    least_seconds = np.min(rounds, axis=0).tolist()
    return Run(
        method.name, method.chapter, method.claims, variable, fixed, sizes, least_seconds, terms
    )


def line(run: Run) -> str:
    """A result in one line."""
    return f"{run.name} against {run.variable}: exponent {run.exponent:.2f}"


def _fit(method: Method, n: int, d: int) -> Callable:
    model, table = method.model(n, d), method.table(n, d)
    return lambda: model.fit(*table)


# --- tables --------------------------------------------------------------------------------------


def alone(n, d):
    return (bench_pca.table(n, d, mean=0.5),)


def numbers(n, d):
    return bench_newton_boosting.table(n, d)


def signs(n, d):
    X, y = numbers(n, d)
    return X, y > 0


def noisy(n, d):
    table = bench_random_forest.table(n, d, classes=True)
    return table.X, table.y


def classes(n, d):
    table = bench_lda.table(n, d, CLASSES)
    return table.X, table.y


def sparse(n, d):
    table, _ = sparse_truth(n, d, share=0.03, shared=0.0)
    return table.X, table.y


def roll(n, d):
    """The swiss roll, turned into d dimensions."""
    X, _ = swiss_roll(n, seed=0)
    Q, _ = np.linalg.qr(np.random.default_rng(0).normal(size=(d, 3)))
    return (X @ Q.T,)


# --- terms of costs ------------------------------------------------------------------------------


def products(n, d, model):
    return n * d**2, d**3


def working_set(n, d, model):
    m = int(np.count_nonzero(model.coef_))
    return n * d, n * m**2, m**3


def neighbourhoods(n, d, model):
    return n**2 * d, n * NEIGHBOURS**3, n * NEIGHBOURS**2 * d


def levels(n, d, model):
    """Sort once, then one pass for each level of each tree."""
    return d * n * log2(n), d * n


def forest(n, d, model):
    """Sort once, then the drawn features at each node of each tree."""
    return sqrt(d) * n * log2(n) ** 2, d * n * log2(n)


def histograms(n, d, model):
    """Sort once to find the bins, then count all values and compare the bins."""
    return d * n * log2(n), d * n, d * BINS


def steps(n, d, model):
    """A row of the kernel for every sample, and a pass for every step that was taken."""
    return n**2 * d, n * int(model.n_iter_.sum())


def newton(method):
    return lambda n, d: NewtonBoostingRegressor(
        TREES, max_depth=DEPTH, tree_method=method, max_bins=BINS
    )


METHODS = [
    Method(
        "PCA",
        "pca",
        ("O(nd^2)", "O(d^3)"),
        products,
        lambda n, d: PCA(10),
        alone,
        n=(10000, 100),
        d=(100, 5000),
    ),
    Method(
        "ridge",
        "regularization",
        ("O(nd^2 + d^3)",),
        products,
        lambda n, d: Ridge(),
        numbers,
        n=(10000, 100),
        d=(100, 5000),
    ),
    Method(
        "lasso",
        "regularization",
        ("O(nd)", "O(nm^2 + m^3)"),
        working_set,
        lambda n, d: Lasso(sparse_truth(n, d, share=0.03, shared=0.0)[1]),
        sparse,
        n=(2000, 200),
        d=(100, 4000),
    ),
    Method(
        "LDA",
        "lda",
        ("O(nd^2)", "O(d^3)"),
        products,
        lambda n, d: LDA(),
        classes,
        n=(10000, 100),
        d=(50, 10000),
    ),
    Method(
        "LLE",
        "lle",
        ("O(n^2d)", "O(nk^2(k + d))"),
        neighbourhoods,
        lambda n, d: LLE(2, NEIGHBOURS),
        roll,
        n=(1000, 3),
        d=(50, 2000),
    ),
    Method(
        "CART",
        "decision_tree",
        (r"O(dn(h + \log n))",),
        levels,
        lambda n, d: DecisionTreeClassifier(max_depth=10),
        noisy,
        n=(5000, 20),
        d=(10, 10000),
    ),
    Method(
        "random forest",
        "random_forest",
        (r"O(Bmn\log^2 n)", r"O(dn\log n)"),
        forest,
        lambda n, d: RandomForestClassifier(TREES, random_state=0),
        noisy,
        n=(1000, 20),
        d=(10, 2000),
    ),
    Method(
        "AdaBoost",
        "adaboost",
        (r"O(dn\log n)", "O(Cdn)"),
        levels,
        lambda n, d: AdaBoostClassifier(TREES),
        noisy,
        n=(2500, 20),
        d=(10, 5000),
    ),
    Method(
        "gradient boosting",
        "gradient_boosting",
        (r"O(C\,D\,d\,n)", r"O(d\,n\log n)"),
        levels,
        lambda n, d: GradientBoostingRegressor(TREES, max_depth=3),
        numbers,
        n=(5000, 20),
        d=(10, 5000),
    ),
    Method(
        "Newton boosting, exact",
        "newton_boosting",
        (r"O(d\,n\log n + D\,d\,n)",),
        levels,
        newton("exact"),
        numbers,
        n=(5000, 20),
        d=(10, 5000),
    ),
    Method(
        "Newton boosting, bins",
        "newton_boosting",
        (r"d\,n", r"d\,b"),
        histograms,
        newton("hist"),
        numbers,
        n=(20000, 20),
        d=(20, 20000),
    ),
    Method(
        "SVM",
        "svm",
        ("O(n)", "O(nd)"),
        steps,
        lambda n, d: SVC(),
        signs,
        n=(500, 20),
        d=(10, 2000),
    ),
]
