"""How far a statement reaches: what is proved for every size, and what the page says of the rest."""

import json
import re
import warnings
from pathlib import Path

import pytest

from texproof import Derivation, OnlyAtSizes, ledger, matrix, scalar, vector
from texproof.data import MIME, judge_again, statement_data, statement_from
from texproof.decide import judge
from texproof.decide.judge import by_components
from texproof.scope import EVERY, FIXED, SIZES, VALUES, reach, scope_data
from texproof.show.display import Display
from texproof.statement import AT_SIZES, EXACT, MARKS, Scope

MOTZKIN = "x_1^4 x_2^2 + x_1^2 x_2^4 + 1 - 3 x_1^2 x_2^2"  # no sum of squares
TWICE, SUM = r"\lVert 2w\rVert_{\infty}", r"\lVert w + w\rVert_{\infty}"


def symbols():
    """Names of several sizes, and a source of chance."""
    return Derivation(
        matrix("A", "d", "d"),
        matrix("W", "d", "q", orthonormal=True),
        vector("w", "d"),
        scalar("a"),
        scalar("p_c", over={"c": "C"}),
        scalar("x_i", over={"i": "n"}),
        scalar("U", random="D"),
    )


CASES = {  # chain, hypotheses: reach, mark, what the scope begins with
    "no size": (("2a", "=", "a + a"), [], VALUES, EXACT, "Proved for all values"),
    "a size": ((r"\operatorname{tr}(A)", "=", r"\operatorname{tr}(A^\top)"), [], EVERY, EXACT,
               "Proved in index notation for every d, wherever both sides are defined."),
    "a fact": ((r"\operatorname{tr}(W^\top W)", "=", "q"), [], EVERY, EXACT,
               "Proved in index notation for every d and q with q ≤ d, wherever"),
    "an order": ((r"\sum_i x_i", "=", r"x_1 + x_2 + \sum_{i>2} x_i"), [r"n \ge 2"], EVERY, EXACT,
                 "Proved in index notation for every n with 2 ≤ n, wherever"),
    "chance": ((r"\mathbb{E}[U + a]", "=", r"a + \mathbb{E}[U]"), [], EVERY, EXACT,
               "Proved in index notation for any number of outcomes of D, wherever"),
    "a number": ((r"\sum_c p_c + \sum_i x_i", "=", r"\sum_i x_i + p_1 + p_2"), ["C = 2"],
                 FIXED, AT_SIZES, "Proved in index notation for C = 2 and every n, wherever"),
    "a number in a sum": ((r"\sum_c 2p_c", "=", r"2\sum_c p_c"), ["C + 1 = 3"],
                          FIXED, AT_SIZES, "Proved in index notation for C + 1 = 3, wherever"),
    "a largest entry": ((TWICE, "=", SUM), [], SIZES, AT_SIZES,
                      "Proved at d = 3, with a symbol for each entry, wherever both sides are defined;"),
    "one row of two": ((f"{SUM} - a", "=", f"{TWICE} - a", "", "=", f"-a + {SUM}"), [],
                       SIZES, AT_SIZES, "Proved at d = 3, with a symbol for each entry, wherever"),
}  # fmt: skip
OPENED = [pytest.param(*case, id=name) for name, case in CASES.items()]


def said(shown):
    """The words of an opened check."""
    return re.sub("<[^>]*>", " ", shown.details()).replace("&gt;", ">").replace("&lt;", "<")


@pytest.mark.parametrize(("chain", "given", "reached", "kind", "words"), OPENED)
def test_the_mark_is_exact_only_if_every_row_is_proved_for_every_size(
    chain, given, reached, kind, words
):
    shown = symbols().calc(*chain, "", given=given, at_sizes="a reason")
    s = shown.statement
    assert (reach(s), s.verdict) == (reached, kind)
    assert shown.plain().startswith(f"{MARKS[kind]} {kind}: ")
    assert f'class="check {kind.replace(" ", "-")}"' in shown.details()
    assert words in said(shown)


@pytest.mark.parametrize(("chain", "tried"), [
    ((r"A^\top A", "=", r"(A^\top A)^\top"), True),
    ((r"(A^+)^+", "=", "A"), False),  # long by components, which are not tried with symbols
])  # fmt: skip
def test_symbols_are_said_to_be_tried_only_where_they_were(chain, tried):
    words = said(symbols().calc(*chain, ""))
    assert "Tried against it: " in words and "Proved in index notation" in words
    assert ("with a symbol for each entry" in words) == tried


@pytest.mark.parametrize(("chain", "given", "reached", "kind", "words"), OPENED)
def test_the_data_tell_the_scope_and_it_is_found_again_from_them(
    chain, given, reached, kind, words
):
    s = symbols().calc(*chain, "", given=given, at_sizes="a reason").statement
    data = json.loads(json.dumps(statement_data(s), sort_keys=True))
    assert data["scope"] == reached and data["at_sizes"] == "a reason"
    again = statement_from(data, {})
    again.verdicts = judge_again(data)
    assert scope_data(again) == scope_data(s)


