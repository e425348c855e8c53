"""Brackets, norms, fractions, roots, elementary functions, constants and cases.

A function without brackets takes what TeX lets a reader see as its argument; where that is open to
doubt, brackets are asked for.
"""

from collections.abc import Callable
from fractions import Fraction

from ..expr import Expr, walk
from . import algebra, ellipses, leaves
from .algebra import product
from .arrays import ARRAYS
from .calculus import hessian_of, is_ordinary_derivative, partial, script_expression
from .grammar import ROUND
from .layout import Token
from .lexer import is_number, is_whole
from .parser import ONE, PRIMARIES, Parser, opens
from .spellings import COUNT, WORDS
from .sums import covariance, expectation, extremum, indicator, probability

# --------------------------------------------------------------------------------------------------
# Reading constants: infinity, the circle's number, and ``\mathbf{0}``, a zero of any shape.


@opens(r"\infty", r"\pi")
def constant(p: Parser, at: int) -> Expr:
    """Infinity or the circle's number."""
    return Expr({r"\infty": "infinity", r"\pi": "pi"}[p.take()], at=at)


@opens(r"\mathbf", r"\boldsymbol", r"\vec")
def zero(p: Parser, at: int) -> Expr:
    r"""``\mathbf{0}``, the 0 of columns and matrices; or a Hessian, ``\mathbf{H} f(x)``."""
    if result := hessian_of(p, at):
        return result
    if p.peek(2) != "0" or p.peek(3) != "}":
        p.refuse_unknown()
    p.take_all(p.peek(), "{", "0", "}")
    return Expr("num", value=Fraction(0), at=at)


@opens(r"\mathcal")
def normal(p: Parser, at: int) -> Expr:
    r"""``\mathcal{N}(x \mid m, S)`` or ``\mathcal{N}(x; m, S)``, the density of a normal x."""
    if (p.peek(2), p.peek(3), p.peek(4)) != ("N", "}", "("):
        p.refuse_unknown()
    p.take_all(r"\mathcal", "{", "N", "}", "(")
    variable = p.expression()
    p.take(r"\mid", ";")
    mean = p.expression()
    p.take(",")
    spread = p.expression()
    p.take(")")
    return Expr("normal", (variable, mean, spread), at=at)


def multiple_of_pi(p: Parser) -> Expr | None:
    r"""The ``2\pi`` of ``\log 2\pi``, which is nothing but one number, or None."""
    if p.peek() == "{" and p.peek(2) == r"\pi" and p.peek(3) == "}":
        algebra.unwrap_product(p)
    if not is_whole(p.peek()) or p.peek(1) != r"\pi" or p.peek(2) in {"^", "_"}:
        return None
    at = p.here()
    return product([p.number(), constant(p, p.here())], at)


# --------------------------------------------------------------------------------------------------
# Reading sin, cos and tan, and the hyperbolic functions, which mean terms in exponentials.
#
# ``\\tan x`` is sin x / cos x, and ``\\tanh x`` is 1 - 2 / (1 + e^(2x)). ``\\sin^2 x`` is a square;
# ``\\sin 2x`` is of the number and the factor after it.

TWO = Expr("num", value=Fraction(2))
WHAT = "what is the function of? write brackets around it"


def sine(of: Expr, at: int) -> Expr:
    """sin x."""
    return Expr("sin", (of,), at=at)


def cosine(of: Expr, at: int) -> Expr:
    """cos x."""
    return Expr("cos", (of,), at=at)


def tangent(of: Expr, at: int) -> Expr:
    """sin x / cos x."""
    return Expr("div", (sine(of, at), cosine(of, at)), at=at)


def hyperbolic_tangent(of: Expr, at: int) -> Expr:
    """1 - 2 / (1 + e^(2x))."""
    below = Expr("add", (ONE, Expr("exp", (Expr("mul", (TWO, of), at=at),), at=at)), at=at)
    return Expr("add", (ONE, Expr("neg", (Expr("div", (TWO, below), at=at),), at=at)), at=at)


def hyperbolic_sine(of: Expr, at: int) -> Expr:
    """(e^x - e^(-x)) / 2."""
    up, down = Expr("exp", (of,), at=at), Expr("exp", (Expr("neg", (of,), at=at),), at=at)
    return Expr("div", (Expr("add", (up, Expr("neg", (down,), at=at)), at=at), TWO), at=at)


