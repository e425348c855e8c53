r"""Printing what binds a letter or a name: sums, sets, problems, calculus, chance."""

from ..expr import Expr, free_letters
from ..names import PLACE, outcomes
from ..read.lexer import pattern
from .written import FACTOR, SIGNS, Writer, joined, writes

# sums and sets


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
    return f"_{{{part(w, domain, letter)}}}"


def part(w: Writer, domain: Expr, letter: str) -> str:
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
        below = part(w, domain, letter)
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


# calculus


@writes("grad", "hessian")
def gradient(w: Writer, node: Expr) -> str:
    """A gradient or a Hessian, with what it is of behind it."""
    body, about = node.args
    order = "^{2}" if node.op == "hessian" else ""
    return rf"\nabla{order}_{{{w.of(about)}}} {within(w, body)}"


def within(w: Writer, body: Expr) -> str:
    """A tree in brackets."""
    return rf"\left({w.of(body)}\right)"


@writes("partial")
def partial(w: Writer, node: Expr) -> str:
    """A partial derivative, with what it is of behind it."""
    body, *about = node.args
    order = f"^{{{len(about)}}}" if len(about) > 1 else ""
    by = " ".join(rf"\partial {w.of(name)}" for name in about)
    return rf"\frac{{\partial{order}}}{{{by}}} {within(w, body)}"


@writes("differential")
def differential(w: Writer, node: Expr) -> str:
    """A differential."""
    return rf"\partial {within(w, node.args[0])}"


@writes("jacobian")
def jacobian(w: Writer, node: Expr) -> str:
    """A derivative by a vector, its transpose or a matrix."""
    body, about = node.args
    above = r"^{\top}" if node.value else ""
    return rf"\frac{{\partial}}{{\partial {w.of(about)}{above}}} {within(w, body)}"


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
        named = joined([str(part) for part in pattern(slope.args[0].value)])
        slopes = {"grad": rf"\nabla {named}", "hessian": rf"\nabla^{{2}} {named}"}
        primed = slopes.get(slope.op, named + "'" * (len(slope.args) - 1))
        return rf"{primed}\left({w.of(node.args[2])}\right)"
    body, about, value = w.args(node)
    return rf"\left[{body}\right]_{{{about} = {value}}}"


# chance


@writes("expect")
def expectation(w: Writer, node: Expr) -> str:
    """An expected value; its one source stands below, or what is held fixed behind a bar."""
    (body,) = node.args
    if len(node.value) == 1:
        return rf"\mathbb{{E}}_{{{node.value[0]}}}\left[{w.of(body)}\right]"
    return rf"\mathbb{{E}}\left[{w.of(body)}{fixed(w, node)}\right]"


@writes("covariance")
def covariance(w: Writer, node: Expr) -> str:
    """A covariance; that of a name with itself is its variance."""
    return rf"\operatorname{{Cov}}\left({', '.join(w.args(node))}{fixed(w, node)}\right)"


def fixed(w: Writer, node: Expr) -> str:
    """The names behind a bar, by which the sources that are not averaged are held."""
    letters = frozenset().union(*map(free_letters, node.args))
    sources = {source for name in w.names for source in name.sources}
    held = {s for s in sources if outcomes(s)[0] in letters and s not in node.value}
    found = []
    for name in w.names:
        if held & set(name.sources) and not set(name.sources) & set(node.value) and not name.over:
            found.append(name.latex)
            held -= set(name.sources)
    return rf" \mid {', '.join(found)}" if found else ""
