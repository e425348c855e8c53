"""Other spellings of what the grammar knows, each replaced by the one that the grammar reads.

There are tables of commands and words, and functions that rewrite groups of tokens: fonts, primes,
accents, braces, and factors under a brace with their count. A rewriting never changes what is
typeset, only how it was typed.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from .layout import ACCENTS, TAKES_ARGUMENT, TAKES_LIMITS, Token

# --------------------------------------------------------------------------------------------------
# Other spellings of what the grammar knows: tables of what stands in the place of each.
#
# A command of TeX is one of the grammar's at once. An upright word, such as ``\mathrm{tr}``, may be
# a declared name, so that it is looked up where no declared name stands.

COMMANDS = {r"\leqslant": r"\le", r"\geqslant": r"\ge", r"\leqq": r"\le", r"\geqq": r"\ge"}
COMMANDS |= {r"\lt": "<", r"\gt": ">", r"\lbrace": r"\{", r"\rbrace": r"\}", r"\colon": ":"}
COMMANDS |= {r"\cfrac": r"\frac", r"\intercal": r"\top", r"\bm": r"\boldsymbol", r"\prime": "'"}
COMMANDS |= {r"\vert": "|", r"\Vert": r"\|", r"\lbrack": "[", r"\rbrack": "]", r"\Bbb": r"\mathbb"}
COMMANDS |= {r"\argmin": r"\arg\min", r"\argmax": r"\arg\max", r"\mathbbm": r"\mathbb"}
COMMANDS |= {r"\textbf": r"\mathbf", r"\textit": r"\mathit"}
COMMANDS |= {r"\mathds": r"\mathbb", r"\cong": r"\approx", r"\simeq": r"\approx"}
COMMANDS |= dict.fromkeys([r"\ldots", r"\cdots", r"\dotsc", r"\dotsb", r"\dotsm"], r"\dots")

MATRICES = ("pmatrix", "bmatrix", "matrix", "smallmatrix", "vmatrix", "array")
FONTS = ("operatorname", "operatorname*", "mathrm", "text", "textrm", "mathsf")
PROBLEMS = {rf"\{font}{{arg{end}}}": rf"\arg\{end}" for font in FONTS for end in ("min", "max")}
LIMITS = {rf"\{font}{{{end}}}": rf"\{end}" for font in FONTS for end in ("min", "max")}
ALIKE = COMMANDS | PROBLEMS | LIMITS


def upright_words(*words: str, commands: Sequence[str] = ()) -> list[str]:
    """The tokens that some words are in upright letters, and commands that other books have."""
    return [*(rf"\{font}{{{word}}}" for word in words for font in FONTS), *commands]


WORDS = {
    "tr": upright_words("tr", "Tr", "trace", "Trace", commands=[r"\tr", r"\Tr", r"\trace"]),
    "det": upright_words("det", "Det"),
    "diag": upright_words("diag", "Diag", commands=[r"\diag", r"\Diag"]),
    "sgn": upright_words("sign", "sgn", commands=[r"\sgn", r"\sign"]),
    "log": upright_words("log", "ln"),
    "exp": upright_words("exp"),
    "rank": upright_words("rank", "Rank", "rk", commands=[r"\rank", r"\rk"]),
    "vec": upright_words("vec"),
    "cof": upright_words("cof", commands=[r"\cof"]),
    "eigs": upright_words("eig", commands=[r"\eig"]),
}
MEANS = upright_words("E", commands=["E", r"\E"])
SPREADS = upright_words("Var", "var", "Cov", "cov", commands=[r"\Var", r"\var", r"\Cov", r"\cov"])
PROBABILITIES = upright_words("Pr", commands=[r"\Pr"])
OPTIONAL = {
    token for tokens in (*WORDS.values(), MEANS, SPREADS, PROBABILITIES) for token in tokens
}
OPTIONAL -= {r"\operatorname{tr}", r"\operatorname{sign}", r"\operatorname{diag}"}
OPTIONAL -= {r"\operatorname{Var}", r"\operatorname{Cov}"}


def respell_token(token: Token) -> Iterator[Token]:
    """The one or two tokens of the grammar that a token is another spelling of, or itself."""
    for part in re.findall(r"\\arg|\\.+|.", ALIKE.get(token.text, "")) or [token.text]:
        yield replace(token, text=part)


# --------------------------------------------------------------------------------------------------
# Repeated factors and terms with their count: ``\underbrace{A \cdots A}_{n}`` is A^n.

# A token for the count of repeated members; no text contains it.
COUNT = "how often"
DOTS, PLUS, TIMES = r"\dots", "+", {r"\cdot", r"\times"}
WORDS_OF_COUNT = {r"\text{times}", r"\text{factors}", r"\text{terms}", r"\text{copies}"}
OPENING, CLOSING = {"(", "[", "{", r"\left"}, {")", "]", "}", r"\right"}


def repeated_members(inside: Sequence[Token], below: Sequence[Token]) -> list[Token] | None:
    """What stands for equal members with dots among them, and their count; None if they differ."""
    texts = [token.text for token in inside]
    if texts.count(DOTS) != 1:
        return None
    dots, count = texts.index(DOTS), [token for token in below if token.text not in WORDS_OF_COUNT]
    sign = texts[dots + 1] if texts[dots + 1 :] and texts[dots + 1] in {PLUS, *TIMES} else ""
    member = inside[dots + 1 + bool(sign) :]
    before, signs = count_members(texts[:dots], [token.text for token in member])
    wanted = {PLUS} if sign == PLUS else {"", *TIMES}
    if not (member and count and before and signs | {sign} <= wanted and is_one(member)):
        return None
    at = inside[0].at
    bracketed = [Token("(", at), *member, Token(")", at)]
    opening, closing = Token("{", at), Token("}", at)
    number = [Token(COUNT, at), opening, *count, closing]
    if sign == PLUS:
        return [opening, *number, *bracketed, closing]
    return [*bracketed, Token("^", at), opening, *number, closing]


def count_members(texts: Sequence[str], member: Sequence[str]) -> tuple[int, set[str]]:
    """How often a member stands before dots, and the signs behind it; 0 if aught else is there."""
    many, place, signs = 0, 0, set[str]()
    while member and list(texts[place : place + len(member)]) == list(member):
        many, place = many + 1, place + len(member)
        sign = texts[place] if texts[place:] and texts[place] in {PLUS, *TIMES} else ""
        signs.add(sign)
        place += bool(sign)
    return (many if place == len(texts) else 0), signs


def is_one(member: Sequence[Token]) -> bool:
    """Whether no sum or relation stands in a member outside of brackets."""
    depth = 0
    for token in member:
        depth += (token.text in OPENING) - (token.text in CLOSING)
        if not depth and token.text in {"+", "-", "=", "<", ">", ","}:
            return False
    return True


# --------------------------------------------------------------------------------------------------
# Groups of tokens that are another spelling: how many are taken, and what stands instead.

INFIX = {r"\choose": r"\binom", r"\over": r"\frac"}

Found = tuple[int, list[Token]] | None


def group(pieces: Sequence[Token], at: int) -> int:
    """The place behind the braces that open here; ``at`` itself where none do."""
    depth, place = 0, at
    while place < len(pieces) and (pieces[place].text == "{" or depth):
        depth += {"{": 1, "}": -1}.get(pieces[place].text, 0)
        place += 1
        if not depth:
            return place
    return at


def remove_empty_group(pieces: Sequence[Token], at: int) -> Found:
    """``{}``, which shows nothing, where it is no argument and carries no script."""
    script = [token.text for token in pieces[at : at + 3]]
    if script in (["^", "{", "}"], ["_", "{", "}"]):
        return 3, []
    texts = [token.text for token in pieces[max(0, at - 1) : at + 3]]
    before = texts.pop(0) if at else ""
    stays = before in {*TAKES_ARGUMENT, "}", "_", "^"} or texts[2:] in (["^"], ["_"], ["'"])
    return None if texts[:2] != ["{", "}"] or stays else (2, [])


def unwrap_word(pieces: Sequence[Token], at: int) -> Found:
    r"""``{\rm tr}``, a word with braces around it."""
    texts = [token.text for token in pieces[at : at + 3]]
    before = pieces[at - 1].text if at else ""
    inside = texts[1:2] and (texts[1] in OPTIONAL or texts[1].startswith(r"\operatorname"))
    if not inside or texts[::2] != ["{", "}"] or before in {*TAKES_ARGUMENT, "}"}:
        return None
    return 3, [pieces[at + 1]]


def unwrap_underset(pieces: Sequence[Token], at: int) -> Found:
    r"""``\underset{x}{\min}`` is ``\min_{x}``."""
    if pieces[at].text != r"\underset":
        return None
    first = group(pieces, at + 1)
    second = group(pieces, first)
    if not at + 1 < first < second:
        return None
    return second - at, [
        *pieces[first + 1 : second - 1],
        Token("_", pieces[at].at),
        *pieces[at + 1 : first],
    ]


def unwrap_underbrace(pieces: Sequence[Token], at: int) -> Found:
    r"""``\underbrace{a b}_{= 0}`` is ``a b``; a sum, or what has an exponent, keeps its braces.

    What is repeated as often as stands there is a power or a multiple.
    """
    remark = {r"\underbrace": "_", r"\overbrace": "^"}.get(pieces[at].text)
    if remark is None:
        return None
    first = end = group(pieces, at + 1)
    if not at + 1 < first:
        return None
    if first < len(pieces) and pieces[first].text == remark:
        end = group(pieces, first + 1)
        counted = repeated_members(pieces[at + 2 : first - 1], pieces[first + 2 : end - 1])
        if counted and not (end < len(pieces) and pieces[end].text in {"^", "_", "'"}):
            return end - at, counted
    kept = {"+", "-"} & {token.text for token in pieces[at + 1 : first]}
    if kept or (end < len(pieces) and pieces[end].text in {"^", "_", "'"}):
        return end - at, list(pieces[at + 1 : first])
    return end - at, list(pieces[at + 2 : first - 1])


def unwrap_operator(pieces: Sequence[Token], at: int) -> Found:
    r"""``\mathop{\arg\min}``, whose braces set the spaces around it."""
    if pieces[at].text != r"\mathop":
        return None
    end = group(pieces, at + 1)
    inside = list(pieces[at + 2 : end - 1])
    texts = [token.text for token in inside]
    known = texts in ([r"\arg", r"\min"], [r"\arg", r"\max"], [r"\min"], [r"\max"])
    return (end - at, inside) if known or (len(texts) == 1 and texts[0] in OPTIONAL) else None


def put_lower_script_first(pieces: Sequence[Token], at: int) -> Found:
    r"""The lower script of a sum or a norm first, but at ``\nabla^2_{w}`` the upper one."""
    before = pieces[at - 1].text if at else ""
    first, second = ("_", "^") if before == r"\nabla" else ("^", "_")
    if pieces[at].text != first or before not in {*TAKES_LIMITS, r"\rVert", r"\nabla"}:
        return None
    return exchange_scripts(pieces, at, second)


def exchange_scripts(pieces: Sequence[Token], at: int, second: str) -> Found:
    """Two scripts in the other order; the sign of the second is given."""
    middle = group(pieces, at + 1)
    end = group(pieces, middle + 1)
    if not at + 1 < middle < end - 1 or pieces[middle].text != second:
        return None
    return end - at, [*pieces[middle:end], *pieces[at:middle]]


def respell_prime(pieces: Sequence[Token], at: int) -> Found:
    r"""``A^{\prime}`` is ``A'``; the prime of a letter is a part of its token."""
    if at + 1 >= len(pieces) or pieces[at + 1].text != "^":
        return None
    end = group(pieces, at + 2)
    texts = [token.text for token in pieces[at + 1 : end]]
    if set(texts[2:-1]) != {"'"}:
        return None
    primes = "'" * len(texts[2:-1])
    if re.fullmatch("[A-Za-z]", pieces[at].text):
        return end - at, [replace(pieces[at], text=pieces[at].text + primes)]
    return end - at, [pieces[at], *(replace(pieces[at + 1], text="'") for _ in primes)]


