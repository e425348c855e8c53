"""A long fit shows its progress when asked, and an interrupt leaves nothing half learned."""

import copy
import sys

import numpy as np
import pytest

from mlbook.contract import Estimator
from mlbook.regularization import lasso_path
from tests.contract.test_estimators import ESTIMATORS, TARGET, X, same, target

LONG = [e for e in ESTIMATORS if "verbose" in e.get_params()]
KINDS = {"AdaBoostClassifier", "GradientBoostingClassifier", "GradientBoostingRegressor",
         "NewtonBoostingClassifier", "NewtonBoostingRegressor", "RandomForestClassifier",
         "RandomForestRegressor", "SVC", "SVR"}  # fmt: skip
INTERRUPTS = 40  # of a fit, evenly over the lines of the package that it runs


def test_the_long_fits_are_those_that_can_show_their_progress():
    assert {type(estimator).__name__ for estimator in LONG} == KINDS
    assert not any(estimator.verbose for estimator in LONG)


@pytest.mark.parametrize("prototype", LONG, ids=repr)
def test_progress_is_shown_on_stderr_alone_and_changes_nothing(prototype, capfd):
    quiet = copy.deepcopy(prototype).fit(X, target(prototype))
    assert capfd.readouterr() == ("", "")
    shown = copy.deepcopy(prototype).set_params(verbose=True).fit(X, target(prototype))
    out, err = capfd.readouterr()
    assert out == "" and "it/s" in err
    assert same(vars(shown.set_params(verbose=False)), vars(quiet))


def test_a_path_shows_its_progress_and_is_the_same(capfd):
    quiet = lasso_path(X, TARGET, [3.0, 2.0, 1.0])
    assert capfd.readouterr() == ("", "")
    shown = lasso_path(X, TARGET, [3.0, 2.0, 1.0], verbose=True)
    out, err = capfd.readouterr()
    assert out == "" and "3/3" in err
    assert np.array_equal(shown, quiet)


# --- interrupts ----------------------------------------------------------------------------------


def interrupted(call, at):
    """Runs the call, with a KeyboardInterrupt at a line of the package; the lines that were run.

    at: which line, counted as they are run; None for no interrupt.
    """
    lines = 0

    def trace(frame, event, arg):
        nonlocal lines
        if "/mlbook/" not in frame.f_code.co_filename:
            return None
        if event == "line":
            lines += 1
            if lines == at:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize("prototype", ESTIMATORS, ids=repr)
def test_an_interrupted_fit_leaves_the_estimator_as_it_was(prototype):
    y = target(prototype)
    fresh, fitted = copy.deepcopy(prototype), copy.deepcopy(prototype).fit(X[:20], y[:20])
    lines = interrupted(lambda: copy.deepcopy(prototype).fit(X, y), None)
    for at in np.linspace(1, lines, INTERRUPTS).astype(int):
        for estimator in (fresh, fitted):
            before = copy.deepcopy(vars(estimator))
            with pytest.raises(KeyboardInterrupt):
                interrupted(lambda e=estimator: e.fit(X, y), at)
            assert same(vars(estimator), before)


class Halfway(Estimator):
    """Learns something, and is interrupted."""

    def fit(self, X):
        self.half_ = 1
        raise KeyboardInterrupt


def test_a_second_interrupt_while_the_first_is_handled_leaves_nothing_half_learned():
    for at in range(1, 30):  # more than the lines that surround a fit
        estimator = Halfway()
        with pytest.raises(KeyboardInterrupt):
            interrupted(lambda e=estimator: e.fit(X), at)
        assert not vars(estimator), at
