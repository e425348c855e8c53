"""The page for readers of the notes has every row once, and leads to places that exist."""

import re
from collections import Counter

import pytest

from tests.book import test_inventory_linear_methods, test_inventory_trees_and_margins
from tests.book.chapters import BOOK, labels
from tools.book import ROOT
from tools.pages.notes import (
    KINDS,
    TABLE,
    Links,
    Row,
    of_section,
    page_text,
    read_row,
    read_table,
    verdict_with_links,
)

COUNTS = {  # of each topic: formulas, methods, claims; errors and claims that fail
    "LR": (8, 2, 9, 2, 4),
    "BF": (7, 0, 11, 1, 3),
    "BV": (3, 1, 11, 6, 0),
    "RG": (5, 2, 22, 0, 8),
    "EV": (11, 4, 22, 6, 4),
    "PC": (31, 4, 23, 8, 1),
    "LS": (3, 1, 11, 2, 3),
    "LD": (39, 3, 24, 14, 6),
    "LL": (19, 1, 12, 8, 2),
    "IT": (16, 1, 14, 5, 2),
    "DT": (5, 5, 17, 2, 3),
    "RF": (8, 4, 18, 5, 5),
    "AB": (2, 1, 7, 0, 0),
    "GB": (19, 2, 8, 5, 2),
    "KT": (7, 1, 12, 8, 0),
    "SO": (23, 3, 10, 4, 2),
    "SV": (10, 1, 8, 4, 0),
    "ME": (6, 0, 3, 0, 0),
}
FORMS = ("{}-{:02}", "{}-A{}", "{}-C{}", "E-{}-{}", "F-{}-{}")
CONVENTIONS = [*(f"V-{number:02}" for number in range(1, 18)), "O-01..O-17"]
DISPLAYS = {"S0": 29, "S1.1": 3, "S1.2": 3, "S1.3": 12, "S1.5": 1, "S2.1": 8, "S2.2": 6}
DISPLAYS |= {"S2.3": 19, "S2.4": 29, "S2.5": 17, "S2.6": 9, "S4": 26}
OTHERS = re.compile(r"\w+-[TFP]\d")  # numbers, figures and promises
TITLES, ROWS = read_table(TABLE.read_text("utf8"))
NAMES = [name for each in ROWS for name in each.names]
TEXTS = {chapter.name: chapter.path.read_text("utf8") for chapter in BOOK.chapters.values()}


def test_every_row_is_there_once():
    wanted = [
        form.format(topic, number)
        for topic, counts in COUNTS.items()
        for form, count in zip(FORMS, counts, strict=True)
        for number in range(1, count + 1)
    ]
    found = [name for name in NAMES if not OTHERS.fullmatch(name)]
    assert Counter(found) == Counter(wanted + CONVENTIONS)
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize(("section", "count"), DISPLAYS.items())
def test_every_display_of_a_section_has_a_row(section, count):
    marks = [mark for each in ROWS for place, mark in each.places if place.startswith(section)]
    numbered = " ".join(mark for mark in marks if re.match(r"d\d|\(\d", mark))
    assert {*map(int, re.findall(r"\d+", numbered))} == {*range(1, count + 1)}


def test_numbers_figures_and_promises_are_counted_from_one():
    found = Counter(name.rstrip("0123456789") for name in NAMES if OTHERS.fullmatch(name))
    wanted = {f"{kind}{number}" for kind in found for number in range(1, found[kind] + 1)}
    assert wanted == {name for name in NAMES if OTHERS.fullmatch(name)}


def test_the_formulas_are_those_that_the_tests_of_the_inventory_state():
    formulas = {*test_inventory_linear_methods.ROWS, *test_inventory_trees_and_margins.ROWS}
    formulas = {name.split()[0] for name in formulas} | {"EV-10", "EV-11"}  # which are costs
    assert {each.names[0] for each in ROWS if each.kind == ""} == formulas


