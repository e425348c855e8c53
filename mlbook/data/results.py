"""What experiments that are too long for a chapter gave, as it was stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def stored(name: str) -> Any:
    """The stored results of an experiment.

    `seeds_` and a chapter's name: by the name of each experiment, what it gave for the seeds 0 to
    19.  `newton_xgboost`: what the library xgboost answers.  `layouts_lle`: the pictures that t-SNE
    and UMAP draw.

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
