"""The rules of one product: equal factors, Kronecker deltas, ranges, sums over a variable.

Each is an equality of numbers at every tuple of sizes, wherever all factors are defined. The order
in which they are tried stands in the package's `__init__`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from ..names import Name, outcomes
from .diagrams import (
    ONE,
    Factor,
    Head,
    Ring,
    Term,
    as_text,
    canonical_diagram,
    factor_key,
    name_bound_variables,
    normal_form,
    remake_factor,
    replace_factor,
    slot_variables,
    sort_slots,
    substituted_slots,
    total,
)
from .elementary import power_of_poly
from .indices import (
    ONE_SIZE,
    Index,
    Linear,
    Var,
    constant,
    difference,
    index_key,
    length,
    shift_index,
    solve_for_variable,
    subtract_index,
    sum_of_sizes,
    whole_number,
)

# --------------------------------------------------------------------------------------------------
# Equal factors, Kronecker deltas, variables that nothing uses.

IDEMPOTENT = {"delta", "le", "map", "step"}
DELTA, LE = Head("delta", even=0), Head("le")


def delta(left: Index, right: Index) -> Factor:
    """1 where two indices are equal, else 0."""
    return Factor(DELTA, (left, right))


def at_most(left: Index, right: Index) -> Factor:
    """1 where an index is at most another one, else 0."""
    return Factor(LE, (left, right))


def merge_equal_factors(ring: Ring, term: Term) -> list[Term] | None:
    """Equal factors as one power; an indicator is its own square."""
    powers: dict[tuple[Head, tuple[Index, ...]], Fraction] = {}
    for head, slots, power in map(sort_slots, term.factors):
        powers[head, slots] = powers.get((head, slots), Fraction(0)) + power
    factors = [
        Factor(head, slots, ONE if is_idempotent(ring, head, power) else left)
        for (head, slots), power in powers.items()
        if (left := power % 2 if is_sign(ring, head, power) else power)
    ]
    merged = tuple(sorted(factors, key=factor_key))
    return None if merged == term.factors else [term._replace(factors=merged)]


def is_sign(ring: Ring, head: Head, power: Fraction) -> bool:
    """Whether a factor is 1 or -1, with a whole power: (-1)^k, or a label."""
    if head.kind == "name" and "label" in ring.names[head.label].facts:
        return power.denominator == 1
    return head.kind == "up" and head.inside[0].number == -1


def is_idempotent(ring: Ring, head: Head, power: Fraction) -> bool:
    """Whether a power of a factor is the factor: that of an indicator, or of what is 0 or 1."""
    binary = head.kind == "name" and "binary" in ring.names[head.label].facts and power > 0
    return binary or head.kind in IDEMPOTENT


def split_whole_powers(ring: Ring, term: Term) -> list[Term] | None:
    """The whole part of a power of a prime is a number."""
    for factor in term.factors:
        whole_part = factor.power.numerator // factor.power.denominator
        if factor.head.kind == "num" and whole_part:
            number = Fraction(int(factor.head.label)) ** whole_part
            less = factor._replace(power=factor.power - whole_part)
            rest = tuple(f for f in term.factors if f is not factor)
            rest += (less,) if less.power else ()
            return [Term(term.coefficient * number, term.bound, rest)]
    return None


def resolve_deltas(ring: Ring, term: Term) -> list[Term] | None:
    """A delta is 1 or 0 where that is known; else it removes a variable."""
    for factor in term.factors:
        if factor.head.kind != "delta":
            continue
        left, right = factor.slots
        gap = difference(left, right)
        rest = tuple(other for other in term.factors if other is not factor)
        if not gap:
            return [term._replace(factors=rest)]
        if ring.known.differ(left, right):
            return []
        if left.minus:  # [n - j = t] = [j = n - t]
            return [
                term._replace(
                    factors=(*rest, delta(Index(left.var), solve_for_variable(left, right)))
                )
            ]
        for one, other in ((left, right), (right, left)):
            if one.var in term.bound and one.var != other.var:
                return [eliminate_bound_variable(ring, term, rest, one, other)]
        exchanged = rename_equal_letter(term, factor, rest)
        if exchanged:
            return [exchanged]
    return None


def eliminate_bound_variable(
    ring: Ring, term: Term, rest: tuple[Factor, ...], one: Index, other: Index
) -> Term:
    """A sum over j of terms with [j + s = t]: the term at j = t - s, if that is in the range."""
    var = one.var
    assert var is not None
    value = solve_for_variable(one, other)
    if other.var in term.bound and not ring.known.inside(value, var.size):
        back = solve_for_variable(other, one)
        assert other.var is not None
        if ring.known.inside(back, other.var.size):
            var, value = other.var, back
    bound = tuple(v for v in term.bound if v != var)
    factors = substituted_slots(rest, {var: value})
    if not ring.known.inside(value, var.size):
        factors += at_most(constant(1), value), at_most(value, Index(None, length(var.size)))
    return Term(term.coefficient, bound, factors)


def rename_equal_letter(term: Term, factor: Factor, rest: tuple[Factor, ...]) -> Term | None:
    """Beside [l = j] with free letters, every l is written j, where that changes anything."""
    low, high = sorted(factor.slots, key=index_key)
    if high.var is None or high.var == low.var:
        return None
    values = {high.var: solve_for_variable(high, low)}
    if low.var is not None and high.var.size != low.var.size:
        return None
    changed = substituted_slots(rest, values)
    return None if changed == rest else term._replace(factors=(*changed, factor))


def remake_functions(ring: Ring, term: Term) -> list[Term] | None:
    """A function whose slots are not distinct variables any more is made again.

    Bound variables in its slots are renamed before it is asked which sign its inside has. Otherwise
    Σ_i 1/Σ_m M_im M_mi would take the one sum for the other.
    """
    for factor in term.factors:
        head = factor.head
        slots = factor.slots[head.own :]
        plain = [slot.var.size if slot.var and slot.is_plain else "" for slot in slots]
        if head.inside and (tuple(plain) != head.takes or len(set(slots)) < len(slots)):
            lettered, back = name_bound_variables(factor, term.bound)
            return replace_factor(term, factor, remake_factor(ring, lettered), back)
    return None


def multiply_out(ring: Ring, term: Term) -> list[Term] | None:
    """A power of a sum that is at least 1, and an even power of a modulus, are multiplied out."""
    for factor in term.factors:
        if (factor.head.kind == "pow" and factor.power >= 1) or (
            factor.head.kind == "mod" and factor.power >= 2
        ):
            lettered, back = name_bound_variables(factor, term.bound)
            return replace_factor(term, factor, remake_factor(ring, lettered), back)
    return None


def merge_labels(ring: Ring, term: Term) -> list[Term] | None:
    """An index map has one value: [q_i = l][q_i = m] = [q_i = l][l = m]."""
    seen: dict[tuple[str, tuple[Index, ...]], tuple[Index, Factor]] = {}
    for factor in term.factors:
        if factor.head.kind == "map":
            *family, value = factor.slots
            place = factor.head.label, tuple(family)
            if place in seen:
                rest = tuple(other for other in term.factors if other is not factor)
                return [term._replace(factors=(*rest, delta(seen[place][0], value)))]
            seen[place] = value, factor
    return None


def replace_last_label(ring: Ring, term: Term) -> list[Term] | None:
    """Of a fixed number of labels one is had: [q_i = 2] = 1 - [q_i = 1] where there are two."""
    for factor in term.factors:
        if factor.head.kind != "map":
            continue
        size, value = ring.names[factor.head.label].shape[0], factor.slots[-1]
        if str(size).isdigit() and value == constant(int(size)):
            rest = term._replace(factors=tuple(f for f in term.factors if f is not factor))
            others = [
                rest._replace(
                    coefficient=-rest.coefficient,
                    factors=(
                        *rest.factors,
                        factor._replace(slots=(*factor.slots[:-1], constant(k))),
                    ),
                )
                for k in range(1, int(size))
            ]
            return [rest, *others]
    return None


# --------------------------------------------------------------------------------------------------
# Rules of one product with [a <= b]: it is 1 or 0 where that is known, or ends a range.


def resolve_orders(ring: Ring, term: Term) -> list[Term] | None:
    """[a <= b] is 1 or 0 where that is known; what can be written with less is."""
    for factor in term.factors:
        if factor.head.kind == "le":
            rest = tuple(other for other in term.factors if other is not factor)
            result = resolve_order(ring, term._replace(factors=rest), *factor.slots)
            if result is not None:
                return result
    return None


def resolve_order(ring: Ring, rest: Term, left: Index, right: Index) -> list[Term] | None:
    """The products whose sum is [left <= right] times the rest, or None if it stays as it is.

    Each case brings the order closer to the form [i <= j + sizes], with one variable on each side.
    """
    if ring.known.at_most(left, right):
        return [rest]
    if ring.known.at_most(shift_index(right, ((ONE_SIZE, 1),)), left):
        return []
    if left.minus or right.minus:
        return isolate_variable(rest, left, right)
    if left.var is None and right.var is not None:  # [c <= j] = 1 - [j <= c - 1]
        bound = shift_index(left, ((ONE_SIZE, -1),))
        return [rest, negative_term(with_factor(rest, at_most(right, bound)))]
    if left.shift and left.var is not None:
        left, right = Index(left.var), shift_index(right, left.shift, -1)
        return [with_factor(rest, at_most(left, right))]
    steps = dict(right.shift).get(ONE_SIZE, 0)
    sizes = sum_of_sizes({s: m for s, m in right.shift if s != ONE_SIZE})
    start = Index(right.var, sizes)
    if left.var is None or (right.var is None and not sizes):
        return split_order_by_values(rest, left, steps) if left.var is not None else None
    if steps:
        return split_order_by_steps(rest, left, start, steps)
    return narrow_sum(ring, rest, left, right)


def split_order_by_steps(rest: Term, left: Index, start: Index, steps: int) -> list[Term]:
    """[i <= j + 2] = [i <= j] + [i = j + 1] + [i = j + 2]; [i <= j - 1] = [i <= j] - [i = j]."""
    between = range(1, steps + 1) if steps > 0 else range(steps + 1, 1)
    gaps = (
        with_factor(rest, delta(left, shift_index(start, sum_of_sizes({ONE_SIZE: k}))))
        for k in between
    )
    result = [gap if steps > 0 else negative_term(gap) for gap in gaps]
    return [with_factor(rest, at_most(left, start)), *result]


def isolate_variable(rest: Term, left: Index, right: Index) -> list[Term] | None:
    """[s - j <= t] = [s - t <= j] and [t <= s - j] = [j <= s - t], where t has no variable."""
    if left.minus and right.var is None:
        return [with_factor(rest, at_most(subtract_index(left.shift, right), Index(left.var)))]
    if right.minus and left.var is None:
        return [with_factor(rest, at_most(Index(right.var), subtract_index(right.shift, left)))]
    return None


def split_order_by_values(rest: Term, left: Index, last: int) -> list[Term]:
    """[j <= 3] = [j = 1] + [j = 2] + [j = 3], for what runs from 1."""
    return [with_factor(rest, delta(left, constant(k))) for k in range(1, last + 1)]


def narrow_sum(ring: Ring, rest: Term, left: Index, right: Index) -> list[Term] | None:
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
    result = Term(rest.coefficient, bound, substituted_slots(rest.factors, {var: Index(new)}))
    if ring.known.at_most(right, last):
        return [result]
    return [with_factor(result, at_most(Index(new), last))] if size < var.size else None


def with_factor(term: Term, factor: Factor) -> Term:
    """A product with one more factor."""
    return term._replace(factors=(*term.factors, factor))


def negative_term(term: Term) -> Term:
    """A product with the other sign."""
    return term._replace(coefficient=-term.coefficient)


# --------------------------------------------------------------------------------------------------
# Rules of one product that is summed over a variable: sizes, orthonormal columns, steps.


def size_factors(coefficient: Fraction, shift: Linear) -> list[tuple[Fraction, tuple[Factor, ...]]]:
    """A constant as a sum of numbers times sizes."""
    return [
        (coefficient * many, (Factor(Head("size", size)),) if size != ONE_SIZE else ())
        for size, many in shift
    ]


def split_index_number(ring: Ring, term: Term) -> list[Term] | None:
    """The number that the index j + 2 is: that of j, and 2."""
    for factor in term.factors:
        if factor.head.kind == "at" and not factor.slots[0].is_plain:
            lettered, back = name_bound_variables(factor, term.bound)
            ((var, shift, minus),) = lettered.slots
            result = [
                normal_form(ring, Term(number, (), sizes))
                for number, sizes in size_factors(ONE, shift)
            ]
            if var is not None:
                plain = lettered._replace(slots=(Index(var),), power=ONE)
                result.append(normal_form(ring, Term(-ONE if minus else ONE, (), (plain,))))
            return replace_factor(
                term, factor, power_of_poly(ring, total(result), factor.power), back
            )
    return None


def sum_unused_variable(ring: Ring, term: Term) -> list[Term] | None:
    """The sum of 1 is a size; chances and the values of an index map sum to 1."""
    many = Counter(slot_variables(term.factors))
    for var in term.bound:
        rest = term._replace(bound=tuple(v for v in term.bound if v != var))
        if not many[var]:
            return [
                Term(coefficient, rest.bound, (*rest.factors, *factors))
                for coefficient, factors in size_factors(rest.coefficient, length(var.size))
            ]
        if many[var] == 1:
            result = sum_of_factor(ring, rest, var)
            if result is not None:
                return result
    return None


def sum_of_factor(ring: Ring, rest: Term, var: Var) -> list[Term] | None:
    """A sum over all values of what occurs in one factor only."""
    (factor,) = (f for f in rest.factors if any(slot.var == var for slot in f.slots))
    others = rest._replace(factors=tuple(f for f in rest.factors if f is not factor))
    plain = factor.slots[-1] == Index(var) and factor.power == 1
    head = factor.head
    if plain and head.kind == "chance" and outcomes(head.label)[1] == var.size:
        return [others]
    if plain and head.kind == "map" and ring.names[head.label].shape[0] == var.size:
        return [others]
    if head.kind == "le":
        return length_of_part(ring, others, factor, var)
    if plain and head.kind == "at":  # 1 + 2 + ... + n = n(n + 1)/2
        size = Factor(Head("size", var.size))
        half = Fraction(1, 2) * rest.coefficient
        squared = (*others.factors, size._replace(power=Fraction(2)))
        return [
            Term(half, rest.bound, squared),
            Term(half, rest.bound, (*others.factors, size)),
        ]
    return None


def length_of_part(ring: Ring, others: Term, factor: Factor, var: Var) -> list[Term] | None:
    """[1 <= t] + ... + [n <= t] = t, and [t <= 1] + ... + [t <= n] = n + 1 - t."""
    left, right = factor.slots
    at_start = left == Index(var)
    # The order holds for as many values of the variable, or fails for as many.
    end = right if at_start else shift_index(left, ((ONE_SIZE, -1),))
    last = Index(None, length(var.size))
    if not at_start and right != Index(var):
        return None
    if not is_end(ring, end, last):
        return None
    part = others._replace(factors=(*others.factors, Factor(Head("at"), (end,))))
    if at_start:
        return [part]
    full_range = others._replace(factors=(*others.factors, Factor(Head("at"), (last,))))
    return [full_range, part._replace(coefficient=-part.coefficient)]


def is_end(ring: Ring, end: Index, last: Index) -> bool:
    """Whether a part of a range is known to end within it, or to be empty."""
    return ring.known.at_most(constant(0), end) and ring.known.at_most(end, last)


def contract_orthonormal(ring: Ring, term: Term) -> list[Term] | None:
    """Products of orthonormal columns, summed over all rows, are deltas; so for a square's rows."""
    for var in term.bound:
        users = [f for f in term.factors if any(slot.var == var for slot in f.slots)]
        pair = [users[0], users[0]] if len(users) == 1 and users[0].power == 2 else users
        if len(pair) != 2 or pair[0].head != pair[1].head or pair[0].head.kind != "name":
            continue
        if len(users) == 2 and any(f.power != 1 for f in users):
            continue
        result = deltas_of_contraction(ring, pair[0], pair[1], var)
        if result is not None:
            bound = tuple(v for v in term.bound if v != var)
            rest = tuple(f for f in term.factors if f not in users)
            return [Term(term.coefficient, bound, (*rest, *result))]
    return None


