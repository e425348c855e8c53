r"""A tree as LaTeX that can be read in one way only: what a statement was read as.

Products have dots, sums and derivatives have brackets around what they are of, and every limit is
written. Reading what is printed gives the tree.
"""

import itertools
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from ..expr import Expr, Relation
from ..names import Name
from ..read.lexer import pattern

SIGNS = {"=": "=", "!=": r"\ne", "<=": r"\le", ">=": r"\ge", "<": "<", ">": ">"}
SIGNS |= {"~": r"\approx", "∝": r"\propto"}
BREAK = r" \\ "  # between rows
SUM, TERM, FACTOR, NUCLEUS = range(4)  # what may stand where a tree stands, from loose to tight
LEVELS = {"add": SUM, "neg": SUM, "optimum": SUM, "mul": TERM}
LEVELS |= dict.fromkeys(["sum", "prod", "extremum", "limit", "integral", "grad", "hessian"], TERM)
LEVELS |= dict.fromkeys(["hadamard", "kron", "eigs"], TERM)
LEVELS |= dict.fromkeys(
    ["partial", "jacobian", "log", "exp", "det", "tr", "max", "min", "sgn", "sin", "cos"], TERM
)
LEVELS |= dict.fromkeys(["pow", "transpose", "inverse", "pinv", "div", "sqrt", "binom"], FACTOR)
LEVELS |= dict.fromkeys(
    ["call", "expect", "covariance", "diag", "adj", "cof", "gamma", "minor", "rank", "vec"], FACTOR
)


class Writer:
    """Prints trees; the names tell what a conditional expectation may hold fixed."""

    def __init__(self, names: Sequence[Name] = ()) -> None:
        self.names = names

    def relation(self, relation: Relation) -> str:
        """Both sides with their sign."""
        left, right = map(self.of, relation.sides)
        return f"{left} {SIGNS[relation.sign]} {right}"

    def of(self, node: Expr, level: int = SUM) -> str:
        """A tree, in brackets where it is looser than what may stand there."""
        text = WRITINGS[node.op](self, node)
        loose = LEVELS.get(node.op, NUCLEUS) < level
        above = level == NUCLEUS and bool(re.search(r"\^|'", text)) and node.op in {"name", "entry"}
        return rf"\left({text}\right)" if loose or above else text

    def args(self, node: Expr, level: int = SUM) -> list[str]:
        """The arguments of a node."""
        return [self.of(part, level) for part in node.args]


Writing = Callable[[Writer, Expr], str]
WRITINGS: dict[str, Writing] = {}


def writes(*operations: str) -> Callable[[Writing], Writing]:
    """Enters a function in the table, as what prints these operations."""

    def enter(write: Writing) -> Writing:
        WRITINGS.update(dict.fromkeys(operations, write))
        return write

    return enter


# leaves


@writes("num")
def number(w: Writer, node: Expr) -> str:
    """A whole number, or a decimal one with all its digits."""
    value, places = Fraction(node.value), 0
    while (value * 10**places).denominator > 1:
        places += 1
    digits = str(value * 10**places).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


@writes("size", "var")
def letter(w: Writer, node: Expr) -> str:
    """A size or an index letter."""
    return str(node.value)


@writes("infinity", "pi")
def constant(w: Writer, node: Expr) -> str:
    """A constant of mathematics."""
    return {"infinity": r"\infty", "pi": r"\pi"}[node.op]


@writes("name")
def name(w: Writer, node: Expr) -> str:
    """A name with its indices in their places."""
    named: Name = node.value
    holes = dict(zip(named.letters, map(w.of, node.args), strict=False))
    return joined([holes[p[0]] if isinstance(p, tuple) else p for p in pattern(named)])


def joined(parts: Sequence[str]) -> str:
    """Tokens as a text, with a space where a command would swallow a letter."""
    text = ""
    for part in parts:
        swallows = re.search(r"\\[A-Za-z]+$", text) and part[:1].isalpha()
        text += f" {part}" if swallows else part
    return text


@writes("entry")
def entry(w: Writer, node: Expr) -> str:
    """An entry, its indices with a comma between them."""
    base, *indices = w.args(node)
    return f"{base}_{{{','.join(indices)}}}"


@writes("component")
def component(w: Writer, node: Expr) -> str:
    """An entry of a term."""
    base, *indices = w.args(node)
    return rf"\left({base}\right)_{{{','.join(indices)}}}"


@writes("call")
def call(w: Writer, node: Expr) -> str:
    """A function with its arguments."""
    return rf"{joined([str(p) for p in pattern(node.value)])}\left({', '.join(w.args(node))}\right)"


# algebra


@writes("add")
def add(w: Writer, node: Expr) -> str:
    """A sum of terms with their signs."""
    first, *rest = node.args
    text = signed(w, first, "-")
    return text + "".join(signed(w, term, " - ", " + ") for term in rest)


@writes("neg")
def neg(w: Writer, node: Expr) -> str:
    """A term with a minus."""
    return signed(w, node, "-")


def signed(w: Writer, node: Expr, minus: str, plus: str = "") -> str:
    """A term after the sign that belongs to it."""
    negative = node.op == "neg"
    return (minus if negative else plus) + w.of(node.args[0] if negative else node, TERM)


@writes("mul")
def mul(w: Writer, node: Expr) -> str:
    """Factors with dots, or with crosses where there were any."""
    first, *rest = w.args(node, FACTOR)
    signs = (r"\times" if k in (node.value or ()) else r"\cdot" for k in itertools.count(1))
    return first + "".join(f" {sign} {text}" for sign, text in zip(signs, rest, strict=False))


@writes("div", "binom")
def two(w: Writer, node: Expr) -> str:
    """A fraction or a binomial coefficient."""
    command = {"div": r"\frac", "binom": r"\binom"}[node.op]
    above, below = w.args(node)
    return f"{command}{{{above}}}{{{below}}}"


@writes("pow", "transpose", "inverse", "pinv")
def raised(w: Writer, node: Expr) -> str:
    """A power, a transpose or an inverse."""
    base = w.of(node.args[0], NUCLEUS)
    if node.op != "pow" and node.args[0].op == "entry":
        base = rf"\left({w.of(node.args[0])}\right)"
    above = {"transpose": r"\top", "inverse": "-1", "pinv": "+"}.get(node.op) or w.of(node.args[1])
    return f"{base}^{{{above}}}"


@writes("array")
def array(w: Writer, node: Expr) -> str:
    """Rows of entries."""
    entries, (_, columns) = w.args(node), node.value
    rows = (" & ".join(entries[k : k + columns]) for k in range(0, len(entries), columns))
    return rf"\begin{{pmatrix}} {BREAK.join(rows)} \end{{pmatrix}}"
