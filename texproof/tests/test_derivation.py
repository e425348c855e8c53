"""Statements that must be accepted, and for each the mutants that must be refused.

A mutant differs in a sign, a factor, a transpose, a term, an index, n for n - 1, or a hypothesis.
"""

import re

import numpy as np
import pytest

from texproof import (
    Derivation,
    DerivationError,
    function,
    index,
    ledger,
    matrix,
    program,
    scalar,
    vector,
)
from texproof.errors import ReadError, Refuted, ShapeError, Undecided, Undefined
from texproof.exercise import contains_part
from texproof.statement import PROVED
from texproof_tests.claims import (
    EIGEN,
    MUTANTS,
    NAMES,
    TRUE,
    covariance,
    leaves,
    quadratic,
    rounds,
    sample,
    scalars,
    written,
)


@pytest.mark.parametrize(("setting", "left", "sign", "right", "given", "_"), TRUE, ids=NAMES)
def test_a_true_statement_is_proved(setting, left, sign, right, given, _):
    D = setting()
    D.calc_without_warning(left, sign, right, "reason", label="it", given=given)
    assert D.statements["it"].verdict in PROVED


@pytest.mark.parametrize(("setting", "left", "sign", "wrong", "given"), MUTANTS)
def test_a_mutant_is_refused_with_a_counterexample(setting, left, sign, wrong, given):
    with pytest.raises(Refuted, match=r"left .*, right "):
        setting().calc(left, sign, wrong, "reason", label="it", given=given)


def test_a_symmetric_matrix_is_needed_where_it_is_used():
    claim = (
        r"\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})",
        "=",
        r"2A\mathbf{w}",
        "$A$ symmetric",
    )
    quadratic().calc(*claim, given=[r"A = S"])
    with pytest.raises(Refuted):
        quadratic().calc(*claim)


@pytest.mark.parametrize("kept", [0, 1])
def test_dropping_a_hypothesis_is_refused(kept):
    with pytest.raises(Refuted):
        quadratic().calc(r"\mathbf{w}^\top S\mathbf{w}", "=", r"\lambda", "", given=[EIGEN[kept]])


def test_hypotheses_that_conflict_prove_nothing():
    conflict = [r"\mathbf{w}^\top\mathbf{w} = 1", r"\mathbf{w}^\top\mathbf{w} = 2"]
    with pytest.raises(DerivationError, match="conflict"):
        quadratic().calc(r"\lambda", "=", "7", "from a contradiction", given=conflict)
    with pytest.raises(DerivationError, match="conflict"):
        scalars().calc("a", "=", "7", "", given=["b = 1", "b = 2"])


def test_a_sign_in_the_hypotheses_is_used():
    scalars().calc("a + 1", ">", "0", "", given=["a > 0"])
    with pytest.raises(Refuted):
        scalars().calc("a + 1", ">", "0", "")


def test_a_strict_inequality_is_not_had_for_a_weak_one():
    scalars().calc("s", ">=", "0", "")
    scalars().calc("a^2", "<", "a^2 + p", "")
    for claim in (("(a^2 - 2)^2", ">", "0"), ("0", "<", "(a^2 - 2)^2")):  # no fraction refutes them
        with pytest.raises(Undecided):
            scalars().calc(*claim, "")
    with pytest.raises(Refuted):
        scalars().calc("s", ">", "0", "")


def test_an_identity_of_two_by_two_matrices_is_refused():
    commutator = r"((AB - BA)(AB - BA)C - C(AB - BA)(AB - BA))"
    D = quadratic()
    D.declare(matrix("C", "d", "d"))
    with pytest.raises(Refuted):
        D.calc(commutator, "=", "0", "holds for 2 x 2 matrices only")


def test_taylor_agrees_to_second_order_and_not_with_the_wrong_factor():
    left = r"\sum_i l(y_i, \hat{y}_i + f_i)"
    right = r"\sum_i\left[l(y_i, \hat{y}_i) + g_i f_i + %s h_i f_i^2\right]"
    rounds().calc(left, "≈", right % r"\tfrac12", "Taylor", order=("f_i", 2))
    with pytest.raises(Refuted, match="order 2"):
        rounds().calc(left, "≈", right % "", "Taylor", order=("f_i", 2))
    with pytest.raises(Refuted):
        rounds().calc(left, "=", right % r"\tfrac12", "Taylor is not exact")


def test_taylor_needs_to_know_what_is_small():
    with pytest.raises(DerivationError, match="order="):
        rounds().calc("f_i", "≈", "0", "")


def test_a_step_that_no_rule_decides_is_an_error_unless_sampling_is_asked_for():
    true_but_deep = ("a^4b^2 + a^2b^4 + 1", ">=", "3a^2b^2", "Motzkin: no sum of squares")
    with pytest.raises(Undecided, match="smaller step"):
        scalars().calc(*true_but_deep)
    D = scalars()
    D.calc(*true_but_deep, label="it", sampled="three means")
    assert D.statements["it"].verdict == "sampled" and D.statements["it"].note == "three means"


def test_sampling_does_not_save_a_false_statement():
    with pytest.raises(Refuted):
        scalars().calc("a^2 + b^2", ">=", "a + b", "", sampled="seems so")


