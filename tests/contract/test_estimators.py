"""The laws that every estimator obeys, and the checks at the boundary.

A new estimator joins by one line in ESTIMATORS.
"""

import copy
import importlib
import inspect
import pickle
import pkgutil
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

import mlbook
from mlbook.adaboost import AdaBoostClassifier
from mlbook.case_study import ForestSelector
from mlbook.contract import (
    ClassifierMixin,
    Estimator,
    NotFittedError,
    RegressorMixin,
    TransformerMixin,
    check_array,
    check_choice,
    check_in_range,
    check_labels,
    check_positive_int,
    check_random_state,
    check_weights,
    check_X,
    check_X_y,
    feature_names,
    r_squared,
)
from mlbook.contract.parameters import checked_in_fit
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from mlbook.lda import LDA
from mlbook.least_squares import PolynomialRegression
from mlbook.linear_regression import LinearRegression
from mlbook.lle import LLE
from mlbook.logistic_regression import LogisticRegression
from mlbook.lsi import LSI
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor
from mlbook.pca import PCA, KernelPCA
from mlbook.protocol.steps import Products, Selector, Standardizer
from mlbook.random_forest import RandomForestClassifier, RandomForestRegressor
from mlbook.regression_tree import DecisionTreeRegressor
from mlbook.regularization import ElasticNet, Lasso, Ridge
from mlbook.robust_fits import LeastAbsoluteRegression, LocallyWeightedRegression
from mlbook.svm import SVC, SVR

# To join, add one line: the estimator with hyper-parameters that differ from the defaults and suit
# 30 samples of 4 features. A RegressorMixin is fitted to a numeric target, a ClassifierMixin to
# three classes; which of predict, transform, ... it has is found out from it.
ESTIMATORS = [
    LinearRegression(tol=1e-8),
    LinearRegression("gradient_descent", n_steps=500, batch_size=8),
    PCA(n_components=2),
    KernelPCA(n_components=3, gamma=0.05),
    LSI(n_components=3),
    PolynomialRegression(degree=2),
    LeastAbsoluteRegression(degree=2),
    LocallyWeightedRegression(width=3.0),
    LDA(n_components=1, shrinkage=0.1),
    LLE(n_components=3, n_neighbors=6, reg=0.01),
    NewtonBoostingRegressor(n_estimators=5, subsample=0.8),
    NewtonBoostingClassifier(n_estimators=4, tree_method="hist", max_bins=16),
    GradientBoostingRegressor(n_estimators=5, loss="huber", subsample=0.8),
    GradientBoostingClassifier(n_estimators=4, max_depth=None, max_leaves=5, tree_method="hist"),
    DecisionTreeRegressor(max_depth=3, min_samples_leaf=2, alpha=0.1),
    Ridge(lam=2.0),
    Lasso(lam=2.0, tol=1e-12),
    ElasticNet(lam=2.0, l1_ratio=0.3),
    DecisionTreeClassifier("entropy", min_samples_leaf=2, alpha=0.01, class_weight="balanced"),
    RandomForestRegressor(5, max_features=2, min_samples_leaf=2),
    RandomForestClassifier(4, max_features=3, max_depth=3),
    AdaBoostClassifier(8, learning_rate=0.5, max_depth=2),
    DecisionTreeClassifier("gain_ratio", "multiway", min_samples_leaf=2, confidence=0.25),
    LogisticRegression(lam=2.0),
    Selector(n_features=2),
    ForestSelector(n_features=2, n_estimators=5),
    Products(degree=3),
    Standardizer(),
    SVC(C=5.0, tol=1e-6),
    SVR(C=2.0, gamma=0.1, epsilon=0.05),
]

