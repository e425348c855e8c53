"""Break a formula: what the checker answers to changes of one token, stored for the pages.

    python -m tools.breaks how_it_checks pca      computes what is not there yet, and stores it

For each equation with a ✓, and each token that can be changed, the first change that is refuted:
where it stands, what stands there instead, and the numbers at which it fails.  What is stored for
the texts of an equation as they stand is kept, so that a run may be stopped and continued.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tqdm import tqdm

from texproof.data import package_programs, statement_from
from texproof.decide.judge import by_components
from texproof.errors import DerivationError, Refuted, within
from tools.book import Book, BookError, Chapter, Equation
from tools.tokens import changeable_places, with_token_replaced

FOLDER = Path(__file__).parent / "breaks"
SECONDS = 2.0  # for one change; what takes longer is left out
MOST = 40  # places of an equation: what is longer is read, not tapped
MESSAGE = re.compile(
    r"^row 1 .*? is false(?:, though nothing at its first sizes showed it)?: (.*)$", re.S
)


def terms_of(equation: Equation) -> list[str]:
    """The first term, and the terms of the rows."""
    return [equation.data["first"], *(text for _, text, _ in equation.rows)]


def row_data(data: dict[str, Any], n: int, old: str, new: str) -> dict[str, Any]:
    """The data of a statement that is one row of another one, with other terms."""
    sign, _, reason = data["rows"][n]
    return {**data, "first": old, "rows": [[sign, new, reason]], "verdicts": [], "label": None}


def mutant_data(equation: Equation, term: int, text: str) -> dict[str, Any]:
    """The data of the row that a changed term ends; the first term begins one."""
    every = terms_of(equation)
    before, after = (text, every[1]) if term == 0 else (every[term - 1], text)
    return row_data(equation.data, max(0, term - 1), before, after)


def counterexample_to(data: dict[str, Any], seconds: float = SECONDS) -> str:
    """The counterexample to a statement, or nothing if none was found."""
    try:
        with within(seconds):
            by_components(statement_from(data, package_programs(data, ["mlbook"])))
    except Refuted as refused:
        match = MESSAGE.match(str(refused))
        return match[1] if match else ""
    except DerivationError:
        return ""
    return ""


def refuted_changes(equation: Equation) -> Iterator[dict[str, Any]]:
    """The first refuted change of each token, of two."""
    for term, text in enumerate(terms_of(equation)):
        for place in changeable_places(text, equation.data):
            for other in place.others[:2]:
                message = counterexample_to(
                    mutant_data(equation, term, with_token_replaced(text, place, other))
                )
                if message:
                    where = {"term": term, "at": [place.start, place.end], "braced": place.braced}
                    yield {**where, "new": other, "message": message}
                    break


def is_breakable(equation: Equation) -> bool:
    """Whether an equation has a number, a ✓, and few enough places."""
    count = sum(len(changeable_places(text, equation.data)) for text in terms_of(equation))
    return bool(equation.label) and equation.verdict == "exact" and 0 < count <= MOST


def path_of(name: str) -> Path:
    """Where the changes of a chapter are stored."""
    return FOLDER / f"{name}.json"


def stored_changes(chapter: Chapter) -> dict[str, list[dict[str, Any]]]:
    """The stored changes of the equations of a chapter whose texts are still the same."""
    path = path_of(chapter.name)
    kept = json.loads(path.read_text("utf8")) if path.exists() else {}
    now = {equation.label: terms_of(equation) for equation in chapter.equations if equation.label}
    return {label: one["mutants"] for label, one in kept.items() if now.get(label) == one["texts"]}


def write_stored(chapter: Chapter, known: dict[str, list[dict[str, Any]]]) -> None:
    """Write them, an equation to a line, in their order on the page."""
    every = {equation.label: equation for equation in chapter.equations if equation.label}
    lines = [
        f"{json.dumps(label)}: "
        + json.dumps({"texts": terms_of(every[label]), "mutants": known[label]}, ensure_ascii=False)
        for label in every
        if label in known
    ]
    path_of(chapter.name).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf8")


def compute_missing(chapter: Chapter) -> None:
    """Store the changes of a chapter that are not stored yet."""
    known = stored_changes(chapter)
    fresh = [one for one in chapter.equations if is_breakable(one) and one.label not in known]
    for equation in tqdm(fresh, chapter.name, disable=None):
        assert equation.label
        known[equation.label] = list(refuted_changes(equation))
        write_stored(chapter, known)
    write_stored(chapter, known)


if __name__ == "__main__":
    book = Book()
    try:
        chosen = [book.chapter(name) for name in sys.argv[1:]] or [*book.chapters.values()]
    except BookError as error:
        sys.exit(str(error))
    FOLDER.mkdir(exist_ok=True)
    for one in chosen:
        compute_missing(one)
