"""The same fits elsewhere: other threads, hash seeds, kernels of BLAS and releases of NumPy.

    python -m tests.project.determinism                    with this one
    python -m tests.project.determinism other/bin/python   and with another interpreter and its NumPy

Every estimator of the book is fitted to one table, in one process for each setting. What it learned
and what it predicts is compared with the first setting.
"""

import os
import pickle
import re
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_info

from tests.project import kernels

# Not from tools.book: this runs where nothing but NumPy and `threadpoolctl` is installed, too.
ROOT = Path(__file__).resolve().parents[2]
SAY = "predict", "predict_proba", "decision_function", "transform"
# The oldest NumPy of pyproject.toml, or the first with wheels for this Python.
OLDEST = {11: "2.0.0", 12: "2.0.0", 13: "2.1.0"}.get(sys.version_info.minor, "2.3.2")

# How far numbers may differ, as shares of the largest entry of their array.
BITS = 0.0  # trees add whole numbers, and what follows them calls no BLAS, but for R^2
LAST_BITS = 1e-14  # NumPy's loops of exponentials differ in their last bit, gradients with them
ROUNDING = 1e-10  # BLAS adds in another order: 1e-16, times the condition of what is solved
AXES = 1e-7  # LLE's iteration ends at 1e-10, which the gaps of the least eigenvalues divide
WHOLE = ("DecisionTree", "RandomForest", "GradientBoosting", "NewtonBoosting", "AdaBoost")


def tolerance(path, setting=""):
    """How far the numbers under this path, which begins with an estimator's name, may differ."""
    if path.startswith(WHOLE) and not re.match(r"\w+Regressor \d+\['oob_score_'\]$", path):
        return LAST_BITS if setting == kernels.LOOPS else BITS
    return AXES if path.startswith("LLE") else ROUNDING


@dataclass
class Setting:
    """Where fits are made: a name, what differs in the environment, and the interpreter."""

    name: str
    environment: dict = field(default_factory=dict)
    python: str = sys.executable


# --- the process that fits -----------------------------------------------------------------------


def parts(value, path):
    """(path, array) of everything that a learned attribute holds."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        yield path, value
    elif isinstance(value, list | tuple | np.ndarray):
        for i, each in enumerate(value):
            yield from parts(each, f"{path}[{i}]")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from parts(each, f"{path}[{key!r}]")
    elif hasattr(value, "__dict__") and not callable(value):
        yield from parts(vars(value), path)
    elif isinstance(value, int | float | np.generic):
        yield path, np.asarray(value)
    else:
        yield path, np.asarray(repr(value))


def fitted(tasks):
    """What the estimator of each task learned and says, by path; a task ends in rows to ask."""
    for i, (estimator, X, y, X_new) in enumerate(tasks):
        parameters = set(estimator.get_params())
        estimator.fit(X, y)
        learned = {name: value for name, value in vars(estimator).items() if name not in parameters}
        answers = {
            name: getattr(estimator, name)(X_new) for name in SAY if hasattr(estimator, name)
        }
        yield from parts(learned | answers, f"{type(estimator).__name__} {i}")


def write(tasks, path):
    """Fits the pickled tasks and stores all of it, with the kernel, its threads and NumPy."""
    (blas,) = [each for each in threadpool_info() if "numpy" in each["filepath"]]
    where = [blas["architecture"], str(blas["num_threads"]), np.__version__]
    np.savez(path, **dict(fitted(pickle.loads(Path(tasks).read_bytes()))), where=where)


# --- the process that compares -------------------------------------------------------------------


def tasks(n=400, d=8):
    """Each estimator of the book, a table of full rank, a target or three classes, and new rows."""
    from mlbook.contract import ClassifierMixin
    from tests.contract.test_estimators import ESTIMATORS

    rng = np.random.default_rng(11)
    X = rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + 5
    y = X @ rng.normal(size=d) + np.sin(X[:, 0]) + rng.normal(size=n)
    labels = np.array(["a", "b", "c"])[np.digitize(y, np.quantile(y, [1 / 3, 2 / 3]))]
    of = [labels if isinstance(each, ClassifierMixin) else y for each in ESTIMATORS]
    return [(e, X[:300], y[:300], X[300:]) for e, y in zip(ESTIMATORS, of, strict=True)]


def run(setting, folder):
    """The arrays that a setting gives for the tasks in a folder, by path."""
    found = Path(folder) / "found.npz"
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": "0",
        "OPENBLAS_NUM_THREADS": "1",
        **setting.environment,
    }
    command = [setting.python, "-W", "ignore", __file__, "fit", Path(folder) / "tasks", found]
    subprocess.run(command, env=environment, check=True)
    with np.load(found) as stored:
        return dict(stored)


def difference(a, b):
    """The largest difference as a share of the largest entry; infinite if not one of rounding."""
    if np.array_equal(a, b, equal_nan=a.dtype.kind == "f"):
        return 0.0
    if a.shape != b.shape or a.dtype.kind != "f":
        return np.inf
    here = np.isfinite(a)
    if not np.array_equal(a[~here], b[~here], equal_nan=True):
        return np.inf
    return np.abs(a[here] - b[here]).max() / np.abs(a[here]).max()


def differences(one, other):
    """{path: difference} of what differs; infinite where one of both has no such path."""
    paths = sorted({*one, *other} - {"where"})
    found = {p: difference(one[p], other[p]) if p in one and p in other else np.inf for p in paths}
    return {path: size for path, size in found.items() if size > 0}


def oldest(folder):
    """An interpreter with the oldest NumPy that is supported."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, f"numpy=={OLDEST}", "threadpoolctl"], check=True)
    return python


def settings(folder, others):
    """All settings but the first."""
    yield Setting("another hash seed", {"PYTHONHASHSEED": "12345"})
    yield Setting("2 threads", {"OPENBLAS_NUM_THREADS": "2"})
    for name, environment in kernels.settings({kernels.probed({}): kernels.OWN}):
        yield Setting(name, environment)
    for python in (oldest(Path(folder) / "oldest"), *others):
        yield Setting("another NumPy", python=python)


def main(others):
    """Compares every setting with the first; fails if numbers differ by more than is allowed."""
    failed, seen = [], set()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tasks").write_bytes(pickle.dumps(tasks()))
        first = run(Setting("first"), folder)
        print(f"{len(first) - 1} arrays of {len(tasks())} estimators", flush=True)
        for setting in settings(folder, others):
            found = run(setting, folder)
            differ = differences(first, found)
            wrong = [path for path, size in differ.items() if size > tolerance(path, setting.name)]
            failed += [f"{setting.name}: {path} by {differ[path]:.1e}" for path in wrong]
            seen.add(tuple(found["where"]))
            blas, threads, release = found["where"]
            print(f"{setting.name}: NumPy {release}, {blas}, {threads} threads: "
                  f"{len(differ)} differ, {max(differ.values(), default=0):.1e} at most, "
                  f"{len(wrong)} too much", flush=True)  # fmt: skip
    blas, _, releases = (set(each) for each in zip(*seen, tuple(first["where"]), strict=True))
    if len(blas) < (3 if kernels.X86 else 1) or len(releases) < 2:
        failed.append(f"too few kernels {blas} or releases {releases} could be tried")
    print("\n".join(failed))
    sys.exit(bool(failed))


if __name__ == "__main__":
    write(*sys.argv[2:]) if sys.argv[1:2] == ["fit"] else main(sys.argv[1:])