rng = np.random.default_rng(7)
X = rng.normal(size=(30, 4)) @ rng.normal(size=(4, 4)) + 5
X_NEW = rng.normal(size=(6, 4)) + 5
LABELS = np.array(["a", "b", "c"] * 10)
TARGET = X @ [1.0, -2.0, 0.5, 0.0] + 0.1 * rng.normal(size=30)
NAMES = ["area", "rooms", "age", "distance"]
SEEN = "Feature names seen at fit time, yet now missing:\n"
OTHER_NAMES = [
    (NAMES[::-1], "Feature names must be in the same order as they were in fit.\n"),
    (NAMES[:3], SEEN + "- distance\n"),
    ([*NAMES[:3], "price"], "Feature names unseen at fit time:\n- price\n" + SEEN + "- distance\n"),
]
FIXED = {"subsample": 1.0, "batch_size": None}  # settings that draw nothing
ITERATED = {"SVC": 1e-5, "SVR": 1e-5, "GradientBoostingRegressor": 1e-9}  # stops at tol
APPLY = ["predict", "predict_proba", "decision_function", "transform"]

every_estimator = pytest.mark.parametrize("prototype", ESTIMATORS, ids=repr)


@pytest.fixture
def estimator(prototype):
    return copy.deepcopy(prototype)


def target(estimator):
    return LABELS if isinstance(estimator, ClassifierMixin) else TARGET


def outputs(estimator, X):
    """What the fitted estimator says about X, in each way it can."""
    return [getattr(estimator, name)(X) for name in APPLY if hasattr(estimator, name)]


def assert_no_nan(arrays):
    for each in arrays:
        assert each.dtype.kind != "f" or np.isfinite(each).all()


def same(a, b):
    """Equal learned state, looked into as far as arrays, containers and objects go."""
    if isinstance(a, np.ndarray):
        return a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, np.random.Generator):
        return same(a.bit_generator.state, b.bit_generator.state)
    if hasattr(a, "__dict__") and not callable(a):
        return type(a) is type(b) and same(vars(a), vars(b))
    return a == b


def close(a, b, rtol=1e-9):
    """Equal labels, or numbers that differ by rounding: sums in another order."""
    if b.dtype.kind != "f":
        return np.array_equal(a, b)
    return a.shape == b.shape and np.allclose(a, b, rtol=rtol, atol=rtol * np.abs(b).max())


# --- laws of every estimator ---------------------------------------------------------------------


@every_estimator
def test_init_stores_its_arguments_untouched(estimator):
    marks = {name: object() for name in estimator.get_params()}
    fresh = type(estimator)(**marks)
    assert vars(fresh) == marks


@every_estimator
def test_parameters_make_a_round_trip(estimator):
    other = type(estimator)()
    assert other.set_params(**estimator.get_params()) is other
    assert other.get_params() == estimator.get_params()
    assert list(other.get_params()) == list(inspect.signature(type(other)).parameters)


def test_no_estimator_is_forgotten():
    for module in pkgutil.iter_modules(mlbook.__path__):
        importlib.import_module(f"mlbook.{module.name}")
    kinds = [Estimator]
    for kind in kinds:  # and those that it appends
        kinds += kind.__subclasses__()
    public = {kind for kind in kinds if kind.__module__.startswith("mlbook.")}
    public = {kind for kind in public if hasattr(kind, "fit") and kind.__name__[0] != "_"}
    missing = sorted(kind.__name__ for kind in public - {type(each) for each in ESTIMATORS})
    told = f"add a line to ESTIMATORS in tests/contract/test_estimators.py: {', '.join(missing)}"
    assert not missing, told
    assert public == {type(prototype) for prototype in ESTIMATORS}


@every_estimator
def test_an_unknown_parameter_is_refused_by_name_and_nothing_is_set(estimator):
    with pytest.raises(ValueError, match="unknown parameter 'nonsense'"):
        estimator.set_params(nonsense=1)
    if not estimator.get_params():
        return
    first = next(iter(estimator.get_params()))
    with pytest.raises(ValueError, match=f"unknown parameter 'nonsense'.*{first}"):
        estimator.set_params(**{first: "changed", "nonsense": 1})
    assert getattr(estimator, first) != "changed"


@every_estimator
def test_repr_shows_what_differs_from_the_defaults(estimator):
    assert repr(type(estimator)()) == f"{type(estimator).__name__}()"
    kind = {type(estimator).__name__: type(estimator)}
    assert eval(repr(estimator), kind).get_params() == estimator.get_params()
    assert ("=" in repr(estimator)) == (estimator.get_params() != {})