def test_a_cited_statement_is_still_asked_to_survive_points():
    D = scalars()
    D.cite(r"\log p", "<=", "p - 1", "the tangent at 1", source="any calculus text", label="it")
    assert D.statements["it"].verdict == "cited"
    with pytest.raises(Refuted):
        D.cite(r"\log p", "<=", "p - 2", "", source="nobody")


def test_a_chain_may_tighten_and_never_reverse():
    scalars().calc("a^2 + 1", ">", "a^2", "", ">=", "0", "a square")
    with pytest.raises(DerivationError, match="must not mix"):
        scalars().calc("a^2 + 1", ">", "a^2", "", "<=", "a^2 + 2", "")


def test_shapes_are_compared_before_values():
    with pytest.raises(ShapeError, match="d × d by 1 × d"):
        quadratic().calc(r"S\mathbf{w}^\top", "=", r"\mathbf{w}", "")
    with pytest.raises(ShapeError, match="cannot add"):
        quadratic().calc(r"\mathbf{w} + 1", "=", r"\mathbf{w}", "")
    with pytest.raises(ShapeError, match="a side is d × 1, the other 1 × d"):
        quadratic().calc(r"\mathbf{w}", "=", r"\mathbf{w}^\top", "")


def test_a_refuted_claim_carries_its_counterexample_and_a_true_one_is_not_refuted():
    shown = scalars().refute(r"\sqrt{a^2}", "=", "a", "as often written")
    assert "Counterexample" in shown.markdown() and r"\ne" in shown.markdown()
    with pytest.raises(DerivationError, match="no point was found that refutes it"):
        scalars().refute(r"\sqrt{a^2}", "=", r"\lvert a\rvert", "")


def test_a_statement_holds_on_numbers_and_a_planted_error_does_not():
    D, X = sample(), np.random.default_rng(0).normal(size=(20, 5))
    D.calc("S", "=", r"\frac1n X_c^\top X_c", "", label="it")
    assert "holds" in D.holds("it", {"X": X, "S": np.cov(X.T, bias=True)}).plain()
    with pytest.raises(Refuted, match="does not hold"):
        D.holds("it", {"X": X, "S": np.cov(X.T)})
    with pytest.raises(ValueError, match="not finite"):
        D.holds("it", {"X": np.full((4, 2), np.nan)})


def test_numbers_of_the_wrong_shape_are_named():
    D = sample()
    D.calc("S", "=", r"\frac1n X_c^\top X_c", "", label="it")
    with pytest.raises(ValueError, match="axis 0 of S has length 3, but d is 5"):
        D.holds("it", {"X": np.ones((4, 5)), "S": np.eye(3)})
    with pytest.raises(ValueError, match="'Z' is not a declared name"):
        D.holds("it", {"Z": 1})
    with pytest.raises(ValueError, match="no statement has the label 'other'"):
        D.holds("other", {})


def test_a_wrong_minimizer_is_beaten_by_a_step_away():
    D = Derivation(scalar("a"), scalar("h"))
    said = D.attempt(r"\operatorname*{argmin}_h\ (h - a)^2", "2a").plain()
    assert re.search(r"wrong: \S+ a step of \S+ away, \S+ as claimed", said)
    assert "right" in D.attempt(r"\operatorname*{argmin}_h\ (h - a)^2", "a").plain()


def test_what_is_just_as_good_refutes_no_solution():
    D = Derivation(scalar("h"))
    question = r"\arg\min_{h} \frac{h^2}{4} + \frac{(1 - h)^2}{4}"
    assert "1/8 a step of -1/2 away, 1/4 as claimed" in D.attempt(question, "1").plain()
    assert "a step of 1/8 away" in D.attempt(question, r"\frac13").plain()
    assert "right" in D.attempt(question, r"\frac12").plain()


def test_an_answer_that_cannot_be_read_is_told_the_letters():
    D = Derivation(scalar("p"), vector("w", "d"))
    said = D.attempt("p + p", r"2\sigma").plain()
    assert "cannot read" in said
    assert "The letters of this exercise are p, w, d" in said


def test_counterexamples_are_labels_and_counts():
    D = Derivation(scalar("y", label=True), scalar("m", count=True, positive=True), scalar("a"))
    for wrong in ("m", "ym", "y^2a"):
        said = D.attempt("y^2m", wrong).plain().replace("$", "")
        for name, allowed in {"y": {-1, 1}, "m": set(range(1, 9))}.items():
            found = re.search(rf"\b{name} = (-?[\d/]+)", said)
            assert not found or int(found[1]) in allowed
    with pytest.raises(DerivationError, match="cannot be combined"):
        scalar("y", label=True, positive=True)
    with pytest.raises(DerivationError, match="a count cannot be declared share"):
        scalar("n", count=True, share=True)


def test_an_attempt_is_right_in_any_form_and_wrong_with_numbers():
    question = r"\frac{\partial\log(1 + e^F)}{\partial F}"
    assert "right" in leaves().attempt(question, r"\frac{e^F}{1 + e^F}").plain()
    wrong = leaves().attempt(question, r"\frac{1}{1 + e^F}").plain()
    assert "✗ \\frac{1}{1 + e^F}: wrong: " in wrong and " is asked for, the answer gives " in wrong
    assert "cannot read" in leaves().attempt(question, r"\frac{1}{1 + e^Q}").plain()
    assert (
        "must not contain" in leaves().attempt(question, question, without=(r"\partial",)).plain()
    )


