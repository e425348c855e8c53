"""What the chapter on random forests says of random data, for one seed each."""

from typing import Any

import numpy as np

from mlbook import data
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.linear_regression import LinearRegression
from mlbook.pca import PCA
from mlbook.random_forest import (
    RandomForestClassifier,
    RandomForestRegressor,
    out_of_bag,
    out_of_bag_importance,
    permutation_importance,
)
from mlbook.regression_tree import DecisionTreeRegressor


def per_node(seed):
    """Accuracy on exclusive or of two of four features, one drawn at each node or once per tree."""
    X = np.random.default_rng(seed).normal(size=(1300, 4))
    c = (X[:, 0] > 0) ^ (X[:, 1] > 0)
    X, new, c, c_new = X[:300], X[300:], c[:300], c[300:]
    node = RandomForestClassifier(60, max_features=1).fit(X, c)
    tree = [RandomForestClassifier(15).fit(X[:, [j]], c) for j in range(4)]
    votes = np.sum([forest.predict_proba(new[:, [j]]) for j, forest in enumerate(tree)], axis=0)
    return {"node": node.score(new, c_new), "tree": np.mean(votes.argmax(axis=1) == c_new)}


def correlation(seed):
    """Correlation, variance, floor and squared bias of trees, from 20 data sets of its own."""
    sets = [data.friedman(100, seed=1000 + s) for s in range(20 * seed, 20 * seed + 20)]
    X_new, true = data.friedman(5000, seed=99)[0], data.friedman(5000, seed=99, noise=0)[1]
    return _parts(sets, X_new, true, (1, 2, 3, 5))


def competing(seed):
    """The same for a target that six near copies of one number predict about equally well."""
    sets = [_near_copies(100, 1000 + s, noise=1) for s in range(20 * seed, 20 * seed + 20)]
    X_new, true = _near_copies(5000, 99)
    return _parts(sets, X_new, true, (1, 2, 6))


