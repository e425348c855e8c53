"""The formulas in the sentences of chapters, judged again, and with a sign changed.

    python -m tests.book.sentences svm      what is said of each formula whose sign is changed

A formula that was proved or computed is changed in one sign; the ledger refuses it if it is false
then, and counts it as something else if it no longer says anything.
"""

import re
import sys
from collections import Counter

from tests.book.chapters import chosen, derivations_by_name
from texproof.inline import (
    COMPUTED,
    FALSE,
    PROVED,
    SIZES,
    UNDER,
    nearest_first,
    outcome_of_formula,
)
from texproof.prose import Formula, find_formulas, read_cells

TRUE = {PROVED, UNDER, SIZES, COMPUTED}
CALL = re.compile(r"^(?:names = \((.*?)\)\n)?ledger\(\s*(.*?)(?:page=.*?)?\)$", re.M | re.S)
SIGN = re.compile(
    r"(?<=[\w})\].])\s*([+-])(?!\s*0(?![.\d]))"
)  # not before 0, which changes nothing
ORDER = re.compile(r"<|>|\\[lg]e(?![a-z])")
TURNED = {"<": ">", ">": "<", r"\le": r"\ge", r"\ge": r"\le", "+": "-", "-": "+"}


def formulas_with_judges(chapter):
    """(formula, judges) for each formula in a sentence, the judges as in the ledger's call."""
    page = read_cells(chapter.path)
    named = derivations_by_name(chapter, judged=False)
    (call,) = (found for cell in chapter.code if (found := CALL.search(cell.code)))
    names = re.findall(r"\w+", call[1] or call[2])
    places = [
        (place_of(name, chapter), named[name].judge([*named[name].statements.values()]))
        for name in names
    ]
    for formula in find_formulas(page):
        yield formula, nearest_first(places, formula.cell)


def place_of(name, chapter):
    """The number of the cell that makes a derivation."""
    made = re.compile(rf"^{name} = Derivation\(", re.M)
    return next((cell.place for cell in chapter.code if made.search(cell.code)), -1)


def with_changed_signs(text):
    """A formula with each of its signs changed in turn; without one, its order turned round.

    What is unequal mostly stays so, and is not changed.
    """
    if r"\ne" in text:
        return
    for pattern in (SIGN, ORDER):
        found = [*pattern.finditer(text)]
        for sign in found:
            at, group = (sign.start(1), sign[1]) if pattern is SIGN else (sign.start(), sign[0])
            yield text[:at] + TURNED[group] + text[at + len(group) :]
        if found:
            return
    left, equals, right = text.rpartition("=")
    if equals and right.strip() != "0":
        yield f"{left}= -{right}"


def changed(chapter):
    """(kind before, text, kind after) of each formula that is true, for each change of a sign."""
    for formula, judges in formulas_with_judges(chapter):
        before = outcome_of_formula(formula, judges).kind
        if before in TRUE:
            for text in with_changed_signs(formula.text):
                one = Formula(text, formula.cell, formula.percent)
                yield before, text, outcome_of_formula(one, judges).kind


def main(names):
    """Print what is said of each changed formula, and how many are refused."""
    counts = Counter()
    for chapter in chosen(names):
        for before, text, after in changed(chapter):
            counts[before, after] += 1
            if after != FALSE:
                print(f"{chapter.name}: {text} was {before} and is {after}", flush=True)
    for (before, after), many in sorted(counts.items()):
        print(f"{many} that were {before} are {after}")


if __name__ == "__main__":
    main(sys.argv[1:])
