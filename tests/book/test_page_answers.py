"""What pages answer: every attempt of the book over the steps that travel."""

import json
import random
import sys
from functools import cache
from types import SimpleNamespace

import pytest

from tests.book.chapters import CHAPTERS
from texproof.questions import answer
from texproof.statement import MARKS, SAMPLED
from tools.live.fetch import UNUSED
from tools.live.state import recorded_state

ASKING = [one for one in CHAPTERS if any(".attempt(" in cell.source for cell in one.code)]
data_of = cache(recorded_state)


def missing(module):
    """Whether the browser has no such module, since no page should need it."""
    return UNUSED.search(f"{module.replace('.', '/')}/__init__.py")


def find_spec(module, *_):
    if missing(module):
        raise ModuleNotFoundError(f"{module} is left out of what a browser brings")


@pytest.fixture(autouse=True)
def brought(monkeypatch):
    """What the browser has, and no more."""
    for module in [*filter(missing, sys.modules)]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(sys, "meta_path", [SimpleNamespace(find_spec=find_spec), *sys.meta_path])


def reply(data, kind, name, **more):
    """What is answered to a question about an attempt or a check of a chapter, with some changes."""
    about = {key: value for key, value in data[kind][name].items() if key not in ("of", "after")}
    made = data["derivations"][data[kind][name]["of"]]
    steps = {**made, "steps": made["steps"][: data[kind][name]["after"]]}
    return json.loads(answer(json.dumps({**about, "state": steps, **more})))


def written(about):
    """The lines of a check: its first term, and a line for each relation."""
    return [about["first"], *(f"{sign} {term}" for sign, term, _ in about["rows"])]


def solutions(chapter, question, place):
    """The terms that a published chain behind a cell says are equal to its question."""
    chains = [e for cell in chapter.code if cell.place > place for e in cell.equations]
    rows = [e.rows for e in chains if e.data["first"] == question]
    return [text for sign, text, _ in rows[0] if sign == "="] if rows else []


@pytest.mark.parametrize("chapter", ASKING, ids=lambda chapter: chapter.name)
def test_an_attempt_is_answered_as_in_the_notebook(chapter):
    stored = {str(cell.place): cell for cell in chapter.code if ".attempt(" in cell.source}
    attempts, reply_to_answer = (
        data_of(chapter)["attempts"],
        lambda cell, text: reply(data_of(chapter), "attempts", cell, ask="attempt", answer=text),
    )
    assert attempts.keys() == stored.keys()
    for cell, about in attempts.items():
        (shown,) = stored[cell].stored("text/plain")
        wrong = reply_to_answer(cell, about["answer"])
        assert not wrong["right"], cell
        # the point at which the sides differ
        assert wrong["message"].partition(" where ")[2] == shown.partition(" where ")[2], cell
        assert not reply_to_answer(cell, about["question"])["right"], cell
        right = [
            text
            for text in solutions(chapter, about["question"], int(cell))
            if reply_to_answer(cell, text)["right"]
        ]
        assert right, cell
        for text in right[:1]:
            assert not reply_to_answer(cell, f"{text} + {text}")["right"], cell


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_check_is_found_as_it_is_stored_and_another_is_not(chapter):
    verdicts = {one.label: one.verdict for one in chapter.equations if one.label}
    checks = data_of(chapter)["checks"]
    labels = sorted(label for label in checks if verdicts[label] != SAMPLED)
    label = random.Random(1).choice(labels)
    lines, about = written(checks[label]), dict(ask="check", order=checks[label].get("order"))
    found = reply(data_of(chapter), "checks", label, lines=lines, **about)
    assert found["right"] and found["message"].startswith(f"{MARKS[verdicts[label]]} "), found
    other = [*lines[:-1], f"{lines[-1]} + 1"]
    assert not reply(data_of(chapter), "checks", label, lines=other, **about)["right"], label
