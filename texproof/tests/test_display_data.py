"""A statement tried again from its data alone gets the verdicts that it got in its chapter."""

import json
from dataclasses import replace

import pytest

from texproof import Derivation, function, index, matrix, program, scalar, subset, vector
from texproof.data import (
    MIME,
    function_at,
    judge_again,
    place_of,
    statement_data,
    statement_from,
)
from texproof.errors import DerivationError, Refuted
from texproof.show.display import Display
from texproof.statement import EXACT
from texproof_tests.claims import NAMES, TRUE
from texproof_tests.losses import SquaredLoss, sigmoid


def tripled(x):
    return 3 * x


def chapter():
    """A derivation with every kind of symbol, and with names that no statement mentions."""
    D = Derivation(
        matrix("S", "d", "d", symmetric=True),
        vector(r"\mathbf{x}_i", "d", over={"i": "n"}),
        vector(r"\mathbf{w}", "d"),
        scalar("a", positive=True),
        scalar("b"),
        scalar("b^2_c", "a longer name"),
        scalar(r"\bar{y}"),
        scalar("y_i", over={"i": "n"}),
        scalar("c_{uh}", over={"u": "n", "h": "d"}),
        scalar("X", random="R"),
        scalar("Y", random="R"),
        index("q_i", "k", over={"i": "n"}),
        subset(r"I_\ell", "n", over={r"\ell": "k"}),
        function("f", 1),
        function("g", 1),
        program(tripled),
        scalar(r"\mathrm{unused}"),
        sizes={"n": (3, 4)},
    )
    D.define(r"\bar{y} = \frac1n\sum_i y_i", "mean", "the mean")
    D.define(r"I_\ell = \{i \mid q_i = \ell\}")
    D.define("g(a) = f(a) + b")
    D.calc(r"\sum_i(y_i - \bar{y})", "=", "0", "the mean", label="centred")
    D.calc(r"\sum_{\ell}\lvert I_\ell\rvert", "=", "n", "a partition")
    D.calc(
        r"\nabla_{\mathbf{w}}(\mathbf{w}^\top S\mathbf{w})", "=", r"2S\mathbf{w}", "", label="grad"
    )
    D.calc("g(a) - b", "=", "f(a)", "the definition")
    D.calc(r"\sum_{h=1}^{d} c_{nh}", "=", r"\sum_{h=1}^{d} c_{nh} + 0", "rows before columns")
    D.calc(r"\mathtt{tripled}(b)", "=", "3b", "the code")
    D.calc("b^2", "=", "a^2", "", given=["b = a"])
    D.calc(r"(1 + a)^3", "≈", "1 + 3a", "", order=("a", 1))
    D.calc(r"\mathbb{E}[X + Y]", "=", r"\mathbb{E}[X] + \mathbb{E}[Y]", "linear")
    D.cite("a", "<=", "a + a^2", "", source="a book")
    D.refute("a", ">", "1", "")
    return D


STATEMENTS = list(chapter().statements.values())
PROGRAMS = {r"\mathtt{tripled}": tripled}


def posted(statement):
    """The data of a statement as they come out of a stored page."""
    return json.loads(json.dumps(statement_data(statement), sort_keys=True))


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.label or s.first)
def test_the_verdicts_are_those_of_the_chapter(statement):
    data = posted(statement)
    assert judge_again(data, PROGRAMS) == statement.verdicts
    again = statement_from(data, PROGRAMS)
    assert [row.relation for row in again.rows] == [row.relation for row in statement.rows]
    assert (again.first, again.given, again.label) == (
        statement.first,
        statement.given,
        statement.label,
    )
    assert again.sizes == statement.sizes


@pytest.mark.parametrize("case", TRUE[::9], ids=NAMES[::9])
def test_so_are_those_of_the_true_statements(case):
    D = case[0]()
    statement = D.calc(case[1], case[2], case[3], "").statement
    if not any(name.call for name in statement.names):
        assert judge_again(posted(statement)) == statement.verdicts


def test_names_that_cannot_be_read_in_it_are_left_out():
    names = [name["latex"] for name in posted(STATEMENTS[3])["names"]]
    assert names == [r"\bar{y}", "y_i"]
    assert posted(STATEMENTS[3])["definitions"] == [r"\bar{y} = \frac1n\sum_i y_i"]


def test_a_longer_name_that_could_be_read_stays():
    D = Derivation(scalar("b"), scalar("b^2_c"), scalar("c_b"))
    D.calc("b^2_c + c_b", "=", "c_b + b^2_c", "")
    (statement,) = D.statements.values()
    assert [name["latex"] for name in posted(statement)["names"]] == ["b", "b^2_c", "c_b"]


