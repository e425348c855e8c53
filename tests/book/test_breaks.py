"""Break a formula: what is stored is what the checker answers, to the equations as they stand."""

import gzip
import json
import random
import sys

import pytest

from tests.book.chapters import BOOK
from tools.breaks import FOLDER, MESSAGE, counterexample_to, mutant_data, stored_changes, terms_of
from tools.tokens import Place, changeable_places, with_token_replaced

sys.path.append(str(FOLDER.parent.parent / "_ext"))

from formulas import breaks

SAMPLE = 24  # stored refusals that are computed again, a second each
NAMES = {
    "names": [{"latex": name, "kind": "scalar"} for name in ("p", "q", r"\dot p", r"\bar\pi")],
    "letters": [["i", "n"], ["j", "n"]],
    "sizes": [["n", 4, 6]],
}
STORED = {
    name: stored_changes(chapter)
    for name, chapter in BOOK.chapters.items()
    if (FOLDER / f"{name}.json").exists()
}


def mutants():
    """Every stored change with its equation."""
    every = {equation.label: equation for equation in BOOK.equations if equation.label}
    return [
        (every[label], one) for kept in STORED.values() for label in kept for one in kept[label]
    ]


def mutant_text(equation, mutant):
    place = Place(*mutant["at"], mutant["braced"], ())
    return with_token_replaced(terms_of(equation)[mutant["term"]], place, mutant["new"])


def test_what_is_stored_is_of_equations_as_they_stand():
    for name, kept in STORED.items():
        labels = json.loads((FOLDER / f"{name}.json").read_text("utf8"))
        assert {*labels} == {*kept}, f"{name}: python -m tools.breaks {name}"
    assert sum(map(bool, STORED["how_it_checks"].values())) >= 14 and STORED["pca"]


@pytest.mark.corpus
@pytest.mark.parametrize("which", range(SAMPLE))
def test_a_seeded_sample_of_what_is_stored_comes_out_again(which):
    equation, mutant = random.Random(25).sample(mutants(), SAMPLE)[which]
    data = mutant_data(equation, mutant["term"], mutant_text(equation, mutant))
    assert counterexample_to(data, seconds=30) == mutant["message"], equation.label


def test_an_equation_that_is_not_changed_is_not_refused():
    equation = BOOK.equation("how-means")
    for term, text in enumerate(terms_of(equation)):
        assert counterexample_to(mutant_data(equation, term, text), seconds=30) == ""


def test_every_change_is_at_a_token_of_its_equation_and_changes_it():
    for equation, mutant in mutants():
        text = terms_of(equation)[mutant["term"]]
        (place,) = (
            one
            for one in changeable_places(text, equation.data)
            if [one.start, one.end] == mutant["at"]
        )
        assert mutant["new"] in place.others and place.braced == mutant["braced"]
        assert mutant_text(equation, mutant) != text
        assert mutant["message"].startswith(("left ", "component "))


def test_the_row_of_a_refusal_is_taken_off():
    assert MESSAGE.match("row 1 (= 0) is false: left 1, right 0")[1] == "left 1, right 0"


def test_a_page_tells_a_long_value_as_a_number_and_gives_no_advice_to_who_writes():
    sums = " + ".join(["log(2)"] * 9)
    message = f"left 1/2, right {sums} (about 6.238) where u = -2"
    equation = BOOK.equation("how-means")
    (mutant, *_) = STORED["how_it_checks"]["how-means"]
    for advice in ("", "; no point that was tried refutes it with u above 0: if so, ..."):
        explanation = breaks.explain_change(equation, mutant | {"message": message + advice})
        assert explanation.endswith(" it is false: left 1/2, right about 6.238 where u = -2.")
    longest = max((breaks.explain_change(*one) for one in mutants()), key=len)
    assert len(longest) < 360, longest


@pytest.mark.parametrize(
    "text, expected",
    [
        ("p + q", ["q + q", "p - q", "p + p"]),
        (r"\frac12p", [r"\frac{2}2p", r"\frac1{3}p", r"\frac12q"]),
        (r"\frac1n", [r"\frac{2}n", r"\frac1{(n - 1)}"]),
        ("-p^2", ["p^2", "-q^2", "-p^{3}"]),
        ("e^{-p}", ["e^{p}", "e^{-q}"]),
        (r"\sum_{i=1}^{n} x_i", [r"\sum_{i=2}^{n} x_i", r"\sum_{i=1}^{n - 1} x_i", r"\sum_{i=1}^{n} x_{j}"]),
        (r"A^\top p", ["A p", r"A^\top q"]),
        (r"A^{\top}p", ["Ap", r"A^{\top}q"]),
        (r"\sqrt p", [r"\sqrt {q}"]),
        (r"\dot p", [r"\dot {q}"]),
    ],
)  # fmt: skip
def test_the_first_change_of_each_token(text, expected):
    found = [
        with_token_replaced(
            text, place, next(one for one in place.others if one != text[place.start : place.end])
        )
        for place in changeable_places(text, NAMES)
    ]
    assert found == expected


def test_what_a_chapter_loads_at_the_first_press_is_light(site):
    scripts = [*(site / "breaks").glob("*.js")]
    assert {path.stem for path in scripts} == {
        name for name, kept in STORED.items() if any(kept.values())
    }
    for path in scripts:
        assert len(gzip.compress(path.read_bytes(), 9)) < 150_000, path.name


def test_a_button_stands_where_something_is_stored_and_nowhere_else(site):
    for name, kept in STORED.items():
        page = (site / "chapters" / f"{name}.html").read_text("utf8")
        assert page.count('class="break ') == sum(map(bool, kept.values())), name
    assert 'data-label="how-means"' in (site / "index.html").read_text("utf8")
