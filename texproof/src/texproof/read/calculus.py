"""Derivatives, gradients, integrals and limits.

A derivative is by a declared name, written as a fraction, as a script or as a gradient; an integral
ends in the differential of its variable. Where the d of a differential could be a name, the text is
refused.
"""

from collections.abc import Sequence

from ..expr import Expr, names_in, walk
from ..limits import HIGHEST_DERIVATIVE
from ..names import ARGUMENT, Name, argument
from . import algebra, leaves
from .algebra import product
from .grammar import TIMES
from .parser import Parser, opens

# --------------------------------------------------------------------------------------------------
# Reading derivatives in fractions: partial derivatives, and those by an only variable.

# Before one of these, a d is a name and not the d of a derivative.
AFTER_A_NAME = "}", "+", "-", "/", "^", "_", r"\cdot"
BY = "of what is this the derivative? write brackets around it"


def partial(p: Parser, at: int) -> Expr:
    """``\\frac{\\partial^2 f}{\\partial a \\partial b}``, with f above or behind the fraction.

    So is ``\\frac{d f}{d x}`` read, with an upright d or a sloping one that is no name. By a vector
    or matrix it is of the whole product behind it.
    """
    p.take("{")
    sign = p.take()
    order = derivative_order(p)
    function = function_alone(p)
    body = None if function or p.peek() == "}" else p.term()
    p.take("}")
    p.refuse_space()
    if function:
        return derivative_of_function(p, function, sign, order, at)
    p.take("{")
    about = differentiation_variables(p, sign)
    p.take("}")
    if len(about) != order:
        p.refuse(f"a derivative of order {order} by {len(about)} names", at)
    if any(map(is_array, about)):
        return derivative_by_array(p, p.term() if body is None else body, about, at)
    return Expr("partial", (differentiated_term(p) if body is None else body, *about), at=at)


def differentiated_term(p: Parser) -> Expr:
    """The factor behind a derivative, or the term that begins with a number: ``2 x^2``."""
    at, body = p.here(), p.factor()
    if any(node.op in {"name", "var", "entry", "call"} for node in walk(body)):
        p.bare = p.place, BY
        return body
    goes_on = p.skip(*TIMES) or p.starts_factor()
    return product([body, p.term()], at) if goes_on else body


def function_alone(p: Parser) -> Name | None:
    """The function of one argument of which the name alone stands above, or None."""
    best = leaves.longest_name(p)
    if best is None or not best[1].takes or len(best[1].takes) > 1:
        return None
    (end, *_), name, _ = best
    if p.peek(end - p.place) not in {"}", "^"}:
        return None
    p.place = end
    return name


def derivative_of_function(p: Parser, name: Name, sign: str, order: int, at: int) -> Expr:
    r"""``\frac{d f}{d u}(a)``, whatever u is called, or ``\frac{d f}{d x}``, of f(x)."""
    p.take_all("{", sign)
    about = (
        None if function_alone(p) else p.expected_name("a derivative needs a declared name here")
    )
    if derivative_order(p) != order:
        p.refuse(f"a derivative of order {order} by one name", at)
    p.take("}")
    if p.peek() != "(":
        value = about or p.refuse(f"where? write {name.latex} with its argument", at)
        slope = derivative_at_value(name, value, order, at)
        return Expr("transpose", (slope,), at=at) if order == 1 and is_row(value) else slope
    (value,) = p.arguments({"(": ")"})
    if value.op not in {"name", "call", "num"}:
        p.refuse("where it is taken, or times what? write a name for it, or \\cdot", at)
    return derivative_at_value(name, value, order, at)


def derivative_at_value(name: Name, value: Expr, order: int, at: int) -> Expr:
    """The derivative of a function of one number or column, where its argument has a value."""
    (shape,) = name.takes or ((),)
    moved = Expr("name", (), argument(shape, 1) if shape else ARGUMENT, at)
    call = Expr("call", (moved,), name, at)
    ops = {1: "grad", 2: "hessian"} if shape else {}
    body = Expr(ops.get(order, "partial"), (call, *[moved] * (1 if shape else order)), at=at)
    return Expr("substitute", (body, moved, value), at=at)


def derivative_by_array(p: Parser, body: Expr, about: list[Expr], at: int) -> Expr:
    """A derivative by a vector, by its transpose or by a matrix; by a vector and its transpose."""
    first, *more = about
    name = first.args[0] if first.op == "transpose" else first
    if not more:
        return Expr("jacobian", (body, name), first.op == "transpose" or is_row(name), at)
    if len(more) == 1 and more[0] == Expr("transpose", (first,)):
        return Expr("hessian", (body, first), at=at)
    return p.refuse(r"a second derivative is by a column and its transpose, \partial w^\top", at)


def is_row(about: Expr) -> bool:
    """Whether the derivative of a number by a column is a row: its numerator tells the layout."""
    return about.op == "name" and "numerator" in about.value.written


def is_array(about: Expr) -> bool:
    """Whether a derivative is by a vector, a matrix or a transpose."""
    return about.op == "transpose" or (about.op == "name" and bool(about.value.shape))


