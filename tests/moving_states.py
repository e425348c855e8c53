"""Things to move: seeded states of each, and the numbers that the package gives for them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from mlbook import pca

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "_ext" / "moving"


def asked(states):
    """{thing: its start, and the numbers of these states} by the JavaScript of the site."""
    sys.path.insert(0, str(ROOT / "_ext"))
    from node import NODE

    run = subprocess.run(
        [NODE, Path(__file__).with_name("moving.mjs")],
        input=json.dumps(states),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def pca_states(rng):
    """Five points on the grid, which may coincide, and an angle."""
    points = np.stack([rng.integers(0, 17, (40, 5)), rng.integers(0, 11, (40, 5))], axis=-1)
    angles = np.linspace(0, 179, 40)
    return [{"points": p.tolist(), "angle": a} for p, a in zip(points, angles, strict=True)]


def pca_numbers(state):
    """The numbers of five points and a line."""
    X, angle = np.array(state["points"], float), np.deg2rad(state["angle"])
    w = np.array([[np.cos(angle)], [np.sin(angle)]])
    S, mean = pca.covariance(X), X.mean(axis=0)
    Z = pca.scores(X, mean, w)
    across = np.array([-w[1], w[0]])
    frames = [np.array([[np.cos(t)], [np.sin(t)]]) for t in np.deg2rad(np.arange(0, 181, 2))]
    return {
        "mean": mean,
        "covariance": S,
        "total": np.trace(S),
        "scores": Z[:, 0],
        "kept": pca.kept_variance(S, w),
        "lost": pca.kept_variance(S, across),
        "eigenvalues": pca.principal_axes(S)[0],
        "projected": pca.reconstruct(Z, mean, w),
        "curve": [pca.kept_variance(S, frame) for frame in frames],
    }


THINGS = {"pca-turn": (pca_states, pca_numbers)}
