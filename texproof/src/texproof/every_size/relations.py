"""What is 0 by hypothesis or by a law, such as A A^-1 - I, and bounds written with slacks.

A bound is turned into a name plus a slack that is not negative. Equations are returned as
relations, of which `matching` then looks for combinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from ..expr import Relation, free_letters, names_reached
from ..names import Name
from . import pseudoinverses
from .atoms import Form, atom
from .context import Replacement, axes, plain_product, substitute_name
from .diagrams import (
    ONE,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    letters_of,
    mentions,
    normal_form,
    substitute,
    times,
    unpack_factor,
)
from .hypotheses import IndexCase, names_all_members, right_side_only
from .indices import Index, NotProved, Var, constant, fresh_variable
from .matching import VanishingPoly
from .pseudoinverses import column_laws
from .rules import delta
from .signs import clear_denominators

# --------------------------------------------------------------------------------------------------
# Hypotheses and laws as relations.


def hypothesis_rules(case: IndexCase, relations: Iterable[Relation]) -> list[VanishingPoly]:
    """Equations that are hypotheses, for all values of their letters that no condition ties."""
    result = []
    for relation in relations:
        context = replace(case.context, needs=[])
        left, right = (context.of(side) for side in relation.sides)
        poly = with_values(case, left.poly - right.poly)
        tied = {Var(x, size) for x in case.tied for size in sizes_of(poly)}
        free = frozenset(v for v in letters_of(poly) if v not in tied)
        result.append(VanishingPoly(poly, free, "hypotheses"))
        bare = clear_denominators(case.context.ring, poly)
        if bare != poly:
            result.append(VanishingPoly(bare, free, "hypotheses"))
    return result


def sizes_of(poly: Poly) -> set[str]:
    """The sizes of the free variables."""
    return {var.size for var in letters_of(poly)}


def with_values(case: IndexCase, poly: Poly) -> Poly:
    """A polynomial with the values that hypotheses give to names."""
    for _ in case.values:
        before = poly
        for relation in case.values:
            label = relation.left.value.latex
            if mentions(poly, ("name", label)):
                if label not in case.found:
                    case.found[label] = replacement_from(case, relation)
                poly = substitute_name(case.context.ring, poly, label, case.found[label])
        if poly == before:
            break
    return poly


def replacement_from(case: IndexCase, relation: Relation) -> Replacement:
    """The function that gives the value of a name, by a hypothesis, for the entry in some slots."""
    context, left = replace(case.context, needs=[]), relation.left
    value = context.of(relation.right)
    ranges = (size for _, size in left.value.range)
    letters = [Var(part.value, context.size(size))
               for part, size in zip(left.args, ranges, strict=True)]  # fmt: skip
    sides = [var for var in axes(context, left.value.shape) if var is not None]

    def entry(slots: tuple[Index, ...]) -> Poly:
        return substitute(
            context.ring, value.poly, dict(zip([*letters, *sides], slots, strict=True))
        )

    return entry


def rules_of_atoms(ring: Ring, polys: Sequence[Poly]) -> list[VanishingPoly]:
    """The relations of the inverses, powers and signs that occur, and of inverses in inverses."""
    rules_by_atom: dict[tuple[Head, Fraction], list[VanishingPoly]] = {}
    waiting = [f for poly in polys for diagram in poly.terms for f in diagram.factors]
    while waiting:
        factor = waiting.pop(0)
        memo_key = factor.head, factor.power if factor.head.kind == "pow" else ONE
        if memo_key not in rules_by_atom:
            rules_by_atom[memo_key] = laws_of_factor(ring, factor)
            if factor.head.kind == "inv":
                inner = (f for p in factor.head.inside for d in p.terms for f in d.factors)
                waiting += [f for f in inner if f.head.kind == "inv"]
    return [rule for rules in rules_by_atom.values() for rule in rules]


def laws_of_factor(ring: Ring, factor: Factor) -> list[VanishingPoly]:
    """The laws of one factor, for all its slots."""
    kind = factor.head.kind
    if kind == "pinvcol":
        return column_laws(ring, factor)
    if kind == "pinv":
        return [] if factor.head.takes else pseudoinverses.pseudoinverse_laws(ring, factor)
    if kind not in {"inv", "pow", "sgn"} or (kind == "pow" and factor.power > 0):
        return []
    letters = pattern_slots(factor)
    general = factor._replace(slots=tuple(map(Index, letters)), power=ONE)
    inside, binds = unpack_factor(ring, general)
    free = frozenset(letters)
    if kind == "inv":
        return laws_of_inverse(ring, general, inside[0], binds, free)
    if kind == "pow":
        return [law_of_power(ring, general, inside[0], factor.power, free)]
    return laws_of_sign(ring, general, inside[0], free)


def law_of_power(
    ring: Ring, general: Factor, inside: Poly, power: Fraction, free: frozenset[Var]
) -> VanishingPoly:
    """u u^-1 = 1, and u u^r = u^(r + 1) for a root, where the power of a sum u is below 0."""
    least = power if power.denominator != 1 else -ONE
    one = normal_form(ring, Term(ONE, (), (general._replace(power=least),)))
    next_power = (general._replace(power=least + 1),) if least != -ONE else ()
    other = normal_form(ring, Term(ONE, (), next_power))
    return VanishingPoly(times(ring, inside, one) - other, free, "denominators")


def laws_of_sign(
    ring: Ring, general: Factor, inside: Poly, free: frozenset[Var]
) -> list[VanishingPoly]:
    """u sign(u) = |u| and |u| sign(u) = u."""
    sign = normal_form(ring, Term(ONE, (), (general,)))
    modulus = atom(ring, Form("mod"), [inside])
    return [
        VanishingPoly(times(ring, inside, sign) - modulus, free, "signs"),
        VanishingPoly(times(ring, modulus, sign) - inside, free, "signs"),
    ]


def pattern_slots(factor: Factor) -> list[Var]:
    """New letters for the slots of a factor, alike where the slots are alike."""
    own = factor.head.own
    sizes = [*factor.head.binds[:own], *factor.head.takes]
    return [fresh_variable(size) for size in sizes]


def laws_of_inverse(
    ring: Ring, factor: Factor, inside: Poly, binds: tuple[Var, ...], free: frozenset[Var]
) -> list[VanishingPoly]:
    """Σ_k A[i,k] A^-1[k,j] = [i = j], and from the other side."""
    (row, column), (i, j) = binds, factor.slots[:2]
    result = []
    unit = plain_product(ring, (delta(i, j),))
    for left in (True, False):
        k = fresh_variable(row.size)
        slots = (Index(k), j) if left else (i, Index(k))
        one = normal_form(
            ring, Term(ONE, (), (factor._replace(slots=(*slots, *factor.slots[2:])),))
        )
        at = {row: i, column: Index(k)} if left else {row: Index(k), column: j}
        other = substitute(ring, inside, at)
        result.append(VanishingPoly(bind(ring, times(ring, other, one), k) - unit, free, "inverse"))
    return result


# --------------------------------------------------------------------------------------------------
# Bounds of names as slacks that are not negative, decreasing families as their first less some.


def with_bounds(case: IndexCase, poly: Poly) -> Poly:
    """A polynomial with ``name = bound + slack`` for the hypotheses ``name >= bound``."""
    for k, relation in enumerate(case.bounds):
        name = relation.left.value
        if is_bounded(case, relation) and mentions(poly, ("name", name.latex)):
            poly = substitute_name(
                case.context.ring, poly, name.latex, bound_with_slack(case, relation, k)
            )
    return poly


def is_bounded(case: IndexCase, relation: Relation) -> bool:
    """Whether a bound is one of all members of a family of generic numbers, by other names."""
    left, context = relation.left, case.context
    if left.op != "name" or left.value.kind != "scalar" or left.value.facts:
        return False
    letters = {part.value for part in left.args}
    return (
        left.value
        not in {
            *context.definitions,
            *names_reached(context.definitions, right_side_only(relation)),
        }
        and names_all_members(left, context.ranges)
        and not free_letters(relation.right) - letters
        and not letters & case.tied
    )


def bound_with_slack(case: IndexCase, relation: Relation, number: int) -> Replacement:
    """The bound of an entry, and how far it is from it."""
    name: Name = relation.left.value
    fact = "positive" if relation.sign in {"<", ">"} else "nonnegative"
    slack = Name(f"slack {number}", "scalar", (), "", name.over, frozenset({fact}))
    ring = ring_with_name(case, slack)
    bound = replacement_from(case, relation)

    def entry(slots: tuple[Index, ...]) -> Poly:
        more = plain_product(ring, (Factor(Head("name", slack.latex), slots),))
        return bound(slots) + (more if relation.sign in {">", ">="} else -more)

    return entry


def ring_with_name(case: IndexCase, name: Name) -> Ring:
    """The room, in which one more name is known."""
    case.context.ring.names[name.latex] = name
    return case.context.ring


def with_decreasing_members(case: IndexCase, poly: Poly) -> Poly:
    """A polynomial with λ_1 less something for the members of a decreasing family."""
    context = case.context
    for name in sorted(case.names, key=lambda n: n.latex):
        if "decreasing" not in name.facts or not mentions(poly, ("name", name.latex)):
            continue
        gap = Name(f"gap of {name.latex}", "scalar", (), "", name.over, frozenset({"nonnegative"}))
        ring = ring_with_name(case, gap)
        token = f"first of {name.latex}"
        ring_with_name(case, replace(name, latex=token, over=(), facts=name.facts - {"decreasing"}))
        top = plain_product(ring, (Factor(Head("name", token)),))
        size = context.size(name.over[0][1])

        def lower(
            slots: tuple[Index, ...], top: Poly = top, gap: Name = gap, size: str = size
        ) -> Poly:
            if slots[0] == constant(1):
                return top
            if not context.known.inside(slots[0], size):
                raise NotProved("a member of a decreasing family that may not exist")
            return top - plain_product(context.ring, (Factor(Head("name", gap.latex), slots),))

        poly = substitute_name(ring, poly, name.latex, lower)
    return poly