@every_estimator
def test_every_parameter_has_an_entry_in_the_table(estimator):
    assert estimator.parameters.keys() == estimator.get_params().keys()


@every_estimator
def test_parameters_are_refused_by_name_before_the_data_and_not_before_fit(estimator):
    for name, check in estimator.parameters.items():
        if check is not checked_in_fit:
            with pytest.raises(ValueError, match=f"^{name} must be .*; received <object"):
                copy.deepcopy(estimator).set_params(**{name: object()}).fit(None, None)


@every_estimator
def test_fit_returns_the_estimator_and_leaves_its_parameters(estimator):
    before = copy.deepcopy(estimator.get_params())
    assert estimator.fit(X, target(estimator)) is estimator
    assert same(estimator.get_params(), before)


@every_estimator
def test_what_is_learned_ends_in_an_underscore(estimator):
    parameters = set(vars(estimator))
    learned = set(vars(estimator.fit(X, target(estimator)))) - parameters
    assert "n_features_in_" in learned
    assert all(name.endswith("_") or name.startswith("_") for name in learned)
    assert estimator.n_features_in_ == 4


@every_estimator
def test_before_fit_everything_raises_not_fitted(estimator):
    for name in APPLY:
        if hasattr(estimator, name):
            with pytest.raises(NotFittedError, match="not fitted yet; call fit first"):
                getattr(estimator, name)(X)


@every_estimator
def test_refitting_forgets_the_first_fit(estimator):
    y = target(estimator)
    fresh = copy.deepcopy(estimator).fit(X[:, 1:], y)
    again = estimator.fit(X, y).fit(X[:, 1:], y)
    assert same(vars(again), vars(fresh))


@every_estimator
def test_a_failed_refit_does_not_pass_for_a_fit(estimator):
    with pytest.raises(ValueError):
        estimator.fit(X[:, 0], target(estimator))
    with pytest.raises(NotFittedError):
        outputs(estimator, X)


@every_estimator
def test_the_same_input_gives_the_same_fit(estimator):
    other = copy.deepcopy(estimator).fit(X, target(estimator))
    assert same(vars(estimator.fit(X, target(estimator))), vars(other))


@every_estimator
def test_the_global_random_state_neither_matters_nor_changes(estimator):
    y, other = target(estimator), copy.deepcopy(estimator)
    np.random.seed(1)  # noqa: NPY002
    outputs(other.fit(X, y), X_NEW)
    np.random.seed(2)  # noqa: NPY002
    before = np.random.get_state()  # noqa: NPY002
    outputs(estimator.fit(X, y), X_NEW)
    assert same(np.random.get_state(), before)  # noqa: NPY002
    assert same(vars(estimator), vars(other))


@every_estimator
def test_a_generator_as_random_state_gives_what_its_seed_gives(estimator):
    if "random_state" not in estimator.get_params():
        pytest.skip("has no random_state")
    y = target(estimator)
    seeded = copy.deepcopy(estimator).set_params(random_state=3).fit(X, y)
    drawn = estimator.set_params(random_state=np.random.default_rng(3)).fit(X, y)
    assert same(outputs(drawn, X_NEW), outputs(seeded, X_NEW))


@every_estimator
def test_the_input_is_not_written_to(estimator):
    A, B, y = X.copy(), X_NEW.copy(), target(estimator).copy()
    for each in (A, B, y):
        each.flags.writeable = False
    outputs(estimator.fit(A, y), B)


@every_estimator
def test_what_is_learned_does_not_change_when_the_input_does(estimator):
    A, y = X.copy(), target(estimator).copy()
    before = outputs(estimator.fit(A, y), X_NEW)
    A[:] = 0
    y[:] = y[0]
    assert same(outputs(estimator, X_NEW), before)


