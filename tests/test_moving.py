"""Figures that can be moved: their JavaScript, run by node, gives the numbers of the package."""

import re

import numpy as np
import pytest

from mlbook import pca, plot
from tests.moving_states import ROOT, SCRIPTS, THINGS, asked

# Both sides calculate in double precision, by other formulas or in another order: numbers of at most
# a few hundred agree to a few hundred units of 1e-14.
ROUNDING = {"rtol": 1e-9, "atol": 1e-9}


@pytest.fixture(scope="module")
def answers():
    """{thing: (its start, its states, what JavaScript says of them)}."""
    rng = np.random.default_rng(1)
    states = {name: make(rng) for name, (make, _) in THINGS.items()}
    said = asked(states)
    return {name: (said[name]["start"], states[name], said[name]["found"]) for name in THINGS}


@pytest.mark.parametrize("name", THINGS)
def test_the_numbers_are_those_of_the_package(answers, name):
    start, states, found = answers[name]
    assert len(found) == len(states) >= 20
    for state, numbers in zip(states, found, strict=True):
        for what, value in THINGS[name][1](start | state).items():
            np.testing.assert_allclose(numbers[what], value, **ROUNDING, err_msg=f"{what} {state}")


def test_every_script_is_tested_and_stands_in_a_chapter():
    scripts = {path.stem for path in SCRIPTS.glob("*.js")} - {"kit"}
    chapters = [path.read_text("utf8") for path in (ROOT / "chapters").glob("*.ipynb")]
    used = [name for text in chapters for name in re.findall(r"```\{moving\} ([\w-]+)", text)]
    assert sorted(used) == sorted(scripts) == sorted(THINGS)


def test_a_thing_to_move_has_the_colours_of_the_figures():
    (stage,) = re.findall(
        r"\.stage \{(.*?)\}", (ROOT / "_static/custom.css").read_text("utf8"), re.S
    )
    assert dict(re.findall(r"--(\w+): (#\w+);", stage)) == plot.COLOURS


def test_a_thing_to_move_is_light():
    sizes = {path.name: path.stat().st_size for path in SCRIPTS.glob("*.js")}
    assert sizes["kit.js"] < 14_000 and max(sizes.values()) < 14_000


# --- the tasks can be done -----------------------------------------------------------------------


def test_five_points_can_make_a_tie():
    cross = np.array([[8, 5], [4, 5], [12, 5], [8, 1], [8, 9.0]])
    assert pca.covariance(cross).tolist() == [[8, 0], [0, 8]]


def first_axis(X):
    """The angle of the first axis, in degrees."""
    (w, _) = pca.principal_axes(pca.covariance(X))[1].T
    return np.rad2deg(np.arctan2(w[1], w[0])) % 180


def test_one_point_can_turn_the_first_axis_by_sixty_degrees(answers):
    X = np.array(answers["pca-turn"][0]["points"], float)
    assert np.isclose(first_axis(X), np.rad2deg(np.arctan2(1, 2)))
    turns = []
    for k in range(5):
        for place in np.ndindex(17, 11):
            moved = X.copy()
            moved[k] = place
            turn = abs(first_axis(moved) - first_axis(X))
            turns.append(min(turn, 180 - turn))
    assert max(turns) > 60


def test_the_first_axis_can_be_useless_for_the_two_kinds(answers):
    X = np.array(answers["pca-turn"][0]["points"], float)
    moved = np.array([[4, 5], [12, 6], [0, 5], [8, 5], [16, 5.0]])  # two circles, three diamonds
    orders = [
        pca.scores(one, one.mean(axis=0), pca.principal_axes(pca.covariance(one))[1])[
            :, 0
        ].argsort()
        for one in (X, moved)
    ]
    assert orders[0].tolist() == [0, 1, 2, 3, 4]  # they are apart at first
    assert orders[1].tolist() in ([2, 0, 3, 1, 4], [4, 1, 3, 0, 2])
