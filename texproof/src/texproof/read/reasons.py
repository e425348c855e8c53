r"""Reasons: words, with formulas between dollars, that stay within the ``\text{}`` around them."""

import re

from ..errors import ReadError
from .lexer import tokens

FORMULA = re.compile(r"\$([^$]+)\$")
SPECIAL = re.compile(r"[\\{}$&%#^_~]")  # what TeX reads as more than a letter


def checked_reason(reason: str) -> str:
    """The reason; raises ReadError where it would break out of the text that it is set in."""
    words = FORMULA.sub(lambda found: " " * len(found.group()), reason)
    stray = SPECIAL.search(words)
    if stray:
        raise ReadError("a reason is words, with formulas between $", reason, stray.start())
    for found in FORMULA.finditer(reason):
        refuse_open(found.group(1), reason, found.start(1))
    return reason


def refuse_open(formula: str, reason: str, start: int) -> None:
    """Raises where the braces of a formula are not closed in it."""
    depth = 0
    for token in tokens(formula):
        depth += {"{": 1, "}": -1}.get(token.text, 0)
        if depth < 0:
            raise ReadError("this brace closes none", reason, start + token.at)
    if depth:
        raise ReadError("a brace is not closed", reason, start + len(formula))
