"""What git shows of a chapter is all that its author wrote and all that a reader sees; merges keep sources."""

import json
import shutil
import subprocess

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools.book import ROOT
from tools.notebook_diff import notebook_as_text

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_source_setting_and_verdict_of_a_chapter_is_in_its_text(path):
    notebook = json.loads(path.read_text("utf8"))
    shown = notebook_as_text(notebook)
    for cell in notebook["cells"]:
        head = f"--- {cell['cell_type']} {json.dumps(cell['metadata'], ensure_ascii=False)}\n"
        assert head + "".join(cell["source"]) + "\n" in shown
        for output in cell.get("outputs", []):
            for line in output.get("text", output.get("data", {}).get("text/plain", [])):
                assert f"> {line.rstrip()}" in shown


@pytest.fixture
def repository(tmp_path):
    """A clone with the settings of this one, and a chapter of two cells."""
    (tmp_path / "tools").mkdir()
    for name in (".gitattributes", "tools/gitconfig", "tools/notebook_diff.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    for setting in ("include.path=../tools/gitconfig", "user.name=a", "user.email=a@b"):
        git(tmp_path, "config", *setting.split("="))
    commit(tmp_path, words="first", code="x = 1", shown="1")
    return tmp_path


def git(folder, *command):
    run = subprocess.run(["git", *command], cwd=folder, capture_output=True, text=True)
    return run.stdout + run.stderr


def commit(folder, words, code, shown, **more):
    """Stores the chapter as a run would, and commits it."""
    drawn = {"image/svg+xml": f"<svg>{shown}</svg>", "text/plain": "<Figure>"}
    outputs = [new_output("stream", text=shown), new_output("display_data", drawn)]
    cells = [new_markdown_cell(words), *map(new_markdown_cell, more.values())]
    notebook = new_notebook(cells=[*cells, new_code_cell(code, outputs=outputs)])
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
    (folder / "a.ipynb").write_text(nbformat.writes(notebook, indent=1, ensure_ascii=False) + "\n")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=a")


def changed(folder):
    """The lines that git shows as changed by the last commit."""
    lines = git(folder, "show", "--format=").splitlines()
    return [line for line in lines if line[0] in "+-" and line[:3] not in ("+++", "---")]


def test_a_difference_has_no_json_and_no_drawing(repository):
    commit(repository, words="second", code="x = 1", shown="1")
    assert changed(repository) == ["-first", "+second"]
    commit(repository, words="second", code="x = 1", shown="2")
    shown = changed(repository)
    assert shown[0] == "-> 1" and shown[2] == "+> 2"
    assert [line[:12] for line in shown[1::2]] == ["-> <Figure> ", "+> <Figure> "]


def on_a_branch(folder, **other):
    """Merges a branch with one content of the chapter into main with another."""
    git(folder, "checkout", "--quiet", "-b", "other")
    commit(folder, **other)
    git(folder, "checkout", "--quiet", "main")
    commit(folder, words="here", more="a cell", code="x = 1", shown="2")
    return git(folder, "merge", "--quiet", "other")


def test_a_merge_keeps_what_both_wrote_and_asks_for_outputs(repository):
    output = on_a_branch(repository, words="first", code="x = 3", shown="3")
    assert "a.ipynb is merged without outputs: make notebooks ONLY=a\n" in output
    notebook = nbformat.read(repository / "a.ipynb", 4)
    assert [cell.source for cell in notebook.cells] == ["here", "a cell", "x = 3"]
    assert [cell.id for cell in notebook.cells] == ["cell-0", "cell-1", "cell-2"]
    assert notebook.cells[2].outputs == []


def test_a_conflict_is_one_of_sources(repository):
    assert "CONFLICT" in on_a_branch(repository, words="there", code="x = 1", shown="3")
    lines = (repository / "a.ipynb").read_text().splitlines()
    ours, theirs = ('    "here"', '    "there"')
    assert lines.index(ours) < lines.index("=======") < lines.index(theirs)
    assert sum(line.startswith("<<<<<<<") for line in lines) == 1
