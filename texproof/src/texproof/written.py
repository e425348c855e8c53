"""A tree as LaTeX that can be read in one way only, which tells a reader how a statement was read.

Each operation is entered in `WRITINGS` with the function that writes it; the sections are algebra,
functions, and what binds a letter or a name.
"""

import itertools
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from .expr import Expr, Relation, free_letters
from .names import PLACE, Name, outcomes
from .read.lexer import pattern

# --------------------------------------------------------------------------------------------------
# A tree as LaTeX that can be read in one way only: what a statement was read as.
#
# Products have dots, sums and derivatives have brackets around what they are of, and every limit is
# written. Reading what is printed gives the tree.

SIGNS = {"=": "=", "!=": r"\ne", "<=": r"\le", ">=": r"\ge", "<": "<", ">": ">"}
SIGNS |= {"~": r"\approx", "∝": r"\propto"}
# Rows of an array are separated by this.
BREAK = r" \\ "
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


# --------------------------------------------------------------------------------------------------
# Numbers, names and letters.


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
    return join_tokens([holes[p[0]] if isinstance(p, tuple) else p for p in pattern(named)])


def join_tokens(parts: Sequence[str]) -> str:
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
    called = join_tokens([str(p) for p in pattern(node.value)])
    return rf"{called}\left({', '.join(w.args(node))}\right)"


# --------------------------------------------------------------------------------------------------
# Algebra.


@writes("add")
def add(w: Writer, node: Expr) -> str:
    """A sum of terms with their signs."""
    first, *rest = node.args
    text = signed_term(w, first, "-")
    return text + "".join(signed_term(w, term, " - ", " + ") for term in rest)


@writes("neg")
def neg(w: Writer, node: Expr) -> str:
    """A term with a minus."""
    return signed_term(w, node, "-")


def signed_term(w: Writer, node: Expr, minus: str, plus: str = "") -> str:
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
def fraction_or_binomial(w: Writer, node: Expr) -> str:
    """A fraction or a binomial coefficient."""
    command = {"div": r"\frac", "binom": r"\binom"}[node.op]
    above, below = w.args(node)
    return f"{command}{{{above}}}{{{below}}}"


@writes("pow", "transpose", "inverse", "pinv")
def power_or_transpose(w: Writer, node: Expr) -> str:
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


# --------------------------------------------------------------------------------------------------
# Printing functions, norms, indicators and cases.

FUNCTIONS = {"exp": r"\exp", "det": r"\det", "max": r"\max", "min": r"\min", "sgn": "sign"}
FUNCTIONS |= {"tr": "tr", "diag": "diag", "adj": "adj", "vec": "vec", "rank": "rank"}
FUNCTIONS |= {"cof": "cof", "gamma": r"\Gamma", "sin": r"\sin", "cos": r"\cos"}
TIMES = {"hadamard": r"\circ", "kron": r"\otimes"}


@writes("sqrt")
def root(w: Writer, node: Expr) -> str:
    """A square root."""
    return rf"\sqrt{{{w.of(node.args[0])}}}"


@writes(*FUNCTIONS)
def function_with_brackets(w: Writer, node: Expr) -> str:
    """A function with brackets."""
    word = FUNCTIONS[node.op]
    command = word if word.startswith("\\") else rf"\operatorname{{{word}}}"
    return rf"{command}\left({', '.join(w.args(node))}\right)"


@writes("hadamard", "kron")
def entrywise_product(w: Writer, node: Expr) -> str:
    """A product of entries, or Kronecker's."""
    left, right = w.args(node, FACTOR)
    return rf"{left} {TIMES[node.op]} {right}"


@writes("minor")
def minor(w: Writer, node: Expr) -> str:
    """A determinant without a row and a column."""
    whole, *at = w.args(node)
    return rf"\det\left(\left[{whole}\right]_{{{','.join(at)}}}\right)"


@writes("eigs")
def fold_of_eigenvalues(w: Writer, node: Expr) -> str:
    """The sum or product of all eigenvalues."""
    return rf"\{node.value} \operatorname{{eig}}\left({w.of(node.args[0])}\right)"


