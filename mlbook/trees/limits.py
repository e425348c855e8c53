"""The parameters that all single trees share, with their ranges."""

from __future__ import annotations

from mlbook.contract.parameters import in_range, optional, whole

GROWTH = dict(
    max_depth=optional(whole(0)),
    min_samples_leaf=whole(),
    min_decrease=in_range("[0, inf)"),
    alpha=in_range("[0, inf)"),
)
