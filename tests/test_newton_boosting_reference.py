"""What xgboost says, stored for the chapter newton_boosting, and asked again here.

Chapters do not import xgboost; theirs compares its own numbers with the stored ones. To store anew:

    python tests/test_newton_boosting_reference.py
"""

import json
from pathlib import Path

import numpy as np
import pytest
import xgboost

from mlbook import data
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor

STORED = Path(__file__).resolve().parent.parent / "chapters" / "data" / "newton_xgboost.json"
ROUNDS, FIRST = 100, 3
TOY_X = np.array([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])
TOY_Y = np.array([1.0, 2.0, 1.0, 5.0, 6.0, 5.0])
TOY_C = np.array([0.0, 0.0, 1.0, 1.0, 1.0, 1.0])
SQUARED, LOGISTIC = "reg:squarederror", "binary:logistic"
TOY = {"eta": 1.0, "max_depth": 1, "min_child_weight": 0.0}
REAL = {"eta": 0.1, "max_depth": 3, "min_child_weight": 1.0}


def train(X, y, objective, start, rounds, **params):
    """xgboost's model, exact search, one thread, lam = 1; `start` is its base_score."""
    fixed = {"objective": objective, "base_score": start, "reg_lambda": 1.0, "gamma": 0.0}
    fixed |= {"tree_method": "exact", "nthread": 1}
    return xgboost.train(fixed | params, xgboost.DMatrix(X, y), rounds)


def nodes(model, eta):
    """Each tree in flat arrays, level by level, as `mlbook.trees.tree.Tree` has them.

    xgboost stores eta w and twice the gain; here it is w and the gain. A leaf has feature -1,
    threshold and gain 0; an inner node has value 0.
    """
    dumped = map(json.loads, model.get_dump(dump_format="json", with_stats=True))
    trees = [np.array(list(by_level(tree)), dtype=float).T for tree in dumped]
    return [
        {"feature": f.astype(int).tolist(), "threshold": t.tolist(), "value": (v / eta).tolist(),
         "gain": (g / 2).tolist(), "cover": c.tolist()}
        for f, t, v, g, c in trees
    ]  # fmt: skip


def by_level(root):
    """(feature, threshold, value, gain, cover) of each node, level by level from the left."""
    queue = [root]
    for node in queue:
        if "leaf" in node:
            yield -1, 0.0, node["leaf"], 0.0, node["cover"]
        else:
            child = {each["nodeid"]: each for each in node["children"]}
            queue += [child[node["yes"]], child[node["no"]]]
            yield int(node["split"][1:]), node["split_condition"], 0.0, node["gain"], node["cover"]


def real_case(table, objective):
    """The first trees, the features of all, and F on both parts after all rounds."""
    X, X_test, y, y_test = data.train_test_split(table.X, table.y, seed=0)
    model = train(X, y, objective, float(np.mean(y)), ROUNDS, **REAL)
    margins = [model.predict(xgboost.DMatrix(part), output_margin=True) for part in (X, X_test)]
    trees = nodes(model, REAL["eta"])
    return {
        "trees": trees[:FIRST],
        "features": [tree["feature"] for tree in trees],
        "train": margins[0].tolist(),
        "test": margins[1].tolist(),
    }


def reference():
    """All that is stored."""
    toy = {
        "squared": train(TOY_X, TOY_Y, SQUARED, 0.0, 2, **TOY),
        "logistic": train(TOY_X, TOY_C, LOGISTIC, 0.5, 2, **TOY),
    }
    return {
        "xgboost": xgboost.__version__,
        "rounds": ROUNDS,
        "toy": {name: nodes(model, TOY["eta"]) for name, model in toy.items()},
        "diabetes": real_case(data.diabetes(), SQUARED),
        "breast_cancer": real_case(data.breast_cancer(), LOGISTIC),
    }


def leaves(thing, path=""):
    """(path, number) of every number of a nested structure."""
    if isinstance(thing, dict | list):
        pairs = thing.items() if isinstance(thing, dict) else enumerate(thing)
        for key, inside in pairs:
            yield from leaves(inside, f"{path}/{key}")
    elif not isinstance(thing, str):
        yield path, thing


@pytest.fixture(scope="module")
def stored():
    return json.loads(STORED.read_text("utf8"))


def test_stored_numbers_are_what_xgboost_says_today(stored):
    before, now = dict(leaves(stored)), dict(leaves(reference()))
    assert before.keys() == now.keys()
    assert list(now.values()) == pytest.approx(list(before.values()), rel=1e-4, abs=1e-4)


@pytest.mark.parametrize(
    "kind, name",
    [(NewtonBoostingRegressor, "diabetes"), (NewtonBoostingClassifier, "breast_cancer")],
)
def test_100_rounds_agree_with_xgboost_on_every_training_sample(stored, kind, name):
    table = getattr(data, name)()
    X, _, y, _ = data.train_test_split(table.X, table.y, seed=0)
    model = kind(n_estimators=ROUNDS, max_depth=REAL["max_depth"]).fit(X, y)
    F = model.predict(X) if name == "diabetes" else model.decision_function(X)
    assert np.array(stored[name]["train"]) == pytest.approx(F, rel=1e-4, abs=1e-2)


if __name__ == "__main__":
    STORED.write_text(json.dumps(reference(), indent=0).replace("\n", "") + "\n", "utf8")
