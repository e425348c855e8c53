"""A whole display as one text: its lines, its chains of relations, and the words beside them.

The environment around a display is taken away, its lines are cut into chains, reasons are told from
conditions, and each claim keeps what an arrow, "if" or "hence" puts before it. No formula is read
here; the parts go to the grammar afterwards.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..errors import ReadError
from .lexer import TOKEN, mark_lone_bars, tokens

# --------------------------------------------------------------------------------------------------
# What stands around a display and beside its formulas: environments, dollars, tags, spaces.

WRAPPERS = """equation align aligned alignat alignedat split gather gathered multline eqnarray
displaymath math flalign array"""
BEGIN = re.compile(r"\\begin\s*\{(\w+)(\*?)\}(\s*\{[^{}]*\}|\s*\[\w\])?")
FENCES = (("$$", "$$"), ("$", "$"), (r"\[", r"\]"), (r"\(", r"\)"))
IGNORED = re.compile(r"\\(?:tag\*?|label)\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])|\\hfill\b")
ABOVE = re.compile(
    r"\\(?:overset|stackrel)\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|.)\s*\{?\s*(=|[<>]|\\[lg]eq?)\s*\}?"
)
SPACE = r"(?:\s|\\[,;:! ]|~|\\q?quad(?![A-Za-z])|\{\})"
END = re.compile(rf"(?:{SPACE}|[.,;])+$")
START = re.compile(rf"^{SPACE}+")
RELATIONS = {"=", "<", ">", "≤", "≥", "≈", "∝", r"\approx", r"\propto", r"\lt", r"\gt"}
RELATIONS |= {r"\cong", r"\simeq"}
RELATIONS |= {rf"\{way}{end}" for way in ("le", "ge") for end in ("", "q", "qslant", "qq")}
# A line cannot end inside of these, so they count how deep it stands.
BRACES = {"{": 1, "}": -1}
SOFT = {"(": 1, "[": 1, r"\{": 1, r"\lvert": 1, r"\lVert": 1, r"\langle": 1}
SOFT |= {")": -1, "]": -1, r"\}": -1, r"\rvert": -1, r"\rVert": -1, r"\rangle": -1}


@dataclass(frozen=True)
class Piece:
    """A token of the display, its place, and how deep in braces and in brackets it stands."""

    text: str
    at: int
    hard: int
    soft: int


def unwrap_display(text: str) -> str:
    """A text without dollars, environments, tags and labels around it or in it."""
    claim = re.search(r"\\tag\*?\s*\{(?![\w.:' -]*\})", text)
    if claim:
        raise ReadError("a tag must be a number or a word", text, claim.start())
    text, before = mark_lone_bars(ABOVE.sub(r" \1 ", IGNORED.sub(" ", text))), ""
    while text != before:
        before = text = END.sub("", START.sub("", text))
        for opening, closing in FENCES:
            if text.startswith(opening) and text.endswith(closing) and len(text) > len(opening) * 2:
                text = text[len(opening) : -len(closing)]
                break
        begin = BEGIN.match(text)
        if (
            begin
            and begin[1] in WRAPPERS.split()
            and text.endswith(end := rf"\end{{{begin[1]}{begin[2]}}}")
        ):
            text = environment_body(text, begin, end) or text
    return text


def environment_body(text: str, begin: re.Match[str], end: str) -> str:
    """What stands in an environment that is all of a text; nothing if it ends before."""
    inside = text[begin.end() : -len(end)]
    columns = (begin[3] and begin[1] in {"array", "alignat", "alignedat"}) or not begin[3]
    depth = 0
    for match in re.finditer(r"\\(begin|end)\s*\{", inside):
        depth += {"begin": 1, "end": -1}[match[1]]
        if depth < 0:
            return ""
    holds = begin[1] != "array" or any(p.text in RELATIONS and not p.hard for p in pieces(inside))
    return inside if columns and holds else ""


def pieces(text: str) -> Iterator[Piece]:
    """The tokens of a text; one that opens or closes stands outside of what it bounds."""
    hard = soft = 0
    for match in TOKEN.finditer(text):
        token = match.group()
        step = BRACES.get(token, token.startswith(r"\begin") - token.startswith(r"\end"))
        hard, soft = hard + min(step, 0), max(0, soft + min(SOFT.get(token, 0), 0) * (not hard))
        yield Piece(token, match.start(), hard, soft)
        hard, soft = hard + max(step, 0), soft + max(SOFT.get(token, 0), 0) * (not hard)


def trim(text: str) -> str:
    """A text without spaces around it and without the stop at its end."""
    return END.sub("", START.sub("", text))


# --------------------------------------------------------------------------------------------------
# Reasons: words, with formulas between dollars, that stay within the ``\text{}`` around them.

FORMULA = re.compile(r"\$([^$]+)\$")
# What changes the display outside of the formula that it stands in, or the page.
OUTWARD = re.compile(
    r"\\(?:[gex]?def|let|futurelet|global|(?:re)?newcommand|providecommand|begin|end|tag\*?|label"
    r"|href|url|includegraphics|html(?:Class|Data|Id|Style))(?![A-Za-z])"
)
# Characters that TeX does not print as they are, and relations, which are no words.
SPECIAL = re.compile(r"[\\{}$&%#^_~=<>≤≥≠≈]")


def check_reason(reason: str) -> str:
    """The reason; raises ReadError where it would break out of the text that it is set in."""
    words = FORMULA.sub(lambda found: " " * len(found.group()), reason)
    stray = SPECIAL.search(words)
    if stray:
        raise ReadError("a reason must be words, with formulas between $", reason, stray.start())
    for match in FORMULA.finditer(reason):
        refuse_open(match.group(1), reason, match.start(1))
        outward = OUTWARD.search(match.group(1))
        if outward:
            message = "a formula in a reason must not change what is around it"
            raise ReadError(message, reason, match.start(1) + outward.start())
    return reason


def refuse_open(formula: str, reason: str, start: int) -> None:
    """Raises where the braces of a formula are not closed in it."""
    depth = 0
    for token in tokens(formula):
        depth += {"{": 1, "}": -1}.get(token.text, 0)
        if depth < 0:
            raise ReadError("this brace closes nothing", reason, start + token.at)
    if depth:
        raise ReadError("a brace is opened and not closed", reason, start + len(formula))


# --------------------------------------------------------------------------------------------------
# Words between formulas: ``a = b \text{ and hence } c = d``, ``a = b \text{ if } c > 0``.
#
# What stands after "hence" or "i.e." is claimed under what stands before it, which is claimed
# first; what stands after "and", or a wide space between relations, is claimed on its own; what
# stands after "if" is a hypothesis. A range of an index letter, ``i = 1, \dots, n``, is one for
# what it leaves out.

AND, HENCE, IF = "and", "hence", "if"
LINK_WORDS = {AND: "and"}
LINK_WORDS[
    HENCE
] = """hence, and hence, so, so that, and so, thus, and thus, therefore, and therefore, i.e.,
that is, or equivalently, equivalently, which gives, giving, which implies, implying, which yields,
yielding, it follows that"""
LINK_WORDS[IF] = (
    "if, when, whenever, for, for all, for every, for each, for any, provided that, provided"
)
LINKS = {part.strip(): link for link, words in LINK_WORDS.items() for part in words.split(",")}
GAP = rf"(?:{SPACE}|\\hspace\*?\s*\{{[^{{}}]*\}}|&)*"
WIDE = r"(?:\\q?quad(?![A-Za-z])|\\hspace\*?\s*\{[^{}]*\})"
TEXT = re.compile(rf"\\(?:text|textrm|mbox|textit)\s*\{{([^{{}}$]*)\}}{GAP}")
COMMA = re.compile(rf"[,;]{GAP}?{WIDE}{GAP}")
SPACED = re.compile(rf"{WIDE}{GAP}")
GOES_ON = {"+", "-", "\u2212", r"\cdot", r"\times", "/"}  # with which a term goes on
RANGE = re.compile(
    r"(?P<letter>[A-Za-z]|\\ell)\s*(?:=|\\in\s*\\\{)\s*(?P<first>[^,{}]+?)\s*,"
    r"(?:[^,]*,)?\s*\\(?:l|c)?dots[a-z]?\s*,\s*(?P<last>.+?)\s*(?:\\\})?$"
)
ORDER = r"\s*(?:[<>]|\\[lg]eq?(?:slant)?(?![a-z]))\s*"
NUMBER, LETTER = r"-?[0-9.]+", r"(?:[A-Za-z]|\\[a-z]+)(?:_\w|_\{\w+\})?"
SIGN = re.compile(rf"(?:{NUMBER}{ORDER})?{LETTER}{ORDER}{NUMBER}$|{NUMBER}{ORDER}{LETTER}$")
REAL = re.compile(r"\\in\s*\\mathbb\s*\{?\s*R\s*\}?\s*(?:\^\s*(?:\w|\{[^{}]*\}))?$")


@dataclass
class Sentence:
    """A part of a display, how it is linked to the one before it, and the hypotheses behind it."""

    link: str
    text: str
    given: list[str]


def sentences(text: str) -> list[Sentence]:
    """The parts of a display, each with its own relation."""
    result: list[Sentence] = []
    for link, part in linked_parts(text):
        if link == IF:
            result[-1].given += conditions(part)
        else:
            result.append(Sentence(link, part, []))
    return result


def linked_parts(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a text between words and wide spaces, each with its link to those before."""
    start, link, before = 0, AND, ""
    for piece in pieces(text):
        cut = None if piece.hard or piece.soft or piece.at < start else link_at(text, piece.at)
        if cut and has_relation(text[start : piece.at]) and is_continued(text[cut[1] :], cut[0]):
            yield link, text[start : piece.at]
            link = IF if (before, cut[0]) == (IF, AND) else cut[0]
            start, before = cut[1], link
    yield link, text[start:]


