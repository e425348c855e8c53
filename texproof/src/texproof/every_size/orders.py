"""Rules of one product with [a <= b]: it is 1 or 0 where that is known, or ends a range."""

from __future__ import annotations

from .algebra import Room
from .contract import at_most, delta
from .diagrams import Factor, Term, put
from .indices import ONE_SIZE, Index, Var, constant, length, less, linear, moved


def orders(room: Room, term: Term) -> list[Term] | None:
    """[a <= b] is 1 or 0 where that is known; what can be written with less is."""
    for factor in term.factors:
        if factor.head.kind == "le":
            rest = tuple(other for other in term.factors if other is not factor)
            found = of_order(room, term._replace(factors=rest), *factor.slots)
            if found is not None:
                return found
    return None


def of_order(room: Room, rest: Term, left: Index, right: Index) -> list[Term] | None:
    """The products that [left <= right] times the rest is."""
    if room.known.at_most(left, right):
        return [rest]
    if room.known.at_most(moved(right, ((ONE_SIZE, 1),)), left):
        return []
    if left.minus or right.minus:
        return turned_back(rest, left, right)
    if left.var is None and right.var is not None:  # [c <= j] = 1 - [j <= c - 1]
        bound = moved(left, ((ONE_SIZE, -1),))
        return [rest, negative(with_factor(rest, at_most(right, bound)))]
    if left.shift and left.var is not None:
        left, right = Index(left.var), moved(right, left.shift, -1)
        return [with_factor(rest, at_most(left, right))]
    steps = dict(right.shift).get(ONE_SIZE, 0)
    sizes = linear({s: m for s, m in right.shift if s != ONE_SIZE})
    start = Index(right.var, sizes)
    if left.var is None or (right.var is None and not sizes):
        return up_to_number(room, rest, left, steps) if left.var is not None else None
    if steps:  # [i <= j + 2] = [i <= j] + [i = j + 1] + [i = j + 2]
        sign = 1 if steps > 0 else -1
        between = range(1, steps + 1) if steps > 0 else range(steps + 1, 1)
        gaps = (
            with_factor(rest, delta(left, moved(start, linear({ONE_SIZE: k})))) for k in between
        )
        found = [gap if sign > 0 else negative(gap) for gap in gaps]
        return [with_factor(rest, at_most(left, start)), *found]
    return narrowed(room, rest, left, right)


def turned_back(rest: Term, left: Index, right: Index) -> list[Term] | None:
    """[s - j <= t] = [s - t <= j] and [t <= s - j] = [j <= s - t], where t has no variable."""
    if left.minus and right.var is None:
        return [with_factor(rest, at_most(less(left.shift, right), Index(left.var)))]
    if right.minus and left.var is None:
        return [with_factor(rest, at_most(Index(right.var), less(right.shift, left)))]
    return None


def up_to_number(room: Room, rest: Term, left: Index, last: int) -> list[Term]:
    """[j <= 3] = [j = 1] + [j = 2] + [j = 3], for what runs from 1."""
    return [with_factor(rest, delta(left, constant(k))) for k in range(1, last + 1)]


def narrowed(room: Room, rest: Term, left: Index, right: Index) -> list[Term] | None:
    """The sum over j in 1, ..., d of terms with [j <= q] runs to q, if q is at most d.

    Else it is that over j in 1, ..., q of terms with [j <= d], of which one is chosen.
    """
    if right.var is not None or left.var not in rest.bound or len(right.shift) != 1:
        return None
    (size, many), var = right.shift[0], left.var
    assert var is not None
    if many != 1:
        return None
    last = Index(None, length(var.size))
    new = Var(var.name, size)
    bound = tuple(new if v == var else v for v in rest.bound)
    found = Term(rest.coefficient, bound, put(rest.factors, {var: Index(new)}))
    if room.known.at_most(right, last):
        return [found]
    return [with_factor(found, at_most(Index(new), last))] if size < var.size else None


def with_factor(term: Term, factor: Factor) -> Term:
    """A product with one more factor."""
    return term._replace(factors=(*term.factors, factor))


def negative(term: Term) -> Term:
    """A product with the other sign."""
    return term._replace(coefficient=-term.coefficient)
