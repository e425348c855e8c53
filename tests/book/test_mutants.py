"""A sample of the mutants of every chapter: a fresh sign, term or factor must be refused.

`python -m tests.book.mutants` runs them all, and MLBOOK_MUTANTS=20 so many of each chapter.
"""

import os
import random

import pytest

from tests.book.chapters import CHAPTERS, chosen, derivations
from tests.book.mutants import equivalent, is_of, jobs, mutant_in_words, unused_definitions
from texproof import Derivation, scalar

SAMPLE = int(os.environ.get("MLBOOK_MUTANTS", "20"))


def survivors(every):
    """Those of some mutants that nothing refuses, in words."""
    return [mutant_in_words(what, where) for what, where, survives in every if survives()]


@pytest.mark.corpus
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_sample_of_mutants_is_refused(chapter):
    loaded = list(derivations(chapter, judged=False))  # nbval judges the same statements
    assert unused_definitions(loaded) == []
    every = list(jobs(loaded))
    chosen = random.Random(chapter.name).sample(every, min(SAMPLE, len(every)))
    alive = survivors(chosen)
    assert not alive, "\n".join(alive)


def test_a_survivor_is_told_with_its_row_and_the_place_in_it():
    D = Derivation(scalar("a"), scalar("b"), scalar("c"), scalar("u"))
    D.define("u = a - 2b", "loose")  # no chain depends on it
    assert survivors(jobs([D]))[:3] == [
        "the other sign: loose\n    u = a - 2b\n        ^",
        "without this term: loose\n    u = a - 2b\n        ^",
        "the other sign: loose\n    u = a - 2b\n            ^",
    ]
    D.calc("a(b + c)", "=", "ab + ac", "", "=", "ca + b a", "", label="tied")
    tied = [
        mutant_in_words(what, where)
        for what, where, _ in jobs([D])
        if where.startswith("tied, row 2")
    ]
    assert unused_definitions([D]) == ["loose"]
    assert "without this factor: tied, row 2\n    = ca + b a\n             ^" in tied
    assert "the other sign: tied, row 2\n    = ca + b a\n           ^" in tied


def test_the_mutants_of_one_label_are_its_rows_hypotheses_and_definition():
    D = Derivation(scalar("a"), scalar("b"), scalar("u"))
    D.define("u = a - 2b", "loose")
    D.calc("u", "=", "a - 2b", "", label="loose-2", given=["a = b"])
    places = [where for _, where, _ in jobs([D])]
    for label in ("loose", "loose-2"):
        found = [where for where in places if is_of(label, where)]
        assert found and all(where.startswith((f"{label}\n", f"{label}, row")) for where in found)
    assert all(is_of("", where) for where in places)


@pytest.mark.parametrize(("condition", "equal"), [("l = c", True), (r"l \le c", False)])
def test_a_mutant_is_equal_if_it_is_at_the_sizes_at_which_it_is_used(condition, equal):
    pairs = {"c": "C", "l": "C"}
    D = Derivation(scalar("u_{cl}", over=pairs), scalar("v_{cl}", over=pairs))
    D.define(rf"u_{{cl}} = \frac{{\mathbb{{1}}[{condition}]}}{{C - 1}}")  # no number for one class
    D.define("v_{cl} = 2u_{cl}", "pairs")
    D.calc("v_{cc}", "=", "2u_{cc}", "", given=[r"C \ge 2"])
    exchanged = [job for job in jobs([D]) if job[0] == "indices" and "pairs" in job[1]]
    assert len(exchanged) == 1
    assert survivors(exchanged) == [mutant_in_words(*exchanged[0][:2])][equal:]


@pytest.mark.parametrize(("given", "equal"), [("p = d + 1", True), ("x_1 = 0", False)])
def test_a_mutant_of_a_definition_may_be_equal_by_sizes_and_not_by_values(given, equal):
    D = Derivation(scalar("x_j", over={"j": "d"}), scalar("t"), sizes={"d": (2, 3), "p": (3, 4)})
    D.define(r"t = \sum_{j=1}^{d}x_j", "sum")
    D.calc("t", "=", r"\sum_{j=2}^{d}x_j + x_1", "", given=[given])
    mutant = "another size, with" if equal else "another bound"
    alive = [one for one in survivors(jobs([D])) if one.startswith(mutant) and ": sum" in one]
    assert (alive == []) == equal


def test_a_mutant_of_an_expansion_is_equal_if_it_is_to_the_order_of_its_row():
    D = Derivation(scalar("u"))
    D.calc(r"-\log(1 - u)", "≈", "u", "", order=("u", 1), label="first")
    assert survivors(jobs([D])) == []
    (row,) = D.statements["first"].rows
    sides, (small, order) = row.relation.sides, row.about
    assert equivalent(*sides, D.statements["first"], "~", (small, order))
    assert not equivalent(*sides, D.statements["first"], "~", (small, order + 1))
    assert not equivalent(*sides, D.statements["first"])


def test_of_a_problem_only_the_solution_is_changed():
    D = Derivation(scalar("w"), scalar("c"))
    D.calc(r"\arg\min_{w} (w - c)^2 + w^2", "=", r"\frac{c}{2}", "", label="best")
    every = list(jobs([D]))
    assert every and survivors(every) == []
    assert all("\n    = \\frac{c}{2}\n" in where for _, where, _ in every)


@pytest.mark.parametrize(("factor", "needed"), [(r"\frac{1}{n - 1}", True), (r"\frac1n", False)])
def test_a_hypothesis_without_which_less_is_proved_is_needed(factor, needed):
    D = Derivation(scalar("a"), scalar("x_i", over={"i": "n"}))
    given = [r"n \ge 2", f"a = {factor}"]
    D.calc(r"\sum_i x_i", "=", rf"\sum_i\frac{{a x_i}}{{{factor}}}", "", given=given)
    without = [job for job in jobs([D]) if job[0] == "hypothesis" and "n \\ge 2" in job[1]]
    assert len(without) == 1
    assert (survivors(without) == []) == needed


def test_a_chapter_that_does_not_exist_is_told():
    with pytest.raises(SystemExit, match=r"There is no chapter 'pac'; there are: adaboost, "):
        chosen(["pca", "pac"])
