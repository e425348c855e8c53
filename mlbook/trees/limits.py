"""The limits of growth that all single trees share."""

from __future__ import annotations

from mlbook.contract import check_in_range, check_positive_int


def check_growth(estimator) -> None:
    """ValueError unless the parameters that all trees share are in their ranges."""
    if estimator.max_depth is not None:
        check_positive_int("max_depth", estimator.max_depth, minimum=0)
    check_positive_int("min_samples_leaf", estimator.min_samples_leaf)
    check_in_range("min_decrease", estimator.min_decrease, "[0, inf)")
    check_in_range("alpha", estimator.alpha, "[0, inf)")