def hyperbolic_cosine(of: Expr, at: int) -> Expr:
    """(e^x + e^(-x)) / 2."""
    up, down = Expr("exp", (of,), at=at), Expr("exp", (Expr("neg", (of,), at=at),), at=at)
    return Expr("div", (Expr("add", (up, down), at=at), TWO), at=at)


MEANINGS: dict[str, Callable[[Expr, int], Expr]] = {
    r"\sin": sine,
    r"\cos": cosine,
    r"\tan": tangent,
    r"\tanh": hyperbolic_tangent,
    r"\sinh": hyperbolic_sine,
    r"\cosh": hyperbolic_cosine,
}


@opens(*MEANINGS)
def function(p: Parser, at: int) -> Expr:
    """A function with its power, of what stands in brackets, or of one factor."""
    meaning, power = MEANINGS[p.take()], exponent(p)
    algebra.unwrap_bracket(p)
    if p.peek() in ROUND:
        inside = p.arguments(ROUND)
        if len(inside) > 1:
            p.refuse(f"one argument is taken here, {len(inside)} given", at)
        result = meaning(inside[0], at)
    else:
        result = meaning(multiple_of_pi(p) or unbracketed_argument(p), at)
        if p.peek() not in MEANINGS:
            p.bare = p.place, WHAT
    return Expr("pow", (result, power), at=at) if power else result


def exponent(p: Parser) -> Expr | None:
    """The 2 of ``\\sin^2``, or None."""
    if not p.skip("^"):
        return None
    p.take("{")
    if not is_whole(p.peek()):
        p.refuse("a whole power of the function stands here; of its inverse write a name")
    power = p.number()
    p.take("}")
    return power


def unbracketed_argument(p: Parser) -> Expr:
    """One factor, or a number and one."""
    at = p.here()
    if not is_number(p.peek()):
        return p.factor()
    number = p.number()
    return product([number, p.factor()], at) if p.starts_factor() else number


# --------------------------------------------------------------------------------------------------
# Reading what takes its arguments in braces: fractions, binomial coefficients and roots.


@opens(r"\frac", r"\tfrac", r"\dfrac")
def fraction(p: Parser, at: int) -> Expr:
    """A fraction or a partial derivative."""
    p.take()
    if (p.peek() == "{" and p.peek(1) == r"\partial") or is_ordinary_derivative(p):
        return partial(p, at)
    return Expr("div", (group(p), group(p)), at=at)


@opens(r"\binom")
def binomial(p: Parser, at: int) -> Expr:
    """A binomial coefficient."""
    p.take()
    return Expr("binom", (group(p), group(p)), at=at)


@opens(r"\sqrt")
def root(p: Parser, at: int) -> Expr:
    """A square root, or with an order in square brackets another one."""
    p.take()
    if not p.skip("["):
        return Expr("sqrt", (group(p),), at=at)
    order = p.number_or_size() or p.expected_name("the order of a root is a number or a name")
    p.take("]")
    return Expr("pow", (group(p), Expr("div", (leaves.ONE, order), at=order.at)), at=at)


@opens(COUNT)
def number_of_repetitions(p: Parser, at: int) -> Expr:
    """How often something is repeated: a whole number, made of numbers, sizes and letters."""
    p.take()
    number = p.braced()
    if any(not part.args and part.op not in {"num", "size", "var"} for part in walk(number)):
        p.refuse("is this how often it is repeated? that is a size or a number", number.at)
    return number


def group(p: Parser) -> Expr:
    """``{...}``, or the one token that TeX takes: ``\\frac12`` is read digit by digit."""
    at, after = p.here(), p.place + 1
    p.refuse_space()
    if p.peek() == "{":
        return p.braced()
    command = p.peek() in PRIMARIES and len(p.peek()) > 1 and leaves.longest_name(p) is None
    command = command and p.peek() not in {r"\infty", r"\pi"}
    decimal = "." in p.peek()
    node = first_digit(p) or p.inside(p.primary)
    if command or decimal or p.place > after or p.tokens[p.place - 1].text.endswith("'"):
        p.refuse("TeX takes one token here; write braces around it", at)
    return node


