"""A cell that a reader runs in the page gives what the notebook stores, after the cells it needs."""

import importlib
import json
import random
import re
import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn import datasets

from tests.book.chapters import CHAPTERS
from tools.book import ROOT
from tools.live import packed
from tools.live.cells import run_cell

MIMES = {"figure": "image/svg+xml", "html": "text/html", "markdown": "text/markdown"}
NUMBER = re.compile(r"-?\d+\.?\d*")
RESIDUAL = re.compile(
    r"largest residual [\de+.-]+"
)  # rounding, which differs from kernel to kernel


@pytest.fixture(autouse=True)
def settled():
    """The settings of figures and of printing, as they were."""
    with plt.rc_context(), np.printoptions():
        yield


def shown(*sources):
    """What the last of some cells shows."""
    return [tuple(one) for one in json.loads(run_cell(json.dumps({"cells": sources})))]


def stored(cell):
    """What the notebook stores of a cell, in the same form."""
    found = []
    for output in cell.outputs:
        data = output.get("data", {"text/plain": output.get("text", "")})
        kind = next((kind for kind, mime in MIMES.items() if mime in data), "text")
        found.append((kind, data[MIMES.get(kind, "text/plain")]))
    return found


def same(found, expected):
    """Whether outputs agree: words but for spaces, and of a figure its marks to half a point."""
    if found[0] != "figure" or expected[0] != "figure":
        words = [
            (kind, "".join(RESIDUAL.sub("", text).split())) for kind, text in (found, expected)
        ]
        return words[0] == words[1]
    marks = [[float(one) for one in NUMBER.findall(drawn(text))] for _, text in (found, expected)]
    return len(marks[0]) == len(marks[1]) > 0 and np.allclose(*marks, rtol=0, atol=0.5)


def drawn(svg):
    """The paths of a figure."""
    return " ".join(re.findall(r' d="([^"]*)"', svg))


def test_what_the_page_calls_exists():
    worker = (ROOT / "_static" / "live" / "worker.mjs").read_text("utf8")
    calls = re.findall(r'pyimport\("([\w.]+)"\)\.(\w+)\(', worker)
    assert len(calls) == worker.count("pyimport") == 2
    for module, name in calls:
        assert callable(getattr(importlib.import_module(module), name))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_cell_of_each_chapter_gives_what_is_stored(chapter, monkeypatch):
    monkeypatch.chdir(chapter.path.parent)
    with_dask = [cell.place for cell in chapter.code if "import dask" in cell.code]
    alone = [
        cell for cell in chapter.code if cell.place < min(with_dask, default=len(chapter.cells))
    ]
    cells = [cell for cell in alone if packed.may_run(cell)]  # no cluster stays behind
    early = cells[: len(cells) // 2]  # what stands further down may need minutes of fits
    cell = random.Random(chapter.name).choice([cell for cell in early if cell.outputs])
    found = shown(*(one.code for one in chapter.code if one.place <= cell.place))
    assert len(found) == len(stored(cell)) and all(map(same, found, stored(cell))), cell.place


def test_what_a_reader_changes_above_is_what_counts():
    assert shown("a = 2", "b = a + 1", "b * 10") == [("text", "30")]
    assert shown("a = 5", "b = a + 1", "b * 10") == [("text", "60")]


def test_cells_above_run_only_where_they_are_needed_and_print_nothing_here():
    assert shown("1 / 0", "print('above'); a = 1", "print('here')\na") == [
        ("text", "here\n"),
        ("text", "1"),
    ]


def test_what_is_stated_above_is_not_judged_again_and_what_is_stated_here_is():
    names = "from texproof import Derivation, scalar\nD = Derivation(scalar('a'))"
    false = "D.calc('a', '=', '2a', '')"
    assert shown(names, false, "len(D.statements)") == [("text", "1")]
    ((kind, message),) = shown(names, false)
    assert kind == "error" and "Refuted: row 1 (= 2a) is false" in message


@pytest.mark.parametrize(
    "code, message",
    [
        ("a = 1\na / 0", "Line 2: ZeroDivisionError: division by zero"),
        ("a = ", "SyntaxError: invalid syntax (<the cell>, line 1)"),
        ("import nothing.there", "It needs nothing, which does not run in a browser"),
        ("raise SystemExit", "SystemExit"),
    ],
)
def test_a_cell_that_fails_says_where_and_why(code, message):
    ((kind, text),) = shown(code)
    assert kind == "error" and message in text


def test_a_semicolon_or_nothing_shows_nothing():
    assert shown("1;") == shown("a = 1") == shown("None") == shown("# nothing") == []


def test_code_of_the_package_shows_its_source():
    ((kind, text),) = shown(
        "from mlbook.page import source\nfrom mlbook.pca import PCA\nsource(PCA)"
    )
    assert kind == "markdown" and "class PCA" in text


def test_tables_of_the_pages_are_those_of_scikit_learn(tmp_path, monkeypatch):
    packed.write_zip(tmp_path / "cells.zip", packed.for_cells())
    packed.zipfile.ZipFile(tmp_path / "cells.zip").extractall(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "sklearn")
    sys.modules.pop("datasets", None)
    import datasets as carried

    assert carried.__file__.startswith(str(tmp_path))
    for name, load in carried.TABLES.items():
        ours = getattr(carried, f"load_{name}")(**load)
        theirs = getattr(datasets, f"load_{name}")(**load)
        for column in vars(ours):
            assert np.array_equal(getattr(ours, column), theirs[column]), (name, column)
    photo = carried.load_sample_image(carried.PHOTO)
    assert np.array_equal(photo, datasets.load_sample_image(carried.PHOTO))
    with pytest.raises(ValueError, match="scaled"):
        carried.load_diabetes()
    sys.modules.pop("datasets")


def test_an_estimator_transforms_a_table_where_scikit_learn_is_its_tables_alone(tmp_path):
    packed.write_zip(tmp_path / "cells.zip", packed.for_cells())
    packed.zipfile.ZipFile(tmp_path / "cells.zip").extractall(tmp_path / "browser")
    code = """if True:
        import sys
        sys.path.insert(0, sys.argv[1])
        from mlbook import data, pca
        X = data.wine().X
        print(pca.PCA(n_components=2).fit(X).transform(X).shape, sys.modules["sklearn"].__file__)
    """
    command = [sys.executable, "-c", code, tmp_path / "browser"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.startswith("(178, 2) ") and str(tmp_path) in run.stdout, run.stderr
