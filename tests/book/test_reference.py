"""The reference has a page for each module, and docstrings become what Sphinx reads."""

import sys

import pytest

from tests.book.chapters import BOOK
from tools.book import ROOT
from tools.pages import reference

sys.path.insert(0, str(ROOT / "_ext"))
from looks.docstrings import docstring_as_rst

OWN, ROOMS = reference.documented_modules(BOOK)
PAGES = reference.page_texts(BOOK)


def test_the_pages_are_in_the_contents():
    listed = [page for page in BOOK.pages if page.startswith("pages/reference/")]
    assert listed == [f"pages/reference/{name}" for name in PAGES], "_toc.yml"


def test_every_module_is_on_a_page():
    listed = [part for name in OWN + ROOMS for part in reference.modules_of_page(name)]
    paths = [path.relative_to(ROOT / "mlbook") for path in (ROOT / "mlbook").rglob("*.py")]
    parts = {path.with_suffix("").parts for path in paths}
    every = {".".join(names).removesuffix(".__init__") for names in parts} - {"__init__"}
    texts = "".join(PAGES.values())
    assert len(listed) == len(set(listed)) and set(listed) == every
    assert all(f"automodule:: mlbook.{part}\n" in texts for part in listed)


@pytest.mark.parametrize("name", OWN)
def test_a_chapter_and_its_reference_lead_to_each_other(name):
    prose = "\n".join(cell.source for cell in BOOK.chapter(name).prose)
    assert f"</pages/reference/{name}>`" in prose
    assert f"chapters/{name}.ipynb" in (ROOT / "mlbook" / f"{name}.py").read_text("utf8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A sum (eq. pca-share).", "A sum :eq:`pca-share`."),
        ("Of eq.\npca-share and eq. 12.3.", "Of :eq:`pca-share` and eq. 12.3."),
        ("Derived in chapters/pca.ipynb.", "Derived in :doc:`/chapters/pca`."),
        ("W* and |x|, mean_, `mean_`, x_i", r"W\* and \|x\|, mean\_, `mean_`, x_i"),
        ("Many `Tree`s of ``a*b``", r"Many `Tree`\ s of ``a*b``"),
        ("Over `two\nwords`s", "Over `two\nwords`\\ s"),
        ("Thus\n\n    a = b*\n\nand", "Thus\n\n.. code-block:: text\n\n    a = b*\n\nand"),
        ("A\n\n- one*\n- two", "A\n\n- one\\*\n- two"),
        ("A\n\n>>> 2 * 3\n6", "A\n\n>>> 2 * 3\n6"),
        (
            "Parameters\n----------\nmean_ : array\n    One* (eq. a-b).\n\n    More*.",
            "Parameters\n----------\nmean_ : array\n    One\\* :eq:`a-b`.\n\n    More\\*.",
        ),
        ("Examples\n--------\n>>> a_ * 2\n\n>>> x_", "Examples\n--------\n>>> a_ * 2\n\n>>> x_"),
    ],
)
def test_a_docstring_becomes_what_sphinx_reads(text, expected):
    assert docstring_as_rst(text) == expected + "\n"