def deltas_of_contraction(
    ring: Ring, one: Factor, other: Factor, var: Var
) -> tuple[Factor, ...] | None:
    """The deltas that a sum over products of two orthonormal entries is, or None.

    The sum must run over all rows, or over all columns of a square, and the two entries may differ
    in nothing but the slot that is left.
    """
    name = ring.names[one.head.label]
    if "orthonormal" not in name.facts:
        return None
    places = [k for k, slot in enumerate(one.slots) if slot.var == var]
    if len(places) != 1 or other.slots[places[0]] != one.slots[places[0]]:
        return None
    (place,) = places
    ranges, row, column = slots_of_orthonormal(name)
    if place not in {row, column} or not is_whole_range(one.slots[place], ranges[place]):
        return None
    if place == column and not same_length(ring, ranges[row], ranges[column]):
        return None
    if any(one.slots[k] != other.slots[k] for k in range(len(ranges)) if k not in {row, column}):
        return None
    if not all(
        ring.known.inside(f.slots[k], size) for f in (one, other) for k, size in enumerate(ranges)
    ):
        return None
    left = row + column - place
    return (delta(one.slots[left], other.slots[left]),)


def slots_of_orthonormal(name: Name) -> tuple[list[str], int, int]:
    """(sizes of all slots, slot of the row, slot of the column) of orthonormal columns.

    The columns are those of a matrix, or the members of a family of vectors. The index of a member
    is then the first slot.
    """
    family = [size for _, size in name.range]
    if name.kind == "vector":
        return [*family, str(name.shape[0])], len(family), 0
    return [*family, *map(str, name.shape)], len(family), len(family) + 1


