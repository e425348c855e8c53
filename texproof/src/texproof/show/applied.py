"""Printing functions, norms, indicators and cases."""

from ..expr import Expr
from .written import FACTOR, SIGNS, Writer, writes

FUNCTIONS = {"exp": r"\exp", "det": r"\det", "max": r"\max", "min": r"\min", "sgn": "sign"}
FUNCTIONS |= {"tr": "tr", "diag": "diag", "adj": "adj", "vec": "vec", "rank": "rank"}
FUNCTIONS |= {"cof": "cof", "gamma": r"\Gamma", "sin": r"\sin", "cos": r"\cos"}
TIMES = {"hadamard": r"\circ", "kron": r"\otimes"}


@writes("sqrt")
def root(w: Writer, node: Expr) -> str:
    """A square root."""
    return rf"\sqrt{{{w.of(node.args[0])}}}"


@writes(*FUNCTIONS)
def function(w: Writer, node: Expr) -> str:
    """A function with brackets."""
    word = FUNCTIONS[node.op]
    command = word if word.startswith("\\") else rf"\operatorname{{{word}}}"
    return rf"{command}\left({', '.join(w.args(node))}\right)"


@writes("hadamard", "kron")
def of_entries(w: Writer, node: Expr) -> str:
    """A product of entries, or Kronecker's."""
    left, right = w.args(node, FACTOR)
    return rf"{left} {TIMES[node.op]} {right}"


@writes("minor")
def minor(w: Writer, node: Expr) -> str:
    """A determinant without a row and a column."""
    whole, *at = w.args(node)
    return rf"\det\left(\left[{whole}\right]_{{{','.join(at)}}}\right)"


@writes("eigs")
def of_eigenvalues(w: Writer, node: Expr) -> str:
    """The sum or product of all eigenvalues."""
    return rf"\{node.value} \operatorname{{eig}}\left({w.of(node.args[0])}\right)"


@writes("log")
def logarithm(w: Writer, node: Expr) -> str:
    """A logarithm, to a base if there is one."""
    of, *base = w.args(node)
    return rf"\log{f'_{{{base[0]}}}' if base else ''}\left({of}\right)"


@writes("norm", "abs", "spectral")
def bars(w: Writer, node: Expr) -> str:
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
