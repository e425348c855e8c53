"""Tries the formulas of other books and stores what became of them in results.json.

python -m benchmarks.formulas [COLLECTION ...]

After each collection the results are stored, so that a run can be broken off and taken up again.
"""

import json
import re
import sys
import time
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

from texproof.books.blocks import DISPLAY, NAMES, Block
from texproof.books.page import BlockOutcome, Page
from texproof.errors import DerivationError, ReadError, Refuted, ShapeError, TooLong

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
SECONDS = 15  # for each display; longer is undecided
NOT_DECIDED = {"refuted", "misfit", "unread", "too long", "undecided"}
TRUE = ("printed", "spelled", "restated", "correct")  # the forms that should be, in their order
Formula = dict[str, Any]


def collections() -> dict[str, list[Formula]]:
    """The formulas of each collection."""
    files = sorted(HERE.glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text("utf8"))["formula"] for path in files}


def outcome_of(formula: Formula, text: str, seconds: float = SECONDS) -> BlockOutcome:
    """What becomes of a text among the names, definitions and hypotheses of a formula."""
    macros = formula.get("macros", {})
    declarations, *texts = (
        expanded(each, macros) for each in (formula["names"], *formula.get("define", ()), text)
    )
    page = Page(seconds)
    opened = page.take(Block(NAMES, "", declarations, 1))
    if opened.refusal:
        return opened
    block = Block(DISPLAY, "tried", texts.pop(), 1, 0, options(formula))
    try:
        for definition in texts:
            page.derivation.define(definition)
    except DerivationError as error:
        return BlockOutcome(block, None, error, 0.0)
    return page.take(block)


def options(formula: Formula) -> dict[str, str]:
    """Hypotheses and order, as a block has them."""
    given = {"given": "; ".join(formula["given"])} if formula.get("given") else {}
    return given | {key: formula[key] for key in ("order",) if key in formula}


def expanded(text: str, macros: dict[str, str]) -> str:
    """A text in which the macros of its source are written out, as TeX does before it sets it."""
    for macro, meaning in macros.items():
        many = meaning.count("#")
        use = re.compile(
            re.escape(macro)
            + r"(?![A-Za-z])"
            + r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}" * many
        )
        while match := use.search(text):
            inside = re.sub(r"#(\d)", lambda place: match[int(place[1])], meaning)
            text = text[: match.start()] + inside + text[match.end() :]
    return text


def verdict(outcome: BlockOutcome) -> str:
    """What became of a text in a word: its mark, or why not; a misfit is one of shapes.

    Where its names cannot be declared, it is not read.
    """
    if outcome.statement:
        return outcome.mark.split(" ", 1)[1]
    if outcome.block.kind == NAMES:
        return "unread"
    kinds = [(Refuted, "refuted"), (ShapeError, "misfit"), (ReadError, "unread")]
    kinds.append((TooLong, "too long"))
    result = (word for kind, word in kinds if isinstance(outcome.refusal, kind))
    return next(result, "undecided")


def tried(formula: Formula, seconds: float = SECONDS) -> dict[str, Any]:
    """What became of a formula: of each form until one is decided, and of its twin.

    scope and seconds are those of the form that is decided, reason is why the printed one is not.
    """
    row: dict[str, Any] = {"number": formula["number"]}
    for form in filter(formula.__contains__, TRUE):
        start = time.process_time()
        outcome = outcome_of(formula, formula[form], seconds)
        row[form] = verdict(outcome)
        row["seconds"] = round(time.process_time() - start, 1)
        if row[form] not in NOT_DECIDED:
            row["scope"] = outcome.scope
            break
        row.setdefault("reason", reason(outcome))
    row["twin"] = verdict(outcome_of(formula, formula["twin"], seconds))
    return row


def reason(outcome: BlockOutcome) -> str:
    """The first line of a refusal, without the row in which it was."""
    first = str(outcome.refusal).splitlines()[0]
    return re.sub(r"^row \d+ \(.*?\)(?=:| is | was | cannot )", "a row", first)


def main(names: list[str]) -> None:
    """Tries the collections that are named, or all, and stores the results."""
    for name, formulas in collections().items():
        if name in names or not names:
            store({name: [tell(tried(formula)) for formula in formulas]})


def store(outcomes: dict[str, Any]) -> None:
    """Adds what was found to the results."""
    results = json.loads(RESULTS.read_text("utf8")) if RESULTS.exists() else {}
    results |= {**outcomes, "limit": SECONDS, "sympy": version("sympy")}
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", "utf8")


def tell(row: dict[str, Any]) -> dict[str, Any]:
    """Prints a row, and returns it."""
    print(*(f"{key} {value}" for key, value in row.items()), sep=", ", flush=True)
    return row


if __name__ == "__main__":
    main(sys.argv[1:])
