"""Reading derivatives: gradients, partial derivatives, and those by an only variable."""

from ..expr import Expr
from . import scripts
from .parser import Parser
from .table import opens

HIGHEST = 9  # order of a derivative
AFTER_A_NAME = "}", "+", "-", "/", "^", "_", r"\cdot"  # what stands behind a d that is none
BY = "of what is this the derivative? write brackets around it"


@opens(r"\nabla")
def gradient(p: Parser, at: int) -> Expr:
    """``\\nabla_{w} f``, or the Hessian ``\\nabla^2_{w} f``."""
    p.take()
    second = p.skip("^")
    if second:
        p.take_all(*"{2}")
    p.take_all("_", "{")
    about = p.expected_name("a gradient needs a declared name here")
    p.take("}")
    body = p.factor()
    p.bare = p.place, BY
    return Expr("hessian" if second else "grad", (body, about), at=at)


def partial(p: Parser, at: int) -> Expr:
    """``\\frac{\\partial^2 f}{\\partial a \\partial b}``, with f above or behind the fraction.

    So is ``\\frac{d f}{d x}`` read, with an upright d or a sloping one that is no name. By a vector
    or matrix it is of the whole product behind it.
    """
    p.take("{")
    sign = p.take()
    order = script_number(p)
    body = None if p.peek() == "}" else p.term()
    p.take("}")
    p.refuse_space()
    p.take("{")
    about = variables(p, sign)
    p.take("}")
    if len(about) != order:
        p.refuse(f"a derivative of order {order} by {len(about)} names", at)
    if any(map(is_array, about)):
        return by_array(p, p.term() if body is None else body, about, at)
    if body is None:
        body = p.factor()
        p.bare = p.place, BY
    return Expr("partial", (body, *about), at=at)


def by_array(p: Parser, body: Expr, about: list[Expr], at: int) -> Expr:
    """A derivative by a vector, by its transpose or by a matrix; by a vector and its transpose."""
    first, *more = about
    name = first.args[0] if first.op == "transpose" else first
    if not more:
        return Expr("jacobian", (body, name), first.op == "transpose", at)
    if len(more) == 1 and more[0] == Expr("transpose", (first,)):
        return Expr("hessian", (body, first), at=at)
    return p.refuse(r"a second derivative is by a column and its transpose, \partial w^\top", at)


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
    if sign in p.sizes or sign in p.letters or any(parts[0] == sign for parts, _ in p.patterns):
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
