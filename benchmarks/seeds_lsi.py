"""How stable the chapter's answers on planted topics are, seed by seed."""

import numpy as np

from mlbook import data, lsi

SYNONYMS = [(f"{t}{c}x", f"{t}{c}y") for t in "abcd" for c in range(6)]
CONCEPTS = [(f"{t}{c}x", f"{t}{(c + 1) % 6}x") for t in "abcd" for c in range(6)]

# How far a number may be from the stored one: of two groups that tie to the last digit another
# kernel of BLAS chooses the other one, and a start ends elsewhere.
ABSOLUTE = {"groups": 0.3}


def _others(y):
    """For each document the others of its topic."""
    same = [np.flatnonzero(y == c) for c in y]
    return [row[row != i] for i, row in enumerate(same)]


def _purity(clusters, truth):
    """Fraction of samples of the most frequent class of their group."""
    most = [np.bincount(truth[clusters == c]).max() for c in np.unique(clusters)]
    return sum(most) / len(truth)


def lengths(seed):
    """Precision of counts and of four axes, and the gap after them, by words in a document."""
    result = {}
    for length in (4, 8, 16):
        corpus = data.topics(200, seed=seed, length=length)
        five = lsi.LSI(5).fit(corpus.X)
        result[f"gap {length}"] = float(five.singular_values_[3] / five.singular_values_[4])
        for name, B in [("counts", corpus.X), ("latent", five.documents_[:, :4])]:
            result[f"{name} {length}"] = lsi.mean_average_precision(B, _others(corpus.y))
    return result


def axes(seed):
    """Mean average precision by the number of axes, with eight words a document."""
    corpus = data.topics(200, seed=seed)
    Z = lsi.LSI(60).fit(corpus.X).documents_
    return {
        f"{k}": lsi.mean_average_precision(Z[:, :k], _others(corpus.y))
        for k in (1, 2, 3, 4, 5, 6, 8, 12, 20, 30, 40, 60)
    }


def words(seed):
    """What a search for one word finds, how alike words are, and where documents lie."""
    corpus = data.topics(200, seed=seed)
    four, at, y = lsi.LSI(4).fit(corpus.X), corpus.feature_names.index, np.asarray(corpus.y)
    query = np.eye(len(corpus.feature_names))[[at("a0x")]]
    numbers = {"relevant of 50": float((y[four.search(query, top=50)[0][0]] == 0).sum())}
    for name, pairs in [("synonyms", SYNONYMS), ("concepts", CONCEPTS)]:
        i, j = (list(map(at, each)) for each in zip(*pairs, strict=True))
        W = four.words_
        numbers[name] = float(lsi.cosines(W[i], W[j]).diagonal().mean())
    largest = abs(four.documents_).argmax(axis=1)
    first = [(largest[y == c] == 0).mean() for c in range(4)]
    return {**numbers, "least on axis 1": float(min(first)), "most on axis 1": float(max(first))}


def groups(seed):
    """Purity of k-means on counts and on four axes, for 1, 10 and 30 starts."""
    corpus = data.topics(200, seed=seed)
    latent = lsi.LSI(4).fit(corpus.X).documents_
    return {
        f"{name} {starts}": _purity(lsi.k_means(B, 4, starts)[0], corpus.y)
        for name, B in [("counts", corpus.X), ("latent", latent)]
        for starts in (1, 10, 30)
    }
