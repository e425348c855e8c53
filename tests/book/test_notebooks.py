"""Every chapter keeps the form of the book, as it stands in its file; nbval runs it, these tests read it."""

import re

import nbformat
import pytest

from tests.book.chapters import CHAPTERS
from texproof.data import MIME
from texproof.ledgers import FORMULAS
from tools.book import ROOT

PAGES = {"how_it_checks", "famous_errors", "three_boostings"}  # on no module of their own
FORMS = {"text/markdown", "text/html", "text/plain", "image/svg+xml", "image/png"}
COLUMNS = 80  # of code that a page shows without scrolling

LABELLED_DISPLAY = re.compile(r"\$\$\s*\([\w:-]+\)|\\label\{|:label:\s*eq|\\tag\{|```\{math\}")
NUMBERED_ENVIRONMENT = re.compile(r"\\begin\{(?:equation|align|gather|multline)\}")
RUN = "make notebooks has not run since a change, and alone writes outputs"
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
DATES = ("execution", "ExecuteTime", "collapsed", "scrolled")


@pytest.fixture(params=CHAPTERS, ids=lambda chapter: chapter.name)
def chapter(request):
    return request.param


def shows_image(cell):
    """Whether a code cell stores a figure."""
    return any(mime.startswith("image/") for out in cell.outputs for mime in out.get("data", {}))


def markdown(chapter):
    """The Markdown of a chapter."""
    return "\n".join(cell.source for cell in chapter.prose)


def test_there_are_chapters():
    assert CHAPTERS


def test_a_chapter_has_the_name_of_its_module_and_its_test(chapter):
    named = [f"mlbook/{chapter.name}.py", f"tests/topics/test_{chapter.name}.py"]
    missing = [name for name in named if not (ROOT / name).exists()]
    assert bool(missing) == (chapter.name in PAGES), missing


def test_cells_were_run_once_from_top_to_bottom(chapter):
    counts = [cell.execution_count for cell in chapter.notebook.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1)), RUN


def test_no_cell_stores_an_error(chapter):
    outputs = [out for cell in chapter.code for out in cell.outputs]
    assert not [out.evalue for out in outputs if out.output_type == "error"], RUN


def test_nothing_stored_depends_on_the_run(chapter):
    notebook = chapter.notebook
    assert not [key for cell in notebook.cells for key in DATES if key in cell.metadata]
    assert [cell.id for cell in notebook.cells] == [f"cell-{n}" for n in range(len(notebook.cells))]
    assert set(notebook.metadata) == {"myst", "kernelspec", "language_info"}
    assert "version" not in notebook.metadata.language_info
    assert "<dc:date>" not in chapter.path.read_text("utf8")


def test_no_letter_of_a_formula_was_read_as_a_control_character(chapter):
    """Without an r before its string \\top begins with a tab, and \\beta with a backspace."""
    outputs = [(cell.place, out.get("data", {})) for cell in chapter.code for out in cell.outputs]
    shown = [(place, each) for place, data in outputs for each in data.values()]
    assert not [place for place, each in shown if isinstance(each, str) and CONTROL.search(each)]


def test_the_file_is_written_as_make_notebooks_writes_it(chapter):
    written = nbformat.writes(chapter.notebook, indent=1, ensure_ascii=False) + "\n"
    assert chapter.path.read_text("utf8") == written, RUN


def test_the_page_has_a_description(chapter):
    assert chapter.description.strip(), (
        'to the metadata of the notebook: "myst": {"html_meta": {"description": "One sentence."}}'
    )


def test_the_page_has_one_title(chapter):
    text = re.sub(r"```.*?```", "", markdown(chapter), flags=re.S)
    assert chapter.cells[0].source.startswith("# ")
    assert len(re.findall(r"^# ", text, re.M)) == 1


def test_every_figure_has_a_name_a_caption_and_an_alternative_text(chapter):
    for cell in chapter.code:
        if shows_image(cell):
            mystnb = cell.metadata.get("mystnb", {})
            message = f'{cell.where}, its metadata: {{"mystnb": {{"figure": {{"name": "fig-...", '
            message += '"caption": "..."}, "image": {"alt": "..."}}}'
            assert mystnb.get("figure", {}).get("name", "").startswith("fig-"), message
            assert mystnb["figure"].get("caption"), message
            assert mystnb.get("image", {}).get("alt"), message


def test_code_fits_the_page(chapter):
    lines = [(cell.where, line) for cell in chapter.code for line in cell.source.splitlines()]
    long = [(place, line) for place, line in lines if len(line) > COLUMNS]
    assert not long, f"more than {COLUMNS} columns"


def test_numbered_equations_come_from_checks_only(chapter):
    for cell in chapter.prose:
        message = f"{cell.where}: a numbered equation is what calc or define shows"
        assert not LABELLED_DISPLAY.search(cell.source), message
        assert not NUMBERED_ENVIRONMENT.search(cell.source), message


def test_no_display_stands_in_the_text(chapter):
    """What is set apart is a check's: an unchecked formula stands in a sentence."""
    shown = [cell.place for cell in chapter.prose if "$$" in cell.source]
    assert shown == [], "emit it by a check, or say it in a sentence"


def test_a_cell_that_emits_an_equation_folds_its_code(chapter):
    prompts = {"code_prompt_show": "check", "code_prompt_hide": "check"}
    for cell in chapter.code:
        if any(equation.label for equation in cell.equations):
            tags = set(cell.metadata.get("tags", []))
            assert tags & {"hide-input", "hide-cell"}, cell.place
            if "hide-input" in tags:  # a whole cell is hidden with the solution of an exercise
                assert prompts.items() <= cell.metadata.get("mystnb", {}).items(), cell.place


def test_exercises_have_a_title_and_a_label_and_solutions_name_one_before_them(chapter):
    blocks = [each for each in chapter.directives if each.kind in ("exercise", "solution")]
    exercises = [each for each in blocks if each.kind == "exercise"]
    assert [each.label for each in exercises if not each.title] == [], "no title"
    topics = {str(equation.label).split("-")[0] for equation in chapter.equations}
    message = (
        f"ex-<label>-<thing>, where the labels of equations begin with one of {sorted(topics)}"
    )
    assert {"".join(each.label.split("-")[1:2]) for each in exercises} <= topics, message
    labels = []
    for each in blocks:
        if each.kind == "exercise":
            labels.append(each.label)
        else:
            assert each.title in labels, (
                f"{each.label}: an exercise before it has no label {each.title}"
            )


def test_every_output_has_a_form_that_the_site_shows(chapter):
    data = [out.data for cell in chapter.code for out in cell.outputs if "data" in out]
    assert all(FORMS & set(each) and set(each) <= {MIME, FORMULAS, *FORMS} for each in data)


def test_no_path_of_a_machine_is_stored(chapter):
    text = "\n".join(strings(chapter.notebook))
    assert not re.findall(r"(?<![\w.:/~-])/(?:home|root|tmp|work|Users)/\w+|file:///", text)


def strings(part):
    """All texts in a notebook."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from strings(each)