def test_a_reason_is_shown_and_decides_nothing():
    D = symbols()
    whole = D.calc(r"\operatorname{tr}(A)", "=", r"\operatorname{tr}(A^\top)", "", at_sizes="lazy")
    assert whole.statement.verdict == EXACT and "lazy" not in said(whole)
    chain = TWICE, "=", SUM, ""
    assert "Not proved for every size: it permutes a < b." in said(
        D.calc(*chain, at_sizes="it permutes a < b")
    )
    without = "Not proved for every size: no proof in index notation was found; the largest entry"
    assert without in said(D.calc_without_warning(*chain))
    chain = r"\sum_c p_c", "=", "p_1 + p_2", ""
    two = D.calc(*chain, given=["C = 2"], at_sizes="two classes")
    assert "Not for every size: two classes." in said(two)
    two = D.calc_without_warning(*chain, given=["C = 2"])
    assert "Not for every size: a hypothesis fixes a size." in said(two)


def test_each_row_says_by_which_proofs_it_stands():
    D = symbols()
    words = said(D.calc("(A^\\top)^\\top + a A", "=", "A + a A", "", "=", "(1 + a)A", ""))
    assert (
        words.count("in index notation, both sides have the same normal form; by components") == 2
    )
    assert "by components only" in said(D.calc(TWICE, "=", SUM, "", at_sizes="a reason"))
    assert "index" not in said(D.calc("2a", "=", "a + a", ""))


def rows_of(shown):
    """The verdicts on the rows, and whether each is proved for every size."""
    return [(one.kind, one.scope and one.scope.proved) for one in shown.statement.verdicts]


def test_a_verdict_carries_its_scope_as_soon_as_it_is_decided():
    D = symbols()
    trace = r"\operatorname{tr}(A)", "=", r"\operatorname{tr}(A^\top)", ""
    (verdict,) = D.calc(*trace).statement.verdicts
    assert (verdict.kind, verdict.scope) == (EXACT, Scope(True, "normal form"))
    two = D.calc(
        f"{SUM} - a", "=", f"{TWICE} - a", "", "=", f"-a + {TWICE}", "", at_sizes="a reason"
    )
    assert rows_of(two) == [(AT_SIZES, False), (AT_SIZES, False)]
    assert two.statement.verdicts[0].scope.how.startswith("the largest entry")
    longer = rf"\operatorname{{tr}}(A^\top) + {TWICE} - {SUM}"
    half = D.calc(*trace, "=", longer, "", at_sizes="a reason")
    assert rows_of(half) == [(EXACT, True), (AT_SIZES, False)]
    fixed = D.calc(r"\sum_c p_c", "=", "p_1 + p_2", "", given=["C = 2"], at_sizes="two")
    assert rows_of(fixed) == [(AT_SIZES, True)]
    assert fixed.statement.verdicts[0].scope.fixed == ("C = 2",)
    assert rows_of(D.calc("2a", "=", "a + a", "")) == [(EXACT, None)]


def test_the_prover_is_asked_once_for_a_row_and_never_when_it_is_shown(monkeypatch):
    asked, prove_row = [], judge.prove_row
    monkeypatch.setattr(
        judge, "prove_row", lambda s, row: asked.append(row.text) or prove_row(s, row)
    )
    D = symbols()
    light = D.calc(r"\operatorname{tr}(A)", "=", r"\operatorname{tr}(A^\top)", "")
    heavy = D.calc(r"(A^\top)^+", "=", "(A^+)^\\top", "")
    for _ in range(2):
        light._repr_mimebundle_()
        heavy._repr_mimebundle_()
        ledger(D)._repr_mimebundle_()
    assert asked == [r"\operatorname{tr}(A^\top)", r"(A^+)^\top"]


@pytest.mark.parametrize("state", ["cite", "refute", "define", "sampled"])
def test_what_is_not_proved_has_no_scope(state):
    D = symbols()
    D.declare(scalar("b"))
    shown = {
        "cite": lambda: D.cite(SUM, "=", TWICE, "", source="a book"),
        "refute": lambda: D.refute(r"\operatorname{tr}(A)", "=", "0", ""),
        "define": lambda: D.define(r"b = \operatorname{tr}(A)"),
        "sampled": lambda: D.calc(MOTZKIN, ">=", "0", "", given=[r"n \ge 2"], sampled="points"),
    }[state]()
    assert reach(shown.statement) == SIZES and shown.statement.scopes == []
    assert shown.plain().startswith(MARKS[shown.statement.verdict])


