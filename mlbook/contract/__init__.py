"""The contract that every estimator of the book keeps, and the checks at its boundary.

`__init__` stores hyper-parameters unchanged. `fit` first checks them by the table `parameters` of
the class, then checks the data once, learns attributes whose names end in `_` (`n_features_in_` is
one of them) and returns `self`; inner functions may then trust their input. This is the contract of
scikit-learn, which many readers already know.

The tools of scikit-learn, from version 1.6 on, can therefore use every estimator as it is. For
example, a grid search can take a pipeline that scales within each fold and ends in a classifier of
this book:

    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from mlbook.svm import SVC

    pipeline = make_pipeline(StandardScaler(), SVC())
    search = GridSearchCV(pipeline, {"svc__C": [0.1, 1.0, 10.0]}, cv=5).fit(X, y)
    search.best_params_, search.predict(X_new)

`mlbook.contract.tools` provides what these tools ask for. `mlbook.contract.arrays` decides what
counts as a number, as a label, and as a missing value.
"""

from numpy.typing import ArrayLike

from mlbook.contract.arrays import (
    Array,
    Entries,
    Numbers,
    Whole,
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
    widen_integers,
    widened,
)
from mlbook.contract.estimator import (
    ClassifierMixin,
    Estimator,
    RegressorMixin,
    TransformerMixin,
    all_or_nothing,
    check_feature_names,
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
from mlbook.contract.tools import NotFittedError, check_fitted

__all__ = [
    "Array",
    "ArrayLike",
    "ClassifierMixin",
    "Entries",
    "Estimator",
    "NotFittedError",
    "Numbers",
    "Whole",
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
    "widen_integers",
    "feature_names",
    "r_squared",
    "rounds",
    "sorted_values",
    "widened",
]
