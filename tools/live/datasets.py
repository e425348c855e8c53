"""Tables that scikit-learn carries, where scikit-learn itself is not: it does not run in a browser.

The build writes them by scikit-learn's own functions, whose names and arguments these have.
"""

from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np

HERE = Path(__file__).parent
COLUMNS = ("data", "target", "feature_names", "target_names")
TABLES = {
    "breast_cancer": {},
    "diabetes": {"scaled": False},
    "digits": {},
    "iris": {},
    "wine": {},
}
PHOTO = "china.jpg"


def columns_of_table(name, load, **arguments):
    """The columns of a table, as it was written."""
    if arguments != load:
        raise ValueError(f"the pages have {name} with {load}, not with {arguments}")
    return SimpleNamespace(**np.load(HERE / f"{name}.npz"))


def load_sample_image(name):
    """A photograph (rows, columns, 3)."""
    from PIL import Image

    return np.asarray(Image.open(HERE / name))


globals().update(
    {f"load_{name}": partial(columns_of_table, name, load) for name, load in TABLES.items()}
)
