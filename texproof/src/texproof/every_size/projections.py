"""Products of a matrix A and its pseudoinverse: A A^+ and A^+ A are symmetric projections.

A A^+ leaves A and (A^+)^T as they are, A^+ A leaves A^T and A^+; of a product and its transpose the
smaller one is kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from .algebra import Room
from .diagrams import ONE, Factor, Term, occurring, told
from .indices import Index
from .labels import labelled

Link = tuple[int, int]  # of two slots that one variable joins: in the matrix, in its pseudoinverse
LINKS: tuple[Link, Link] = ((1, 0), (0, 1))


def projected(room: Room, term: Term) -> list[Term] | None:
    """A product of A, A^+ and a third is that third; else the smaller of both directions."""
    for inverse in term.factors:
        if not is_of_name(inverse):
            continue
        for matrix in term.factors:
            if matrix.head == base_of(inverse).head and matrix.power == ONE:
                for link in links(term, matrix, inverse):
                    found = absorbed(term, matrix, inverse, link) or turned(
                        term, matrix, inverse, link
                    )
                    if found:
                        return [found]
    return None


def is_of_name(factor: Factor) -> bool:
    """Whether a factor is an entry of the pseudoinverse of a matrix that is a name."""
    head = factor.head
    if head.kind != "pinv" or head.takes or factor.power != ONE or not head.inside[0].single:
        return False
    diagram, value = head.inside[0].single
    plain = not diagram.sizes and len(diagram.factors) == 1 and value == 1
    return plain and base_of(factor).head.kind == "name" and len(base_of(factor).slots) == 2


def base_of(inverse: Factor) -> Factor:
    """The entry of the matrix of which a factor is the pseudoinverse."""
    return next(iter(inverse.head.inside[0].terms)).factors[0]


def links(term: Term, matrix: Factor, inverse: Factor) -> Iterator[Link]:
    """The slots in which a variable joins both and nothing else, and is summed over."""
    same = matrix.head.even == 0
    for i, j in LINKS if not same else (*LINKS, (0, 0), (1, 1)):
        one = matrix.slots[i]
        if one == inverse.slots[j] and is_joint(term, one) and sized(matrix, inverse, i):
            yield i, j


def sized(matrix: Factor, inverse: Factor, which: int) -> bool:
    """Whether a variable runs over a whole side."""
    var = matrix.slots[which].var
    return var is not None and var.size == inverse.head.binds[which]


def is_joint(term: Term, index: Index) -> bool:
    """Whether an index is a variable that is summed over and stands in two slots."""
    var = index.var
    return index.is_plain and var in term.bound and [*occurring(term.factors)].count(var) == 2


def absorbed(term: Term, matrix: Factor, inverse: Factor, link: Link) -> Term | None:
    """The product without both, where a third factor is left as it is by them."""
    i, j = link
    ends = matrix.slots[1 - i], inverse.slots[1 - j]
    rest = [f for f in term.factors if f is not matrix and f is not inverse]
    for here, there in (ends, ends[::-1]):
        if here == there or not is_joint(term, here):
            continue
        for k, third in enumerate(rest):
            slot = slot_of(third, matrix, inverse, 1 - i, here)
            if slot is not None:
                slots = (*third.slots[:slot], there, *third.slots[slot + 1 :])
                rest[k] = third._replace(slots=slots)
                gone = {here.var, matrix.slots[i].var}
                bound = tuple(v for v in term.bound if v not in gone)
                return term._replace(bound=bound, factors=tuple(rest))
    return None


def slot_of(third: Factor, matrix: Factor, inverse: Factor, side: int, index: Index) -> int | None:
    """The slot of the matrix or its pseudoinverse in which an index of a side stands."""
    same = matrix.head.even == 0
    places = {matrix.head: side, inverse.head: 1 - side}
    if third.head not in places or third.power != ONE or index not in third.slots:
        return None
    slot = third.slots.index(index)
    return slot if same or slot == places[third.head] else None


def turned(term: Term, matrix: Factor, inverse: Factor, link: Link) -> Term | None:
    """The product with both in the other direction, where that is smaller."""
    i, j = link
    near, far = matrix.slots[1 - i], inverse.slots[1 - j]
    swapped = []
    for factor in term.factors:
        if factor is matrix or factor is inverse:
            slot, end = (1 - i, far) if factor is matrix else (1 - j, near)
            slots = (*factor.slots[:slot], end, *factor.slots[slot + 1 :])
            factor = factor._replace(slots=slots)
        swapped.append(factor)
    found = term._replace(factors=tuple(swapped))
    keys = [told(labelled(one.bound, one.factors)) for one in (found, term)]
    return found if keys[0] < keys[1] else None