@every_estimator
def test_memory_layout_and_lists_do_not_matter(estimator):
    y = target(estimator)
    plain = outputs(copy.deepcopy(estimator).fit(X, y), X_NEW)
    fortran = outputs(copy.deepcopy(estimator).fit(np.asfortranarray(X), y), X_NEW)
    lists = outputs(estimator.fit(X.tolist(), y.tolist()), X_NEW.tolist())
    for a, b, c in zip(plain, fortran, lists, strict=True):
        assert same(a, c)
        if a.dtype.kind == "f":
            np.testing.assert_allclose(b, a, rtol=1e-9, atol=1e-12)  # sums in another order


@every_estimator
def test_strides_do_not_matter(estimator):
    y = target(estimator)
    plain = outputs(copy.deepcopy(estimator).fit(X, y), X_NEW)
    wide, tall, ys = np.zeros((60, 8)), np.zeros((12, 8)), np.repeat(y, 2)
    wide[::2, ::2], tall[::2, ::2] = X, X_NEW
    views = outputs(estimator.fit(wide[::2, ::2], ys[::2]), tall[::2, ::2])
    back = outputs(estimator.fit(X[:, ::-1][:, ::-1], y[::-1][::-1]), X_NEW[::-1])
    for a, b, c in zip(plain, views, back, strict=True):
        assert close(b, a) and close(c[::-1], a)


@every_estimator
def test_a_data_frame_is_read_as_its_values_and_its_names_are_kept(estimator):
    y = target(estimator)
    plain = copy.deepcopy(estimator).fit(X, y)
    assert not hasattr(plain, "feature_names_in_")
    frames = [pd.DataFrame(table, columns=NAMES) for table in (X, X_NEW)]
    estimator.fit(frames[0], pd.Series(y, index=range(100, 130)))
    assert estimator.feature_names_in_.tolist() == NAMES
    for new in (frames[1], X_NEW):  # an array has no names to differ
        for a, b in zip(outputs(plain, X_NEW), outputs(estimator, new), strict=True):
            assert close(b, a)
    assert not hasattr(estimator.fit(X, y), "feature_names_in_")


@every_estimator
@pytest.mark.parametrize("names, says", OTHER_NAMES)
def test_other_column_names_than_those_fitted_are_refused(estimator, names, says):
    estimator.fit(pd.DataFrame(X, columns=NAMES), target(estimator))
    for name in APPLY:
        if hasattr(estimator, name):
            with pytest.raises(ValueError, match="should match those that were passed") as refusal:
                getattr(estimator, name)(pd.DataFrame(X[:, : len(names)], columns=names))
            assert str(refusal.value).endswith(says)


@pytest.mark.parametrize("names, says", OTHER_NAMES)
def test_a_validation_set_with_other_column_names_is_refused(names, says):
    watching = [e for e in ESTIMATORS if "eval_set" in inspect.signature(e.fit).parameters]
    assert watching
    for estimator in map(copy.deepcopy, watching):
        y, frame = target(estimator), pd.DataFrame(X, columns=NAMES)
        other = pd.DataFrame(X[:, : len(names)], columns=names)
        with pytest.raises(ValueError, match="should match those that were passed") as refusal:
            estimator.fit(frame, y, eval_set=(other, y))
        assert str(refusal.value).endswith(says)
        for table in (frame, X):
            estimator.fit(frame, y, eval_set=(table, y))
        estimator.fit(X, y, eval_set=(frame, y))  # an array has no names to differ


@every_estimator
def test_one_feature_is_fitted_or_refused_and_never_turns_into_nan(estimator):
    try:
        estimator.fit(X[:, :1], target(estimator))
    except ValueError as error:
        assert re.search("n_components|n_features|max_features", str(error)), error
    else:
        assert estimator.n_features_in_ == 1
        assert_no_nan(outputs(estimator, X_NEW[:, :1]))


@every_estimator
def test_the_order_of_the_rows_does_not_matter_but_to_draws(estimator):
    fixed = {name: FIXED[name] for name in estimator.get_params() if name in FIXED}
    if "Forest" in type(estimator).__name__:
        pytest.skip("each tree draws rows by their places")
    order, y = np.random.default_rng(0).permutation(30), target(estimator)
    plain = outputs(copy.deepcopy(estimator).set_params(**fixed).fit(X, y), X_NEW)
    mixed = outputs(estimator.set_params(**fixed).fit(X[order], y[order]), X_NEW)
    for a, b in zip(plain, mixed, strict=True):
        assert close(b, a, rtol=ITERATED.get(type(estimator).__name__, 1e-9))