@writes("log")
def logarithm(w: Writer, node: Expr) -> str:
    """A logarithm, to a base if there is one."""
    of, *base = w.args(node)
    return rf"\log{f'_{{{base[0]}}}' if base else ''}\left({of}\right)"


@writes("norm", "abs", "spectral")
def norm_or_modulus(w: Writer, node: Expr) -> str:
    """A norm with its order, a modulus, or the number of members of a set."""
    kind = {"norm": "Vert", "abs": "vert", "spectral": "Vert"}[node.op]
    value = "2" if node.op == "spectral" else node.value
    order = f"_{{{value}}}" if value else ""
    return rf"\left\l{kind} {w.of(node.args[0])}\right\r{kind}{order}"


@writes("inner")
def inner(w: Writer, node: Expr) -> str:
    """An inner product."""
    return rf"\left\langle {', '.join(w.args(node))}\right\rangle"


@writes("indicator")
def indicator(w: Writer, node: Expr) -> str:
    """1 where a relation holds."""
    left, right = w.args(node)
    return rf"\mathbb{{1}}\left[{left} {SIGNS[node.value]} {right}\right]"


@writes("cases")
def cases(w: Writer, node: Expr) -> str:
    """Cases, each with its relation, the last without."""
    parts, text = w.args(node), ""
    for k, sign in enumerate(node.value):
        text += rf"{parts[3 * k]} & {parts[3 * k + 1]} {SIGNS[sign]} {parts[3 * k + 2]} \\ "
    return rf"\begin{{cases}} {text}{parts[-1]} & \text{{otherwise}} \end{{cases}}"


# --------------------------------------------------------------------------------------------------
# Sums and sets.


@writes("sum", "prod")
def sum_(w: Writer, node: Expr) -> str:
    """A sum or product with its limits."""
    domain, body = node.args
    return rf"\{node.op}{limits(w, domain, node.value)} {w.of(body, FACTOR)}"


def limits(w: Writer, domain: Expr, letter: str) -> str:
    """What a letter runs over, below and above."""
    if domain.op == "range":
        low, high = w.args(domain)
        return f"_{{{letter} = {low}}}^{{{high}}}"
    return f"_{{{domain_text(w, domain, letter)}}}"


def domain_text(w: Writer, domain: Expr, letter: str) -> str:
    """A set, or a part of a range."""
    if domain.op == "name":
        return rf"{letter} \in {w.of(domain)}"
    sign = "!=" if domain.op == "except" else domain.value[1]
    return f"{letter} {SIGNS[sign]} {w.of(domain.args[1])}"


@writes("extremum")
def extremum(w: Writer, node: Expr) -> str:
    """A maximum or minimum over all values of a letter, or a part of them."""
    domain, body = node.args
    letter, kind = node.value
    if domain.op == "range":
        below = f"{letter} = {w.of(domain.args[0])}" if domain.value == "open" else letter
    else:
        below = domain_text(w, domain, letter)
    return rf"\{kind}_{{{below}}} {w.of(body, FACTOR)}"


@writes("builder")
def builder(w: Writer, node: Expr) -> str:
    """The members of a range that satisfy a relation."""
    letter, sign = node.value
    _, left, right = node.args
    return rf"\{{{letter} \mid {w.of(left)} {SIGNS[sign]} {w.of(right)}\}}"


@writes("optimum")
def optimum(w: Writer, node: Expr) -> str:
    """A problem with its constraints."""
    kind, many, *signs = node.value
    parts = w.args(node)
    about, objective, rest = ", ".join(parts[:many]), parts[many], parts[many + 1 :]
    pairs = zip(rest[::2], signs, rest[1::2], strict=True)
    such = ", ".join(f"{left} {SIGNS[sign]} {right}" for left, sign, right in pairs)
    return f"{kind}_{{{about}}} {objective}" + (rf" \text{{ s.t. }} {such}" if such else "")


