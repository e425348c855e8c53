"""Latent semantic indexing: documents and words as points of one space, compared by angles.

A matrix A of counts, words x documents, is replaced by its k most important rank-one terms,

    A_k = U diag(s) V^T,    U (d, k) for the words,    V (n, k) for the documents,

where words that occur in similar contexts lie close together, even if they never occur together. A
query q, a column of counts, is placed among the documents by q^ = diag(s)^-1 U^T q and compared
with them by cosines. Conventions: in the literature A has one word in each row and one document in
each column; estimators have samples in rows, so here X = A^T (n, d) holds one document in each row,
and the axes are the columns of U. X is an array or sparse `Triplets`. A cosine with a zero vector
is 0. `svd` decides the signs of the axes. Derived in chapters/lsi.ipynb. Source: Deerwester et al.
1990; Berry, Dumais, O'Brien 1995; of the groups Lloyd 1982.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence, Set
from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Estimator,
    Numbers,
    TransformerMixin,
    Whole,
    as_array,
    check_feature_names,
    check_fitted,
    check_n_features,
    check_positive_int,
    check_random_state,
    check_squares,
    check_X,
    widen_integers,
)
from mlbook.contract.parameters import choice, whole
from mlbook.linear.kernels import squared_distances
from mlbook.numerics.triplets import Triplets
from mlbook.svd import truncated_svd

STOP_WORDS = frozenset(
    """
    a an and are as at be but by can do for from has have if in into is it its may no not of on or
    so such than that the their then there these they this to was were when where which will with
    you your
    """.split()  # noqa: SIM905
)

# --- counting ------------------------------------------------------------------------------------


def tokens(text: str) -> list[str]:
    """The words of a text, in lower case and without apostrophes.

    A word has at least two characters and begins with a letter. The characters of a word are
    letters, digits and combining marks, such as the vowel signs of Hindi, Thai or Arabic; a letter
    and its accent are written as one character wherever there is one (Unicode's NFC).

    Parameters
    ----------
    text : str

    Returns
    -------
    list of str

    Examples
    --------
    >>> tokens("Dad's 4th")
    ['dads']
    """
    text = _folded(text)
    pattern = r"[^\W_]+"
    if not text.isascii():  # Python's \w has no combining marks
        marks = "".join(sorted(c for c in set(text) if unicodedata.category(c)[0] == "M"))
        pattern += rf"(?:[{marks}]+[^\W_]*)*" if marks else ""
    return [run for run in re.findall(pattern, text) if run[0].isalpha() and len(run) > 1]


def _folded(text: str) -> str:
    """Lower case, composed, without apostrophes and what is invisible inside of a word.

    A space of no width is kept, since it ends a word.
    """
    text = re.sub("['’]", "", text.lower())
    if text.isascii():
        return text
    hidden = {c for c in set(text) - {"\u200b"} if unicodedata.category(c) == "Cf"}
    return unicodedata.normalize("NFC", text.translate(dict.fromkeys(map(ord, hidden))))


def vocabulary(
    texts: Sequence[str],
    stop_words: Collection[str] = STOP_WORDS,
    min_documents: int = 1,
) -> tuple[str, ...]:
    """The words of enough texts that are no stop words, in order.

    "Enough" is at least `min_documents`; the order is alphabetical.

    Parameters
    ----------
    texts : list of str
    stop_words : set of str
        Words to leave out, read as `tokens` reads a text; by default those of the module.
    min_documents : int
        At least 1.

    Returns
    -------
    tuple of str

    Raises
    ------
    ValueError
        If texts are not strings, if `stop_words` is a string, or if `min_documents` is below 1.

    Examples
    --------
    >>> vocabulary(["The car and a truck", "A car"])
    ('car', 'truck')
    >>> vocabulary(["The car and a truck", "A car"], min_documents=2)
    ('car',)
    """
    check_positive_int("min_documents", min_documents)
    advice = "leave the argument out for lsi.STOP_WORDS, or pass set() to keep all words"
    _check_words("stop_words", stop_words, advice)
    documents_with = Counter(word for text in _texts(texts) for word in set(tokens(text)))
    enough = {word for word, m in documents_with.items() if m >= min_documents}
    return tuple(sorted(enough - set(map(_folded, stop_words))))


def count_terms(texts: Sequence[str], words: Sequence[str]) -> Triplets:
    """How often each word occurs in each text, as Triplets (n, d).

    One text in each row. Words that are not in `words` are ignored; a row may be zero.

    Parameters
    ----------
    texts : list of str
    words : tuple of str
        As `vocabulary` returns them.

    Returns
    -------
    Triplets (n, d)

    Raises
    ------
    ValueError
        If texts are not strings, or if a word occurs twice or is not written as `tokens` writes it,
        so that it could not be found.

    Examples
    --------
    >>> count_terms(["A car, a truck, a car", "A bus"], ("car", "truck")).toarray()
    array([[2., 1.],
           [0., 0.]])
    """
    _check_words("words", words, "pass the words that vocabulary returns")
    for word in words:
        if tokens(word) != [word]:
            why = f"would never be found, since tokens reads {tokens(word)}"
            raise ValueError(f"the word {word!r} {why}; pass words as vocabulary returns them")
    texts, at = _texts(texts), {word: j for j, word in enumerate(words)}
    if len(at) < len(words):
        raise ValueError(f"words must be different; received {len(words)}, {len(at)} different")
    counted = enumerate(Counter(tokens(text)) for text in texts)
    entries = [(i, at[w], m) for i, row in counted for w, m in row.items() if w in at]
    rows, columns, counts = np.array(sorted(entries)).reshape(-1, 3).T
    return Triplets(rows, columns, counts, (len(texts), len(at)))


def _check_words(name: str, words: Collection[str], advice: str) -> None:
    """ValueError unless words is a collection of strings, and not a string itself."""
    if isinstance(words, str) or not np.iterable(words):
        raise ValueError(f"{name} must be a collection of words; received {words!r}; {advice}")
    for word in words:
        if not isinstance(word, str):
            raise ValueError(f"{name} must hold strings; received {type(word).__name__}")


def _texts(texts: Sequence[str]) -> Sequence[str]:
    if not np.iterable(texts):
        raise ValueError(f"texts must be a collection of strings; received {texts!r}")
    texts = [texts] if isinstance(texts, str) else list(texts)
    for text in texts:
        if not isinstance(text, str):
            raise ValueError(f"every text must be a string; received {type(text).__name__}")
    return texts


# --- weighing ------------------------------------------------------------------------------------


def idf(n: int, m: Numbers) -> Numbers:
    """The inverse document frequency of a word in m of n documents, log(n/m) (eq. lsi-idf).

    Parameters
    ----------
    n : int
        The number of documents.
    m : int or array (d,)
        The number of documents with the word, at least 1.

    Returns
    -------
    float or array (d,)
        0 for a word in every document, log(n) for a word in a single document.

    References
    ----------
    Sparck Jones 1972; Manning, Raghavan, Schuetze 2008, section 6.2.1.

    Examples
    --------
    >>> np.exp(idf(4, np.array([4, 2, 1]))).round(3)
    array([1., 2., 4.])
    """
    return np.log(n / m)


def document_counts(X: Array | Triplets) -> Array:
    """The number of documents in which each word occurs.

    Parameters
    ----------
    X : array or Triplets (n, d)

    Returns
    -------
    array (d,)

    Examples
    --------
    >>> document_counts(np.array([[2, 0, 1], [1, 0, 0]]))
    array([2, 0, 1])
    """
    if not isinstance(X, Triplets):
        return np.count_nonzero(X, axis=0)
    place = (X.rows * X.shape[1] + X.columns)[X.values != 0]
    if not (np.diff(place) > 0).all():
        place = np.unique(place)  # an entry given in two parts is one occurrence
    return np.bincount(place % X.shape[1], minlength=X.shape[1])


def weigh(X: Array | Triplets, weights: Array) -> Array | Triplets:
    """The columns of X times the weights of the words.

    Parameters
    ----------
    X : array or Triplets (n, d)
    weights : array (d,)

    Returns
    -------
    array or Triplets (n, d)

    Examples
    --------
    >>> weigh(np.array([[2, 0, 1], [1, 0, 0]]), np.array([0.5, 1.0, 3.0]))
    array([[1. , 0. , 3. ],
           [0.5, 0. , 0. ]])
    """
    if not isinstance(X, Triplets):
        return X * weights
    return Triplets(X.rows, X.columns, X.values * weights[X.columns], X.shape)


# --- the latent space ----------------------------------------------------------------------------


def project(X: Array | Triplets, U: Array) -> Array:
    """Coordinates of documents along the axes (eq. lsi-project).

    A row q^T of X becomes q^T U; the rows of the fitted matrix become those of V diag(s).

    Parameters
    ----------
    X : array or Triplets (n, d)
    U : array (d, k)

    Returns
    -------
    array (n, k)

    Examples
    --------
    >>> project(np.array([[3.0, 4.0]]), np.array([[0.0], [1.0]]))
    array([[4.]])
    """
    return X @ U


def fold_in(X: Array | Triplets, U: Array, s: Array) -> Array:
    """Whole of documents among the rows of V (eq. lsi-fold).

    A row q^T of X becomes q^T U diag(s)^-1; the rows of the fitted matrix become those of V.

    Parameters
    ----------
    X : array or Triplets (n, d)
    U : array (d, k)
    s : array (k,)

    Returns
    -------
    array (n, k)

    References
    ----------
    Deerwester et al. 1990; Berry, Dumais, O'Brien 1995.

    Examples
    --------
    >>> fold_in(np.array([[3.0, 4.0]]), np.array([[0.0], [1.0]]), np.array([2.0]))
    array([[2.]])
    """
    return project(X, U) / s


def cosines(A: Array, B: Array) -> Array:
    """Cosines between rows of A and rows of B (eq. lsi-cosine).

    Parameters
    ----------
    A : array (a, k)
    B : array (b, k)

    Returns
    -------
    array (a, b)
        0 where one of the two rows is zero.

    Examples
    --------
    >>> cosines(np.array([[3.0, 4.0], [0.0, 0.0]]), np.array([[2.0, 0.0], [0.0, 1.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    return _unit(A) @ _unit(B).T


def _unit(A: Array) -> Array:
    length = np.sqrt((A * A).sum(axis=1, keepdims=True))
    return A / np.where(length > 0, length, 1.0)


# --- retrieval -----------------------------------------------------------------------------------


def nearest(C: Array, top: int) -> Array:
    """The indices of the `top` largest cosines in each row, largest first.

    Cosines that agree to nine digits are tied, and the lower index wins.

    Parameters
    ----------
    C : array (m, n)
        Cosines.
    top : int

    Returns
    -------
    array (m, top)

    Examples
    --------
    >>> nearest(np.array([[0.5, 1.0, 0.5]]), 2)
    array([[1, 0]])
    """
    return np.argsort(-np.round(C, 9), axis=1, kind="stable")[:, :top]


def groups(C: Array, threshold: float) -> Array:
    """The first member of each one's group: chains of C_ij >= threshold.

    This is single linkage, cut at a height.

    Parameters
    ----------
    C : array (d, d)
        Cosines or other similarities, symmetric.
    threshold : float

    Returns
    -------
    array (d,)

    Examples
    --------
    >>> C = np.array([[1.0, 0.0, 0.9, 0.1], [0.0, 1.0, 0.0, 0.0],
    ...               [0.9, 0.0, 1.0, 0.8], [0.1, 0.0, 0.8, 1.0]])
    >>> groups(C, 0.7)
    array([0, 1, 0, 0])
    """
    near = (threshold <= C) | np.eye(len(C), dtype=bool)
    first, before = np.arange(len(C)), np.empty(0, dtype=int)
    while not np.array_equal(first, before):
        first, before = np.where(near, first, len(C)).min(axis=1), first
    return first


def average_precision(order: ArrayLike, relevant: Collection[int]) -> float:
    """The mean of the precision at the rank of each relevant document (eq. lsi-precision).

    Parameters
    ----------
    order : array (n,)
        Indices of documents, the best first.
    relevant : set of int
        Not empty; a relevant document that is never found counts 0.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If nothing is relevant, or if order or relevant does not hold indices of documents.

    References
    ----------
    Manning, Raghavan, Schuetze 2008, section 8.4.

    Examples
    --------
    >>> average_precision([7, 3, 5, 2], {7, 2})  # 1/1 and 2/4
    0.75
    """
    order = as_array("order", order)
    relevant_ones = as_array("relevant", [*relevant] if isinstance(relevant, Set) else relevant)
    if relevant_ones.size == 0:
        raise ValueError("relevant must name at least one document; received none")
    for name, places in (("order", order), ("relevant", relevant_ones)):
        if places.ndim != 1 or places.dtype.kind not in "iu":
            raise ValueError(f"{name} must hold indices of documents; received {places.tolist()}")
    hit = np.isin(order, relevant_ones)
    return float((np.cumsum(hit) / np.arange(1, len(hit) + 1))[hit].sum() / len(relevant_ones))


def mean_average_precision(
    Z: Array,
    related: Sequence[Collection[int]],
) -> float:
    """The mean of `average_precision` with each document as a query, ranked by cosines.

    Parameters
    ----------
    Z : array (n, k)
        One document in each row.
    related : list of n sets of int
        The relevant documents of each; a document with none is not a query.

    Returns
    -------
    float

    Examples
    --------
    >>> Z = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    >>> mean_average_precision(Z, [{1}, {2}, set()])  # 1/2 and 1/1
    0.75
    """
    orders = nearest(cosines(Z, Z) - 3 * np.eye(len(Z)), len(Z) - 1)  # none finds itself
    pairs = [(o, r) for o, r in zip(orders, related, strict=True) if len(r)]
    return float(np.mean([average_precision(o, r) for o, r in pairs]))


# --- groups --------------------------------------------------------------------------------------


def nearest_centre(X: Array, C: Array) -> Array:
    """The number of the nearest centre of each sample, the first of equally near ones.

    Parameters
    ----------
    X : array (n, d)
    C : array (k, d)
        The centres.

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> nearest_centre(np.array([[0.0], [1.0], [5.0]]), np.array([[0.0], [4.0]]))
    array([0, 0, 1])
    """
    return np.argmin(squared_distances(X, C), axis=1)


def group_means(X: Array, groups: Whole, C: Array) -> Array:
    """The mean of each group, the best centre for it (eq. lsi-centre); C where a group is empty.

    Parameters
    ----------
    X : array (n, d)
    groups : array (n,)
        The group of each sample, from 0 to k - 1.
    C : array (k, d)
        The present centres.

    Returns
    -------
    array (k, d)

    Examples
    --------
    >>> X, groups = np.array([[0.0], [1.0], [5.0]]), np.array([0, 0, 1])
    >>> group_means(X, groups, np.array([[0.0], [4.0], [9.0]]))
    array([[0.5],
           [5. ],
           [9. ]])
    """
    members = [X[groups == c] for c in range(len(C))]
    return np.array([m.mean(axis=0) if len(m) else c for m, c in zip(members, C, strict=True)])


def within_groups(X: Array, groups: Whole, C: Array) -> float:
    """The sum of squared distances of samples to the centres of their groups (eq. lsi-within).

    Parameters
    ----------
    X : array (n, d)
    groups : array (n,)
    C : array (k, d)
        The centres.

    Returns
    -------
    float

    Examples
    --------
    >>> X, groups = np.array([[0.0], [1.0], [5.0]]), np.array([0, 0, 1])
    >>> float(within_groups(X, groups, np.array([[0.5], [5.0]])))
    0.5
    """
    E = X - C[groups]
    return (E * E).sum()


def lloyd(X: Array, C: Array) -> tuple[Array, Array]:
    """Groups and centres, each the best for the other: the two steps until no sample moves.

    Parameters
    ----------
    X : array (n, d)
    C : array (k, d)
        The initial centres.

    Returns
    -------
    groups : array (n,)
    C : array (k, d)

    References
    ----------
    Lloyd 1982.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [5.0], [7.0]])
    >>> groups, C = lloyd(X, np.array([[0.0], [1.0]]))
    >>> groups, C.ravel()
    (array([0, 0, 1, 1]), array([0.5, 6. ]))
    """
    groups = nearest_centre(X, C)
    while True:
        C = group_means(X, groups, C)
        moved = nearest_centre(X, C)
        if within_groups(X, moved, C) >= within_groups(X, groups, C):
            return groups, C
        groups = moved


def k_means(
    X: ArrayLike, k: int, n_init: int = 10, random_state: np.random.Generator | int = 0
) -> tuple[Array, Array]:
    """Groups and centres with the least sum of squares among several runs of `lloyd`.

    Each run starts with k of the samples as centres.

    Parameters
    ----------
    X : array (n, d)
    k : int
        The number of groups, at most n.
    n_init : int
        The number of runs.
    random_state : int or Generator

    Returns
    -------
    groups : array (n,)
        Numbered by their first sample.
    C : array (k, d)
        The centres.

    Raises
    ------
    ValueError
        If X is not a data matrix of moderate size, or if k or n_init is out of range.

    Examples
    --------
    >>> groups, C = k_means([[0.0], [1.0], [5.0], [7.0]], 2)
    >>> groups, C.ravel()
    (array([0, 0, 1, 1]), array([0.5, 6. ]))
    """
    Z = check_X(X)
    check_positive_int("k", k)
    check_positive_int("n_init", n_init)
    if k > len(Z):
        raise ValueError(f"k must be at most n = {len(Z)}; received {k}")
    check_squares("X", Z)
    rng, origin = check_random_state(random_state), Z.mean(axis=0)
    Z = Z - origin  # distances are computed from products, which lose digits far from 0
    starts = [Z[rng.permutation(len(Z))[:k]] for _ in range(n_init)]
    groups, C = min((lloyd(Z, C) for C in starts), key=lambda groups: within_groups(Z, *groups))
    first = [np.flatnonzero(groups == c) for c in range(k)]
    order = sorted(range(k), key=lambda c: first[c][0] if len(first[c]) else len(Z))
    return np.argsort(order)[groups], C[order] + origin


def responsibilities(X: Array, C: Array, fractions: Array, variance: float) -> Array:
    """The probability of each group given the sample, in a mixture (eq. lsi-responsibility).

    Parameters
    ----------
    X : array (n, d)
    C : array (k, d)
        The means of the normal groups, whose covariances are multiples of the identity.
    fractions : array (k,)
        The fraction of each group; they sum to 1.
    variance : float
        The variance of every group in every direction.

    Returns
    -------
    array (n, k)
        Each row sums to 1.

    References
    ----------
    Dempster, Laird, Rubin 1977.

    Examples
    --------
    >>> X, C = np.array([[0.0], [0.5]]), np.array([[0.0], [1.0]])
    >>> responsibilities(X, C, np.array([0.5, 0.5]), 0.25).round(2)
    array([[0.88, 0.12],
           [0.5 , 0.5 ]])
    """
    logs = np.log(fractions) - squared_distances(X, C) / (2 * variance)
    p = np.exp(logs - logs.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


class LSI(TransformerMixin, Estimator):
    """Latent semantic indexing of counts X (n, d) with documents in rows.

    The weight of a word that occurs in no document is 0. For a matrix of zeros, such as the tf-idf
    of a single document, k = 0 and every cosine is 0.

    Parameters
    ----------
    n_components : int
        The number k of axes to keep, at least 1; never more than the rank of the matrix.
    weighting : str
        "counts" for the counts themselves, or "tf-idf" to multiply each word by its `idf`.

    Attributes
    ----------
    components_ : array (k, d)
        U^T, with one axis in each row.
    singular_values_ : array (k,)
    documents_ : array (n, k)
        V diag(s), the fitted documents.
    words_ : array (d, k)
        U diag(s).
    weights_ : array (d,)
        The weights of the words.
    n_components_ : int
        The number k of axes.
    n_features_in_ : int
        The number d of words.

    Examples
    --------
    >>> model = LSI(1).fit([[3, 0, 0], [4, 0, 0], [0, 1, 1]])
    >>> model.singular_values_.round(3)
    array([5.])
    >>> model.documents_.round(3)
    array([[3.],
           [4.],
           [0.]])
    """

    parameters = dict(n_components=whole(), weighting=choice("counts", "tf-idf"))

    def __init__(
        self,
        n_components: int = 2,
        weighting: str = "counts",
    ) -> None:
        self.n_components = n_components
        self.weighting = weighting

    def fit(self, X: ArrayLike | Triplets, y: ArrayLike | None = None) -> Self:
        """The estimator itself, fitted to X (n, d); y is ignored."""
        X = _table(X)
        n, d = X.shape
        self.n_features_in_, self.weights_ = d, np.ones(d)
        if self.weighting == "tf-idf":
            m = document_counts(X)
            self.weights_ = idf(n, np.where(m > 0, m, n))
        X = weigh(X, self.weights_)
        _, s, Ut = truncated_svd(X, min(self.n_components, n, d))
        self.n_components_ = k = int((s > 1e-12 * s[0]).sum())
        self.singular_values_, self.components_ = s[:k], Ut[:k].copy()
        self.documents_ = self._place(X)
        self.words_ = _no_noise(Ut[:k].T * s[:k], s[0])
        return self

    def transform(self, X: ArrayLike | Triplets) -> Array:
        """Coordinates of documents or queries along the axes (eq. lsi-project), X (n, d) -> (n, k).

        X has counts of the same words; the weights are those of the fitted documents.
        """
        check_fitted(self)
        check_feature_names(self, X)
        X = _table(X)
        check_n_features(self, X)
        return self._place(weigh(X, self.weights_))

    def search(
        self,
        X: ArrayLike | Triplets,
        top: int = 5,
    ) -> tuple[Array, Array]:
        """The documents nearest to each query: their places and cosines.

        A query without known words has cosine 0 with everything.

        Parameters
        ----------
        X : array or Triplets (m, d)
            Counts, one query in each row.
        top : int
            At least 1.

        Returns
        -------
        places : array (m, top)
            The indices of the fitted documents.
        cosines : array (m, top)
        """
        check_positive_int("top", top)
        C = cosines(np.asarray(self.transform(X)), self.documents_)
        order = nearest(C, top)
        return order, np.take_along_axis(C, order, axis=1)

    def similar(self, word: int, top: int = 5) -> tuple[Array, Array]:
        """The words nearest to a given word, except itself: their indices and cosines.

        Parameters
        ----------
        word : int
            The index of the word, from 0.
        top : int
            At least 1.

        Returns
        -------
        places : array (top,)
        cosines : array (top,)
        """
        check_fitted(self)
        check_positive_int("top", top)
        check_positive_int("word", word, minimum=0)
        if word >= self.n_features_in_:
            raise ValueError(f"word must be below d = {self.n_features_in_}; received {word}")
        C = cosines(self.words_[[word]], self.words_)
        order = nearest(C, self.n_features_in_)[0]
        order = order[order != word][:top]
        return order, C[0, order]

    def _place(self, X: Array | Triplets) -> Array:
        return _no_noise(project(X, self.components_.T), _lengths(X))


def _table(X: ArrayLike | Triplets) -> Array | Triplets:
    return X if isinstance(X, Triplets) else check_X(X)


def _lengths(X: Array | Triplets) -> Array:
    if isinstance(X, Triplets):
        return np.sqrt(np.bincount(X.rows, X.values**2, minlength=X.shape[0]))
    return np.sqrt((X * X).sum(axis=1))


def _no_noise(Z: Array, size: Array) -> Array:
    """Z with the rows that are rounding, below 1e-12 of their size before projection, set to 0."""
    length = np.sqrt((Z * Z).sum(axis=1))
    return np.where((length > 1e-12 * size)[:, np.newaxis], Z, 0.0)


widen_integers(globals())
