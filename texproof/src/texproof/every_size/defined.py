"""Whether both sides are defined at every size that the conditions allow.

What stands below a fraction, in a logarithm or at a corner must not be 0 for all values; what is
inverted must not be singular for all. At small sizes that is tried at points of floats; at large
ones different diagrams are independent, so only the numbers before them can make a sum vanish.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ..limits import MOST_LABELLINGS_TRIED, MOST_PLACES_OF_POINT, TRIES_DEFINED
from .atoms import content_and_rest
from .diagrams import Diagram, Poly, Ring, letters_of
from .indices import ONE_SIZE, Known, LinearForm, NotProved, Var
from .points import (
    NoNumber,
    Point,
    SizeNumbers,
    facts_hold,
    matrix,
    merge_numbers,
    size_tuples,
    sizes_in,
    value_of_poly,
)
from .signs import ANY, clear_positive_denominators, is_positive, sign_of_poly


@dataclass(frozen=True)
class Nonvanishing:
    """What must not vanish, or be singular if it has a size; what is known of its letters.

    sure: whether the row has no value where it vanishes, as is not so in a case that is left out;
    dense: whether it has one all the same, which is the limit of those beside it.
    """

    poly: Poly
    known: Known
    size: str = ""
    above: bool = False
    sure: bool = True
    dense: bool = False


Allowed = Callable[[Point], bool]


def check_needs(
    ring: Ring,
    needs: Iterable[Nonvanishing],
    known: Known,
    allowed: Allowed,
    labelled: Iterable[str] = (),
) -> None:
    """Raises NotProved unless every need is met at every size; labelled: those of index maps."""
    every = (
        need if need.size else replace(need, poly=without_positive_denominators(ring, need))
        for need in needs
    )
    left = {(need.poly, need.size, need.above): need for need in every}
    unmet = [need for need in left.values() if not is_plainly_met(ring, need)]
    for need in unmet:
        if not need.size and not is_nonzero_at_large_sizes(ring, need.poly):
            raise NotProved("a denominator may be 0 at some sizes")
    if not unmet:
        return
    sizes = sorted(sizes_in(ring, [need.poly for need in unmet], known) | {*labelled})
    tried = 0
    for lengths in size_tuples(sizes, known):
        tried += 1
        for need in unmet:
            if not is_met_at_sizes(ring, need, lengths, allowed):
                shown = ", ".join(f"{size} = {many}" for size, many in lengths.items())
                raise NotProved(f"undefined at {shown}")
    if not tried:
        raise NotProved("no small sizes satisfy the conditions")


def without_positive_denominators(ring: Ring, need: Nonvanishing) -> Poly:
    """What a need says must not vanish, without denominators above 0."""
    return clear_positive_denominators(ring, need.poly)


def is_plainly_met(ring: Ring, need: Nonvanishing) -> bool:
    """Whether a need is met by the look of it: what is above 0, or below, is not 0."""
    if need.size:
        return False
    return is_positive(ring, need.poly) or (not need.above and is_positive(ring, -need.poly))


def is_nonzero_at_large_sizes(ring: Ring, poly: Poly) -> bool:
    """Whether, but for small sizes, the numbers before some diagram never add up to 0.

    Different diagrams are linearly independent if each size is at least the number of their slots
    of that size. Between these sizes and those that are tried at points, a denominator that is
    always 0 would not be noticed.
    """
    groups: dict[Diagram, dict[Diagram, Fraction]] = {}
    for diagram, number in poly.terms.items():
        sizes = tuple(f for f in diagram.factors if f.head.kind == "size")
        rest = tuple(f for f in diagram.factors if f.head.kind != "size")
        groups.setdefault(Diagram(diagram.sizes, rest), {})[Diagram((), sizes)] = number
    for group in groups.values():
        # Sizes are at least 1, so powers of sizes that all terms share are left out.
        _, _, left = content_and_rest(Poly(group))
        if sign_of_poly(ring, left) != ANY or sign_of_poly(ring, -left) != ANY:
            return True
    return False


def is_met_at_sizes(
    ring: Ring, need: Nonvanishing, lengths: Mapping[str, int], allowed: Allowed
) -> bool:
    """Whether a need is met at some sizes, for every choice of its letters and every labelling."""
    return all(
        is_met_at_labellings(ring, need, lengths, at, allowed)
        for at in choices_of_letters(need, lengths)
    )


def choices_of_letters(need: Nonvanishing, lengths: Mapping[str, int]) -> Iterator[dict[Var, int]]:
    """The values of the letters of a need that are allowed at some sizes."""
    letters = letters_of(need.poly)
    letters = [v for v in letters if not (need.size and str(v.name).startswith("@"))]
    counts = [range(1, Point(lengths, {}, random.Random(0)).count(v.size) + 1) for v in letters]
    for chosen in itertools.islice(itertools.product(*counts), MOST_PLACES_OF_POINT):
        at = dict(zip(letters, chosen, strict=True))
        if not facts_hold(need.known.facts, merge_numbers(lengths, at)):
            continue
        if all(is_nonzero_form(form, merge_numbers(lengths, at)) for form in need.known.nonzero):
            yield at


def is_nonzero_form(form: LinearForm, numbers: SizeNumbers) -> bool:
    """Whether a form is not 0, or has letters without a number."""
    if set(form) - {ONE_SIZE} <= set(numbers):
        return sum(v * (1 if k == ONE_SIZE else numbers[k]) for k, v in form.items()) != 0
    return True


def is_met_at_labellings(
    ring: Ring,
    need: Nonvanishing,
    lengths: Mapping[str, int],
    at: Mapping[Var, int],
    allowed: Allowed,
) -> bool:
    """Whether a need is met for each of some labellings at a point that has numbers."""
    seeds = range(MOST_LABELLINGS_TRIED if has_labels(need.poly) else 1)
    return all(is_met_at_labelling(ring, need, lengths, at, allowed, seed) for seed in seeds)


def is_met_at_labelling(
    ring: Ring,
    need: Nonvanishing,
    lengths: Mapping[str, int],
    at: Mapping[Var, int],
    allowed: Allowed,
    seed: int,
) -> bool:
    """Whether a need is met at a point of a random labelling, or the labelling is not allowed.

    The labelling is that of the first point that has numbers; all later points have it too.
    """
    labels: dict[object, int] | None = None
    for again in range(TRIES_DEFINED):
        rng = random.Random(1000 * seed + again)
        point = Point(lengths, ring.names, rng, whole=again % 3 == 2)
        if labels is not None:
            point.labels = dict(labels)
        try:
            if not allowed(point):
                return labels is None
            if labels is None:
                labels = point.labels
            if is_met(point, need, at):
                return True
        except NoNumber:
            continue
    return False


def has_labels(poly: Poly) -> bool:
    """Whether an index map occurs."""
    return any(
        f.head.kind == "map" or any(map(has_labels, f.head.inside))
        for d in poly.terms
        for f in d.factors
    )


def is_met(point: Point, need: Nonvanishing, at: Mapping[Var, int]) -> bool:
    """Whether a need is met at a point."""
    if need.size:
        entries = matrix(point, need.poly, need.size, at)
        return bool(np.linalg.matrix_rank(entries) == len(entries))
    number, size = value_of_poly(point, need.poly, at)
    return number > 1e-9 * size if need.above else abs(number) > 1e-9 * size
