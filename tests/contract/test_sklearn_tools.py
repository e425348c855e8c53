"""Every estimator of the book in the hands of scikit-learn's tools, as it is."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor
from sklearn.ensemble import (
    BaggingClassifier,
    BaggingRegressor,
    StackingClassifier,
    StackingRegressor,
    VotingClassifier,
    VotingRegressor,
)
from sklearn.exceptions import NotFittedError
from sklearn.feature_selection import RFE, SelectFromModel
from sklearn.inspection import partial_dependence, permutation_importance
from sklearn.linear_model import Ridge as TheirRidge
from sklearn.metrics import accuracy_score, get_scorer, r2_score
from sklearn.model_selection import (
    GridSearchCV,
    RandomizedSearchCV,
    cross_val_predict,
    cross_val_score,
    cross_validate,
    learning_curve,
    validation_curve,
)
from sklearn.multiclass import OneVsRestClassifier
from sklearn.multioutput import MultiOutputRegressor
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_html_repr, get_tags
from sklearn.utils.validation import check_is_fitted

from mlbook import contract
from mlbook.adaboost import AdaBoostClassifier
from mlbook.contract import ClassifierMixin, RegressorMixin, TransformerMixin
from mlbook.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from mlbook.lda import LDA
from mlbook.pca import PCA
from mlbook.protocol.steps import Products, Selector, Standardizer
from mlbook.regularization import Lasso, Ridge
from tests.contract.test_estimators import ESTIMATORS, NAMES, TARGET, X, same, target
from tests.releases import seen_in

LABELS = np.array(["no", "yes"] * 15)
FRAME = pd.DataFrame(X, columns=NAMES, index=range(100, 130))
WEIGHTS = np.linspace(1, 2, 30)


def of(kind):
    return pytest.mark.parametrize(
        "estimator", [e for e in ESTIMATORS if isinstance(e, kind)], ids=repr
    )


every_estimator, predictors = of(object), of((ClassifierMixin, RegressorMixin))
classifiers, regressors, transformers = (
    of(ClassifierMixin),
    of(RegressorMixin),
    of(TransformerMixin),
)


def grid(estimator):
    """A parameter with two values, of which the first is its own; none where it has none."""
    values = estimator.get_params()
    other = {
        "random_state": 7,
        "C": 0.5,
        "lam": 0.5,
        "n_components": 1,
        "n_features": 1,
        "width": 4.0,
    }
    names = [name for name in other if name in values]
    return {name: [values[name], other[name]] for name in names[:1]}


@every_estimator
def test_the_tags_say_what_it_is(estimator):
    tags = get_tags(estimator)
    assert is_classifier(estimator) == isinstance(estimator, ClassifierMixin)
    assert is_regressor(estimator) == isinstance(estimator, RegressorMixin)
    assert (tags.transformer_tags is not None) == isinstance(estimator, TransformerMixin)
    assert tags.input_tags.allow_nan == estimator.accepts_missing
    needs_y = isinstance(estimator, ClassifierMixin | RegressorMixin) or "Selector" in repr(
        estimator
    )
    assert tags.target_tags.required == needs_y


@every_estimator
def test_what_is_fitted_is_seen_and_what_is_not_is_said_as_there(estimator):
    fresh = clone(estimator)
    with pytest.raises(NotFittedError):
        check_is_fitted(fresh)
    name = next(n for n in ("predict", "transform") if hasattr(fresh, n))
    with pytest.raises(NotFittedError, match="not fitted yet") as refusal:
        getattr(fresh, name)(X)
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)
    check_is_fitted(fresh.fit(X, target(fresh)))
    assert "Pipeline" in estimator_html_repr(make_pipeline(StandardScaler(), fresh))


@predictors
def test_cross_validation_gives_what_the_estimator_gives(estimator):
    y, cv = target(estimator), [(np.arange(20), np.arange(20, 30))]
    alone = copy.deepcopy(estimator).fit(X[:20], y[:20])
    (score,) = cross_val_score(estimator, X, y, cv=cv)
    assert score == alone.score(X[20:], y[20:])
    found = cross_validate(estimator, FRAME, y, cv=cv, return_estimator=True, error_score="raise")
    assert found["test_score"] == pytest.approx(
        [score]
    )  # a frame's columns add up in another order
    folds = [(np.arange(15, 30), np.arange(15)), (np.arange(15), np.arange(15, 30))]
    said = cross_val_predict(estimator, X, y, cv=folds)
    assert same(said[15:], copy.deepcopy(estimator).fit(X[:15], y[:15]).predict(X[15:]))


@predictors
def test_a_search_in_a_pipeline_finds_the_best_of_a_grid(estimator):
    y, values = target(estimator), grid(estimator)
    name = type(estimator).__name__.lower()
    pipeline = make_pipeline(StandardScaler(), estimator)
    values = {f"{name}__{key}": value for key, value in values.items()}
    search = GridSearchCV(pipeline, values, cv=3, error_score="raise").fit(FRAME, y)
    tried = [
        cross_val_score(clone(pipeline).set_params(**setting), FRAME, y, cv=3).mean()
        for setting in search.cv_results_["params"]
    ]
    np.testing.assert_allclose(search.cv_results_["mean_test_score"], tried)
    assert search.predict(FRAME).shape == (30,)
    if values:
        draws = RandomizedSearchCV(pipeline, values, n_iter=2, cv=3, random_state=0).fit(X, y)
        assert draws.best_score_ == pytest.approx(search.best_score_)


@predictors
def test_curves_and_inspections_take_it(estimator):
    y = target(estimator)
    sizes, train, test = learning_curve(estimator, X, y, cv=3, train_sizes=[10, 20],
                                        error_score="raise", shuffle=True, random_state=0)  # fmt: skip
    assert train.shape == test.shape == (2, 3) and np.isfinite(test).all()
    for name, values in grid(estimator).items():
        scores = validation_curve(estimator, X, y, param_name=name, param_range=values, cv=2)
        assert np.isfinite(scores).all()
    fitted = copy.deepcopy(estimator).fit(X, y)
    found = permutation_importance(fitted, X, y, n_repeats=2, random_state=0)
    assert found.importances.shape == (4, 2)
    drawn = partial_dependence(fitted, X, [0], grid_resolution=3)
    assert np.isfinite(drawn["average"]).all()


@classifiers
def test_ensembles_of_classifiers_take_it(estimator):
    few = dict(max_samples=0.8, n_estimators=2, random_state=0)
    makers = [
        lambda e: BaggingClassifier(e, **few),
        lambda e: VotingClassifier([("ours", e), ("theirs", GaussianNB())]),
        lambda e: StackingClassifier([("ours", e)], GaussianNB(), cv=2),
        lambda e: CalibratedClassifierCV(e, cv=2),
        lambda e: OneVsRestClassifier(e),
    ]
    for maker in makers:
        assert set(maker(estimator).fit(X, LABELS).predict(X)) <= {"no", "yes"}
    fitted = copy.deepcopy(estimator).fit(X, LABELS)
    assert 0 <= get_scorer("roc_auc")(fitted, X, LABELS) <= 1
    assert get_scorer("accuracy")(fitted, X, LABELS) == fitted.score(X, LABELS)


@regressors
def test_ensembles_of_regressors_take_it(estimator):
    few = dict(max_samples=0.8, n_estimators=2, random_state=0)
    makers = [
        lambda e: BaggingRegressor(e, **few),
        lambda e: VotingRegressor([("ours", e), ("theirs", TheirRidge())]),
        lambda e: StackingRegressor([("ours", e)], TheirRidge(), cv=2),
        lambda e: TransformedTargetRegressor(e, transformer=StandardScaler()),
    ]
    for maker in makers:
        assert np.isfinite(maker(estimator).fit(X, TARGET).predict(X)).all()
    both = np.column_stack([TARGET, -TARGET])
    assert MultiOutputRegressor(estimator).fit(X, both).predict(X).shape == (30, 2)
    fitted = copy.deepcopy(estimator).fit(X, TARGET)
    assert get_scorer("r2")(fitted, X, TARGET) == pytest.approx(fitted.score(X, TARGET))


def test_the_example_of_a_search_runs():
    lines = [line[4:] for line in contract.__doc__.splitlines() if line.startswith("    ")]
    names = {"X": X[10:], "y": LABELS[10:], "X_new": X[:10]}
    exec("\n".join(lines), names)
    best = names["pipeline"].set_params(**names["search"].best_params_).fit(X[10:], LABELS[10:])
    assert same(names["search"].predict(X[:10]), best.predict(X[:10]))


def test_selectors_read_its_coefficients():
    assert RFE(Ridge(), n_features_to_select=2).fit(X, TARGET).support_.sum() == 2
    chosen = SelectFromModel(Lasso(5.0)).fit(X, TARGET)
    assert chosen.get_support().tolist() == (np.abs(chosen.estimator_.coef_) > 1e-5).tolist()


# --- transformers ---------------------------------------------------------------------------------


@transformers
def test_a_transform_has_names_and_comes_as_the_data_frame_that_was_asked_for(estimator):
    y = target(estimator)
    plain = clone(estimator).fit(FRAME, y)
    names, Z = plain.get_feature_names_out(), plain.transform(FRAME)
    assert type(Z) is np.ndarray and names.dtype == object and len({*names}) == Z.shape[1]
    framed = clone(estimator).set_output(transform="pandas")
    for found in (framed.fit(FRAME, y).transform(FRAME), clone(framed).fit_transform(FRAME, y)):
        assert found.columns.tolist() == names.tolist()
        assert found.index.tolist() == FRAME.index.tolist()
    assert same(framed.transform(FRAME).to_numpy(), Z)
    assert same(framed.set_output(transform=None).transform(X).index.tolist(), [*range(30)])
    assert same(framed.set_output(transform="default").transform(FRAME), Z)
    with sklearn.config_context(transform_output="pandas"):
        assert same(plain.transform(FRAME).to_numpy(), Z)
        assert plain.transform(FRAME).columns.tolist() == names.tolist()
    with pytest.raises(ValueError, match="transform must be one of default, pandas, polars"):
        framed.set_output(transform="arrow")
    polars = pytest.importorskip("polars", reason="is not installed")
    found = framed.set_output(transform="polars").transform(FRAME)
    assert isinstance(found, polars.DataFrame) and found.columns == names.tolist()


@transformers
def test_a_pipeline_a_union_and_columns_take_it(estimator):
    y = target(estimator)
    pipeline = Pipeline([("scale", Standardizer()), ("ours", clone(estimator))])
    found = pipeline.set_output(transform="pandas").fit_transform(FRAME, y)
    assert found.columns.tolist() == pipeline.get_feature_names_out().tolist()
    columns = ColumnTransformer(
        [("ours", clone(estimator), NAMES), ("rest", "passthrough", ["age"])]
    )
    found = columns.set_output(transform="pandas").fit_transform(FRAME, y)
    assert found.columns.tolist() == columns.get_feature_names_out().tolist()
    assert found.columns[-1] == "rest__age" and found.columns[0].startswith("ours__")
    union = FeatureUnion([("ours", clone(estimator)), ("scaled", StandardScaler())])
    assert union.fit(FRAME, y).transform(FRAME).shape[1] == len(union.get_feature_names_out())


def test_names_by_hand():
    assert PCA(2).fit(X).get_feature_names_out().tolist() == ["pca0", "pca1"]
    assert Standardizer().fit(X).get_feature_names_out().tolist() == ["x0", "x1", "x2", "x3"]
    assert Standardizer().fit(FRAME).get_feature_names_out(NAMES).tolist() == NAMES
    products = Products().fit(X[:, :2]).get_feature_names_out(["a", "b"])
    assert products.tolist() == ["a", "b", "a a", "a b", "b b"]
    selected = Selector(2).fit(FRAME, TARGET)
    assert selected.get_feature_names_out().tolist() == [NAMES[j] for j in selected.features_]
    with pytest.raises(ValueError, match=r"length equal to number of features \(4\); received 3"):
        Standardizer().fit(X).get_feature_names_out(NAMES[:3])
    with pytest.raises(ValueError, match="input_features is not equal to feature_names_in_"):
        Standardizer().fit(FRAME).get_feature_names_out(NAMES[::-1])
    with pytest.raises(NotFittedError):
        PCA().get_feature_names_out()


# --- what fit takes besides X and y ---------------------------------------------------------------

WEIGHTED = [
    AdaBoostClassifier(4),
    GradientBoostingClassifier(n_estimators=4),
    GradientBoostingRegressor(n_estimators=4),
]


@pytest.mark.parametrize("estimator", WEIGHTED, ids=repr)
def test_weights_of_samples_reach_fit(estimator):
    y, name = target(estimator), type(estimator).__name__.lower()
    fitted = clone(estimator).fit(X, y, sample_weight=WEIGHTS)
    pipeline = make_pipeline(clone(estimator)).fit(X, y, **{f"{name}__sample_weight": WEIGHTS})
    assert same(pipeline.predict(X), fitted.predict(X))
    search = GridSearchCV(estimator, {"learning_rate": [1.0]}, cv=2)
    search.fit(X, y, sample_weight=WEIGHTS)
    half = clone(estimator).set_params(learning_rate=1.0).fit(X, y, sample_weight=WEIGHTS)
    assert same(search.predict(X), half.predict(X))


@seen_in("scikit-learn", "1.7", "1.8", "1.9")
@pytest.mark.parametrize("estimator", WEIGHTED, ids=repr)
def test_weights_of_samples_reach_the_score_of_a_search(estimator):
    y, parts = target(estimator), [(np.arange(20), np.arange(20, 30))]
    search = GridSearchCV(estimator, {"learning_rate": [1.0]}, cv=parts)
    half = clone(estimator).set_params(learning_rate=1.0)
    half.fit(X[:20], y[:20], sample_weight=WEIGHTS[:20])
    expected = half.score(X[20:], y[20:], WEIGHTS[20:])
    assert search.fit(X, y, sample_weight=WEIGHTS).best_score_ == expected
    metric = accuracy_score if isinstance(estimator, ClassifierMixin) else r2_score
    said = metric(y[20:], half.predict(X[20:]), sample_weight=WEIGHTS[20:])
    assert expected == pytest.approx(said)


@pytest.mark.parametrize("estimator", WEIGHTED, ids=repr)
def test_weights_are_routed_where_routing_is_enabled_and_they_are_asked_for(estimator):
    y = target(estimator)
    with sklearn.config_context(enable_metadata_routing=True):
        with pytest.raises(ValueError, match="sample_weight"):
            cross_validate(estimator, X, y, params={"sample_weight": WEIGHTS}, error_score="raise")
        asks = clone(estimator).set_fit_request(sample_weight=True)
        with pytest.raises(ValueError, match="sample_weight"):
            cross_validate(asks, X, y, params={"sample_weight": WEIGHTS}, error_score="raise")
        both = clone(asks).set_score_request(sample_weight=True)
        assert cross_validate(both, X, y, cv=2, params={"sample_weight": WEIGHTS})[
            "test_score"
        ].all()
        pipeline = make_pipeline(Standardizer(), clone(asks)).fit(X, y, sample_weight=WEIGHTS)
        fitted = make_pipeline(Standardizer(), clone(estimator))
    name = type(estimator).__name__.lower()
    fitted.fit(X, y, **{f"{name}__sample_weight": WEIGHTS})
    assert same(pipeline.predict(X), fitted.predict(X))
    with pytest.raises(TypeError, match=r"takes X, y, sample_weight.*; received weights"):
        estimator.set_fit_request(weights=True)


def test_fit_without_more_arguments_asks_for_none():
    with pytest.raises(TypeError, match="fit of LDA takes X, y; received sample_weight"):
        LDA().set_fit_request(sample_weight=True)


def test_the_package_loads_scikit_learn_only_when_that_asks():
    code = """
import pkgutil, sys, importlib, numpy as np, mlbook
from mlbook.contract import NotFittedError
from mlbook.pca import PCA
model, X = PCA(1), np.eye(3)
try:
    model.transform(X)
except NotFittedError:
    model.fit(X).get_feature_names_out(), model.transform(X)
print([m for m in sys.modules if m.split('.')[0] in ('sklearn', 'pandas', 'polars')])
model.__sklearn_tags__()
print('sklearn' in sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["[]", "True"], told.stdout
