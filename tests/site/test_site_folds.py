"""Folds: what opens them, what they are worth, and which ones a build refuses."""

import contextlib
import re
import shutil

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell

from tests.site.site_fixtures import LAID_OUT, ROOT
from tests.site.site_looks import PHONE
from tests.site.test_site_browser import violations
from tools.site import __main__ as making
from tools.site.serve import serve_folder

PAGE = "chapters/how_it_checks.html"
TOC = """format: jb-book
root: index
parts:
- caption: One
  numbered: true
  chapters:
  - file: chapters/how_it_checks
"""
PROOF = "### Finitely many sizes that stand for all"  # a section at the end of another
AWAY = ("doc", "a page"), ("eq", "an equation")
INNER = "#### The count of $x^2$\n\nA zebra is counted.\n"
PROOF_ID = "finitely-many-sizes-that-stand-for-all"
OPEN_ALL = """opened => document.querySelectorAll("details.fold").forEach((one) => {
    one.open = opened; })"""
LEDGER = "(sec-kept)=\n## The ledger, of $x^2$\n"


def book(folder, change):
    """A book of the short chapter, the cells of which are changed."""
    folder.mkdir()
    for name in ("_config.yml", "references.bib"):
        shutil.copy(ROOT / name, folder)
    for name in ("_ext", "_static", "_vendor"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "chapters").mkdir()
    (folder / "_toc.yml").write_text(TOC)
    (folder / "index.md").write_text("# Title\n\nIt leads to {eq}`how-leaf`.\n")
    notebook = nbformat.read(ROOT / "chapters" / "how_it_checks.ipynb", as_version=4)
    for cell in notebook.cells:  # links to pages that this book has not
        for role, name in AWAY:
            cell.source = re.sub(rf"{{{role}}}`(?!how-)[^`]*`", name, cell.source)
    change(notebook.cells)
    nbformat.write(notebook, folder / "chapters" / "how_it_checks.ipynb")
    return folder


def place(cells, begins):
    """The place of the first cell that begins so."""
    return next(n for n, cell in enumerate(cells) if cell.source.startswith(begins))


def folded(cells):
    """Two folds, one at the end of the page, and a section inside the first one."""
    for cell in cells:  # no others than these
        if "fold" in cell.metadata.get("tags", []):
            cell.metadata["tags"].remove("fold")
    cells[place(cells, PROOF)].metadata["tags"] = ["fold"]
    cells.insert(place(cells, "## Why not"), new_markdown_cell(INNER))
    kept = new_markdown_cell(LEDGER, metadata={"tags": ["fold"]})
    cells.insert(place(cells, "ledger("), kept)


