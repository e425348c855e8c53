"""What the tools of scikit-learn ask of an estimator, without a dependency on scikit-learn.

`cross_val_score`, `GridSearchCV`, `Pipeline` and the like ask for three things: tags, which say
what kind of estimator it is; names for the columns of a transform, which becomes a data frame after
`set_output`; and a record of what `fit` takes besides X and y. scikit-learn is imported only when
one of its tools asks, so that the package needs NumPy alone. This works with scikit-learn 1.6,
which introduced these tags, and later.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from mlbook.contract.arrays import Array, as_array


class NotFittedError(ValueError, AttributeError):
    """Raised if a learned attribute is needed before `fit`; it has scikit-learn's two parents."""


def _not_fitted(message: str) -> NotFittedError:
    """The exception, which is also an instance of scikit-learn's if scikit-learn is loaded."""
    theirs = getattr(sys.modules.get("sklearn.exceptions"), "NotFittedError", None)
    if theirs is None:
        return NotFittedError(message)
    made = {"__module__": __name__, "__reduce__": lambda self: (_not_fitted, self.args)}
    return type("NotFittedError", (NotFittedError, theirs), made)(message)


def check_fitted(estimator: Tagged) -> None:
    """Check that the estimator has learned an attribute ending in `_`.

    Parameters
    ----------
    estimator : Estimator

    Raises
    ------
    NotFittedError
        If the estimator has not learned one.
    """
    if not estimator.__sklearn_is_fitted__():
        raise _not_fitted(f"this {type(estimator).__name__} is not fitted yet; call fit first")


class Tagged:
    """What `Estimator` inherits: its tags, and its requests for data that tools pass on."""

    accepts_missing: bool
    fit: Callable[..., Any]
    _kind: str | None = None  # "classifier" or "regressor"

    def __sklearn_tags__(self) -> Any:
        """The tags: which kind of estimator this is, and which input it takes."""
        from sklearn import utils

        transforms = hasattr(self, "transform")
        needs_y = inspect.signature(self.fit).parameters["y"].default is inspect.Parameter.empty
        return utils.Tags(
            estimator_type=self._kind or ("transformer" if transforms else None),
            target_tags=utils.TargetTags(required=needs_y),
            transformer_tags=utils.TransformerTags() if transforms else None,
            classifier_tags=utils.ClassifierTags() if self._kind == "classifier" else None,
            regressor_tags=utils.RegressorTags() if self._kind == "regressor" else None,
            input_tags=utils.InputTags(allow_nan=self.accepts_missing),
        )

    def __sklearn_is_fitted__(self) -> bool:
        """Whether an attribute that ends in `_` has been learned."""
        return any(name.endswith("_") for name in vars(self))

    def get_metadata_routing(self) -> Any:
        """Which arguments of `fit` and `score` a tool should pass on, if routing is enabled."""
        if "_metadata_request" in vars(self):
            return vars(self)["_metadata_request"]
        from sklearn.utils.metadata_routing import MetadataRequest

        request = MetadataRequest(owner=type(self).__name__)
        for method in ("fit", "score"):
            takes = inspect.signature(getattr(self, method, lambda: None)).parameters
            for name in [name for name in takes if name not in ("X", "y")]:
                getattr(request, method).add_request(param=name, alias=None)
        return request

    def set_fit_request(self, **requests: bool | str | None) -> Self:
        """The estimator itself, for which a tool passes these arguments on to `fit`.

        Parameters
        ----------
        **requests : bool, str or None
            One entry for each argument, such as sample_weight: True if the tool should pass it on,
            False if it should not, a string if it passes it on under this other name, and None if
            it should raise an error.

        Returns
        -------
        Estimator

        Raises
        ------
        TypeError
            If `fit` has no such argument.
        """
        return self._ask("fit", requests)

    def set_score_request(self, **requests: bool | str | None) -> Self:
        """The estimator itself, for which a tool passes these arguments on to `score`.

        Parameters
        ----------
        **requests : bool, str or None
            As in `set_fit_request`.

        Returns
        -------
        Estimator

        Raises
        ------
        TypeError
            If `score` has no such argument.
        """
        return self._ask("score", requests)

    def _ask(self, method: str, requests: dict[str, bool | str | None]) -> Self:
        routing = self.get_metadata_routing()
        asked = getattr(routing, method)
        for name, alias in requests.items():
            if name not in asked.requests:
                takes = ", ".join(["X, y", *asked.requests])
                raise TypeError(f"{method} of {type(self).__name__} takes {takes}; received {name}")
            asked.add_request(param=name, alias=alias)
        vars(self)["_metadata_request"] = routing
        return self


