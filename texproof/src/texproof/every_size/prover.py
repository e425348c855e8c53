"""Whether the rows of a statement hold at every size that its conditions allow.

A row is proved if the difference of its sides has no terms left, or its sign is known, and if both
sides are defined somewhere under the hypotheses. `prove_rows` returns a scope for each row, which
says how it was proved or why not.
"""

from __future__ import annotations

import contextlib
import operator
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from ..conditions import Condition, conditions, held_conditions, implies
from ..errors import ShapeError
from ..expr import Expr, Relation, free_letters, states_problem
from ..limits import APART, HIGHEST_ORDER, MOST_OUTER_INVERSES, POINTS_SOLVED, SIZES_SOLVED
from ..names import Name
from ..shape import ShapeChecker
from ..statement import Row, Scope, Statement
from . import inequalities
from .calculus import FIXED, corner_arguments, derivative, differentiated_determinants
from .context import Context, PolyValue, plain_product, substitute_name
from .defined import (
    Allowed,
    Nonvanishing,
    check_needs,
    choices_of_letters,
    is_plainly_met,
    without_positive_denominators,
)
from .diagrams import (
    Factor,
    Head,
    Poly,
    Ring,
    bind,
    constant_poly,
    letters_of,
    substitute,
    times,
    unpack_factor,
)
from .elementary import step_function
from .hypotheses import IndexCase, index_case
from .indices import (
    ONE_SIZE,
    Index,
    Known,
    NotProved,
    Unproved,
    Unsupported,
    Var,
    fresh_variable,
    index_parts,
    length,
    whole_number,
)
from .leaves import definition_of, generic_entry, is_map, plain_index
from .matching import VanishingPoly, is_combination
from .points import NoNumber, Point, is_solved, label, matrix, size_tuples, sizes_in, value_of_poly
from .pseudoinverses import conditions_by_uniqueness
from .relations import hypothesis_rules, rules_of_atoms, with_bounds, with_values
from .rules import delta
from .signs import clear_denominators, is_nonnegative
from .tree_signs import sign_of

# --------------------------------------------------------------------------------------------------
# Whether both sides of a row are defined, under its hypotheses, at every size that is allowed.

TESTS = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def refuse_undefined(case: IndexCase) -> None:
    """Raises NotProved unless both sides are defined at every size that is allowed."""
    context = case.context
    needs = [
        replace(need, poly=with_bounds(case, with_values(case, need.poly)))
        for need in [*context.needs, *(Nonvanishing(poly, context.known) for poly in case.nonzero)]
    ]
    if any(not need.poly for need in needs):
        raise NotProved("a denominator is 0")
    rules = hypothesis_rules(case, case.equations)
    if any(need.dense and (rules or not is_analytic(context, need.poly)) for need in needs):
        raise NotProved("a determinant that may vanish in a whole region is differentiated")
    for need in needs:
        if rules and is_combination(context.ring, need.poly, rules):
            raise NotProved("the hypotheses make a denominator 0")
    allowed = labelling_condition(case), sizes_of_labels(case)
    check_needs(context.ring, needs, context.known, *allowed)
    equations = [with_bounds(case, rule.poly) for rule in rules if is_untied(rule)]
    if equations and not satisfying_points_exist(
        context.ring, needs, equations, context.known, *allowed
    ):
        raise NotProved("no point was found at which the hypotheses hold")


ANALYTIC = {"name", "delta", "le", "size", "num", "at", "pi", "fact", "inv", "det", "exp"}
# Names with these facts do not range over a connected set of values.
DISCONNECTED = {"orthonormal", "decreasing"}


def is_analytic(context: Context, poly: Poly) -> bool:
    """Whether entries are quotients and exponentials of numbers that vary in one piece."""
    return all(
        f.head.kind in ANALYTIC | {"pow"} and f.power.denominator == 1
        and not (f.head.kind == "name" and context.ring.names[f.head.label].facts & DISCONNECTED)
        and all(is_analytic(context, inside) for inside in f.head.inside)
        for diagram in poly.terms for f in diagram.factors
    )  # fmt: skip