@pytest.mark.parametrize(
    ("part", "allowed", "banned"),
    [
        ("f", r"\frac{x}{x + 1}", "f(x)"),
        ("p", r"\exp(a)", "2p"),
        ("a - b", "(b - a)^2", "(a-b)^2"),
        ("x_c", "x_{cd}", "x_{c}"),
        (r"\frac c2", r"\frac{d}{2}", r"\frac{c}{2}"),
        ("^+", r"\mathbf{w} + 1", r"\mathbf{w}^{+}"),
        (r"\mathtt", r"\mathbf{x}", r"\mathtt{gini}(p)"),
        ("1 - (1 - p)", "1 - (1 - q)", r"1 - \left(1 - p\right)"),
    ],
)  # fmt: skip
def test_what_an_answer_may_not_hold_is_compared_by_tokens(part, allowed, banned):
    assert [contains_part(answer, part) for answer in (allowed, banned)] == [False, True]


def test_an_attempt_without_a_name_is_open_to_a_command_that_has_its_letter():
    D = Derivation(scalar("n", positive=True), scalar("f"))
    D.define(r"f = \frac{n}{n + 1}")
    said = [D.attempt("f", text, without=["f"]).plain() for text in (r"\frac{n}{n + 1}", "2f - f")]
    assert said[0].endswith("right") and said[1].endswith("the answer must not contain f")
    assert D.attempt("f", "{f}").plain() == "✗ {f}: this is the question"


def test_a_hint_comes_with_the_second_wrong_answer_and_never_the_solution():
    D = leaves()
    question = r"\frac{\partial\log(1 + e^F)}{\partial F}"
    first, second, third = (D.attempt(question, text, hint="differentiate the inside too")
                            for text in ("F", "1", r"\sigma(F)"))  # fmt: skip
    assert "Hint" not in first.plain() and "Hint: differentiate" in second.plain()
    assert third.plain() == r"✓ \sigma(F): right"


def test_an_answer_may_be_right_under_a_repair():
    D = Derivation(scalar("s", positive=True), scalar("t", positive=True), scalar(r"\lambda"))
    told = D.attempt(r"\frac{s}{t}", r"\lambda", repairs=[r"\lambda = \frac{s}{t}"]).plain()
    assert "right if" in told
    assert "wrong" in D.attempt(r"\frac{s}{t}", "t", repairs=[r"\lambda = 1"]).plain()


def test_the_program_is_a_term_so_a_changed_program_is_refused():
    def wrong(G, H, lam):
        return G / (H + lam)

    D = Derivation(
        scalar("G"), scalar("H", positive=True), scalar(r"\lambda", positive=True), program(wrong)
    )
    with pytest.raises(Refuted):
        D.calc(r"\mathtt{wrong}(G, H, \lambda)", "=", r"-\frac{G}{H + \lambda}", "")


def test_a_definition_is_made_once_of_known_things_and_not_of_itself():
    D = scalars()
    D.declare(scalar("c"), scalar(r"c_i", over={"i": "n"}))
    with pytest.raises(DerivationError, match="its own definition"):
        D.define("c = c + 1")
    with pytest.raises(DerivationError, match="not bound"):
        D.define("c = x_i")
    D.define("c = a + b")
    with pytest.raises(DerivationError, match="defined twice"):
        D.define("c = a - b")
    with pytest.raises(DerivationError, match="facts follow"):
        D.define("p = a")


def two_families():
    return Derivation(
        scalar("a"), scalar("b"), scalar("x_i", over={"i": "n"}), scalar("y_j", over={"j": "d"}), matrix("A", "n", "d")
    )  # fmt: skip


@pytest.mark.parametrize(
    "text, reason",
    [
        ("a + b = 1", "the left side of a definition must be a name"),
        ("x_1 = a", "the indices of a definition must be distinct letters"),
    ],
)
def test_a_definition_of_no_name_is_refused_where_it_begins(text, reason):
    with pytest.raises(ReadError) as refusal:
        two_families().define(text)
    assert str(refusal.value).split() == [*reason.split(), *text.split(), "^"]


def test_a_definition_shows_its_reason_and_is_used_by_entries_and_on_numbers():
    D = two_families()
    assert r"\text{by hand}" in D.define("b = 2a", reason="by hand").markdown()
    D.calc("b^2", "=", "4a^2", "", label="it")
    assert "holds" in D.holds("it", {"a": 3.0}).plain()
    D.define("A_{ij} = x_i y_j")
    D.calc("A_{12}", "=", "x_1 y_2", "", given=[r"d \ge 2", r"n \ge 2"])


def test_a_counterexample_obeys_the_hypotheses():
    detail = scalars().refute("a^2", ">", "b", given=["b > 9"]).statement.verdicts[0].detail
    found = re.search(r"right (\d+)", detail)
    assert found and int(found[1]) > 9
    with pytest.raises(DerivationError):
        scalars().refute("a^2", "=", "a", given=["a = 1"])


