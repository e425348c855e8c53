"""Figures that can be moved: their JavaScript, run by node, gives the numbers of the package."""

import re

import numpy as np
import pytest

from mlbook import pca, plot
from mlbook.data import stored
from tests.site.moving_states import (
    FREE,
    LABELS,
    ROOT,
    SCRIPTS,
    THINGS,
    boosting_numbers,
    newton_numbers,
    run_scripts,
    street_numbers,
    threshold_numbers,
)

# Both sides calculate in double precision, by other formulas or in another order: numbers of at most
# a few hundred agree to a few hundred units of 1e-14.
ROUNDING = {"rtol": 1e-9, "atol": 1e-9}
# A street is found by steps until no condition fails by more than 1e-9, perhaps on another way.
STEPS = {"rtol": 1e-7, "atol": 1e-7}


@pytest.fixture(scope="module")
def answers():
    """{thing: (its start, its states, what JavaScript says of them)}."""
    rng = np.random.default_rng(1)
    states = {name: make(rng) for name, (make, _) in THINGS.items()}
    results = run_scripts(states)
    return {name: (results[name]["start"], states[name], results[name]["found"]) for name in THINGS}


@pytest.mark.parametrize("name", THINGS)
def test_the_numbers_are_those_of_the_package(answers, name):
    start, states, found = answers[name]
    assert len(found) == len(states) >= 20
    for state, numbers in zip(states, found, strict=True):
        for what, value in THINGS[name][1](start | state).items():
            place = f"{what} of {state}"
            if np.asarray(value).dtype.kind == "U":  # a fraction, which is exact
                assert numbers[what] == value, place
            else:
                close = STEPS if name == "svm-street" else ROUNDING
                np.testing.assert_allclose(numbers[what], value, **close, err_msg=place)


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


def test_the_best_cut_moves_when_lambda_grows_and_gamma_ends_it(answers):
    start = answers["newton-machines"][0]
    cuts = [newton_numbers(start | {"lambda": lam / 2})["best"] for lam in range(2, 17)]
    assert cuts[:4] == [2] * 4 and set(cuts[4:]) == {0}  # from 3.5 to 1.5 at lambda = 3
    assert newton_numbers(start | {"gamma": 5.25})["made"]
    assert not newton_numbers(start | {"gamma": 5.5})["made"]


def test_all_cuts_but_one_can_have_a_negative_gain(answers):
    start = answers["newton-machines"][0]
    gains = newton_numbers(start | {"days": [7, 8, 8, 8, 8, 0]})["gains"]
    assert sum(gain > 0 for gain in gains) == 1


def test_the_numbers_that_xgboost_prints_are_those_that_it_printed(answers):
    start = answers["newton-machines"][0]
    printed = stored("newton_xgboost")
    twice = newton_numbers(start)["doubled"]
    assert twice[2] == "76/7" and np.isclose(printed["toy"]["squared"][0]["gain"][0], 76 / 7)


def test_sixty_points_overfit_and_only_squared_loss_follows_an_outlier(answers):
    start = answers["boosting-rounds"][0]
    many = boosting_numbers(start | {"rounds": 60})
    assert many["hidden"].argmin() < 20 and many["hidden"][60] > 1.2 * many["hidden"].min()
    assert (np.diff(many["train"]) < 1e-12).mean() > 0.9
    fast = boosting_numbers(start | {"rounds": 60, "eta": 1.0, "leaves": 8})
    slow = boosting_numbers(start | {"rounds": 60, "eta": 0.1, "leaves": 2})
    assert (fast["train"] <= slow["train"]).all() and slow["hidden"][60] < fast["hidden"].min()
    at = {
        loss: boosting_numbers(start | {"rounds": 60, "loss": loss, "value": 2.0})["F"][FREE]
        for loss in ("squared", "absolute")
    }
    assert at["squared"] > 1.5 and at["absolute"] < -0.5


def test_the_multipliers_of_a_street_are_allowed_and_make_its_normal(answers):
    start, states, found = answers["svm-street"]
    for state, answer in zip(states, found, strict=True):
        alpha, beta = np.array(answer["alpha"]), LABELS * answer["alpha"]
        assert (alpha >= 0).all() and (alpha <= 2.0 ** state["power"]).all()
        np.testing.assert_allclose(
            [beta.sum(), *(beta @ np.array(state["points"]) - answer["w"])], 0, atol=1e-9
        )
    eight = run_scripts({"svm-street": [start]})["svm-street"]["found"][0]["alpha"]
    np.testing.assert_allclose(eight, [1 / 6, 1 / 12, 0, 0, 1 / 4, 0, 0, 0], **STEPS)


def test_a_point_beyond_the_street_moves_nothing_and_a_small_penalty_widens_it(answers):
    start = answers["svm-street"][0]
    first = street_numbers(start)["w"]
    away = [*start["points"][:5], [-2, -2], *start["points"][6:]]
    np.testing.assert_allclose(street_numbers(start | {"points": away})["w"], first, **STEPS)
    assert np.linalg.norm(street_numbers(start | {"power": -4})["w"]) < 0.9 * np.linalg.norm(first)


def test_the_best_thresholds_for_accuracy_for_cost_and_for_nine_of_ten_tumours_differ(answers):
    start = answers["metrics-threshold"][0]
    found = [threshold_numbers(start | {"threshold": t, "miss": 9}) for t in range(20)]
    assert min(range(20), key=lambda t: found[t]["cost"]) == 2
    assert min(range(20), key=lambda t: found[t]["fn"] + found[t]["fp"]) == 8
    assert [t for t in range(20) if found[t]["sensitivity"] >= 0.9][-1] == 4
