"""Questions and answers as JSON, for a page whose reader asks.

A derivation travels as the steps that made it: sizes, declarations and definitions in their order,
as data. Nothing of it is judged again; what is asked of it is judged as in a chapter.
"""

import html
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NoReturn

from . import stating
from .books.guess import guess
from .data import name_from, package_programs
from .derivation import Derivation
from .errors import DerivationError, Refuted, Undecided
from .evaluate.values import plain_text
from .expr import states_problem
from .names import read_names
from .show.display import Display
from .statement import MARKS, PROVED, REFUSED, Statement

Question = Mapping[str, Any]
DECORATION = re.compile(r"\$|\\[\[\]()]")
DERIVATIVE = re.compile(r"\\d?frac\{\\?d\}\{\\?d\s*([A-Za-z]|\\[A-Za-z]+)\}")
NUMBER = re.compile(r"^(\S+) : scalar$", re.M)
DEFINED = re.compile(r"\s*(\\?[A-Za-z]+)\s*=(.*)")
WANTS_POSITIVE = re.compile(r"\\(?:log|ln|sqrt)(?![A-Za-z])|\^\{?[A-Za-z\\]")
ROW = re.compile(r"\s*(\\[A-Za-z]+|[<>]=|[=<>≤≥≈∝])\s*(.*)", re.S)


def answer(text: str) -> str:
    """The answer to a question; a refusal of the language is one."""
    question = json.loads(text)
    try:
        reply = ANSWERS[question["ask"]](question)
    except DerivationError as error:
        sign = MARKS[REFUSED] if isinstance(error, Refuted) else "?"
        reply = {"right": False, "message": f"{sign} {error}"}
    return json.dumps(reply)


def attempt(question: Question) -> dict[str, Any]:
    """Whether an answer is right, or why not; a hint from the second wrong one on."""
    derivation = restore_derivation(json.dumps(question["state"]))
    derivation.tries[question["question"]] = question.get("tries", 0)
    answer = derivation.attempt(
        question["question"],
        question["answer"],
        without=question.get("without", ()),
        hint=question.get("hint", ""),
        repairs=question.get("repairs", ()),
        given=question.get("given", ()),
    )
    message = f"✗ {without_latex(answer.failed)}" if answer.failed else "✓ right"
    return {"right": not answer.failed, "message": message, "hint": answer.hint}


def check(question: Question) -> dict[str, Any]:
    """What is found of a statement: a term, and a line for each relation; or a display."""
    derivation = (
        declared_names(question["names"])
        if "names" in question
        else restore_derivation(json.dumps(question["state"]))
    )
    first, *lines = plain_lines(question["lines"])
    rows = [part for line in lines for part in (*relation_and_term(line), "")]
    order = question.get("order")
    before = {*derivation.statements}
    try:
        derivation.calc_without_warning(
            first, *rows, given=question.get("given", ()), order=order and tuple(order)
        )
    except DerivationError as refusal:
        if "names" not in question:
            raise
        explain_refusal(question, refusal)
    new = [one for name, one in derivation.statements.items() if name not in before]
    for name in {*derivation.statements} - before:
        del derivation.statements[name]
    return {"right": True, "message": "\n".join(map(verdict_in_words, new))}


def declared_names(text: str) -> Derivation:
    """A derivation of names that are declared in words, one a line."""
    names, sizes = read_names(text)
    return Derivation(*names, sizes=sizes)


def propose_declarations(question: Question) -> dict[str, Any]:
    """Declarations with which a statement is read, one a line."""
    return {"right": True, "message": guess("\n".join(plain_lines(question["lines"])))}


def plain_lines(lines: Iterable[str]) -> list[str]:
    """Lines as the language reads them, of such as are typed elsewhere: dollars, d/dx."""
    undecorated = (DECORATION.sub("", line).strip().rstrip(".,;") for line in lines)
    return [DERIVATIVE.sub(r"\\frac{\\partial}{\\partial \1}", line) for line in undecorated]


def explain_refusal(question: Question, refusal: DerivationError) -> NoReturn:
    """Raises the refusal of a statement, with what its reader may have meant."""
    name = DEFINED.fullmatch(" ".join(question["lines"]))
    if isinstance(refusal, Refuted) and name and name[1] not in name[2]:
        raise Refuted(f"{refusal}\nIf this defines {name[1]}, there is nothing to prove: write :=")
    positive = NUMBER.sub(r"\1 : scalar, positive", question["names"])
    if positive == question["names"] or not any(map(WANTS_POSITIVE.search, question["lines"])):
        raise refusal
    try:
        found = check({**question, "names": positive})["message"]
    except DerivationError:
        raise refusal from None
    raise Undecided(
        f"this is not decided for all numbers. For positive ones: {found} Declare them so, "
        f"as in {positive.splitlines()[0]}"
    )


def relation_and_term(line: str) -> tuple[str, str]:
    """The relation and the term of a line."""
    match = ROW.fullmatch(line)
    if not match:
        raise DerivationError(
            f"each line after the first must begin with a relation, unlike {line}"
        )
    return match[1], match[2]


def verdict_in_words(statement: Statement) -> str:
    """The verdict on a statement, and what it means."""
    kind, shown = statement.verdict, Display(statement)
    plain = shown.scope() if kind in PROVED else []
    return " ".join([f"{MARKS[kind]} {kind}.", *map(html.unescape, plain)])


ANSWERS: dict[str, Callable[[Question], dict[str, Any]]] = {
    "attempt": attempt,
    "check": check,
    "names": propose_declarations,
}


def without_latex(refusal: str) -> str:
    """A refusal for who has no LaTeX typeset; a caret stands below the letter that it is about."""
    return refusal if "\n" in refusal else plain_text(refusal)


# --------------------------------------------------------------------------------------------------
# A derivation that travels.


@lru_cache(maxsize=16)
def restore_derivation(state: str) -> Derivation:
    """The derivation that some steps, as JSON, make."""
    data = json.loads(state)
    derivation = Derivation(sizes={size: (one, two) for size, one, two in data.get("sizes", ())})
    for step in data["steps"]:
        if isinstance(step, str):
            take_definition(derivation, step)
        else:
            programs = package_programs({"names": step}, data.get("packages", ()))
            derivation.declare(*(name_from(name, programs) for name in step))
    return derivation


def take_definition(derivation: Derivation, text: str) -> None:
    """A definition that was judged before: read, and in force."""
    known = derivation.definitions | derivation.problems
    name, definition, *_ = stating.definition(derivation.vocabulary, known, text, "")
    problem = states_problem(definition.body)
    stated = derivation.problems if problem else derivation.definitions
    stated[name], derivation.texts[name] = definition, text