def differentiation_variables(p: Parser, sign: str) -> list[Expr]:
    """What a derivative is by, each as often as it is; ``sign`` is \\partial or d."""
    about: list[Expr] = []
    while p.skip(sign):
        bracket = p.skip("(")
        named = p.expected_name("a derivative needs a declared name here")
        if bracket:
            p.take(")")
        if p.peek() == "^" and is_array(named) and algebra.transposes(p, 2):
            p.take_all("^", "{", p.peek(2), "}")
            about.append(Expr("transpose", (named,)))
        else:
            about += [named] * derivative_order(p)
    return about


def is_ordinary_derivative(p: Parser) -> bool:
    """Whether ``\\frac{d ..}{dx}`` stands here; refused where that d is a name or a size."""
    sign = p.peek(1) if p.peek() == "{" else p.peek()
    if sign not in {"d", r"\mathrm{d}"}:
        return False
    below = p.after_group()
    texts = [token.text for token in p.tokens[below : below + 3]]
    if texts[:2] != ["{", sign] or texts[2:] in ([], *([part] for part in AFTER_A_NAME)):
        return False
    if leaves.has_meaning(p, sign):
        p.refuse(f"a derivative, and {sign} is a name here; write \\partial, or \\cdot after it")
    return True


def derivative_order(p: Parser) -> int:
    """The order of a derivative, 1 where none is written."""
    if not p.skip("^"):
        return 1
    p.take("{")
    order = int(p.take(*map(str, range(1, HIGHEST_DERIVATIVE + 1))))
    p.take("}")
    return order


def differential_of(p: Parser, at: int) -> Expr:
    """``\\partial(X^{-1})``: the differential, where names such as ``\\partial X`` are declared."""
    p.take()
    named = {tuple(parts): name for parts, name in p.patterns if not name.over}
    pairs = [
        Expr("name", value=name)
        for parts, other in named.items() if parts[0] == r"\partial" and parts[1:] in named
        for name in (named[parts[1:]], other)
    ]  # fmt: skip
    if not pairs:
        p.refuse(r"declare \partial X beside X, for what varies", at)
    return Expr("differential", (p.factor(), *pairs), at=at)


# --------------------------------------------------------------------------------------------------
# Reading gradients by a name below or, without one, by what a function takes, ``\nabla f(x)``.

BY_WHICH = r"by which name? write \nabla_{w}, where w is it"
SLOPES = {1: "grad", 2: "hessian"}


@opens(r"\nabla")
def gradient(p: Parser, at: int) -> Expr:
    """``\\nabla_{w} f``, ``\\nabla f(w)``, or a Hessian, ``\\nabla^2 f(w)``."""
    p.take()
    order = 1
    if p.skip("^"):
        p.take_all(*"{2}")
        order = 2
    elif p.skip(r"\nabla"):
        order = 2
    if p.peek() != "_":
        return gradient_at_arguments(p, SLOPES[order], at)
    p.take_all("_", "{")
    about = p.expected_name("a gradient needs a declared name here")
    p.take("}")
    return Expr(SLOPES[order], (differentiated_term(p), about), at=at)


def hessian_of(p: Parser, at: int) -> Expr | None:
    r"""``\mathbf{H} f(x)``, the Hessian of a function, where no H is declared; or None."""
    start = p.place
    if [p.peek(k) for k in range(4)] != [r"\mathbf", "{", "H", "}"]:
        return None
    p.place += 4
    body = leaves.declared_name(p)
    if body is None or body.op != "call":
        p.place = start
        return None
    node = slope_at(p, "hessian", body, at)
    p.bare = p.place, BY
    return node


def gradient_at_arguments(p: Parser, slope: str, at: int) -> Expr:
    """The gradient of a function where it is taken, or of a term by the one name in brackets."""
    body = leaves.declared_name(p)
    if body is not None and body.op == "call":
        node = slope_at(p, slope, body, at)
    else:
        body = body or p.factor()
        node = Expr(slope, (body, only_argument(p, body, at)), at=at)
    p.bare = p.place, BY
    return node


def slope_at(p: Parser, slope: str, call: Expr, at: int) -> Expr:
    """The slope of a function of one column, or the column of those of a function of numbers."""
    name: Name = call.value
    takes = name.takes or p.refuse(BY_WHICH, at)
    if len(takes) == 1:
        return derivative_at_value(name, call.args[0], 1 if slope == "grad" else 2, at)
    if any(takes):
        p.refuse(BY_WHICH, at)
    places = [Expr("name", (), argument((), k), at) for k in range(1, len(takes) + 1)]
    columns = [[]] if slope == "grad" else [[place] for place in places]
    slopes = [
        partial_at(name, places, [place, *more], call.args, at)
        for place in places for more in columns
    ]  # fmt: skip
    return Expr("array", tuple(slopes), (len(places), len(columns)), at)


def partial_at(
    name: Name, places: Sequence[Expr], about: Sequence[Expr], values: Sequence[Expr], at: int
) -> Expr:
    """The derivative of a function of numbers by some of them, where it is taken."""
    node = Expr("partial", (Expr("call", tuple(places), name, at), *about), at=at)
    for place, value in zip(places, values, strict=True):
        node = Expr("substitute", (node, place, value), at=at)
    return node


