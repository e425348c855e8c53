"""The stored results of experiments that are too long for a chapter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def stored(name: str) -> Any:
    """The stored results of an experiment.

    `seeds_` and a chapter's name: the results of each experiment, by its name, for the seeds 0 to
    19.  `newton_xgboost`: the results of the library xgboost.  `layouts_lle`: the embeddings by
    t-SNE and UMAP.

    Parameters
    ----------
    name : str

    Returns
    -------
    dict

    Examples
    --------
    >>> len(stored("seeds_lle")["roll"])
    20
    """
    return json.loads((Path(__file__).parent / f"{name}.json").read_text("utf8"))
