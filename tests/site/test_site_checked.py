"""A formula of a sentence that is set from a checked equation: the text that was checked, a link."""

import re
import shutil

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from tests.book.test_book import display
from tests.site.site_fixtures import ROOT
from tools.site import __main__ as site

TOC = """format: jb-book
root: index
parts:
- caption: Pages
  numbered: true
  chapters:
  - file: chapters/one
  - file: two
"""
PAGE = """# The second page

A word ({checked}`one-a right`), and so {checked}`one-a`.

```{glossary}
square
  What {checked}`one-a 1` is.
```

| name | formula |
|---|---|
| it | {checked}`one-a left` |
"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """The pages of a small book, of which the second one sets formulas from the first."""
    folder = tmp_path_factory.mktemp("checked") / "book"
    (folder / "chapters").mkdir(parents=True)
    for name in ("_config.yml", "references.bib"):
        shutil.copy(ROOT / name, folder)
    for name in ("_ext", "_static", "_vendor"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "_toc.yml").write_text(TOC)
    (folder / "index.md").write_text("# Title\n")
    (folder / "two.md").write_text(PAGE)
    cells = [new_markdown_cell("# One\n\n*Is {checked}`one-a left` a square?*")]
    cells.append(display("one-a", rows=[["=", r"\tfrac{b}{c}", "first"], ["<", "d^2", ""]]))
    cells[1].source = "a = 1"
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path = folder / "chapters" / "one.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata=about), path)
    output = folder.parent / "out"
    output.mkdir()
    with (output / "log").open("w") as log:
        code = site.build_pages(folder, output, log)
    assert code == 0, (output / "log").read_text("utf8")
    pages = site.pages_in(output)
    wrong = PAGE.replace("one-a left", "one-a top")
    (folder / "two.md").write_text(wrong)
    with (output / "log").open("w") as log:
        code = site.build_pages(folder, output, log)
    assert code != 0
    kept = {name: (pages / f"{name}.html").read_text("utf8") for name in ("chapters/one", "two")}
    return kept, (output / "log").read_text("utf8"), (pages / "searchindex.js").read_text("utf8")


def formulas(page):
    """(address, LaTeX) of the formulas that are links."""
    return re.findall(r'<a class="checked" href="([^"]*)"[^>]*>.*?data-tex="([^"]*)"', page)


def test_a_formula_is_what_was_checked_and_leads_to_it(texts):
    there = "chapters/one.html#equation-one-a"
    whole = r"a = \tfrac{b}{c} &lt; d^2"
    assert formulas(texts[0]["chapters/one"]) == [("#equation-one-a", "a")]
    assert formulas(texts[0]["two"])[:3] == [
        *((there, latex) for latex in ("d^2", whole, r"\tfrac{b}{c}")),
    ]
    assert 'id="equation-one-a"' in texts[0]["chapters/one"]


def test_brackets_stay_with_the_formula(texts):
    assert re.search(r'<span class="held">\(<a class="checked".*?</a>\),</span>', texts[0]["two"])


def test_a_side_that_is_not_there_fails_the_build(texts):
    assert re.search(r"two\.md:\d+: .*one-a has no side 'top': write left, right", texts[1])


def test_the_search_finds_the_formula(texts):
    assert "and so a=b/c<d^2." in texts[2]