def _near_copies(n, seed, noise=0):
    """Six features, one number plus a little noise each; the target is twice their mean."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 1)) + 0.5 * rng.normal(size=(n, 6))
    return X, 2 * X.mean(axis=1) + noise * rng.normal(size=n)


def _parts(sets, X_new, true, values):
    """What the error of forests on these sets is made of, for values of m; means over X_new."""
    result: dict[str, float] = {}
    for m in values:
        f = np.array(
            [_each(RandomForestRegressor(20, max_features=m).fit(X, y), X_new) for X, y in sets]
        )
        within = f.var(axis=1, ddof=1).mean()
        means = f.mean(axis=1)  # of the trees of a set
        between = means.var(axis=0, ddof=1).mean()
        floor = between - within / f.shape[1]
        parts = {
            "rho": floor / (floor + within),
            "variance": floor + within,
            "floor": floor,
            "bias": ((means.mean(axis=0) - true) ** 2).mean() - between / len(sets),
        }
        result |= {f"{name} {m}": value for name, value in parts.items()}
    return result


def _each(forest, X):
    """What each tree of a forest of numbers predicts, (B, n)."""
    return np.array([tree.predict(X) for tree in forest.trees_])


def bootstrap_tree(seed):
    """Squared error of a tree on all samples, of one on a bootstrap sample, and of 50 of these."""
    X, y = data.friedman(1100, seed=seed)
    X, new, y, y_new = X[:100], X[100:], y[:100], y[100:]
    forest = RandomForestRegressor(50, max_features=5).fit(X, y)
    predictions = [tree.predict(new) for tree in forest.trees_]
    return {
        "all": np.mean((DecisionTreeRegressor().fit(X, y).predict(new) - y_new) ** 2),
        "bootstrap": np.mean((np.array(predictions) - y_new) ** 2),
        "forest": np.mean((np.mean(predictions, axis=0) - y_new) ** 2),
    }


def importance(seed):
    """The importance out of bag of five features and a random one, and what they move."""
    X, y = data.friedman(100, seed=seed)
    rng = np.random.default_rng(seed)
    X = np.column_stack([X, rng.random(100)])
    forest = RandomForestRegressor(50, max_features=2).fit(X, y)
    sums = np.zeros((2, 6))
    for tree, drawn in zip(forest.trees_, forest.counts_, strict=True):
        out, target = X[drawn == 0], y[drawn == 0]
        before = tree.predict(out)
        for j in range(6):
            moved = out.copy()
            moved[:, j] = rng.permutation(out[:, j])
            after = tree.predict(moved)
            grown = (after - target) ** 2 - (before - target) ** 2
            sums[:, j] += grown.mean() / 50, ((after - before) ** 2).mean() / 50
    keys = ("importance", "moved")
    rows = zip(keys, sums, strict=True)
    return {f"{key} {j + 1}": row[j] for key, row in rows for j in range(6)}


def copies(seed):
    """The importance of feature 4 as it is, and of itself and a copy when it stands there twice."""
    X, y = data.friedman(100, seed=seed)
    twice = np.column_stack([X, X[:, 3]])
    forest = RandomForestRegressor(50, max_features=2)
    alone, both = (out_of_bag_importance(forest.fit(Z, y), Z, y).mean(axis=1) for Z in (X, twice))
    return {"alone": alone[3], "first": both[3], "copy": both[5]}


def noise(seed):
    """Importance by permutation and by noise, of five features and two random ones."""
    X, y = data.friedman(100, seed=seed)
    X = np.column_stack([X, np.random.default_rng(seed).random((100, 2))])
    forest = RandomForestRegressor(100, max_features=2).fit(X, y)
    result: dict[str, float] = {}
    for name, level in (("permuted", None), ("noise", 0.05)):
        grown = out_of_bag_importance(forest, X, y, noise=level).mean(axis=1)
        result |= {f"{name} {j + 1}": value for j, value in enumerate(grown)}
    return result


def impurity(seed):
    """Fractions of impurity, falls of accuracy on new samples and on those of the training.

    The features are a signal, a random bit and a random number.
    """
    rng = np.random.default_rng(seed)
    Z = np.column_stack([rng.integers(0, 2, (1200, 2)), rng.random(1200)])
    c = np.where(rng.random(1200) < 0.7, Z[:, 0], 1 - Z[:, 0]).astype(int)
    forest = RandomForestClassifier(50, max_features=1).fit(Z[:200], c[:200])
    fall = permutation_importance(forest, Z[200:], c[200:]).mean(axis=1)
    known = permutation_importance(forest, Z[:200], c[:200]).mean(axis=1)
    names = "signal", "bit", "number"
    return (
        dict(zip(names, forest.feature_importances_, strict=True))
        | {f"fall {name}": value for name, value in zip(names, fall, strict=True)}
        | {f"training {name}": value for name, value in zip(names, known, strict=True)}
    )


def selection(seed):
    """Columns kept and errors of a forest on all, on those kept and on as many axes of PCA."""
    result: dict[str, float] = {}
    for extra in (0, 20, 40):
        A, t = data.friedman(600, seed=seed)
        A = np.column_stack([A, np.random.default_rng(seed).random((600, extra))])
        kept = _chosen(A[:100], t[:100])
        views = {"all": A, "kept": A[:, kept], "axes": PCA(kept.sum()).fit(A[:100]).transform(A)}
        result |= {f"columns {extra}": float(kept.sum()), f"of five {extra}": float(kept[:5].sum())}
        for name, Z in views.items():
            forest = RandomForestRegressor(50).fit(Z[:100], t[:100])
            result[f"{name} {extra}"] = np.mean((forest.predict(Z[100:]) - t[100:]) ** 2)
    return result


def _chosen(A, t):
    """The columns whose importance is above twice its standard error over the trees."""
    forest = RandomForestRegressor(50).fit(A, t)
    importances = out_of_bag_importance(forest, A, t)
    return importances.mean(axis=1) > 2 * importances.std(axis=1, ddof=1) / 50**0.5


def coins(seed):
    """Accuracy on labels that are coin tosses, on the training samples and on new ones."""
    rng = np.random.default_rng(seed)
    Z, coin = rng.normal(size=(1200, 5)), rng.integers(0, 2, 1200)
    result: dict[str, float] = {}
    for B in (1, 10, 100):
        forest = RandomForestClassifier(B).fit(Z[:200], coin[:200])
        result[f"training {B}"] = forest.score(Z[:200], coin[:200])
        result[f"new {B}"] = forest.score(Z[200:], coin[200:])
    return result


def leaves(seed):
    """Accuracy with leaves of at least 1 or 20 samples, where 0.7 is the best possible."""
    rng = np.random.default_rng(seed)
    Z = rng.normal(size=(1200, 2))
    c = (rng.random(1200) < np.where(Z[:, 0] > 0, 0.7, 0.3)).astype(int)
    forests = {k: RandomForestClassifier(50, max_features=1, min_samples_leaf=k) for k in (1, 20)}
    return {str(k): f.fit(Z[:200], c[:200]).score(Z[200:], c[200:]) for k, f in forests.items()}


def pruned(seed):
    """Errors on the tumours by ten folds: a full tree, the best of pruned ones, 25 full trees.

    Of each also how many malignant tumours are missed, and how many benign ones called malignant.
    """
    cancer, fold = data.breast_cancer(), np.random.default_rng(seed).permutation(569) % 10
    assert cancer.y is not None
    penalties = [DecisionTreeClassifier(alpha=a) for a in (0.002, 0.005, 0.01, 0.02)]
    models: dict[str, list[Any]] = {
        "full": [DecisionTreeClassifier()],
        "pruned": penalties,
        "forest": [RandomForestClassifier(25)],
    }
    result: dict[str, float] = {}
    for name, each in models.items():
        wrong = min((_wrong(model, cancer.X, cancer.y, fold) for model in each), key=np.sum)
        result |= {
            name: wrong.mean(),
            f"{name} missed": float(wrong[cancer.y == 0].sum()),
            f"{name} false": float(wrong[cancer.y == 1].sum()),
        }
    return result


def _wrong(model, X, y, fold):
    """Which observations are told wrong by a model that has not seen their fold."""
    wrong = np.empty(len(y), dtype=bool)
    for k in range(10):
        model.fit(X[fold != k], y[fold != k])
        wrong[fold == k] = model.predict(X[fold == k]) != y[fold == k]
    return wrong


def thresholds(seed):
    """Malignant tumours missed and false positives, by thresholds of the out-of-bag probability."""
    cancer = data.breast_cancer()
    y = np.asarray(cancer.y)
    forest = RandomForestClassifier(300, random_state=seed).fit(cancer.X, y)
    p, ill = forest.oob_decision_function_[:, 0], y == 0
    result: dict[str, float] = {}
    for t in (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        result |= {f"missed {t}": float((ill & (p < t)).sum())}
        result |= {f"false {t}": float((~ill & (p >= t)).sum())}
    return result


def by_class(seed):
    """Importance out of bag of the features of the tumours, for all and for each class alone."""
    cancer, rng = data.breast_cancer(), np.random.default_rng(seed)
    assert cancer.y is not None
    X, c = cancer.X, cancer.y
    forest = RandomForestClassifier(100, random_state=seed).fit(X, c)
    rises = np.zeros((30, 3))
    for tree, drawn in zip(forest.trees_, forest.counts_, strict=True):
        out, target = X[drawn == 0], c[drawn == 0]
        before = forest.errors(tree.predict(out), target)
        for j in range(30):
            moved = out.copy()
            moved[:, j] = rng.permutation(out[:, j])
            rise = forest.errors(tree.predict(moved), target) - before
            rises[j] += [rise.mean(), rise[target == 0].mean(), rise[target == 1].mean()]
    names = "all", "malignant", "benign"
    return {f"{name} {j}": rises[j, k] / 100 for k, name in enumerate(names) for j in range(30)}


def interactions(seed):
    """Growth of the error if one of two features is permuted, the other, or both together."""
    A = np.random.default_rng(seed).uniform(-1, 1, size=(1300, 4))
    result: dict[str, float] = {}
    targets = {"product": 10 * A[:, 0] * A[:, 1], "sum": 5 * A[:, 0] + 5 * A[:, 1]}
    for name, t in targets.items():
        forest = RandomForestRegressor(60, max_features=2).fit(A[:300], t[:300])
        moved = np.random.default_rng(seed + 1).permutation(A[300:])
        errors = []
        for columns in ([], [0], [1], [0, 1]):
            Z = A[300:].copy()
            Z[:, columns] = moved[:, columns]
            errors.append(np.mean((forest.predict(Z) - t[300:]) ** 2))
        grown = np.array(errors[1:]) - errors[0]
        result |= {
            f"{name} {k}": v for k, v in zip(("first", "second", "both"), grown, strict=True)
        }
    return result


def linear(seed):
    """Squared error of a line and of a forest where the target is the sum of five features."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(1100, 5))
    t = A.sum(axis=1) + rng.normal(size=1100)
    models = {"line": LinearRegression(), "forest": RandomForestRegressor(100)}
    return {
        name: np.mean((model.fit(A[:100], t[:100]).predict(A[100:]) - t[100:]) ** 2)
        for name, model in models.items()
    }


