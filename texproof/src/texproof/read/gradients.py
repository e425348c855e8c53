r"""Reading gradients by a name below or, without one, by what a function takes, ``\nabla f(x)``."""

from collections.abc import Sequence

from ..expr import Expr, walk
from ..names import Name, argument
from . import nouns
from .derivatives import BY, differentiated, slope_of
from .parser import Parser
from .table import opens

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
        return of_arguments(p, SLOPES[order], at)
    p.take_all("_", "{")
    about = p.expected_name("a gradient needs a declared name here")
    p.take("}")
    return Expr(SLOPES[order], (differentiated(p), about), at=at)


def hessian_of(p: Parser, at: int) -> Expr | None:
    r"""``\mathbf{H} f(x)``, the Hessian of a function, where no H is declared; or None."""
    start = p.place
    if [p.peek(k) for k in range(4)] != [r"\mathbf", "{", "H", "}"]:
        return None
    p.place += 4
    body = nouns.declared(p)
    if body is None or body.op != "call":
        p.place = start
        return None
    node = slope_at(p, "hessian", body, at)
    p.bare = p.place, BY
    return node


def of_arguments(p: Parser, slope: str, at: int) -> Expr:
    """The gradient of a function where it is taken, or of a term by the one name in brackets."""
    body = nouns.declared(p)
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
        return slope_of(name, call.args[0], 1 if slope == "grad" else 2, at)
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
    found = {part for node in walk(body) for part in taken_by(p, node)}
    return found.pop() if len(found) == 1 else p.refuse(BY_WHICH, at)


def taken_by(p: Parser, node: Expr) -> list[Expr]:
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