@every_estimator
@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.uint8, bool])
def test_other_numeric_types_are_read_as_their_float64_values(estimator, dtype):
    A = np.abs(np.round(X)) % 4
    A = (A > 1 if dtype is bool else A).astype(dtype)
    y = target(estimator)
    other = copy.deepcopy(estimator).fit(A.astype(float), y)
    assert same(outputs(estimator.fit(A, y), A), outputs(other, A.astype(float)))


@every_estimator
def test_copies_and_pickles_of_a_fitted_estimator_say_the_same(estimator):
    estimator.fit(X, target(estimator))
    for twin in (copy.deepcopy(estimator), pickle.loads(pickle.dumps(estimator))):
        assert same(outputs(twin, X_NEW), outputs(estimator, X_NEW))
        assert repr(twin) == repr(estimator)


@every_estimator
def test_a_clone_has_the_parameters_and_no_memory(estimator):
    twin = clone(estimator.fit(X, target(estimator)))
    assert twin.get_params() == estimator.get_params()
    with pytest.raises(NotFittedError):
        outputs(twin, X)


@every_estimator
def test_another_number_of_features_is_refused_with_both_numbers(estimator):
    estimator.fit(X, target(estimator))
    for name in APPLY:
        if hasattr(estimator, name):
            with pytest.raises(
                ValueError, match=r"X has 3 features, but .* is expecting 4 features as"
            ):
                getattr(estimator, name)(X[:, :3])


@every_estimator
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_nan_and_infinity_are_refused_in_fit_and_after(estimator, value):
    bad = X.copy()
    bad[2, 1] = value
    y = target(estimator)
    if np.isnan(value) and estimator.accepts_missing:
        assert_no_nan(outputs(estimator.fit(bad, y), bad))
        return
    with pytest.raises(
        ValueError, match=rf"X must be finite.*; received {value} at index \(2, 1\)"
    ):
        estimator.fit(bad, y)
    with pytest.raises(ValueError, match="X must be finite"):
        outputs(estimator.fit(X, y), bad)


BAD_X = {
    "one dimension": (X[:, 0], r"X must be 2-D .*\(30,\). Reshape your data: X.reshape"),
    "three dimensions": (X[np.newaxis], r"X must be 2-D .*\(1, 30, 4\)$"),
    "no samples": (X[:0], r"0 sample\(s\) \(shape=\(0, 4\)\) while a minimum of [12] is required"),
    "no features": (
        X[:, :0],
        r"0 feature\(s\) \(shape=\(30, 0\)\) while a minimum of 1 is required",
    ),
    "complex": (X * 1j, "Complex data not supported: X must hold real numbers"),
    "strings": (X.astype(str), "real numbers; received dtype <U"),
    "objects": ([[1, None], [2, 3]], r"X: .* a number; received None at index \(0, 1\)"),
    "ragged": ([[1.0, 2.0], [3.0]], "rows of X must all have the same length"),
}


@every_estimator
@pytest.mark.parametrize("case", BAD_X)
def test_what_is_not_a_table_of_numbers_is_refused(estimator, case):
    bad, message = BAD_X[case]
    with pytest.raises((ValueError, TypeError), match=message):
        estimator.fit(bad, target(estimator))


@every_estimator
def test_targets_of_another_length_or_shape_are_refused(estimator):
    if isinstance(estimator, TransformerMixin):
        pytest.skip("has no target")
    y = target(estimator)
    with pytest.raises(ValueError, match="one entry for each of the 30 samples; received 29"):
        estimator.fit(X, y[:-1])
    with pytest.raises(ValueError, match=r"y must be 1-D .*\(30, 1\); use np.ravel"):
        estimator.fit(X, y[:, np.newaxis])


