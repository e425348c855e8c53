"""Reading sets that a relation makes, and problems of optimization."""

from ..expr import Expr
from . import spaces
from .binders import bound_letter, last, size_of_index
from .parser import ONE, Parser
from .table import PROBLEMS, SIGNS

KINDS = {r"\arg\max", r"\arg\min", r"\max", r"\min"}
ATTAINED = {r"\sup": r"\max", r"\inf": r"\min"}


def builder(p: Parser) -> Expr | None:
    """``\\{ i \\mid q(x_i) = \\ell \\}``: the members of a range that satisfy a relation."""
    if p.peek() != r"\{" or p.peek(2) not in {r"\mid", ":"}:
        return None
    at = p.here()
    p.take(r"\{")
    letter = bound_letter(p)
    p.take(r"\mid", ":")
    left, sign, right = p.condition("a set is made by a relation")
    range_ = Expr("range", (ONE, last(p, letter)), at=at)
    node = Expr("builder", (range_, left, right), (letter, sign), at)
    p.take(r"\}")
    return node


def optimum(p: Parser) -> Expr | None:
    """``\\arg\\max_{w} f \\text{s.t.} g = 0``: read in full, so that it is well-formed."""
    at, start = p.here(), p.place
    kinds = {r"\arg", r"\max", r"\min", *ATTAINED}
    kind = "".join(p.take() for _ in range(2) if p.peek() in kinds)
    kind, letter = ATTAINED.get(kind, kind), p.peek(2)
    over_indices = len(kind) == 4 and (letter in p.letters or size_of_index(p, letter, 2))
    if kind not in KINDS or p.peek() != "_" or over_indices:
        p.place = start
        return None
    p.take_all("_", "{")
    about = sought(p)
    parts, signs = [*about, p.expression()], []
    while p.skip(r"\text{s.t.}", ","):
        parts.append(p.expression())
        signs.append(SIGNS[p.take(*SIGNS)])
        parts.append(p.expression())
    return Expr("optimum", tuple(parts), (kind, len(about), *signs), at)


def sought(p: Parser) -> list[Expr]:
    """The names, one or more, that a problem varies."""
    found = [spaces.held(p, p.expected_name("expected the declared name that is sought"))]
    while p.skip(","):
        found.append(spaces.held(p, p.expected_name("expected a declared name")))
    p.take("}")
    return found


PROBLEMS += [builder, optimum]