def link_at(text: str, at: int) -> tuple[str, int] | None:
    """The link that stands at a place, and where it ends; a comma before a word belongs to it."""
    comma = COMMA.match(text, at) or re.compile(rf"[,;]?{GAP}").match(text, at)
    after = comma.end() if comma else at
    if text.startswith(r"\forall", after):
        return IF, after
    match = TEXT.match(text, after)
    word = " ".join(match[1].strip(" ,~:").split()).lower() if match else ""
    if match and word in LINKS:
        return LINKS[word], match.end()
    wide = COMMA.match(text, at) or gap_between_relations(text, at)
    return (IF if is_bare_condition(text[wide.end() :]) else AND, wide.end()) if wide else None


def gap_between_relations(text: str, at: int) -> re.Match[str] | None:
    """A wide space between two relations of one line, which is no part of a term."""
    wide = SPACED.match(text, at)
    if not wide:
        return None
    before, after = text[:at].rsplit(r"\\", 1)[-1], text[wide.end() :].split(r"\\", 1)[0]
    last = [piece.text for piece in pieces(trim(before))][-1:]
    first = [piece.text for piece in pieces(trim(after))][:1]
    goes_on = (
        {*last, *first} & {*RELATIONS, *GOES_ON, "&"} or first[:1] == [","] or TEXT.match(after)
    )
    return None if goes_on or not (has_relation(before) and has_relation(after)) else wide