def divided(seed):
    """Squared error of 100 trees that ten machines grew, of all rows or each of its own tenth."""
    A, t = data.friedman(2000, seed=seed)
    A, new, t, t_new = A[:1000], A[1000:], t[:1000], t[1000:]
    ways = {"trees": [slice(0, 1000)] * 10, "rows": [slice(k, 1000, 10) for k in range(10)]}
    result: dict[str, float] = {}
    for name, parts in ways.items():
        predictions = [
            RandomForestRegressor(10, max_features=2, random_state=k)
            .fit(A[part], t[part])
            .predict(new)
            for k, part in enumerate(parts)
        ]
        result[name] = np.mean((np.mean(predictions, axis=0) - t_new) ** 2)
    return result


def bagging(seed):
    """Squared error of a forest of 50 trees with five features at a node, and with two."""
    A, t = data.friedman(1100, seed=seed)
    result: dict[str, float] = {}
    for m in (5, 2):
        forest = RandomForestRegressor(50, max_features=m).fit(A[:100], t[:100])
        result[str(m)] = np.mean((forest.predict(A[100:]) - t[100:]) ** 2)
    return result


def disjoint(seed):
    """How often two models of 200 tumours each contradict each other on 169 others, and err."""
    cancer, order = data.breast_cancer(), np.random.default_rng(seed).permutation(569)
    assert cancer.y is not None
    one, two, rest = order[:200], order[200:400], order[400:]
    models: dict[str, Any] = {
        "tree": DecisionTreeClassifier(),
        "forest": RandomForestClassifier(100),
    }
    result: dict[str, float] = {}
    for d, columns in ((2, [1, 4]), (30, range(30))):
        X = cancer.X[:, columns]
        for name, model in models.items():
            predicted = np.array(
                [model.fit(X[k], cancer.y[k]).predict(X[rest]) for k in (one, two)]
            )
            result[f"{name} {d} differ"] = np.mean(predicted[0] != predicted[1])
            result[f"{name} {d} wrong"] = float(np.mean(predicted != cancer.y[rest]))
    return result


