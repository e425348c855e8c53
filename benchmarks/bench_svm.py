"""Support vector machines beside scikit-learn's, which is libsvm.

Both stop at the same violation of the optimum, 1e-3, with three fifths of the samples as support
vectors (C = 1). Above 5000 samples both keep 200 MB of kernel values and compute the others again.
"""

from __future__ import annotations

import numpy as np
from sklearn import svm as authority

from benchmarks.harness import Task, compare
from mlbook.svm import SVC, SVR


def results():
    return [
        fit(2000, C=1.0, target=1.0),
        fit(5000, C=1.0, target=0.8),
        fit(5000, C=10.0, target=1.0, repeats=5),
        fit(10000, C=1.0, target=1.3, repeats=3),
        predict(5000, target=0.2),
        regression(2000, target=1.0),
    ]


def table(n, d=20, seed=0):
    """Four features of twenty matter; the noise has standard deviation 1/2."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = X[:, 0] + np.sin(2 * X[:, 1]) + X[:, 2] * X[:, 3] + 0.5 * rng.normal(size=n)
    return X, y


def fit(n, C, target, repeats=9):
    X, y = table(n)
    ours, theirs = SVC(C=C), authority.SVC(C=C)
    task = Task(f"SVM RBF {n} x 20, C = {C:g}", "scikit-learn (libsvm)", target)
    return compare(task, lambda: ours.fit(X, y > 0), lambda: theirs.fit(X, y > 0), repeats)


def predict(n, target, repeats=9):
    X, y = table(n)
    ours, theirs = SVC().fit(X, y > 0), authority.SVC().fit(X, y > 0)
    task = Task(f"SVM RBF predict {n} x 20", "scikit-learn (libsvm)", target)
    return compare(task, lambda: ours.predict(X), lambda: theirs.predict(X), repeats)


def regression(n, target, repeats=9):
    X, y = table(n)
    ours, theirs = SVR(), authority.SVR()
    task = Task(f"SVM regression RBF {n} x 20, C = 1", "scikit-learn (libsvm)", target)
    return compare(task, lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)
