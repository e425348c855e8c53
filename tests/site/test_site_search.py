"""What the search of the built site finds, and what it shows of it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site.site_fixtures import ROOT

SEARCHES = [
    [part.strip() for part in line.split("|")]
    for line in Path(__file__).with_name("searches.txt").read_text("utf8").splitlines()
    if line and not line.startswith("#")
]
SPELLINGS = [
    ("normalise", "normalize"),
    ("modelling", "modeling"),
    ("neighbours", "neighbors"),
    ("centred data", "centered data"),
    ("Karhunen–Loève", "karhunen loeve"),
]
MACHINE = re.compile(  # code, LaTeX, and what a check says
    r">>> |\bD\.calc\(|= Derivation\(|\bimport \w|Evaluated at|Proved in index notation|\\(?:mathbf|frac|top)\b"
)


@pytest.fixture(scope="module")
def index(site):
    """{page: its parts, as title, anchor, weight, names and prose}."""
    script = (site / "searchindex.js").read_text("utf8")
    return dict(json.loads(script.removeprefix("Search.setIndex(").removesuffix(")")))


@pytest.fixture(scope="module")
def answers(site):
    """{query: the hits, as page, anchor and title, the best first}."""
    sys.path.insert(0, str(ROOT / "_ext"))
    from node import NODE

    queries = [query for query, *_ in SEARCHES] + ["pca-gradient", "(9.1)", "xgboo"]
    queries += [query for pair in SPELLINGS for query in pair]
    command = [NODE, Path(__file__).with_name("search.mjs"), site]
    run = subprocess.run(
        command, input=json.dumps(queries), capture_output=True, text=True, check=True
    )
    return dict(zip(queries, json.loads(run.stdout), strict=True))


def test_there_are_sixty_different_searches():
    assert len(SEARCHES) == len({query for query, *_ in SEARCHES}) >= 60


@pytest.mark.parametrize("query, page, section", SEARCHES, ids=[query for query, *_ in SEARCHES])
def test_a_search_finds_its_page_and_its_section_first(answers, index, query, page, section):
    found, anchor, title = answers[query][0]
    heading = title.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") if anchor else ""
    assert (found, heading) == (page, section)
    assert section or title == index[page][0][0]


def test_a_label_and_a_number_find_their_equation_first(answers):
    assert answers["pca-gradient"][0][:2] == ["chapters/pca", "equation-pca-gradient"]
    page, anchor, title = answers["(9.1)"][0]
    assert page == "chapters/pca" and title.endswith("Equation (9.1)")


def test_the_beginning_of_a_word_finds_it(answers):
    assert answers["xgboo"][0][0] == "chapters/newton_boosting"


@pytest.mark.parametrize("one, other", SPELLINGS)
def test_both_spellings_of_a_word_find_the_same(answers, one, other):
    assert answers[one] and answers[one] == answers[other]


def test_every_hit_leads_to_an_anchor(index, pages):
    for name, parts in index.items():
        lost = {part[1] for part in parts if part[1]} - pages[f"{name}.html"].anchors
        assert not lost, name


def test_excerpts_are_prose(index):
    prose = [
        (name, line)
        for name, parts in index.items()
        for part in parts
        for line in part[4].split("\n")
    ]
    assert len(prose) > 5000
    assert not [one for one in prose if MACHINE.search(one[1])]
