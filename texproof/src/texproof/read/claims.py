r"""What a display claims: chains, each with what an arrow, "if" or "hence" puts before it."""

import re
from dataclasses import dataclass, field

from ..errors import ReadError
from .displays import SUCH_THAT, Chain, chains, lines
from .environments import pieces, trimmed, unwrapped
from .words import HENCE, sentences

ARROWS = {r"\iff", r"\Leftrightarrow", r"\Longleftrightarrow", r"\Rightarrow", r"\implies"}
ARROWS |= {r"\Longrightarrow"}
FORWARD = {r"\Rightarrow", r"\implies", r"\Longrightarrow"}


@dataclass
class Claim:
    """A chain, what an arrow presumes of it, and what holds where it is claimed."""

    presumed: list[str]
    chain: Chain
    given: list[str] = field(default_factory=list)


def claims(text: str) -> list[Claim]:
    r"""The chains of a display, each with what it follows from; ``\iff`` is two of them.

    So ``a = b \iff c = d`` is c = d under the hypothesis a = b, and a = b under c = d; of
    ``a = b \text{ hence } c = d`` a = b is claimed as well.
    """
    whole, found = unwrapped(text), list[Claim]()
    if SUCH_THAT.search(whole):
        return arrowed(text)
    for sentence in sentences(whole):
        equal = [one.chain for one in found if {*one.chain.rows[::3]} == {"="}]
        known = list(map(said, equal)) if sentence.link == HENCE else []
        for one in arrowed(sentence.text):
            found.append(Claim(one.presumed, one.chain, [*known, *sentence.given]))
    return found


def arrowed(text: str) -> list[Claim]:
    """The claims of a display, or of a part of it, without words between them."""
    each = [line for line, _ in lines(unwrapped(text)) if trimmed(line)]
    if len(each) > 1 and all(map(is_whole, each)):
        return [claim for line in each for claim in arrowed(line)]
    parts, arrows = cut_at_arrows(unwrapped(text))
    if not arrows:
        return [Claim([], one) for one in chains(text)]
    found = [one for part in parts for one in chains(part)]
    if len(found) != len(parts):
        raise ReadError("one chain stands on each side of an arrow", text, 0)
    pairs = zip(found, arrows, found[1:], strict=False)
    steps: list[Claim] = []
    for one, arrow, other in pairs:
        steps.append(Claim([said(one)], other))
        if arrow not in FORWARD:
            steps.append(Claim([said(other)], one))
    return steps


def is_whole(line: str) -> bool:
    """Whether both sides of an arrow stand in a line."""
    (first, *_), arrows = cut_at_arrows(line)
    return bool(arrows and trimmed(first))


def cut_at_arrows(text: str) -> tuple[list[str], list[str]]:
    """The parts of a display between arrows, and these."""
    places = [p for p in pieces(text) if p.text in ARROWS and not (p.hard or p.soft)]
    starts = [0, *(p.at + len(p.text) for p in places)]
    ends = [*(p.at for p in places), len(text)]
    parts = [text[i:j] for i, j in zip(starts, ends, strict=True)]
    return [re.sub(r"^\s*&|\\\\\s*$", "", part) for part in parts], [p.text for p in places]


def said(one: Chain) -> str:
    """A chain as one text."""
    pairs = zip(one.rows[::3], one.rows[1::3], strict=True)
    return " ".join([one.first, *(f"{sign} {term}" for sign, term in pairs)])
