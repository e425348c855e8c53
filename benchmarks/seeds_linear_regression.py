"""What the chapter on linear regression says of stochastic descents, at one seed each."""

from __future__ import annotations

import numpy as np

from mlbook import data
from mlbook import linear_regression as lr
from mlbook.contract import Array
from mlbook.linear.moments import standardize

PASSES = 100


def single_samples(seed: int) -> dict[str, float]:
    """Loss above the minimum after 1, 10 and 100 passes of single samples, at the step 0.01."""
    Phi, y, least = _patients()
    n = len(y)
    path = lr.stochastic_descent(Phi, y, 0.01, PASSES * n, random_state=seed).path
    return {f"after_{k}": float(lr.loss(path[k * n], Phi, y) - least) for k in (1, 10, PASSES)}


def decay(seed: int) -> dict[str, float]:
    """The same after 100 passes, with the step 0.02 throughout and with steps that shrink."""
    return {"fixed": _end(seed, 0.0), "shrinking": _end(seed, 1 / 1000)}


def _end(seed: int, slower: float) -> float:
    """Loss above the minimum after steps of 0.02 / (1 + slower t)."""
    Phi, y, least = _patients()
    deal, w = lr.batches(len(y), 1, seed), np.zeros(Phi.shape[1])
    for t in range(PASSES * len(y)):
        i = next(deal)
        w = lr.step(w, Phi[i], y[i], 0.02 / (1 + slower * t))
    return float(lr.loss(w, Phi, y) - least)


def _patients() -> tuple[Array, Array, float]:
    """The standardized table of the diabetes patients, its targets and the least loss."""
    table = data.diabetes()
    Phi, y = lr.design(standardize(table.X)[0]), np.asarray(table.y)
    return Phi, y, lr.loss(lr.least_squares(Phi, y), Phi, y)