def only_argument(p: Parser, body: Expr, at: int) -> Expr:
    """The one name that stands in the brackets of what is differentiated."""
    arguments = {part for node in walk(body) for part in arguments_taken(p, node)}
    return arguments.pop() if len(arguments) == 1 else p.refuse(BY_WHICH, at)


def arguments_taken(p: Parser, node: Expr) -> list[Expr]:
    r"""What a function takes, or stands in the brackets of a name: the w of ``p(w \mid t)``."""
    if node.op == "call":
        return list(node.args)
    if node.op != "name":
        return []
    parts, _ = next(pair for pair in p.patterns if pair[1] == node.value)
    if "(" not in parts:
        return []
    inside = parts[parts.index("(") + 1 :]
    ends = (k for k, part in enumerate(inside) if part in {")", "|", r"\mid", ";"})
    named = inside[: next(ends)]
    return [Expr("name", (), name, node.at) for other, name in p.patterns if other == named]


# --------------------------------------------------------------------------------------------------
# Reading derivatives by a script, ``\partial_x f``, and refusing logarithms of many bases.


@opens(r"\partial")
def subscripted_derivative(p: Parser, at: int) -> Expr:
    """``\\partial_{x} f``, ``\\partial_x^2 f``, ``\\partial_{x y} f``; or a differential."""
    if p.peek(1) != "_":
        return differential_of(p, at)
    p.take()
    p.take_all("_", "{")
    about = [p.expected_name("a derivative needs a declared name here")]
    while not p.skip("}"):
        p.skip(",")
        about.append(p.expected_name("a derivative needs a declared name here"))
    order = derivative_order(p)
    if order > 1 and len(about) > 1:
        p.refuse("how often by which? write \\frac{\\partial^2 f}{\\partial x\\partial y}", at)
    body = p.factor()
    p.bare = p.place, BY
    if any(map(is_array, about)):
        return derivative_by_array(p, body, about * order, at)
    return Expr("partial", (body, *about * order), at=at)


@opens(r"\lg")
def refuse_lg(p: Parser, at: int) -> Expr:
    """``\\lg``, which has base 2 or 10 in books."""
    return p.refuse(r"\lg has base 2 in some books and 10 in others; write \log_{2}(x)")


# --------------------------------------------------------------------------------------------------
# Reading integrals over intervals and boxes, ``\int_{[a, b] \times [c, d]} f(x, y) \,dx\,dy``.
#
# The interval from a to b is empty where b is below a, and then the integral over it is 0.

Interval = tuple[Expr, Expr]


def intervals(p: Parser) -> list[Interval]:
    r"""The intervals below an integral, or none where something else stands there."""
    result: list[Interval] = []
    if [p.peek(k) for k in range(3)] != ["_", "{", "["]:
        return result
    p.take_all("_", "{")
    while not result or p.skip(r"\times"):
        at = p.here()
        p.take("[")
        low = p.expression()
        p.take(",")
        high = p.expression()
        p.take("]")
        result.append((low, Expr("max", (low, high), at=at)))
    p.take("}")
    return result


def integral_over(p: Parser, sides: list[Interval], body: Expr, at: int) -> Expr:
    """The integral over a box, of which each side is that of the name in the same place."""
    names = [box_variable(p) for _ in sides]
    order = [name for name in names_in(body) if name in {about.value for about in names}]
    if len(set(names)) < len(names) or (len(names) > 1 and order != [n.value for n in names]):
        p.refuse("which interval is whose? write the differentials in the order of the names", at)
    for (low, high), about in zip(reversed(sides), reversed(names), strict=True):
        body = Expr("integral", (body, low, high, about), at=at)
    return body


def box_variable(p: Parser) -> Expr:
    """The name behind the d of an integral."""
    p.take(r"\mathrm{d}", "d")
    about = p.expected_name("an integral needs a declared name here")
    if p.peek() in {"^", "'"}:
        p.refuse("of the name, or of the integral? write brackets")
    return about


# --------------------------------------------------------------------------------------------------
# Integrals and limits.


@opens(r"\int")
def integral(p: Parser, at: int) -> Expr:
    """``\\int_{a}^{b} f \\,\\mathrm{d}x``, by a declared name, or over a box."""
    p.take()
    sides = intervals(p) or [(script_expression(p, "_"), script_expression(p, "^"))]
    p.integrals += len(sides)
    body = p.term()
    p.integrals -= len(sides)
    return integral_over(p, sides, body, at)


def script_expression(p: Parser, sign: str) -> Expr:
    """An expression above or below."""
    p.take(sign)
    return p.braced()


@opens(r"\lim")
def limit(p: Parser, at: int) -> Expr:
    """``\\lim_{x\\to a} f``, by a declared name."""
    p.take_all(r"\lim", "_", "{")
    about = p.expected_name("a limit needs a declared name here")
    p.take(r"\to")
    point = p.expression()
    p.take("}")
    return Expr("limit", (p.term(), about, point), at=at)