@every_estimator
def test_one_sample_is_fitted_or_refused_and_never_turns_into_nan(estimator):
    try:
        estimator.fit(X[:1], target(estimator)[:1])
    except ValueError as error:
        assert "X has 1 sample(s)" in str(error)
    else:
        assert_no_nan(outputs(estimator, X[:1]))


@every_estimator
def test_one_new_sample_is_answered_as_it_is_among_others(estimator):
    estimator.fit(X, target(estimator))
    for many, one in zip(outputs(estimator, X_NEW), outputs(estimator, X_NEW[2:3]), strict=True):
        assert len(many) == 6
        if many.dtype.kind == "f":
            np.testing.assert_allclose(one, many[2:3], rtol=1e-12, atol=1e-13)
        else:
            assert one == many[2:3]


@every_estimator
def test_a_batch_is_answered_as_its_parts_are(estimator):
    estimator.fit(X, target(estimator))
    rows = [4, 0, 5]
    for many, some in zip(outputs(estimator, X_NEW), outputs(estimator, X_NEW[rows]), strict=True):
        assert close(some, many[rows], rtol=1e-12)


@every_estimator
def test_a_transformer_transforms_what_it_fits(estimator):
    if not isinstance(estimator, TransformerMixin):
        pytest.skip("is no transformer")
    Z = copy.deepcopy(estimator).fit_transform(X, target(estimator))
    assert same(Z, estimator.fit(X, target(estimator)).transform(X))


@every_estimator
def test_scores_are_r_squared_or_accuracy(estimator):
    y = target(estimator)
    if not hasattr(estimator, "score"):
        pytest.skip("has no score")
    y_hat = estimator.fit(X, y).predict(X)
    if isinstance(estimator, ClassifierMixin):
        assert estimator.score(X, y) == (y_hat == y).mean()
    else:
        expected = 1 - ((y - y_hat) ** 2).sum() / ((y - y.mean()) ** 2).sum()
        assert estimator.score(X, y) == pytest.approx(expected, rel=1e-12)


# --- scores --------------------------------------------------------------------------------------


class Says(Estimator):
    """An estimator that predicts what it was told."""

    def __init__(self, answer=()):
        self.answer = answer

    def predict(self, X):
        return np.array(self.answer)


class SaysNumbers(RegressorMixin, Says):
    pass


class SaysLabels(ClassifierMixin, Says):
    pass


def test_r_squared_by_hand():
    # residuals 1, 0, -1: SSE = 2; y - mean = -2, 0, 2: SST = 8
    assert SaysNumbers([0.0, 3.0, 6.0]).score(None, [1.0, 3.0, 5.0]) == 1 - 2 / 8


@pytest.mark.parametrize("answer, score", [([0.1, 0.1], 1.0), ([0.1, 0.2], 0.0)])
def test_r_squared_of_a_constant_target_is_one_or_zero(answer, score):
    assert SaysNumbers(answer).score(None, [0.1, 0.1]) == score


def test_accuracy_by_hand():
    assert SaysLabels(["a", "b", "a", "b"]).score(None, ["a", "b", "b", "b"]) == 0.75
    with pytest.raises(ValueError, match="received strings in y, numbers in predictions"):
        SaysLabels([1, 2]).score(None, ["a", "b"])


def test_r_squared_does_not_depend_on_the_unit():
    y, y_hat = np.array([0.0, 1, 3]), np.array([0.5, 1, 2])
    expected = 1 - 1.25 / (14 / 3)
    for exponent in (-1060, -600, 0, 600, 990):  # subnormal numbers of 14 bits come first
        of = r_squared(np.ldexp(y, exponent), np.ldexp(y_hat, exponent))
        assert of == pytest.approx(expected, rel=2.0**-12)
    with pytest.raises(
        ValueError, match="range of float64: y varies by 5e-324 only, its errors by more"
    ):
        r_squared(np.array([0, 5e-324]), np.array([1.0, 1.0]))


def test_a_score_refuses_targets_of_another_length():
    with pytest.raises(ValueError, match="2 samples; received 1"):
        SaysLabels([1, 2]).score(None, [1])
    with pytest.raises(ValueError, match="2 samples; received 3"):
        SaysNumbers([1, 2]).score(None, [1, 2, 3])