def is_whole_range(slot: Index, size: str) -> bool:
    """Whether an index takes every value that there is."""
    return slot.is_plain and slot.var is not None and slot.var.size == size


def same_length(ring: Ring, one: str, other: str) -> bool:
    """Whether two sizes are known to be equal."""
    a, b = Index(None, length(one)), Index(None, length(other))
    return ring.known.at_most(a, b) and ring.known.at_most(b, a)


def shift_sum(ring: Ring, term: Term) -> list[Term] | None:
    """Σ f(i + 1) over i = 1, ..., n is Σ f(i) - f(1) + f(n + 1), and so on: the least step is 0.

    Members beyond the range are formal: the equation holds whatever they are, and no fact is used
    of them.
    """
    for var in term.bound:
        steps = {s for f in term.factors if f.head.kind != "at" for s in steps_read(f, var)}
        if not steps or None in steps or 0 in steps:
            continue
        step = min((s for s in steps if s is not None), key=lambda s: (abs(s), s))
        sign = 1 if step > 0 else -1
        whole_sum = substituted_slots(
            term.factors, {var: Index(var, sum_of_sizes({ONE_SIZE: -sign}))}
        )
        start, end = constant(0), Index(None, length(var.size))
        if sign > 0:
            start, end = constant(1), shift_index(end, ((ONE_SIZE, 1),))
        bound = tuple(v for v in term.bound if v != var)
        first = substituted_slots(whole_sum, {var: start})
        last = substituted_slots(whole_sum, {var: end})
        return [
            term._replace(factors=whole_sum),
            Term(-sign * term.coefficient, bound, first),
            Term(sign * term.coefficient, bound, last),
        ]
    return None