def is_bare_condition(text: str) -> bool:
    r"""Whether ``i = 1, \dots, n`` or ``x > 0`` follows, which is a condition without its "if"."""
    return bool(RANGE.match(trim(text)) or SIGN.match(trim(text)))


def has_relation(text: str) -> bool:
    """Whether a relation stands in a text, outside of brackets, with something before it."""
    return any(p.text in RELATIONS and not (p.hard or p.soft) for p in pieces(text))


def is_continued(text: str, link: str) -> bool:
    """Whether a claim or a condition follows."""
    first = next((piece.text for piece in pieces(trim(text))), "")
    return bool(first) and first not in RELATIONS and (has_relation(text) or link == IF)


def conditions(text: str) -> list[str]:
    """The hypotheses that a condition is: relations, or the two ends of the range of a letter."""
    condition = re.sub(r"^\\forall\s*", "", trim(text))
    ranged = RANGE.match(condition)
    if ranged:
        letter, first, last = ranged["letter"], ranged["first"], ranged["last"]
        return [rf"{letter} \ge {first}", rf"{letter} \le {last}"]
    if has_relation(condition):
        return [condition]
    if re.fullmatch(r"[A-Za-z]|\\[a-z]+", condition) or REAL.search(condition):
        # It says that a letter runs over its range, which the declaration says already.
        return []
    raise ReadError("a condition must be a relation, or the range of an index letter", text, 0)


