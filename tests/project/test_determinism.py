"""What tests/project/determinism.py compares, and in what it finds a difference; hash seeds and threads."""

import pickle

import numpy as np
import pytest

from tests.project import kernels
from tests.project.determinism import (
    Setting,
    difference,
    differences,
    fitted,
    run,
    tasks,
    tolerance,
)


@pytest.mark.nightly
def test_hash_seeds_and_threads_change_no_more_than_rounding(tmp_path):
    (tmp_path / "tasks").write_bytes(pickle.dumps(tasks()))
    one = run(Setting("one"), tmp_path)
    other = run(
        Setting("other", {"PYTHONHASHSEED": "12345", "OPENBLAS_NUM_THREADS": "2"}), tmp_path
    )
    assert len(one) > 800 and [one["where"][1], other["where"][1]] == ["1", "2"]
    assert not [p for p, size in differences(one, other).items() if size > tolerance(p)]


@pytest.mark.parametrize(
    "a, b, size",
    [
        ([1.0, np.nan, -np.inf], [1.0, np.nan, -np.inf], 0),
        ([1.0, 4.0], [1.0, 4.0 + 1e-15], pytest.approx(2e-16, rel=0.2)),
        ([1.0, 4.0], [1.5, 4.0], 0.125),
        ([1.0, np.nan], [1.0, 2.0], np.inf),
        ([1.0, np.inf], [1.0, -np.inf], np.inf),
        ([1.0, 2.0], [1.0], np.inf),
        ([1, 2], [1, 3], np.inf),
        (["a", "b"], ["a", "c"], np.inf),
    ],
)
def test_a_difference_is_a_share_of_the_largest_entry(a, b, size):
    assert difference(np.array(a), np.array(b)) == size


def test_what_only_one_has_is_a_difference():
    one, other = {"where": np.zeros(1), "a": np.ones(2)}, {"where": np.ones(1), "b": np.ones(2)}
    assert differences(one, other) == {"a": np.inf, "b": np.inf}


def test_everything_that_an_estimator_learned_is_compared():
    for task in tasks():
        name, paths = type(task[0]).__name__, [path for path, _ in fitted([task])]
        learned = {attribute for attribute in vars(task[0]) if attribute.endswith("_")}
        assert all(
            any(path.startswith(f"{name} 0[{each!r}]") for path in paths) for each in learned
        )
        assert any("predict" in path or "transform" in path for path in paths)


def test_trees_are_held_to_the_bit():
    value = "RandomForestClassifier 18['groves_'][0]['value']"
    assert tolerance(value) == 0 < tolerance(value, kernels.LOOPS) < 1e-12
    assert tolerance("RandomForestClassifier 18['oob_score_']") == 0
    assert 0 < tolerance("RandomForestRegressor 17['oob_score_']") < 1e-6
    assert 0 < tolerance("PCA 2['components_']") < tolerance("LLE 7['embedding_']") < 1e-6
