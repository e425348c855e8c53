"""What the browser's Python imports, as zips: the package, and what cells of code need besides."""

import io
import zipfile
from pathlib import Path

import numpy as np
from sklearn import datasets

from tools.book import ROOT
from tools.live.datasets import COLUMNS, PHOTO, TABLES

TOOLS = ("tools/__init__.py", "tools/slices.py", "tools/live/__init__.py", "tools/live/cells.py")
CHECKER = "texproof/src/texproof"
DATA = ("mlbook/data/*.json", "mlbook/data/*.txt")
# Estimators ask what tables they return wherever scikit-learn is there; here are its tables alone.
SKLEARN = b"""def get_config():
    return {"transform_output": "default"}
"""
KINDS = ('class="names"', 'class="ledger"')  # the classes of tables that say what was judged


def may_run(cell):
    """Whether a reader may run a cell; what states something is asked otherwise."""
    tables = [text for text in cell.stored("text/html") if any(kind in text for kind in KINDS)]
    hidden = "remove-cell" in cell.metadata.get("tags", ())
    return not (cell.equations or tables or hidden or ".attempt(" in cell.source)


def package_modules():
    """The modules of the package and of the checker, by their names in a zip."""
    checker = matching_files(f"{CHECKER}/**/*.py")
    return matching_files("mlbook/**/*.py") | {
        name.removeprefix("texproof/src/"): content for name, content in checker.items()
    }


def for_cells():
    """What runs a cell, stored results, and the tables that scikit-learn carries."""
    files = matching_files(*TOOLS, *DATA)
    files["sklearn/__init__.py"] = SKLEARN
    files["sklearn/datasets/__init__.py"] = (ROOT / "tools/live/datasets.py").read_bytes()
    for name, load in TABLES.items():
        bunch, file = getattr(datasets, f"load_{name}")(**load), io.BytesIO()
        np.savez_compressed(file, **{key: bunch[key] for key in COLUMNS if key in bunch})
        files[f"sklearn/datasets/{name}.npz"] = file.getvalue()
    files[f"sklearn/datasets/{PHOTO}"] = (
        Path(datasets.__file__).parent / "images" / PHOTO
    ).read_bytes()
    return files


def matching_files(*patterns):
    """The files of the book that some patterns name, in order."""
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}


def write_zip(path, files):
    """A zip of some files; the same files are the same bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