def is_untied(rule: VanishingPoly) -> bool:
    """Whether a hypothesis is said of all values of its letters."""
    return rule.pattern >= set(letters_of(rule.poly))


def satisfying_points_exist(
    ring: Ring,
    needs: Sequence[Nonvanishing],
    equations: Sequence[Poly],
    known: Known,
    allowed: Allowed,
    labelled: set[str],
) -> bool:
    """Whether at some small sizes a point was found at which equations hold and needs are met."""
    polys = [*equations, *(need.poly for need in needs)]
    every = [*size_tuples(sorted(sizes_in(ring, polys, known) | labelled), known)]
    for lengths in sorted(every, key=lambda lengths: sum(abs(n - 2) for n in lengths.values()))[
        :SIZES_SOLVED
    ]:
        for again in range(POINTS_SOLVED):
            point = Point(lengths, ring.names, random.Random(again))
            if allowed(point) and is_solved(point, equations):
                if all(
                    is_clearly_met(point, n, at)
                    for n in needs
                    for at in choices_of_letters(n, lengths)
                ):
                    return True
    return False


def is_clearly_met(point: Point, need: Nonvanishing, at: Mapping[Var, int]) -> bool:
    """Whether a number that must not vanish is far enough from 0 at a point.

    Newton's method solves the equations of a point up to small errors. A number as small as these
    errors may be 0 at the exact solution.
    """
    try:
        if need.size:
            entries = matrix(point, need.poly, need.size, at)
            return bool(np.linalg.matrix_rank(entries, tol=APART) == len(entries))
        number, _ = value_of_poly(point, need.poly, at)
    except NoNumber:
        return False
    return number > APART if need.above else abs(number) > APART


def sizes_of_labels(case: IndexCase) -> set[str]:
    """The sizes of index maps, for which a point needs lengths in any case.

    Whether a labelling is allowed is asked at every point, even where no size occurs in what must
    not vanish.
    """
    maps = [name for name in case.names if name.kind == "index" and is_map(case.context, name)]
    sizes = [str(size) for name in maps for size in (*name.shape, *name.sizes)]
    return {part for size in sizes for part, _ in length(case.context.size(size))} - {ONE_SIZE}


def labelling_condition(case: IndexCase) -> Callable[[Point], bool]:
    """The condition on points that definitions, facts and hypotheses set for their labellings.

    The condition also enters the labels of defined index maps in the point that it is asked about,
    because these are not drawn.
    """
    context = case.context
    maps = [name for name in case.names if name.kind == "index" and is_map(context, name)]
    made = [(n, *definition_of(context, n)) for n in maps if n in context.definitions]
    gaps = [(r.sign, context.of(r.left).poly - context.of(r.right).poly) for r in case.labels]

    def allows(point: Point) -> bool:
        for name, family, poly in made:
            for chosen, value in values_of_poly(point, poly, family):
                point.labels[name.latex, *chosen] = round(value)
        return all(is_onto(context, name, point) for name in maps) and all(
            TESTS[sign](round(number), 0)
            for sign, gap in gaps
            for _, number in values_of_poly(point, gap, letters_of(gap))
        )

    return allows


def values_of_poly(
    point: Point, poly: Poly, letters: Sequence[Var]
) -> Iterator[tuple[tuple[int, ...], float]]:
    """(letters, number) of a polynomial, for all values of its letters."""
    for chosen in product(*(range(1, point.count(var.size) + 1) for var in letters)):
        yield chosen, value_of_poly(point, poly, dict(zip(letters, chosen, strict=True)))[0]


