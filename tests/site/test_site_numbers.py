"""Which equations have a number: those that are cited, wherever, as soon as they are."""

import re
import shutil

import nbformat
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
  - file: ledger
"""
BEHIND = (
    '<details class="check exact"><summary>exact</summary><div class="check-body"></div></details>'
)
NUMBER = re.compile(r'<a class="number" href="#equation-([\w-]+)"[^>]*>\((.*?)\)</a>')
LINK = re.compile(r'href="chapters/one.html#equation-([\w-]+)">\((.*?)\)</a>')


def equation(label, *tags):
    """A cell that shows an equation, with the fold behind its mark."""
    cell = display(label)
    shown = cell.outputs[0].data
    shown["text/markdown"] = shown["text/markdown"].replace("Behind.", BEHIND)
    cell.source = "a = 1"
    cell.metadata["tags"] = ["hide-input", *tags]
    return cell


def built(folder, output):
    """The texts of the pages after a build, and the names of those that it wrote."""
    pages = site.pages_in(output)
    times = {path.stem: path.stat().st_mtime_ns for path in pages.rglob("*.html")}
    with (output / "log").open("w") as log:
        code = site.build_pages(folder, output, log)
    assert code == 0, (output / "log").read_text("utf8")
    paths = [pages / f"{name}.html" for name in ("chapters/one", "two", "ledger")]
    fresh = {path.stem for path in paths if path.stat().st_mtime_ns != times.get(path.stem)}
    return {path.stem: path.read_text("utf8") for path in paths}, fresh


def test_a_page_that_cites_an_equation_gives_it_a_number(tmp_path):
    folder, output = tmp_path / "book", tmp_path / "out"
    (folder / "chapters").mkdir(parents=True)
    output.mkdir()
    for name in ("_config.yml", "references.bib"):
        shutil.copy(ROOT / name, folder)
    for name in ("_ext", "_static", "_vendor"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "_toc.yml").write_text(TOC)
    (folder / "index.md").write_text("# Title\n")
    (folder / "two.md").write_text("# Two\n\nSee {eq}`one-b`.\n")
    (folder / "ledger.md").write_text("# Ledger\n\nThere are {eq}`one-a` and {eq}`one-b`.\n")
    cells = [new_markdown_cell("# One"), *map(equation, ("one-a", "one-b"))]
    cells.append(equation("one-c", "numbered"))
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path = folder / "chapters" / "one.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata=about), path)

    texts, _ = built(folder, output)
    assert NUMBER.findall(texts["one"]) == [("one-b", "1.1"), ("one-c", "1.2")]
    assert LINK.findall(texts["two"]) == [("one-b", "1.1")]
    assert LINK.findall(texts["ledger"]) == [("one-a", "one-a"), ("one-b", "1.1")]
    for label in ("one-a", "one-b", "one-c"):  # marks and addresses do not depend on numbers
        assert f'id="equation-{label}"' in texts["one"] and f'href="#check-{label}"' in texts["one"]
    assert 'Equation (one-a)"' in (site.pages_in(output) / "searchindex.js").read_text("utf8")

    (folder / "two.md").write_text("# Two\n\nSee {eq}`one-a` and {eq}`one-b`.\n")
    texts, fresh = built(folder, output)
    assert fresh == {"one", "two", "ledger"}
    assert [number for _, number in NUMBER.findall(texts["one"])] == ["1.1", "1.2", "1.3"]
    assert LINK.findall(texts["two"]) == LINK.findall(texts["ledger"])
    assert LINK.findall(texts["two"]) == [("one-a", "1.1"), ("one-b", "1.2")]