class Named(Tagged):
    """What `TransformerMixin` inherits: names of the columns that `transform` returns."""

    n_features_in_: int
    n_components_: int

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name in ("transform", "fit_transform"):
            if name in vars(cls):
                setattr(cls, name, framed(vars(cls)[name]))

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> Array:
        """The names (q,) of the columns that `transform` returns.

        Computed columns are numbered, as in pca0, pca1; a selection of columns keeps their names.

        Parameters
        ----------
        input_features : array (d,), optional
            The names of the features; with None they are those of the fitted data frame, or x0, x1.

        Returns
        -------
        array (q,)

        Raises
        ------
        ValueError
            If the number of names is not that of the features, or if the fitted data frame had
            other names.
        """
        check_fitted(self)
        d, seen = self.n_features_in_, getattr(self, "feature_names_in_", None)
        if input_features is None:
            names = [f"x{j}" for j in range(d)] if seen is None else seen.tolist()
        else:
            names = as_array("input_features", input_features).ravel().tolist()
        if len(names) != d:
            equal = f"input_features should have length equal to number of features ({d})"
            raise ValueError(f"{equal}; received {len(names)}")
        if seen is not None and names != seen.tolist():
            fitted = f"{seen.tolist()}, the column names seen by fit"
            raise ValueError(f"input_features is not equal to feature_names_in_, which is {fitted}")
        return np.asarray(self._names_out(names), dtype=object)

    def _names_out(self, names: list[str]) -> list[str]:
        return [f"{type(self).__name__.lower()}{k}" for k in range(self.n_components_)]

    def set_output(self, *, transform: str | None = None) -> Self:
        """The estimator itself, whose `transform` now returns the container named here.

        Parameters
        ----------
        transform : str, optional
            "pandas" or "polars" for a data frame, "default" for an array, None for no change.

        Returns
        -------
        Estimator

        Raises
        ------
        ValueError
            If `transform` is any other word.
        """
        if transform is not None:
            _check_container(transform)
            vars(self)["_sklearn_output_config"] = {"transform": transform}
        return self


def _check_container(container: str) -> None:
    if container not in ("default", "pandas", "polars"):
        allowed = "transform must be one of default, pandas, polars"
        raise ValueError(f"{allowed}; received {container!r}")


def framed(transform: Callable[..., Array]) -> Callable[..., Any]:
    """A transform that returns a data frame where `set_output` asks for one.

    The setting is the estimator's own, or else scikit-learn's for all estimators. If X is a data
    frame of pandas, the result keeps its index.

    Parameters
    ----------
    transform : method

    Returns
    -------
    method
    """

    @wraps(transform)
    def framed_transform(self: Any, X: Any, *args: Any, **kwargs: Any) -> Any:
        Z = transform(self, X, *args, **kwargs)
        sklearn = sys.modules.get("sklearn")
        container = sklearn.get_config()["transform_output"] if sklearn else "default"
        container = vars(self).get("_sklearn_output_config", {}).get("transform", container)
        if container == "default" or not isinstance(Z, np.ndarray):
            return Z
        _check_container(container)
        names = self.get_feature_names_out().tolist()
        if container == "polars":
            import polars

            return polars.DataFrame(Z, schema=names, orient="row")
        import pandas

        index = X.index if isinstance(X, pandas.DataFrame) else None
        return pandas.DataFrame(Z, columns=names, index=index)

    return framed_transform