def is_onto(context: Context, name: Name, point: Point) -> bool:
    """Whether every value of an index map occurs, where that is declared."""
    counts = [range(1, point.count(context.size(size)) + 1) for _, size in name.range]
    last = point.count(context.size(name.shape[0]))
    seen = set()
    for family in product(*counts):
        seen |= {v for v in range(1, last + 1) if label(point, name.latex, (*family, v))}
    return "onto" not in name.facts or len(seen) == last


# --------------------------------------------------------------------------------------------------
# left ≈ right to an order: both sides have the same derivatives by the size of what is small.

SMALL = Name("small", "scalar", (), "")


def derivatives_at_zero(
    case: IndexCase, relation: Relation, about: tuple[Expr, int] | None
) -> Iterator[Poly]:
    """The derivatives of left - right, at 0, by the factor of what is small."""
    if about is None or about[0].op != "name" or about[1] not in range(HIGHEST_ORDER + 1):
        raise Unsupported("an expansion of another kind")
    written, order = about
    ring = case.context.ring
    ring.names[SMALL.latex] = SMALL
    inner = with_small_name(case.context, written, free_letters(relation))
    left, right = (inner.of(side) for side in relation.sides)
    poly = left.poly - right.poly
    case.context.needs.extend(replace(n, poly=at_small_zero(case, n.poly)) for n in inner.needs)
    for part in corner_arguments(ring, poly, SMALL.latex):
        case.context.need(at_small_zero(case, part))
    case.context.needs.extend(
        replace(need, poly=at_small_zero(case, need.poly))
        for need in differentiated_determinants(case.context, poly, SMALL.latex)
    )
    for _ in range(order + 1):
        yield at_small_zero(case, poly)
        poly = derivative(ring, poly, (SMALL.latex, ()))


def at_small_zero(case: IndexCase, poly: Poly) -> Poly:
    """A polynomial where what is small is 0."""
    return substitute_name(case.context.ring, poly, SMALL.latex, lambda slots: constant_poly(0))


def with_small_name(context: Context, written: Expr, free: Collection[str]) -> Context:
    """The context in which a name is small: the member at the free letters, or all members."""
    name: Name = written.value
    if name in context.definitions or name.facts & FIXED or name.kind not in {"scalar", "vector"}:
        raise Unsupported("an expansion in a name that cannot vary freely")
    letters = [Index(Var(f"^{k}", context.size(size))) for k, (_, size) in enumerate(name.range)]
    chosen = [
        delta(letter, plain_index(context, part))
        for letter, part in zip(letters, written.args, strict=True)
        if part.op != "var" or part.value in free
    ]
    flag = plain_product(context.ring, tuple(chosen))
    small = plain_product(context.ring, (Factor(Head("name", SMALL.latex)),))
    factor = times(context.ring, flag, small) + constant_poly(1) - flag
    value = PolyValue(
        name.shape, times(context.ring, factor, generic_entry(context, name, letters))
    )
    return replace(context, values={**context.values, name: value}, memo={}, needs=[])


# --------------------------------------------------------------------------------------------------
# What is 0 if it is 0 after a product with a regular square: W P = 0 only if P = 0.
#
# Where W^-1 occurs, W is regular; so Woodbury's identity is the one without the outer inverses.

SIDES = ("row", "column")


def cleared_of_inverses(ring: Ring, poly: Poly) -> Iterator[Poly]:
    """W P or P W for each W whose inverse stands at an end of P, the longest W first."""
    for side in (var for var in letters_of(poly) if var.name in SIDES):
        for factor in sorted(
            outermost_inverses(poly, side), key=count_inverted_terms, reverse=True
        ):
            yield multiply_by_square(ring, poly, factor, side)


def outermost_inverses(poly: Poly, side: Var) -> list[Factor]:
    """The inverses without further indices that end at a row or column, one of each."""
    inverses = {}
    for diagram in poly.terms:
        for f in diagram.factors:
            plain = f.head.kind == "inv" and not f.head.takes and f.slots[0] != f.slots[1]
            if plain and Index(side) in f.slots:
                inverses[f.head, f.slots.index(Index(side))] = f
    return list(inverses.values())


