"""What gradient boosting and Newton boosting share: the loop over rounds, and sums of trees.

    F_m(x) = F_{m-1}(x) + eta f_m(x),  one tree f_m a round, or C trees for C scores

A kind of boosting says in `_round` how the trees of a round are grown; the rest is here.
Chapters: gradient_boosting, newton_boosting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    ClassifierMixin,
    Estimator,
    RegressorMixin,
    check_choice,
    check_feature_names,
    check_fitted,
    check_labels,
    check_one_kind,
    check_random_state,
    check_X,
    check_X_fitted,
    rounds,
)
from mlbook.contract.parameters import check_flag, check_seed, choice, in_range, optional, whole
from mlbook.losses import Loss, mean, sigmoid, softmax
from mlbook.numerics.blocks import row_blocks
from mlbook.trees.codes import Codes, bin_features, presort
from mlbook.trees.tree import PreparedTable, Tree, side_by_side

__all__ = ["Boosting", "BoostingClassifier", "BoostingRegressor", "coded_targets", "random_subset"]
__all__ += ["held_out_set", "in_all_classes", "targets_among"]


PAIRS_AT_ONCE = 2**15  # samples x trees that step down together
TREES_AT_ONCE = 2**7  # where no stage between is asked for
DIVERGED = 1e150  # |F| beyond this has diverged: targets are smaller, and squares are still floats

Pair: TypeAlias = tuple[Array, Array]  # X and target
Watched: TypeAlias = tuple[list[float], Array, Array, *tuple[Array, ...]]  # losses, y, F, weights
Target: TypeAlias = Callable[[ArrayLike, int], Array]  # of labels or numbers, and how many


@dataclass(frozen=True, eq=False)
class Training:
    """The training data of every round.

    Parameters
    ----------
    X : array (n, d)
    data : Codes
        X as a search reads it.
    y : array (n,) or (n, C)
    weights : array (n,) or None
        None gives every sample the weight 1.
    """

    X: Array
    data: Codes
    y: Array
    weights: Array | None = None


class Boosting(Estimator):
    """The loop over rounds."""

    accepts_missing = True
    parameters = dict(
        n_estimators=whole(),
        learning_rate=in_range("(0, inf)"),
        max_depth=optional(whole()),
        subsample=in_range("(0, 1]"),
        tree_method=choice("exact", "hist"),
        max_bins=whole(2, most=255),
        early_stopping_rounds=optional(whole()),
        random_state=check_seed,
        verbose=check_flag,
    )

    n_estimators: int
    learning_rate: float
    max_depth: int | None
    subsample: float
    tree_method: str
    max_bins: int
    early_stopping_rounds: int | None
    random_state: np.random.Generator | int
    verbose: bool
    start_: Array | float
    train_loss_: list[float]
    validation_loss_: list[float]
    _rounds: list[list[Tree]]
    _round: Callable[[Training, Array, Loss, np.random.Generator], list[Tree]]

    @property
    def trees_(self) -> list[list[Tree]]:
        """The trees of each round, as one list for each round."""
        return self._rounds

    def importances(self, kind: str = "gain") -> Array:
        """The importance of each feature in the rounds that predictions use.

        Parameters
        ----------
        kind : "gain" or "count"
            The total gain of the splits, or their number.

        Returns
        -------
        array (d,)
        """
        check_fitted(self)
        check_choice("kind", kind, ("gain", "count"))
        total = np.zeros(self.n_features_in_)
        for tree in [tree for grown in self._rounds[: self.best_iteration_] for tree in grown]:
            split = tree.feature >= 0
            weights = tree.gain[split] if kind == "gain" else None
            total += np.bincount(tree.feature[split], weights, len(total))
        return total

    def _boost(
        self, X: Array, y: Array, loss: Loss, held_out: Pair | None, *weights: Array
    ) -> None:
        """Learn the rounds of trees.

        held_out is None or X and y of a validation set; weights: nothing, or one array (n,).
        """
        rng, self.n_features_in_ = check_random_state(self.random_state), X.shape[1]
        self._rounds, self.start_ = [], self._start(loss, y, *weights)
        training = Training(X, self._coded(X), y, *weights)
        F, self.train_loss_ = self._started(X), []
        watched: list[Watched] = [(self.train_loss_, y, F, *weights)]
        vars(self).pop("validation_loss_", None)
        if held_out is not None:
            Fv, self.validation_loss_ = self._started(held_out[0]), []
            watched.append((self.validation_loss_, held_out[1], Fv))
        _record(loss.adapted(y, F, *weights), watched)
        for _ in rounds(range(self.n_estimators), self.verbose, "boosting"):
            with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
                loss = loss.adapted(y, F, *weights)
                self._rounds.append(self._round(training, F, loss, rng))
                if held_out is not None:
                    next(self._moved(Fv, held_out[0], self._rounds[-1:]))
                _record(loss, watched)
            self._check_finite(watched)
            if self._stalled():
                break
        self.best_iteration_ = len(self._rounds)
        if self.early_stopping_rounds is not None:
            self.best_iteration_ = int(np.argmin(self.validation_loss_))
        self._check_descent()
        gain = self.importances("gain")
        self.feature_importances_ = gain / gain.sum() if gain.any() else gain

    def _start(self, loss: Loss, y: Array, *weights: Array) -> Array | float:
        """F_0, the best constant."""
        return loss.start(y, *weights)

    def _coded(self, X: Array) -> Codes:
        return presort(X) if self.tree_method == "exact" else bin_features(X, self.max_bins)

    def _check_finite(self, watched: list[Watched]) -> None:
        for losses, _, F, *_ in watched:
            if not (np.isfinite(losses[-1]) and np.abs(F).max() <= DIVERGED):
                raise ValueError(self._diverged("left the range of float64"))

    def _check_descent(self) -> None:
        """Up to a rate of 1 a round goes no further than its best step; beyond that it may."""
        start, end = (self.train_loss_[m] for m in (0, self.best_iteration_))
        if self.learning_rate > 1 and end > start:
            raise ValueError(self._diverged(f"rose from {start:.4g} to {end:.4g}"))

    def _diverged(self, how: str) -> str:
        after = f"after {len(self._rounds)} rounds the loss {how}"
        return f"learning_rate must be smaller; received {self.learning_rate!r}, and {after}"

    def _stalled(self) -> bool:
        """Whether the least validation loss is `early_stopping_rounds` rounds old."""
        if self.early_stopping_rounds is None:
            return False
        age = len(self.validation_loss_) - 1 - int(np.argmin(self.validation_loss_))
        return age >= self.early_stopping_rounds

    def _started(self, X: Array) -> Array:
        """F_0: (n,), or (n, C) for C outputs."""
        return np.zeros((len(X), *np.shape(self.start_))) + self.start_

    def _moved(self, F: Array, X: Array, trees: list[list[Tree]]) -> Iterator[Array]:
        """F (n,) or (n, C) after each round of trees; one array, moved in place."""
        rows, moved = PreparedTable(X), F.T
        at_once = max(1, PAIRS_AT_ONCE // F.size)
        for r in range(0, len(trees), at_once):
            for step in self._steps(rows, *self._together(trees[r : r + at_once])):
                moved += step
                yield F

    def _together(self, trees: list[list[Tree]]) -> tuple[Tree, Array]:
        """All trees of some rounds as one, and their roots: a row of K or 1 for each score."""
        forest, start = side_by_side([tree for grown in trees for tree in grown])
        return forest, np.add.outer(start, np.arange(np.size(self.start_) // len(trees[0])))

    def _steps(self, rows: PreparedTable, forest: Tree, roots: Array) -> Array:
        """By how much each round moves F.T, (rounds, n) or (rounds, C, n)."""
        values = forest.value.take(forest.apply(rows, roots))
        return self.learning_rate * values.reshape(-1, *np.shape(self.start_), len(rows))

    def _staged(self, X: Array) -> Iterator[Array]:
        """F after each round; one array, moved in place."""
        return self._moved(self._started(X), X, self._rounds)

    def _raw(self, X: Array) -> Array:
        """F after the rounds in use; trees step down together on rows that the cache holds."""
        F, rounds = self._started(X), self._rounds[: self.best_iteration_]
        blocks = row_blocks(len(X), TREES_AT_ONCE, PAIRS_AT_ONCE)
        tables = [(F[rows].T, PreparedTable(X[rows])) for rows in blocks]
        at_once = max(1, TREES_AT_ONCE // np.size(self.start_))
        for r in range(0, len(rounds), at_once):
            together = self._together(rounds[r : r + at_once])
            for moved, table in tables:
                for step in self._steps(table, *together):
                    moved += step
        return F


def _record(loss: Loss, watched: list[Watched]) -> None:
    """Append the mean loss of each model that is watched to its list."""
    for losses, y, F, *weights in watched:
        losses.append(mean(loss.value(y, F), *weights))


class BoostingRegressor(RegressorMixin, Boosting):
    """Predictions of a number y by a sum of trees."""

    def predict(self, X: ArrayLike) -> Array:
        """F (n,) after best_iteration_ rounds."""
        return self._raw(check_X_fitted(self, X))

    def staged_predict(self, X: ArrayLike) -> Iterator[Array]:
        """F (n,) after each round, one array for each round."""
        for F in self._staged(check_X_fitted(self, X)):
            yield F.copy()


class BoostingClassifier(ClassifierMixin, Boosting):
    """Predictions of classes by sums of trees."""

    classes_: Array
    _weighed: Array | None = None  # which classes have weight, if not all have

    def decision_function(self, X: ArrayLike) -> Array:
        """F after best_iteration_ rounds.

        Returns
        -------
        array (n,) or (n, C)
            The log-odds of the second of two classes, or a score for each class.
        """
        return self._scores(self._raw(check_X_fitted(self, X)))

    def _scores(self, F: Array) -> Array:
        """F of the classes that have weight, as scores of all."""
        if self._weighed is None:
            return F
        columns = F if F.ndim == 2 else np.column_stack([0 * F, F])
        return in_all_classes(columns, self._weighed)

    def predict_proba(self, X: ArrayLike) -> Array:
        """Probabilities (n, C): sigmoid or softmax of the decision function."""
        return _probabilities(self.decision_function(X))

    def predict(self, X: ArrayLike) -> Array:
        """The most probable class (n,); in a tie the first."""
        best = self.predict_proba(X).argmax(axis=1)
        return self.classes_[best]

    def staged_decision_function(self, X: ArrayLike) -> Iterator[Array]:
        """F, (n,) or (n, C), after each round, one array for each round."""
        for F in self._staged(check_X_fitted(self, X)):
            yield self._scores(F.copy())

    def staged_predict_proba(self, X: ArrayLike) -> Iterator[Array]:
        """Probabilities (n, C) after each round, one array for each round."""
        for F in self._staged(check_X_fitted(self, X)):
            yield _probabilities(self._scores(F))

    def staged_predict(self, X: ArrayLike) -> Iterator[Array]:
        """The most probable class (n,) after each round, one array for each round."""
        for p in self.staged_predict_proba(X):
            yield self.classes_[p.argmax(axis=1)]


# --- samples and targets -------------------------------------------------------------------------


def random_subset(n: int, share: float, rng: np.random.Generator) -> Array | None:
    """A fraction of 0..n-1, at least one, drawn without replacement, in order; None for all.

    Parameters
    ----------
    n : int
    share : float
        The fraction, in (0, 1].
    rng : Generator

    Returns
    -------
    array or None

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> len(random_subset(8, 0.5, rng)), random_subset(8, 1.0, rng)
    (4, None)
    """
    if share == 1:
        return None
    return np.sort(rng.choice(n, size=max(1, int(share * n)), replace=False))


def in_all_classes(columns: Array, weighed: Array) -> Array:
    """Scores of all C classes, from those of the classes that have weight; -inf for the others.

    Parameters
    ----------
    columns : array (n, K)
        The scores, of which the softmax are the probabilities.
    weighed : array (C,) of bool
        Which K of the classes have weight; not all.

    Returns
    -------
    array (n, C), or (n,) for two classes
        For two classes, the log-odds of the second.

    Examples
    --------
    >>> in_all_classes(np.array([[0.5, 2.0]]), np.array([True, False, True]))
    array([[ 0.5, -inf,  2. ]])
    >>> in_all_classes(np.array([[0.0]]), np.array([False, True]))
    array([inf])
    """
    if len(weighed) == 2:
        return np.full(len(columns), np.inf if weighed[1] else -np.inf)
    scores = np.full((len(columns), len(weighed)), -np.inf)
    scores[:, weighed] = columns
    return scores


def targets_among(classes: Array) -> Target:
    """A check of labels that must be among the classes, as `held_out_set` wants it.

    Parameters
    ----------
    classes : array (C,)

    Returns
    -------
    function
        targets(y, n): y as its loss wants it, see `coded_targets`. It raises ValueError if a label
        of y (n,) is none of the classes, and names one, or if it is of another kind.

    Examples
    --------
    >>> targets_among(np.array(["no", "yes"]))(["yes", "no"], 2).tolist()
    [1.0, 0.0]
    """

    def targets(y: ArrayLike, n: int) -> Array:
        known, codes = check_labels(y, n)
        check_one_kind(eval_set=known, y=classes)
        unknown = known[~np.isin(known, classes)].tolist()
        if unknown:
            received = f"eval_set has the label {unknown[0]!r}"
            raise ValueError(f"{received}, which does not occur in y with a positive weight")
        return coded_targets(np.searchsorted(classes, known)[codes], len(classes))

    return targets


def coded_targets(codes: Array, C: int) -> Array:
    """y as its loss wants it: 0 and 1 for two classes, else one-hot.

    Parameters
    ----------
    codes : array (n,) of int
    C : int

    Returns
    -------
    array (n,) or (n, C)

    Examples
    --------
    >>> coded_targets(np.array([0, 1]), 2).tolist(), coded_targets(np.array([2]), 3).tolist()
    ([0.0, 1.0], [[0.0, 0.0, 1.0]])
    """
    return codes.astype(float) if C == 2 else np.eye(C)[codes]


def _probabilities(F: Array) -> Array:
    """Probabilities (n, C) from log-odds (n,) or scores (n, C)."""
    return np.column_stack([sigmoid(-F), sigmoid(F)]) if F.ndim == 1 else softmax(F)


def held_out_set(
    estimator: Boosting, eval_set: tuple[ArrayLike, ArrayLike] | None, d: int, check_target: Target
) -> Pair | None:
    """The checked X and target of a validation set; None if there is none and none is needed.

    Parameters
    ----------
    estimator : Estimator
    eval_set : pair (X, y) or None
    d : int
        The number of features.
    check_target : function
        check_target(y, n) gives the target, or raises ValueError.

    Returns
    -------
    (X, target) or None

    Raises
    ------
    ValueError
        If eval_set is not a pair, if X or y is invalid, or if it is None although
        `early_stopping_rounds` needs one.
    """
    if eval_set is None:
        if estimator.early_stopping_rounds is not None:
            raise ValueError(
                "early_stopping_rounds needs a validation set, eval_set=(X, y); received None"
            )
        return None
    try:
        X, y = eval_set
    except (TypeError, ValueError):
        raise ValueError(
            f"eval_set must be a pair (X, y); received {type(eval_set).__name__}"
        ) from None
    check_feature_names(estimator, X)
    X = check_X(X, allow_nan=True)
    if X.shape[1] != d:
        raise ValueError(f"X in eval_set must have {d} features, as X has; received {X.shape[1]}")
    return X, check_target(y, len(X))