def expand_infix(pieces: Sequence[Token], at: int) -> Found:
    r"""``{n \choose k}`` is ``\binom{n}{k}``, ``{a \over b}`` is ``\frac{a}{b}``."""
    end = group(pieces, at)
    steps = ({"{": 1, "}": -1}.get(token.text, 0) for token in pieces[at:end])
    depths = enumerate(accumulate(steps), start=at)
    middles = [place for place, deep in depths if deep == 1 and pieces[place].text in INFIX]
    if len(middles) != 1:
        return None
    above, below = pieces[at + 1 : middles[0]], pieces[middles[0] + 1 : end - 1]
    opening, closing = Token("{", pieces[at].at), Token("}", pieces[at].at)
    sides = [opening, *above, closing, opening, *below, closing]
    return end - at, [Token(INFIX[pieces[middles[0]].text], pieces[at].at), *sides]


def brace_accented_script(pieces: Sequence[Token], at: int) -> Found:
    r"""``x_\mathbf{y}`` is ``x_{\mathbf{y}}``."""
    sign, *inside = [token.text for token in pieces[at : at + 4]]
    if sign not in {"_", "^"} or inside[::2] != ["{", "}"] or inside[1] not in ACCENTS:
        return None
    end = group(pieces, at + 4)
    opening, accent, closing = pieces[at + 1 : at + 4]
    return end - at, [pieces[at], opening, accent, *pieces[at + 4 : end], closing]


REWRITINGS: list[Callable[[Sequence[Token], int], Found]] = [
    brace_accented_script,
    remove_empty_group,
    unwrap_word,
    expand_infix,
    unwrap_underset,
    unwrap_underbrace,
    unwrap_operator,
    put_lower_script_first,
    respell_prime,
]


def apply_rewritings(pieces: list[Token]) -> list[Token]:
    """The tokens, each rewriting done wherever it fits."""
    for rewrite in REWRITINGS:
        out: list[Token] = []
        place = 0
        while place < len(pieces):
            many, instead = rewrite(pieces, place) or (1, [pieces[place]])
            out += instead
            place += many
        pieces = out
    return pieces


def letters_in_fonts(inside: Sequence[Token], font: str, begin: Collection[str]) -> list[Token]:
    r"""What ``\mathbf{AB}`` holds, each letter with which a name of that font begins in a font."""
    out: list[Token] = []
    for token in inside:
        fonted = (font, "{", token.text, "}") if token.text in begin else (token.text,)
        out += [replace(token, text=text) for text in fonted]
    return out