def count_inverted_terms(factor: Factor) -> int:
    """How many terms are inverted."""
    return len(factor.head.inside[0].terms)


def multiply_by_square(ring: Ring, poly: Poly, factor: Factor, side: Var) -> Poly:
    """The sum over an end of P times the square whose inverse ends there."""
    (inside,), binds = unpack_factor(ring, factor)
    near, far = binds if factor.slots[0] != Index(side) else binds[::-1]
    letter = fresh_variable(side.size)
    square = substitute(ring, inside, {near: Index(letter), far: Index(side)})
    inner = substitute(ring, poly, {side: Index(letter)})
    return bind(ring, times(ring, square, inner), letter)


# --------------------------------------------------------------------------------------------------
# The verdict on a row.


def prove_rows(statement: Statement) -> list[Scope]:
    """For each row, whether it holds for every tuple of sizes that the conditions allow."""
    return [prove_row(statement, row) for row in statement.rows]


def prove_row(statement: Statement, row: Row) -> Scope:
    """What is found about one row; of an order, also with equal terms that need no more."""
    result = prove_directly(statement, row)
    if result.proved or row.relation.sign not in {"<", "<=", ">", ">="}:
        return result
    for sides in product(*(equal_terms(statement, row, side) for side in row.relation.sides)):
        relation = Relation(row.relation.sign, *sides)
        if relation != row.relation:
            other = prove_directly(statement, replace(row, relation=relation))
            if other.proved:
                return other
    return result


def equal_terms(statement: Statement, row: Row, side: Expr) -> list[Expr]:
    """A side of a row, and terms that its chain proves to be equal and that need no more.

    Whatever such a term needs in order to have a value, the sides of the row need as well: else the
    row would be proved only where the other term has a value.
    """
    known = held_conditions(row.relation.sides, statement.hypotheses, statement.definitions)
    result = [side]
    for link in [*statement.rows, *statement.rows[::-1]]:
        for one, other in (link.relation.sides, link.relation.sides[::-1]):
            if one in result and other not in result and link.relation.sign == "=":
                if (
                    needs_no_more(statement, other, known)
                    and prove_directly(statement, link).proved
                ):
                    result.append(other)
    return result


def needs_no_more(statement: Statement, term: Expr, known: Sequence[Condition]) -> bool:
    """Whether a term has a value wherever some conditions hold."""
    needed = conditions([term], statement.definitions)
    return all(any(implies(one, part) for one in known) for part in needed)


def has_value(statement: Statement, term: Expr) -> bool:
    """Whether a term, such as what a program returns, has a value wherever its parts do."""
    try:
        case = index_case(statement, Row("=", "", "", Relation("=", term, term)))
        case.context.of(term)
        ring = case.context.ring
        return all(
            not need.size
            and is_plainly_met(ring, replace(need, poly=without_positive_denominators(ring, need)))
            for need in case.context.needs
        )
    except (NotProved, RecursionError):
        return False


def prove_directly(statement: Statement, row: Row) -> Scope:
    """What is found about one row by itself."""
    try:
        ShapeChecker("", statement.lengths).relation(row.relation)
        case = index_case(statement, row)
        return Scope(True, prove_relation(case), fixed_sizes_of_row(case))
    except (ShapeError, NotProved) as reason:
        return Scope(False, str(reason))
    except RecursionError:
        return Scope(False, "too deep")


def fixed_sizes_of_row(case: IndexCase) -> tuple[str, ...]:
    """The sizes of the row's names that conditions fix as numbers."""
    used = {str(size) for name in case.names for size in (*name.shape, *name.sizes)}
    sizes = {part for size in used for part in size.split(" + ")}
    values = {
        size: whole_number(value) for size, value in case.context.fixed.items() if size in sizes
    }
    return tuple(f"{size} = {value}" for size, value in sorted(values.items()) if value)


