"""Powers b^k with b^(k + 1) = b^k b, and factorials with (k + 1)! = (k + 1) k!."""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from .algebra import Room, closed, in_place, made, maker, product, times, with_letters
from .atoms import Form, atom
from .diagrams import ONE, Factor, Head, Poly, Term
from .errors import NotProved, Unsupported
from .indices import ONE_SIZE, Index, Var, constant, moved, whole
from .leaves import plain_index
from .place import Place, Value, closed_one, value_of
from .powers import raised

MOST = 12  # factors that are written out


def to_index(room: Room, base: Poly, up: Index) -> Poly:
    """A power whose exponent is an index that is not below 0."""
    if up.minus:
        raise Unsupported("such a power")
    number = whole(up.shift) if up.var is None else None
    if number is not None:
        return raised(room, base, Fraction(number))
    more = max(dict(up.shift).get(ONE_SIZE, 0), 0)
    if more > MOST:
        raise NotProved("a high power")
    rest = moved(up, ((ONE_SIZE, -more),)) if more else up
    found = base if base.number == 1 else atom(room, Form("up"), [base], (rest,))
    return times(room, found, raised(room, base, Fraction(more)))


@maker("up")
def _up(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return raised(room, to_index(room, inside[0], own[0]), power)


def steps(room: Room, term: Term) -> list[Term] | None:
    """b^(k + 2) = b^k b^2, and a power that is a number, are written out; so are factorials."""
    for factor in term.factors:
        if factor.head.kind not in {"up", "fact"}:
            continue
        index = factor.slots[0]
        more = dict(index.shift).get(ONE_SIZE, 0)
        plain = index.var is None and whole(index.shift) is not None
        if plain or more > 0 or (more < 0 and factor.head.kind == "fact"):
            lettered, back = with_letters(factor, term.bound)
            if factor.head.kind == "up":
                found = made(room, lettered)
            else:
                found = raised(room, factorial(room, lettered.slots[0]), factor.power)
            return in_place(term, factor, found, back)
    return None


def factorial(room: Room, index: Index) -> Poly:
    """k! with the whole part of k written out."""
    more = dict(index.shift).get(ONE_SIZE, 0)
    rest = moved(index, ((ONE_SIZE, -more),)) if more else index
    if abs(more) > MOST:
        raise NotProved("a long factorial")
    between = range(1, more + 1) if more > 0 else range(more + 1, 1)
    many = product(room, [number_of(room, moved(rest, ((ONE_SIZE, k),))) for k in between])
    many = raised(room, many, ONE if more > 0 else -ONE)
    if rest == constant(0):
        return many
    return times(room, closed_one(room, (Factor(Head("fact"), (rest,)),)), many)


def number_of(room: Room, index: Index) -> Poly:
    """An index as a number."""
    return closed(room, Term(ONE, (), (Factor(Head("at"), (index,)),)))


@value_of("gamma")
def gamma(place: Place, node: Expr, inside: Expr) -> Value:
    """(k - 1)! for k that is known to be at least 1."""
    less = moved(plain_index(place, inside), ((ONE_SIZE, -1),))
    if not place.known.at_most(constant(0), less):
        raise Unsupported("a gamma function of another kind")
    return Value((), factorial(place.room, less))


@value_of("binom")
def binomial(place: Place, node: Expr, above: Expr, below: Expr) -> Value:
    """n!/(k! (n - k)!) for k that is known to be among 0, ..., n."""
    many, few = plain_index(place, above), plain_index(place, below)
    if few.minus or many.minus or (few.var is not None and many.var != few.var):
        raise Unsupported("a binomial coefficient of another kind")
    rest = Index(None if few.var else many.var, moved(many, few.shift, -1).shift)
    if not all(place.known.at_most(constant(0), index) for index in (few, rest)):
        raise Unsupported("a binomial coefficient that may be 0")
    up, *down = (factorial(place.room, index) for index in (many, few, rest))
    under = [raised(place.room, poly, -ONE) for poly in down]
    return Value((), product(place.room, [up, *under]))
