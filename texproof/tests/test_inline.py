"""Formulas in sentences: what is read of a page, what each formula is, and what is refused."""

import json

import pytest

from texproof import Derivation, DerivationError, ledger, matrix, scalar, vector
from texproof.digits import agree_in_digits
from texproof.errors import Refuted
from texproof.inline import (
    COMPUTED,
    CONDITION,
    FALSE,
    PROVED,
    SETTING,
    SHOWN,
    UNDER,
    UNREAD,
    outcome_of_formula,
)
from texproof.ledgers import FORMULAS, outcomes_in_words
from texproof.prose import Cell, Formula, Step, find_formulas, normalize, rows_of_formula

# --------------------------------------------------------------------------------------------------
# What is read of a page.


def test_formulas_with_a_relation_are_found_in_sentences_alone():
    page = [
        Cell(
            False,
            "Let $a = b$, of $c$ with $x_{i=1}$; `$d = e$`\n\n$$f = g$$\n\n```\n$h = i$\n```\n"
            "| $j \\le k$ | 5 $ and 6 $ |\n<!-- $l = m$ --> $n = 3$ %, $\\ge 0$, \\$o = p\\$",
        ),
        Cell(True, "# $q = r$"),
        Cell(False, ":::{note}\nSo $s \\ne t$.\n:::"),
    ]
    assert [(one.text, one.cell, one.percent) for one in find_formulas(page)] == [
        ("a = b", 0, False),
        (r"j \le k", 0, False),
        ("n = 3", 0, True),
        (r"s \ne t", 2, False),
    ]


def test_a_formula_is_cut_into_rows():
    assert rows_of_formula(r"0 < a \le b") == [Step("0", "<", "a"), Step("a", r"\le", "b")]
    assert rows_of_formula(r"a \neq b") == [Step("a", "≠", "b")]
    assert rows_of_formula(r"a = b \Rightarrow c = d") == [Step("c", "=", "d", ("a = b",))]
    assert rows_of_formula(r"n \gg d") == []


def test_digits_may_have_spaces_and_per_cent_are_hundredths():
    assert normalize(r"83\,450/249 \approx 335.14,") == r"83450/249 \approx 335.14"
    assert normalize(r"0.9^{13} = 25\,\%") == r"0.9^{13} = \frac{25}{100}"


# --------------------------------------------------------------------------------------------------
# Relations between numbers.


@pytest.mark.parametrize(
    ("left", "right", "about", "agrees"),
    [
        ("0.632", "1 - e^{-1}", True, True),
        ("0.633", "1 - e^{-1}", True, False),
        (r"\log_2 3", "1.585", False, True),
        (r"\log_2 3", "1.586", False, False),
        (r"16 \cdot 0.160", "2.55", False, True),  # 0.160 is rounded
        (r"16 \cdot 0.160", "2.58", False, False),
        ("0.940 - 0.694", "0.247", False, True),
        ("0.940 - 0.694", "0.248", False, False),
        ("10.7639^2", "116", True, True),
        ("10.7639^2", "117", True, False),
        ("13925", "14000", True, True),
        ("13925", "14000", False, False),
        ("7", "8", False, False),
    ],
)
def test_numbers_agree_to_the_digits_that_are_written(left, right, about, agrees):
    assert agree_in_digits(left, right, about) is agrees


