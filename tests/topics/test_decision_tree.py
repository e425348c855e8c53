"""Classification trees: Quinlan's numbers, CART beside scikit-learn, missing values, pruning."""

import copy
import itertools
import pickle
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binom
from sklearn import tree as sk

from mlbook import data
from mlbook.decision_tree import (
    DecisionTreeClassifier,
    predicted_errors,
    prune_pessimistic,
    prune_reduced_error,
    rules,
    text,
    upper_error,
)
from mlbook.trees.multiway import (
    Node,
    as_node,
    best_threshold,
    candidate,
    choose,
    damped_gain,
    known_share,
)
from mlbook.trees.pruning import held_out, prune, simplest_within_error
from mlbook.trees.surrogates import Surrogate, goes_left, surrogates

ROUNDING = 1e-12  # of sums of at most some hundred terms near 1
GOLF = data.golf()
WORDS = {"names": GOLF.feature_names, "categories": GOLF.categories, "classes": GOLF.target_names}
Y = np.eye(2)[GOLF.y.astype(int)]
BIT = np.log(2)


def c45(criterion="gain_ratio", **parameters):
    return DecisionTreeClassifier(criterion, "multiway", categorical=(0, 3), **parameters)


def golf_with_a_gap():
    """The outlook of "overcast, 72, 90, windy" is not known: the example of Quinlan 1993, ch. 3."""
    X = GOLF.X.copy()
    X[5, 0] = np.nan
    return X


def candidates(X, least=1):
    return [candidate(X[:, j], Y, j in (0, 3), least) for j in range(4)]


