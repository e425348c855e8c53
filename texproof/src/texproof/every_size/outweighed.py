"""Products that others outweigh: |c| for c, and Σ F_i G_j for Σ H_i H_j where H^2 = F G.

The second is F_i G_j + F_j G_i >= 2 √(F_i G_i F_j G_j), summed over both; it gives Cauchy and
Schwarz, E[X]^2 <= E[X^2] and (Σ x_i)^2 <= n Σ x_i^2.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from itertools import product as choices

from .algebra import Room, bind, closed, opened, product, times
from .diagrams import ONE, Diagram, Factor, Poly, Term, number, put
from .indices import Index, Var, fresh
from .moduli import modulus
from .signs import ANY, NONNEGATIVE, of_diagram, of_factor, of_poly

DEEP, MANY = 2, 4  # squares and steps one after another; factors that are shared out
LONGEST = 30  # terms


def sign(room: Room, poly: Poly, deep: int = DEEP) -> int:
    """The sign of a polynomial without what is outweighed, or of a difference of squares."""
    if len(poly.terms) > LONGEST:
        return ANY
    found = of_poly(room, left(room, poly))
    if found or not deep:
        return found
    large = Poly({d: v for d, v in poly.terms.items() if v > 0 and is_rooted(room, d)})
    if large.terms:
        rest = poly - large
        found = sign(room, times(room, large, large) - times(room, rest, rest), deep - 1)
    return found or max((sign(room, low, deep - 1) for low in without_steps(room, poly)), default=0)


def is_rooted(room: Room, diagram: Diagram) -> bool:
    """Whether a product that is not negative holds a root or a modulus."""
    kinds = any(f.head.kind == "mod" or f.power.denominator != 1 for f in diagram.factors)
    return kinds and of_diagram(room, diagram) > ANY


def left(room: Room, poly: Poly) -> Poly:
    """A polynomial without terms with a minus that others outweigh, and without those."""
    terms = dict(poly.terms)
    for low in [diagram for diagram, value in terms.items() if value < 0]:
        for high in [diagram for diagram, value in terms.items() if value > 0]:
            if terms[low] < 0 < terms[high] and outweighs(room, high, low):
                many = min(-terms[low], terms[high])
                terms[low] += many
                terms[high] -= many
    return Poly({diagram: value for diagram, value in terms.items() if value})


def outweighs(room: Room, high: Diagram, low: Diagram) -> bool:
    """Whether one product is at least another, whatever its factors are."""
    if moduli(room, low).terms == {high: ONE}:
        return True
    return any(shared.terms == {high: ONE} for shared in shared_out(room, low))


def moduli(room: Room, diagram: Diagram) -> Poly:
    """A product, with the moduli of its factors."""
    letters = {var: fresh(var.size) for var in diagram.bound}
    factors = put(diagram.factors, {v: Index(one) for v, one in letters.items()})
    parts = [closed(room, Term(ONE, (), (factor,))) for factor in factors]
    found = product(room, [modulus(room, part) for part in parts]) if parts else number(1)
    for letter in letters.values():
        found = bind(room, found, letter)
    return found


def shared_out(room: Room, low: Diagram) -> Iterator[Poly]:
    """Σ F_i G_j for what is Σ H_i H_j, with the factors of H^2 shared out between F and G."""
    for i, j in permutations(low.bound, 2):
        ours, theirs = ([f for f in low.factors if holds(f, var)] for var in (i, j))
        rest = tuple(f for f in low.factors if f not in ours and f not in theirs)
        mirrored = i.size == j.size and {*put(ours, {i: Index(j)})} == {*theirs}
        apart = not any(holds(f, j) for f in ours) and len(ours) == len(theirs) <= MANY
        if not (mirrored and apart and all(of_factor(room, f) for f in rest)):
            continue
        for share in choices((0, 1, 2), repeat=len(ours)):
            at_i = raised(ours, share)
            at_j = put(raised(ours, [2 - many for many in share]), {i: Index(j)})
            if all(of_factor(room, f) >= NONNEGATIVE for f in (*at_i, *at_j)):
                yield closed(room, Term(ONE, low.bound, (*rest, *at_i, *at_j)))


def holds(factor: Factor, var: Var) -> bool:
    """Whether a variable stands in a slot of a factor."""
    return any(slot.var == var for slot in factor.slots)


def raised(factors: list[Factor], powers: tuple[int, ...] | list[int]) -> list[Factor]:
    """Factors to more powers, without those to the power 0."""
    pairs = zip(factors, powers, strict=True)
    return [factor._replace(power=factor.power * many) for factor, many in pairs if many]


def without_steps(room: Room, poly: Poly) -> Iterator[Poly]:
    """Lower bounds by u [u <= 0] <= 0 and u (1 - [u <= 0]) >= 0, times what is not negative."""
    steps = {f: None for d in poly.terms for f in d.factors if f.head.kind == "step"}
    for low, value in poly.terms.items():
        for step in (step for step in steps if value < 0):
            yield from bounds(room, poly, low, step)


def bounds(room: Room, poly: Poly, low: Diagram, step: Factor) -> Iterator[Poly]:
    """The bounds that cancel one term with a minus."""
    (inside,), _ = opened(room, step)
    beside = [factor for factor in low.factors if factor != step]
    within = len(beside) < len(low.factors)
    for part, many in inside.terms.items():
        rest = tuple(f for f in beside if f not in part.factors)
        fits = not part.sizes and len(rest) == len(beside) - len(part.factors)
        turned = many > 0 if within else many < 0
        if fits and turned and of_diagram(room, Diagram(low.sizes, rest)) > ANY:
            yield poly + scaled(room, low, rest, step, inside, within).scaled(
                -poly.terms[low] / many
            )


def scaled(
    room: Room, low: Diagram, rest: tuple[Factor, ...], step: Factor, inside: Poly, within: bool
) -> Poly:
    """u [u <= 0], or -u (1 - [u <= 0]) turned, times the rest of a term, summed as it is."""
    letters = {var: fresh(var.size) for var in low.bound}
    values = {v: Index(one) for v, one in letters.items()}
    (flag,) = put([step], values)
    (u,), _ = opened(room, flag)
    here = closed(room, Term(ONE, (), (flag,)))
    switch = here if within else here - number(1)
    outer = closed(room, Term(ONE, (), put(rest, values)))
    found = product(room, [outer, u, switch])
    for letter in letters.values():
        found = bind(room, found, letter)
    return found if within else -found
