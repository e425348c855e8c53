"""The pages answer: what a reader types is judged in the browser as it is outside of it."""

import contextlib
import json
import zipfile

import pytest

from tests.book.chapters import BOOK
from tests.book.test_cells import same, stored
from tests.book.test_page_answers import reply, solutions, written
from tests.site.site_fixtures import ROOT
from tools.live import packed
from tools.site import offline
from tools.site.serve import serve_folder

pytestmark = pytest.mark.browser
PATIENCE = 240_000  # milliseconds for Python to start on a machine that does much else
MOST = 35_000_000  # bytes beside the pages
LOADED = "performance.getEntriesByType('resource').map(one => one.name)"
FORM = "document.querySelector('form.ask[data-cell=\"{}\"]')"
OPEN_FOLDS = "document.querySelectorAll('details.fold').forEach(fold => { fold.open = true })"
ANSWER = "{}.querySelector('.ask-said').textContent"
DONE = "{form}.querySelector('.stop').hidden && !{answer}.endsWith('…')"
AXE = ROOT / "_ext" / "node_modules" / "axe-core" / "axe.min.js"
CODE = "document.querySelector('#cell-{} form')"
SHOWN = """[...document.querySelector('#cell-{}').lastChild.children].map(
    (one) => [one.tagName, one.className, one.innerHTML, one.naturalWidth])"""
DRAWN = (
    "[...document.querySelectorAll('#cell-{} > :last-child img')].every((one) => one.naturalWidth)"
)
FAULTS = """axe.run('form.ask').then(found => found.violations.map(one =>
    `${one.id}: ${one.nodes.map(node => node.html)}`))"""
OFTEN = "pca"  # whose page is asked once more after Python was stopped
VISITS = [
    *(("browser", OFTEN), ("fox", "svd")),
    *(pytest.param("browser", one, marks=pytest.mark.nightly) for one in ("lda", "random_forest")),
]


@pytest.fixture(scope="module")
def live(site):
    """The folder of what answers; where it could not be fetched, the pages are static."""
    folder = site / "_live"
    if not (folder / "pyodide-lock.json").exists():
        pytest.skip(
            "Python for browsers was not fetched, so the book is static: pages were NOT asked"
        )
    return folder


def test_what_answers_is_light_and_whole(live):
    every = [path for path in live.rglob("*") if path.is_file()]
    assert 10_000_000 < sum(path.stat().st_size for path in every) < MOST
    assert {path.stem for path in every if path.suffix == ".json"} > set(BOOK.chapters)


def send(page, form, typed):
    """What is said of what is typed into the first field of a form."""
    answer = ANSWER.format(form)
    page.evaluate(f"({form}.querySelector('input, textarea').value = {json.dumps(typed)}, 1)")
    page.evaluate(f"({form}.requestSubmit(), 1)")
    page.wait_for_function(DONE.format(form=form, answer=answer), timeout=PATIENCE)
    return page.evaluate(answer)