# --------------------------------------------------------------------------------------------------
# Calculus.


@writes("grad", "hessian")
def gradient(w: Writer, node: Expr) -> str:
    """A gradient or a Hessian, with what it is of behind it."""
    body, about = node.args
    order = "^{2}" if node.op == "hessian" else ""
    return rf"\nabla{order}_{{{w.of(about)}}} {in_brackets(w, body)}"


def in_brackets(w: Writer, body: Expr) -> str:
    """A tree in brackets."""
    return rf"\left({w.of(body)}\right)"


@writes("partial")
def partial(w: Writer, node: Expr) -> str:
    """A partial derivative, with what it is of behind it."""
    body, *about = node.args
    order = f"^{{{len(about)}}}" if len(about) > 1 else ""
    by = " ".join(rf"\partial {w.of(name)}" for name in about)
    return rf"\frac{{\partial{order}}}{{{by}}} {in_brackets(w, body)}"


@writes("differential")
def differential(w: Writer, node: Expr) -> str:
    """A differential."""
    return rf"\partial {in_brackets(w, node.args[0])}"


@writes("jacobian")
def jacobian(w: Writer, node: Expr) -> str:
    """A derivative by a vector, its transpose or a matrix."""
    body, about = node.args
    above = r"^{\top}" if node.value else ""
    return rf"\frac{{\partial}}{{\partial {w.of(about)}{above}}} {in_brackets(w, body)}"


@writes("integral")
def integral(w: Writer, node: Expr) -> str:
    """An integral with its limits."""
    body, low, high, about = node.args
    limits = f"_{{{w.of(low)}}}^{{{w.of(high)}}}"
    return rf"\int{limits} {w.of(body, FACTOR)} \,\mathrm{{d}} {w.of(about)}"


@writes("limit")
def limit(w: Writer, node: Expr) -> str:
    """A limit."""
    body, about, point = node.args
    return rf"\lim_{{{w.of(about)} \to {w.of(point)}}} {w.of(body, FACTOR)}"


@writes("substitute")
def substitution(w: Writer, node: Expr) -> str:
    """A tree with another value in the place of a name; the derivative of a function by primes."""
    slope = node.args[0]
    if node.args[1].value.meaning == PLACE and slope.args[0].op == "call":
        named = join_tokens([str(part) for part in pattern(slope.args[0].value)])
        slopes = {"grad": rf"\nabla {named}", "hessian": rf"\nabla^{{2}} {named}"}
        primed = slopes.get(slope.op, named + "'" * (len(slope.args) - 1))
        return rf"{primed}\left({w.of(node.args[2])}\right)"
    body, about, value = w.args(node)
    return rf"\left[{body}\right]_{{{about} = {value}}}"


# --------------------------------------------------------------------------------------------------
# Chance.


@writes("expect")
def expectation(w: Writer, node: Expr) -> str:
    """An expected value; its one source stands below, or what is held fixed behind a bar."""
    (body,) = node.args
    if len(node.value) == 1:
        return rf"\mathbb{{E}}_{{{node.value[0]}}}\left[{w.of(body)}\right]"
    return rf"\mathbb{{E}}\left[{w.of(body)}{names_held_fixed(w, node)}\right]"


@writes("covariance")
def covariance(w: Writer, node: Expr) -> str:
    """A covariance; that of a name with itself is its variance."""
    return rf"\operatorname{{Cov}}\left({', '.join(w.args(node))}{names_held_fixed(w, node)}\right)"


def names_held_fixed(w: Writer, node: Expr) -> str:
    """The names behind a bar, by which the sources that are not averaged are held."""
    letters = frozenset().union(*map(free_letters, node.args))
    sources = {source for name in w.names for source in name.sources}
    held = {s for s in sources if outcomes(s)[0] in letters and s not in node.value}
    names = []
    for name in w.names:
        if held & set(name.sources) and not set(name.sources) & set(node.value) and not name.over:
            names.append(name.latex)
            held -= set(name.sources)
    return rf" \mid {', '.join(names)}" if names else ""
