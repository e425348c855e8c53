"""Bad input, kind by kind, for every estimator and function of the boundary: an error or an answer.

An error is a ValueError or TypeError of the package's own, raised in one of its files. An answer is
finite. Nothing warns but the package itself.
"""

import ast
import copy
import datetime
import importlib
import inspect
import pkgutil
import traceback
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

import mlbook
from mlbook import (
    data,
    gradient_boosting,
    information,
    lsi,
    metrics,
    pagerank,
    pca,
    random_forest,
    regularization,
    svd,
)
from mlbook.contract import (
    ClassifierMixin,
    RegressorMixin,
    as_array,
    check_labels,
    check_X,
    check_y,
)
from mlbook.numerics import triplets
from mlbook.protocol import folds, intervals
from mlbook.random_forest import RandomForestRegressor
from mlbook.regression_tree import DecisionTreeRegressor
from mlbook.regularization import Ridge
from tests.contract.test_estimators import ESTIMATORS, LABELS, TARGET, X, outputs, same, target

OTHERS = (
    "mlbook.contract",
    "mlbook.page",
    "mlbook.plot",
)  # checks; what is no NumPy
MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(mlbook.__path__, "mlbook.")
    if not module.name.startswith(OTHERS)
]

every_estimator = pytest.mark.parametrize("prototype", ESTIMATORS, ids=repr)


def with_entry(value, dtype=float):
    bad = X.astype(dtype)
    bad[3, 2] = value
    return bad


def entry_of(array, value):
    array.flat[0] = value if not isinstance(value, list) else None
    if isinstance(value, list):
        array[(0,) * array.ndim] = value
    return array


def masked(of):
    """The array with a mask that hides its first entry."""
    hidden = np.ma.masked_array(of, mask=np.zeros(of.shape, bool))
    hidden[(0,) * of.ndim] = np.ma.masked
    return hidden


def frame(of, dtype, missing=()):
    """A data frame of this type of pandas, with NA at these places."""
    made = pd.DataFrame(of).astype(dtype)
    for place in missing:
        made.iloc[place] = pd.NA
    return made


BEYOND = np.arange(120).reshape(30, 4) + 2**53  # every second one has no float64
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
    "a mask that hides": masked(X),
    "a list of masked rows": [*masked(X)],
    "a list of rows with masked entries": [[*row] for row in masked(X)],
    "an object that is masked": with_entry(np.ma.masked, object),
    "integers beyond 2**53": BEYOND,
    "unsigned integers beyond 2**63": (BEYOND + 2**62).astype(np.uint64) * 2 + 1,
    "negative integers beyond 2**53": -BEYOND,
    "a list with integers beyond 2**53": [[*row[:3].tolist(), 0.5] for row in BEYOND],
    "objects that are integers beyond 2**53": BEYOND.astype(object),
    "a negative integer that float64 has not": with_entry(-(2**4000), object),
    "an integer that float64 has not": with_entry(10**400, object),
    "a fraction that float64 has not": with_entry(Fraction(10**400), object),
    "a Decimal that float64 has not": with_entry(Decimal("1e400"), object),
    "a frame with integers beyond 2**53": pd.DataFrame(BEYOND).assign(a=0.5),
    "Int64 beyond 2**53 with NA": frame(BEYOND, "Int64", [(0, 0)]),
    "texts of pandas": frame(X, "string"),
    "categories that are texts": frame(X.round().astype(str), "category"),
    "texts of variable width": X.astype(str).astype(np.dtypes.StringDType()),
    "a date that is missing": with_entry(pd.NaT, object),
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
    "objects that are dates": np.full(30, datetime.date(2020, 1, 1), dtype=object),
    "a mask that hides": masked,
    "a list with a masked entry": lambda y: [*y[:-1], np.ma.masked],
    "sparse": sparse.csr_matrix(np.ones(30)),
    "a frame of one column": pd.DataFrame({"y": np.zeros(30)}),
    "a frame of two columns": pd.DataFrame({"y": np.zeros(30), "z": np.zeros(30)}),
    "NA among Int64": pd.Series([1, 2] * 14 + [1, None], dtype="Int64"),
    "NA among Float64": pd.Series([1, 2] * 14 + [1, None], dtype="Float64"),
    "NA among booleans": pd.Series([True, False] * 14 + [True, None], dtype="boolean"),
    "NA among texts": pd.Series(["a", "b"] * 14 + ["a", None], dtype="string"),
    "missing among categories": pd.Series(["a", "b"] * 14 + ["a", None], dtype="category"),
    "missing among texts of variable width": np.array(
        ["a", "b"] * 14 + ["a", np.nan], dtype=np.dtypes.StringDType(na_object=np.nan)
    ),
    "NaN among objects": np.array([1, 2] * 14 + [1, np.nan], dtype=object),
    "NaN of Decimal among objects": np.array([1, 2] * 14 + [1, Decimal("sNaN")], dtype=object),
    "a date that is missing": np.array([1, 2] * 14 + [1, pd.NaT], dtype=object),
    "a list among objects": entry_of(np.ones(30, dtype=object), [1]),
    "integers beyond 2**53": (RegressorMixin, BEYOND[:, 0] + 1),
    "a list with integers beyond 2**53": (RegressorMixin, [*(BEYOND[1:, 0] + 1).tolist(), 0.5]),
    "fractions among objects": (ClassifierMixin, np.array([1, 2] * 14 + [1, 1.5], dtype=object)),
    "bytes beside texts": (ClassifierMixin, [b"a", "b"] * 15),
    "numbers beside texts": (ClassifierMixin, ["a", 1] * 15),
    "numbers beside bytes": (ClassifierMixin, [b"a", 1] * 15),
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