def test_a_problem_is_stated_with_its_constraint():
    D = quadratic()
    D.declare(vector(r"\mathbf{w}^\star", "d"))
    text = r"\mathbf{w}^\star = \arg\max_{\mathbf{w}} \mathbf{w}^\top S\mathbf{w} \quad\text{s.t.}\quad "
    D.define(text + r"\mathbf{w}^\top\mathbf{w} = 1", "it")
    assert D.statements["it"].verdict == "defined"
    with pytest.raises(ShapeError):
        quadratic().define(
            text.replace(r"\mathbf{w}^\star", r"\mathbf{v}") + r"\mathbf{w} = \lambda"
        )


def test_the_solution_of_a_convex_problem_is_proved_and_another_refused():
    leaf = r"\arg\min_{w} Gw + \tfrac12(H + \lambda)w^2"
    leaves().calc(
        leaf, "=", r"-\frac{G}{H + \lambda}", "stationary, and convex since $H + \\lambda > 0$"
    )
    for wrong in (r"\frac{G}{H + \lambda}", r"-\frac{G}{H}", "0"):
        with pytest.raises(Refuted, match="a step of"):
            leaves().calc(leaf, "=", wrong, "")
    with pytest.raises(DerivationError):
        leaves().calc(leaf.replace("min", "max"), "=", r"-\frac{G}{H + \lambda}", "")


def test_the_mean_minimizes_the_sum_of_squares():
    D = sample()
    D.declare(scalar("a"), scalar("t_i", over={"i": "n"}))
    D.calc(r"\arg\min_{a} \sum_i (t_i - a)^2", "=", r"\frac1n\sum_i t_i", "")
    with pytest.raises(Refuted):
        D.calc(r"\arg\min_{a} \sum_i (t_i - a)^2", "=", r"\frac{1}{n-1}\sum_i t_i", "")


def test_a_share_is_at_most_1_in_proofs_and_in_counterexamples():
    D = Derivation(scalar("p", share=True), scalar("a", nonnegative=True))
    D.calc("pa", "<=", "a", "", label="part")
    D.calc(r"\frac{\partial\,p(1 - p)}{\partial p}", "=", "1 - 2p", "")
    assert D.refute("2p", ">=", "1").statement.verdicts[0].detail.endswith("where p = 1/3")
    with pytest.raises(DerivationError, match="no point was found that refutes it"):
        D.refute("p^2", "<=", "p")
    with pytest.raises(Refuted, match=r"where p = \d/\d, a = 2$"):
        D.calc("pa", ">=", "a", "")


def test_an_attempt_is_judged_under_its_hypotheses():
    D = Derivation(scalar("y"), scalar("F"))
    ask = lambda answer, *given: D.attempt("y^3F", answer, given=given).plain()
    assert "right" in ask("yF", "y^2 = 1") and "wrong" in ask("yF")
    assert "y = -1" in ask("F", "y^2 = 1")
    assert "do they conflict" in ask("yF", "y^2 = 1", "y^2 = 4")


@pytest.mark.parametrize(
    "left, right",
    [
        (r"\int_{0}^{b} x\,\mathrm{d}x", "b^2"),
        (r"\lim_{x\to 0} (bx)", "b"),
        (r"\left[\frac{\partial\,bx^2}{\partial x}\right]_{x = 1}", "b"),
        (r"\arg\min_{x} (x - b)^2", "2b"),
    ],
)
def test_a_counterexample_gives_no_value_to_what_the_claim_itself_binds(left, right):
    D = Derivation(scalar("x"), scalar("b", positive=True))
    assert "x = " not in D.refute(left, "=", right).statement.verdicts[0].detail
    assert "x = " in D.refute(left, "=", f"{right} + x").statement.verdicts[0].detail


def test_labels_are_used_once():
    D = scalars()
    D.calc("a", "=", "a", "", label="it")
    for again in ("it", "IT"):
        with pytest.raises(DerivationError, match="used twice"):
            D.calc("b", "=", "b", "", label=again)


def test_the_ledger_counts_what_ran():
    D = scalars()
    D.calc("a + b", "=", "b + a", "", label="sum")
    D.cite(r"\log p", "<=", "p - 1", "", source="any text", label="log")
    text = ledger(D).markdown()
    assert (
        "1\u00a0✓\u00a0exact, 1\u00a0§\u00a0cited" in text
        and "{eq}`sum`" in text
        and "{eq}`log`" in text
    )


def test_a_display_carries_the_typed_text_its_number_its_reason_and_its_mark():
    text = scalars().calc("a + b", "=", "b + a", "addition commutes", label="it").markdown()
    for part in ("a + b &= b + a", "addition commutes", "$$ (it)", "✓"):
        assert part in text


def test_the_rule_is_the_last_that_a_component_needs():
    rule = lambda left, sign, right: (
        scalars().calc(left, sign, right, "").statement.verdicts[0].rule
    )
    column = r"\begin{pmatrix} %s \\ %s \end{pmatrix}"
    square, spelled = column % ("a", "(a + b)^2"), column % ("a", "a^2 + 2ab + b^2")
    assert rule(square, "=", square) == rule(square, "∝", square) == "same form"
    assert rule(square, "=", spelled) == "expansion"