def first_digit(p: Parser) -> Expr | None:
    """The first digit of a number that stands here, or None."""
    token, at = p.peek(), p.here()
    if not is_whole(token):
        return None
    if len(token) > 1:
        p.tokens[p.place] = Token(token[1:], at + 1)
    else:
        p.take()
    return Expr("num", value=Fraction(token[0]), at=at)


# --------------------------------------------------------------------------------------------------
# Reading brackets, norms, functions and indicators.

CLOSING = {**ROUND, "{": "}", r"\lVert": r"\rVert", r"\lvert": r"\rvert", r"\langle": r"\rangle"}
BARS = {r"\lVert": "norm", r"\lvert": "abs"}
FUNCTIONS = {r"\log": "log", r"\ln": "log", r"\exp": "exp", r"\det": "det", r"\max": "max"}
FUNCTIONS |= {r"\min": "min", r"\operatorname{tr}": "tr", r"\operatorname{sign}": "sgn"}
FUNCTIONS |= {r"\operatorname{diag}": "diag", r"\operatorname{adj}": "adj"}
FUNCTIONS |= {token: op for op, tokens in WORDS.items() for token in tokens}
FUNCTIONS |= {r"\Gamma": "gamma"}
BARE = {"log", "exp", "det", "tr"}  # of one factor, without brackets
FROBENIUS = {"F", r"\mathrm{F}", r"\text{F}", r"\mathsf{F}"}


# --------------------------------------------------------------------------------------------------
# Brackets.


@opens(*CLOSING)
def bracket(p: Parser, at: int) -> Expr:
    """A term in brackets, a modulus, a norm or an inner product."""
    if p.peek() == "{":
        return invisible_group(p, at)
    opening = p.take()
    inside = p.expression()
    other = p.expression() if opening == r"\langle" and p.take(",") else None
    if opening == "(" and p.peek() == ",":
        return column_of_entries(p, inside, at)
    p.take(CLOSING[opening])
    if other:
        return Expr("inner", (inside, other), at=at)
    if opening in ROUND and p.peek() == "_":
        return (substitution if is_at_assignment(p) else component)(p, inside, at)
    if opening not in BARS:
        return inside
    order = norm_order(p) if BARS[opening] == "norm" and p.peek() == "_" else None
    return Expr(BARS[opening], (inside,), order, at)


def column_of_entries(p: Parser, first: Expr, at: int) -> Expr:
    """A list of entries, which is a column with a transpose behind it and without."""
    node = ellipses.column_with_dots(p, first, at)
    if p.peek() == "^" and algebra.transposes(p, 2):
        p.take_all("^", "{", p.peek(2), "}")
    return node


def invisible_group(p: Parser, at: int) -> Expr:
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


def is_at_assignment(p: Parser) -> bool:
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
    result = [leaves.index_expression(p) or p.refuse("an index, or x = a, stands below a bracket")]
    while p.peek() != "}":
        p.skip(",")
        result.append(leaves.index_expression(p) or p.refuse("an index stands here"))
    p.take("}")
    return Expr("component", (inside, *result), at=at)


def norm_order(p: Parser) -> str | None:
    """The script of a norm: 1, 2, F or infinity."""
    p.take_all("_", "{")
    order = p.take("1", "2", *FROBENIUS, r"\infty")
    p.take("}")
    return order if order not in FROBENIUS else None


# --------------------------------------------------------------------------------------------------
# Functions.


@opens(*FUNCTIONS)
def function_call(p: Parser, at: int) -> Expr:
    """A function of what stands in brackets; some of one factor without them too."""
    if p.peek() in {r"\max", r"\min"} and p.peek(1) == "_":
        return p.problem() or extremum(p, at)
    op = FUNCTIONS[p.take()]
    algebra.unwrap_bracket(p)
    base = (script_expression(p, "_"),) if op == "log" and p.peek() == "_" else ()
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
            return (ellipses.column_with_dots(p, first, at),)
        p.place = start
    result = p.arguments(ROUND)
    if len(result) > 1 and op not in {"max", "min", "cof"}:
        p.refuse(f"one argument is taken here, {len(result)} given", at)
    return result


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
