"""Reading derivatives in fractions: partial derivatives, and those by an only variable."""

from ..expr import Expr, walk
from ..names import ARGUMENT, Name, argument
from . import nouns, scripts
from .parser import Parser
from .products import product
from .table import TIMES

HIGHEST = 9  # order of a derivative
AFTER_A_NAME = "}", "+", "-", "/", "^", "_", r"\cdot"  # what stands behind a d that is none
BY = "of what is this the derivative? write brackets around it"


def partial(p: Parser, at: int) -> Expr:
    """``\\frac{\\partial^2 f}{\\partial a \\partial b}``, with f above or behind the fraction.

    So is ``\\frac{d f}{d x}`` read, with an upright d or a sloping one that is no name. By a vector
    or matrix it is of the whole product behind it.
    """
    p.take("{")
    sign = p.take()
    order = script_number(p)
    function = function_alone(p)
    body = None if function or p.peek() == "}" else p.term()
    p.take("}")
    p.refuse_space()
    if function:
        return of_function(p, function, sign, order, at)
    p.take("{")
    about = variables(p, sign)
    p.take("}")
    if len(about) != order:
        p.refuse(f"a derivative of order {order} by {len(about)} names", at)
    if any(map(is_array, about)):
        return by_array(p, p.term() if body is None else body, about, at)
    return Expr("partial", (differentiated(p) if body is None else body, *about), at=at)


def differentiated(p: Parser) -> Expr:
    """The factor behind a derivative, or the term that begins with a number: ``2 x^2``."""
    at, body = p.here(), p.factor()
    if any(node.op in {"name", "var", "entry", "call"} for node in walk(body)):
        p.bare = p.place, BY
        return body
    goes_on = p.skip(*TIMES) or p.starts_factor()
    return product([body, p.term()], at) if goes_on else body


def function_alone(p: Parser) -> Name | None:
    """The function of one argument of which the name alone stands above, or None."""
    best = nouns.longest(p)
    if best is None or not best[1].takes or len(best[1].takes) > 1:
        return None
    (end, *_), name, _ = best
    if p.peek(end - p.place) not in {"}", "^"}:
        return None
    p.place = end
    return name


def of_function(p: Parser, name: Name, sign: str, order: int, at: int) -> Expr:
    r"""``\frac{d f}{d u}(a)``, whatever u is called, or ``\frac{d f}{d x}``, of f(x)."""
    p.take_all("{", sign)
    about = (
        None if function_alone(p) else p.expected_name("a derivative needs a declared name here")
    )
    if script_number(p) != order:
        p.refuse(f"a derivative of order {order} by one name", at)
    p.take("}")
    if p.peek() != "(":
        value = about or p.refuse(f"where? write {name.latex} with its argument", at)
        slope = slope_of(name, value, order, at)
        return Expr("transpose", (slope,), at=at) if order == 1 and is_row(value) else slope
    (value,) = p.arguments({"(": ")"})
    if value.op not in {"name", "call", "num"}:
        p.refuse("where it is taken, or times what? write a name for it, or \\cdot", at)
    return slope_of(name, value, order, at)


def slope_of(name: Name, value: Expr, order: int, at: int) -> Expr:
    """The derivative of a function of one number or column, where its argument has a value."""
    (shape,) = name.takes or ((),)
    moved = Expr("name", (), argument(shape, 1) if shape else ARGUMENT, at)
    call = Expr("call", (moved,), name, at)
    ops = {1: "grad", 2: "hessian"} if shape else {}
    body = Expr(ops.get(order, "partial"), (call, *[moved] * (1 if shape else order)), at=at)
    return Expr("substitute", (body, moved, value), at=at)


def by_array(p: Parser, body: Expr, about: list[Expr], at: int) -> Expr:
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


def variables(p: Parser, sign: str) -> list[Expr]:
    """What a derivative is by, each as often as it is; ``sign`` is \\partial or d."""
    about: list[Expr] = []
    while p.skip(sign):
        bracket = p.skip("(")
        named = p.expected_name("a derivative needs a declared name here")
        if bracket:
            p.take(")")
        if p.peek() == "^" and is_array(named) and scripts.transposes(p, 2):
            p.take_all("^", "{", p.peek(2), "}")
            about.append(Expr("transpose", (named,)))
        else:
            about += [named] * script_number(p)
    return about


def differential(p: Parser) -> bool:
    """Whether ``\\frac{d ..}{dx}`` stands here; refused where that d is a name or a size."""
    sign = p.peek(1) if p.peek() == "{" else p.peek()
    if sign not in {"d", r"\mathrm{d}"}:
        return False
    below = p.after_group()
    texts = [token.text for token in p.tokens[below : below + 3]]
    if texts[:2] != ["{", sign] or texts[2:] in ([], *([part] for part in AFTER_A_NAME)):
        return False
    if nouns.means(p, sign):
        p.refuse(f"a derivative, and {sign} is a name here; write \\partial, or \\cdot after it")
    return True


def script_number(p: Parser) -> int:
    """The order of a derivative, 1 where none is written."""
    if not p.skip("^"):
        return 1
    p.take("{")
    order = int(p.take(*map(str, range(1, HIGHEST + 1))))
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