# --------------------------------------------------------------------------------------------------
# Lines, chains of relations, and the reasons beside them.
#
# ``\begin{aligned} a &= b && \text{reason} \\ &\le c \end{aligned}`` is the chain a = b <= c. A
# line that begins with a relation goes on with the chain before it, one with a left side of its own
# begins another; one that begins with + or -, or stands inside a bracket, goes on with the term
# before it.

SUCH_THAT = re.compile(r"\\text\s*\{\s*(?:s\.t\.|subject to|such that)\s*\}")
ON = ("+", "-", "\u2212", r"\cdot", r"\times", "/")  # with which a term goes on
REASON = re.compile(
    rf"(?:{SPACE}|\(|\{{|\\small)*\\(?:text|mbox|textrm|textit|intertext)\s*"
    r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}[\s)}.,;]*$"
)
WORDS = re.compile(r"s\.t\.|otherwise|else|tr|Tr|diag|det|Var|Cov|E|T|d|sign|argmin|argmax|arg min")


@dataclass
class Chain:
    """Relations of one display: the first term, then sign, term and reason of each row."""

    first: str
    rows: list[str] = field(default_factory=list)


def chains(text: str) -> list[Chain]:
    """The chains of relations that a display holds, in the words of its author."""
    result: list[Chain] = []
    whole = unwrap_display(text)
    for line, inside in lines(whole):
        for part, reason in columns(line):
            if ends := split_row(part, inside):
                add_row(result, text, ends, reason)
    result = [each for chain in result for each in chains_of_list(chain)]
    if not result or not all(chain.rows for chain in result):
        raise ReadError(
            "a chain must be a term, then a relation, a term and a reason for each row", text, 0
        )
    return result


def chains_of_list(chain: Chain) -> list[Chain]:
    """The chains of ``a, b \\le c``, which says the same of each of what is listed."""
    places = [p.at for p in pieces(chain.first) if p.text == "," and not (p.hard or p.soft)]
    if not places:
        return [chain]
    starts = [0, *(at + 1 for at in places)]
    firsts = [chain.first[i:j] for i, j in zip(starts, [*places, None], strict=True)]
    return [Chain(trim(first), list(chain.rows)) for first in firsts]


def lines(text: str) -> Iterator[tuple[str, int]]:
    """The lines of a display, each with how many brackets are open where it begins."""
    start, opened = 0, 0
    for piece in pieces(text):
        if piece.text == "\\\\" and not piece.hard:
            yield text[start : piece.at], opened
            rest = re.match(r"\\\\\*?(?:\[[^\]]*(?:pt|em|ex|mm|cm)\])?", text[piece.at :])
            start, opened = piece.at + (rest.end() if rest else 2), piece.soft
    yield text[start:], opened


def columns(line: str) -> Iterator[tuple[str, str]]:
    """The equations that stand side by side in a line, each with its reason."""
    places = [p.at for p in pieces(line) if p.text == "&" and not p.hard]
    cells = [line[i + 1 : j] for i, j in zip([-1, *places], [*places, len(line)], strict=True)]
    while len(cells) > 1 and not trim(cells[-1]):
        cells.pop()
    reason = ""
    if len(cells) > 1 and (stated := REASON.match(cells[-1])):
        reason = stated[1].strip()
        cells.pop()
    apart = len(cells) > 3 and all(map(begins_with_relation, cells[1::2]))
    parts = (
        ["".join(cells[k : k + 2]) for k in range(0, len(cells), 2)] if apart else [" ".join(cells)]
    )
    yield from ((part, "") for part in parts[:-1])
    last = parts[-1]
    for piece in pieces(last):
        stated = None if reason or piece.hard or piece.soft else REASON.match(last[piece.at :])
        if stated and piece.at and not WORDS.fullmatch(stated[1].strip()):
            last, reason = last[: piece.at], stated[1].strip()
            break
    yield last, reason


def begins_with_relation(cell: str) -> bool:
    """Whether a cell begins with a relation, behind which a term stands."""
    pieces_of_cell = [p.text for p in pieces(trim(cell))]
    return len(pieces_of_cell) > 1 and pieces_of_cell[0] in RELATIONS