def choice(seed):
    """Errors on the tumours, out of bag and on a third held out, by the features of a node."""
    cancer = data.breast_cancer()
    assert cancer.y is not None
    X, new, c, c_new = data.train_test_split(cancer.X, cancer.y, 1 / 3, seed)
    result: dict[str, float] = {}
    for m in (1, 2, 5, 10, 30):
        forest = RandomForestClassifier(200, max_features=m).fit(X, c)
        result |= {f"out {m}": 1 - forest.oob_score_, f"new {m}": 1 - forest.score(new, c_new)}
    return result


def interval(seed):
    """Quantiles of the residuals out of bag on 342 patients, and how many of 100 lie between."""
    known = data.diabetes()
    assert known.y is not None
    X, new, y, y_new = data.train_test_split(known.X, known.y, 100 / 442, seed)
    forest = RandomForestRegressor(200).fit(X, y)
    low, high = np.quantile(y - forest.oob_prediction_, [0.05, 0.95])
    miss = y_new - forest.predict(new)
    return {"low": low, "high": high, "covered": np.mean((low <= miss) & (miss <= high))}


def size(seed):
    """What the three worst measures of a tumour's size are worth, alone, together, left out.

    To the trees, by their own errors out of bag; to the forest ("forest ..."), by that of its mean;
    and to the trees of forests that are offered only one of the three ("only ...").
    """
    cancer, rng = data.breast_cancer(), np.random.default_rng(seed)
    assert cancer.y is not None
    X, c, columns = cancer.X, cancer.y, [20, 22, 23]
    forest = RandomForestClassifier(100, random_state=seed).fit(X, c)
    less = RandomForestClassifier(100, random_state=seed).fit(np.delete(X, 23, axis=1), c)
    result = {"with": 1 - forest.oob_score_, "without": 1 - less.oob_score_}
    for name, moved in [("20", [20]), ("22", [22]), ("23", [23]), ("all", columns)]:
        grown = 0.0
        for tree, drawn in zip(forest.trees_, forest.counts_, strict=True):
            out, target = X[drawn == 0], c[drawn == 0]
            other = out.copy()
            other[:, moved] = out[rng.permutation(len(out))][:, moved]
            error, more = (
                forest.errors(tree.predict(each), target).mean() for each in (out, other)
            )
            grown += (more - error) / 100
        result[name] = grown
    for name, moved in [("20", [20]), ("22", [22]), ("23", [23]), ("all", columns)]:
        more = []
        for _ in range(3):
            other = X.copy()
            other[:, moved] = X[rng.permutation(len(X))][:, moved]
            more.append(_error_out_of_bag(forest, other, c))
        result[f"forest {name}"] = float(np.mean(more) - _error_out_of_bag(forest, X, c))
    for j in columns:
        rest = [k for k in range(30) if k == j or k not in columns]
        alone = RandomForestClassifier(100, random_state=seed).fit(X[:, rest], c)
        rises = out_of_bag_importance(alone, X[:, rest], c, random_state=seed)
        result[f"only {j}"] = rises[rest.index(j)].mean()
    return result


def _error_out_of_bag(forest, X, c):
    """The error of a forest, each observation told by the trees that did not draw it."""
    said = np.array([tree.predict(X) for tree in forest.trees_])  # (B, n, C)
    sums, number = out_of_bag(said, forest.counts_)
    return float(forest.errors(sums / number, c).mean())


def doubled(seed):
    """Accuracy out of bag on labels that are coin tosses, and on the same with each row twice."""
    rng = np.random.default_rng(seed)
    Z, coin = rng.normal(size=(200, 5)), rng.integers(0, 2, 200)
    once, twice = (
        RandomForestClassifier(100).fit(np.tile(Z, (k, 1)), np.tile(coin, k)).oob_score_
        for k in (1, 2)
    )
    return {"once": once, "twice": twice}