@pytest.mark.parametrize(("browser_name", "chapter"), VISITS, ids=lambda one: one)
def test_a_page_answers_as_the_language_does(request, live, address, browser_name, chapter):
    browser = request.getfixturevalue(browser_name)
    data = json.loads((live / "state" / f"{chapter}.json").read_text("utf8"))
    cell, about = next(iter(data["attempts"].items()))
    form = FORM.format(cell)
    with contextlib.closing(browser.new_page()) as page:
        page.goto(f"{address}chapters/{chapter}.html")
        assert not [name for name in page.evaluate(LOADED) if "_live" in name]
        page.evaluate(OPEN_FOLDS)  # no field of a closed fold takes the focus
        page.evaluate(f"({form}.querySelector('input').focus(), 1)")
        page.wait_for_function(f"!!{form}.querySelector('.ask-shown').shadowRoot")
        assert not page.evaluate("!!Python.worker")
        assert page.evaluate(f"{form}.querySelector('input').value") == ""
        assert page.evaluate(f"{form}.parentElement.querySelector('.cell_output').hidden")
        right = [*solutions(BOOK.chapter(chapter), about["question"], int(cell))]
        for typed in (about["answer"], f"{right[-1]} + {right[-1]}", right[-1], r"\frac{1}{"):
            expected = reply(data, "attempts", cell, ask="attempt", answer=typed)["message"]
            assert send(page, form, typed) == expected
            assert expected.startswith("✓") == (typed == right[-1])
        # a check that is opened can be changed and asked again
        label, check = next(iter(data["checks"].items()))
        opened = f"document.querySelector('#check-{label}')"
        page.evaluate(f"({opened}.open = true, 1)")
        page.wait_for_function(f"!!{opened}.querySelector('.ask-try')")
        page.evaluate(f"({opened}.querySelector('.ask-try').click(), 1)")
        page.wait_for_function(f"!!{opened}.querySelector('form.ask')")
        lines = written(check)
        wrong = [*lines[:-1], f"{lines[-1]} + 1"]
        for typed in (lines, wrong):
            expected = reply(data, "checks", label, ask="check", lines=typed)["message"]
            shown = send(page, f"{opened}.querySelector('form.ask')", "\n".join(typed))
            assert shown == expected and expected.startswith(("✗", "?")) == (typed == wrong)
        # Stop ends Python, and the next question starts another
        page.evaluate(f"({form}.requestSubmit(), {form}.querySelector('.stop').click(), 1)")
        page.wait_for_function(f"{ANSWER.format(form)} === 'Stopped.'", timeout=PATIENCE)
        assert page.evaluate("Python.worker") is None
        if chapter == OFTEN:
            assert send(page, form, right[-1]).startswith("✓")
        if browser_name == "browser":
            page.add_script_tag(path=AXE)
            for theme in ("light", "dark"):
                page.evaluate(f"(document.documentElement.dataset.theme = '{theme}', 1)")
                assert page.evaluate(FAULTS) == []
        assert not [one for one in page.evaluate(LOADED) if not one.startswith((address, "data:"))]


def ran(page, place, code=None):
    """What a cell of the page shows when it is run, with other code if some is given."""
    form = CODE.format(place)
    page.evaluate(f"({form} || document.querySelector('#cell-{place} .run').click(), 1)")
    page.wait_for_function(f"{form}.querySelector('.stop').hidden", timeout=PATIENCE)
    if code is not None:
        page.evaluate(f"""(({{ typed, form }}) => {{
            typed.value = {json.dumps(code)};
            typed.dispatchEvent(new Event('input'));
            form.requestSubmit();
        }})({{ typed: {form}.querySelector('textarea'), form: {form} }})""")
        page.wait_for_function(f"{form}.querySelector('.stop').hidden", timeout=PATIENCE)
    page.wait_for_function(DRAWN.format(place))
    return page.evaluate(SHOWN.format(place))


@pytest.mark.parametrize(("browser_name", "chapter"), [("browser", "pca"), ("fox", "svd")])
def test_cells_run_in_their_page(request, live, address, browser_name, chapter):
    browser, cells = request.getfixturevalue(browser_name), BOOK.chapter(chapter).code
    runs = [cell for cell in cells if packed.may_run(cell)]
    table = next(cell for cell in runs if cell.stored("text/html"))
    figure = next(cell for cell in runs if cell.stored("image/svg+xml"))
    with contextlib.closing(browser.new_page()) as page:
        page.goto(f"{address}chapters/{chapter}.html")
        assert page.evaluate("document.querySelectorAll('.run').length") == len(runs)
        assert not [name for name in page.evaluate(LOADED) if "_live" in name]
        ((tag, _, shown, _),) = ran(page, table.place)
        assert tag == "DIV" and same(("html", shown), stored(table)[0])
        ((tag, _, _, width),) = ran(page, figure.place)
        assert tag == "IMG" and width > 300
        # what is changed above counts below, until Reset
        first, last = runs[0].place, runs[-1].place
        ran(page, first, "told = 6 * 7")
        assert [one[2] for one in ran(page, last, "print(told)")] == ["42\n"]
        page.evaluate(f"({CODE.format(first)}.querySelector('.reset').click(), 1)")
        assert page.evaluate(f"{CODE.format(first)} === null")
        ((_, kind, text, _),) = ran(page, last, "print(told)")
        assert kind == "wrong" and text == "Line 1: NameError: name 'told' is not defined"
        ((_, kind, text, _),) = ran(page, last, "import xgboost")
        assert kind == "wrong" and text.startswith(
            "It needs xgboost, which does not run in a browser"
        )
        # Stop ends what would not end
        form = CODE.format(last)
        page.evaluate(f"({form}.querySelector('textarea').value = 'while True: pass', 1)")
        page.evaluate(f"({form}.querySelector('textarea').dispatchEvent(new Event('input')), 1)")
        page.evaluate(f"({form}.requestSubmit(), {form}.querySelector('.stop').click(), 1)")
        page.wait_for_function(f"{form}.querySelector('.ask-said').textContent === 'Stopped.'")
        assert page.evaluate("Python.worker") is None
        if browser_name == "browser":
            page.add_script_tag(path=AXE)
            for theme in ("light", "dark"):
                page.evaluate(f"(document.documentElement.dataset.theme = '{theme}', 1)")
                assert page.evaluate(FAULTS) == []
        assert not [
            one for one in page.evaluate(LOADED) if not one.startswith((address, "data:", "blob:"))
        ]


