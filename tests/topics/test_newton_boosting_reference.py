"""What xgboost says, stored for the chapter newton_boosting, and asked again here.

Chapters do not import xgboost; theirs compares its own numbers with the stored ones. To store anew:

    python tests/topics/test_newton_boosting_reference.py

The stored numbers are those of the release in the lock. Of the releases that were seen the newest
is in requirements/releases.txt (`python -m tests.releases`), and CHANGED says what it answers otherwise.
"""

import json
from pathlib import Path

import numpy as np
import pytest
import xgboost
from scipy.sparse import csr_matrix

from mlbook import data
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor
from mlbook.trees.leaves import leaf_weight, split_gain
from tests.releases import among, locked, seen_in

STORED = Path(__file__).resolve().parents[2] / "mlbook" / "data" / "newton_xgboost.json"
ROUNDS, FIRST = 100, 3
TOY_X = np.array([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])
TOY_Y = np.array([1.0, 2.0, 1.0, 5.0, 6.0, 5.0])
TOY_C = np.array([0.0, 0.0, 1.0, 1.0, 1.0, 1.0])
CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
SIGNS = np.array([1.1, -1.0, -1.0, 1.0])
SQUARED, LOGISTIC, SOFTMAX = "reg:squarederror", "binary:logistic", "multi:softprob"
METHODS, GAMMAS = ("exact", "hist", "approx"), (38 / 7, 10.85, 10.86)
HALVES = slice(0, 3), slice(3, 6)  # of the machines, which the first cut makes
TOY = {"eta": 1.0, "max_depth": 1, "min_child_weight": 0.0}
REAL = {"eta": 0.1, "max_depth": 3, "min_child_weight": 1.0}
CHANGED = {
    "3.2": set(),
    "3.4": {"conventions/rows drawn", "conventions/leaves of absolute error"},
}
in_seen_releases = seen_in("xgboost", *CHANGED)


def train(X, y, objective, start, rounds, **params):
    """xgboost's model in one thread; exact search and lam = 1, unless told; base_score is start."""
    fixed = {"objective": objective, "base_score": start, "reg_lambda": 1.0, "gamma": 0.0}
    fixed |= {"tree_method": "exact", "nthread": 1}
    return xgboost.train(fixed | params, xgboost.DMatrix(X, y), rounds)