def test_details_show_the_first_component_and_cut_a_long_side():
    text = scalars().calc("(a + b)^2", "=", "a^2 + 2ab + b^2", "").markdown()
    assert "<code>(a + b)**2</code> = <code>a**2 + 2*a*b + b**2</code>" in text
    long = r"pb^{%d}\prod_{k=1}^{27} (a + k)"  # 240 characters and 241, as SymPy prints them
    for power, shown in ((3, "(a + 27)</code>"), (10, "(a + 27 ...</code>")):
        assert shown in scalars().calc(long % power, "=", long % power, "").markdown()


def test_a_claim_of_the_first_sizes_only_is_refused_under_hypotheses_too():
    for claim in (
        ("n(a + b)", "=", "4"),
        (r"\sum_i x_i + a + b", "=", "x_1 + x_2 + x_3 + x_4 + 1"),
    ):
        with pytest.raises(Refuted, match="though nothing at its first sizes"):
            scalars().calc(*claim, "", given=["a + b = 1"])


def test_a_convex_piece_is_not_a_convex_goal():
    D = Derivation(scalar("x"), scalar("p", positive=True))
    with pytest.raises(DerivationError):
        D.calc(r"\arg\min_{x} e^{x} + \frac{e^{1}}{2x^2}", "=", "1", "a pole at 0 splits the line")
    with pytest.raises(DerivationError):
        D.calc(r"\arg\min_{x} x^2 - 2\lvert x\rvert", "=", "1", "another at -1")
    D.calc(r"\arg\min_{p} p - \log p", "=", "1", "on positive numbers")


def test_hypotheses_with_fractions_and_logarithms_are_no_crash():
    D = Derivation(scalar("a"), scalar("s", positive=True), scalar("e", positive=True))
    D.calc("e s + e", "=", "2", "", given=[r"e = \frac{2}{1 + s}"])
    with pytest.raises(DerivationError):
        D.calc("a", "=", "2", "", given=[r"\log e = a"])


def test_a_bound_of_a_name_is_a_hypothesis():
    scalars().calc("a", ">=", "0", "", given=["a \\ge b^2"])
    scalars().calc("b^2 + 1 - a", ">", "0", "", given=["a < b^2"])
    with pytest.raises(Refuted):
        scalars().calc("a", ">=", "0", "", given=["a \\ge b"])


def test_a_problem_over_several_names_and_one_inside_another_are_stated():
    D = scalars()
    D.declare(scalar("c"), scalar("Q"), scalar("u"))
    D.define(r"c = \arg\min_{a, b} (a - p)^2 + b^2", "outer")
    D.define(r"Q = \min_{u}\left[\min_{a} (a - u)^2 + \min_{b} (b - u)^2\right]", "nested")
    assert D.statements["nested"].verdict == "defined"
    with pytest.raises(DerivationError, match="a chain does not solve"):
        D.calc("Q", "=", r"\min_{a} a^2", "")


def test_a_value_is_substituted_for_a_name():
    D = scalars()
    D.calc(r"\left[\frac{\partial a^3}{\partial a}\right]_{a = b + 1}", "=", "3(b + 1)^2", "")
    with pytest.raises(Refuted):
        D.calc(r"\left[\frac{\partial a^3}{\partial a}\right]_{a = b}", "=", "3(b + 1)^2", "")


def test_unknown_functions_of_columns_have_gradients():
    D = Derivation(
        function("f", "d"), vector(r"\mathbf{v}", "d"), vector(r"\mathbf{g}", "d"), scalar("a")
    )
    left = r"[\frac{\partial f(\mathbf{v} + a\mathbf{g})}{\partial a}]_{a = 0}"
    D.calc(left, "=", r"\langle\mathbf{g}, \nabla_{\mathbf{v}} f(\mathbf{v})\rangle", "chain rule")
    with pytest.raises(Refuted):
        D.calc(left, "=", r"\langle\mathbf{v}, \nabla_{\mathbf{v}} f(\mathbf{v})\rangle", "")
    with pytest.raises(ShapeError, match="f takes d × 1; received a number"):
        D.calc("f(a)", "=", "a", "")


def test_empty_leaves_need_a_hypothesis():
    D = leaves()
    full = {"given": [r"\lvert I_\ell\rvert \ge 1"]}
    D.declare(scalar(r"m_\ell", over={r"\ell": "T"}))
    D.define(r"m_\ell = \frac{1}{\lvert I_\ell\rvert}\sum_{i\in I_\ell} g_i")
    D.calc(r"\sum_{i\in I_\ell}(g_i - m_\ell)", "=", "0", "", **full)
    D.calc_without_warning(r"\frac{1}{\lvert I_\ell\rvert}", "<=", "1", "", **full)
    D.calc(r"\lvert I_\ell\rvert m_\ell", "=", r"\sum_{i\in I_\ell} g_i", "", **full)
    with pytest.raises(Refuted):
        D.calc(r"\sum_{i\in I_\ell}(g_i - 2 m_\ell)", "=", "0", "", **full)
    with pytest.raises(Undefined, match=r"undefined at .*ell = "):
        D.calc(r"\lvert I_\ell\rvert m_\ell", "=", r"\sum_{i\in I_\ell} g_i", "")


