"""scikit-learn's own checks of an estimator, run on every estimator of the book as it is."""

import warnings

import pytest
from sklearn.utils.estimator_checks import (
    check_dataframe_column_names_consistency,
    check_estimator,
)

from tests.contract.test_estimators import ESTIMATORS

# What an estimator is excused from, and why.
EVERY = {"check_supervised_y_2d": "a column of targets is refused, not flattened with a warning"}
DENSE = {
    "check_sample_weight_equivalence_on_sparse_data": "sparse tables are refused, as the tags say;"
    " scikit-learn 1.6 asks all the same",
}
EXCUSED = {
    "AdaBoostClassifier": DENSE,
    "GradientBoostingClassifier": DENSE,
    "GradientBoostingRegressor": DENSE,
    "DecisionTreeClassifier": {
        "check_class_weight_classifiers": "classes weigh 1 each or alike, not by a table",
    },
}


def small(kind):
    """The estimator with its defaults, but few trees."""
    few = {name: 20 for name in kind().get_params() if name == "n_estimators"}
    return kind(**few)


KINDS_OF_ESTIMATORS = sorted({type(e) for e in ESTIMATORS}, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", KINDS_OF_ESTIMATORS, ids=lambda kind: kind.__name__)
def test_scikit_learns_checks_pass(kind):
    excused = EVERY | EXCUSED.get(kind.__name__, {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(small(kind), expected_failed_checks=excused, on_fail=None,
                                  on_skip=None)  # fmt: skip
    failed = {r["check_name"]: str(r["exception"]) for r in results if r["status"] == "failed"}
    assert failed == {} and len(results) > 40


@pytest.mark.parametrize("kind", KINDS_OF_ESTIMATORS, ids=lambda kind: kind.__name__)
def test_names_of_columns_are_kept_and_checked_as_there(kind):
    check_dataframe_column_names_consistency(kind.__name__, small(kind))


def test_less_than_three_excuses_to_an_estimator():
    assert all(len(EVERY) + len(excused) < 3 for excused in EXCUSED.values())
