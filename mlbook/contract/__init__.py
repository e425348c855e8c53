"""The contract that every estimator of the book keeps, and the checks at its boundary.

`__init__` stores hyper-parameters untouched; `fit` checks them, by the table `parameters` of the
class, then the data, once, learns attributes whose names end in `_` (`n_features_in_` among them)
and returns `self`; inner functions may then trust their input. It is scikit-learn's contract, since
that is what readers' hands know.
"""

from numpy.typing import ArrayLike

from mlbook.contract.arrays import (
    Array,
    Numbers,
    as_array,
    as_labels,
    check_array,
    check_entries,
    check_labels,
    check_one_kind,
    check_squares,
    check_weights,
    check_X,
    check_X_y,
    check_y,
    sorted_values,
)
from mlbook.contract.estimator import (
    ClassifierMixin,
    Estimator,
    NotFittedError,
    RegressorMixin,
    TransformerMixin,
    all_or_nothing,
    check_feature_names,
    check_fitted,
    check_n_features,
    check_X_fitted,
    feature_names,
    r_squared,
)
from mlbook.contract.parameters import (
    check_choice,
    check_in_range,
    check_positive_int,
    check_random_state,
)
from mlbook.contract.progress import rounds

__all__ = [
    "Array",
    "ArrayLike",
    "ClassifierMixin",
    "Estimator",
    "NotFittedError",
    "Numbers",
    "RegressorMixin",
    "TransformerMixin",
    "all_or_nothing",
    "as_array",
    "as_labels",
    "check_X",
    "check_X_fitted",
    "check_X_y",
    "check_array",
    "check_choice",
    "check_feature_names",
    "check_fitted",
    "check_in_range",
    "check_entries",
    "check_labels",
    "check_n_features",
    "check_one_kind",
    "check_positive_int",
    "check_random_state",
    "check_squares",
    "check_weights",
    "check_y",
    "feature_names",
    "r_squared",
    "rounds",
    "sorted_values",
]
