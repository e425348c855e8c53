r"""Other spellings of what the grammar knows: tables of what stands in the place of each.

A command of TeX is one of the grammar's at once. An upright word, such as ``\mathrm{tr}``, may be
a declared name, so that it is looked up where no declared name stands.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .layout import Token

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