def noisy(seed, n=300, classes=2):
    """Points whose cuts are not tied as long as nodes are large."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 5)).astype(np.float32).astype(float)  # scikit-learn compares those
    return X, np.digitize(
        X[:, 0] * X[:, 1] + rng.normal(size=n), np.linspace(-1, 1, classes + 1)[1:-1]
    )


# --- Quinlan's numbers ---------------------------------------------------------------------------


def test_gains_and_ratios_of_the_golf_table_are_quinlans():
    found = candidates(GOLF.X)
    gains, ratios = np.array([(gain / BIT, ratio) for gain, ratio, _ in found]).T
    assert gains[[0, 3]] == pytest.approx([0.247, 0.048], abs=5e-4)
    assert ratios[[0, 3]] == pytest.approx([0.156, 0.049], abs=5e-4)


@pytest.mark.parametrize("criterion", ["entropy", "gain_ratio"])
def test_the_golf_tree_is_quinlans(criterion):
    assert text(c45(criterion).fit(GOLF.X, GOLF.y).tree_, **WORDS).split("\n") == [
        "outlook = sunny",
        "    humidity <= 77.5",
        "        play (2)",
        "    humidity > 77.5",
        "        don't play (3)",
        "outlook = overcast",
        "    play (4)",
        "outlook = rain",
        "    windy = no",
        "        play (3)",
        "    windy = yes",
        "        don't play (2)",
    ]


def test_the_largest_ratio_alone_would_isolate_the_hottest_day():
    found = dict(enumerate(candidates(GOLF.X)))
    assert max(found, key=lambda j: found[j][1]) == 1
    assert found[1][2]["threshold"] == 84
    assert choose(found, ratio=True) == 0


def test_a_missing_outlook_damps_its_gain_as_quinlan_prints():
    gain, ratio, fields = candidates(golf_with_a_gap())[0]
    assert gain / BIT == pytest.approx(0.199, abs=5e-4)  # 13/14 of 0.214
    assert ratio == pytest.approx(0.110, abs=5e-4)  # of 1.809, four branches with the missing one
    assert fields["shares"] == pytest.approx([5 / 13, 3 / 13, 5 / 13], abs=ROUNDING)


def test_a_missing_outlook_gives_quinlans_fractions_and_his_prediction():
    model = c45(min_samples_leaf=2).fit(golf_with_a_gap(), GOLF.y)
    weights = [leaf.counts.sum() for leaf in model.tree_.leaves()]
    assert weights == pytest.approx([2, 3 + 5 / 13, 3 + 3 / 13, 3, 2 + 5 / 13], abs=ROUNDING)
    errors = [leaf.counts.min() for leaf in model.tree_.leaves()]
    assert errors == pytest.approx([0, 5 / 13, 0, 0, 5 / 13], abs=ROUNDING)
    unsure = model.predict_proba([[0, 70, np.nan, 0]])[0]
    assert unsure == pytest.approx([0.44, 0.56], abs=5e-3)
    assert unsure[0] == pytest.approx(26 / 70 + 44 / 70 * (5 / 44), abs=ROUNDING)  # thirteenths


def test_upper_errors_are_quinlans_and_the_binomials():
    printed = {(0, 6): 0.206, (0, 9): 0.143, (0, 1): 0.750}
    assert [upper_error(*case) for case in printed] == pytest.approx([*printed.values()], abs=5e-4)
    assert upper_error(1, 16) == pytest.approx(0.157, abs=4e-3)  # he prints an approximation
    for errors, n in itertools.product([0, 1, 7, 400], [401, 1000]):
        p = upper_error(errors, n, 0.1)
        assert binom.cdf(errors, n, p) == pytest.approx(0.1, abs=1e-9)  # p within 2^-50


def test_quinlans_vote_subtree_becomes_a_leaf():
    leaves = [Node(np.array(counts)) for counts in ([6.0, 0], [9.0, 0], [0, 1.0])]
    shares = np.array([6, 9, 1]) / 16
    tree = Node(np.array([15.0, 1]), 0, np.arange(3.0), shares=shares, branches=leaves)
    assert sum(predicted_errors(leaf.counts) for leaf in leaves) == pytest.approx(3.273, abs=1e-3)
    assert predicted_errors(tree.counts) == pytest.approx(2.512, abs=0.05)
    assert not prune_pessimistic(tree).branches


def test_rules_have_one_condition_for_each_question_that_matters():
    found = rules(c45().fit(GOLF.X, GOLF.y).tree_, **WORDS)
    assert found[0] == "outlook = sunny and humidity <= 77.5: play (2)"
    assert found[2] == "outlook = overcast: play (4)" and len(found) == 5
    line = DecisionTreeClassifier().fit([[1], [2], [3], [4]], [0, 1, 0, 1])
    assert rules(as_node(line.tree_))[1:3] == [
        "x0 > 1.5 and x0 <= 2.5: 1 (1)",
        "x0 > 2.5 and x0 <= 3.5: 0 (1)",
    ]
    assert rules(Node(np.array([2.0, 1]))) == ["always: 0 (3/1)"]


def test_a_rule_keeps_its_threshold_when_a_later_question_is_whether_the_value_is_known():
    x = np.repeat([1, np.nan, 9], 5)[:, None]
    model = DecisionTreeClassifier().fit(x, [0] * 8 + [1] * 2 + [2] * 5)
    assert rules(as_node(model.tree_)) == [
        "x0 <= 5: 0 (5)",
        "x0 <= 5 and x0 > inf: 0 (5/2)",
        "x0 > 5: 2 (5)",
    ]


# --- missing values ------------------------------------------------------------------------------


def test_the_known_share_counts_weights_and_not_samples():
    weights, x = np.array([1, 1, 0.5, 0.5]), np.array([np.nan, 1, 2, 3])
    assert known_share(weights, x) == pytest.approx(2 / 3, abs=ROUNDING)


def test_a_missing_sample_is_shared_out_and_nothing_is_lost():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, size=(60, 4)).astype(float)
    X[rng.random(X.shape) < 0.3] = np.nan
    model = DecisionTreeClassifier("gain_ratio", "multiway", categorical=range(4))
    root = model.fit(X, rng.integers(0, 3, size=60)).tree_
    assert sum(leaf.counts for leaf in root.leaves()) == pytest.approx(root.counts, abs=1e-10)
    assert model.predict_proba(X).sum(axis=1) == pytest.approx(np.ones(60), abs=ROUNDING)


def test_an_unseen_category_is_a_missing_value():
    model = c45().fit(GOLF.X, GOLF.y)
    rows = [[7, 70, 80, 0], [np.nan, 70, 80, 0]]
    never, missing = model.predict_proba(rows)
    assert (never == missing).all()
    assert never[0] == pytest.approx(9 / 14, abs=ROUNDING)  # not sunny, or rain and no wind


@pytest.mark.parametrize("split, criterion", [("binary", "gini"), ("multiway", "gain_ratio")])
def test_a_column_that_is_always_missing_is_never_asked(split, criterion):
    X = np.column_stack([np.full(14, np.nan), GOLF.X])
    with_it = DecisionTreeClassifier(criterion, split).fit(X, GOLF.y)
    without = DecisionTreeClassifier(criterion, split).fit(GOLF.X, GOLF.y)
    assert (with_it.predict_proba(X) == without.predict_proba(GOLF.X)).all()


def test_a_binary_tree_sends_a_missing_value_where_it_helps():
    X = np.array([[1], [2], [np.nan], [3], [4], [np.nan]])
    model = DecisionTreeClassifier().fit(X, [0, 0, 0, 1, 1, 0])
    assert model.score(X, [0, 0, 0, 1, 1, 0]) == 1
    assert rules(as_node(model.tree_)) == ["x0 <= 2.5: 0 (4)", "x0 > 2.5: 1 (2)"]


@pytest.mark.parametrize("seed", range(5))
def test_nodes_predict_what_the_flat_tree_predicts(seed):
    X, y = noisy(seed, classes=3)
    X[np.random.default_rng(seed).random(X.shape) < 0.1] = np.nan
    tree = DecisionTreeClassifier(max_depth=5).fit(X, y).tree_
    assert as_node(tree).predict(X) == pytest.approx(tree.predict(X), abs=ROUNDING)


# --- surrogates ----------------------------------------------------------------------------------

BY_HAND = np.array(  # x_0 <= 3.5 sends the first three of seven left
    [
        [1, 5, 9, 4],
        [2, 6, 8, 4],
        [3, 9, 7, 4],
        [4, 7, 1, 4],
        [5, 8, 2, 4],
        [6, 7, 9, 4],
        [7, 8, 3, 4],
    ],
    dtype=float,
)


def test_surrogates_are_those_that_a_hand_finds():
    other, one = surrogates(BY_HAND, 0, 3.5)
    assert one == (2, 5.0, False, pytest.approx(6 / 7), pytest.approx(2 / 3))  # all but the sixth
    assert other == (1, 6.5, True, pytest.approx(6 / 7), pytest.approx(2 / 3))  # all but the third


def test_equal_surrogates_stand_in_the_order_of_the_features():
    found = surrogates(np.column_stack([BY_HAND, BY_HAND[:, 1]]), 0, 3.5)
    assert [s.feature for s in found] == [1, 2, 4]


@pytest.mark.parametrize("seed", range(5))
def test_a_surrogate_is_the_best_of_all_questions(seed):
    X = np.random.default_rng(seed).integers(0, 9, size=(40, 3)).astype(float)
    X[::5, 1], X[::7, 0] = np.nan, np.nan
    known = ~np.isnan(X[:, :2]).any(axis=1)
    x, left = X[known, 1], X[known, 0] <= 3.5
    same = [np.mean((x <= s) == left) for s in np.arange(0.5, 8)]
    best, guess = max(*same, 1 - min(same)), max(left.mean(), 1 - left.mean())
    found = [s for s in surrogates(X, 0, 3.5) if s.feature == 1]
    assert len(found) == (best > guess + ROUNDING)
    for s in found:
        assert s.agreement == pytest.approx(best, abs=ROUNDING)
        assert np.mean(((x <= s.threshold) == s.yes_is_left) == left) == pytest.approx(s.agreement)
        assert s.association == pytest.approx((best - guess) / (1 - guess), abs=1e-10)


def test_nothing_stands_in_for_a_question_that_all_answer_alike():
    assert surrogates(BY_HAND, 0, 7.5) == [] == surrogates(BY_HAND[:, [0, 3]], 0, 3.5)


def test_the_first_surrogate_that_is_known_decides():
    first, second = Surrogate(1, 5.0, True, 0.9, 0.8), Surrogate(2, 5.0, False, 0.8, 0.6)
    nan = np.nan
    X = np.array([[1, 9, 1], [nan, 9, 9], [nan, nan, 9], [nan, nan, 1], [nan, nan, nan]])
    told = [
        goes_left(X, 0, 3.0, [first, second], otherwise).tolist() for otherwise in (True, False)
    ]
    assert told == [[True, False, True, False, True], [True, False, True, False, False]]


# --- CART beside scikit-learn --------------------------------------------------------------------


def same(ours, theirs, unit, node=0, other=0):
    """Compares two binary trees node by node, down to where another cut gains just as much."""
    t = theirs.tree_
    left, right, weight = t.children_left[other], t.children_right[other], t.weighted_n_node_samples
    assert ours.value[node] == pytest.approx(t.value[other][0], abs=ROUNDING)
    if left < 0 or t.impurity[other] < ROUNDING:  # which it may split
        assert ours.feature[node] < 0
        return 1
    mixed = t.impurity * weight
    gain = mixed[other] - mixed[left] - mixed[right]
    assert ours.gain[node] * unit == pytest.approx(gain, abs=1e-10)  # of sums near 1000
    if (ours.feature[node], ours.threshold[node]) != (t.feature[other], t.threshold[other]):
        return 1
    below = ours.left[node]
    return 1 + same(ours, theirs, unit, below, left) + same(ours, theirs, unit, below + 1, right)


CASES = list(itertools.product(range(3), (2, 3), ("gini", "entropy"), (None, "balanced")))


@pytest.mark.parametrize("seed, classes, criterion, class_weight", CASES)
def test_cart_is_scikit_learns_node_by_node(seed, classes, criterion, class_weight):
    X, y = noisy(seed, 900, classes)
    shared = {
        "criterion": criterion,
        "max_depth": 4,
        "min_samples_leaf": 5,
        "class_weight": class_weight,
    }
    ours = DecisionTreeClassifier(**shared).fit(X, y).tree_
    unit = 1 / BIT if criterion == "entropy" else 2 * (1 + (classes == 2))
    assert same(ours, sk.DecisionTreeClassifier(**shared).fit(X, y), unit) > 12  # of 31


@pytest.mark.parametrize("seed, classes, criterion, class_weight", CASES)
def test_critical_penalties_are_scikit_learns(seed, classes, criterion, class_weight):
    X, y = noisy(seed, 900, classes)
    shared = {"max_depth": 6, "min_samples_leaf": 20, "class_weight": class_weight}
    ours = DecisionTreeClassifier(criterion, **shared).fit(X, y).alphas_
    unit = BIT if criterion == "entropy" else 1  # scikit-learn's entropy is in bits
    path = sk.DecisionTreeClassifier(criterion=criterion, **shared).cost_complexity_pruning_path(
        X, y
    )
    apart = np.abs(ours[ours > 0, None] - path.ccp_alphas[path.ccp_alphas > ROUNDING] * unit)
    assert apart.min(axis=0).max() < 1e-10 and apart.min(axis=1).max() < 1e-10


@pytest.mark.parametrize("which", ["iris", "wine", "breast_cancer"])
def test_real_data_and_a_price_give_scikit_learns_tree(which):
    table = getattr(data, which)()
    ours = DecisionTreeClassifier(alpha=0.02, min_samples_leaf=5).fit(table.X, table.y)
    theirs = sk.DecisionTreeClassifier(ccp_alpha=0.02, min_samples_leaf=5, random_state=0)
    theirs.fit(table.X, table.y)
    assert ours.tree_.n_leaves == theirs.get_n_leaves()
    assert (ours.predict(table.X) == theirs.predict(table.X)).all()


def test_a_decrease_that_is_asked_for_is_scikit_learns():
    X, y = noisy(5, 900)
    ours = DecisionTreeClassifier(min_decrease=0.00107).fit(X, y)
    theirs = sk.DecisionTreeClassifier(min_impurity_decrease=0.00107).fit(X, y)
    assert same(ours.tree_, theirs, 4) > 10


# --- laws ----------------------------------------------------------------------------------------


def test_two_features_that_gain_nothing_alone_are_learnt_together():
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    assert DecisionTreeClassifier().fit(X, y).score(X, y) == 1
    assert DecisionTreeClassifier(max_depth=1).fit(X, y).score(X, y) == 0.5


XOR, ODD = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])


@pytest.mark.parametrize("criterion", ["entropy", "gain_ratio"])
@pytest.mark.parametrize("categorical", [(), (0, 1)])
def test_a_node_that_no_question_improves_goes_on_unless_a_decrease_is_asked_for(
    criterion, categorical
):
    trees = [
        DecisionTreeClassifier(criterion, "multiway", categorical=categorical, **limits)
        for limits in ({}, {"max_depth": 1}, {"min_decrease": 1e-9})
    ]
    assert [tree.fit(XOR, ODD).score(XOR, ODD) for tree in trees] == [1, 0.5, 0.5]
    assert [len(tree.tree_.leaves()) for tree in trees] == [4, 2, 1]


@pytest.mark.parametrize("criterion", ["entropy", "gain_ratio"])
def test_the_recursion_ends_where_all_rows_of_a_node_are_the_same(criterion):
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 3, size=(200, 3)), rng.integers(0, 2, size=200)
    tree = DecisionTreeClassifier(criterion, "multiway", categorical=(0, 1, 2)).fit(X, y)
    for row, shares in zip(X, tree.predict_proba(X), strict=True):
        same = (row == X).all(axis=1)
        assert shares[1] == pytest.approx(y[same].mean(), abs=ROUNDING)


def test_a_decrease_of_a_multiway_tree_is_over_all_samples():
    X = np.array([[0, 0], [0, 1], [0, 0], [0, 1], [1, 0], [1, 0], [1, 1], [1, 1]])
    y = np.array(["a", "a", "a", "a", "b", "b", "c", "c"])  # one bit; then one of half the samples
    for least, leaves in [(0.34, 3), (0.35, 2), (0.69, 2), (0.70, 1)]:  # log 2 is 0.693
        tree = DecisionTreeClassifier("entropy", "multiway", min_decrease=least).fit(X, y)
        assert len(tree.tree_.leaves()) == leaves


def test_only_the_order_of_values_matters():
    X, y = noisy(3)
    a = DecisionTreeClassifier(max_depth=4).fit(X, y).predict(X)
    assert (DecisionTreeClassifier(max_depth=4).fit(np.exp(X), y).predict(np.exp(X)) == a).all()


def test_the_best_threshold_is_the_best_of_all_midpoints():
    rng = np.random.default_rng(1)
    x, Y = rng.integers(0, 20, size=50) / 2, np.eye(3)[rng.integers(0, 3, size=50)]
    values = np.unique(x)
    tried = []
    for cut in (values[1:] + values[:-1]) / 2:
        tried.append((damped_gain(np.stack([Y[x <= cut].sum(0), Y[x > cut].sum(0)]), 1.0), cut))
    cut, counts = best_threshold(x, Y, 1)
    assert damped_gain(counts, 1.0) == pytest.approx(max(tried)[0], abs=ROUNDING)
    assert cut in [c for gain, c in tried if gain > max(tried)[0] - ROUNDING]


def test_balanced_weights_count_classes_alike():
    X, y = [[0], [0], [0], [0], [1]], [0, 0, 0, 1, 1]
    tree = DecisionTreeClassifier(max_depth=0, class_weight="balanced").fit(X, y).tree_
    assert tree.value[0] == pytest.approx([0.5, 0.5]) and tree.cover[0] == pytest.approx(5)


def prunings(node):
    """All trees that pruning can make."""
    if not node.branches:
        return [node]
    whole = itertools.product(*map(prunings, node.branches))
    return [Node(node.counts), *(replace(node, branches=list(b)) for b in whole)]


@pytest.mark.parametrize("seed", range(4))
def test_reduced_error_finds_the_smallest_of_the_best_prunings(seed):
    X, y = noisy(seed, n=240, classes=3)
    Y = np.eye(3)[y]
    model = DecisionTreeClassifier("gain_ratio", "multiway", max_depth=3)
    tree = model.fit(X[:120], y[:120]).tree_

    def errors(t):
        return (t.predict(X[120:]).argmax(axis=1) != y[120:]).sum()

    least = min((errors(t), len(t.leaves())) for t in prunings(tree))
    found = prune_reduced_error(tree, X[120:], Y[120:])
    assert (errors(found), len(found.leaves())) == least


def test_pessimistic_pruning_leaves_no_subtree_that_a_leaf_beats():
    X, y = noisy(0, classes=3)
    shared = {"criterion": "gain_ratio", "split": "multiway", "min_samples_leaf": 2}
    sizes = []
    for confidence in (0.5, 0.25, 0.05):
        tree = DecisionTreeClassifier(confidence=confidence, **shared).fit(X, y).tree_
        for node in tree.nodes():
            below = sum(predicted_errors(leaf.counts, confidence) for leaf in node.leaves())
            assert below <= predicted_errors(node.counts, confidence)
        sizes.append(len(tree.leaves()))
    assert sizes[0] > sizes[1] > sizes[2]


@pytest.mark.parametrize("confidence", [0.5, 0.25, 0.1])
def test_pessimistic_pruning_finds_the_cheapest_of_all_prunings(confidence):
    X, y = noisy(2, n=150, classes=3)
    grown = DecisionTreeClassifier("gain_ratio", "multiway", max_depth=3).fit(X, y).tree_
    costs = [
        (sum(predicted_errors(leaf.counts, confidence) for leaf in t.leaves()), len(t.leaves()))
        for t in prunings(grown)
    ]
    found = prune_pessimistic(grown, confidence)
    cost = sum(predicted_errors(leaf.counts, confidence) for leaf in found.leaves())
    assert (cost, len(found.leaves())) == pytest.approx(min(costs), abs=1e-9)


def test_pruning_leaves_the_grown_tree_alone():
    root = c45().fit(GOLF.X, GOLF.y).tree_
    before = text(root)
    prune_pessimistic(root, 0.01)
    prune_reduced_error(root, GOLF.X, Y[::-1])
    assert text(root) == before


def test_held_out_losses_are_those_of_trees_fitted_at_each_price():
    X, y = noisy(1)
    penalties = np.array([0.001, 0.01, 1.0])
    losses = held_out(DecisionTreeClassifier(max_depth=6), X, y, penalties, np.not_equal, folds=3)
    fold = np.random.default_rng(0).permutation(300) % 3
    for a, alpha in enumerate(penalties):
        model = DecisionTreeClassifier(max_depth=6, alpha=alpha).fit(X[fold != 1], y[fold != 1])
        assert (losses[fold == 1, a] == (model.predict(X[fold == 1]) != y[fold == 1])).all()


def test_there_are_ten_folds_and_a_price_that_is_met_cuts():
    X, y = noisy(1, n=60)
    fold = np.random.default_rng(0).permutation(60) % 10
    grown = DecisionTreeClassifier().fit(X[fold != 4], y[fold != 4])
    penalties = np.unique(grown.alphas_[grown.alphas_ > 0])
    losses = held_out(DecisionTreeClassifier(), X, y, penalties, np.not_equal)
    for a, penalty in enumerate(penalties):
        model = DecisionTreeClassifier(alpha=penalty).fit(X[fold != 4], y[fold != 4])
        assert (losses[fold == 4, a] == (model.predict(X[fold == 4]) != y[fold == 4])).all()


def test_a_tree_from_which_nothing_is_cut_keeps_what_it_knows_of_missing_values():
    X, y = noisy(2)
    X[::3, 0] = np.nan
    tree = DecisionTreeClassifier(max_depth=3).fit(X, y).tree_
    kept = prune(tree, 0.0)
    assert len(kept.value) == len(tree.value) and not kept.missing_left.all()
    assert sorted(kept.missing_left) == sorted(tree.missing_left)


def test_the_simplest_within_a_standard_error_is_the_last():
    losses = np.arange(16.0)[:, None] < [4, 2, 3, 5]
    assert simplest_within_error(losses) == 2  # 2/16 has the standard error 0.083, a bit above 1/16
    assert simplest_within_error(losses[:, [0, 1, 3]]) == 1


# --- edges ---------------------------------------------------------------------------------------

EACH = pytest.mark.parametrize(
    "model",
    [
        DecisionTreeClassifier(),
        DecisionTreeClassifier("entropy"),
        DecisionTreeClassifier("entropy", "multiway", categorical=(0,)),
        DecisionTreeClassifier("gain_ratio", "multiway", confidence=0.25),
    ],
    ids=repr,
)


@EACH
@pytest.mark.parametrize(
    "X, y",
    [
        ([[3.0, 1.0]] * 4, [0, 1, 1, 1]),  # constant features, so identical rows
        ([[1.0, 2.0], [3.0, 4.0]], [1, 1]),  # a single class
        ([[1.0, 2.0]], [1]),  # one sample
        ([[np.nan, np.nan]] * 3, [0, 1, 1]),  # nothing is known
    ],
)
def test_nothing_to_learn_gives_the_shares_of_the_root(model, X, y):
    shares = model.fit(X, y).predict_proba([[9.0, 9.0]])
    assert shares[0] == pytest.approx(np.unique(y, return_counts=True)[1] / len(y))
    assert (model.predict(X) == 1).all()


@EACH
def test_identical_rows_with_different_labels_share_a_leaf(model):
    X, y = [[0, 0], [0, 0], [0, 0], [1, 1], [1, 1]], ["a", "a", "b", "c", "c"]
    assert model.fit(X, y).predict_proba([[0, 0]])[0] == pytest.approx([2 / 3, 1 / 3, 0])


@EACH
def test_ties_go_to_the_first_feature_and_the_first_class(model):
    X = np.repeat([[0, 0, 0], [1, 1, 1]], 2, axis=0)
    tree = model.fit(X, [0, 0, 1, 1]).tree_
    assert np.ravel(tree.feature)[0] == 0
    assert model.fit([[0], [0]], ["b", "a"]).predict([[0]])[0] == "a"


def test_a_thousand_questions_in_a_row_are_no_obstacle():
    X, y = np.arange(1100.0)[:, None], np.arange(1100) % 2
    model = DecisionTreeClassifier("entropy", "multiway").fit(X, y)
    assert len(model.tree_.leaves()) == 1100 and model.score(X, y) == 1


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"criterion": "error"}, "criterion must be one of gini, entropy; received 'error'"),
        ({"split": "ternary"}, "split must be one of binary, multiway; received 'ternary'"),
        ({"split": "multiway"}, "criterion must be one of entropy, gain_ratio; received 'gini'"),
        ({"max_depth": -1}, "max_depth must be an integer >= 0; received -1"),
        ({"min_samples_leaf": 0}, "min_samples_leaf must be an integer >= 1; received 0"),
        ({"alpha": -0.1}, r"alpha must be a number in \[0, inf\); received -0.1"),
        ({"class_weight": "equal"}, "class_weight must be one of balanced; received 'equal'"),
        ({"confidence": 0.25}, 'confidence and categorical are for split="multiway" only'),
        ({"categorical": (1,)}, 'confidence and categorical are for split="multiway" only'),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        DecisionTreeClassifier(**parameters).fit(GOLF.X, GOLF.y)


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"confidence": 1.0}, r"confidence must be a number in \(0, 1\); received 1.0"),
        ({"alpha": 0.1}, 'alpha must be 0 with split="multiway"; received 0.1'),
        ({"categorical": (4,)}, "each entry of categorical must be below d = 4; received 4"),
        (
            {"categorical": (0.5,)},
            "each entry of categorical must be an integer >= 0; received 0.5",
        ),
    ],
)
def test_parameters_of_multiway_trees_are_checked(parameters, message):
    model = DecisionTreeClassifier("gain_ratio", "multiway", **parameters)
    with pytest.raises(ValueError, match=message):
        model.fit(GOLF.X, GOLF.y)


def test_infinite_values_are_refused_and_missing_ones_are_not():
    X = GOLF.X.copy()
    X[2, 2] = np.inf
    with pytest.raises(
        ValueError, match=r"X must be finite or NaN, not inf; received inf at index \(2, 2\)"
    ):
        DecisionTreeClassifier().fit(X, GOLF.y)


# --- no depth is too deep ------------------------------------------------------------------------

DEEP = np.arange(3000.0)[:, None]


@pytest.fixture(scope="module")
def deep():
    """Classes that alternate, so that each question parts one sample from the others."""
    y = np.arange(3000) % 2
    return DecisionTreeClassifier("entropy", split="multiway").fit(DEEP, y)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda of: pickle.loads(pickle.dumps(of))])
def test_a_deep_tree_is_copied_whole(deep, copied):
    assert len(deep.tree_.nodes()) == 5999
    for twin in (copied(deep), copied(SimpleNamespace(tree_=deep.tree_))):
        pairs = zip(deep.tree_.nodes(), twin.tree_.nodes(), strict=True)
        for a, b in pairs:
            assert a is not b and a.counts is not b.counts and np.array_equal(a.counts, b.counts)
            assert (a.feature, a.threshold) == (b.feature, b.threshold)
            assert np.array_equal(a.shares, b.shares) and len(a.branches) == len(b.branches)
        assert np.array_equal(twin.tree_.predict(DEEP), deep.tree_.predict(DEEP))


def test_a_deep_tree_is_shown_in_words(deep):
    lines = text(deep.tree_, indent="> ").splitlines()
    assert len(lines) == 5998 + 3000  # a question above each node but one, and the leaves
    assert lines[:2] == ["> x0 <= 0.5", ">     0 (1)"]
    assert len(rules(deep.tree_)) == 3000 and len(repr(deep.tree_)) < 1000
    binary = DecisionTreeClassifier(max_depth=1100).fit(DEEP[:1100], np.arange(1100) % 2).tree_
    assert binary.depth > 1000 and len(binary.text().splitlines()) == len(binary.left)


def test_a_deep_tree_is_pruned(deep):
    pruned = prune_reduced_error(deep.tree_, DEEP[:40], np.eye(2)[np.arange(40) % 2])
    assert np.array_equal(pruned.predict(DEEP[:40]).argmax(axis=1), np.arange(40) % 2)
    assert len(pruned.leaves()) == 40
