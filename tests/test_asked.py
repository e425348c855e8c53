"""What pages ask and are told: every attempt of the book over the steps that travel."""

import json
from functools import cache

import pytest

from mlbook.derive.asked import answer
from tests.chapters import CHAPTERS
from tools.live.state import state

ASKING = [one for one in CHAPTERS if any(".attempt(" in cell.source for cell in one.code)]
told = cache(state)


def asked(chapter, cell, answered, **more):
    """What is answered in the place of the placeholder of a cell."""
    about = {**told(chapter)["attempts"][cell]}
    made = told(chapter)["derivations"][about.pop("of")]
    steps = {"sizes": made["sizes"], "steps": made["steps"][: about.pop("after")]}
    question = {**about, "ask": "attempt", "answer": answered, "state": steps, **more}
    return json.loads(answer(json.dumps(question)))


def solutions(chapter, question, place):
    """The terms that a published chain behind a cell says are equal to its question."""
    chains = [e for cell in chapter.code if cell.place > place for e in cell.equations]
    rows = [e.rows for e in chains if e.data["first"] == question]
    return [text for sign, text, _ in rows[0] if sign == "="] if rows else []


@pytest.mark.parametrize("chapter", ASKING, ids=lambda chapter: chapter.name)
def test_an_attempt_is_answered_as_in_the_notebook(chapter):
    stored = {str(cell.place): cell for cell in chapter.code if ".attempt(" in cell.source}
    attempts = told(chapter)["attempts"]
    assert attempts.keys() == stored.keys()
    for cell, about in attempts.items():
        (shown,) = stored[cell].stored("text/plain")
        wrong = asked(chapter, cell, about["answer"])
        assert not wrong["right"], cell
        # the point at which the sides differ
        assert wrong["said"].partition(" where ")[2] == shown.partition(" where ")[2], cell
        assert not asked(chapter, cell, about["question"])["right"], cell
        right = [
            text
            for text in solutions(chapter, about["question"], int(cell))
            if asked(chapter, cell, text)["right"]
        ]
        assert right, cell
        for text in right[:1]:
            assert not asked(chapter, cell, f"{text} + {text}")["right"], cell
