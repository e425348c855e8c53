"""Every chapter keeps the form of the book, as it stands in its file; nbval runs it, these tests read it."""

import json
import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parent.parent
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
# Pages without a module of their own, and whose module they use most.
PAGES = {"how_it_checks": "derive", "famous_errors": "derive", "three_boostings": "adaboost"}
COLUMNS = 80  # of code that a page shows without scrolling

LABELLED_DISPLAY = re.compile(r"\$\$\s*\([\w:-]+\)|\\label\{|:label:\s*eq|\\tag\{|```\{math\}")
NUMBERED_ENVIRONMENT = re.compile(r"\\begin\{(?:equation|align|gather|multline)\}")
FILLER = re.compile(
    r"\b(clearly|obviously|trivially|it is easy to see|it can be shown|needless to say|simply put"
    r"|delve|leverage[sd]?|crucial(?:ly)?)\b",
    re.I,
)
EXERCISE = re.compile(r"^[:`]{3,}\{exercise\}(?: [✍⌨] (.+))?\n:label: ex-(\w+)-(.+)$", re.M)
SOLUTION = re.compile(r"^[:`]{3,}\{solution\} ex-(\w+)-(.+)$", re.M)
MATHS_AND_CODE = re.compile(r"```.*?```|\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", re.S)
DATES = ("execution", "ExecuteTime", "collapsed", "scrolled")


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def path(request):
    return request.param


@pytest.fixture
def notebook(path):
    return nbformat.read(path, as_version=4)


def cells(notebook, kind):
    """The cells of one kind, each with its number on the page."""
    return [(n, cell) for n, cell in enumerate(notebook.cells, 1) if cell.cell_type == kind]


def shows_image(cell):
    """Whether a code cell stores a figure."""
    return any(mime.startswith("image/") for out in cell.outputs for mime in out.get("data", {}))


def prose(notebook):
    """The text of a chapter without its formulas and code."""
    return MATHS_AND_CODE.sub(
        " ", "\n".join(cell.source for _, cell in cells(notebook, "markdown"))
    )


def test_there_are_chapters():
    assert CHAPTERS


def test_a_chapter_has_the_name_of_its_module_and_its_test(path):
    topic = PAGES.get(path.stem, path.stem)
    assert (ROOT / "mlbook" / f"{topic}.py").exists() or (ROOT / "mlbook" / topic).is_dir()
    assert (ROOT / "tests" / f"test_{topic}.py").exists()


def test_cells_were_run_once_from_top_to_bottom(notebook):
    counts = [cell.execution_count for _, cell in cells(notebook, "code")]
    assert counts == list(range(1, len(counts) + 1))


def test_no_cell_stores_an_error(notebook):
    outputs = [out for _, cell in cells(notebook, "code") for out in cell.outputs]
    assert not [out.evalue for out in outputs if out.output_type == "error"]


def test_nothing_stored_depends_on_the_run(path, notebook):
    assert not [key for cell in notebook.cells for key in DATES if key in cell.metadata]
    assert [cell.id for cell in notebook.cells] == [f"cell-{n}" for n in range(len(notebook.cells))]
    assert set(notebook.metadata) == {"myst", "kernelspec", "language_info"}
    assert "version" not in notebook.metadata.language_info
    assert "<dc:date>" not in path.read_text("utf8")


def test_the_file_is_written_as_make_notebooks_writes_it(path, notebook):
    assert path.read_text("utf8") == nbformat.writes(notebook, indent=1, ensure_ascii=False) + "\n"


def test_the_page_has_a_description(notebook):
    assert len(notebook.metadata["myst"]["html_meta"]["description"]) > 20


def test_the_page_has_one_title(notebook):
    text = re.sub(
        r"```.*?```", "", "\n".join(c.source for _, c in cells(notebook, "markdown")), flags=re.S
    )
    assert cells(notebook, "markdown")[0][1].source.startswith("# ")
    assert len(re.findall(r"^# ", text, re.M)) == 1


def test_every_figure_has_a_name_a_caption_and_an_alternative_text(notebook):
    for number, cell in cells(notebook, "code"):
        if shows_image(cell):
            mystnb = cell.metadata.get("mystnb", {})
            assert mystnb.get("figure", {}).get("name", "").startswith("fig-"), f"cell {number}"
            assert len(mystnb["figure"].get("caption", "")) > 20, f"cell {number}"
            assert len(mystnb.get("image", {}).get("alt", "")) > 20, f"cell {number}"


def test_code_fits_the_page(notebook):
    lines = [(n, line) for n, cell in cells(notebook, "code") for line in cell.source.splitlines()]
    assert not [(n, line) for n, line in lines if len(line) > COLUMNS]


def test_numbered_equations_come_from_checks_only(notebook):
    for number, cell in cells(notebook, "markdown"):
        assert not LABELLED_DISPLAY.search(cell.source), f"cell {number}"
        assert not NUMBERED_ENVIRONMENT.search(cell.source), f"cell {number}"


def test_a_cell_that_emits_an_equation_folds_its_code(notebook):
    prompts = {"code_prompt_show": "check", "code_prompt_hide": "check"}
    for number, cell in cells(notebook, "code"):
        emitted = [out.data for out in cell.outputs if "text/markdown" in out.get("data", {})]
        if any(LABELLED_DISPLAY.search(data["text/markdown"]) for data in emitted):
            tags = set(cell.metadata.get("tags", []))
            assert tags & {"hide-input", "hide-cell"}, f"cell {number}"
            if "hide-input" in tags:  # a whole cell is hidden with the solution of an exercise
                assert prompts.items() <= cell.metadata.get("mystnb", {}).items(), f"cell {number}"


def test_the_text_has_no_filler(notebook):
    assert not FILLER.findall(prose(notebook))


def test_four_to_eight_exercises_by_hand_or_by_machine_have_a_title_and_a_solution(path, notebook):
    text = "\n".join(cell.source for _, cell in cells(notebook, "markdown"))
    exercises = EXERCISE.findall(text)
    assert len(exercises) == len(re.findall(r"^[:`]{3,}\{exercise", text, re.M))
    assert len(exercises) in range(4, 9) or (path.stem in PAGES and not exercises)
    assert all(title for title, *_ in exercises)
    assert [(topic, name) for _, topic, name in exercises] == SOLUTION.findall(text)
    said = path.read_text("utf8")
    assert all(f"$$ ({topic}-" in said for _, topic, _ in exercises)  # as the equations are called


def test_no_path_of_a_machine_is_stored(path):
    text = json.dumps(json.loads(path.read_text("utf8")), ensure_ascii=False)
    assert not re.findall(r"(?<![\w.:/~-])/(?:home|root|tmp|work|Users)/\w+|file:///", text)
