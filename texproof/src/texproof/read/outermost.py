r"""Bounds of all values of a term: ``a \le \inf\{f(x) \mid g(x) = b\}`` is a <= f(x) if g(x) = b.

Nothing is said of whether there is such an x, or a smallest value: of nothing the infimum is
infinity. What the set binds are the names of its term; they stand nowhere else in the display.
"""

import re
from dataclasses import dataclass, field

from ..errors import ReadError
from .displays import Chain
from .environments import pieces, trimmed

FENCE = r"(?:\\left|\\right|\\[bB]igg?[lr]?)?\s*"
SET = re.compile(rf"\\(inf|sup)(?![A-Za-z])\s*{FENCE}\\\{{(.*?){FENCE}\\\}}", re.DOTALL)
BELOW, ABOVE = {r"\le", r"\leq", "≤", r"\leqslant"}, {r"\ge", r"\geq", "≥", r"\geqslant"}
BARS = {r"\mid", "|", ":", r"\colon", r"\vert"}
TURNED = {**dict.fromkeys(BELOW, r"\ge"), **dict.fromkeys(ABOVE, r"\le")}


@dataclass
class Part:
    """A chain, the term of which a set takes the bound at its end, and what it says of that."""

    chain: Chain
    inside: str = ""
    given: list[str] = field(default_factory=list)


def parts(chain: Chain) -> list[Part]:
    """A chain, or what comes before the bound of a set, and that bound on its own."""
    if SET.fullmatch(chain.first) and len(chain.rows) == 3 and chain.rows[0] in TURNED:
        sign, last, reason = chain.rows
        chain = Chain(last, [TURNED[sign], chain.first, reason])
    found = SET.fullmatch(chain.rows[-2]) if chain.rows else None
    if not found or not (cut := parted(found[2])):
        return [Part(chain)]
    *before, sign, text, reason = chain.rows
    if sign not in (BELOW if found[1] == "inf" else ABOVE):
        raise ReadError(r"a bound is read: a \le \inf\{...\}, a \ge \sup\{...\}", text, 0)
    inside, given = cut
    last = before[-2] if before else chain.first
    own = Part(Chain(last, [sign, inside, reason]), inside, given)
    return [Part(Chain(chain.first, before)), own] if before else [own]


def parted(inside: str) -> tuple[str, list[str]] | None:
    """The term of a set, and what is said of it: ``f(x) | a = b, c = d``."""
    outer = [p for p in pieces(inside) if not (p.hard or p.soft)]
    bars = [p for p in outer if p.text in BARS]
    if len(bars) != 1:
        return None
    (bar,) = bars
    commas = [p.at for p in outer if p.text == "," and p.at > bar.at]
    starts = [bar.at + len(bar.text), *(at + 1 for at in commas)]
    said = [inside[i:j] for i, j in zip(starts, [*commas, len(inside)], strict=True)]
    return trimmed(inside[: bar.at]), [trimmed(text) for text in said]
