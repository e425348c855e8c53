r"""Other spellings of what the grammar knows: tables of what stands in the place of each.

A command of TeX is one of the grammar's at once. An upright word, such as ``\mathrm{tr}``, may be
a declared name, so that it is looked up where no declared name stands.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from .layout import NEEDY, TALL, Token

COMMANDS = {r"\leqslant": r"\le", r"\geqslant": r"\ge", r"\leqq": r"\le", r"\geqq": r"\ge"}
COMMANDS |= {r"\lt": "<", r"\gt": ">", r"\lbrace": r"\{", r"\rbrace": r"\}", r"\colon": ":"}
COMMANDS |= {r"\cfrac": r"\frac", r"\intercal": r"\top", r"\bm": r"\boldsymbol", r"\prime": "'"}
COMMANDS |= {r"\vert": "|", r"\Vert": r"\|", r"\lbrack": "[", r"\rbrack": "]", r"\Bbb": r"\mathbb"}
COMMANDS |= {r"\argmin": r"\arg\min", r"\argmax": r"\arg\max", r"\mathbbm": r"\mathbb"}
COMMANDS |= {r"\mathds": r"\mathbb", r"\cong": r"\approx", r"\simeq": r"\approx"}
COMMANDS |= dict.fromkeys([r"\ldots", r"\cdots", r"\dotsc", r"\dotsb", r"\dotsm"], r"\dots")

MATRICES = ("pmatrix", "bmatrix", "matrix", "smallmatrix", "vmatrix", "array")
FONTS = ("operatorname", "operatorname*", "mathrm", "text", "textrm", "mathsf")
PROBLEMS = {rf"\{font}{{arg{end}}}": rf"\arg\{end}" for font in FONTS for end in ("min", "max")}
LIMITS = {rf"\{font}{{{end}}}": rf"\{end}" for font in FONTS for end in ("min", "max")}
ALIKE = COMMANDS | PROBLEMS | LIMITS


def upright(*words: str, commands: Sequence[str] = ()) -> list[str]:
    """The tokens that some words are in upright letters, and commands that other books have."""
    return [*(rf"\{font}{{{word}}}" for word in words for font in FONTS), *commands]


WORDS = {
    "tr": upright("tr", "Tr", "trace", "Trace", commands=[r"\tr", r"\Tr", r"\trace"]),
    "det": upright("det", "Det"),
    "diag": upright("diag", "Diag", commands=[r"\diag", r"\Diag"]),
    "sgn": upright("sign", "sgn", commands=[r"\sgn", r"\sign"]),
    "log": upright("log", "ln"),
    "exp": upright("exp"),
    "rank": upright("rank", "Rank", "rk", commands=[r"\rank", r"\rk"]),
    "vec": upright("vec"),
    "cof": upright("cof", commands=[r"\cof"]),
    "eigs": upright("eig", commands=[r"\eig"]),
}
MEANS = upright("E", commands=["E", r"\E"])
SPREADS = upright("Var", "var", "Cov", "cov", commands=[r"\Var", r"\var", r"\Cov", r"\cov"])
PROBABILITIES = upright("Pr", commands=[r"\Pr"])
OPTIONAL = {
    token for tokens in (*WORDS.values(), MEANS, SPREADS, PROBABILITIES) for token in tokens
}
OPTIONAL -= {r"\operatorname{tr}", r"\operatorname{sign}", r"\operatorname{diag}"}
OPTIONAL -= {r"\operatorname{Var}", r"\operatorname{Cov}"}


def respelled(token: Token) -> Iterator[Token]:
    """The one or two tokens of the grammar that a token is another spelling of, or itself."""
    for part in re.findall(r"\\arg|\\.+|.", ALIKE.get(token.text, "")) or [token.text]:
        yield replace(token, text=part)


# groups of tokens: how many are taken at a place, and what stands instead


Found = tuple[int, list[Token]] | None


def group(found: Sequence[Token], at: int) -> int:
    """The place behind the braces that open here; ``at`` itself where none do."""
    depth, place = 0, at
    while place < len(found) and (found[place].text == "{" or depth):
        depth += {"{": 1, "}": -1}.get(found[place].text, 0)
        place += 1
        if not depth:
            return place
    return at


def nothing(found: Sequence[Token], at: int) -> Found:
    """``{}``, which shows nothing, where it is no argument and carries no script."""
    texts = [token.text for token in found[max(0, at - 1) : at + 3]]
    before = texts.pop(0) if at else ""
    stays = before in {*NEEDY, "}", "_", "^"} or texts[2:] in (["^"], ["_"], ["'"])
    return None if texts[:2] != ["{", "}"] or stays else (2, [])


def word(found: Sequence[Token], at: int) -> Found:
    r"""``{\rm tr}``, a word with braces around it."""
    texts = [token.text for token in found[at : at + 3]]
    before = found[at - 1].text if at else ""
    inside = texts[1:2] and (texts[1] in OPTIONAL or texts[1].startswith(r"\operatorname"))
    if not inside or texts[::2] != ["{", "}"] or before in {*NEEDY, "}"}:
        return None
    return 3, [found[at + 1]]


def below(found: Sequence[Token], at: int) -> Found:
    r"""``\underset{x}{\min}`` is ``\min_{x}``."""
    first = group(found, at + 1)
    second = group(found, first)
    if found[at].text != r"\underset" or not at + 1 < first < second:
        return None
    return second - at, [
        *found[first + 1 : second - 1],
        Token("_", found[at].at),
        *found[at + 1 : first],
    ]


def braced_below(found: Sequence[Token], at: int) -> Found:
    r"""``\underbrace{a b}_{= 0}`` is ``a b``; a sum, or what has an exponent, keeps its braces."""
    first = end = group(found, at + 1)
    remark = {r"\underbrace": "_", r"\overbrace": "^"}.get(found[at].text)
    if remark is None or not at + 1 < first:
        return None
    if first < len(found) and found[first].text == remark:
        end = group(found, first + 1)
    kept = {"+", "-"} & {token.text for token in found[at + 1 : first]}
    if kept or (end < len(found) and found[end].text in {"^", "_", "'"}):
        return end - at, list(found[at + 1 : first])
    return end - at, list(found[at + 2 : first - 1])


def operator(found: Sequence[Token], at: int) -> Found:
    r"""``\mathop{\arg\min}``, whose braces set the spaces around it."""
    end = group(found, at + 1)
    inside = list(found[at + 2 : end - 1])
    texts = [token.text for token in inside]
    known = texts in ([r"\arg", r"\min"], [r"\arg", r"\max"], [r"\min"], [r"\max"])
    known = known or (len(texts) == 1 and texts[0] in OPTIONAL)
    return (
        (end - at, list(found[at + 2 : end - 1]))
        if found[at].text == r"\mathop" and known
        else None
    )


def lower_first(found: Sequence[Token], at: int) -> Found:
    r"""The lower script of a sum or a norm first, but at ``\nabla^2_{w}`` the upper one."""
    before = found[at - 1].text if at else ""
    first, second = ("_", "^") if before == r"\nabla" else ("^", "_")
    if found[at].text != first or before not in {*TALL, r"\rVert", r"\nabla"}:
        return None
    return turned(found, at, second)


def turned(found: Sequence[Token], at: int, second: str) -> Found:
    """Two scripts in the other order; the sign of the second is given."""
    middle = group(found, at + 1)
    end = group(found, middle + 1)
    if not at + 1 < middle < end - 1 or found[middle].text != second:
        return None
    return end - at, [*found[middle:end], *found[at:middle]]


def raised_prime(found: Sequence[Token], at: int) -> Found:
    r"""``A^{\prime}`` is ``A'``; the prime of a letter is a part of its token."""
    end = group(found, at + 2)
    texts = [token.text for token in found[at + 1 : end]]
    if found[at + 1 : at + 2] == [] or found[at + 1].text != "^" or set(texts[2:-1]) != {"'"}:
        return None
    primes = "'" * len(texts[2:-1])
    if re.fullmatch("[A-Za-z]", found[at].text):
        return end - at, [replace(found[at], text=found[at].text + primes)]
    return end - at, [found[at], *(replace(found[at + 1], text="'") for _ in primes)]


REWRITINGS: list[Callable[[Sequence[Token], int], Found]] = [
    nothing, word, below, braced_below, operator, lower_first, raised_prime,
]  # fmt: skip


def rewritten(found: list[Token]) -> list[Token]:
    """The tokens, each rewriting done wherever it fits."""
    for rewrite in REWRITINGS:
        out: list[Token] = []
        place = 0
        while place < len(found):
            many, instead = rewrite(found, place) or (1, [found[place]])
            out += instead
            place += many
        found = out
    return found


def each_in_its_font(inside: Sequence[Token], font: str, begin: Collection[str]) -> list[Token]:
    r"""What ``\mathbf{AB}`` holds, each letter with which a name of that font begins in a font."""
    out: list[Token] = []
    for token in inside:
        fonted = (font, "{", token.text, "}") if token.text in begin else (token.text,)
        out += [replace(token, text=text) for text in fonted]
    return out