def built(folder, output):
    """The exit code and the messages of a build of the pages of a book."""
    output.mkdir()
    with (output / "log").open("w") as log:
        code = making.build_pages(folder, output, log)
    return code, (output / "log").read_text("utf8")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of a book with folds."""
    folder = tmp_path_factory.mktemp("folds")
    code, log = built(book(folder / "book", folded), folder / "output")
    assert code == 0, log
    return making.pages_in(folder / "output")


@pytest.fixture(scope="module")
def url(pages):
    """The address of the page with folds."""
    with serve_folder(pages) as address:
        yield address + PAGE


# --- what stands on the page ---------------------------------------------------------------------


def test_a_fold_has_its_heading_and_counts_the_marks_of_its_checks(window, url):
    window.goto(url)
    proof, kept = window.evaluate(
        "[...document.querySelectorAll('details.fold > summary')].map(one => one.textContent)"
    )
    assert "Finitely many sizes that stand for all" in proof and "(1 ✓ exact)" in proof
    assert "The ledger, of " in kept and "(19 ✓ exact, 1 ◦ at sizes, 1 ✗ refused)" in kept
    summary = "details.fold > summary"
    assert window.evaluate(f"document.querySelectorAll('{summary} > h2 > .katex').length") == 1
    assert window.is_visible(f"{summary} > h3") and not window.is_visible("#the-count-of-x-2")


def test_the_contents_lead_to_folds_and_to_nothing_inside(window, url):
    window.goto(url)
    links = window.evaluate("[...document.querySelectorAll('.page-toc a')].map(one => one.hash)")
    assert {f"#{PROOF_ID}", "#the-ledger-of-x-2"} < {*links}
    assert "#the-count-of-x-2" not in links
    fold = f".page-toc a[href='#{PROOF_ID}']"  # it is shown while its section is read
    assert not window.is_visible(fold)
    assert window.is_visible(".page-toc a[href='#the-ledger-of-x-2']")
    window.evaluate("document.getElementById('for-every-size').scrollIntoView()")
    window.wait_for_function(f"document.querySelector(`{fold}`).checkVisibility()")


def test_a_fold_opens_and_closes_by_keyboard(window, url):
    window.goto(url)
    for key, seen in (("Enter", True), ("Enter", False)):
        window.focus(f"#{PROOF_ID} > summary")
        window.keyboard.press(key)
        assert window.is_visible("#the-count-of-x-2") == seen


# --- what opens it -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("anchor", "seen"),
    [
        ("the-count-of-x-2", "#the-count-of-x-2"),  # a section inside
        ("equation-how-trace", "#equation-how-trace"),  # and an equation
        ("check-how-trace", "#check-how-trace .check-body"),  # and its check, behind two folds
        (PROOF_ID, f"#{PROOF_ID} > p"),  # the fold itself
        ("sec-kept", "#the-ledger-of-x-2 table"),  # by another name
        (":~:text=zebra", "#the-count-of-x-2"),  # as the search of the browser and shared links do
    ],
)
def test_a_link_into_a_fold_opens_it(window, url, anchor, seen):
    window.goto(url)
    assert not window.is_visible(seen)
    window.goto(f"{url}?fresh#{anchor}")
    window.wait_for_function(f"document.querySelector({seen!r}).checkVisibility()")
    assert window.is_visible(seen)


def test_a_link_on_the_page_opens_a_fold_again_and_again(window, url):
    window.goto(url)
    window.evaluate(
        """document.querySelector('article p').innerHTML =
        '<a id="in" href="#the-count-of-x-2">a link</a>'"""
    )
    for _ in range(2):  # the second time, the address is there already
        window.click("#in")
        window.wait_for_function("document.getElementById('the-count-of-x-2').checkVisibility()")
        window.evaluate(f"document.getElementById('{PROOF_ID}').open = false")
        assert not window.is_visible("#the-count-of-x-2")


def test_on_paper_and_without_scripts_all_of_it_stands_there(browser, url, tmp_path):
    with contextlib.closing(browser.new_page()) as page:
        page.goto(url)
        page.emulate_media(media="print")
        assert page.is_visible("#the-count-of-x-2 > p")
    context = browser.new_context(java_script_enabled=False)
    with contextlib.closing(context):
        page = context.new_page()
        page.goto(url)
        assert page.is_visible("#the-count-of-x-2 > p")


# --- for everybody -------------------------------------------------------------------------------


def test_axe_finds_nothing_and_no_phone_scrolls_sideways(browser, url):
    with contextlib.closing(browser.new_page(viewport=PHONE)) as page:
        page.goto(url)
        page.add_style_tag(content=LAID_OUT)
        for opened in (False, True):
            page.evaluate(OPEN_ALL, opened)
            page.wait_for_timeout(500)  # what scrolls is seen, and can be reached
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert not violations(page)
        page.evaluate(OPEN_ALL, False)
        assert not violations(page)


# --- what is refused -----------------------------------------------------------------------------


def test_a_fold_in_a_fold_and_one_without_a_heading_fail_the_build(tmp_path):
    def malformed(cells):
        folded(cells)
        cells[place(cells, INNER.strip())].metadata["tags"] = ["fold"]
        cells[place(cells, "A leaf without samples")].metadata["tags"] = ["fold"]

    code, log = built(book(tmp_path / "book", malformed), tmp_path / "output")
    assert code != 0
    assert "stands inside the fold 'Finitely many sizes that stand for all'" in log
    assert "begins with a heading" in log
