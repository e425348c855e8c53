"""What the book says of other programs names releases that are locked, and tests know which they ask."""

import re

import pytest

from tests.book.chapters import CHAPTERS
from tests.releases import among, locked

NAMED = re.compile(
    r"(scikit-learn|xgboost|LightGBM|SciPy|NumPy|SymPy|Dask)`? (\d+\.[\d.]*\d)", re.I
)
PACKAGES = {"xgboost": "xgboost-cpu"}
RELEASES = "requirements/releases.txt"  # what chapters say of these is asked by tests/releases.py
BESIDE = {"lightgbm": {RELEASES}, "xgboost-cpu": {"requirements.txt", RELEASES}}


def spoken(chapter):
    """(package, release) wherever a chapter's text names one."""
    for cell in chapter.prose:
        for program, release in NAMED.findall(cell.source):
            yield PACKAGES.get(program.lower(), program.lower()), release


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_chapter_names_releases_that_are_locked(chapter):
    for package, release in spoken(chapter):
        locks = BESIDE.get(package, {"requirements.txt"})
        releases = set().union(*(locked(package, lock) for lock in locks))
        assert any(among(each, release) for each in releases), f"{package} {release}"


def test_releases_are_found_in_the_text_of_chapters():
    named = {package for chapter in CHAPTERS for package, _ in spoken(chapter)}
    assert {"scikit-learn", "xgboost-cpu"} <= named


def test_a_family_of_releases_has_whole_numbers():
    assert among("3.2.0", "3.2") and among("3.2.0", "3", "4") and among("1.9.1", "1.9.1")
    assert not among("3.20.0", "3.2") and not among("3.2.0", "3.2.1")
