"""What is said of data, experiments and programs names what supports it, and that exists."""

import json
import re
from importlib import import_module
from types import SimpleNamespace

import pytest

from tests.book.chapters import BOOK, labels
from tests.book.test_references import ENTRIES
from tools.book import ROOT, Cell
from tools.support import FOLDER, needs_support, random_rows, sentences, support_rows

SHOWN = re.compile(r"(?m)\bassert\b|refused\(|print\(|show\(|table\(|Table\(|figure|plot|mine\b")
LABELS = labels()


def fault(support, chapter):
    """What is wrong with a support of a chapter, or nothing."""
    if support.startswith("cell:"):
        text = support.removeprefix("cell:").strip()
        cells = [cell for cell in chapter.code if text in cell.source]
        if len(cells) != 1:
            return f"{len(cells)} cells have {text!r}"
        return (
            "" if cells[0].outputs or SHOWN.search(cells[0].source) else f"{text!r} shows nothing"
        )
    if support.startswith("@"):
        return "" if support[1:] in ENTRIES else f"no source {support[1:]}"
    if support.startswith("thread:"):
        return (
            "" if re.fullmatch(r"thread: [\w.-]+/[\w.-]+#\d+", support) else f"no thread {support}"
        )
    if support.startswith(("tests/", "texproof/tests/")):
        path, _, test = support.partition("::")
        source = (ROOT / path).read_text("utf8") if (ROOT / path).exists() else ""
        return "" if f"def {test}(" in source else f"no test {support}"
    if support.startswith("seeds:"):
        path = ROOT / "mlbook" / "data" / f"seeds_{chapter.name}.json"
        stored = json.loads(path.read_text("utf8")) if path.exists() else {}
        return (
            "" if support.removeprefix("seeds:").strip() in stored else f"nothing stored: {support}"
        )
    return "" if support in LABELS else f"no label {support}"


@pytest.mark.parametrize("name", BOOK.chapters)
def test_every_support_is_there_and_its_sentence_too(name):
    chapter = BOOK.chapters[name]
    every = list(sentences(chapter))
    found = list(support_rows(name))
    begins = [row.begins for row in found]
    counts = {text: sum(one.startswith(text) for one in every) for text in begins}
    assert {text: count for text, count in counts.items() if count != 1} == {}
    assert [text for text in begins if len(text.split()) < 4] == []
    faults = [(row.begins, fault(each, chapter)) for row in found for each in row.supports]
    assert [(begins, wrong) for begins, wrong in faults if wrong] == []


@pytest.mark.parametrize("name", BOOK.chapters)
def test_what_tells_of_a_program_or_an_experiment_has_a_support(name):
    begins = tuple(row.begins for row in support_rows(name))
    new = [
        f"{' '.join(sentence.split()[:9])} | ..."
        for sentence in sentences(BOOK.chapters[name])
        if needs_support(sentence) and not sentence.startswith(begins)
    ]
    message = (
        f"rows to add to tools/support/{name}.txt; tools/support.py says what stands for ...:\n"
    )
    assert not new, message + "\n".join(new)


def test_every_table_is_one_of_a_chapter():
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(BOOK.chapters)


def test_a_wrong_support_is_told():
    chapter = BOOK.chapters["pca"]
    assert fault("pca-no-such", chapter) == "no label pca-no-such"
    assert fault("@nobody1900", chapter) == "no source nobody1900"
    assert fault("cell: no such text", chapter) == "0 cells have 'no such text'"
    assert fault("tests/topics/test_pca.py::test_no_such", chapter).startswith("no test")
    assert fault("seeds: no_such", chapter).startswith("nothing stored")


def test_a_draw_is_repeatable():
    assert random_rows(5, seed=1) == random_rows(5, seed=1)


def test_sentences_are_found_in_paragraphs_of_one_line_and_of_several():
    text = (
        "(sec-a)=\n## Choosing $k$\n\nThe error is 0.5 here. J. Ross Quinlan\nmeasured it. **By hand.** So\n"
        "we see:\n1. First, 1.9 stops. Then\n2. the second.\n"
    )
    cell = Cell(0, "markdown", text)
    found = list(sentences(SimpleNamespace(prose=[cell])))
    assert found == [
        "(sec-a)=",
        "## Choosing $k$",
        "The error is 0.5 here.",
        "J. Ross Quinlan measured it.",
        "**By hand.** So we see:",
        "1. First, 1.9 stops.",
        "Then",
        "2. the second.",
    ]


def test_what_needs_a_support():
    assert needs_support("With 20 seeds the spread is small.")
    assert needs_support("Its share is 12 % of all.") and needs_support(
        "About 0.5 of the cases are lost."
    )
    assert not needs_support("The method is in section 6.6.3 of {cite}`a`.")
    assert not needs_support("It is treated in {cite}`a`, equations 3.12 to 3.17, and 3.2.")
    assert needs_support("By section 6.6.3 of {cite}`a` it is 0.5 of them.")
    assert not needs_support("By {eq}`a-1.5` the $0.5$ is a half of it.") and not needs_support(
        "## Cost of 0.5 a b c"
    )


SEEDED = sorted(path.stem for path in (ROOT / "benchmarks").glob("seeds_*.py"))


def stored(name):
    """The numbers that are stored of the experiments of a chapter, and the experiments."""
    from benchmarks.seeds import experiments

    module = import_module(f"benchmarks.{name}")
    numbers = json.loads((ROOT / "mlbook" / "data" / f"{name}.json").read_text("utf8"))
    return module, numbers, experiments(module)


@pytest.mark.parametrize("name", SEEDED)
def test_each_experiment_is_stored_at_twenty_seeds(name):
    _, numbers, found = stored(name)
    assert {*numbers} == {*found}
    assert all(len(each) >= 20 for each in numbers.values())


@pytest.mark.corpus
@pytest.mark.parametrize("name", SEEDED)
def test_two_seeds_of_what_is_stored_come_out_again(name):
    module, numbers, found = stored(name)
    loose = getattr(module, "ABSOLUTE", {})
    for title, run in found.items():
        for seed in (0, 1):  # sums of other kernels differ in their last digits
            near = pytest.approx(numbers[title][seed], rel=1e-6, abs=loose.get(title, 1e-9))
            assert run(seed) == near