# --- checks --------------------------------------------------------------------------------------


def test_float64_input_is_not_copied_and_other_input_is():
    assert check_X(X) is X
    assert check_X(X.astype(np.float32)).dtype == np.float64


def test_values_of_which_two_could_overflow_are_refused():
    assert check_X([[1e300], [-1e300]]).shape == (2, 1)
    with pytest.raises(ValueError, match=r"X must be within 1e\+300 of 0; received 1e\+308 at"):
        check_X([[1e308], [1e308]])


def test_names_of_columns_are_texts_or_none():
    assert feature_names(X) is None and feature_names(X.tolist()) is None
    assert feature_names(pd.DataFrame(X)) is None  # columns 0, 1, ...
    assert feature_names(pd.DataFrame(X, columns=NAMES)).tolist() == NAMES
    with pytest.raises(
        TypeError, match=r"only supported if all .* your input has \['int', 'str'\]"
    ):
        feature_names(pd.DataFrame(X, columns=[1, 2, 3, "d"]))


def test_many_other_names_are_cut_short():
    model = Standardizer().fit(pd.DataFrame(np.ones((2, 7)), columns=[*"abcdefg"]))
    with pytest.raises(ValueError, match=r"missing:\n- a\n- b\n- c\n- d\n- e\n- \.\.\.\n$"):
        model.transform(pd.DataFrame(np.ones((2, 0))).assign(z=1.0))


def test_squares_must_stay_below_infinity():
    assert check_X_y([[1.0]], [1e150])[1] == [1e150]
    with pytest.raises(ValueError, match="squares of y exceed the range of float64; rescale y"):
        check_X_y([[1.0], [2.0]], [1e150, 0])


def test_missing_values_pass_only_where_they_are_allowed():
    assert np.isnan(check_X([[np.nan, 1.0]], allow_nan=True)[0, 0])
    with pytest.raises(ValueError, match="received inf"):
        check_X([[np.nan, np.inf]], allow_nan=True)


def test_sparse_input_is_refused_with_the_way_out():
    from scipy.sparse import csr_matrix

    with pytest.raises(
        ValueError, match=r"X must be dense; received a sparse csr_matrix; pass its .toarr"
    ):
        check_X(csr_matrix(X))


def test_an_array_has_the_shape_that_is_asked_for():
    assert check_array("v", [1, 2]).tolist() == check_array("v", [1, 2], (2,)).tolist() == [1, 2]
    with pytest.raises(ValueError, match=r"v must have shape \(n,\); received \(1, 2\)"):
        check_array("v", [[1, 2]])
    with pytest.raises(ValueError, match=r"v must have shape \(3,\); received \(2,\)"):
        check_array("v", [1, 2], (3,))


def test_weights_are_ones_unless_told():
    assert check_weights(None, 3).tolist() == [1, 1, 1]
    assert check_weights([0, 1.5, True], 3).tolist() == [0, 1.5, 1]


@pytest.mark.parametrize("factor", [2.0, 3.0, 1e-300, 5e-324, 1e300])
def test_the_largest_weight_is_brought_into_1_to_2_by_a_power_of_two(factor):
    scaled = check_weights([0, factor], 2)
    assert scaled[0] == 0 and 1 <= scaled[1] < 2
    assert np.log2(factor / scaled[1]) % 1 == 0


@pytest.mark.parametrize(
    "weights, message",
    [
        ([1, -1], "must be >= 0 and not all zero; received a minimum of -1.0 and a sum of 0.0"),
        ([0, 0], "a minimum of 0.0 and a sum of 0.0"),
        ([1], r"must have shape \(2,\); received \(1,\)"),
        (
            [1, np.nan],
            r"sample_weight must be finite, neither NaN nor inf; received nan at index \(1,\)",
        ),
    ],
)
def test_weights_that_cannot_weigh_are_refused(weights, message):
    with pytest.raises(ValueError, match=message):
        check_weights(weights, 2)


