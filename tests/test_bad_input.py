"""Bad input, kind by kind, for every estimator: one clear error, or a defined answer.

An error is a ValueError or TypeError of the package's own, raised in one of its files. An answer is
finite. Nothing warns but the package itself.
"""

import copy
import datetime
import traceback
import warnings

import numpy as np
import pytest
from scipy import sparse
from test_base import ESTIMATORS, LABELS, TARGET, X, outputs

from mlbook.base import ClassifierMixin, RegressorMixin

every_estimator = pytest.mark.parametrize("prototype", ESTIMATORS, ids=repr)


def with_entry(value, dtype=float):
    bad = X.astype(dtype)
    bad[3, 2] = value
    return bad


NO_TABLES = {
    "None": None,
    "a number": 3.0,
    "a text": "abc",
    "a dictionary": {"a": [1.0, 2.0]},
    "a set": {1.0, 2.0},
    "an empty list": [],
    "a list of empty lists": [[], []],
    "one dimension": X[:, 0],
    "three dimensions": X[None],
    "no samples": X[:0],
    "no features": X[:, :0],
    "rows of several lengths": [[1.0, 2.0], [3.0]],
    "complex": X + 0j,
    "complex with a part": X + 1j,
    "texts of numbers": X.astype(str),
    "bytes": X.astype(bytes),
    "objects that are texts": X.astype(str).astype(object),
    "an object that is None": with_entry(None, object),
    "an object that is a list": with_entry([1], object),
    "dates": np.full(X.shape, np.datetime64("2020-01-01")),
    "objects that are dates": with_entry(datetime.date(2020, 1, 1), object),
    "durations": np.full(X.shape, np.timedelta64(1, "s")),
    "records": np.zeros(30, dtype=[("a", float), ("b", float)]),
    "sparse": sparse.csr_matrix(X),
    "a sparse array": sparse.coo_array(X),
    "inf": with_entry(np.inf),
    "minus inf": with_entry(-np.inf),
    "inf in float32": with_entry(np.inf).astype(np.float32),
}
NO_TARGETS = {
    "None": None,
    "a number": 3,
    "too few": lambda y: y[:-1],
    "too many": lambda y: np.append(y, y[:1]),
    "none": lambda y: y[:0],
    "a column": lambda y: y[:, None],
    "two columns": lambda y: np.column_stack([y, y]),
    "a dictionary": {"a": 1},
    "complex": np.ones(30) * 1j,
    "not a number": np.append(np.zeros(29), np.nan),
    "inf": np.append(np.zeros(29), np.inf),
    "a None among them": np.array([None] + [1] * 29, dtype=object),
    "dates": np.full(30, np.datetime64("2020-01-01")),
    "texts for numbers": (RegressorMixin, np.array(["a", "b", "c"] * 10)),
    "texts of numbers": (RegressorMixin, np.array(["1", "2", "3"] * 10)),
    "fractions for labels": (ClassifierMixin, TARGET),
    "labels of two kinds": (ClassifierMixin, np.array(["a", 1] * 15, dtype=object)),
}
EXTREME = {
    "equal rows": np.tile(X[0], (30, 1)),
    "rows that occur twice": np.repeat(X[:15], 2, axis=0),
    "all zero": np.zeros((30, 4)),
    "a constant column": np.column_stack([X[:, :3], np.full(30, 7.0)]),
    "a column that occurs twice": X[:, [0, 1, 1, 2]],
    "whole numbers": np.rint(X).astype(int),
    "truth values": X > 5,
    "float16": X.astype(np.float16),
    "one feature": X[:, :1],
    "more features than samples": np.tile(X, (1, 10))[:, :37],
    "near overflow": X / np.abs(X).max() * 1e308,
    "large": X * 1e150,
    "subnormal": X / np.abs(X).max() * 1e-310,
    "small": X * 1e-160,
    "far from 0": X + 1e12,
    "columns of all sizes": X * [1e-100, 1, 1e100, 1],
}
STRANGE = [None, "x", b"x", -1, 0, 1.5, -0.5, np.nan, np.inf, -np.inf, True, [1], {}, 1j,
           ..., np.array([1, 2])]  # fmt: skip


def target(estimator):
    return LABELS if isinstance(estimator, ClassifierMixin) else TARGET


def refuses(call, *says):
    """Whether the call raises the package's own error, with the words; an answer is no refusal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "the gap stays at")  # what the lasso says of its answer
        try:
            call()
        except (ValueError, TypeError) as error:
            where = traceback.extract_tb(error.__traceback__)[-1].filename
            assert "/mlbook/" in where, f"raised in {where}: {error}"
            assert len(str(error)) > 20 and all(word in str(error) for word in says), str(error)
            return True
    return False


def answers(estimator, X):
    for each in outputs(estimator, X):
        assert len(each) == len(X)
        assert each.dtype.kind not in "fc" or np.isfinite(each).all()


@every_estimator
@pytest.mark.parametrize("kind", NO_TABLES)
def test_what_is_no_table_of_numbers_is_refused(prototype, kind):
    estimator, bad = copy.deepcopy(prototype), NO_TABLES[kind]
    assert refuses(lambda: estimator.fit(bad, target(estimator)))
    estimator.fit(X, target(estimator))
    assert refuses(lambda: outputs(estimator, bad)) or not outputs(estimator, X)


@every_estimator
@pytest.mark.parametrize("kind", NO_TARGETS)
def test_what_is_no_target_is_refused(prototype, kind):
    estimator, bad = copy.deepcopy(prototype), NO_TARGETS[kind]
    needs, bad = bad if isinstance(bad, tuple) else ((ClassifierMixin, RegressorMixin), bad)
    if not isinstance(estimator, needs):
        pytest.skip("takes no such target")
    assert refuses(lambda: estimator.fit(X, bad(target(estimator)) if callable(bad) else bad))


@every_estimator
@pytest.mark.parametrize("kind", EXTREME)
def test_what_is_extreme_is_answered_or_refused(prototype, kind):
    estimator, table = copy.deepcopy(prototype), EXTREME[kind]
    if not refuses(lambda: estimator.fit(table, target(estimator))):
        refuses(lambda: answers(estimator, table))


@every_estimator
def test_a_strange_parameter_is_named_or_serves(prototype):
    for name in prototype.get_params():
        for value in STRANGE:
            estimator = copy.deepcopy(prototype).set_params(**{name: value})
            if not refuses(lambda e=estimator: e.fit(X, target(e)), name):
                assert not refuses(lambda e=estimator: answers(e, X)), (name, value)
