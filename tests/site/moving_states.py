"""Things to move: seeded states of each, and the numbers that the package gives for them."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np

from mlbook import data, metrics, pca, svm
from mlbook import regularization as reg
from mlbook.gradient_boosting import LOSSES, GradientBoostingRegressor
from mlbook.lda import LDA
from mlbook.trees.leaves import leaf_score, leaf_weight, split_gain
from tools.book import ROOT

SCRIPTS = ROOT / "_ext" / "directives" / "moving"


def run_scripts(states):
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


def newton_states(rng):
    """Days of six machines, both penalties on their grids, and whose numbers are shown."""
    days = rng.integers(0, 9, (60, 6))
    lams, gammas = rng.integers(0, 17, 60) / 2, rng.integers(0, 53, 60) / 4
    return [
        {"days": y.tolist(), "lambda": lam, "gamma": gamma, "xgboost": k % 2 == 1}
        for k, (y, lam, gamma) in enumerate(zip(days, lams.tolist(), gammas.tolist(), strict=True))
    ]


def newton_numbers(state):
    """The gains of five cuts in fractions, the best one, and the leaves of the tree that is left."""
    y, lam, gamma = state["days"], Fraction(state["lambda"]), Fraction(state["gamma"])
    sums = [(-sum(y[:k]), k, -sum(y[k:]), 6 - k) for k in range(1, 6)]
    gains = [split_gain(*map(Fraction, four), lam, 0) for four in sums]
    best = gains.index(max(gains))
    less = split_gain(*map(Fraction, sums[best]), lam, gamma)
    printed = 2 * gains[best]  # by xgboost, which makes a cut that is not below its gamma
    made = printed >= max(2 * gamma, 1e-6) if state["xgboost"] else less > 0
    G, H = zip(sums[best][:2], sums[best][2:], strict=True) if made else ((-sum(y),), (6,))
    weights = [leaf_weight(Fraction(g), h, lam) for g, h in zip(G, H, strict=True)]
    scores = [leaf_score(Fraction(g), h, lam) for g, h in zip(G, H, strict=True)]
    return {
        "gains": [float(gain) for gain in gains],
        "fractions": written(gains),
        "doubled": written(2 * gain for gain in gains),
        "best": best,
        "less": float(less),
        "made": made,
        "values": [float(w) for w in weights],
        "weights": written(weights),
        "bottoms": [-float(score) / 2 for score in scores],
    }


def written(numbers):
    """Fractions as the page writes them."""
    return [str(number).replace("-", "\N{MINUS SIGN}") for number in numbers]


ROOT_OF_PRODUCTS = np.linalg.cholesky(np.array([[1, 0.3], [0.3, 1]])).T  # as in the chapter


def ball_states(rng):
    """Places of the least-squares solution, budgets, both balls and numbers of sweeps."""
    centres = np.round(rng.uniform([-1.5, -1.5], [3.5, 2.3], (40, 2)), 1)
    budgets, sweeps = rng.integers(2, 31, 40) / 20, rng.integers(0, 13, 40)
    return [
        {"centre": c, "budget": t, "ball": ["diamond", "disc"][k % 4 == 3], "sweeps": m}
        for k, (c, t, m) in enumerate(
            zip(centres.tolist(), budgets.tolist(), sweeps.tolist(), strict=True)
        )
    ]


def penalty(weights, order, budget):
    """The penalty at which weights have the length of the budget, by bisection."""
    low, high = 0.0, 64.0
    for _ in range(70):
        middle = (low + high) / 2
        longer = np.linalg.norm(weights(middle), order) > budget
        low, high = (middle, high) if longer else (low, middle)
    return (low + high) / 2


def ball_numbers(state):
    """The weights and the penalty of a budget, the way there by sweeps, and what certifies them."""
    X, best, lasso = ROOT_OF_PRODUCTS, np.array(state["centre"]), state["ball"] == "diamond"
    y, order = X @ best, 1 if lasso else 2
    if np.linalg.norm(best, order) <= state["budget"]:
        return {"touch": best, "lambda": 0.0, "w": best, "products": [0, 0], "holds": [1, 1]}
    solve = reg.lasso if lasso else reg.ridge
    lam = penalty(lambda lam: solve(X, y, lam), order, state["budget"])
    touch = solve(X, y, lam)
    w, more = touch, {}
    if lasso:
        path = reg.coordinate_descent(X, y, lam, 12)
        w = path[state["sweeps"]]
        more = {"path": path, "gaps": [reg.duality_gap(one, X, y, lam) for one in path]}
    g = X.T @ (y - X @ w)
    right = np.where(w == 0, np.clip(g, -lam, lam), lam * np.sign(w)) if lasso else lam * w
    holds = np.abs(g - right) <= 1e-6
    return {"touch": touch, "lambda": lam, "w": w, "products": g, "holds": holds, **more}


FREE = 40  # the point that can be moved


def boosting_states(rng):
    """Values of the free point, rounds, steps, leaves and losses."""
    losses = ["squared", "absolute", "huber"]
    return [
        {
            "value": rng.integers(-20, 21) / 10,
            "rounds": int(rng.integers(1, 61)),
            "eta": rng.integers(1, 11) / 10,
            "leaves": int(rng.integers(2, 9)),
            "loss": losses[k % 3],
        }
        for k in range(30)
    ]


def sixty():
    """The points of the chapter's sine, sorted, in thousandths."""
    x, y = data.sinusoid(60, seed=1)
    order = np.argsort(x)
    return np.rint(1000 * x[order]) / 1000, np.rint(1000 * y[order]) / 1000