def split_row(line: str, inside: int) -> list[str]:
    """``term, sign, term, ...`` of a line; inside brackets that are open it has no relations."""
    ends, start = [""], 0
    such = SUCH_THAT.search(line)
    for piece in pieces(line):
        if piece.text in RELATIONS and not (piece.hard or piece.soft or inside):
            if such and piece.at > such.start():
                break
            ends[-1:] = [line[start : piece.at], piece.text, ""]
            start = piece.at + len(piece.text)
    ends[-1] = line[start:]
    ends = [trim(end) for end in ends]
    return ends if any(ends) else []


def add_row(chains_so_far: list[Chain], text: str, ends: list[str], reason: str) -> None:
    """Adds the terms of a line to the chains; its reason belongs to its last relation."""
    first, *rest = ends
    # The line before ends with a relation, whose right side this line is.
    if chains_so_far and chains_so_far[-1].rows[-2:-1] == [""]:
        if not first and rest and rest[0] == chains_so_far[-1].rows[-3]:
            first, *rest = rest[1:]
        chains_so_far[-1].rows[-2] = first
        pairs = zip(rest[::2], rest[1::2], strict=True)
        chains_so_far[-1].rows += [part for pair in pairs for part in (*pair, "")]
        chains_so_far[-1].rows[-1] = reason
        return
    if not rest:
        continue_term(chains_so_far, text, first, reason)
        return
    if first:
        chains_so_far.append(Chain(first))
    elif not chains_so_far:
        raise ReadError("the first line of a display needs a left side", text, 0)
    for sign, term in zip(rest[::2], rest[1::2], strict=True):
        chains_so_far[-1].rows += [sign, term, ""]
    chains_so_far[-1].rows[-1] = reason


def continue_term(chains_so_far: list[Chain], text: str, more: str, reason: str) -> None:
    """Adds a line without a relation to the term before it."""
    before = (
        (chains_so_far[-1].rows[-2] if chains_so_far[-1].rows else chains_so_far[-1].first)
        if chains_so_far
        else ""
    )
    opened = list(pieces(before + " ."))[-1].soft
    if chains_so_far and not (opened or more.startswith(ON) or before.endswith(ON)):
        raise ReadError("a line without a relation must begin with + or -", text, text.find(more))
    if not chains_so_far:
        chains_so_far.append(Chain(more))
    elif chains_so_far[-1].rows:
        chains_so_far[-1].rows[-2:] = [f"{before} {more}", reason or chains_so_far[-1].rows[-1]]
    else:
        chains_so_far[-1].first = f"{before} {more}"


# --------------------------------------------------------------------------------------------------
# Bounds of all values of a term: ``a \le \inf\{f(x) \mid g(x) = b\}`` is a <= f(x) if g(x) = b.
#
# Nothing is said of whether there is such an x, or a smallest value: of nothing the infimum is
# infinity. What the set binds are the names of its term; they stand nowhere else in the display.

FENCE = r"(?:\\left|\\right|\\[bB]igg?[lr]?)?\s*"
SET = re.compile(rf"\\(inf|sup)(?![A-Za-z])\s*{FENCE}\\\{{(.*?){FENCE}\\\}}", re.DOTALL)
AT_MOST, AT_LEAST = {r"\le", r"\leq", "≤", r"\leqslant"}, {r"\ge", r"\geq", "≥", r"\geqslant"}
BARS = {r"\mid", "|", ":", r"\colon", r"\vert"}
TURNED = {**dict.fromkeys(AT_MOST, r"\ge"), **dict.fromkeys(AT_LEAST, r"\le")}


@dataclass
class Part:
    """A chain, the term of which a set takes the bound at its end, and what it says of that."""

    chain: Chain
    inside: str = ""
    given: list[str] = field(default_factory=list)


def outermost_parts(chain: Chain) -> list[Part]:
    """A chain, or what comes before the bound of a set, and that bound on its own."""
    if SET.fullmatch(chain.first) and len(chain.rows) == 3 and chain.rows[0] in TURNED:
        sign, last, reason = chain.rows
        chain = Chain(last, [TURNED[sign], chain.first, reason])
    match = SET.fullmatch(chain.rows[-2]) if chain.rows else None
    if not match or not (cut := split_set(match[2])):
        return [Part(chain)]
    *before, sign, text, reason = chain.rows
    if sign not in (AT_MOST if match[1] == "inf" else AT_LEAST):
        raise ReadError(r"a bound must be written a \le \inf\{...\} or a \ge \sup\{...\}", text, 0)
    inside, given = cut
    last = before[-2] if before else chain.first
    own = Part(Chain(last, [sign, inside, reason]), inside, given)
    return [Part(Chain(chain.first, before)), own] if before else [own]


