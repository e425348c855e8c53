"""Metrics: by hand, laws, the authority on nasty inputs, proper losses, edges and errors."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
import sklearn.metrics as authority
import sympy as sp
from scipy.stats import norm
from sklearn.calibration import calibration_curve as authority_curve

from mlbook import metrics
from mlbook.metrics import (
    accuracy,
    area,
    auc,
    average_precision,
    balanced_accuracy,
    brier,
    brier_decomposition,
    calibration_curve,
    confusion_matrix,
    f1,
    f_beta,
    log_loss,
    mae,
    matthews,
    mse,
    one_against_rest,
    precision,
    precision_recall_curve,
    r2,
    ranked_right,
    recall,
    roc_curve,
    specificity,
    wilson_interval,
)
from tests.releases import seen_in
from texproof import Derivation, program, scalar

Y = np.array([1, 1, 1, 0, 0, 0, 0, 0])
Y_HAT = np.array([1, 1, 0, 1, 0, 0, 0, 0])  # TP 2, FN 1, FP 1, TN 4
AVERAGES = ["macro", "micro", "weighted"]


def random_labels(seed, n=60, C=4):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, C, n)
    return y, np.where(rng.random(n) < 0.5, y, rng.integers(0, C, n))


def tied_scores(seed, n=50):
    """Labels and scores of few values, so that ties are many."""
    rng = np.random.default_rng(seed)
    y = np.r_[0, 1, rng.integers(0, 2, n - 2)]
    return y, rng.integers(0, 6, n) / 5


# --- by hand -------------------------------------------------------------------------------------


def test_counts_of_eight_samples_by_hand():
    assert confusion_matrix(Y, Y_HAT).tolist() == [[4, 1], [1, 2]]
    tp, fp, fn, tn = one_against_rest(confusion_matrix(Y, Y_HAT))
    assert (tp[1], fp[1], fn[1], tn[1]) == (2, 1, 1, 4)


def test_ratios_of_eight_samples_by_hand():
    # the roundings of one division or a few
    close = dict(rel=1e-15)
    assert accuracy(Y, Y_HAT) == 6 / 8
    assert precision(Y, Y_HAT) == recall(Y, Y_HAT) == f1(Y, Y_HAT) == pytest.approx(2 / 3, **close)
    assert specificity(Y, Y_HAT) == 4 / 5
    assert balanced_accuracy(Y, Y_HAT) == pytest.approx((2 / 3 + 4 / 5) / 2, **close)
    assert matthews(Y, Y_HAT) == pytest.approx(7 / 15, **close)  # (2 * 4 - 1) / 15


def test_functions_of_counts_are_exact_on_fractions():
    tp, fp, fn = Fraction(6), Fraction(2), Fraction(4)
    assert metrics.precision_of(tp, fp) == Fraction(3, 4)
    assert metrics.recall_of(tp, fn) == Fraction(3, 5)
    assert metrics.f_beta_of(tp, fp, fn) == Fraction(2, 3)
    assert metrics.f_beta_of(tp, fp, fn, beta=2) == Fraction(5 * 6, 5 * 6 + 4 * 4 + 2)


def test_predicting_none_of_five_in_a_hundred_is_95_percent_accurate():
    y, none = np.arange(100) < 5, np.zeros(100, dtype=bool)
    assert accuracy(y, none) == 0.95
    assert precision(y, none) == recall(y, none) == f1(y, none) == matthews(y, none) == 0
    assert balanced_accuracy(y, none) == 0.5


def test_ranking_of_four_samples_by_hand():
    # positives 0.8, 0.4 and negatives 0.4, 0.1: three pairs right, one tied
    y, score = [1, 0, 1, 0], [0.8, 0.4, 0.4, 0.1]
    fpr, tpr, thresholds = roc_curve(y, score)
    assert fpr.tolist() == [0, 0, 0.5, 1] and tpr.tolist() == [0, 0.5, 1, 1]
    assert thresholds.tolist() == [np.inf, 0.8, 0.4, 0.1]
    assert auc(y, score) == 3.5 / 4 == ranked_right([0.8, 0.4], [0.4, 0.1])
    assert average_precision(y, score) == pytest.approx(0.5 * 1 + 0.5 * 2 / 3, rel=1e-15)


def test_decomposition_of_six_forecasts_by_hand():
    y, p = [0, 0, 1, 0, 1, 1], [0.25, 0.25, 0.25, 0.75, 0.75, 0.75]
    parts = brier_decomposition(y, p)
    assert parts == pytest.approx((1 / 144, 1 / 36, 1 / 4), rel=1e-14)
    assert brier(y, p) == pytest.approx(33 / 144, rel=1e-15)


def test_wilson_by_hand():
    # z = 1 and 1 of 2: (pi - 1/2)^2 = pi (1 - pi) / 2 has the roots 1/2 -+ 1/sqrt(12)
    assert wilson_interval(1, 2, z=1) == pytest.approx((0.5 - 12**-0.5, 0.5 + 12**-0.5), rel=1e-14)


# --- laws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_micro_averages_are_the_accuracy(seed):
    y, y_hat = random_labels(seed)
    for score in (precision, recall, f1):
        assert score(y, y_hat, "micro") == pytest.approx(accuracy(y, y_hat), rel=1e-14)


@pytest.mark.parametrize("seed", range(5))
def test_weighted_recall_is_the_accuracy(seed):
    y, y_hat = random_labels(seed)
    assert recall(y, y_hat, "weighted") == pytest.approx(accuracy(y, y_hat), rel=1e-14)


@pytest.mark.parametrize("seed", range(5))
def test_matthews_is_the_correlation_coefficient(seed):
    y, y_hat = random_labels(seed, C=2)
    assert matthews(y, y_hat) == pytest.approx(np.corrcoef(y, y_hat)[0, 1], rel=1e-12)


def test_matthews_of_huge_counts_does_not_overflow():
    K = np.array([[1, 1], [1, 3]]) * 10**9
    assert metrics.correlation_of(K) == pytest.approx(metrics.correlation_of(K // 10**9), rel=1e-14)


def test_f_score_forgets_the_true_negatives_and_matthews_does_not():
    more, said = np.append(Y, [0] * 100), np.append(Y_HAT, [0] * 100)
    assert f1(more, said) == f1(Y, Y_HAT)
    assert matthews(more, said) > matthews(Y, Y_HAT)


def test_f_beta_runs_from_precision_to_recall():
    y, y_hat = [1, 1, 1, 0, 0], [1, 0, 0, 0, 1]
    assert f_beta(y, y_hat, 0) == precision(y, y_hat) == 0.5
    assert f_beta(y, y_hat, 1e6) == pytest.approx(recall(y, y_hat), rel=1e-11)  # 1 / beta^2


@pytest.mark.parametrize("seed", range(5))
def test_area_is_the_share_of_pairs(seed):
    y, score = tied_scores(seed)
    pairs = ranked_right(score[y == 1], score[y == 0])
    assert auc(y, score) == pytest.approx(pairs, rel=1e-13)


def test_area_sees_the_order_alone_and_reverses_with_it():
    y, score = tied_scores(0)
    assert auc(y, np.exp(3 * score)) == auc(y, score)
    assert auc(y, -score) == pytest.approx(1 - auc(y, score), rel=1e-14)
    assert auc(y, np.zeros(len(y))) == 0.5


def test_chances_may_come_in_one_column_or_in_two():
    y, p = tied_scores(1)
    p = 0.1 + 0.8 * p
    both = np.column_stack([1 - p, p])
    assert log_loss(y, both) == pytest.approx(log_loss(y, p), rel=1e-15)


@pytest.mark.parametrize("seed", range(5))
def test_brier_score_falls_into_its_three_parts(seed):
    y, p = tied_scores(seed)
    rel, res, unc = brier_decomposition(y, p)
    assert rel - res + unc == pytest.approx(brier(y, p), rel=1e-13)
    assert min(rel, res, unc) >= 0


@pytest.mark.parametrize("loss", [log_loss, brier])
def test_the_share_of_positives_is_the_best_constant_chance(loss):
    y = np.arange(10) < 3
    best = loss(y, np.full(10, 0.3))
    for q in np.delete(np.linspace(0, 1, 101), 30):
        assert loss(y, np.full(10, q)) > best


def test_mean_and_median_are_the_best_constants():
    y = np.random.default_rng(0).exponential(size=31)
    for c in np.linspace(y.min(), y.max(), 50):
        assert mse(y, np.full(31, c)) >= mse(y, np.full(31, y.mean()))
        assert mae(y, np.full(31, c)) >= mae(y, np.full(31, np.median(y)))


def test_ends_of_wilson_are_where_the_normal_test_turns():
    k, n, z = 37, 50, norm.ppf(0.975)
    for end in wilson_interval(k, n):
        assert (k / n - end) ** 2 == pytest.approx(z**2 * end * (1 - end) / n, rel=1e-12)


def test_wilson_covers_about_what_it_promises():
    rng = np.random.default_rng(0)
    ends = np.array([wilson_interval(k, 40) for k in range(41)])
    for pi in (0.5, 0.9):
        low, high = ends[rng.binomial(40, pi, 20_000)].T
        # 0.95 up to the jumps of a count among 40 samples
        assert 0.92 < np.mean((low <= pi) & (pi <= high)) < 0.98


# --- the authority -------------------------------------------------------------------------------

NASTY_LABELS = {
    "random": random_labels(0),
    "a class never predicted": ([0, 1, 2, 2, 1], [0, 1, 1, 0, 1]),
    "a class never seen": ([0, 1, 1, 0], [0, 1, 2, 2]),
    "all wrong": ([0, 1, 2], [1, 2, 0]),
    "one class": ([3, 3, 3], [3, 3, 3]),
    "words": (["a", "b", "b", "c"], ["a", "b", "c", "longer"]),
    "one sample": ([1], [0]),
}
NASTY_PAIRS = {
    "random": random_labels(1, C=2),
    "minus one": ([-1, 1, 1, -1, 1], [1, 1, -1, -1, 1]),
    "no positives": ([0, 0, 0], [0, 1, 0]),
    "none predicted": ([0, 1, 0], [0, 0, 0]),
    "neither": ([0, 0], [0, 0]),
    "all positive": ([1, 1, 1], [1, 0, 1]),
    "booleans": ([True, False, True], [False, False, True]),
}
NASTY_SCORES = {
    "distinct": (np.arange(30) % 3 == 0, np.sin(np.arange(30.0))),
    "ties": tied_scores(0),
    "all equal": ([0, 1, 1, 0], [0.5] * 4),
    "perfect": ([0, 0, 1], [1, 2, 3]),
    "reversed": ([1, 1, 0], [1, 2, 3]),
    "close": ([0, 1, 0, 1], [1, 1 + 1e-15, 1 - 1e-15, 1]),
    "huge": ([-1, 1, -1, 1], [-1e300, 1e300, 1e299, -1e-300]),
    "two samples": ([0, 1], [0.3, 0.3]),
}


def agree(ours, theirs):
    """Both make a few hundred roundings of numbers up to 1."""
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)


@pytest.mark.filterwarnings("ignore:A single label was found")
@pytest.mark.parametrize("case", NASTY_LABELS)
def test_scikit_learn_averages_alike(case):
    y, y_hat = NASTY_LABELS[case]
    labels = np.unique([*y, *y_hat])
    theirs = authority.confusion_matrix(y, y_hat, labels=labels)
    agree(confusion_matrix(y, y_hat), theirs)
    agree(accuracy(y, y_hat), authority.accuracy_score(y, y_hat))
    for average in AVERAGES:
        said = {"average": average, "zero_division": 0}
        agree(precision(y, y_hat, average), authority.precision_score(y, y_hat, **said))
        agree(recall(y, y_hat, average), authority.recall_score(y, y_hat, **said))
        agree(f1(y, y_hat, average), authority.f1_score(y, y_hat, **said))
        agree(f_beta(y, y_hat, 0.5, average), authority.fbeta_score(y, y_hat, beta=0.5, **said))


def test_macro_f1_is_the_mean_of_f_scores_here_and_in_scikit_learn():
    y, y_hat = np.repeat([0, 1], [6, 4]), np.repeat([0, 1], [1, 9])
    p, r = precision(y, y_hat, "macro"), recall(y, y_hat, "macro")
    of_means = 2 * p * r / (p + r)
    mean = np.mean([2 / 7, 8 / 13])  # of 2 TP / (2 TP + FP + FN) of each class
    agree(f1(y, y_hat, "macro"), mean)
    agree(authority.f1_score(y, y_hat, average="macro"), mean)
    assert of_means == pytest.approx(0.645, abs=0.001)


@pytest.mark.parametrize("case", NASTY_LABELS)
def test_scikit_learn_balances_and_correlates_alike(case):
    y, y_hat = NASTY_LABELS[case]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of one class
        agree(balanced_accuracy(y, y_hat), authority.balanced_accuracy_score(y, y_hat))
        agree(matthews(y, y_hat), authority.matthews_corrcoef(y, y_hat))


@pytest.mark.parametrize("case", NASTY_PAIRS)
def test_scikit_learn_scores_the_positive_class_alike(case):
    y, y_hat = NASTY_PAIRS[case]
    negative = {"pos_label": -1 if -1 in y else 0}
    agree(precision(y, y_hat), authority.precision_score(y, y_hat, zero_division=0))
    agree(recall(y, y_hat), authority.recall_score(y, y_hat, zero_division=0))
    agree(f1(y, y_hat), authority.f1_score(y, y_hat, zero_division=0))
    agree(f_beta(y, y_hat, 2), authority.fbeta_score(y, y_hat, beta=2, zero_division=0))
    if set(np.unique(y)) | set(np.unique(y_hat)) > {1}:
        theirs = authority.recall_score(y, y_hat, zero_division=0, **negative)
        agree(specificity(y, y_hat), theirs)


@pytest.mark.parametrize("case", NASTY_SCORES)
def test_scikit_learn_draws_the_same_curves(case):
    y, score = NASTY_SCORES[case]
    theirs = authority.roc_curve(y, score, drop_intermediate=False)
    for mine, other in zip(roc_curve(y, score), theirs, strict=True):
        agree(mine, other)
    theirs = authority.precision_recall_curve(y, score)
    for mine, other in zip(precision_recall_curve(y, score), theirs, strict=True):
        agree(mine, other)
    agree(auc(y, score), authority.roc_auc_score(y, score))
    agree(average_precision(y, score), authority.average_precision_score(y, score))


@pytest.mark.parametrize("y", [[0, 0, 0], [1, 1, 1]])
def test_scikit_learn_averages_the_precision_of_one_class_alike(y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of no positives
        theirs = authority.average_precision_score(y, [0.1, 0.1, 0.7])
    agree(average_precision(y, [0.1, 0.1, 0.7]), theirs)


@pytest.mark.parametrize("seed", range(3))
def test_scikit_learn_judges_chances_alike(seed):
    y, p = tied_scores(seed)
    agree(brier(y, p), authority.brier_score_loss(y, p))
    agree(log_loss(y, 0.01 + 0.9 * p), authority.log_loss(y, 0.01 + 0.9 * p))
    share, mean, n = calibration_curve(y, p, n_bins=4)
    for mine, other in zip((share, mean), authority_curve(y, p, n_bins=4), strict=True):
        agree(mine, other)
    assert n.sum() == len(y)


def test_scikit_learn_judges_chances_of_several_classes_alike():
    rng = np.random.default_rng(0)
    y, p = np.array(["c", "a", "b", "a", "c"]), rng.dirichlet(np.ones(3), size=5)
    agree(log_loss(y, p), authority.log_loss(y, p))
    agree(
        log_loss(y[:2], p[:2], labels=list("abc")),
        authority.log_loss(y[:2], p[:2], labels=list("abc")),
    )


@pytest.mark.parametrize("scale", [1e-6, 1, 1e6])
def test_scikit_learn_measures_numbers_alike(scale):
    y, y_hat = np.random.default_rng(0).normal(size=(2, 40)) * scale
    agree(mse(y, y_hat) / scale**2, authority.mean_squared_error(y, y_hat) / scale**2)
    agree(mae(y, y_hat) / scale, authority.mean_absolute_error(y, y_hat) / scale)
    agree(r2(y, y_hat), authority.r2_score(y, y_hat))
    agree(r2([2, 2], [2, 2]), authority.r2_score([2, 2], [2, 2]))
    agree(r2([2, 2], [2, 3]), authority.r2_score([2, 2], [2, 3]))


@seen_in("scikit-learn", "1.9")
def test_scikit_learn_1_9_does_what_the_chapter_says_where_a_ratio_is_empty():
    empty = [
        (authority.precision_score, [0, 1], [0, 0], {}),
        (authority.recall_score, [0, 0], [0, 1], {}),
        (authority.f1_score, [0, 0], [0, 0], {}),
        (authority.recall_score, [1, 1], [0, 1], {"pos_label": 0}),
        (authority.average_precision_score, [0, 0], [0.1, 0.2], {}),
    ]
    for score, y, called, options in empty:
        with pytest.warns(UserWarning):
            assert score(y, called, **options) == 0
    with pytest.warns(UserWarning):
        assert np.isnan(authority.roc_auc_score([1, 1], [0.1, 0.2]))
    with pytest.warns(UserWarning):  # a class that does not occur is left out
        assert authority.balanced_accuracy_score([1, 1], [0, 1]) == 0.5
    for score, value in [
        (authority.balanced_accuracy_score, 1),
        (authority.matthews_corrcoef, 0),
    ]:
        with pytest.warns(UserWarning):
            assert score([1, 1], [1, 1]) == value
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert authority.matthews_corrcoef([1, 1], [0, 1]) == 0
    assert authority.precision_score([0, 1], [0, 0], zero_division=1) == 1
    assert authority.log_loss([1, 0], [0.0, 0.0]) * 2 == pytest.approx(36.04, abs=0.005)


# --- wrong twins ---------------------------------------------------------------------------------


def test_the_shipped_f_score_is_the_harmonic_mean_and_no_other():
    names = [rf"\mathrm{{{cell}}}" for cell in ("TP", "FP", "FN")]
    D = Derivation(
        *(scalar(name, positive=True) for name in names),
        program(metrics.f_beta_of, latex=r"\mathtt{f}"),
        program(metrics.precision_of, latex=r"\mathtt{p}"),
        program(metrics.recall_of, latex=r"\mathtt{r}"),
    )
    tp, fp, fn = names
    f, p, r = (
        rf"\mathtt{{f}}({tp}, {fp}, {fn})",
        rf"\mathtt{{p}}({tp}, {fp})",
        rf"\mathtt{{r}}({tp}, {fn})",
    )
    D.calc(p, "=", rf"\frac{{{tp}}}{{{tp} + {fp}}}", "precision")
    D.calc(r, "=", rf"\frac{{{tp}}}{{{tp} + {fn}}}", "recall")
    precision, recall = rf"\frac{{{tp}}}{{{tp} + {fp}}}", rf"\frac{{{tp}}}{{{tp} + {fn}}}"
    D.calc(
        rf"\frac{{2}}{{{f}}}",
        "=",
        rf"\frac{{1}}{{{precision}}} + \frac{{1}}{{{recall}}}",
        "harmonic",
    )
    D.refute(f, "=", rf"\frac{{{p} + {r}}}{{2}}", "the arithmetic mean")


def test_cells_of_each_class_are_sums_over_a_matrix_of_symbols():
    K = np.array(sp.symbols("k:9")).reshape(3, 3)
    tp, fp, fn, tn = one_against_rest(K)
    rest = np.delete(np.delete(K, 1, axis=0), 1, axis=1)
    assert tp[1] == K[1, 1] and sp.expand(tn[1] - rest.sum()) == 0
    assert sp.expand(fp[1] - K[0, 1] - K[2, 1]) == sp.expand(fn[1] - K[1, 0] - K[1, 2]) == 0


def test_area_runs_on_fractions():
    x, y = (np.array([Fraction(a, 4) for a in values]) for values in ([0, 1, 4], [0, 3, 4]))
    assert area(x, y) == Fraction(3, 32) + Fraction(21, 32)


# --- edges and errors ----------------------------------------------------------------------------


def test_a_certain_error_costs_infinity_and_a_certain_truth_nothing():
    assert log_loss([0, 1], [0, 1]) == 0
    assert log_loss([0, 1], [0.5, 0]) == np.inf
    assert log_loss(["a", "b"], [[0, 1], [0.5, 0.5]]) == np.inf


@pytest.mark.parametrize("n_bins", [1, 3, 7, 10, 20, 49, 100])
def test_each_edge_belongs_to_the_bin_above(n_bins):
    edges = np.arange(n_bins + 1) / n_bins
    y = np.arange(n_bins + 1) % 2
    _, mean, n = calibration_curve(y, edges, n_bins)
    assert n.tolist() == [1] * (n_bins - 1) + [2]  # 1 belongs to the last bin
    assert mean[:-1].tolist() == edges[: n_bins - 1].tolist()
    below = np.nextafter(edges[1:], 0)
    assert calibration_curve(y[1:], below, n_bins)[2].tolist() == [1] * n_bins


def test_an_edge_belongs_to_the_bin_above():
    share, mean, n = calibration_curve([0, 1, 1], [0, 0.5, 1], n_bins=2)
    assert n.tolist() == [1, 2] and share.tolist() == [0, 1] and mean.tolist() == [0, 0.75]


def test_calibration_has_ten_bins_and_leaves_out_the_empty_ones():
    share, mean, n = calibration_curve([0, 1, 1], [0.095, 0.1, 0.95])  # 0.1 is an edge
    assert share.tolist() == [0, 1, 1] and mean.tolist() == [0.095, 0.1, 0.95]
    assert n.tolist() == [1, 1, 1]


def test_wilson_of_none_and_of_all_stays_within_0_and_1():
    assert wilson_interval(0, 10)[0] == 0 and 0.2 < wilson_interval(0, 10)[1] < 0.3
    assert wilson_interval(10, 10)[1] == 1 and wilson_interval(0.5, 1, z=0) == (0.5, 0.5)


def test_labels_may_be_put_in_another_order_and_may_be_absent():
    K = confusion_matrix(["no", "yes"], ["yes", "yes"], labels=["yes", "no", "perhaps"])
    assert K.tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 0]]


ERRORS = {
    "one entry for each": lambda: accuracy([0, 1], [0]),
    "must be 1-D": lambda: accuracy([[0], [1]], [0, 1]),
    "at least one label": lambda: accuracy([], []),
    "of one kind; received numbers in y, strings in y_hat": lambda: f1([0, 1], ["0", "1"]),
    "continuous numbers": lambda: precision([0, 1], [0.2, 0.9]),
    r"0 and 1 or -1 and 1; .*received \['no', 'yes'\]": lambda: f1(["no"], ["yes"]),
    r"received \[1, 2\]": lambda: recall([1, 2], [1, 2]),
    r"received \[-1, 0, 1\]": lambda: precision([-1, 1], [0, 1]),
    "one of binary, macro, micro, weighted; received 'samples'": lambda: f1([1], [1], "samples"),
    r"beta must be a number in \[0, 1e150\]; received -1": lambda: f_beta([1], [1], -1),
    r"each of \[0 1 2\] exactly once; received \[0 1\]": lambda: confusion_matrix(
        [0, 1], [1, 2], [0, 1]
    ),
    r"each of \[0 1\] exactly once; received \[0 1 1\]": lambda: confusion_matrix(
        [0, 1], [1, 1], [0, 1, 1]
    ),
    "both classes; received 3 positives, 0 negatives": lambda: auc([1, 1, 1], [1, 2, 3]),
    "average must be one of": lambda: recall([1], [1], average=None),
    "both classes; received 0 positives, 2 negatives": lambda: roc_curve([-1, -1], [1, 2]),
    "finite": lambda: auc([0, 1], [0, np.nan]),
    "entry for each of the 3": lambda: average_precision([0, 1, 1], [1, 2]),
    r"probabilities must be in \[0, 1\]; received -0.5 to 2.0": lambda: brier([0, 1], [-0.5, 2]),
    r"probabilities must be in \[0, 1\]; received 0.5 to 1.5": lambda: brier([0, 1], [0.5, 1.5]),
    r"p must be finite, neither NaN nor inf; received nan": lambda: log_loss(
        [0], [[np.nan, 1.0]], [0, 1]
    ),
    r"p must have shape \(2, 2\); received \(2, 3\); pass labels=": lambda: log_loss(
        [0, 1], np.ones((2, 3)) / 3
    ),
    r"p must have shape \(2, 1\); received \(2, 2\); pass labels=, the classes": lambda: log_loss(
        [0, 0], np.ones((2, 2)) / 2
    ),
    r"p must have shape \(2, 2\); received \(2, 1\)$": lambda: log_loss([0, 1], [[0.5], [0.5]]),
    r"p must have shape \(2, 2\); received \(2, 3\)$": lambda: log_loss(
        [0, 1], np.ones((2, 3)) / 3, labels=[0, 1]
    ),
    r"y_hat must have one entry for each of the 3": lambda: r2([1, 2, 3], [1, 2]),
    "must sum to 1": lambda: log_loss([0, 1], np.ones((2, 2)) / 3),
    "each of \\['a' 'd'\\] exactly once; received": lambda: log_loss(
        ["a", "d"], np.ones((2, 2)) / 2, labels=["a", "b"]
    ),
    "n_bins must be an integer >= 1; received 0": lambda: calibration_curve([0, 1], [0, 1], 0),
    r"y must have shape \(n,\); received \(0,\)": lambda: mse([], []),
    "each row of p must sum to 1; received the sum 0.9": lambda: log_loss(
        [0, 1], [[0.4, 0.5], [0.5, 0.5]]
    ),
    "each of the 2 samples; received 1": lambda: mae([1, 2], [1]),
    "1-D": lambda: r2([1, 2], [[1], [2]]),
    r"k must be a number in \[0, 5\]; received 6": lambda: wilson_interval(6, 5),
    "n must be an integer >= 1; received 0": lambda: wilson_interval(0, 0),
    "z must be a number in": lambda: wilson_interval(1, 2, z=-1),
}


@pytest.mark.parametrize("dtype, slack", [(np.float16, 2e-3), (np.float32, 3e-7), (float, 9e-9)])
def test_rows_of_probabilities_add_up_to_one_in_their_own_type(dtype, slack):
    p = np.full((2, 4), 0.25, dtype)
    for row in (p, p + dtype(slack / 4)):
        assert log_loss([0, 1], row, labels=range(4)) == pytest.approx(np.log(4), rel=slack)
    p[1] += dtype(4 * slack)
    with pytest.raises(ValueError, match=r"sum to 1; received the sum 1.* in row 1"):
        log_loss([0, 1], p, labels=range(4))


TWO_COLUMNS = [[0.9, 0.1], [0.2, 0.8], [0.3, 0.7]]


@pytest.mark.parametrize("metric", [auc, roc_curve, precision_recall_curve, average_precision])
def test_two_columns_of_scores_are_refused_by_their_name(metric):
    with pytest.raises(
        ValueError, match=r"^score must be 1-D .* as in score\[:, 1\]; received \(3, 2\)"
    ):
        metric([0, 1, 1], TWO_COLUMNS)
    assert metric([0, 1, 1], np.array(TWO_COLUMNS)[:, 1]) is not None


@pytest.mark.parametrize("metric", [brier, brier_decomposition, calibration_curve])
def test_two_columns_of_probabilities_are_refused_by_their_name(metric):
    with pytest.raises(ValueError, match=r"^p must be 1-D .* as in p\[:, 1\]; received \(3, 2\)"):
        metric([0, 1, 1], TWO_COLUMNS)


LABEL_METRICS = [accuracy, f1, precision, recall, specificity, balanced_accuracy, matthews]


@pytest.mark.parametrize("metric", [*LABEL_METRICS, confusion_matrix])
def test_labels_may_be_objects(metric):
    y, y_hat = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 0, 0, 1])
    wanted = metric(y, y_hat)
    for one, other in [(object, int), (int, object), (object, object), (object, float)]:
        assert np.array_equal(metric(y.astype(one), y_hat.astype(other)), wanted)
    with pytest.raises(ValueError, match="of one kind; received strings in y, numbers in y_hat"):
        metric(y.astype(str).astype(object), y_hat)


@pytest.mark.parametrize("message", ERRORS)
def test_bad_input_is_refused_with_what_was_received(message):
    with pytest.raises(ValueError, match=message):
        ERRORS[message]()