CONNECTION = "the connection failed"
MISSING = "these pages were put here without the folder _live"


def first_attempt(live, chapter="pca"):
    """The form of the first exercise that asks for a formula, and a right answer."""
    data = json.loads((live / "state" / f"{chapter}.json").read_text("utf8"))
    cell, about = next(iter(data["attempts"].items()))
    right = [*solutions(BOOK.chapter(chapter), about["question"], int(cell))][-1]
    return FORM.format(cell), right


def test_a_lost_connection_is_said_and_the_next_press_is_answered(browser, live, address):
    form, right = first_attempt(live)
    with contextlib.closing(browser.new_page()) as page:
        page.goto(f"{address}chapters/pca.html")
        page.evaluate(OPEN_FOLDS)
        for missing in ("state/pca.json", "worker.mjs", "pyodide.asm.wasm", "sympy.zip"):
            page.route(f"**/{missing}", lambda route: route.abort())
            said = send(page, form, right)
            assert "says nothing of what is typed" in said, missing
            assert CONNECTION in said or "could not be fetched" in said, missing
            assert page.evaluate("Python.worker") is None or missing == "state/pca.json"
            page.unroute(f"**/{missing}")
        assert send(page, form, right).startswith("✓")


def test_pages_without_the_folder_of_python_say_so(browser, live, address):
    form, right = first_attempt(live)
    with contextlib.closing(browser.new_page()) as page:
        page.route("**/_live/**", lambda route: route.fulfill(status=404, body="<!DOCTYPE html>"))
        page.goto(f"{address}chapters/pca.html")
        assert MISSING in send(page, form, right)


def test_what_was_typed_is_there_when_the_page_is_loaded_again(browser, live, address):
    form, right = first_attempt(live)
    place = next(cell.place for cell in BOOK.chapter("pca").code if packed.may_run(cell))
    code = CODE.format(place)
    with contextlib.closing(browser.new_page()) as page:
        page.goto(f"{address}chapters/pca.html")
        page.evaluate(
            f"""((input) => {{
                input.value = {json.dumps(right)};
                input.dispatchEvent(new Event('input'));
            }})({form}.querySelector('input'))"""
        )
        shown = ran(page, place, "print('x' * 30_000)")
        assert shown[-1][2].rstrip().endswith("and 10,001 more characters")
        page.reload()
        assert page.evaluate(f"{form}.querySelector('input').value") == right
        assert page.evaluate(f"{code}.querySelector('textarea').value") == "print('x' * 30_000)"
        page.evaluate(f"({code}.querySelector('.reset').click(), 1)")
        page.reload()
        assert page.evaluate(f"{code} === null")


@pytest.mark.nightly
def test_the_packed_book_answers_where_it_is_served(live, site, tab, tmp_path):
    offline.pack_site(site, tmp_path / "book.zip")
    with zipfile.ZipFile(tmp_path / "book.zip") as book:
        book.extractall(tmp_path)
    data = json.loads((live / "state" / "pca.json").read_text("utf8"))
    cell, about = next(iter(data["attempts"].items()))
    right = [*solutions(BOOK.chapter("pca"), about["question"], int(cell))][-1]
    with serve_folder(tmp_path / "mlbook") as url:
        tab.goto(f"{url}chapters/pca.html")
        assert send(tab, FORM.format(cell), about["answer"]).startswith("✗")
        assert send(tab, FORM.format(cell), right) == "✓ right"
        assert not [one for one in tab.evaluate(LOADED) if not one.startswith((url, "data:"))]
