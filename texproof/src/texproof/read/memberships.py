r"""Reading indicators: of a relation, and of whether an index is in a set, \mathbb{1}[j \in M]."""

from ..expr import Expr, free_letters
from .matching import index_expression
from .parser import Parser
from .table import RELATIONS, ROUND, opens

LETTERS = (r"\iota", r"\kappa", r"\varsigma")  # of which one is free where a set is asked


def indicator(p: Parser, at: int) -> Expr:
    """``\\mathbb{1}[a = b]``: 1 where the relation holds and 0 elsewhere."""
    p.take_all(r"\mathbb", "{", p.peek(2), "}")
    opening = p.take(*ROUND)
    left = p.expression()
    sign = RELATIONS.get(p.peek())
    if sign is None and p.peek() != r"\in":
        p.refuse("an indicator holds a relation")
    p.take()
    if sign is None:
        found = member(p, left, at)
    else:
        found = Expr("indicator", (left, p.expression()), sign, at)
    p.take(ROUND[opening])
    return found


@opens(r"\delta")
def kronecker(p: Parser, at: int) -> Expr:
    """``\\delta_{ij}``, which is 1 where two indices are equal and 0 elsewhere."""
    if p.peek(1) != "_":
        p.refuse_unknown()
    p.take_all(r"\delta", "_", "{")
    left = index_expression(p) or p.refuse("an index stands here")
    p.skip(",")
    right = index_expression(p) or p.refuse("an index stands here")
    p.take("}")
    return Expr("indicator", (left, right), "=", at)


def member(p: Parser, index: Expr, at: int) -> Expr:
    """Whether an index is in a declared subset: how often it is among its members."""
    here = p.here()
    named = p.expected_name("expected a declared subset")
    if named.value.kind != "subset":
        p.refuse("expected a declared subset", here)
    taken = {*p.letters, *free_letters(index), *free_letters(named)}
    letter = next(one for one in LETTERS if one not in taken)
    same = Expr("indicator", (Expr("var", value=letter, at=at), index), "=", at)
    return Expr("sum", (named, same), letter, at)
