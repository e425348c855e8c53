"""Each condition of pages/soundness.md is needed: without it a false claim is proved."""

from unittest import mock

import pytest

from texproof.every_size import prove_rows
from texproof.every_size.diagrams import constant_poly
from texproof_tests.every_size_claims import W, symbols
from texproof_tests.stated import statement_of
from texproof_tests.statements.chains import ENTRIES
from texproof_tests.statements.entry import false

PLACE = "texproof.every_size."
LEAF = r"I_l = \{i \mid k_i = l\}"
HAT = r"\operatorname{tr}(X(X^\top X)^{-1}X^\top)"
NEEDED = {
    "rows of a square only": ("rules.same_length", True, "UU^\\top", "=", "I", {}),
    "the whole range": (
        "rules.is_whole_range", True,
        r"\sum_{j=1}^{q}\mathbf{v}_j\mathbf{v}_j^\top", "=", "I", {"given": [r"q \le d"]},
    ),
    "members exist": ("indices.Known.inside", True, r"\lambda_2", "=", r"\lambda_2", {}),
    "a hypothesis within its range": (
        "indices.Known.inside", True, "x_i^2", "=", "1", {"given": ["C < n", "x_l^2 = 1"]},
    ),
    "what is inverted": ("prover.refuse_undefined", None, HAT, "=", "d", {}),
    "what is divided by": (
        "prover.refuse_undefined", None,
        r"\frac{1}{n-1}\sum_ix_i", "=", r"\frac{2}{2n-2}\sum_ix_i", {},
    ),
    "classes with members": (
        "prover.refuse_undefined", None,
        r"\frac{1}{\lvert I_l\rvert}\sum_{i\in I_l}2x_i", "=",
        r"\frac{2}{\lvert I_l\rvert}\sum_{i\in I_l}x_i", {"define": LEAF},
    ),
    "an even power has a modulus": (
        "elementary.is_nonnegative", True, r"\sqrt{c^2}", "=", "c", {},
    ),
    "two indices that may coincide": (
        "indices.Known.differ", True, r"\frac{\partial h_gh_s}{\partial h_g}", "=", "h_s", {},
    ),
    "only what is above 0 is divided by": (
        "matching.sign_of_base", 2, r"\operatorname{tr}(A)", "=", "0",
        {"given": [r"c\operatorname{tr}(A) = 0"]},
    ),
    "a square is not above 0": (
        "signs.sign_of_diagram", 2, r"\sum_i\pi_ix_i^2", ">", "0", {},
    ),
    "arguments have the facts of parameters": (
        "leaves.must_fit", None, "f(-1)", "=", "1", {"define": r"f(p) = \lvert p\rvert"},
    ),
    "values have the facts of names": (
        "calculus.must_fit", None, r"[\theta^2]_{\theta = 2}", "=", "4", {},
    ),
    "members that are replaced exist": (
        "indices.Known.inside", True, r"[x_i^2]_{x_{n+1} = 0}", "=", "x_i^2", {},
    ),
    "values of hypotheses have the facts of names": (
        "hypotheses.must_fit", None, r"\lvert p\rvert", "=", "-1", {"given": ["p = -1"]},
    ),
    "families that go on by one step": (
        "leaves.is_used_as_number", False, "x_{n+1}", "=", "n + 1", {"define": "x_i = i"},
    ),
    "values that are labels": (
        "leaves.has_labels", True,
        r"\sum_{l=1}^{C}\mathbb{1}[k_i = l]", "=", "1", {"define": "k_i = i"},
    ),
    "points of hypotheses": (
        "prover.satisfying_points_exist", True, r"\frac aa", "=", "1", {"given": ["a^2 = 0"]},
    ),
    "what stands under a root": (
        "algebra.is_nonnegative", True, r"\sqrt{-1 - a^2}", "=", r"\sqrt{-1 - a^2}", {},
    ),
    "what the row needs to be defined": (
        "prover.is_necessary", True,
        r"\sum_{i\ne m}\frac1{b_i} + \mathbb{1}[b_m \le 0]", "=", r"\sum_{i\ne m}\frac1{b_i}", {},
    ),
    "squares of what is not negative": ("prover.sign_of", 1, "a", "=", "-a", {}),
    "members of a sum": ("signs.is_member", True, "p", ">=", "r", {}),
    "bounds of all members": (
        "relations.is_bounded", True,
        "x_m", ">=", "b", {"given": [r"x_i \ge b", "i > 2"]},
    ),
    "logarithms of positive factors": (
        "elementary.sign_of_base", 2, r"\log(1 - \frac ab)", "=", r"\log(b - a) - \log b", {},
    ),
    "lengths of parts": (
        "rules.is_end", True, r"\sum_{i=1}^{n}\mathbb{1}[g \le i]", "=", "n + 1 - g", {},
    ),
    "only what is above 0 leaves a smallest": (
        "sums.sign_of_factor", 2, r"\min_{i} ax_i", "=", r"a\min_{i} x_i", {},
    ),
    "the same from both sides": (
        "tree_signs.is_transpose", True, r"\mathbf{w}^\top AA^\top\mathbf{v}", ">=", "0", {},
    ),
    "convex functions": (
        "convexity.is_convex", True, r"\varphi(a) + \varphi'(a)(b - a)", "<=", r"\varphi(b)", {},
    ),
    "smooth functions": (
        "convexity.modulus_of", constant_poly(1),
        r"\varphi(b)", "<=", r"\varphi(a) + \varphi'(a)(b - a) + \frac12(b - a)^2", {},
    ),
    "what outweighs": ("bounds.outweighs", True, "a", ">=", "b", {}),
    "steps times what is not negative": (
        "bounds.sign_of_diagram", 2, r"ca\mathbb{1}[a \le 0]", "<=", "0", {},
    ),
    "the side on which a projection stands": (
        "pseudoinverses.connected_slot", 1, r"A A^{+} A^\top", "=", r"A^\top", {},
    ),
    "columns that are not 0": (
        "pseudoinverses.is_nonzero_by_hypothesis", True, rf"{W}^{{+}}{W}", "=", "1", {},
    ),
    "signs of one letter": (
        "rules.is_sign", True, r"(-2)^m (-2)^m", "=", "1", {},
    ),
    "factors of tangents": ("convexity.sign_of", 2, r"a\log p", "<=", "a(p - 1)", {}),
    "convex goals": ("inequalities.is_convex", True, r"\arg\min_{a} a^3", "=", "0", {}),
    "squares on both sides": (
        "bounds.is_square", True,
        rf"\arg\min_{{{W}}} {W}^\top {W} + {W}^\top F{W}", "=", rf"0{W}", {},
    ),
    "weights that add up to 1": (
        "hypotheses.is_one", True, "b_i", "<=", "1", {"given": [r"\sum_i b_i = 2"]},
    ),
    "all of the weights": (
        "extremes.is_summed_over_all", True,
        r"\sum_{i=1}^{q} b_i", ">=", "1", {"given": [r"\sum_i b_i = 1", r"q \le n"]},
    ),
    "all of the entries": (
        "extremes.is_summed_over_all", True,
        rf"\arg\min_{{{W}}} \sum_{{j=1}}^{{q}}{W}_j^2", "=", rf"0{W}", {"given": [r"q \le d"]},
    ),
    "times the smallest": (
        "extremes.sign_of_diagram", 2, r"c\max_i x_i", ">=", r"\frac cn\sum_i x_i", {},
    ),
    "powers of e above 1": ("signs.is_at_least_one", True, "pe^a", ">=", "p", {}),
    "moduli with a minus": (
        "bounds.sign_of_diagram", 2, r"c\lvert a + b\rvert", "<=",
        r"c\lvert a\rvert + c\lvert b\rvert", {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("condition", NEEDED)
def test_without_a_condition_something_false_is_proved(condition):
    where, answer, left, sign, right, more = NEEDED[condition]
    statement = statement_of(false(condition, symbols, left, sign, right, "it fails", **more))
    assert not prove_rows(statement)[0].proved
    with mock.patch(PLACE + where, lambda *_: answer):
        assert prove_rows(statement)[0].proved


def test_without_terms_that_need_no_more_a_row_is_proved_by_what_has_no_value_there():
    (chain,) = (entry for entry in ENTRIES if entry.id == "chain-neighbour")
    statement = statement_of(chain)
    assert not prove_rows(statement)[0].proved
    with mock.patch(PLACE + "prover.needs_no_more", lambda *_: True):
        assert prove_rows(statement)[0].proved