def test_what_is_nowhere_a_number_is_not_proved():
    with pytest.raises(DerivationError):
        scalars().calc(r"\frac{1}{a - a}", "=", r"\frac{2}{a - a}", "")
    with pytest.raises(Undefined):
        written().calc(r"\lim_{x\to 0}\frac{1}{x^2}", ">=", "5", "")
    with pytest.raises(Undefined):  # infinite but where y_i = 2
        written().calc(r"\lim_{x\to 0}\frac{(y_i - 2)^2}{x^2}", ">=", "0", "")


def test_integrals_of_unknown_densities_are_linear():
    D = Derivation(function("p", 1), scalar("x"), scalar("a"))
    whole = r"\int_{-\infty}^{\infty}"
    D.calc(rf"{whole} (2a + x)p(x)\,\mathrm{{d}}x", "=",
           rf"2a{whole} p(x)\,\mathrm{{d}}x + {whole} x p(x)\,\mathrm{{d}}x", "linear")  # fmt: skip


def test_small_is_only_what_is_written():
    D = rounds()
    D.declare(scalar(r"k_i^{(t)}", over={"i": "n", "t": "M"}))
    D.define(
        r"k_i^{(t)} = \frac{\partial^2 l(y_i, F_i^{(t-1)})}{\partial F_i^{(t-1)}\partial F_i^{(t-1)}}"
    )
    slope = r"\frac{\partial l(y_i, F_i^{(t-1)})}{\partial F_i^{(t-1)}}"
    right = rf"l(y_i, F_i^{{(t-1)}}) + {slope} f_t(x_i) + \tfrac12 k_i^{{(%s)}} f_t(x_i)^2"
    D.calc(r"l(y_i, F_i^{(t)})", "≈", right % "t", "", order=("f_t(x_i)", 2))
    with pytest.raises(Refuted):
        D.calc(r"l(y_i, F_i^{(t)})", "≈", right % "1", "", order=("f_t(x_i)", 2))


def test_two_letters_may_name_one_member_in_a_second_derivative():
    D = Derivation(scalar("F_c", over={"c": "C"}), scalar("s_l", over={"l": "C"}), scalar("L"))
    D.define(r"L = \sum_{c=1}^C F_c^2")
    mixed = r"\frac{\partial^2 L}{\partial F_c\partial F_l}"
    D.calc(mixed, "=", r"2\cdot\mathbb{1}[c=l]", "")
    D.refute(mixed, "=", "0", "")


def test_a_hypothesis_may_sharpen_a_declared_sign():
    with pytest.raises(Refuted):
        scalars().calc("s", ">", "0", "")
    scalars().calc("s", ">", "0", "", given=["s > 0"])


def test_a_counterexample_names_what_is_written_and_gives_decimals():
    D = Derivation(function("l", 2), scalar("y"), scalar("F"))
    D.define("l(y, F) = \\log(1 + e^F) - y F")
    text = D.refute("l(1, 2)", "=", r"l(1, 0) - \tfrac12", "").markdown()
    assert "(about 0.1269)" in text and "F =" not in text


def test_a_derivative_says_of_what():
    for text in (r"\frac{\partial}{\partial a} a^2 b", r"\frac{\partial}{\partial a} b a"):
        with pytest.raises(DerivationError, match="of what is this the derivative"):
            scalars().calc(text, "=", "0", "")
    for text in (r"(\tfrac12 a^2)", r"\tfrac12 a^2"):  # a number alone is not what is meant
        scalars().calc(rf"\frac{{\partial}}{{\partial a}}{text}", "=", "a", "")
    with pytest.raises(DerivationError, match="text ends"):
        scalars().calc(r"\frac{\partial}{\partial a} 2 \cdot", "=", "0", "")


def test_among_numbers_outcomes_have_equal_chances():
    D = Derivation(scalar("Y", random="D"))
    square = r"\mathbb{E}[Y^2] - \mathbb{E}[Y]^2"
    D.calc(r"\operatorname{Var}(Y)", "=", square, "", label="x-variance")
    assert "residual" in D.holds("x-variance", {"Y": np.arange(5.0)}).markdown()


