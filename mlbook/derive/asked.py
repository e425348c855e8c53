"""Questions and answers as JSON, for a page whose reader asks.

A derivation travels as the steps that made it: sizes, declarations and definitions in their order,
as data. Nothing of it is judged again; what is asked of it is judged as in a chapter.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from . import stating
from .data import name_from, package_programs
from .derivation import Derivation
from .errors import DerivationError
from .evaluate.values import readable
from .expr import states_problem

Asked = Mapping[str, Any]


def answer(question: str) -> str:
    """The answer to a question; a refusal of the language is one."""
    asked = json.loads(question)
    try:
        told = ANSWERS[asked["ask"]](asked)
    except DerivationError as error:
        told = {"right": False, "said": said(str(error))}
    return json.dumps(told)


def attempt(asked: Asked) -> dict[str, Any]:
    """Whether an answer is right, or why not; a hint from the second wrong one on."""
    derivation = restored(json.dumps(asked["state"]))
    derivation.tries[asked["question"]] = asked.get("tries", 0)
    found = derivation.attempt(
        asked["question"],
        asked["answer"],
        without=asked.get("without", ()),
        hint=asked.get("hint", ""),
        repairs=asked.get("repairs", ()),
        given=asked.get("given", ()),
    )
    return {"right": not found.failed, "said": said(found.failed), "hint": found.hint}


ANSWERS: dict[str, Callable[[Asked], dict[str, Any]]] = {"attempt": attempt}


def said(refusal: str) -> str:
    """A refusal for who has no LaTeX typeset; a caret stands below the letter that it is about."""
    return refusal if "\n" in refusal else readable(refusal)


# a derivation that travels


@lru_cache(maxsize=16)
def restored(state: str) -> Derivation:
    """The derivation that some steps, as JSON, make."""
    told = json.loads(state)
    derivation = Derivation(sizes={size: (one, two) for size, one, two in told.get("sizes", ())})
    for step in told["steps"]:
        if isinstance(step, str):
            take(derivation, step)
        else:
            programs = package_programs({"names": step})
            derivation.declare(*(name_from(name, programs) for name in step))
    return derivation


def take(derivation: Derivation, text: str) -> None:
    """A definition that was judged before: read, and in force."""
    known = derivation.definitions | derivation.problems
    name, definition, *_ = stating.definition(derivation.words, known, text, "")
    problem = states_problem(definition[1])
    stated = derivation.problems if problem else derivation.definitions
    stated[name], derivation.texts[name] = definition, text