def refuses(call, *says):
    """Whether the call raises the package's own error, with the words; an answer is no refusal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "the gap stays at")  # what the lasso says of its answer
        try:
            call()
        except (ValueError, TypeError) as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            assert "/mlbook/" in where.filename, f"raised in {where}: {error}"
            assert where.line.startswith("raise"), f"NumPy's own, at {where.line}: {error}"
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


# --- kinds that are read as numbers, or as labels -------------------------------------------------

WHOLE = np.abs(np.round(X)) % 4
READ = {
    "Decimal": lambda A: np.array([[Decimal(v) for v in row] for row in A]),
    "Fraction": lambda A: np.array([[Fraction(v) for v in row] for row in A]),
    "a tiny Fraction": lambda A: A.astype(int) + np.array([[Fraction(1, 10**400)]]),
    "a mask that hides nothing": lambda A: np.ma.masked_array(A, mask=np.zeros(A.shape, bool)),
    "long double": lambda A: A.astype(np.longdouble),
    "the other order of bytes": lambda A: A.astype(">f8"),
    "objects of several types": lambda A: entry_of(A.astype(object), np.float32(A[0, 0])),
    "truth values among objects": lambda A: np.where(A < 2, A.astype(bool).astype(object), A),
    "int8": lambda A: A.astype(np.int8),
    "uint8": lambda A: A.astype(np.uint8),
    "float16": lambda A: A.astype(np.float16),
    "Int64": lambda A: frame(A, "Int64"),
    "Float64": lambda A: frame(A, "Float64"),
    "categories": lambda A: frame(A, "category"),
    "columns of several types": lambda A: frame(A, "Int64").astype({0: "float64", 1: "Int8"}),
    "a list of rows of pandas": lambda A: [row for _, row in pd.DataFrame(A).iterrows()],
}
MISSING = {
    "Int64": lambda A: frame(A, "Int64", [(3, 1)]),
    "Float64": lambda A: frame(A, "Float64", [(3, 1)]),
    "objects": lambda A: entry_of(A.astype(object), pd.NA),
    "Decimal": lambda A: entry_of(A.astype(object), Decimal("NaN")),
    "columns of several types": lambda A: frame(A, "Int64", [(3, 1)]).astype({0: "float64"}),
}
CLASSES = {
    "texts of variable width": lambda y: y.astype(np.dtypes.StringDType()),
    "objects": lambda y: y.astype(object),
    "a list": list,
    "texts of pandas": lambda y: pd.Series(y, dtype="string"),
    "categories": lambda y: pd.Series(y, dtype="category"),
    "a mask that hides nothing": np.ma.masked_array,
}
NUMBERED = {
    "Int64": lambda y: pd.Series(y, dtype="Int64"),
    "Float64": lambda y: pd.Series(y, dtype="Float64"),
    "categories": lambda y: pd.Series(y, dtype="category"),
    "objects": lambda y: y.astype(object),
    "objects of several types": lambda y: entry_of(y.astype(object), Decimal(int(y[0]))),
    "uint8": lambda y: y.astype(np.uint8),
    "float32": lambda y: y.astype(np.float32),
}


def equal(found, expected):
    return all(
        np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
        for a, b in zip(found, expected, strict=True)
    )


@every_estimator
@pytest.mark.parametrize("kind", READ)
def test_every_kind_of_number_is_read_as_its_float64(prototype, kind):
    plain, other = copy.deepcopy(prototype), copy.deepcopy(prototype)
    table = READ[kind](WHOLE)
    plain.fit(WHOLE, target(plain))
    assert equal(outputs(other.fit(table, target(other)), table), outputs(plain, WHOLE))


@every_estimator
@pytest.mark.parametrize("kind", MISSING)
def test_what_is_missing_is_NaN_or_refused_as_missing(prototype, kind):
    plain, other, table = copy.deepcopy(prototype), copy.deepcopy(prototype), MISSING[kind](WHOLE)
    if not other.accepts_missing:
        assert refuses(lambda: other.fit(table, target(other)), "X must be", "a missing value")
        return
    hole = pd.DataFrame(table).isna().to_numpy()
    assert hole.sum() == 1
    with_nan = np.where(hole, np.nan, WHOLE)
    plain.fit(with_nan, target(plain))
    assert equal(outputs(other.fit(table, target(other)), table), outputs(plain, with_nan))


@every_estimator
@pytest.mark.parametrize("kind", CLASSES)
def test_every_kind_of_text_is_a_label(prototype, kind):
    plain, other = copy.deepcopy(prototype), copy.deepcopy(prototype)
    if not isinstance(plain, ClassifierMixin):
        pytest.skip("takes no labels")
    plain.fit(X, LABELS)
    other.fit(X, CLASSES[kind](LABELS))
    assert other.classes_.tolist() == ["a", "b", "c"]
    assert equal(outputs(other, X), outputs(plain, X))
    assert other.score(X, CLASSES[kind](LABELS)) == plain.score(X, LABELS)
    assert refuses(lambda: other.score(X, LABELS.astype(bytes)), "of one kind", "bytes", "strings")


@every_estimator
@pytest.mark.parametrize("kind", NUMBERED)
def test_every_kind_of_number_is_a_target(prototype, kind):
    plain, other, y = copy.deepcopy(prototype), copy.deepcopy(prototype), np.arange(30) % 3
    plain.fit(X, y)
    other.fit(X, NUMBERED[kind](y))
    assert equal(outputs(other, X), outputs(plain, X))
    if hasattr(plain, "score"):
        assert other.score(X, NUMBERED[kind](y)) == plain.score(X, y)


def test_integers_that_float64_has_are_read_beyond_2_to_53():
    exact = BEYOND // 2 * 2
    for table in (exact, exact.astype(object), exact.tolist(), pd.DataFrame(exact)):
        assert check_X(table).tolist() == exact.tolist()
    for table in ([[-(2**63)]], np.array([[-(2**63)]]), [[2**63, -1]]):
        assert check_X(table)[0, 0] == table[0][0]
    labels = BEYOND[:, 0] + 1
    for of in (labels, labels.tolist(), labels.astype(object), [*labels.tolist()[:-1], 1.0]):
        assert len(check_labels(of, 30)[0]) == 30


def test_the_advice_for_one_column_works():
    for column in (TARGET[:, None], pd.DataFrame({"y": TARGET}), TARGET[:, None].tolist()):
        with pytest.raises(ValueError, match=r"; use np.ravel\(y\)$"):
            check_y(column, 30)
        assert check_y(np.ravel(column), 30).tolist() == TARGET.tolist()


# --- functions -----------------------------------------------------------------------------------

Y, SCORE = np.array([0, 1, 1, 0, 1, 0]), np.array([0.2, 0.9, 0.4, 0.3, 0.8, 0.6])
CALLED, NUMBERS = np.array([0, 1, 0, 0, 1, 1]), np.array([0.5, 2.0, 1.0, 3.0, 2.5, 0.0])
RIDGE, TREE = Ridge().fit(X, TARGET), DecisionTreeRegressor(max_depth=2).fit(X, TARGET)
FOREST = RandomForestRegressor(3).fit(X, TARGET)
TEXTS = ["a cat and a dog", "the dog ran"]

# The boundary besides the estimators: each function with arguments that it takes.
BOUNDARY = {
    folds.folds: (Y, 2, 0, True),
    folds.splits: (Y, 2, 2, 0, True),
    intervals.student_quantile: (0.95, 4),
    intervals.interval: (NUMBERS, 0.25, 0.95),
    data.blob: (5, 0, (1.0, 2.0), (3.0, 0.4), 45.0),
    data.friedman: (5, 0, 1.0),
    data.loans: (5, 0),
    data.sinusoid: (5, 0, 0.3),
    data.topics: (5, 0, 8),
    data.spiral: (5,),
    data.swiss_roll: (5, 0),
    data.train_test_split: (X, TARGET, 0.25, 0),
    gradient_boosting.partial_dependence: (TREE, X, 1, NUMBERS),
    information.contingency: (CALLED, Y),
    lsi.vocabulary: (TEXTS, frozenset({"the"}), 1),
    lsi.count_terms: (TEXTS, frozenset({"cat", "dog"})),
    lsi.average_precision: ([2, 0, 1], [0]),
    lsi.k_means: (X, 2, 3, 0),
    metrics.confusion_matrix: (Y, CALLED, np.array([0, 1])),
    metrics.accuracy: (Y, CALLED),
    metrics.precision: (Y, CALLED, "macro"),
    metrics.recall: (Y, CALLED, "micro"),
    metrics.specificity: (Y, CALLED, "weighted"),
    metrics.f_beta: (Y, CALLED, 2.0, "binary"),
    metrics.f1: (Y, CALLED, "binary"),
    metrics.balanced_accuracy: (Y, CALLED),
    metrics.matthews: (Y, CALLED),
    metrics.roc_curve: (Y, SCORE),
    metrics.auc: (Y, SCORE),
    metrics.ranked_right: (SCORE, NUMBERS),
    metrics.precision_recall_curve: (Y, SCORE),
    metrics.average_precision: (Y, SCORE),
    metrics.log_loss: (Y, np.column_stack([SCORE, 1 - SCORE]), np.array([0, 1])),
    metrics.brier: (Y, SCORE),
    metrics.brier_decomposition: (Y, SCORE),
    metrics.calibration_curve: (Y, SCORE, 4),
    metrics.mse: (NUMBERS, SCORE),
    metrics.mae: (NUMBERS, SCORE),
    metrics.r2: (NUMBERS, SCORE),
    metrics.wilson_interval: (3, 6, 1.96),
    pagerank.pagerank: (np.ones((3, 3)), 0.85, 1e-9),
    pca.choose_dimension: (np.array([3.0, 2.0, 0.5]), 0.9),
    random_forest.permutation_importance: (RIDGE, X, TARGET, 2, 0),
    random_forest.out_of_bag_importance: (FOREST, X, TARGET, 0, 0.1),
    regularization.cross_validation: (Ridge(), X, TARGET, np.array([0.1, 1.0]), 3, 0),
    svd.truncated_svd: (X, 2, "lanczos", 0),
    triplets.Triplets: (np.array([0, 1]), np.array([1, 0]), np.array([2.0, 3.0]), (2, 2)),
}

# Formulas that say where their value does not exist, and settings of theirs, and nothing else.
FORMULAS = {
    "bias_variance": {"all_fits", "corrected_squared_bias", "drawing", "exact_parts",
                      "repeated_fits", "variance"},
    "least_squares": {"gaussian", "polynomial", "prediction_intervals", "sigmoid"},
    "linear_regression": {"batches", "best_step", "curvatures", "step_limit", "stochastic_descent"},
    "lle": {"isomap"},
    "lsi": {"mean_average_precision"},
    "production": {"tree_merge"},
    "regularization": {"best_subset", "forward_subset"},
    "robust_fits": {"least_absolute"},
    "numerics.sparse_eigen": {"bottom_eigenvectors"},
    "svd": {"lanczos", "power", "subspace"},
    "svm": {"scale_gamma"},
    "trees.pruning": {"held_out"},
}  # fmt: skip
# Parts of estimators and of functions above, which have checked before they call them.
INNER = {
    "numerics.finite": {"finite"},
    "numerics.smo": {"kernel_diagonal", "solve"},
    "regularization": {"lasso", "lasso_path"},
    "trees.boosting": {"held_out_set", "targets_among"},
}

WRONG_ARRAYS = {
    "None": lambda a: None,
    "a number": lambda a: 3.0,
    "a text": lambda a: "abc",
    "a dictionary": lambda a: {"a": 1.0},
    "nothing": lambda a: a[:0],
    "one less": lambda a: a[:-1],
    "a dimension more": lambda a: a[np.newaxis],
    "a dimension less": lambda a: a[0],
    "complex": lambda a: a + 1j,
    "texts": lambda a: np.full(a.shape, "abc"),
    "texts of numbers": lambda a: a.astype(str),
    "dates": lambda a: np.full(a.shape, np.datetime64("2020-01-01")),
    "an object among them": lambda a: entry_of(a.astype(object), ...),
    "None among them": lambda a: entry_of(a.astype(object), None),
    "a list among them": lambda a: entry_of(a.astype(object), [1]),
    "not a number": lambda a: entry_of(a.astype(float), np.nan),
    "inf": lambda a: entry_of(a.astype(float), np.inf),
    "near overflow": lambda a: entry_of(a.astype(float), 1.7e308),
    "negative": lambda a: -a - 1,
    "fractions": lambda a: a + 0.5,
    "constant": lambda a: np.full_like(a, 1),
    "zeros": lambda a: np.zeros_like(a),
    "subnormal": lambda a: a * 5e-324,
}  # fmt: skip
WRONG = {
    bool: [None, "x", 2, [1], {}, np.nan],
    int: STRANGE,
    float: [*STRANGE, 5e-324, 1e308],
    str: [None, "x", 1, [], {}, b"binary"],
    tuple: [None, "x", 3.0, (), (np.nan, 1.0), ("x", 2), (None, None), {}, [1.5]],
    list: [None, "x", 3.0, [], [None], [[1]], [np.nan], {}],
}


def holds_nan(found):
    """Whether a number somewhere in what was returned is none."""
    if isinstance(found, tuple | list):
        return any(map(holds_nan, found))
    found = np.asarray(getattr(found, "X", found))
    return found.dtype.kind in "fc" and bool(np.isnan(found).any())


def wrongs(value):
    """Bad values in the place of this one, each with its name."""
    if isinstance(value, np.ndarray):
        return [(name, wrong(value)) for name, wrong in WRONG_ARRAYS.items()]
    return [(repr(wrong), wrong) for wrong in WRONG.get(type(value), ())]


CASES = [
    pytest.param(
        function, place, wrong, id=f"{function.__module__[7:]}.{function.__name__}-{place}-{name}"
    )
    for function, arguments in BOUNDARY.items()
    for place, value in enumerate(arguments)
    for name, wrong in wrongs(value)
]


@pytest.mark.parametrize("function, place, wrong", CASES)
def test_a_function_refuses_or_answers(function, place, wrong):
    arguments, answer = list(BOUNDARY[function]), []
    arguments[place] = wrong
    if not refuses(lambda: answer.append(function(*arguments))):
        assert holds_nan(wrong) or not holds_nan(answer)


ARRAYS = [
    pytest.param(function, place, id=f"{function.__module__[7:]}.{function.__name__}-{place}")
    for function, arguments in BOUNDARY.items()
    for place, value in enumerate(arguments)
    if isinstance(value, np.ndarray)
]


@pytest.mark.parametrize("function, place", ARRAYS)
@pytest.mark.parametrize("kind", ["array", "list"])
def test_no_function_uses_what_a_mask_hides(function, place, kind):
    arguments = list(BOUNDARY[function])
    hidden = masked(arguments[place])
    arguments[place] = hidden if kind == "array" else [*hidden]
    name = [*inspect.signature(function).parameters][place]
    assert refuses(lambda: function(*arguments), name, "a mask that hides 1 of them")


@pytest.mark.parametrize("action", ["ignore", "error"])
@pytest.mark.parametrize("dtype", [*"?bhilqBHILQefdgFDOSU"])
def test_no_list_loses_a_mask(dtype, action):
    entry, row = (np.ma.array(np.ones(n), dtype=dtype, mask=True) for n in [(), 1])
    with warnings.catch_warnings():
        warnings.simplefilter(action, UserWarning)  # NumPy warns of some entries
        for table in ([entry], [entry, 1], [[entry]], [[1, entry]], (row,), [[1], row], [[row]]):
            with pytest.raises(ValueError, match="a mask that hides 1 of them"):
                as_array("X", table)


def test_a_list_of_plain_numbers_is_not_searched_for_masks(monkeypatch):
    monkeypatch.setattr("mlbook.contract.arrays._hidden", pytest.fail)
    for table in (X, X.round().astype(int), X[:, 0]):
        assert np.array_equal(as_array("X", table.tolist()), table)
        assert np.array_equal(as_array("X", [*table]), table)


def test_a_warning_that_is_of_no_mask_is_passed_on():
    class Warns:
        def __array__(self, dtype=None, copy=None):
            raise UserWarning("of another thing")

    with pytest.raises(UserWarning, match="of another thing"):
        as_array("X", Warns())


@pytest.mark.parametrize("function, place", ARRAYS)
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.float16])
def test_no_function_counts_in_the_small_type_that_it_is_given(function, place, dtype):
    arguments, small = list(BOUNDARY[function]), list(BOUNDARY[function])
    if arguments[place].dtype.kind == "i" and dtype is np.float16:
        pytest.skip("takes whole numbers")
    arguments[place] = np.abs(np.round(arguments[place]))
    small[place] = arguments[place].astype(dtype)
    answer = []
    if not refuses(lambda: answer.append(function(*arguments))):
        assert same(function(*small), answer[0])


def checking(module):
    """Names of the public functions of a module that raise or check, themselves or by another."""
    tree = ast.parse(inspect.getsource(module))
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    used = {
        name: {n.id for n in ast.walk(defined[name]) if isinstance(n, ast.Name)} for name in defined
    }
    found = {
        name
        for name, node in defined.items()
        if any(isinstance(n, ast.Raise) for n in ast.walk(node))
    }
    checks = {other for names in used.values() for other in names if other.startswith("check_")}
    found |= {name for name in defined if used[name] & (checks | {"finite"})}
    for _ in defined:
        found |= {name for name in defined if used[name] & found}
    return {name for name in found if not name.startswith("_")}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__[7:])
def test_what_checks_is_tried_with_all_that_is_bad_or_is_called_a_formula(module):
    name = module.__name__[7:]
    tried = {
        f.__name__ for f in BOUNDARY if f.__module__ == module.__name__ and inspect.isfunction(f)
    }
    listed = tried | FORMULAS.get(name, set()) | INNER.get(name, set())
    new, gone = checking(module) - listed, listed - checking(module)
    told = f"of {name}, which raise or check: {sorted(new)} lack an entry with good arguments in "
    told += f"BOUNDARY, or a place in FORMULAS or INNER; {sorted(gone)} check nothing any more"
    assert not new and not gone, told


# --- values that nobody thought of ---------------------------------------------------------------

VALUES = st.sampled_from([0.0, 1.0, -1.0, 2.0, 0.5, 1e300, -1e300, 1e150, 5e-324, -1e-310, 3.0])
TABLES = st.tuples(st.integers(1, 8), st.integers(1, 4)).flatmap(
    lambda shape: st.tuples(
        arrays(float, shape, elements=VALUES | st.floats(-1e3, 1e3)),
        arrays(float, shape[0], elements=VALUES | st.floats(-1e3, 1e3)),
        arrays(int, shape[0], elements=st.integers(0, 2)),
    )
)


def limited(prototype):
    """The estimator with parameters that suit small tables."""
    few = {"n_components": 1, "n_neighbors": 2, "n_features": 1, "max_features": 1}
    names = prototype.get_params()
    return copy.deepcopy(prototype).set_params(**{k: v for k, v in few.items() if k in names})


@every_estimator
@settings(max_examples=40, derandomize=True, deadline=None, database=None)
@given(table=TABLES)
def test_whatever_is_finite_is_answered_with_finite_numbers_or_refused(prototype, table):
    X, y, labels = table
    estimator = limited(prototype)
    goal = labels if isinstance(estimator, ClassifierMixin) else y
    if not refuses(lambda: estimator.fit(X, goal)):
        assert estimator.n_features_in_ == X.shape[1]
        refuses(lambda: answers(estimator, X))