NUMBERS = [
    ("2 + 3 = 5", COMPUTED),
    ("2 + 3 = 6", FALSE),
    (r"4/(3+1)=1", COMPUTED),
    (r"5 + 1 + \frac12 = 6\frac12", COMPUTED),
    (r"5 + 1 - \frac12 = 6\frac12", FALSE),
    (r"\frac25\log_2\frac52 + \frac35\log_2\frac53 = \frac25\cdot 1.322 + \frac35\cdot 0.737 = 0.971", COMPUTED),
    (r"0.9^{43} > 0.01 > 0.9^{44}", COMPUTED),
    (r"0.9^{43} > 0.01 > 0.9^{42}", FALSE),
    (r"38/7 \approx 5.43", COMPUTED),
    (r"38/7 \approx 5.44", FALSE),
    (r"0.9^{13} = 25\,\%", COMPUTED),
    (r"0.9^{13} = 35\,\%", FALSE),
    (r"1 - 0.95^9 = 37 %", COMPUTED),
    (r"2 \ne 3", PROVED),
    (r"6/2 \ne 3", FALSE),
    (r"0\log 0 = 0", UNREAD),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind"), NUMBERS)
def test_a_relation_between_numbers_is_computed(text, kind):
    formula = Formula(text.removesuffix(" %"), 0, text.endswith("%"))
    outcome = outcome_of_formula(formula, [])
    assert (COMPUTED if outcome.kind == PROVED else outcome.kind) == kind.replace(PROVED, COMPUTED)


# --------------------------------------------------------------------------------------------------
# Relations with names.


@pytest.fixture(scope="module", name="leaf")
def a_derivation():
    """A leaf of a boosted tree: its parabola, its best value under a hypothesis."""
    D = Derivation(
        scalar("G", "slopes"),
        scalar("H", "curvatures", positive=True),
        scalar(r"\lambda", "penalty", positive=True),
        scalar("w", "value"),
        scalar(r"w^\star", "best value"),
        scalar("S", "score"),
        scalar("p_i", "probability", over={"i": "n"}),
        vector(r"\mathbf{x}", "d", "a point"),
        matrix("A", "d", "d", "a square"),
        matrix("I", "d", "d", identity=True),
    )
    D.define(r"S = \frac{G^2}{H + \lambda}")
    D.calc(r"(H + \lambda)w^\star", "=", "-G", "", given=[r"w^\star = -\frac{G}{H + \lambda}"])
    D.calc(r"\sum_i p_i", "=", "1", "", given=[r"\sum_i p_i = 1"])
    D.calc("w^4", "=", "1", "", given=["w^2 = 1"])
    return [D.judge([*D.statements.values()])]


WITH_NAMES = [
    (r"(w + 1)^2 = w^2 + 2w + 1", PROVED),
    (r"(w + 1)^2 = w^2 - 2w + 1", FALSE),
    (r"H + \lambda > 0", PROVED),
    (r"S = G^2/(H + \lambda)", PROVED),
    (r"S = G^2/(H - \lambda)", FALSE),
    (r"w^\star = -G/(H + \lambda)", CONDITION),  # as a display presumes
    (r"w^\star = -G/(H - \lambda)", FALSE),
    (r"(H + \lambda)w^\star = -G", UNDER),
    (r"(H + \lambda)w^\star = G", FALSE),
    (r"\sum_i p_i = 1", CONDITION),
    (r"\sum_i p_i = 2", FALSE),
    (r"A\mathbf{x} = \lambda\mathbf{x}", FALSE),
    (r"AI = A", PROVED),
    (r"AI = 2A", FALSE),
    (r"\lambda = 1", SETTING),
    (r"\log\lambda = -2.4", SETTING),
    (r"S = 4", SETTING),
    (r"S = G", FALSE),
    (r"w = G/H", SETTING),
    (r"w = 2w - G", FALSE),
    (r"w = H", SETTING),
    (r"w = 1", SETTING),
    (r"w^2 = 1", CONDITION),
    (r"2w^2 = w^2 + 1", UNDER),
    (r"2w^2 = w^2 - 1", FALSE),
    (r"G = \frac{S(H + \lambda)}{G}", PROVED),
    (r"G = -\frac{S(H + \lambda)}{G}", FALSE),  # S is made of G
    (r"H = G + \lambda", SETTING),
    (r"\sqrt{w^2} = w", FALSE),
    (r"0 < \lambda \le 1", CONDITION),
    (r"\lambda > 0", CONDITION),
    (r"d \ge 2", CONDITION),
    (r"w \le G", CONDITION),
    (r"w^2 + G^2 \ge 2wG", PROVED),
    (r"w^2 + G^2 \ge 3wG", FALSE),
    (r"w \ne 0", CONDITION),
    (r"w + G \ne w - G", UNREAD),  # they are equal where G is 0
    (r"2 \ne 3", COMPUTED),
    (r"w + G \ne G + w", FALSE),
    (r"q = G + H", SETTING),  # a letter that nothing declares
    (r"g_i = q", SETTING),
    (r"f(q) = q^2", SETTING),
    (r"q \le 3.5", CONDITION),
    (r"q + 1 = r", UNREAD),
    (r"e^{q} = r", UNREAD),
    (r"h = \tfrac12\cdot\tfrac12 = \tfrac14", COMPUTED),
    (r"h = \tfrac12\cdot\tfrac12 = \tfrac15", FALSE),
    (r"\mathbf{x} = (1, 2)", SETTING),
    (r"m = 1, \dots, M", SETTING),
    (r"\pi = 0.9/1.1 = 9/11", COMPUTED),
    (r"w \approx \sqrt{H}", UNREAD),
]


@pytest.mark.parametrize(("text", "kind"), WITH_NAMES)
def test_a_relation_with_names_is_judged_by_the_derivation(leaf, text, kind):
    assert outcome_of_formula(Formula(text, 0), leaf).kind == kind


def judge(*names, define=()):
    """A derivation as a judge."""
    D = Derivation(*names)
    for text in define:
        D.define(text)
    return D.judge([*D.statements.values()])


def test_the_nearest_derivation_that_can_read_a_formula_decides():
    square = judge(scalar("a"), scalar("s"), define=["s = a^2"])
    double, other = judge(scalar("a"), scalar("s"), define=["s = 2a"]), judge(scalar("b"))
    formula = Formula("s = a^2", 0)
    assert outcome_of_formula(formula, [other, square, double]).kind == PROVED
    assert outcome_of_formula(formula, [other, double]).kind == FALSE
    # what another one proves may be meant; it is not proved for that
    assert outcome_of_formula(formula, [double, square]).kind == UNREAD


def test_one_derivation_reads_all_of_a_formula_but_letters_without_meaning():
    one, other = judge(scalar("a")), judge(scalar("b"))
    assert outcome_of_formula(Formula("2a = a + a", 0), [one, other]).kind == PROVED
    assert outcome_of_formula(Formula("a + b = b + a", 0), [one, other]).kind == UNREAD
    assert outcome_of_formula(Formula("q = 2a = a + a", 0), [one, other]).kind == PROVED
    assert outcome_of_formula(Formula("q = 2a = a - a", 0), [one, other]).kind == FALSE


# --------------------------------------------------------------------------------------------------
# The ledger of a page.


def notebook(folder, sentence):
    """A page with one derivation and one sentence."""
    cells = [
        {"cell_type": "code", "source": ["D = Derivation(scalar('a'))"]},
        {"cell_type": "markdown", "source": [sentence]},
    ]
    path = folder / "page.ipynb"
    path.write_text(json.dumps({"cells": cells}), "utf8")
    return str(path)


def test_the_ledger_counts_what_its_page_says(tmp_path):
    D = Derivation(scalar("a"))
    page = notebook(tmp_path, "So $2a = a + a$, $1 + 1 = 2$, let $a = 1$, $q > 0$ and $q + a = r$.")
    shown = ledger(D, page=page)
    said = (
        "Formulas in sentences: 4 read (1 proved, 1 computed, 2 settings or conditions), 1 not read"
    )
    assert said in shown.plain() and said in shown.markdown() and said in shown.html()
    assert shown.markdown().endswith("Formulas that are not read: $q + a = r$.")
    assert shown.data()[FORMULAS] == [
        "proved: 2a = a + a",
        "computed: 1 + 1 = 2",
        "setting: a = 1",
        "condition: q > 0",
        "not read: q + a = r",
    ]
    assert "Formulas" not in ledger(D).plain() and not ledger(D).data()


def test_a_false_formula_stops_the_ledger_with_the_numbers(tmp_path):
    page = notebook(tmp_path, "So $2a = a - a$ and $1 + 1 = 3$.")
    with pytest.raises(Refuted) as refusal:
        ledger(Derivation(scalar("a")), page=page)
    first, second, remedy = str(refusal.value).splitlines()
    assert first.endswith(
        "page.ipynb, cell 1: $2a = a - a$ is false: left -4, right 0 where a = -2"
    )
    assert second.endswith("page.ipynb, cell 1: $1 + 1 = 3$ is false: left 2, right 3")
    assert "in_context=[" in remedy and "false=[" in remedy


def test_an_author_marks_what_is_presumed_and_what_is_shown_to_be_false(tmp_path):
    page = notebook(tmp_path, "If $2a = a - a$, some say $1 + 1 = 3$.")
    shown = ledger(
        Derivation(scalar("a")), page=page, in_context=["2a = a - a"], false=["1 + 1 = 3"]
    )
    assert shown.sentences()[1] == (
        "Formulas in sentences: 2 read (1 settings or conditions, 1 shown as false), 0 not read."
    )


def test_a_mark_that_is_not_needed_is_refused(tmp_path):
    page = notebook(tmp_path, "So $2a = a + a$.")
    for mark in ("in_context", "false"):
        for text in ("2a = a + a", "a = b"):
            with pytest.raises(DerivationError, match="needs no mark"):
                ledger(Derivation(scalar("a")), page=page, **{mark: [text]})


def test_a_page_that_is_not_there_is_a_warning(tmp_path):
    with pytest.warns(UserWarning, match=r"there is no lost\.ipynb here"):
        assert ledger(page="lost.ipynb").formulas is None


def test_a_file_of_markdown_is_one_cell(tmp_path):
    path = tmp_path / "page.md"
    path.write_text("# Sums\n\nSo $2a = a + a$.\n", "utf8")
    assert ledger(Derivation(scalar("a")), page=str(path)).formulas == [(PROVED, "2a = a + a")]


def test_counts_in_words():
    kinds = [PROVED, UNDER, CONDITION, SETTING, SHOWN]
    assert outcomes_in_words(kinds) == (
        "Formulas in sentences: 5 read (1 proved, 1 proved under a hypothesis of a display, "
        "2 settings or conditions, 1 shown as false), 0 not read."
    )
    assert outcomes_in_words([]) == "Formulas in sentences: 0 read, 0 not read."


def test_a_derivation_knows_the_cell_that_made_it(tmp_path):
    import linecache

    code = "from texproof import Derivation, scalar\nD = Derivation(scalar('a'))\n"
    linecache.cache["<a cell>"] = (len(code), None, code.splitlines(keepends=True), "<a cell>")
    space = {}
    exec(compile(code, "<a cell>", "exec"), space)
    assert space["D"].made_in == code
