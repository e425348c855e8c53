"""Reading brackets, norms, functions and indicators."""

from ..expr import Expr
from . import ellipses, nouns, scripts, unbraced
from .arrays import ARRAYS
from .binders import extremum
from .chance import covariance, expectation, probability, script
from .constants import multiple_of_pi
from .memberships import indicator
from .parser import Parser
from .spellings import WORDS
from .table import ROUND, opens

CLOSING = {**ROUND, "{": "}", r"\lVert": r"\rVert", r"\lvert": r"\rvert", r"\langle": r"\rangle"}
BARS = {r"\lVert": "norm", r"\lvert": "abs"}
FUNCTIONS = {r"\log": "log", r"\ln": "log", r"\exp": "exp", r"\det": "det", r"\max": "max"}
FUNCTIONS |= {r"\min": "min", r"\operatorname{tr}": "tr", r"\operatorname{sign}": "sgn"}
FUNCTIONS |= {r"\operatorname{diag}": "diag", r"\operatorname{adj}": "adj"}
FUNCTIONS |= {token: op for op, tokens in WORDS.items() for token in tokens}
FUNCTIONS |= {r"\Gamma": "gamma"}
BARE = {"log", "exp", "det", "tr"}  # of one factor, without brackets
FROBENIUS = {"F", r"\mathrm{F}", r"\text{F}", r"\mathsf{F}"}


# brackets


@opens(*CLOSING)
def bracket(p: Parser, at: int) -> Expr:
    """A term in brackets, a modulus, a norm or an inner product."""
    if p.peek() == "{":
        return invisible(p, at)
    opening = p.take()
    inside = p.expression()
    other = p.expression() if opening == r"\langle" and p.take(",") else None
    if opening == "(" and p.peek() == ",":
        return column(p, inside, at)
    p.take(CLOSING[opening])
    if other:
        return Expr("inner", (inside, other), at=at)
    if opening in ROUND and p.peek() == "_":
        return (substitution if assigns(p) else component)(p, inside, at)
    if opening not in BARS:
        return inside
    order = norm_order(p) if BARS[opening] == "norm" and p.peek() == "_" else None
    return Expr(BARS[opening], (inside,), order, at)


def column(p: Parser, first: Expr, at: int) -> Expr:
    """A list of entries, which is a column with a transpose behind it and without."""
    node = ellipses.listed(p, first, at)
    if p.peek() == "^" and scripts.transposes(p, 2):
        p.take_all("^", "{", p.peek(2), "}")
    return node


def invisible(p: Parser, at: int) -> Expr:
    """``{a}``: TeX groups by it and shows nothing, so that one name or array alone stands in it."""
    p.take("{")
    array = p.peek() in ARRAYS
    inside = p.inside(p.primary)
    if not array and inside.op not in {"name", "entry", "var", "size"}:
        p.refuse("TeX does not show these braces; write brackets", at)
    if p.peek() != "}":
        p.refuse("TeX does not show these braces; write brackets", at)
    p.take("}")
    return inside


def substitution(p: Parser, inside: Expr, at: int) -> Expr:
    """``[f]_{x = a}``: f with a in the place of the name x."""
    p.take_all("_", "{")
    about = p.expected_name("expected a declared name")
    p.take("=")
    node = Expr("substitute", (inside, about, p.expression()), at=at)
    p.take("}")
    return node


def assigns(p: Parser) -> bool:
    """Whether an equation stands in the script here."""
    return any(token.text == "=" for token in p.tokens[p.place : group_end(p)])


def group_end(p: Parser) -> int:
    """The place of what follows the script that stands here."""
    p.place += 1
    end = p.after_group()
    p.place -= 1
    return end


def component(p: Parser, inside: Expr, at: int) -> Expr:
    """``(A B)_{ij}``: an entry of what stands in brackets."""
    p.take_all("_", "{")
    found = [nouns.index_expression(p) or p.refuse("an index, or x = a, stands below a bracket")]
    while p.peek() != "}":
        p.skip(",")
        found.append(nouns.index_expression(p) or p.refuse("an index stands here"))
    p.take("}")
    return Expr("component", (inside, *found), at=at)


def norm_order(p: Parser) -> str | None:
    """The script of a norm: 1, 2, F or infinity."""
    p.take_all("_", "{")
    order = p.take("1", "2", *FROBENIUS, r"\infty")
    p.take("}")
    return order if order not in FROBENIUS else None


# functions


@opens(*FUNCTIONS)
def applied(p: Parser, at: int) -> Expr:
    """A function of what stands in brackets; some of one factor without them too."""
    if p.peek() in {r"\max", r"\min"} and p.peek(1) == "_":
        return p.problem() or extremum(p, at)
    op = FUNCTIONS[p.take()]
    unbraced.bracket(p)
    base = (script(p, "_"),) if op == "log" and p.peek() == "_" else ()
    if p.peek() in ROUND or op not in BARE:
        return Expr(op, (*arguments(p, op), *base), at=at)
    angled = p.peek() == r"\langle"
    of = multiple_of_pi(p) or p.factor()
    if not angled or of.op != "inner":
        p.bare = p.place, "what is the function of? write brackets around it"
    return Expr(op, (of, *base), at=at)


def arguments(p: Parser, op: str) -> tuple[Expr, ...]:
    """Arguments in brackets; a maximum or minimum has several, any other function one.

    A diagonal may be listed, with dots.
    """
    at, start = p.here(), p.place
    if op == "diag" and p.skip("("):
        first = p.expression()
        if p.peek() == ",":
            return (ellipses.listed(p, first, at),)
        p.place = start
    found = p.arguments(ROUND)
    if len(found) > 1 and op not in {"max", "min", "cof"}:
        p.refuse(f"one argument is taken here, {len(found)} given", at)
    return found


@opens("e")
def exponential(p: Parser, at: int) -> Expr:
    """The e of ``e^{x}``."""
    if p.peek(1) != "^":
        p.refuse_unknown()
    p.take()
    return Expr("e", at=at)


@opens(r"\mathbb")
def blackboard(p: Parser, at: int) -> Expr:
    """An expectation, a variance, a probability or an indicator."""
    readings = {"E": expectation, "V": covariance, "P": probability, "1": indicator, "I": indicator}
    return readings[p.peek(2)](p, at) if p.peek(2) in readings else p.refuse_unknown()


@opens(r"\begin{cases}")
def cases(p: Parser, at: int) -> Expr:
    """The first of some cases that holds, the last of them ``\\text{otherwise}``."""
    p.take()
    parts, signs = [p.expression()], []
    while p.skip("&") and not p.skip(r"\text{otherwise}", r"\text{else}"):
        left, sign, right = p.condition("a case holds where a relation does")
        p.take("\\\\")
        parts += [left, right, p.expression()]
        signs.append(sign)
    p.take(r"\end{cases}")
    return Expr("cases", tuple(parts), tuple(signs), at)