def steps_read(factor: Factor, var: Var) -> set[int | None]:
    """How far from a variable the members are that a factor reads, in templates too."""
    result: set[int | None] = set()
    for k, slot in enumerate(factor.slots):
        if slot.var != var:
            continue
        inner = Var(f"#{k - factor.head.own}", var.size)
        parts = [f for poly in factor.head.inside for d in poly.terms for f in d.factors]
        deeper = {s for part in parts for s in steps_read(part, inner)} or {0}
        here = None if slot.minus else whole_number(slot.shift)
        result |= {None if here is None or more is None else here + more for more in deeper}
    return result


# --------------------------------------------------------------------------------------------------
# A rule of one product: Σ over k in 1, ..., q of f(n - k) is a sum over a part of 1, ..., n.


def reflect_sum(ring: Ring, term: Term) -> list[Term] | None:
    """Σ_k f(n - k) = Σ_j [n - q <= j][j <= n - 1] f(j), where 1, ..., n holds all n - k."""
    for var in term.bound:
        slots = {s for f in term.factors if f.head.kind != "at" for s in f.slots if s.var == var}
        if len(slots) != 1:
            continue
        (slot,) = slots
        if not slot.minus or len(slot.shift) != 1 or slot.shift[0][1] != 1 or not slot.shift[0][0]:
            continue
        ((size, _),) = slot.shift
        first = shift_index(Index(None, slot.shift), length(var.size), -1)
        last = shift_index(Index(None, slot.shift), ((ONE_SIZE, -1),))
        if not ring.known.at_most(constant(1), first):
            continue
        new = Var(var.name, size)
        bound = tuple(new if v == var else v for v in term.bound)
        factors = substituted_slots(term.factors, {var: subtract_index(slot.shift, Index(new))})
        part = at_most(first, Index(new)), at_most(Index(new), last)
        return [Term(term.coefficient, bound, (*factors, *part))]
    return None


# --------------------------------------------------------------------------------------------------
# An order either way round: of [s <= t] and 1 - [s <= t] + [s = t] = [t <= s] one is chosen.


def reverse_order(ring: Ring, term: Term) -> list[Term] | None:
    """A product with [s <= t] the other way round, where that has the smaller form.

    Both ways together are the product without [s <= t], and the diagonal once more. If both have
    the same form, as in Σ [s <= t] x_s x_t, each is half of that.
    """
    for factor in term.factors:
        if factor.head.kind != "le" or None in {slot.var for slot in factor.slots}:
            continue
        if not all(slot.is_plain for slot in factor.slots):
            continue
        left, right = factor.slots
        rest = tuple(other for other in term.factors if other is not factor)
        ways = [(*rest, at_most(left, right)), (*rest, at_most(right, left))]
        here, there = (as_text(canonical_diagram(term.bound, factors)) for factors in ways)
        if here < there:
            continue
        free = [term._replace(factors=rest), term._replace(factors=(*rest, delta(left, right)))]
        if here == there:
            half = term.coefficient * Fraction(1, 2)
            return [one._replace(coefficient=half) for one in free]
        return [*free, term._replace(coefficient=-term.coefficient, factors=ways[1])]
    return None
