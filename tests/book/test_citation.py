"""The book says of itself in one way who wrote it, what it is called, and which edition it is."""

import re
import subprocess
import sys

import yaml

import mlbook
from tools.book import ROOT

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))
PAGE = (ROOT / "pages" / "cite.md").read_text("utf8")
BIBTEX = dict(re.findall(r"^  (\w+) *= \{+(.*?)\}+,?$", PAGE, re.M))
BOOK = CITATION["preferred-citation"]


def valid(path):
    """Whether a file is what the format of citations asks for."""
    schema = ("--builtin-schema", "vendor.citation-file-format")
    command = [sys.executable, "-m", "check_jsonschema", *schema, path]
    return not subprocess.run(command, capture_output=True).returncode


def test_the_citation_is_valid_and_another_is_not(tmp_path):
    assert valid(ROOT / "CITATION.cff")
    text = (ROOT / "CITATION.cff").read_text("utf8")
    (tmp_path / "CITATION.cff").write_text(text.replace("authors:", "author:"), "utf8")
    assert not valid(tmp_path / "CITATION.cff")


def test_the_file_and_the_page_name_one_book():
    (author,) = (each["name"] for each in BOOK["authors"])
    assert [{"name": author}] == CITATION["authors"]
    assert BIBTEX["author"] == author and f'name = "{author}"' in project()
    assert BIBTEX["title"] == BOOK["title"] == CITATION["title"]
    assert BIBTEX["year"] == str(BOOK["year"]) == CITATION["date-released"][:4]
    name, _, claim = BOOK["title"].partition(": ")
    assert name == "mlbook" and f'"{claim[0].upper()}{claim[1:]}."' in project()
    assert f"{author} ({BOOK['year']}). *{BOOK['title']}.* {BOOK['edition']}." in PAGE


def test_the_version_is_that_of_the_package_and_has_release_notes():
    version = mlbook.__version__
    assert CITATION["version"] == version and f'version = "{version}"' in project()
    assert BIBTEX["note"] == f"Version {version}" and f"edition {version}" in PAGE
    notes = re.findall(r"^## (\w+) edition \((.*)\)$", errata(), re.M)
    (ordinal, about), *_ = notes
    day, month, year = about.removeprefix(f"{version}, ").split()
    assert int(day) and year == CITATION["date-released"][:4] and month.isalpha()
    assert BIBTEX["edition"] == ordinal == BOOK["edition"].split()[0]


def project():
    """The text of pyproject.toml."""
    return (ROOT / "pyproject.toml").read_text("utf8")


def errata():
    """The page with the editions."""
    return (ROOT / "pages" / "errata.md").read_text("utf8")