def test_matrices_are_written_by_blocks():
    D = Derivation(
        matrix("X", "n", "d"), matrix(r"\Phi", "n", "p"), vector(r"\mathbf{1}", "n", ones=True),
        vector(r"\mathbf{w}", "p"), scalar("b"), vector(r"\mathbf{a}", "d"), sizes={"d": (2, 3), "p": (3, 4)},
    )  # fmt: skip
    D.define(r"\Phi = \begin{pmatrix} \mathbf{1} & X \end{pmatrix}")
    D.define(r"\mathbf{w} = \begin{pmatrix} b \\ \mathbf{a} \end{pmatrix}")
    D.calc(r"\Phi\mathbf{w}", "=", r"b\mathbf{1} + X\mathbf{a}", "", given=["p = d + 1"])
    D.calc(r"\left\lVert\begin{pmatrix} X\mathbf{a} \\ 2\mathbf{a} \end{pmatrix}\right\rVert^2",
           "=", r"\lVert X\mathbf{a}\rVert^2 + 4\mathbf{a}^\top\mathbf{a}", "")  # fmt: skip
    with pytest.raises(Refuted):
        D.calc(r"\Phi\mathbf{w}", "=", r"b\mathbf{1} - X\mathbf{a}", "", given=["p = d + 1"])
    with pytest.raises(DerivationError, match="related by a hypothesis"):
        D.calc(r"\Phi\mathbf{w}", "=", r"b\mathbf{1} + X\mathbf{a}", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            r"\begin{pmatrix} \mathbf{1} & X \end{pmatrix}\mathbf{a}",
            "cannot multiply n × (1 + d) by d",
        ),
        (r"\begin{pmatrix} \mathbf{1} \\ X \end{pmatrix}\mathbf{a}", "n × d where n × 1 fits"),
        (r"\begin{pmatrix} 1 & X \end{pmatrix}\mathbf{a}", "n × d where 1 × d fits"),
    ],
)
def test_blocks_must_fit(text, message):
    D = Derivation(matrix("X", "n", "d"), vector(r"\mathbf{1}", "n"), vector(r"\mathbf{a}", "d"))
    with pytest.raises(ShapeError, match=re.escape(message)):
        D.calc(text, "=", "0", "")


def test_a_program_returns_the_shape_that_it_was_declared_with():
    def twice(x):
        return np.stack([x, x])

    D = Derivation(vector(r"\mathbf{x}", "n"), matrix("A", "n", 2), program(twice, "n", 2))
    with pytest.raises(DerivationError, match=r"returned 2 × \d where \d × 2"):
        D.calc(r"\mathtt{twice}(\mathbf{x})", "=", "A", "")


def test_a_program_that_fails_on_its_arguments_is_named():
    D = Derivation(
        matrix("X", "n", "d"),
        vector(r"\mathbf{w}", "d"),
        scalar("a"),
        program(covariance, "d", "d"),
    )
    with pytest.raises(DerivationError, match="covariance does not work on these arguments"):
        D.calc(r"\mathtt{covariance}(a)", "=", r"\mathbf{w}\mathbf{w}^\top", "")


def test_a_name_may_hold_a_sign():
    D = Derivation(scalar("G(a = v)"), scalar("p"))
    assert r"G(a = v) &\mathrel{:=} -p" in D.define("G(a = v) = -p").markdown()


def test_an_attempt_is_text_and_not_markup():
    D = Derivation(scalar("p", positive=True), scalar("q", positive=True))
    assert r"2\*log(2)" in D.attempt(r"p\log q + p", r"-p\log p").markdown()


def test_the_table_of_names_says_what_functions_take():
    D = Derivation(function("J", "p"), function("l", 2), function("f", 1))
    text = repr(D._repr_mimebundle_())
    assert all(f"function of {what} " in text for what in ("a column", "2 numbers", "a number"))


def test_an_index_may_be_defined():
    D = Derivation(scalar("x_i", over={"i": "n"}), index("q_i", "n", over={"i": "n"}))
    D.define(r"q_i = \mathbb{1}[i \le 2] + 2\mathbb{1}[i > 2]")
    chain = r"\sum_{i=1}^n\mathbb{1}[q_i = 1]", "=", "2", ""
    D.calc(*chain, given=[r"n \ge 2"], at_sizes="the sum is not split at 2")


def test_a_vector_is_defined_as_zero():
    D = Derivation(matrix("X", "n", "d"), vector(r"\mathbf{0}", "d"), vector(r"\mathbf{a}", "d"))
    D.define(r"\mathbf{0} = 0")
    D.calc(r"\lVert X(\mathbf{a} + \mathbf{0})\rVert^2", "=", r"\lVert X\mathbf{a}\rVert^2", "")


def test_a_limit_is_from_both_sides():
    with pytest.raises(DerivationError, match="no limit"):
        written().calc(r"\lim_{x\to 0}\frac{\lvert x\rvert}{x}", "=", "1", "")


@pytest.mark.parametrize("text", [r"\frac{a}{0}", r"\log(-p)"])
def test_what_is_no_number_is_neither_sampled_nor_cited(text):
    with pytest.raises(Undecided):
        scalars().calc(text, "=", "5", "", sampled="why not")
    with pytest.raises(Undecided):
        scalars().cite(text, "=", "5", "", source="nobody")


@pytest.mark.parametrize(
    ("text", "about", "why"),
    [
        (r"\sqrt{s}", "s", "a root or modulus is not differentiable there"),
        (r"\lvert a\rvert", "a", "a root or modulus is not differentiable there"),
        (r"\log p", "p", "a coefficient is infinite"),
    ],
)
def test_there_is_no_expansion_at_a_corner(text, about, why):
    with pytest.raises(DerivationError, match=f"there is no Taylor expansion at 0: {why}"):
        scalars().calc(text, "≈", "0", "", order=(about, 1))


def test_a_modulus_or_maximum_is_expanded_away_from_its_corner():
    near = scalars().calc(r"\lvert a + 1\rvert", "≈", "a + 1", "", order=("a", 1))
    assert near.statement.verdicts[0].rule == "same form"
    scalars().calc(r"\max(a + 1, -1)", "≈", "a + 1", "", order=("a", 1))
    with pytest.raises(DerivationError, match="not differentiable"):
        scalars().calc(r"\max(a + 1, 1)", "≈", r"1 + \frac{a}{2}", "", order=("a", 1))


