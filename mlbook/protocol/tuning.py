"""Tuning by inner folds, and scores on samples that took no part in the tuning.

    for each of L splits:   chosen = least loss over inner folds of the training part
                            response of the chosen procedure, fitted to that part, on the rest

Source: Stone 1974.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from mlbook.contract import Array
from mlbook.protocol.folds import splits

Procedure: TypeAlias = Callable[[Array, Array, Array], Array]  # (X, y, inputs) -> responses (m,)
Loss: TypeAlias = Callable[[Array, Array], float]  # of y and responses


def held_out(procedure: Procedure, X: Array, y: Array, parts: list[tuple[Array, Array]]) -> Array:
    """The response to each sample of a procedure that was fitted without its fold.

    Parameters
    ----------
    procedure : function
        A procedure (X, y, inputs) -> responses (m,).
    X : array (n, d)
    y : array (n,)
    parts : list of tuple
        The k pairs (train, test) of one partition, as `splits` returns them.

    Returns
    -------
    array (n,)

    Examples
    --------
    The response to each half is the mean of the other half.

    >>> mean = lambda X, y, inputs: np.full(len(inputs), y.mean())
    >>> halves = [(np.array([2, 3]), np.array([0, 1])), (np.array([0, 1]), np.array([2, 3]))]
    >>> held_out(mean, np.zeros((4, 1)), np.array([1.0, 3.0, 5.0, 9.0]), halves)
    array([7., 7., 2., 2.])
    """
    result = np.empty(len(y))
    for train, test in parts:
        result[test] = procedure(X[train], y[train], X[test])
    return result


@dataclass(frozen=True)
class Protocol:
    """How a comparison deals its samples: k folds, so many repeats, and inner folds for tuning.

    The same seed gives every method the same folds, so that their outcomes can be compared in
    pairs.

    Parameters
    ----------
    k : int
        The number of folds, at least 2.
    repeats : int
        The number of random partitions into folds, at least 1.
    inner : int
        The number of inner folds in each training set, at least 2.
    stratified : bool
        Whether the folds are stratified by class.
    seed : int

    Examples
    --------
    >>> Protocol(repeats=10)
    Protocol(k=5, repeats=10, inner=3, stratified=False, seed=0)
    """

    k: int = 5
    repeats: int = 2
    inner: int = 3
    stratified: bool = False
    seed: int = 0


class Outcome(NamedTuple):
    """One split: its samples, the candidate chosen without the test set, and the responses.

    Parameters
    ----------
    train : array
    test : array
        The indices of the training and of the test samples.
    chosen : int
        The index of the candidate with the least inner loss; in a tie the first.
    losses : list of float
        The inner losses of all candidates.
    inner : array
        Responses to the training samples when they were held out in the inner folds.
    outer : array
        Responses to the test samples.

    Examples
    --------
    >>> guess = lambda X, y, inputs: np.full(len(inputs), y.mean())
    >>> absolute = lambda y, s: float(abs(y - s).sum())
    >>> nested([guess], np.zeros((6, 1)), np.ones(6), absolute)[0].losses
    [0.0]
    """

    train: Array
    test: Array
    chosen: int
    losses: list
    inner: Array
    outer: Array


def nested(
    candidates: Sequence[Procedure], X: Array, y: Array, loss: Loss, protocol: Protocol = Protocol()
) -> list[Outcome]:
    """The outcome of each of k * repeats splits; inner folds choose the candidate.

    Parameters
    ----------
    candidates : list of function
        Procedures (X, y, inputs) -> responses (m,).
    X : array (n, d)
    y : array (n,)
    loss : function
        loss(y, responses) returns the number to be minimized.
    protocol : Protocol

    Returns
    -------
    list of Outcome

    Raises
    ------
    ValueError
        If a number in the protocol is out of range for these samples, as in `splits`.

    Examples
    --------
    Two constants are tried, and the second is right:

    >>> guesses = [lambda X, y, inputs, c=c: np.full(len(inputs), c) for c in (0.0, 1.0)]
    >>> absolute = lambda y, s: float(abs(y - s).sum())
    >>> outcomes = nested(guesses, np.zeros((6, 1)), np.ones(6), absolute, Protocol(k=2, repeats=1))
    >>> [(o.chosen, o.losses, o.outer.tolist()) for o in outcomes]
    [(1, [3.0, 0.0], [1.0, 1.0, 1.0]), (1, [3.0, 0.0], [1.0, 1.0, 1.0])]
    """
    outcomes: list[Outcome] = []
    p = protocol
    for train, test in splits(y, p.k, p.repeats, p.seed, p.stratified):
        A, b = X[train], y[train]
        parts = splits(b, p.inner, 1, p.seed + 1 + len(outcomes), p.stratified)
        said = [held_out(procedure, A, b, parts) for procedure in candidates]
        losses = [loss(b, each) for each in said]
        best = int(np.argmin(losses))
        response = candidates[best](A, b, X[test])
        outcomes.append(Outcome(train, test, best, losses, said[best], response))
    return outcomes


def best_inside(results: Iterable[Sequence[Outcome]]) -> list[Outcome]:
    """The outcomes if the method, too, is chosen by the inner folds of each split.

    Parameters
    ----------
    results : list
        Lists of outcomes of several methods on the same splits.

    Returns
    -------
    list of Outcome

    Examples
    --------
    >>> absolute = lambda y, s: float(abs(y - s).sum())
    >>> methods = [[lambda X, y, inputs, c=c: np.full(len(inputs), c)] for c in (0.0, 1.0)]
    >>> results = [nested(each, np.zeros((6, 1)), np.ones(6), absolute) for each in methods]
    >>> best_inside(results)[0].outer
    array([1., 1.])
    """
    return [min(row, key=lambda o: o.losses[o.chosen]) for row in zip(*results, strict=True)]


def scores(
    score: Loss, outcomes: Sequence[Outcome], y: Array, said: Sequence[Array] | None = None
) -> Array:
    """The score(y, responses) of each split (L,), for its outer responses or others in `said`.

    Parameters
    ----------
    score : function
    outcomes : list of Outcome
    y : array (n,)
        The targets of all samples.
    said : list of array
        Responses to the test set of each split, as `counterparts` of `mlbook.case_study` returns
        them; None for the outer ones.

    Returns
    -------
    array (L,)

    Examples
    --------
    >>> absolute = lambda y, s: float(abs(y - s).sum())
    >>> guess = [lambda X, y, inputs: np.full(len(inputs), 0.0)]
    >>> outcomes = nested(guess, np.zeros((6, 1)), np.ones(6), absolute, Protocol(k=2, repeats=1))
    >>> scores(absolute, outcomes, np.ones(6))
    array([3., 3.])
    """
    said = [o.outer for o in outcomes] if said is None else said
    return np.array([score(y[o.test], s) for o, s in zip(outcomes, said, strict=True)])
