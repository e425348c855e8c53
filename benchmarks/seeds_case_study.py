"""What the case study says of drawn numbers, for other draws of them.

Each function takes a seed and returns numbers; `mlbook/data/seeds_case_study.json` holds them for
the seeds 0 to 19, and the chapter prints how they spread.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlbook import case_study as cs
from mlbook import data, metrics
from mlbook.contract import Array
from mlbook.gradient_boosting import GradientBoostingRegressor
from mlbook.pca import PCA
from mlbook.protocol import folds, intervals, steps
from mlbook.regularization import Ridge


def ties(seed: int) -> dict[str, float]:
    """Covariances of two fold scores, and of the risks of their models, over 2000 data sets.

    Noise of variance 1 is fitted by a line in five normal features, 50 samples, five folds.
    """
    rng = np.random.default_rng(seed)
    Phi = np.concatenate([np.ones((2000, 50, 1)), rng.normal(size=(2000, 50, 5))], axis=2)
    y = rng.normal(size=(2000, 50, 1))
    scores, risks = [], []
    for fold in range(5):
        test = np.arange(50) % 5 == fold
        A, b = Phi[:, ~test], y[:, ~test]
        w = np.linalg.solve(A.transpose(0, 2, 1) @ A, A.transpose(0, 2, 1) @ b)
        scores.append(((y[:, test] - Phi[:, test] @ w) ** 2).mean(axis=(1, 2)))
        risks.append(1 + (w**2).sum(axis=(1, 2)))
    two = ~np.eye(5, dtype=bool)
    numbers = {
        "scores": np.cov(scores)[two].mean(),
        "risks": np.cov(risks)[two].mean(),
        "correlation of scores": np.corrcoef(scores)[two].mean(),
    }
    return {key: float(value) for key, value in numbers.items()}


def chains(seed: int) -> dict[str, float]:
    """Root errors of five chains on two wide tables, and what the forest kept."""
    patients = data.diabetes()
    A, b = patients.X, np.asarray(patients.y)
    rng = np.random.default_rng(seed)
    noise = rng.normal(size=(442, 30))
    near = A[:, [2]] + A[:, 2].std() / 2 * rng.normal(size=(442, 10))
    numbers: dict[str, float] = {}
    for name, Z in (("noise", [A, noise]), ("noise, copies", [A, near, noise])):
        numbers |= _table(name, np.column_stack(Z), b, seed)
    return {key: float(value) for key, value in numbers.items()}


def _table(name: str, Z: Array, b: Array, seed: int) -> dict[str, float]:
    """The numbers of one table: per chain the root error, and how far it is from boosting alone."""
    outcomes = [_chained(Z, b, *split) for split in folds.splits(b, 5, 2, seed)]
    kept = np.concatenate([features for _, features in outcomes])
    numbers = {
        f"{name}: of the ten": float(np.mean(kept < 10)),
        f"{name}: noise kept": float(np.mean(kept >= Z.shape[1] - 30)),
    }
    for chain in outcomes[0][0]:
        gaps = np.array([errors[chain] - errors["boosting"] for errors, _ in outcomes])
        gap, half = intervals.interval(gaps, 1 / 4)
        numbers[f"{name}: {chain}"] = float(np.mean([errors[chain] for errors, _ in outcomes]))
        numbers[f"{name}: {chain}, less boosting"] = gap
        numbers[f"{name}: {chain}, half width"] = half
    return numbers


def _chained(Z: Array, b: Array, train: Array, test: Array) -> tuple[dict[str, float], Array]:
    """Root errors of the chains on one split, and the columns that the forest kept."""
    boost = GradientBoostingRegressor(n_estimators=25, learning_rate=0.2, max_depth=2)
    scale = steps.Standardizer()
    selector = cs.ForestSelector(6, n_estimators=20).fit(Z[train], b[train])
    six = selector.transform(Z)
    chains: dict[str, tuple[Any, ...]] = {
        "boosting": (Z, boost),
        "ridge": (Z, scale, Ridge(30)),
        "PCA, boosting": (Z, scale, PCA(6), boost),
        "forest, boosting": (six, boost),
        "forest, ridge": (six, scale, Ridge(30)),
    }
    errors = {}
    for name, (inputs, *parts) in chains.items():
        predicted = steps.pipeline(*parts)(inputs[train], b[train], inputs[test])
        errors[name] = float(metrics.mse(b[test], predicted) ** 0.5)
    return errors, np.asarray(selector.features_)
