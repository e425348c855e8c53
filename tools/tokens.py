"""The places of a formula that a reader may change: signs, numbers, letters and transposes.

    places(r"a^2 + b_i", data)     what can stand there instead, for each of `2 + b i`

Everything here is text: what a change makes of a formula is read and judged like any other.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PIECE = re.compile(
    r"\\(?:text|operatorname\*?|mathtt|mathrm|begin|end)\s*\{[^{}]*\}|"
    r"\\(?:mathbf|mathcal|boldsymbol)\s*\{[^{}]*\}|\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\S"
)
ACCENTS = (r"\bar", r"\boldsymbol", r"\dot", r"\hat", r"\mathbf", r"\tilde")
TAKES = dict.fromkeys(("_", "^", r"\sqrt", *ACCENTS), 1)  # arguments
TAKES |= dict.fromkeys((r"\frac", r"\tfrac", r"\dfrac"), 2)
TRANSPOSE = r"\top"
# where a sign is that of one term alone
AT_FIRST = re.compile(r"(?:^|[{(\[=,]|\\(?:bigl|Bigl|left)[(\[])\s*$")
RAISED = re.compile(r"\^\s*\{?\s*$")
ARGUMENT = re.compile(r"\s*[{\\A-Za-z]")  # what follows an accent


@dataclass(frozen=True)
class Place:
    """Where a token stands, whether TeX needs braces around it, and what may stand there instead.

    What is "" leaves the token out, and with it the sign that raises it.
    """

    start: int
    end: int
    braced: bool
    others: tuple[str, ...]


def changeable_places(text: str, data: dict[str, Any]) -> list[Place]:
    """The places of a text; data are those of its statement."""
    result = []
    for start, token, braced in tokens_with_places(text):
        end = start + len(token)
        around = text[:start], text[end:]
        others = tuple(other for other in replacements_for(token, around, data) if other != token)
        if others:
            result.append(Place(start, end, braced, others))
    return result


def tokens_with_places(text: str) -> Iterator[tuple[int, str, bool]]:
    """Start of each token, the token, and whether it is an argument without braces."""
    left = 0  # arguments that the last command still takes
    for match in PIECE.finditer(text):
        token, start = match[0], match.start()
        while left and token[:1].isdigit():  # TeX takes one digit for an argument
            yield start, token[0], True
            token, start, left = token[1:], start + 1, left - 1
        if not token:
            continue
        yield start, token, bool(left) and token[0] not in "{["
        left = TAKES.get(token, 0 if token == "{" else max(0, left - 1))


def replacements_for(token: str, around: tuple[str, str], data: dict[str, Any]) -> list[str]:
    """What may stand in the place of a token: the likeliest mistake first."""
    before, after = around
    letters, sizes = dict(data.get("letters", ())), [size for size, *_ in data.get("sizes", ())]
    if token in "+-":
        return [""] if AT_FIRST.search(before) else ["-" if token == "+" else "+"]
    if token.isdigit():
        return [str(int(token) + 1), str(int(token) + 2)]
    if token == TRANSPOSE and RAISED.search(before):
        return [""]
    if token in letters:
        binds = re.match(r"\s*(?:=|\\in\b)", after)
        return [] if binds else [*(k for k, v in letters.items() if v == letters[token]), "1"]
    if token in sizes:
        alone = before.endswith(("{", "^", "_")) or not before + after
        return [f"{token} - 1" if alone else f"({token} - 1)", *sizes]
    return names_alike(token, data)


def names_alike(token: str, data: dict[str, Any]) -> list[str]:
    """The names of the same kind and shape as one that begins with a token."""
    names = {first_token(name["latex"]): name for name in reversed(data.get("names", ()))}
    names.pop("", None)  # those with an accent
    if token not in names or "program" in names[token]:
        return []
    return [
        other for other, name in names.items() if form_of_name(name) == form_of_name(names[token])
    ]


def first_token(latex: str) -> str:
    """The first token of a name; nothing where it is an accent, without meaning by itself."""
    match = PIECE.match(latex)
    return match[0] if match and not ARGUMENT.match(latex, match.end()) else ""


def form_of_name(name: dict[str, Any]) -> tuple[Any, ...]:
    """Kind, shape and indices of a name."""
    over = [size for _, size in name.get("over", ())]
    return name["kind"], name.get("shape"), over, name.get("takes"), "program" in name


def with_token_replaced(text: str, place: Place, other: str) -> str:
    """The text with another token at a place; without a transpose, nothing is raised."""
    before, after = text[: place.start], text[place.end :]
    if not other and text[place.start : place.end] == TRANSPOSE:
        raised = re.search(RAISED, before)
        braces = raised is not None and raised[0].rstrip().endswith("{")
        return RAISED.sub("", before) + (after.lstrip()[1:] if braces else after)
    return before + (f"{{{other}}}" if place.braced and other else other) + after
