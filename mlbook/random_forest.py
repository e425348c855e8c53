"""Random forests: the mean of many trees, each grown on a bootstrap sample with random features.

Every tree is grown on n draws with replacement, and every node considers only m of the d features.
The mean of B trees of variance sigma^2 and pairwise correlation rho has the variance

    rho sigma^2 + (1 - rho) sigma^2 / B,

so drawing features helps, because it lowers rho. A sample is out of bag for the trees that did not
draw it, about a fraction 1/e of them, so their mean predicts it without having seen it.
Conventions: bootstrap samples are integer weights; missing values as in `tree`; several trees grow
at once, as one `Tree` with a root for each. Such groves can grow in several processes: each tree
draws from its own random stream, so the forest does not depend on the number of processes.
Functions of `+ - * /` and sums also run on arrays of symbols: the proofs are about this code.
Derived in chapters/random_forest.ipynb. Source: Breiman 2001; Hastie et al. 2009, chapter 15.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    ClassifierMixin,
    Estimator,
    RegressorMixin,
    as_labels,
    check_array,
    check_labels,
    check_one_kind,
    check_positive_int,
    check_random_state,
    check_X,
    check_X_fitted,
    check_X_y,
    r_squared,
    rounds,
    widen_integers,
)
from mlbook.contract.parameters import check_flag, check_in_range, check_seed, optional, whole
from mlbook.numerics.processes import in_processes
from mlbook.trees.codes import Codes, copies, presort
from mlbook.trees.grow import grow
from mlbook.trees.limits import Limits, Sample
from mlbook.trees.pruning import cut_back
from mlbook.trees.tree import Tree, class_targets, with_class_shares

MAX_SAMPLES_AT_ONCE = 50_000  # those of all trees that grow together


def share_drawn(n: int) -> float:
    """The expected fraction of n observations in a bootstrap sample (eq. forest-bootstrap).

    1 - (1 - 1/n)^n, which tends to 1 - 1/e.

    Parameters
    ----------
    n : int
        At least 1; or a symbol.

    Returns
    -------
    float

    References
    ----------
    Hastie et al. 2009, section 15.3.1.

    Examples
    --------
    >>> share_drawn(1), share_drawn(2), round(share_drawn(10**6), 3)
    (1.0, 0.75, 0.632)
    """
    return 1 - (1 - 1 / n) ** n


def variance_of_mean(rho: float, variance: float, B: int) -> float:
    """The variance of the mean of B correlated variables (eq. forest-variance).

        rho sigma^2 + (1 - rho) sigma^2 / B

    Parameters
    ----------
    rho : float
        The correlation of every two of them.
    variance : float
        The variance sigma^2 of each variable.
    B : int
        The number of variables. All three may be arrays or symbols.

    Returns
    -------
    float

    References
    ----------
    Hastie et al. 2009, eq. 15.1.

    Examples
    --------
    More trees cannot bring it below rho sigma^2 = 2:

    >>> variance_of_mean(0.5, 4.0, B=np.array([1, 8, 10**9])).round(3)
    array([4.  , 2.25, 2.  ])
    """
    return rho * variance + (1 - rho) * variance / B


def bootstrap(n: int, rng: np.random.Generator) -> Array:
    """How often (n,) each observation occurs in n draws with replacement.

    Parameters
    ----------
    n : int
    rng : Generator

    Returns
    -------
    array (n,)
        Integers that sum to n.

    Examples
    --------
    >>> drawn = bootstrap(6, np.random.default_rng(0))
    >>> drawn.shape, int(drawn.sum())
    ((6,), 6)
    """
    return np.bincount(rng.integers(0, n, size=n), minlength=n)


def out_of_bag(said: Array, counts: Array) -> tuple[Array, Array]:
    """Sums over the trees that did not draw an observation, their number (eq. forest-oob).

    Parameters
    ----------
    said : array (B, n) or (B, n, C)
        The prediction of each tree for each sample.
    counts : array (B, n)
        How often each tree drew each sample.

    Returns
    -------
    sums : array (n,) or (n, C)
    number : array (n,) or (n, 1)

    Examples
    --------
    Both trees are out of bag for the first sample, and none is for the last:

    >>> out_of_bag(np.array([[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]]), np.array([[0, 2, 1], [0, 0, 3]]))
    (array([6., 6., 0.]), array([2, 1, 0]))
    """
    out = (counts == 0).reshape(counts.shape + (1,) * (said.ndim - 2))
    return (said * out).sum(axis=0), out.sum(axis=0)


# --- importance ----------------------------------------------------------------------------------


def impurity_importance(trees: list[Tree], d: int) -> Array:
    """The fraction (d,) of the decrease of impurity by the splits on each feature, over all trees.

    Every tree has the same weight. The decrease is measured on the training samples, so features
    with many values gain by chance.

    Parameters
    ----------
    trees : list of Tree
    d : int
        The number of features.

    Returns
    -------
    array (d,)
        They sum to 1; zeros if no tree has a split.

    References
    ----------
    Hastie et al. 2009, section 15.3.2.

    Examples
    --------
    The second feature is constant:

    >>> X, y = np.array([[0.0, 7.0], [1.0, 7.0], [8.0, 7.0], [9.0, 7.0]]), ["a", "a", "b", "b"]
    >>> forest = RandomForestClassifier(n_estimators=5, max_features=2).fit(X, y)
    >>> impurity_importance(forest.trees_, 2)
    array([1., 0.])
    """
    total = np.zeros(d)
    for tree in trees:
        inner = tree.feature >= 0
        gains = np.bincount(tree.feature[inner], tree.gain[inner], d)
        total += gains / max(gains.sum(), np.finfo(float).tiny)
    return total / max(total.sum(), np.finfo(float).tiny)


def permutation_importance(
    model: Any,
    X: ArrayLike,
    y: ArrayLike,
    repeats: int = 5,
    random_state: np.random.Generator | int = 0,
) -> Array:
    """How much the score of a fitted model falls when one feature is permuted, (d, repeats).

    Parameters
    ----------
    model : estimator
        Fitted, with `score`.
    X : array (m, d)
        Samples to which the model was not fitted; NaN is passed to the model.
    y : array (m,)
    repeats : int
        At least 1.
    random_state : int or Generator

    Returns
    -------
    array (d, repeats)
        Below 0 if the score is better with the permuted feature.

    Raises
    ------
    ValueError
        If an input is invalid.

    References
    ----------
    Fisher et al. 2019, section 3.

    Examples
    --------
    The second feature is constant:

    >>> X, y = np.array([[0.0, 7.0], [1.0, 7.0], [8.0, 7.0], [9.0, 7.0]]), ["a", "a", "b", "b"]
    >>> forest = RandomForestClassifier(n_estimators=5).fit(X, y)
    >>> permutation_importance(forest, np.array([[0.5, 7.0], [9.5, 7.0]]), ["a", "b"], repeats=3)[1]
    array([0., 0., 0.])
    """
    check_positive_int("repeats", repeats)
    X, rng = check_X(X, allow_nan=True), check_random_state(random_state)
    base, drops = model.score(X, y), np.empty((X.shape[1], repeats))
    for j, r in np.ndindex(drops.shape):
        moved = X.copy()
        moved[:, j] = rng.permutation(X[:, j])
        drops[j, r] = base - model.score(moved, y)
    return drops


def out_of_bag_importance(
    forest: RandomForestRegressor | RandomForestClassifier,
    X: ArrayLike,
    y: ArrayLike,
    random_state: np.random.Generator | int = 0,
    noise: float | None = None,
) -> Array:
    """The increase of each tree's error if a feature is perturbed, (d, B) (eq. forest-importance).

    The error of tree b is the squared error or the fraction of wrong classes on the samples that it
    did not draw; it is 0 for a tree that drew all. The values of the feature among these samples
    are permuted, or normal noise is added to them (eq. forest-noise).

    Parameters
    ----------
    forest : RandomForestRegressor or RandomForestClassifier
        Fitted.
    X : array (n, d)
    y : array (n,)
        The data to which the forest was fitted.
    random_state : int or Generator
    noise : float, optional
        The standard deviation of the noise, above 0, in the feature's unit; None to permute.

    Returns
    -------
    array (d, B)

    Raises
    ------
    ValueError
        If X and y differ in shape from the data to which the forest was fitted, if noise is not
        above 0, or if another input is invalid.

    References
    ----------
    Hastie et al. 2009, section 15.3.2; Breiman 2001, section 10, counts the forest's votes.

    Examples
    --------
    The second feature is constant:

    >>> X, y = np.array([[0.0, 7.0], [1.0, 7.0], [8.0, 7.0], [9.0, 7.0]]), ["a", "a", "b", "b"]
    >>> forest = RandomForestClassifier(n_estimators=3).fit(X, y)
    >>> out_of_bag_importance(forest, X, y)[1]
    array([0., 0., 0.])
    """
    X, rng = check_X_fitted(forest, X), check_random_state(random_state)
    if isinstance(forest, RandomForestClassifier):
        y = as_labels(y)
        check_one_kind(y=y, classes=forest.classes_)
    else:
        y = check_array("y", y)
    if len(X) != len(y) or len(X) != forest.counts_.shape[1]:
        n = forest.counts_.shape[1]
        raise ValueError(f"X and y must be the {n} samples of fit; received {len(X)} and {len(y)}")
    if noise is not None:
        check_in_range("noise", noise, "(0, inf)")
    rises = np.zeros((X.shape[1], len(forest.counts_)))
    for b, (tree, drawn) in enumerate(zip(forest.trees_, forest.counts_, strict=True)):
        out, target = X[drawn == 0], y[drawn == 0]
        if not len(out):
            continue
        before = forest.errors(tree.predict(out), target)
        for j in range(X.shape[1]):
            moved = out.copy()
            moved[:, j] = _disturbed(out[:, j], rng, noise)
            rises[j, b] = (forest.errors(tree.predict(moved), target) - before).mean()
    return rises


def _disturbed(x: Array, rng: np.random.Generator, noise: float | None) -> Array:
    """The values x (n,) in another order, or with normal noise of this standard deviation."""
    return rng.permutation(x) if noise is None else x + rng.normal(scale=noise, size=len(x))


# --- growing -------------------------------------------------------------------------------------


def _grove(
    data: Codes,
    targets: Array,
    limits: Limits,
    max_features: int | None,
    counts: Array,
    rng: np.random.Generator,
) -> Tree:
    """Several trees in one `Tree`, whose first nodes are their roots; counts (T, n)."""
    T = len(counts)
    rows, weights = np.flatnonzero(counts.T), counts.T.ravel().astype(float)
    tree, _ = grow(
        copies(data, T),
        -np.repeat(targets, T, axis=0) * weights.reshape(-1, *[1] * (targets.ndim - 1)),
        weights,
        limits=limits,
        sample=Sample(rows, roots=rows % T, max_features=max_features, rng=rng),
    )
    return tree


def _streams(rng: np.random.Generator, k: int) -> list[np.random.Generator]:
    """A generator for each of k groves: this one for a single one, else of k drawn seeds."""
    return [rng] if k == 1 else [*map(np.random.default_rng, rng.integers(2**63, size=k))]


# --- the estimators ------------------------------------------------------------------------------


class _Forest(Estimator):
    """What classes and numbers have in common."""

    accepts_missing = True
    parameters = dict(
        n_estimators=whole(),
        max_features=optional(whole()),
        max_depth=optional(whole(0)),
        min_samples_leaf=whole(),
        random_state=check_seed,
        verbose=check_flag,
        n_jobs=whole(),
    )

    def __init__(
        self,
        n_estimators: int = 100,
        max_features: int | None = None,
        max_depth: int | None = None,
        min_samples_leaf: int = 1,
        random_state: np.random.Generator | int = 0,
        verbose: bool = False,
        n_jobs: int = 1,
    ) -> None:
        self.n_estimators = n_estimators
        self.max_features = max_features
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.random_state = random_state
        self.verbose = verbose
        self.n_jobs = n_jobs

    def _grow(self, X: Array, targets: Array, usual: int) -> Array:
        """Trees on targets (n,) or (n, C), some at once; their mean (n, ...) out of bag."""
        (n, d), B = X.shape, self.n_estimators
        m = usual if self.max_features is None else self.max_features
        if m > d:
            raise ValueError(f"max_features must be at most {d}; received {m}")
        rng = check_random_state(self.random_state)
        at_once = max(1, MAX_SAMPLES_AT_ONCE // n)
        self._at_once = at_once
        self.counts_ = np.array([bootstrap(n, rng) for _ in range(B)])
        parts = np.split(self.counts_, range(at_once, B, at_once))
        limits = Limits(self.max_depth, min_samples_leaf=self.min_samples_leaf, until_pure=True)
        data = presort(X)
        if m < d:  # then a node sorts what it drew
            data = replace(data, order=None)
        call = partial(_grove, data, targets, limits, m if m < d else None)
        tasks = list(zip(parts, _streams(rng, len(parts)), strict=True))
        grown = in_processes(call, tasks, self.n_jobs)
        shown = rounds(grown, self.verbose, "random forest", len(parts))
        self.groves_ = [self._finished(grove) for grove in shown]
        self.n_features_in_ = d
        self.feature_importances_ = impurity_importance(self.trees_, d)
        sums = zip(*map(out_of_bag, self._said(X), parts), strict=True)
        total, number = (sum(part) for part in sums)
        with np.errstate(invalid="ignore"):
            return total / number

    def _finished(self, tree: Tree) -> Tree:
        return tree

    def _said(self, X: Array) -> Iterator[Array]:
        """What each tree says of X, grove by grove: (T, n) or (T, n, C)."""
        for tree, T in zip(self.groves_, self._sizes(), strict=True):
            yield tree.value.take(tree.apply(X, range(T)).reshape(T, len(X)), axis=0)

    def _sizes(self) -> list[int]:
        """The number of trees of each grove."""
        B, most = len(self.counts_), self._at_once
        return [min(most, B - b) for b in range(0, B, most)]

    @property
    def trees_(self) -> list[Tree]:
        """Each tree on its own."""
        pairs = zip(self.groves_, self._sizes(), strict=True)
        return [cut_back(grove, grove.feature >= 0, t) for grove, T in pairs for t in range(T)]

    def apply(self, X: ArrayLike) -> Array:
        """The leaf (n, B), a node of its grove, into which each row of X (n, d) falls."""
        X = check_X_fitted(self, X)
        pairs = zip(self.groves_, self._sizes(), strict=True)
        return np.concatenate([g.apply(X, range(T)).reshape(T, -1) for g, T in pairs]).T

    def proximity(self, X: ArrayLike) -> Array:
        """The fraction (n, n) of the trees in which two samples fall into one leaf.

        Needs n^2 numbers.

        References
        ----------
        Hastie et al. 2009, section 15.3.3.
        """
        leaves = self.apply(X)
        return np.mean([column[:, None] == column for column in leaves.T], axis=0)

    def _mean(self, X: ArrayLike) -> Array:
        X = check_X_fitted(self, X)
        total = sum(answers.sum(axis=0) for answers in self._said(X))
        return np.asarray(total) / len(self.counts_)


class RandomForestRegressor(RegressorMixin, _Forest):
    """A random forest for regression: the mean of regression trees.

    NaN in X means missing. Other invalid data, or a parameter out of its range, raises ValueError.

    Parameters
    ----------
    n_estimators : int
        The number of trees, B, at least 1.
    max_features : int, optional
        The number of features that each node tries, 1 to d; None for d / 3, rounded down, at least
        1.
    max_depth : int, optional
        The maximum depth, at least 0; None for no limit.
    min_samples_leaf : int
        The minimum number of distinct samples in a leaf, at least 1.
    random_state : int or Generator
        A seed >= 0, or a generator, which advances.
    verbose : bool
        Whether fit shows its progress on stderr.
    n_jobs : int
        The maximum number of processes that grow trees, at least 1, which changes no result. A
        script that uses several must do so below `if __name__ == "__main__":`.

    Attributes
    ----------
    trees_ : list of Tree
        The B trees.
    groves_ : list of Tree
        The same trees as they were grown, several together.
    counts_ : array (B, n)
        How often each tree drew each sample.
    oob_prediction_ : array (n,)
        The mean over the trees that did not draw a sample, NaN if all did.
    oob_score_ : float
        R^2 of these predictions, or NaN without any.
    feature_importances_ : array (d,)
        Fractions of the decrease of the squared error.
    n_features_in_ : int

    References
    ----------
    Breiman 2001; Hastie et al. 2009, chapter 15.

    Examples
    --------
    Each of these ten trees drew samples of both groups, and no sample was drawn by all:

    >>> X = [[0.0, 5.0], [1.0, 5.0], [2.0, 5.0], [7.0, 5.0], [8.0, 5.0], [9.0, 5.0]]
    >>> forest = RandomForestRegressor(n_estimators=10, max_features=2, random_state=1)
    >>> forest.fit(X, [0.0, 0.0, 0.0, 4.0, 4.0, 4.0]).oob_prediction_
    array([0., 0., 0., 4., 4., 4.])
    >>> forest.oob_score_, forest.feature_importances_
    (1.0, array([1., 0.]))
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d), with NaN where missing, and y (n,)."""
        X, y = check_X_y(X, y, allow_nan=True)
        out_of_bag = self._grow(X, y - y.mean(), max(1, X.shape[1] // 3))
        for grove in self.groves_:
            grove.value[:] += y.mean()
        self.oob_prediction_ = out_of_bag + y.mean()
        self.oob_score_ = _oob_score(self.oob_prediction_, y)
        return self

    def predict(self, X: ArrayLike) -> Array:
        """The mean prediction (n,) of the trees."""
        return self._mean(X)

    def errors(self, answers: Array, y: Array) -> Array:
        """The squared errors (n,) of the predictions of one tree.

        Parameters
        ----------
        answers : array (n,)
        y : array (n,)
        """
        return (answers - y) ** 2


def _oob_score(prediction: Array, y: Array) -> float:
    """R^2 of the predictions that there are; NaN if there is none; y constant as in `score`."""
    seen = ~np.isnan(prediction)
    if not seen.any():
        return float("nan")
    return r_squared(y[seen], prediction[seen])


class RandomForestClassifier(ClassifierMixin, _Forest):
    """A random forest for classification: the mean of the class fractions of its trees.

    NaN in X means missing. Other invalid data, or a parameter out of its range, raises ValueError.

    Parameters
    ----------
    n_estimators : int
        The number of trees, B, at least 1.
    max_features : int, optional
        The number of features that each node tries, 1 to d; None for the square root of d, rounded
        down.
    max_depth : int, optional
        The maximum depth, at least 0; None for no limit.
    min_samples_leaf : int
        The minimum number of distinct samples in a leaf, at least 1.
    random_state : int or Generator
        A seed >= 0, or a generator, which advances.
    verbose : bool
        Whether fit shows its progress on stderr.
    n_jobs : int
        The maximum number of processes that grow trees, at least 1, which changes no result. A
        script that uses several must do so below `if __name__ == "__main__":`.

    Attributes
    ----------
    classes_ : array (C,)
        The labels in sorted order.
    trees_ : list of Tree
        The B trees.
    groves_ : list of Tree
        The same trees as they were grown, several together.
    counts_ : array (B, n)
        How often each tree drew each sample.
    oob_decision_function_ : array (n, C)
        The mean fractions over the trees that did not draw a sample, NaN if all did.
    oob_score_ : float
        The fraction of samples that these classify correctly, or NaN without any.
    feature_importances_ : array (d,)
        Fractions of the decrease of the Gini impurity.
    n_features_in_ : int

    References
    ----------
    Breiman 2001; Hastie et al. 2009, chapter 15.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [7.0], [8.0], [9.0]], ["a", "a", "a", "b", "b", "b"]
    >>> forest = RandomForestClassifier(n_estimators=10, random_state=1).fit(X, y)
    >>> forest.predict([[-1.0], [10.0]]), forest.oob_score_
    (array(['a', 'b'], dtype='<U1'), 1.0)
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d), with NaN where missing, and labels y (n,)."""
        X = check_X(X, allow_nan=True)
        self.classes_, codes = check_labels(y, len(X))
        Y = np.eye(len(self.classes_))[codes]
        out_of_bag = self._grow(X, class_targets(Y), max(1, int(np.sqrt(X.shape[1]))))
        self.oob_decision_function_ = out_of_bag
        seen = ~np.isnan(out_of_bag[:, 0])
        right = out_of_bag[seen].argmax(axis=1) == codes[seen]
        self.oob_score_ = float(right.mean()) if seen.any() else float("nan")
        return self

    def _finished(self, tree: Tree) -> Tree:
        return with_class_shares(tree)

    def errors(self, answers: Array, y: Array) -> Array:
        """1 where the class with the largest fraction (n, C) in one tree is wrong, else 0.

        Parameters
        ----------
        answers : array (n, C)
        y : array (n,)
        """
        return 1.0 * (self.classes_[answers.argmax(axis=1)] != y)

    def predict_proba(self, X: ArrayLike) -> Array:
        """The mean (n, C) over the trees of the class fractions in each row's leaf; X (n, d)."""
        return self._mean(X)

    def predict(self, X: ArrayLike) -> Array:
        """The class (n,) with the largest mean fraction; in a tie the first."""
        shares = self.predict_proba(X)
        return self.classes_[shares.argmax(axis=1)]

    def votes(self, X: ArrayLike) -> Array:
        """The fraction (n, C) of the trees that vote for each class."""
        X = check_X_fitted(self, X)
        chosen = np.concatenate([answers.argmax(axis=2) for answers in self._said(X)])
        return np.mean(chosen[:, :, None] == np.arange(len(self.classes_)), axis=0)


widen_integers(globals())
