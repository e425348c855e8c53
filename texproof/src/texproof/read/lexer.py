"""From LaTeX text to tokens, and from a declared name to the pattern of tokens that it is.

TeX sets all bars alike, so it is settled here which bar opens, which one closes and which is read
as "given". A text whose bars can be paired in two ways is refused.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..errors import DerivationError, ReadError
from ..names import Name
from .layout import ACCENTS, OPENING, SPACING, Layout, Token
from .spellings import OPTIONAL, apply_rewritings, respell_token

# --------------------------------------------------------------------------------------------------
# Which bar opens, which closes, and which is read "given": TeX sets them all alike.
#
# A bar opens where no operand stands before it, and else closes the last one that is open among the
# same brackets. One without a partner, in brackets, is ``\mid``. Two that stand close together,
# with partners that do, are those of a norm.

BARS = {"|": (r"\lvert", r"\rvert"), r"\|": (r"\lVert", r"\rVert")}
NORM = BARS[r"\|"]
SIGNS = {"+", "-", "/", "=", "<", ">", ",", ";", ":", "&", "\\\\", r"\cdot", r"\times", r"\in"}
SIGNS |= {r"\le", r"\leq", r"\ge", r"\geq", r"\ne", r"\neq", r"\approx", r"\propto", r"\mid"}
SIGNS |= {r"\to", r"\dots", r"\text{s.t.}"}
LEADS = {r"\sum", r"\prod", r"\int", r"\lim", r"\max", r"\min", r"\arg", r"\log", r"\ln", r"\exp"}
LEADS |= {r"\det", r"\nabla", r"\partial", *OPTIONAL, r"\operatorname{tr}", r"\operatorname{Var}"}
OPEN, CLOSE, GIVEN = "open", "close", "given"
FORCED = {"l": OPEN, "r": CLOSE, "m": GIVEN}


@dataclass
class Bar:
    """A bar: its place among the pieces, its role once it is known, and what stands before it.

    operand: whether something that could be multiplied stands before it, None after another bar;
    joined: whether only factors stand between it and the bar before it.
    """

    place: int
    text: str
    role: str
    operand: bool | None
    joined: bool
    partner: "Bar | None" = None


@dataclass
class Frame:
    """What stands within one pair of brackets: its bars, and what came last.

    script: whether a sign of a script came last, so that what follows is the script.
    """

    bracket: bool = False
    is_script: bool = False
    bars: list[Bar] = field(default_factory=list)
    operand: bool | None = False
    factors: int = 0
    script: bool = False

    def came(self, operand: bool, joins: bool = True) -> None:
        """Notes that a sign or an operand came."""
        if self.script:
            self.script = False
            return
        self.operand = operand
        self.factors = self.factors + 1 if joins and self.factors >= 0 else -1


def frames(pieces: Sequence[Token]) -> Iterator[Frame]:
    """The groups of a text, each with the bars that stand in it and in no smaller one."""
    stack = [Frame()]
    yield stack[0]
    for i, piece in enumerate(pieces):
        text, frame = piece.text, stack[-1]
        if text in BARS:
            forced = forced_role(pieces[i - 1].text if i else "")
            joined = frame.factors > 0
            frame.bars.append(Bar(i, text, forced, frame.operand, joined))
            frame.operand, frame.factors, frame.script = None, 0, False
        elif text == "{" or text in OPENING or text.startswith(r"\begin{"):
            stack.append(Frame(text in {"(", "[", r"\{"}, frame.script))
            yield stack[-1]
        elif text == "}" or text in OPENING.values() or text.startswith(r"\end{"):
            if len(stack) > 1:
                stack.pop()
            stack[-1].came(True)
        elif text in {"^", "_"}:
            frame.script = True
        elif text not in SPACING and not text.startswith("'"):
            frame.came(text not in SIGNS | LEADS, text not in SIGNS)


def forced_role(before: str) -> str:
    r"""The role that a size gives: ``\left`` opens, ``\bigr`` closes; nothing if there is none."""
    if before in {r"\left", r"\right", r"\middle"}:
        return FORCED[{r"\left": "l", r"\right": "r", r"\middle": "m"}[before]]
    sized = before.lower().startswith(r"\big") and before[-1] in FORCED
    return FORCED[before[-1]] if sized and before in SPACING else ""


def assign_roles(text: str, pieces: Sequence[Token], frame: Frame) -> None:
    """Gives each bar of a group its role and its partner."""
    waiting: list[Bar] = []
    before: Bar | None = None
    for k, bar in enumerate(frame.bars):
        left = sum(other.text == bar.text for other in frame.bars[k:])
        bar.role = bar.role or role_of_bar(bar, before, waiting, left, frame)
        if bar.role == OPEN:
            if before and may_be_inside(before, bar):
                raise ReadError(
                    r"which bars belong together? write \lvert a\rvert b\lvert c\rvert",
                    text, pieces[bar.place].at,
                )  # fmt: skip
            waiting.append(bar)
        elif bar.role == CLOSE and waiting and waiting[-1].text == bar.text:
            bar.partner = waiting.pop()
            bar.partner.partner = bar
        before = bar


def may_be_inside(before: Bar, bar: Bar) -> bool:
    """Whether the factors between a bar that closes and one that opens could be inside others."""
    joined = bar.joined and bool(bar.operand)
    return joined and before.role == CLOSE and before.text == bar.text


def role_of_bar(
    bar: Bar, before: Bar | None, waiting: Sequence[Bar], left: int, frame: Frame
) -> str:
    """What a bar without a size does; ``left`` counts those of its kind from it on."""
    follows = (
        bar.operand if bar.operand is not None else before is not None and before.role == CLOSE
    )
    if not follows:
        return OPEN
    if waiting and waiting[-1].text == bar.text:
        return CLOSE
    if left % 2 == 0:
        return OPEN
    return GIVEN if bar.text == "|" and frame.bracket else ""


def distinguish_bars(text: str, pieces: Sequence[Token]) -> list[Token]:
    """The pieces, each bar as what it is; one without a partner stays as it is."""
    out = list(pieces)
    for frame in list(frames(pieces)):
        assign_roles(text, pieces, frame)
        for bar in frame.bars:
            if bar.role == GIVEN:
                out[bar.place] = replace(pieces[bar.place], text=r"\mid")
            if bar.role == OPEN and bar.partner:
                for end, shown in zip((bar, bar.partner), BARS[bar.text], strict=True):
                    out[end.place] = replace(pieces[end.place], text=shown)
        join_double_bars(out, frame)
    return [piece for piece in out if piece.text]


def join_double_bars(out: list[Token], frame: Frame) -> None:
    """Makes ``||x||`` a norm: two bars side by side whose partners are side by side."""
    for outer, inner in zip(frame.bars, frame.bars[1:], strict=False):
        pair = outer.role == inner.role == OPEN and outer.text == inner.text == "|"
        if pair and outer.partner and inner.partner and are_adjacent(out, outer, inner):
            if are_adjacent(out, inner.partner, outer.partner):
                for gone, end, shown in (
                    (inner, outer, NORM[0]),
                    (inner.partner, outer.partner, NORM[1]),
                ):
                    out[gone.place] = replace(out[gone.place], text="")
                    out[end.place] = replace(out[end.place], text=shown)


def are_adjacent(out: Sequence[Token], first: Bar, second: Bar) -> bool:
    r"""Whether two bars stand side by side; each may have the same size, ``\Big|\Big|``."""
    between = [piece.text for piece in out[first.place + 1 : second.place]]
    size = out[first.place - 1].text if first.place else ""
    return not between or (between == [size] and size in SPACING and size.lower()[:4] == r"\big")


# --------------------------------------------------------------------------------------------------
# Tokens, and the pattern of a name.

TOKEN = re.compile(
    r"\\(?:operatorname\*?|text|textrm|mathtt|mathrm|mathsf|rm|begin|end)\s*\{[^{}]*\}|"
    r"\\(?:mathrm|mathsf|operatorname)\s+[A-Za-z]|\\rm\s+[A-Za-z]+(?=\s*\})|"
    r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|[A-Za-z]'+|\S",
    re.S,
)
ONE = re.compile(r"^\\(rm|mathrm|mathsf|operatorname)\s*\{?([A-Za-z]+)\}?$")

# The minus sign of Unicode, which is read as a hyphen.
MINUS = "\u2212"

Pattern = list[str | tuple[str]]  # a declared name as tokens; a 1-tuple is a hole for an index


def tokens(text: str) -> list[Token]:
    """Tokens of a text; a script or accent of one token gets the braces that TeX implies."""
    text = mark_lone_bars(text.replace(MINUS, "-"))
    pieces = list(respell(text))
    Layout(text, pieces).judge()
    raw = list(without_spaces(distinguish_bars(text, pieces)))
    out: list[Token] = []
    for i, token in enumerate(raw):
        last = raw[i - 1].text if i else ""
        if (last in {"_", "^"} or last in ACCENTS) and token.text not in "{}":
            out += brace_scripts(token)
        else:
            out.append(token)
    return apply_rewritings(out)


def mark_lone_bars(text: str) -> str:
    r"""A text in which ``p(x \lvert y)`` has a bar, where no ``\rvert`` closes one."""
    return text if r"\rvert" in text else re.sub(r"\\lvert(?![A-Za-z])", "     |", text)


def without_spaces(pieces: Iterable[Token]) -> Iterator[Token]:
    """The pieces that are no spaces; each knows whether one stands before it."""
    spaced = False
    for piece in pieces:
        if piece.text not in SPACING:
            yield replace(piece, spaced=spaced)
        spaced = piece.text in SPACING


def respell(text: str) -> Iterator[Token]:
    """The pieces of a text, spaces among them, in the spelling of the grammar."""
    for match in TOKEN.finditer(text):
        yield from respell_token(Token(without_inner_spaces(match.group()), match.start()))


def without_inner_spaces(part: str) -> str:
    """A piece without spaces in it; ``\\mathrm d`` and ``\\rm d`` are ``\\mathrm{d}``."""
    match = ONE.match(part)
    if match:
        font, word = match.groups()
        return rf"\{'mathrm' if font == 'rm' else font}{{{word}}}"
    return re.sub(r"\s|\\[,;:! ]|~", "", part) if len(part) > 2 else part


def brace_scripts(token: Token) -> list[Token]:
    """``^12`` is ``^{1}2`` to TeX, ``_i'`` is ``_{i}'``, and so they are to the reader."""
    wide = len(token.text) > 1 and not token.text.startswith("\\")
    first = Token(token.text[0], token.at) if wide else token
    rest = [Token(token.text[1:], token.at + 1)] if wide else []
    return [Token("{", token.at), first, Token("}", token.at), *rest]


def is_whole(text: str) -> bool:
    """Whether a token is a whole number; the digits of other scripts are not read."""
    return text.isascii() and text.isdigit()


def is_number(text: str) -> bool:
    """Whether a token is a number."""
    return bool(re.fullmatch(r"[0-9]+(\.[0-9]+)?", text))


def pattern(name: Name) -> Pattern:
    """Tokens of a name; an index letter in a script or an argument is a hole (a 1-tuple)."""
    letters = set(name.letters)
    result: Pattern = []
    groups: list[str] = []
    parts = [token.text for token in tokens(name.latex)]
    for i, part in enumerate(parts):
        if part in {"{", "("}:
            groups.append("accent" if i and parts[i - 1] in ACCENTS else "script")
        elif part in {"}", ")"} and groups:
            groups.pop()
        hole = part in letters and groups and groups[-1] == "script"
        result.append((part,) if hole else part)
    missing = letters - {part[0] for part in result if isinstance(part, tuple)}
    if missing:
        raise DerivationError(
            f"{name.latex}: the index letters {sorted(missing)} do not occur in the name"
        )
    return result