def test_what_is_false_in_the_data_is_refuted():
    data = posted(STATEMENTS[3])
    with pytest.raises(Refuted):
        judge_again({**data, "rows": [["=", "1", ""]]})
    hypothesis = next(posted(s) for s in STATEMENTS if s.given)
    with pytest.raises(DerivationError):
        judge_again({**hypothesis, "given": []})
    code = next(s for s in STATEMENTS if "tripled" in s.first)
    with pytest.raises(Refuted):
        judge_again(posted(code), {r"\mathtt{tripled}": lambda x: 2 * x})


def test_a_definition_that_is_left_out_is_missed():
    data = posted(STATEMENTS[3])
    with pytest.raises(DerivationError):
        judge_again({**data, "definitions": []})


def test_names_that_are_declared_later_change_nothing():
    D = Derivation(scalar("a"), scalar("b"))
    statement = D.calc("a + b", "=", "b + a", "", label="sum").statement
    before = posted(statement)
    D.declare(scalar("a_b"), vector(r"\mathbf{v}", "d"), scalar("u_j", over={"j": "d"}))
    assert posted(statement) == before
    assert statement.kind == EXACT and replace(statement) == statement


# --------------------------------------------------------------------------------------------------
# In a notebook.


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.label or s.first)
def test_a_display_carries_the_data_of_its_statement(statement):
    bundle = Display(statement)._repr_mimebundle_()
    assert bundle.pop(MIME) == posted(statement)
    assert sorted(bundle) == ["text/html", "text/markdown", "text/plain"]


def test_nothing_else_carries_data():
    D = chapter()
    shown = D, D.declare(), D.attempt("b", "a"), D.holds("centred", {"y_i": [1.0, 2.0, 6.0]})
    assert not [each for each in shown if MIME in each._repr_mimebundle_()]


def test_what_is_empty_is_left_out():
    D = Derivation(scalar("a"))
    data = posted(D.calc("a + a", "=", "2a", "").statement)
    assert sorted(data) == ["first", "kind", "names", "rows", "scope", "verdicts", "version"]
    assert data["names"] == [{"latex": "a", "kind": "scalar"}]


def test_functions_of_the_packages_that_are_named_are_found_again_and_no_others():
    D = Derivation(scalar("a"), program(sigmoid), program(tripled))
    own = D.calc(r"\mathtt{sigmoid}(a)", "=", r"\frac{1}{1 + \exp(-a)}", "the code").statement
    assert judge_again(posted(own), packages=["texproof_tests"]) == own.verdicts
    with pytest.raises(DerivationError, match="sigmoid is not a function of any package"):
        judge_again(posted(own))
    other = D.calc(r"\mathtt{tripled}(a)", "=", "3a", "the code").statement
    with pytest.raises(DerivationError, match="tripled is not a function of texproof_tests"):
        judge_again(posted(other), packages=["texproof_tests"])


def test_so_are_those_of_an_object_as_it_is_made_and_no_others():
    loss, other = SquaredLoss(), SquaredLoss()
    other.scale = 2
    assert place_of(loss.gradient) == "texproof_tests.losses.SquaredLoss().gradient"
    assert (
        function_at("texproof_tests.losses.SquaredLoss().gradient", ["texproof_tests"])(1, 3) == 2
    )
    with pytest.raises(DerivationError, match=r"SquaredLoss\(\.\.\.\)\.gradient is not a function"):
        function_at(place_of(other.gradient), ["texproof_tests"])


def test_the_usual_lengths_of_a_size_differ_and_so_can_be_read_again():
    sizes = "dnqM"
    D = Derivation(*(scalar(f"a_{letter}", over={letter: size})
                     for letter, size in zip("ijkl", sizes, strict=True)))  # fmt: skip
    assert all(first != second for first, second in D.vocabulary.sizes.values())
    statement = D.calc(r"\sum_i a_i + \sum_l a_l", "=", r"\sum_l a_l + \sum_i a_i", "").statement
    assert judge_again(posted(statement)) == statement.verdicts


def test_the_table_says_what_a_fact_presumes_of_sizes():
    D = Derivation(matrix("Q", "n", "d", orthonormal=True), matrix("R", "d", "d", orthonormal=True))
    rows = D._repr_mimebundle_()["text/markdown"].splitlines()
    assert r"orthonormal, $n \ge d$" in rows[2]
    assert r"\ge" not in rows[3]
