"""Support vector machines beside scikit-learn's, which is libsvm.

Both stop at the same violation of the optimum, 1e-3, with three fifths of the samples as support
vectors (C = 1). Above 5000 samples both keep 200 MB of kernel values and compute the others again.
"""

from __future__ import annotations

from sklearn import svm as authority

from benchmarks.bench_newton_boosting import table
from benchmarks.harness import Table, Task, supervised
from mlbook.svm import SVC, SVR

FIT = (
    "The kernel matrix is one product and one exponential; then each step is a few NumPy calls on"
    " n numbers, of which libsvm leaves out a part by shrinking."
)
PREDICT = "One exponential for each new sample and support vector."


def results():
    yield from classes(2000, C=1.0, target=1.0)
    yield from classes(5000, C=1.0, target=0.8)
    yield from classes(5000, C=10.0, target=1.0, repeats=5)
    yield from classes(10000, C=1.0, target=1.3, repeats=3)
    yield from numbers(2000, target=1.0)


def classes(n, C, target, repeats=9):
    X, y = table(2 * n)
    ours, theirs = SVC(C=C), authority.SVC(C=C)
    name = f"SVM RBF {n} × 20, C = {C:g}"
    return machine(name, target, ours, theirs, Table.split(X, y > 0, n), repeats)


def numbers(n, target, repeats=9):
    table_ = Table.split(*table(2 * n), n)
    return machine(
        f"SVM regression RBF {n} × 20, C = 1", target, SVR(), authority.SVR(), table_, repeats
    )


def machine(name, target, ours, theirs, table, repeats):
    return supervised(
        Task(name, "fit", "scikit-learn (libsvm)", target, FIT),
        Task(name, "predict", "scikit-learn (libsvm)", 0.2, PREDICT),
        ours,
        theirs,
        table,
        repeats,
    )