def test_components_alone_claim_no_more_than_the_first_sizes():
    statement = (
        symbols().calc(r"\operatorname{tr}(A)", "=", r"\operatorname{tr}(A^\top)", "").statement
    )
    assert [(one.kind, one.scope) for one in by_components(statement)] == [(AT_SIZES, None)]
    plain = symbols().calc("2a", "=", "a + a", "").statement
    assert by_components(plain) == plain.verdicts


WITHOUT = {  # chain, hypotheses: what the warning says
    "a largest entry": ((TWICE, "=", SUM), [], r"= \lVert w + w\rVert_{\infty}) is proved at d = 3, but "
                        "not for every size: the largest entry"),
    "a number": ((r"\sum_c p_c", "=", "p_1 + p_2"), ["C = 2"],
                 "is proved for C = 2 only, as its hypotheses say"),
}  # fmt: skip


@pytest.mark.parametrize("case", WITHOUT)
def test_what_is_at_sizes_without_a_reason_is_a_warning_at_the_line_of_its_author(case):
    chain, given, words = WITHOUT[case]
    D = symbols()
    with pytest.warns(OnlyAtSizes) as told:
        D.calc(*chain, "", given=given, label="it")
    assert [Path(one.filename) for one in told] == [Path(__file__)]
    (said,) = (str(one.message) for one in told)
    assert said.startswith("it") and words in said and said.endswith('at_sizes="..."')
    assert D.statements["it"].verdict == AT_SIZES
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        D.calc(*chain, "", given=given, label="two", at_sizes="a reason")
        D.calc_without_warning(*chain, "", given=given)


def test_each_chain_of_a_display_is_warned_of():
    display = (
        rf"\begin{{aligned}} {TWICE} &= {SUM} \\ 2a &= a + a \\ {SUM} &= {TWICE} \end{{aligned}}"
    )
    with pytest.warns(OnlyAtSizes) as told:
        symbols().calc(display, label="it")
    assert [str(one.message).partition(":")[0] for one in told] == ["it", "it-3"]


def test_as_an_error_the_warning_is_no_refusal():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(OnlyAtSizes):
            symbols().calc(TWICE, "=", SUM, "")


def test_a_ledger_counts_what_is_at_sizes_apart_and_definitions_beside():
    D = symbols()
    D.declare(scalar("b"))
    D.define(r"b = \operatorname{tr}(A)", "trace")
    D.calc("b", "=", r"\operatorname{tr}(A^\top)", "", label="turned")
    D.calc(TWICE, "=", SUM, "", label="permuted", at_sizes="a reason")
    shown = ledger(D)
    assert shown.plain().replace("\u00a0", " ") == (
        "Statements: 1 ✓ exact, 1 ◦ at sizes, beside 1 := defined."
    )
    rows = shown.markdown().splitlines()
    assert rows[-2].endswith("| every size |") and rows[-1].endswith("| ${d = 3}$ |")
    assert "| ◦ at sizes |" in rows[-1] and "<td>◦ at sizes</td>" in shown.html()


def test_a_display_carries_its_scope():
    s = symbols().calc(r"\operatorname{tr}(W^\top W)", "=", "q", "").statement
    data = Display(s)._repr_mimebundle_()[MIME]
    assert (data["scope"], data["conditions"]) == (EVERY, [r"q \le d"])
    assert data["every_size"] == ["normal form"] and data["free"] == ["d", "q"]


def test_why_a_row_is_not_proved_is_not_stored():
    chain = f"{SUM} - a", "=", f"{TWICE} - a", "", "=", f"-a + {TWICE}", ""
    data = statement_data(symbols().calc_without_warning(*chain).statement)
    assert data["every_size"] == ["", ""] and data["scope"] == SIZES


def test_an_opened_check_says_first_for_which_sizes_and_explains_every_name_one_press_on():
    shown = symbols().calc(r"\operatorname{tr}(W^\top W)", "=", "q", "").details()
    plain, algebra = shown.split('<details class="algebra">')
    assert plain.count("<p>") == 2 and "K[1,2]" not in plain and "Read as" not in plain
    assert "<code>W</code>: matrix, d × q, orthonormal" in algebra
    assert "K[1,2]*" in algebra and "of which the entries of W are made" in algebra


def test_what_stands_in_components_is_explained_only_where_it_stands():
    D = symbols()
    mean = D.calc(r"\mathbb{E}[U + a]", "=", r"a + \mathbb{E}[U]", "").details()
    assert "weight[0] and so on" in mean
    assert "weight[0] and" not in D.calc("2a", "=", "a + a", "").details()


def test_a_definition_carries_no_mark():
    shown = Derivation(scalar("a"), scalar("b")).define("b = 2a").details()
    assert MARKS["defined"] not in shown and 'class="check defined"' in shown
