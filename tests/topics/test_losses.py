"""The losses of boosting: by hand, slopes, best constants and leaf values, symbols, authorities."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from sklearn._loss import loss as theirs

from mlbook import losses
from mlbook.losses import (
    AbsoluteLoss,
    HuberLoss,
    LogisticLoss,
    SoftmaxLoss,
    SquaredLoss,
    clipped,
    huber_leaf,
    logistic_leaf,
    mean_leaf,
    median_leaf,
    newton_leaf,
    sigmoid,
    softmax,
    weighted_quantile,
)
from texproof.evaluate.leaves import call_program

RNG = np.random.default_rng(0)
Y, F = RNG.normal(size=8) * 3, RNG.normal(size=8)
CODES = np.array([0, 2, 1, 1, 0, 2, 2, 1])
W = np.array([2.0, 1, 1, 3, 1, 2, 1, 4])
CASES = {
    "squared": (SquaredLoss(), Y, F),
    "absolute": (AbsoluteLoss(), Y, F),
    "huber": (HuberLoss(1.5), Y, F),
    "logistic": (LogisticLoss(), (CODES > 0).astype(float), F),
    "softmax": (SoftmaxLoss(), np.eye(3)[CODES], RNG.normal(size=(8, 3)) * 2),
}
every_loss = pytest.mark.parametrize("loss, y, F", CASES.values(), ids=CASES)
numbers = ["squared", "absolute", "huber"]
every_number = pytest.mark.parametrize("loss, y, F", [CASES[k] for k in numbers], ids=numbers)


def repeated(a, w=W):
    return np.repeat(a, w.astype(int), axis=0)


def symbols(name, n):
    return np.array(sp.symbols(f"{name}:{n}", real=True), dtype=object)


# --- by hand -------------------------------------------------------------------------------------

FIVE_F = np.array([[0.0, 0.3, 0.6, 0.0, 0.0]])
FIVE_Y = np.eye(5)[[2]]


def test_the_five_class_example():
    p, loss = softmax(FIVE_F), SoftmaxLoss()
    assert np.round(p, 5).tolist() == [[0.16202, 0.21871, 0.29522, 0.16202, 0.16202]]
    r = loss.residual(FIVE_Y, FIVE_F)
    assert np.round(r, 5).tolist() == [[-0.16202, -0.21871, 0.70478, -0.16202, -0.16202]]
    assert abs(p.sum() - 1) < 1e-15 and abs(r.sum()) < 1e-15  # five roundings
    assert loss.value(FIVE_Y, FIVE_F) == pytest.approx([1.2200], abs=5e-5)
    assert np.linalg.norm(p) == pytest.approx(0.4623, abs=5e-5)  # as printed: 4 digits


def test_the_five_class_example_goes_up_with_the_residual_and_down_against_it():
    r, loss = SoftmaxLoss().residual(FIVE_Y, FIVE_F), SoftmaxLoss()
    for sign, p, value in (1, 0.5035, 0.6862), (-1, 0.1474, 1.9144):
        moved = FIVE_F + sign * r
        assert softmax(moved)[0, 2] == pytest.approx(p, abs=5e-5)
        assert loss.value(FIVE_Y, moved) == pytest.approx([value], abs=5e-5)


def test_the_five_class_leaf_values_are_four_fifths_of_one_over_p():
    # one sample: e / (|e| (1 - |e|)) is 1 / p for the true class and -1 / (1 - p) for another
    p = softmax(FIVE_F)[0]
    expected = 0.8 * np.where(FIVE_Y[0] == 1, 1 / p, -1 / (1 - p))
    assert SoftmaxLoss().leaf_value(FIVE_Y - p) == pytest.approx(expected, rel=1e-14)


def test_the_three_trees_add_up_and_do_not_vote():
    trees = np.array([[0.5, 0.8, 0.1], [0.2, 0.6, 0.3], [0.4, 0.3, 0.3]])
    total = trees.sum(axis=0)
    assert total == pytest.approx([1.1, 1.7, 0.7])
    assert np.round(softmax(total), 3).tolist() == [0.286, 0.522, 0.192]
    trees[0] = 3.0, 0.8, 0.1  # now two of three trees prefer another class than the sum
    trees[2] = 0.2, 0.3, 0.1
    assert np.bincount(trees.argmax(axis=1)).argmax() == 1 and trees.sum(axis=0).argmax() == 0


def test_leaf_values_in_fractions():
    e = np.array([Fraction(-2), Fraction(1), Fraction(0), Fraction(9)])
    assert mean_leaf(e) == 2 and median_leaf(e) == 0
    assert huber_leaf(e, 3) == Fraction(-2 + 1 + 0 + 3, 4)
    e = np.array([Fraction(1, 2), Fraction(-1, 4), Fraction(3, 4)])
    assert logistic_leaf(e) == 1 / Fraction(4 + 3 + 3, 16)
    assert newton_leaf(e, 3) == Fraction(2, 3) * Fraction(8, 5)


def test_weighted_leaf_values_in_fractions():
    e, w = np.array([Fraction(1, 2), Fraction(-1, 4)]), np.array([1, 3])
    assert mean_leaf(e, w) == Fraction(-1, 16)
    assert logistic_leaf(e, w) == Fraction(-1, 4) / Fraction(4 + 9, 16)
    assert median_leaf(np.array([5.0, 1.0, 3.0]), np.array([3.0, 1, 1])) == 5


def test_quantiles_are_values_at_or_below_which_lies_the_share():
    v = np.array([3.0, 1.0, 2.0, 4.0])
    assert [weighted_quantile(v, s) for s in (0.01, 0.25, 0.26, 0.5, 0.9, 1)] == [1, 1, 2, 2, 4, 4]
    assert weighted_quantile(np.arange(14.0), 0.5, np.full(14, 0.1)) == 6  # sums are rounded
    assert weighted_quantile(v, 0.5, np.array([5.0, 0, 0, 1])) == 3
    assert weighted_quantile(np.arange(25.0), 0.28) == 6  # 0.28 * 25 is 7 and a rounding error


# --- laws ----------------------------------------------------------------------------------------


@every_loss
def test_the_gradient_is_the_slope_of_the_value_and_minus_the_pseudo_residual(loss, y, F):
    step = 1e-5
    for k in range(F[0].size):
        up, down = F.copy(), F.copy()
        up.reshape(8, -1)[:, k] += step
        down.reshape(8, -1)[:, k] -= step
        slope = (loss.value(y, up) - loss.value(y, down)) / (2 * step)
        g = loss.gradient(y, F).reshape(8, -1)[:, k]
        assert g == pytest.approx(slope, abs=1e-9)  # step^2 and 1e-16 / step
    assert np.array_equal(-loss.gradient(y, F), loss.pseudo_residual(loss.residual(y, F)))


@every_loss
def test_values_are_convex_and_never_below_zero(loss, y, F):
    G = F + RNG.normal(size=F.shape)
    middle = loss.value(y, (F + G) / 2)
    assert (middle <= (loss.value(y, F) + loss.value(y, G)) / 2 + 1e-15).all()
    assert (loss.value(y, F) >= 0).all()


@every_loss
def test_whole_weights_are_repetitions(loss, y, F):
    e = loss.residual(y, F)
    assert loss.start(y, W) == pytest.approx(loss.start(repeated(y)), rel=1e-14)
    assert loss.leaf_value(e, W) == pytest.approx(loss.leaf_value(repeated(e)), rel=1e-14)
    huber = HuberLoss(alpha=0.7)
    if isinstance(loss, HuberLoss):
        delta = huber.adapted(repeated(y), repeated(F)).delta
        assert huber.adapted(y, F, W).delta == delta != np.inf


@every_loss
def test_the_scale_of_the_weights_does_not_matter(loss, y, F):
    e = loss.residual(y, F)
    assert loss.leaf_value(e, W * 1e-7) == pytest.approx(loss.leaf_value(e, W), rel=1e-14)
    assert loss.start(y, W * 1e7) == pytest.approx(loss.start(y, W), rel=1e-14)


def test_the_second_derivative_of_the_squared_loss_is_1():
    assert SquaredLoss().hessian(Y, np.append(F[1:], 0.0)).tolist() == [1] * 8


def test_leaf_values_of_one_score_need_no_column():
    leaf, loss = np.array([0, 1, 0, 2, 2, 1, 0, 1]), LogisticLoss()
    e = loss.residual(Y > 0, F)
    column = loss.leaf_values(e[:, np.newaxis], leaf[:, np.newaxis], 3, W)
    assert np.array_equal(loss.leaf_values(e, leaf, 3, W), column)


@every_loss
@pytest.mark.parametrize("weights", [None, W])
def test_leaf_values_at_once_are_leaf_values_one_by_one(loss, y, F, weights):
    e, C = loss.residual(y, F).reshape(8, -1), F[0].size
    leaf = RNG.integers(0, 3, size=(8, C)) + 4 * np.arange(C)  # 3 leaves of 4 nodes per score
    values = loss.leaf_values(e, leaf, 4 * C, weights).reshape(C, 4)
    for c, k in np.ndindex(C, 3):
        at = leaf[:, c] == k + 4 * c
        if at.any():
            w = None if weights is None else weights[at]
            one = np.ravel(loss.leaf_value(e[at] if C > 1 else e[at, 0], w))[c]
            assert values[c, k] == pytest.approx(one, rel=1e-13)
    assert not values[:, 3].any()  # nobody there


def test_a_huber_loss_is_squared_within_and_absolute_beyond_delta():
    assert np.array_equal(HuberLoss().value(Y, F), SquaredLoss().value(Y, F))
    assert HuberLoss().leaf_value(Y) == pytest.approx(Y.mean(), rel=1e-14)
    small = 1e-9
    value = HuberLoss(small).value(Y, F) / small
    assert value == pytest.approx(AbsoluteLoss().value(Y, F), abs=small)
    assert np.array_equal(HuberLoss(small).gradient(Y, F) / small, AbsoluteLoss().gradient(Y, F))


def test_huber_takes_delta_from_the_residuals_before_it():
    e = np.array([0.5, -3.0, 1.0, 0.1, -2.0])
    assert HuberLoss(alpha=0.6).adapted(e, 0 * e).delta == 1
    assert HuberLoss(alpha=0.6).adapted(e + 1, 0 * e + 1).delta == 1
    assert HuberLoss(alpha=0.8).adapted(e, 0 * e).adapted(2 * e, 0 * e).delta == 4
    for loss in SquaredLoss(), AbsoluteLoss(), HuberLoss(2.0), LogisticLoss(), SoftmaxLoss():
        assert loss.adapted(e, 0 * e) is loss


def test_for_two_classes_the_softmax_leaf_is_half_the_logistic_one():
    # F_1 - F_0 moves by the sum of both, so the log-odds move by what the logistic leaf says
    y, scores = np.eye(2)[[0, 1, 1, 0]], RNG.normal(size=(4, 2))
    both = SoftmaxLoss().leaf_value(SoftmaxLoss().residual(y, scores))
    odds = LogisticLoss().residual(y[:, 1], scores[:, 1] - scores[:, 0])
    assert both[1] - both[0] == pytest.approx(LogisticLoss().leaf_value(odds), rel=1e-13)
    assert both.sum() == pytest.approx(0, abs=1e-15)


def test_the_leaf_of_newton_boosting_is_the_same_without_the_factor():
    loss, y, F = CASES["softmax"]
    g, h = loss.gradient(y, F).sum(axis=0), loss.hessian(y, F).sum(axis=0)
    assert loss.leaf_value(loss.residual(y, F)) == pytest.approx(2 / 3 * -g / h, rel=1e-13)
    loss, y, F = CASES["logistic"]
    step = -loss.gradient(y, F).sum() / loss.hessian(y, F).sum()
    assert loss.leaf_value(loss.residual(y, F)) == pytest.approx(step, rel=1e-13)


# --- optimality ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["squared", "absolute", "logistic", "softmax"])
@pytest.mark.parametrize("weights", [np.ones(8), W])
def test_no_constant_starts_lower(name, weights):  # Huber's loss starts at the median
    loss, y, F = CASES[name]
    at = lambda constant: np.sum(weights * loss.value(y, np.zeros_like(F) + constant))
    start = loss.start(y, weights)
    others = [at(start + step) for step in RNG.normal(size=(30, *np.shape(start)))]
    assert min(others) >= at(start) - 1e-14  # equal between two middle values


@pytest.mark.parametrize("name", ["squared", "absolute"])
@pytest.mark.parametrize("weights", [np.ones(8), W])
def test_no_number_is_better_in_a_leaf(name, weights):
    loss, y, F = CASES[name]
    at = lambda w: np.sum(weights * loss.value(y, F + w))
    best = loss.leaf_value(loss.residual(y, F), weights)
    assert min(at(best + step) for step in RNG.normal(size=50)) >= at(best) - 1e-14


@pytest.mark.parametrize("delta", [0.1, 0.5, 1.0, 3.0])
def test_the_huber_leaf_is_never_worse_than_the_median(delta):
    for seed in range(20):
        e = np.random.default_rng(seed).standard_t(2, size=9)
        loss = HuberLoss(delta)
        m, w = median_leaf(e), loss.leaf_value(e)
        gained = loss.value(e, m).mean() - loss.value(e, w).mean()
        assert gained >= (w - m) ** 2 / 2 - 1e-15  # half a squared slope, its curvature being <= 1


@pytest.mark.parametrize("name, c", [("logistic", 0), ("softmax", 0), ("softmax", 1)])
def test_a_newton_leaf_minimizes_the_parabola_of_the_loss(name, c):
    # along F_c + t, the others - t / (C - 1): slope and curvature by differences
    loss, y, F = CASES[name]
    along = np.ones(8) if name == "logistic" else (3 * np.eye(3)[c] - 1) / 2
    phi = lambda t: loss.value(y, F + t * along).sum()
    t = 1e-4
    slope, curvature = (phi(t) - phi(-t)) / (2 * t), (phi(t) - 2 * phi(0) + phi(-t)) / t**2
    value = np.ravel(loss.leaf_value(loss.residual(y, F)))[c]
    assert value == pytest.approx(-slope / curvature, abs=1e-6)  # t^2, 1e-15 / t^2


def test_repeated_newton_leaves_reach_the_best_number():
    loss, y, F = CASES["logistic"]
    moved = F.copy()
    for _ in range(6):  # the number of right digits doubles each time
        moved += loss.leaf_value(loss.residual(y, moved))
    assert loss.gradient(y, moved).sum() == pytest.approx(0, abs=1e-14)


# --- symbols -------------------------------------------------------------------------------------


def test_losses_run_on_symbols():
    y, u = sp.symbols("y F", real=True)
    for loss in SquaredLoss(), LogisticLoss():
        value, slope = (
            call_program(loss.value, [y, u], True),
            call_program(loss.gradient, [y, u], True),
        )
        assert sp.simplify((sp.diff(value, u) - slope).rewrite(sp.exp)) == 0
    s = sp.Symbol("s", positive=True)
    above = [call_program(AbsoluteLoss().gradient, [y, y + t], True) for t in (s, -s)]
    assert [sp.simplify(g) for g in above] == [1, -1]
    assert AbsoluteLoss().gradient(Fraction(1, 2), np.array([Fraction(1, 2)])).tolist() == [0]


def test_the_softmax_loss_and_signs_run_on_symbols_of_either_sign():
    F, y = symbols("F", 3), np.array([0, 1, 0])
    value, slope = SoftmaxLoss().value(y, F), SoftmaxLoss().gradient(y, F)
    assert [sp.simplify(sp.diff(value, u) - g) for u, g in zip(F, slope, strict=True)] == [0] * 3
    assert losses.sign(F).tolist() == [u / abs(u) for u in F]
    assert losses.sign(np.array([-2.0, 0, 3])).dtype == float


def test_the_huber_loss_on_symbols_is_its_two_cases():
    y, d, s = sp.symbols("y delta s", positive=True)
    loss = HuberLoss(d)
    beyond, within = y - d - s, y - d / (1 + s)
    assert sp.simplify(call_program(loss.value, [y, beyond], True) - d * (d / 2 + s)) == 0
    assert sp.simplify(call_program(loss.gradient, [y, beyond], True) + d) == 0
    assert sp.simplify(call_program(loss.value, [y, within], True) - (y - within) ** 2 / 2) == 0
    assert sp.simplify(call_program(loss.gradient, [y, within], True) - (within - y)) == 0


def test_leaf_values_run_on_symbols():
    e, w, C = symbols("e", 2), symbols("w", 2), sp.Symbol("C")
    slope, curvature = e.sum(), sum(abs(a) * (1 - abs(a)) for a in e)
    assert sp.simplify(newton_leaf(e, C) - (C - 1) / C * slope / curvature) == 0
    assert sp.simplify(logistic_leaf(e, w) * (w * abs(e) * (1 - abs(e))).sum() - (w * e).sum()) == 0
    assert sp.simplify(mean_leaf(e, w) - (w * e).sum() / w.sum()) == 0
    a, d = sp.symbols("a d", positive=True)
    assert sp.simplify(clipped(np.array([a + d], dtype=object), d)[0] - d) == 0


# --- authorities ---------------------------------------------------------------------------------

THEIRS = {
    "squared": theirs.HalfSquaredError(),
    "absolute": theirs.AbsoluteError(),
    "huber": theirs.HuberLoss(delta=1.5),
    "logistic": theirs.HalfBinomialLoss(),
    "softmax": theirs.HalfMultinomialLoss(n_classes=3),
}


@pytest.mark.parametrize("name", CASES)
def test_values_and_gradients_are_scikit_learns(name):
    loss, y, F = CASES[name]
    target = CODES.astype(float) if name == "softmax" else y
    value, gradient = THEIRS[name].loss_gradient(target, F)
    assert loss.value(y, F) == pytest.approx(value, rel=1e-13, abs=1e-15)
    assert loss.gradient(y, F) == pytest.approx(gradient, rel=1e-13, abs=1e-15)


@every_number
def test_leaf_values_are_scikit_learns_constants(loss, y, F):
    name = next(k for k in numbers if CASES[k][0] is loss)
    e = loss.residual(y, F)
    expected = THEIRS[name].fit_intercept_only(e, sample_weight=W)
    assert loss.leaf_value(e, W) == pytest.approx(expected, rel=1e-14)


def test_the_median_is_numpys_lower_one():
    for n in 4, 5:
        e = RNG.normal(size=n)
        assert median_leaf(e) == np.quantile(e, 0.5, method="inverted_cdf")


# --- edges ---------------------------------------------------------------------------------------


def test_huge_scores_stay_finite():
    F, y = np.array([-1e4, -800.0, 0.0, 800.0, 1e4]), np.array([0.0, 1, 0, 1, 1])
    assert sigmoid(F).tolist() == [0, 0, 0.5, 1, 1]
    assert LogisticLoss().value(y, F) == pytest.approx([0, 800, np.log(2), 0, 0])
    scores = np.array([[1e4, 0.0], [-1e4, -1e4]])
    assert softmax(scores).tolist() == [[1, 0], [0.5, 0.5]]
    assert SoftmaxLoss().value(np.eye(2), scores) == pytest.approx([0, np.log(2)])
    assert SoftmaxLoss().value(np.eye(2)[0], scores[0]) == 0


def test_a_leaf_in_which_all_is_certain_adds_nothing():
    for e in np.zeros(3), np.array([1.0, -1.0, 0.0]), np.full(3, 1e-200):
        assert logistic_leaf(e) == 0 and newton_leaf(e, 3) == 0
    assert LogisticLoss().leaf_values(np.zeros((3, 1)), np.zeros((3, 1), int), 2).tolist() == [0, 0]
    assert newton_leaf(np.zeros(3), 1) == 0  # a single class


def test_a_leaf_that_is_wrong_and_nearly_certain_moves_far():
    e = np.array([-1 + 1e-12])  # one sample, whose probability is 1 - 1e-12 and its class the other
    assert -1.01e12 < logistic_leaf(e) < -0.99e12


def test_one_sample_has_leaf_values():
    e = np.array([0.3])
    assert median_leaf(e) == huber_leaf(e, 0.1) == mean_leaf(e) == 0.3
    assert HuberLoss(0.0).value(1.0, 0.0) == 0 == HuberLoss(0.0).gradient(1.0, 0.0)


def test_wrong_twins_of_the_newton_leaf_differ():
    e = np.array([0.5, -0.25, 0.75])
    twins = [e.sum() / (abs(e) * (1 + abs(e))).sum(), e.sum() / (e * (1 - e)).sum(), e.mean()]
    assert all(abs(twin - logistic_leaf(e)) > 0.1 for twin in twins)
