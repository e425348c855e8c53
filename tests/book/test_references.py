"""The list of sources is complete, and is the list of what the book cites."""

import re

import pytest

from tests.book.chapters import CHAPTERS
from tools.book import ROOT
from tools.pages.current import make_if_stale

ENTRY = re.compile(r"^@(\w+)\{(\w+),\n(.*?)\n\}$", re.M | re.S)
FIELD = re.compile(r"^  (\w+) *= \{(.*)\},?$", re.M)
CITATION = re.compile(r"\{cite(?::\w+)?\}`([^`]+)`")
PLACE = {  # what leads to the words of a source that has no DOI and no address
    "article": {"journal", "volume", "pages"},
    "book": {"publisher"},
    "inproceedings": {"booktitle", "pages"},
    "incollection": {"booktitle", "publisher", "pages"},
    "misc": {"howpublished"},
}
UNDATED = "Without an author and a year"  # what the note of a source says that has neither
ENTRIES = {
    key: (kind, dict(FIELD.findall(body)))
    for kind, key, body in ENTRY.findall((ROOT / "references.bib").read_text("utf8"))
}


def cited():
    """The keys of all citations, in pages and chapters."""
    paths = [*ROOT.glob("*.md"), *ROOT.glob("pages/*.md")]
    pages = [path.read_text("utf8") for path in paths]
    pages += [cell.source for chapter in CHAPTERS for cell in chapter.cells]
    return {key.strip() for page in pages for keys in CITATION.findall(page) for key in keys.split(",")}  # fmt: skip


def test_every_entry_is_read():
    assert len(ENTRIES) == (ROOT / "references.bib").read_text("utf8").count("@") > 100


def test_every_source_is_cited_and_every_citation_has_a_source():
    make_if_stale()  # one of the pages is generated
    uncited, unknown = sorted(set(ENTRIES) - cited()), sorted(cited() - set(ENTRIES))
    assert not uncited, "in references.bib, and cited nowhere"
    assert not unknown, "cited, and not in references.bib"


@pytest.mark.parametrize("key", ENTRIES)
def test_a_source_says_who_what_when_and_where(key):
    kind, fields = ENTRIES[key]
    undated = kind == "misc" and fields.get("note") == UNDATED
    assert {"author", "title"} <= fields.keys() and ("year" in fields) != undated
    assert fields.keys() & {"doi", "url"} or PLACE[kind] <= fields.keys()
    assert re.fullmatch(r"10\.\d{4,5}/\S+", fields.get("doi", "10.0000/none"))
    assert re.fullmatch(r"[\dA-Z.:]+(--[\dA-Z.:]+)?", fields.get("pages", "1"))


def test_no_doi_is_given_twice():
    dois = [fields["doi"] for _, fields in ENTRIES.values() if "doi" in fields]
    assert len(dois) == len(set(dois))