def test_a_hypothesis_about_a_family_is_used_for_all_its_members():
    alike = ["x_i + a = 0"]
    scalars().calc(r"\sum_i x_i", "=", "-n a", "", given=alike)
    scalars().calc("x_i", "=", "x_1", "by that of i and that of 1", given=alike)
    with pytest.raises(Refuted):
        scalars().calc("x_i", "=", "2x_1", "", given=alike)


def test_a_rare_point_of_the_hypotheses_is_found_and_none_where_there_is_none():
    circle = r"a^2 + p^2 = \frac{1}{100}"  # the first 36 random points do not reach it
    scalars().calc("a^2", "=", r"\frac{1}{100} - p^2", "", given=[circle])
    with pytest.raises(DerivationError, match="do they conflict"):
        scalars().calc("a", "=", "a", "", given=["a + 1 = a"])


def test_a_name_is_bounded_once_and_not_by_itself():
    for given in (["a \\ge 0", "a \\le 0"], ["a \\le a + 1"], ["a \\le b", "b \\le a"]):
        with pytest.raises(DerivationError, match="a single bound on a name"):
            scalars().calc("a", "=", "0", "", given=given)


def test_a_family_is_bounded_member_by_member():
    scalars().calc(r"\sum_i x_i", "<=", "n b^2", "term by term", given=["x_i \\le b^2"])
    with pytest.raises(Refuted):
        scalars().calc(r"\sum_i x_i", "<=", "b^2", "", given=["x_i \\le b^2"])


def test_a_problem_may_have_a_constraint_for_each_index():
    D = scalars()
    D.declare(scalar("N"))
    D.define(r"N = \min_{a, b} a^2 + b^2 \text{ s.t. } a x_i + b \ge 1", "it")
    assert D.statements["it"].verdict == "defined"


def test_an_empty_sum_of_columns_is_a_column_of_zeros():
    D = sample()
    D.calc(r"\sum_{i>n}\mathbf{x}_i + \mathbf{u}", "=", r"\mathbf{u}", "")
    with pytest.raises(Refuted):
        D.calc(r"\sum_{i>n}\mathbf{x}_i + \mathbf{u}", "=", r"2\mathbf{u}", "")


def test_the_solution_of_a_problem_may_be_a_bare_zero():
    D = quadratic()
    D.calc_without_warning(r"\arg\min_{\mathbf{w}} \lVert\mathbf{w}\rVert^2", "=", "0", "")
    with pytest.raises(Refuted):
        D.calc(r"\arg\min_{\mathbf{w}} \lVert\mathbf{w} - \mathbf{v}\rVert^2", "=", "0", "")


def test_a_display_names_the_order_and_puts_hypotheses_and_long_terms_above():
    D = rounds()
    shown = D.calc("l(y_i, f_i)", "≈", r"l(y_i, 0)", "", order=("f_i", 0)).markdown()
    assert r"\overset{0}{\approx}" in shown
    shown = scalars().calc("a + 1", ">", "0", "", given=["a > 0"]).markdown()
    assert r"\text{given }a > 0 \\[4pt]" in shown
    long = " + ".join(["a b"] * 20)
    assert (
        scalars().calc(long, "=", "20 a b", "").markdown().startswith("$$\n\\begin{aligned}\n& a b")
    )


def test_many_hypotheses_stand_in_several_lines():
    D = Derivation(scalar("a"), *(scalar(f"b_{{{k}}}") for k in range(6)))
    facts = [rf"b_{{{k}}} = a + a + a + a" for k in range(6)]
    few = D.calc("b_{1} - b_{2}", "=", "0", "", given=facts[1:3]).tex()
    many = D.calc("b_{1} - b_{2}", "=", "0", "", given=facts[1:]).tex()
    assert few.count(r"\\") == 1 and many.count(r"\\") == 2


@pytest.mark.parametrize(
    ("other", "false_alone", "false"),
    [
        (matrix("U", "n", "d", orthonormal=True), r"n \ge d", r"n \ge d + 1"),
        (index("q_i", "K", over={"i": "n"}, onto=True), r"n \ge K", r"n \le K"),
        (vector("e_i", "d", over={"i": "n"}, orthonormal=True), r"n \le d", r"n \ge d"),
        (function("g", 1, smooth="L", strong=r"\mu"), r"L \ge \mu", r"\mu \ge L"),
        (function("g", 1, smooth="L", strong=r"\mu"), r"\mu a^2 \le La^2", r"\mu a^2 = La^2"),
    ],
)
def test_a_point_that_another_declaration_excludes_refutes_nothing(other, false_alone, false):
    numbers = scalar("L", positive=True), scalar(r"\mu", positive=True), scalar("a")
    derivation = Derivation(*numbers, other)
    for text in (false_alone, false):
        left, sign, right = re.split(r"(\\[gl]e(?![a-z])|=)", text)
        if text == false:
            derivation.refute(left, sign, right)
            continue
        for ask in (derivation.refute, derivation.calc):
            with pytest.raises(Undecided, match="cannot be as declared"):
                ask(left, sign, right, "a step")