def nodes(model):
    """Each tree in flat arrays, level by level, as `mlbook.trees.tree.Tree` has them.

    Values and gains are as xgboost stores them: eta w, and twice the gain of the paper. A leaf has
    feature -1, threshold and gain 0; an inner node has value 0.
    """
    dumped = map(json.loads, model.get_dump(dump_format="json", with_stats=True))
    trees = [np.array(list(by_level(tree)), dtype=float).T for tree in dumped]
    return [
        {"feature": f.astype(int).tolist(), "threshold": t.tolist(), "value": v.tolist(),
         "gain": g.tolist(), "cover": c.tolist()}
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
    trees = nodes(model)
    return {
        "trees": trees[:FIRST],
        "features": [tree["feature"] for tree in trees],
        "train": margins[0].tolist(),
        "test": margins[1].tolist(),
    }


def leaves_left(X, y, gamma, method, **settings):
    """The number of leaves that one tree of xgboost keeps at a gamma."""
    model = train(X, y, SQUARED, 0.0, 1, **settings, gamma=gamma, tree_method=method)
    return nodes(model)[0]["feature"].count(-1)


def settings_by_default():
    """What xgboost does if nothing is said, from the settings that a model writes."""
    model = xgboost.train({"nthread": 1}, xgboost.DMatrix(TOY_X, TOY_Y), 1)
    booster = json.loads(model.save_config())["learner"]["gradient_booster"]
    names = ("eta", "max_depth", "lambda", "gamma", "alpha", "max_delta_step", "min_child_weight")
    names += ("max_bin", "subsample")
    return {
        "rounds of XGBModel": xgboost.XGBModel().get_num_boosting_rounds(),
        "updater": booster["gbtree_train_param"]["updater"],
    } | {name: round(float(booster["tree_train_param"][name]), 6) for name in names}


def starts():
    """The scores F that xgboost starts from by default, for the machines and for six of ten."""
    classes, rows = np.repeat([0, 1, 2], [6, 2, 2]), np.arange(10.0)[:, None]
    cases = {SQUARED: (TOY_X, TOY_Y), LOGISTIC: (TOY_X, TOY_C), SOFTMAX: (rows, classes)}
    found = {}
    for objective, (X, y) in cases.items():
        settings = {"objective": objective, "eta": 0.0, "nthread": 1}
        settings |= {"num_class": 3} if objective == SOFTMAX else {}
        model = xgboost.train(settings, xgboost.DMatrix(X, y), 1)
        found[objective] = model.predict(xgboost.DMatrix(X[:1]), output_margin=True)[0].tolist()
    return found


def conventions():
    """What differs from the paper, each asked in the smallest case that shows it."""
    rows, classes = np.arange(12.0)[:, None], np.repeat([0, 1, 2], 4)
    plain = {"eta": 1.0, "max_depth": 1, "min_child_weight": 0.0, "nthread": 1}
    softmax = {"objective": SOFTMAX, "num_class": 3, "reg_lambda": 0.0, "tree_method": "exact"}
    softmax_model = xgboost.train(plain | softmax, xgboost.DMatrix(rows, classes), 1)
    deep = {"eta": 1.0, "max_depth": 2, "min_child_weight": 0.0, "reg_lambda": 0.0}
    first = nodes(train(TOY_X, TOY_Y, SQUARED, 0.0, 1, **TOY | {"eta": 0.1}))[0]
    binned = nodes(train(TOY_X, TOY_Y, SQUARED, 0.0, 1, **TOY, tree_method="hist"))[0]
    heavy = nodes(train(TOY_X, TOY_C, LOGISTIC, 0.5, 1, **TOY | {"min_child_weight": 1.0}))[0]
    return {
        "defaults": settings_by_default(),
        "starts": starts(),
        "leaves at eta 0.1": first["value"][1:],
        "softmax": [tree["value"][1] for tree in nodes(softmax_model)],
        "threshold by hist": binned["threshold"][0],
        "leaves with min_child_weight 1": heavy["feature"].count(-1),
        "leaves of the machines": {
            method: [leaves_left(TOY_X, TOY_Y, gamma, method, **TOY) for gamma in GAMMAS]
            for method in METHODS
        },
        "leaves of the corners": {m: leaves_left(CORNERS, SIGNS, 1.0, m, **deep) for m in METHODS},
        "rows drawn": {method: rows_drawn(method) for method in METHODS[:2]},
        "leaves of absolute error": {method: absolute_leaves(method) for method in METHODS},
    }


def rows_drawn(method):
    """The numbers of rows of four trees that draw half of a thousand."""
    X, y = np.arange(1000.0)[:, None], np.arange(1000.0)
    model = train(X, y, SQUARED, 0.0, 4, subsample=0.5, max_depth=1, tree_method=method)
    return [tree["cover"][0] for tree in nodes(model)]


def absolute_leaves(method):
    """The leaves of one tree for the machines and absolute error, from the score 3."""
    model = train(TOY_X, TOY_Y, "reg:absoluteerror", 3.0, 1, **TOY, tree_method=method)
    return nodes(model)[0]["value"][1:]


def reference():
    """All that is stored."""
    toy = {
        "squared": train(TOY_X, TOY_Y, SQUARED, 0.0, 2, **TOY),
        "logistic": train(TOY_X, TOY_C, LOGISTIC, 0.5, 2, **TOY),
    }
    return {
        "xgboost": xgboost.__version__,
        "rounds": ROUNDS,
        "toy": {name: nodes(model) for name, model in toy.items()},
        "conventions": conventions(),
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


@in_seen_releases
def test_stored_numbers_are_what_xgboost_says_today(stored):
    before, now = dict(leaves(stored)), dict(leaves(reference()))
    assert before.keys() == now.keys()
    other = {path for path in now if now[path] != pytest.approx(before[path], rel=1e-4, abs=1e-4)}
    (changed,) = (CHANGED[family] for family in CHANGED if among(xgboost.__version__, family))
    assert {"/".join(path.split("/")[1:3]) for path in other} == changed


def test_the_reference_names_the_release_of_the_lock(stored):
    assert {stored["xgboost"]} == locked("xgboost-cpu") == locked("xgboost")


@in_seen_releases
def test_the_reference_names_the_search_that_is_the_default(stored):
    assert stored["conventions"]["defaults"]["updater"] == settings_by_default()["updater"]


def test_gain_and_gamma_of_xgboost_are_twice_the_papers(stored):
    leaves_of = stored["conventions"]["leaves of the machines"]
    gain = split_gain(-4.0, 3, -16.0, 3, 1.0, 0.0)
    assert stored["toy"]["squared"][0]["gain"][0] == pytest.approx(2 * gain)
    assert pytest.approx(gain) == GAMMAS[0]
    assert GAMMAS[1] < 2 * gain < GAMMAS[2]
    assert [leaves_of[method] for method in METHODS] == [[2, 2, 1]] * 3


def test_exact_search_prunes_after_growing_and_histograms_at_once(stored):
    assert stored["conventions"]["leaves of the corners"] == {"exact": 4, "hist": 1, "approx": 1}


def test_absolute_error_has_medians_in_the_leaves_except_with_exact_search(stored):
    medians = [np.median(TOY_Y[:3]) - 3, np.median(TOY_Y[3:]) - 3]
    newton = [leaf_weight(3, 3, 1.0), leaf_weight(-3, 3, 1.0)]
    leaves_of = stored["conventions"]["leaves of absolute error"]
    assert leaves_of["hist"] == leaves_of["approx"] == pytest.approx(medians)
    assert leaves_of["exact"] == pytest.approx(newton)


@seen_in("xgboost", "3.4")
@pytest.mark.parametrize("method", METHODS)
def test_absolute_error_has_newton_leaves_of_a_smooth_loss_since_release_3_4(method):
    r = 3 - TOY_Y  # its release notes name pull request 12373, which has the formula
    scale = np.mean(np.sqrt(np.abs(r))) ** 2
    h = scale / np.hypot(scale, r)
    newton = [leaf_weight(np.sum(h[rows] * r[rows]), h[rows].sum(), 1.0) for rows in HALVES]
    assert absolute_leaves(method) == pytest.approx(newton)


def test_the_curvature_of_softmax_is_twice_its_diagonal(stored):
    first = leaf_weight(4 * (1 / 3 - 1), 4 * (1 / 3) * (2 / 3), 0.0)
    assert first == pytest.approx(3)
    assert stored["conventions"]["softmax"][0] == pytest.approx(first / 2)


@in_seen_releases
@pytest.mark.parametrize("method", METHODS)
def test_a_cut_needs_a_gain_of_gamma_and_of_a_millionth(method):
    two, free = np.array([[0.0], [1.0]]), TOY | {"reg_lambda": 0.0}
    assert [leaves_left(two, [1, -1], g, method, **free) for g in (1.999, 2, 2.001)] == [2, 2, 1]
    assert leaves_left(two, [1e-3, -1e-3], 0, method, **free) == 2  # its gain is 2e-6
    assert leaves_left(two, [5e-4, -5e-4], 0, method, **free) == 1  # 5e-7


@in_seen_releases
def test_approx_moves_its_thresholds_with_the_curvature_and_hist_does_not():
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(size=500))
    c = 1.0 * (rng.random(500) < 1 / (1 + np.exp(4 - 8 * x)))
    weightless = {"max_bin": 4, "max_depth": 6, "min_child_weight": 0.0, "reg_lambda": 0.0}
    fixed, moved = (
        [set(tree["threshold"]) - {0.0} for tree in nodes(
            train(x[:, None], c, LOGISTIC, 0.5, 3, eta=1.0, tree_method=method, **weightless)
        )]
        for method in ("hist", "approx")
    )  # fmt: skip
    assert len(set.union(*fixed)) <= 3 and not set.intersection(*moved)


def test_rows_are_drawn_one_by_one(stored):
    for counts in stored["conventions"]["rows drawn"].values():
        assert len(set(counts)) > 1 and np.abs(np.array(counts) - 500).max() < 60


@in_seen_releases
@pytest.mark.parametrize("method", METHODS)
def test_columns_are_drawn_for_each_tree(method):
    rng = np.random.default_rng(0)
    X, c = rng.normal(size=(400, 10)), rng.integers(0, 3, 400)
    half = {"num_class": 3, "colsample_bytree": 0.5, "min_child_weight": 0.0}
    trees = nodes(train(X, c, SOFTMAX, 0.5, 10, tree_method=method, **half))
    used = [set(tree["feature"]) - {-1} for tree in trees]
    assert {len(columns) for columns in used} == {5}
    assert all(len(set.union(*used[k : k + 3])) > 5 for k in range(0, 30, 3))


def breakdowns(**settings):
    """The two leaves of the first tree of the breakdowns, whose G are 1 and -2, H 1/2 and 1."""
    return nodes(train(TOY_X, TOY_C, LOGISTIC, 0.5, 1, **TOY | settings))[0]["value"][1:]


def test_the_table_of_parameters_says_what_they_do():
    assert breakdowns() == pytest.approx([-2 / 3, 1])
    weighted = [leaf_weight(1, 0.5, 1.0), leaf_weight(2 * -2, 2 * 1, 1.0)]
    assert breakdowns(scale_pos_weight=2) == pytest.approx(weighted)
    assert breakdowns(max_delta_step=0.5) == pytest.approx([-0.5, 0.5])
    assert breakdowns(alpha=0.5) == pytest.approx([-(1 - 0.5) / 1.5, (2 - 0.5) / 2])
    assert breakdowns(eta=0.3) == pytest.approx([0.3 * -2 / 3, 0.3])
    assert breakdowns(reg_lambda=3.0) == pytest.approx([-1 / 3.5, 2 / 4])
    assert breakdowns(min_child_weight=0.5, max_depth=1) == pytest.approx([-2 / 3, 1])
    assert breakdowns(min_child_weight=0.51) != pytest.approx([-2 / 3, 1])


def test_monotone_categorical_and_sparse_features_of_xgboost():
    falling = nodes(train(TOY_X, TOY_Y, SQUARED, 0.0, 1, **TOY, monotone_constraints="(-1)"))[0]
    assert falling["feature"] == [-1]  # the days rise with the age, so no split is allowed
    absent = csr_matrix(np.array([[0.0], [0.0], [0.0], [1.0], [2.0], [3.0]]))
    (dumped,) = train(absent, TOY_Y, SQUARED, 0.0, 1, **TOY).get_dump()
    assert "missing=2" in dumped and "2:leaf=1\n" in dumped  # those three have the mean 4/3
    colours, y = np.array([[0.0], [1.0], [2.0]] * 2), np.array([0.0, 5.0, 0.0] * 2)
    told = xgboost.DMatrix(colours, y, feature_types=["c"], enable_categorical=True)
    settings = TOY | {"objective": SQUARED, "base_score": 0.0, "nthread": 1}
    (dumped,) = xgboost.train(settings, told, 1).get_dump()
    assert "[f0:{1}]" in dumped


def test_the_clinics_error_with_the_defaults_of_xgboost():
    table, errors = data.diabetes(), []
    for seed in range(20):
        X, X_test, y, y_test = data.train_test_split(table.X, table.y, seed=seed)
        model = xgboost.train({"nthread": 1}, xgboost.DMatrix(X, y), ROUNDS)
        F = model.predict(xgboost.DMatrix(X_test))
        errors.append(np.sqrt(np.mean((F - y_test) ** 2)))
    assert 64.5 < np.mean(errors) < 65.5


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