def split_set(inside: str) -> tuple[str, list[str]] | None:
    """The term of a set, and what is said of it: ``f(x) | a = b, c = d``."""
    outer = [p for p in pieces(inside) if not (p.hard or p.soft)]
    bars = [p for p in outer if p.text in BARS]
    if len(bars) != 1:
        return None
    (bar,) = bars
    commas = [p.at for p in outer if p.text == "," and p.at > bar.at]
    starts = [bar.at + len(bar.text), *(at + 1 for at in commas)]
    hypotheses = [inside[i:j] for i, j in zip(starts, [*commas, len(inside)], strict=True)]
    return trim(inside[: bar.at]), [trim(text) for text in hypotheses]


# --------------------------------------------------------------------------------------------------
# What a display claims: chains, each with what an arrow, "if" or "hence" puts before it.

ARROWS = {r"\iff", r"\Leftrightarrow", r"\Longleftrightarrow", r"\Rightarrow", r"\implies"}
ARROWS |= {r"\Longrightarrow"}
FORWARD = {r"\Rightarrow", r"\implies", r"\Longrightarrow"}


@dataclass
class Claim:
    """A chain, what an arrow presumes of it, and what holds where it is claimed."""

    presumed: list[str]
    chain: Chain
    given: list[str] = field(default_factory=list)


def read_claims(text: str) -> list[Claim]:
    r"""The chains of a display, each with what it follows from; ``\iff`` is two of them.

    So ``a = b \iff c = d`` is c = d under the hypothesis a = b, and a = b under c = d; of
    ``a = b \text{ hence } c = d`` a = b is claimed as well.
    """
    whole, result = unwrap_display(text), list[Claim]()
    if SUCH_THAT.search(whole):
        return claims_with_arrows(text)
    for sentence in sentences(whole):
        equal = [one.chain for one in result if {*one.chain.rows[::3]} == {"="}]
        known = list(map(chain_text, equal)) if sentence.link == HENCE else []
        for one in claims_with_arrows(sentence.text):
            result.append(Claim(one.presumed, one.chain, [*known, *sentence.given]))
    return result


def claims_with_arrows(text: str) -> list[Claim]:
    """The claims of a display, or of a part of it, without words between them."""
    each = [line for line, _ in lines(unwrap_display(text)) if trim(line)]
    if len(each) > 1 and all(map(is_whole, each)):
        return [claim for line in each for claim in claims_with_arrows(line)]
    parts, arrows = cut_at_arrows(unwrap_display(text))
    if not arrows:
        return [Claim([], one) for one in chains(text)]
    claimed = [one for part in parts for one in chains(part)]
    if len(claimed) != len(parts):
        raise ReadError("there must be one chain on each side of an arrow", text, 0)
    pairs = zip(claimed, arrows, claimed[1:], strict=False)
    steps: list[Claim] = []
    for one, arrow, other in pairs:
        steps.append(Claim([chain_text(one)], other))
        if arrow not in FORWARD:
            steps.append(Claim([chain_text(other)], one))
    return steps


def is_whole(line: str) -> bool:
    """Whether both sides of an arrow stand in a line."""
    (first, *_), arrows = cut_at_arrows(line)
    return bool(arrows and trim(first))


def cut_at_arrows(text: str) -> tuple[list[str], list[str]]:
    """The parts of a display between arrows, and these."""
    places = [p for p in pieces(text) if p.text in ARROWS and not (p.hard or p.soft)]
    starts = [0, *(p.at + len(p.text) for p in places)]
    ends = [*(p.at for p in places), len(text)]
    parts = [text[i:j] for i, j in zip(starts, ends, strict=True)]
    return [re.sub(r"^\s*&|\\\\\s*$", "", part) for part in parts], [p.text for p in places]


def chain_text(one: Chain) -> str:
    """A chain as one text."""
    pairs = zip(one.rows[::3], one.rows[1::3], strict=True)
    return " ".join([one.first, *(f"{sign} {term}" for sign, term in pairs)])
