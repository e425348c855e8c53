"""The store of verdicts, as the book uses it."""

import pytest

from tests.book.chapters import chosen, derivations
from texproof import store
from texproof.data import statement_data
from tools.book import ROOT


def test_a_chapter_is_the_same_cold_and_warm(tmp_path, monkeypatch):
    monkeypatch.setenv(store.VARIABLE, str(tmp_path))
    (chapter,) = chosen(["three_boostings"])

    def outputs():
        made = [s for D in derivations(chapter) for s in D.statements.values()]
        return [statement_data(statement) for statement in made]

    def times():
        return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.json")}

    cold = outputs()
    written = times()
    assert outputs() == cold and times() == written and len(written) > 10
    monkeypatch.setenv(store.VARIABLE, "off")
    assert outputs() == cold


@pytest.mark.parametrize("path", ["Makefile", "conftest.py"])
def test_make_and_pytest_turn_the_store_on(path):
    assert store.VARIABLE in (ROOT / path).read_text("utf8")