def boosting_numbers(state):
    """The sum of so many trees on the points and on a grid, the last tree, and two errors."""
    x, y = sixty()
    y[FREE] = state["value"]
    X, grid = x[:, None], 0.005 + np.arange(100)[:, None] / 100
    model = GradientBoostingRegressor(
        state["rounds"], state["eta"], None, state["leaves"], loss=state["loss"]
    ).fit(X, y)
    F = np.array([np.full(60, model.start_), *model.staged_predict(X)])
    curves = np.array([np.full(100, model.start_), *model.staged_predict(grid)])
    last = LOSSES[state["loss"]](0.9).adapted(y, F[-2])
    return {
        "y": y,
        "F": F[-1],
        "before": F[-2],
        "curve": curves[-1],
        "r": last.pseudo_residual(y - F[-2]),
        "tree": model.trees_[-1][0].predict(X).ravel(),
        "train": abs(y - F).mean(axis=1),
        "hidden": abs(np.sin(2 * np.pi * grid.ravel()) - curves).mean(axis=1),
    }


LABELS = np.array([1, 1, 1, 1, -1, -1, -1, -1])


def street_states(rng):
    """Eight points on the grid, penalties, and a few steps or all.

    After many steps residuals are equal but for rounding, and either of two pairs may be the next.
    """
    points = rng.integers(-2, 7, (40, 8, 2))
    return [
        {"points": p.tolist(), "power": int(rng.integers(-6, 5)), "steps": [k % 4, 5000][k % 2]}
        for k, p in enumerate(points)
    ]


def street_numbers(state):
    """The multipliers after these steps, what they make of the street, and both objectives.

    At the end the multipliers need not be the only ones, but all else is.
    """
    X, C, alpha = np.array(state["points"], float), 2.0 ** state["power"], np.zeros(8)
    K, primals, duals = X @ X.T, [], []
    for step in range(state["steps"] + 1):
        F = svm.residuals(alpha, LABELS, K)
        up, down = svm.room_up(alpha, LABELS, C) > 0, svm.room_down(alpha, LABELS, C) > 0
        free = (alpha > 0) & (alpha < C)
        b = F[free].mean() if free.any() else (F[up].max() + F[down].min()) / 2
        duals.append(svm.dual_objective(alpha, LABELS, K))
        primals.append(duals[-1] + svm.duality_gap(alpha, LABELS, K, b, C))
        done = F[up].max() - F[down].min() <= 1e-9
        if done or step == state["steps"]:
            break
        pair = svm.working_set(alpha, LABELS, K, C)
        alpha = svm.two_variable_step(alpha, LABELS, K, *pair, C)
    u = svm.decision_values(alpha, LABELS, K, b)
    found = {"w": (alpha * LABELS) @ X, "b": b, "u": u, "primal": primals[-1], "dual": duals[-1]}
    return {**found, "done": done} | ({} if done else {"alpha": alpha})


def threshold_states(rng):
    """All thresholds in twentieths, and costs of a false negative."""
    costs = rng.integers(1, 21, 20).tolist()
    return [{"threshold": t, "miss": cost} for t, cost in enumerate(costs)]


def tumours():
    """Which of the chapter's tumours are malignant, and with what held-out probability by LDA."""
    cancer = data.breast_cancer()
    X, ill = cancer.X[:, [1, 4]], (cancer.y == 0).astype(int)
    fold, p = np.random.default_rng(0).permutation(len(ill)) % 5, np.empty(len(ill))
    for k in range(5):
        model = LDA().fit(X[fold != k], ill[fold != k])
        p[fold == k] = model.predict_proba(X[fold == k])[:, 1]
    return ill, p


def threshold_numbers(state):
    """What a threshold makes of the tumours, and the ROC curve of the probabilities in twentieths."""
    ill, p = tumours()
    said = (p >= state["threshold"] / 20).astype(int)
    (tn, fp), (fn, tp) = metrics.confusion_matrix(ill, said, labels=[0, 1])
    cuts = [p >= k / 20 for k in range(20, -1, -1)]
    return {
        **{"tp": tp, "fp": fp, "fn": fn, "tn": tn},
        "sensitivity": metrics.recall(ill, said),
        "specificity": metrics.specificity(ill, said),
        "precision": metrics.precision(ill, said),
        "accuracy": metrics.accuracy(ill, said),
        "cost": (state["miss"] * fn + fp) / len(ill),
        "tpr": [metrics.recall(ill, cut) for cut in cuts],
        "fpr": [1 - metrics.specificity(ill, cut) for cut in cuts],
    }


THINGS = {
    "pca-turn": (pca_states, pca_numbers),
    "newton-machines": (newton_states, newton_numbers),
    "regularization-ball": (ball_states, ball_numbers),
    "boosting-rounds": (boosting_states, boosting_numbers),
    "svm-street": (street_states, street_numbers),
    "metrics-threshold": (threshold_states, threshold_numbers),
}