def prove_relation(case: IndexCase) -> str:
    """In what way a row is proved; raises NotProved."""
    relation = case.row.relation
    if relation.left.op == "optimum" and relation.sign == "=":
        result = inequalities.prove_solution(case, relation)
        refuse_undefined(case)
        return result
    if any(states_problem(side) for side in relation.sides):
        raise Unsupported("an optimization problem")
    if relation.sign in {"<", "<=", ">", ">="}:
        result = inequalities.prove_inequality(case, relation)
        refuse_undefined(case)
        return result
    if relation.sign == "~":
        result = max(
            prove_zero(case, part) for part in derivatives_at_zero(case, relation, case.row.about)
        )
    elif relation.sign == "=":
        result = prove_equality(case, relation)
    else:
        raise Unsupported(f"the relation {relation.sign}")
    refuse_undefined(case)
    return result


def prove_equality(case: IndexCase, relation: Relation) -> str:
    """In what way both sides are equal; of what is not negative the squares may be compared."""
    context = case.context
    try:
        return max(
            (prove_zero(case, part) for part in component_differences(context, relation)),
            default="",
        )
    except NotProved:
        if not all(sign_of(context, side) for side in relation.sides):
            raise
    left, right = (context.scalar(side) for side in relation.sides)
    return prove_zero(case, times(context.ring, left, left) - times(context.ring, right, right))


def component_differences(context: Context, relation: Relation) -> list[Poly]:
    """The differences of the sides, one for each part of a range that is put together."""
    left, right = (context.of(side).poly for side in relation.sides)
    return split_ranges(context, [left - right])


def split_ranges(context: Context, polys: Iterable[Poly]) -> list[Poly]:
    """Polynomials whose free variables run over plain sizes."""
    result = []
    waiting = list(polys)
    while waiting:
        poly = waiting.pop()
        mixed = [var for var in letters_of(poly) if index_parts(var) != [Index(var)]]
        if mixed:
            waiting += [
                substitute(context.ring, poly, {mixed[0]: p}) for p in index_parts(mixed[0])
            ]
        else:
            result.append(poly)
    return result


def prove_zero(case: IndexCase, poly: Poly, ends: int = MOST_OUTER_INVERSES) -> str:
    """In what way a polynomial is 0; raises NotProved.

    ends: how many inverses at its ends may be taken away.
    """
    if not poly:
        return "normal form"
    poly = with_values(case, poly)
    if not poly:
        return "hypotheses"
    ring = case.context.ring
    bare = clear_denominators(ring, poly)
    if not bare:
        return "denominators"
    for penrose in conditions_by_uniqueness(ring, bare) if ends == MOST_OUTER_INVERSES else ():
        with contextlib.suppress(Unproved):
            return max(prove_zero(case, part, 0) for part in penrose)
    rules = [*hypothesis_rules(case, case.equations), *rules_of_denominators(case)]
    for part in dict.fromkeys((bare, poly)):
        every = [*rules, *rules_of_atoms(ring, [part, *(rule.poly for rule in rules)])]
        if result := is_combination(ring, part, every):
            return result
    for other in cleared_of_inverses(ring, bare) if ends else ():
        with contextlib.suppress(Unproved):
            return prove_zero(case, other, ends - 1)
    raise Unproved(f"left over: {len(bare.terms)} terms")


def rules_of_denominators(case: IndexCase) -> list[VanishingPoly]:
    """[u <= 0] = 0 for what is divided by and is not below 0, wherever the row is defined."""
    context, result = case.context, list[VanishingPoly]()
    for need in context.needs:
        if is_necessary(context, need) and is_nonnegative(context.ring, need.poly):
            flag = step_function(context.ring, need.poly)
            if flag:
                result.append(VanishingPoly(flag, frozenset(letters_of(flag)), "denominators"))
    return result


def is_necessary(context: Context, need: Nonvanishing) -> bool:
    """Whether the row has no value where a number vanishes, for all members within their ranges."""
    return need.sure and not need.size and need.known == context.known