def test_every_place_in_the_book_exists():
    links, known = Links(BOOK), labels()
    for token in dict.fromkeys(token for each in ROWS for token in each.where):
        role, label = re.match(r"\{?([\w:]*)\}?`?([^`]*)", links(token)).groups()
        assert role in ("", "doc", "py:obj") or label in known, token


def test_every_error_is_one_of_the_famous_ones():
    known = set(re.findall(r"\((err-\d+)\)=", "".join(TEXTS.values())))
    assert set(re.findall(r"err-\d+", " ".join(each.verdict for each in ROWS))) <= known


def test_famous_errors_are_counted_by_mechanism():
    chapter = BOOK.chapters["famous_errors"]
    text = "\n\n".join(cell.source for cell in chapter.cells)
    rows = re.findall(r"(?m)^\| \{ref\}`[^`]+<(sec-errors-\w+)>` \| (\d+) \|(.*)\|.*\|$", text)
    sections = dict(
        re.findall(r"(?s)\((sec-errors-\w+)\)=\n## (.*?)(?=\n## |\n\(sec-errors)", text)
    )
    assert [name for name, *_ in rows] == list(sections)
    for name, many, linked in rows:
        entries = re.findall(r"\((err-\d+)\)=", sections[name])
        assert re.findall(r"<(err-\d+)>", linked) == entries and len(entries) == int(many), name
    assert (
        sum(int(many) for _, many, _ in rows) == 31 == int(re.search(r"the (\d+) errors", text)[1])
    )


def test_a_formula_with_an_error_is_not_called_right():
    wrong = {each.names[0] for each in ROWS for name in each.names if name[:2] in ("E-", "F-")}
    assert not wrong & {each.names[0] for each in ROWS if each.verdict == "stands"}


def test_what_has_no_place_or_is_left_out_is_on_its_page():
    left = {each.names[0] for each in ROWS if not each.where or each.stands == "left out"}
    text = (ROOT / "pages" / "left_out.md").read_text("utf8")
    assert left <= set(re.findall(r"`([A-Z]+-[^`]+)`", text)) <= set(NAMES)


def test_every_place_in_the_notes_is_a_section():
    places = {place for each in ROWS for place, _ in each.places}
    assert places == {section for section in TITLES if "." in section}


def test_the_page_shows_every_row():
    text = page_text(BOOK)
    assert not [name for name in NAMES if f"`{name}`" not in text]
    assert not [title for title in TITLES.values() if f"# {title}\n" not in text]


def test_a_section_has_its_formulas_by_number_and_then_the_rest():
    lines = ["AB-C1 | S2.3 | c | a | stands", "AB-02 | S2.3 d10-d11; S4.1 (1) | b | a | stands"]
    lines += ["AB-03 | S2.3 | beside it | a | stands", "AB-01 | S2.3 d9 | a | - | no; err-5"]
    rows = [read_row(*line.split(" | ")) for line in lines]
    assert [each.text for _, each in of_section(rows, "S2.3")] == ["a", "b", "beside it", "c"]
    assert [mark for mark, _ in of_section(rows, "S4.1")] == ["(1)"]


@pytest.mark.parametrize(
    ("verdict", "shown"),
    [
        ("stands", "yes"),
        ("if small; err-5 err-6", "if small: {ref}`error 5 <err-5>` {ref}`error 6 <err-6>`"),
        ("no; names", "no: a wrong name"),
        ("left out", "{doc}`left out <left_out>`"),
    ],
)
def test_a_verdict_links_its_errors(verdict, shown):
    assert verdict_with_links(verdict) == shown


def test_the_kind_of_a_row_is_read_from_its_name():
    kinds = [Row([name], [], "", [], "").kind for name in ("LR-05", "LR-A1", "E-BV-6", "V-01")]
    assert kinds == ["", "A", "E", "V"] and set(kinds) <= set(KINDS)