def test_a_target_must_be_finite_and_numeric():
    with pytest.raises(
        ValueError, match=r"y must be finite, neither NaN nor inf; received nan at index \(1,\)"
    ):
        check_X_y(X[:2], [1.0, np.nan])
    with pytest.raises(ValueError, match="y must hold real numbers; received dtype <U1"):
        check_X_y(X[:2], ["a", "b"])


@pytest.mark.parametrize(
    "y, classes, codes",
    [
        (["b", "a", "b"], ["a", "b"], [1, 0, 1]),
        ([2, -1, 2], [-1, 2], [1, 0, 1]),
        ([True, False, True], [False, True], [1, 0, 1]),
        ([1.0, 0.0, 1.0], [0, 1], [1, 0, 1]),
        ([5, 5, 5], [5], [0, 0, 0]),
    ],
)
def test_labels_become_sorted_classes_and_codes(y, classes, codes):
    found, encoded = check_labels(y, 3)
    assert found.tolist() == classes
    assert encoded.tolist() == codes


@pytest.mark.parametrize(
    "y, message",
    [
        ([1.0, 0.5], r"received 0.5 at index \(1,\) of continuous numbers"),
        ([1.0, np.nan], r"received nan at index \(1,\), which is a missing value"),
        ([1.0, np.inf], r"received inf at index \(1,\) of continuous numbers"),
        ([1j, 2], "received complex128"),
        (["a", None], r"received None at index \(1,\), which is a missing value"),
        (["a", 1], "of one kind; received numbers and strings"),
        ([[1], [2]], "1-D"),
    ],
)
def test_what_cannot_be_a_label_is_refused(y, message):
    with pytest.raises(ValueError, match=message):
        check_labels(y, 2)


@pytest.mark.parametrize("value", [0, -1, 2.0, True, "3", None, np.float64(3)])
def test_a_count_is_an_integer_of_at_least_one(value):
    with pytest.raises(ValueError, match="depth must be an integer >= 1; received"):
        check_positive_int("depth", value)


def test_a_count_may_be_a_numpy_integer_and_start_at_another_minimum():
    check_positive_int("depth", np.int32(3))
    check_positive_int("rounds", 0, minimum=0)


@pytest.mark.parametrize(
    "value, interval, allowed",
    [
        (0, "(0, 1]", False),
        (1, "(0, 1]", True),
        (0, "[0, 1)", True),
        (1, "[0, 1)", False),
        (0.5, "(0, 1)", True),
        (np.float32(0.5), "(0, 1)", True),
        (-1e-9, "[0, inf)", False),
        (np.inf, "[0, inf)", False),
        (np.nan, "[0, inf)", False),
        (True, "[0, inf)", False),
        ("1", "[0, inf)", False),
        (np.ones(2), "[0, inf)", False),
    ],
)
def test_a_number_lies_in_its_interval(value, interval, allowed):
    if allowed:
        return check_in_range("lam", value, interval)
    with pytest.raises(ValueError) as refusal:
        check_in_range("lam", value, interval)
    assert str(refusal.value) == f"lam must be a number in {interval}; received {value!r}"


def test_a_choice_is_one_of_the_words():
    check_choice("loss", "squared", ("squared", "logistic"))
    for value in ("cubic", None, 1):
        with pytest.raises(ValueError, match="loss must be one of squared, logistic; received"):
            check_choice("loss", value, ("squared", "logistic"))


def test_a_seed_stands_for_its_generator_and_a_generator_for_itself():
    generator = np.random.default_rng(5)
    assert check_random_state(generator) is generator
    assert check_random_state(5).random() == np.random.default_rng(5).random()
    assert check_random_state(np.int64(5)).random() == np.random.default_rng(5).random()


@pytest.mark.parametrize("seed", [None, -1, 1.0, True, "1", np.random.RandomState(0)])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(ValueError, match=r"integer >= 0 or a numpy.random.Generator; received"):
        check_random_state(seed)


def test_not_fitted_is_caught_as_either_of_its_parents():
    assert issubclass(NotFittedError, ValueError)
    assert issubclass(NotFittedError, AttributeError)
