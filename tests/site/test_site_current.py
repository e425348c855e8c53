"""A build of what changed leaves the pages that a build of everything would make."""

import shutil

import pytest

from tests.site.site_fixtures import ROOT
from tools.site import __main__ as site

TOC = """format: jb-book
root: index
parts:
- caption: Pages
  numbered: true
  chapters:
  - file: one
  - file: two
  - file: three
"""
ONE = """# The first page

(sec-sums)=
## Sums

A word.

$$
a + b
$$ (sum)
"""
TWO = """# The second page

Look at {eq}`sum`, at {ref}`sec-sums` and at {doc}`one`.
"""


@pytest.fixture
def book(tmp_path):
    """A small book of three pages, of which the second one refers to the first."""
    folder = tmp_path / "book"
    folder.mkdir()
    for name in ("_config.yml", "references.bib"):
        shutil.copy(ROOT / name, folder)
    for name in ("_ext", "_static", "_vendor"):
        (folder / name).symlink_to(ROOT / name)
    texts = {"index": "# Title\n", "one": ONE, "two": TWO, "three": "# The third page\n"}
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text)
    (folder / "_toc.yml").write_text(TOC)
    return folder


def built(book, output):
    """The pages of a book, by their names, after a build that must succeed."""
    output.mkdir(exist_ok=True)
    with (output / "log").open("w") as log:
        code = site.build_pages(book, output, log)
    assert code == 0, (output / "log").read_text("utf8")
    found = site.pages_in(output)
    return {path.stem: path for path in found.glob("*.html")}


def written(book, output):
    """The names of the pages that a build writes, and their texts."""
    before = {name: path.stat().st_mtime_ns for name, path in built_before(output).items()}
    now = built(book, output)
    fresh = {name for name, path in now.items() if path.stat().st_mtime_ns != before.get(name)}
    return fresh - {"search"}, {name: path.read_text("utf8") for name, path in now.items()}


def built_before(output):
    """The pages that are there."""
    return {path.stem: path for path in site.pages_in(output).glob("*.html")}


def change(book, page, old, new):
    """Replace a text of a page."""
    text = (book / f"{page}.md").read_text("utf8")
    assert old in text
    (book / f"{page}.md").write_text(text.replace(old, new), "utf8")


@pytest.mark.nightly
def test_pages_that_show_what_changed_are_written_and_no_others(book, tmp_path):
    output = tmp_path / "out"
    assert written(book, output)[0] == {"index", "one", "two", "three"}
    change(book, "one", "A word.", "Another word.")
    fresh, texts = written(book, output)
    assert fresh == {"index", "one"} and "Another word." in texts["one"]
    assert 'href="one.html#equation-sum">(1.1)' in texts["two"]
    change(book, "one", "Another word.", "$$\nc\n$$ (new)\n")
    fresh, texts = written(book, output)
    assert fresh == {"index", "one", "two"}
    assert 'href="one.html#equation-sum">(1.2)' in texts["two"]
    change(book, "one", "## Sums", "## Products")
    fresh, texts = written(book, output)
    assert fresh == {"index", "one", "two"} and "Products" in texts["two"]
    change(book, "one", "# The first page", "# Another page")
    fresh, texts = written(book, output)
    assert fresh == {"index", "one", "two", "three"} and "Another page" in texts["three"]
    # what is wrong is said until it is mended, whether anything changed or not
    change(book, "one", "(sum)", "(total)")
    for _ in range(2):
        with pytest.raises(AssertionError, match="equation not found: sum"):
            built(book, output)
    change(book, "two", "{eq}`sum`", "{eq}`total`")
    (book / "three.md").unlink()
    (book / "_toc.yml").write_text(TOC.replace("  - file: three\n", ""))
    _, texts = written(book, output)
    again, whole = written(book, tmp_path / "fresh")
    assert again == {"index", "one", "two"} and texts == whole
    index = [site.pages_in(one) / "searchindex.js" for one in (output, tmp_path / "fresh")]
    assert index[0].read_text() == index[1].read_text()
    # where nothing changed, the first page alone is written, and the style sheets are there again
    assert written(book, output)[0] == {"index"}
    assert (site.pages_in(output) / "_static" / "custom.css").exists()
