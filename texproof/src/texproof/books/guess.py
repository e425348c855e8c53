r"""Declarations proposed for a display: the signs in it, each with a kind under which it is read.

Habits order what is tried: bold and transposed signs are columns or matrices, capital letters
matrices, x, y and w perhaps columns, a letter below a sum indexes a family. The cheapest kinds
with which the display is read, shapes included, are proposed; an author corrects them.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..derivation import Derivation
from ..errors import DerivationError
from ..limits import MOST_READINGS, MOST_SIZES_GUESSED
from ..names import read_names
from ..read.layout import ACCENTS
from ..read.lexer import tokens
from ..read.symbols import GRAMMAR_SIGNS, LETTERS
from .page import LAYOUT

SIZES = ("n", "p", "d", "m", "q")  # of which the first that the display leaves free are proposed
COLUMNS = {*"xywbuvz", r"\mu", r"\beta", r"\theta", r"\phi"}
MATRICES = {r"\Sigma", r"\Phi", r"\Lambda", r"\Omega", r"\Psi", r"\Gamma"}
BOLD = {r"\mathbf", r"\boldsymbol"}
FUNCTIONS = {*"fgh", r"\sigma", r"\phi"}
TRANSPOSE = re.compile(r"\s*\^\s*\{?\s*(\\top|\\intercal|T|\\mathrm\{T\}|')")
INVERSE = re.compile(r"\s*\^\s*\{\s*-\s*1\s*\}")
BINDER = re.compile(
    r"\\(?:sum|prod)\s*_\s*\{?\s*(\w(?:\s*,\s*\w)*)\s*(?:=\s*1\s*\}\s*\^\s*\{?\s*(\w))?"
)
BRACKET = re.compile(r"\(([^()]*)\)\s*\^\s*\{?\s*(?:\\top|\\intercal|T|\\mathrm\{T\})")


@dataclass(frozen=True)
class Sign:
    """A sign as an author would declare it, its letter, and what follows it in the display."""

    latex: str
    letter: str
    bold: bool
    over: tuple[tuple[str, str], ...]
    turned: bool = False
    inverted: bool = False
    called: bool = False


def guess(text: str) -> str:
    """Declarations, one a line, with which a display is read.

    Raises DerivationError with the signs that were found if none is read.
    """
    text = LAYOUT.sub(" ", text).replace(r"\\", " ")
    signs = signs_of(text)
    free = [size for size in SIZES if not re.search(rf"(?<![A-Za-z\\]){size}(?![A-Za-z])", text)]
    ways = [possible_kinds(sign, free[0]) for sign in signs]
    sizes = [f"u_{{{letter}}} : scalar, over {letter} = {end} -- unused: it tells what {end} is"
             for letter, end in list(letter_sizes(text).items())[:1] if end.isalpha()]  # fmt: skip
    for more in ([], sizes) if sizes else ([],):
        for lines in itertools.islice(declarations_by_cost(ways), MOST_READINGS):
            if is_read(text, [*lines, *more]):
                return "\n".join([*lines_by_sizes(text, lines, free), *more])
    if not re.search(r"[=<>≤≥≈∝]|\\(?:le|ge|ne|approx|propto|to|leq|geq|neq)(?![A-Za-z])", text):
        raise DerivationError(
            "a statement needs a relation, such as = or \\le, between two terms: write both sides"
        )
    missing = ", ".join(sign.latex for sign in signs)
    raise DerivationError(
        f"no declarations were found with which this can be read; declare {missing}" if missing
        else "this cannot be read: write it as the page on the language does"
    )  # fmt: skip


def is_read(text: str, lines: Sequence[str]) -> bool:
    """Whether a display is read with some declarations, its shapes included."""
    try:
        names, _ = read_names("\n".join(lines))
        Derivation(*names).vocabulary.read(text)
    except DerivationError:
        return False
    return True


def declarations_by_cost(ways: Sequence[Sequence[tuple[int, str]]]) -> Iterator[list[str]]:
    """A line for each sign in all ways, those of the least total cost first."""
    dearest = sum(max(cost for cost, _ in each) for each in ways)
    for total in range(dearest + 1):
        yield from declarations_of_cost(ways, total)


def declarations_of_cost(
    ways: Sequence[Sequence[tuple[int, str]]], total: int
) -> Iterator[list[str]]:
    """A line for each sign in all ways that cost this much together."""
    if not ways:
        if total == 0:
            yield []
        return
    for cost, line in ways[0]:
        if cost <= total:
            yield from ([line, *rest] for rest in declarations_of_cost(ways[1:], total - cost))


def possible_kinds(sign: Sign, size: str) -> list[tuple[int, str]]:
    """The kinds that a sign may have, each with its cost and as a line; all sizes are one."""
    if sign.called:
        return [(0, f"{sign.latex} : function 1"), (4, f"{sign.latex} : scalar")]
    capital = sign.letter.removeprefix("\\")[0].isupper()
    marked = sign.bold or sign.turned
    number = 4 * marked + 2 * (capital and sign.letter[0] != "\\")
    column = 4 * capital or 3 * (not marked) - (sign.letter in COLUMNS and not marked)
    square = 6 * (not capital) or 2 * (not (marked or sign.inverted or sign.letter in MATRICES))
    family = "".join(f", over {letter} = {end}" for letter, end in sign.over)
    costs = [(number, "scalar"), (column, f"vector {size}"), (square, f"matrix {size} {size}")]
    return sorted((cost, f"{sign.latex} : {kind}{family}") for cost, kind in costs)


def lines_by_sizes(text: str, lines: list[str], sizes: Sequence[str]) -> list[str]:
    """The lines with as many different sizes as the display allows, one after the other."""
    for old, new in itertools.pairwise(sizes):
        pieces = re.split(rf"(?<=[a-z] ){old}(?![A-Za-z])", "\n".join(lines))
        ways = itertools.islice(
            itertools.product((old, new), repeat=len(pieces) - 1), 1, MOST_SIZES_GUESSED
        )
        both = [way for way in ways if {*way} == {old, new}]
        candidates = [["".join(map("".join, zip(pieces, (*way, ""), strict=True)))] for way in both]
        fitting = [one[0].split("\n") for one in candidates if is_read(text, one[0].split("\n"))]
        if not fitting:
            break
        lines = min(fitting, key=lambda each: abs(count_size(each, old) - count_size(each, new)))
    return lines


def count_size(lines: Sequence[str], size: str) -> int:
    """How often a size stands in some lines."""
    return sum(line.split(" ").count(size) for line in lines)


def signs_of(text: str) -> list[Sign]:
    """The signs of a display that are no part of the grammar, each once."""
    ranges = letter_sizes(text)
    skipped = {*ranges, *ranges.values()}
    turned = {token.text for inside in BRACKET.findall(text) for token in tokens(inside)}
    signs: dict[str, Sign] = {}
    parts = tokens(text)
    words = [token.text for token in parts]
    place = 0
    while place < len(words):
        end = end_of_letter(words, place)
        if end == place or words[end - 1 if words[end - 1] != "}" else end - 2] in skipped:
            place = max(end, place + 1)
            continue
        sign, place = sign_with_index(words, place, end, ranges)
        rest = text[parts[place].at :] if place < len(parts) else ""
        known = signs.get(sign.latex, sign)
        signs[sign.latex] = replace(
            known,
            turned=known.turned or sign.letter in turned or bool(TRANSPOSE.match(rest)),
            inverted=known.inverted or bool(INVERSE.match(rest)),
            called=sign.letter in FUNCTIONS and rest.startswith("("),
        )
    return list(signs.values())


def letter_sizes(text: str) -> dict[str, str]:
    """The letters of sums and products with the size that each runs to."""
    result: dict[str, str] = {}
    for letters, end in BINDER.findall(text):
        each = [letter.strip() for letter in letters.split(",")]
        known = end or next(
            (result[letter] for letter in each if letter in result), each[0].upper()
        )
        result = {**dict.fromkeys(each, known), **result}
    return result


def end_of_letter(words: Sequence[str], place: int) -> int:
    """Where a letter that stands here ends, its accents included; the place itself if none does."""
    if words[place] in ACCENTS and words[place + 1 : place + 2] == ["{"]:
        end = end_of_letter(words, place + 2)
        return end + 1 if end > place + 2 and words[end : end + 1] == ["}"] else place
    alone = re.fullmatch(r"[A-Za-z]", words[place]) or words[place] in LETTERS
    taken = words[place] in {*GRAMMAR_SIGNS, "e", r"\pi"}
    taken |= words[place] == "E" and words[place + 1 : place + 2] in (["["], ["("], [r"\left"])
    return place + bool(alone and not taken)


def sign_with_index(
    words: Sequence[str], place: int, end: int, ranges: dict[str, str]
) -> tuple[Sign, int]:
    """The sign with the index below it, and where it ends."""
    letter = next(word for word in words[place:end] if word not in {*ACCENTS, "{"})
    bold = bool(BOLD & set(words[place:end]))
    over: list[tuple[str, str]] = []
    if words[end : end + 2] == ["_", "{"]:
        closing = words.index("}", end)
        over = [(word, ranges[word]) for word in words[end + 2 : closing] if word in ranges]
        end = closing + 1
    return Sign("".join(words[place:end]), letter, bold, tuple(over)), end
