"""Whether the rows of a statement hold at every size that its conditions allow."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product

from ..errors import ShapeError
from ..expr import Expr, Relation, states_problem
from ..shape import ShapeChecker
from ..statement import Row, Statement
from . import inequalities, optima
from .algebra import substitute, times
from .combining import is_combination
from .defined import Need
from .denominators import cleared
from .diagrams import Poly, letters_of
from .elementary import step
from .errors import NotProved, Unproved, Unsupported
from .hypotheses import Case, case_of
from .indices import Index, parts, whole
from .matching import Rule
from .outer import cleared_of_inverses
from .place import Place
from .pseudo import unique
from .relations import given, of_atoms, with_values
from .signs import is_nonnegative
from .taylor import coefficients
from .tree_signs import sign_of
from .well_defined import must_be_defined

OUTER = 2  # inverses at the ends of what is to be 0 that are taken away


@dataclass(frozen=True)
class Scope:
    """What was found about a row: proved for every size, and how, or why not.

    fixed: the sizes that its conditions fix, such as "C = 2"; it holds for all others.
    """

    proved: bool
    how: str
    fixed: tuple[str, ...] = ()


def everywhere(statement: Statement) -> list[Scope]:
    """For each row, whether it holds for every tuple of sizes that the conditions allow."""
    return [scope(statement, row) for row in statement.rows]


def scope(statement: Statement, row: Row) -> Scope:
    """What is found about one row; of an order, also with terms of the chain that are equal."""
    found = directly(statement, row)
    if found.proved or row.relation.sign not in {"<", "<=", ">", ">="}:
        return found
    for sides in product(*(equal_terms(statement, side) for side in row.relation.sides)):
        relation = Relation(row.relation.sign, *sides)
        if relation != row.relation:
            other = directly(statement, replace(row, relation=relation))
            if other.proved:
                return other
    return found


def equal_terms(statement: Statement, term: Expr) -> list[Expr]:
    """A term, and those that rows of its chain prove to be equal."""
    found = [term]
    for row in [*statement.rows, *statement.rows[::-1]]:
        for one, other in (row.relation.sides, row.relation.sides[::-1]):
            if one in found and other not in found and row.relation.sign == "=":
                if directly(statement, row).proved:
                    found.append(other)
    return found


def directly(statement: Statement, row: Row) -> Scope:
    """What is found about one row by itself."""
    try:
        ShapeChecker("", statement.lengths).relation(row.relation)
        case = case_of(statement, row)
        return Scope(True, how(case), fixed(case))
    except (ShapeError, NotProved) as reason:
        return Scope(False, str(reason))
    except RecursionError:
        return Scope(False, "too deep")


def fixed(case: Case) -> tuple[str, ...]:
    """The sizes of the row's names that conditions fix as numbers."""
    used = {str(size) for name in case.names for size in (*name.shape, *name.sizes)}
    sizes = {part for size in used for part in size.split(" + ")}
    values = {size: whole(value) for size, value in case.place.fixed.items() if size in sizes}
    return tuple(f"{size} = {value}" for size, value in sorted(values.items()) if value)


def how(case: Case) -> str:
    """In what way a row is proved; raises NotProved."""
    relation = case.row.relation
    if relation.left.op == "optimum" and relation.sign == "=":
        found = optima.proved(case, relation)
        must_be_defined(case)
        return found
    if any(states_problem(side) for side in relation.sides):
        raise Unsupported("a problem")
    if relation.sign in {"<", "<=", ">", ">="}:
        found = inequalities.proved(case, relation)
        must_be_defined(case)
        return found
    if relation.sign == "~":
        found = max(zero(case, part) for part in coefficients(case, relation, case.row.about))
    elif relation.sign == "=":
        found = equality(case, relation)
    else:
        raise Unsupported(f"the relation {relation.sign}")
    must_be_defined(case)
    return found


def equality(case: Case, relation: Relation) -> str:
    """In what way both sides are equal; of what is not negative the squares may be compared."""
    place = case.place
    try:
        return max((zero(case, part) for part in components(place, relation)), default="")
    except NotProved:
        if not all(sign_of(place, side) for side in relation.sides):
            raise
    left, right = (place.scalar(side) for side in relation.sides)
    return zero(case, times(place.room, left, left) - times(place.room, right, right))


def components(place: Place, relation: Relation) -> list[Poly]:
    """The differences of the sides, one for each part of a range that is put together."""
    left, right = (place.of(side).poly for side in relation.sides)
    return split(place, [left - right])


def split(place: Place, polys: Iterable[Poly]) -> list[Poly]:
    """Polynomials whose free variables run over plain sizes."""
    found = []
    waiting = list(polys)
    while waiting:
        poly = waiting.pop()
        mixed = [var for var in letters_of(poly) if parts(var) != [Index(var)]]
        if mixed:
            waiting += [substitute(place.room, poly, {mixed[0]: p}) for p in parts(mixed[0])]
        else:
            found.append(poly)
    return found


def zero(case: Case, poly: Poly, ends: int = OUTER) -> str:
    """In what way a polynomial is 0; raises NotProved.

    ends: how many inverses at its ends may be taken away.
    """
    if not poly:
        return "normal form"
    poly = with_values(case, poly)
    if not poly:
        return "hypotheses"
    room = case.place.room
    bare = cleared(room, poly)
    if not bare:
        return "denominators"
    for penrose in unique(room, bare) if ends == OUTER else ():
        with contextlib.suppress(Unproved):
            return max(zero(case, part, 0) for part in penrose)
    rules = [*given(case, case.equations), *from_denominators(case)]
    for part in dict.fromkeys((bare, poly)):
        every = [*rules, *of_atoms(room, [part, *(rule.poly for rule in rules)])]
        if found := is_combination(room, part, every):
            return found
    for other in cleared_of_inverses(room, bare) if ends else ():
        with contextlib.suppress(Unproved):
            return zero(case, other, ends - 1)
    raise Unproved(f"left over: {len(bare.terms)} terms")


def from_denominators(case: Case) -> list[Rule]:
    """[u <= 0] = 0 for what is divided by and is not below 0, wherever the row is defined."""
    place, found = case.place, list[Rule]()
    for need in place.needs:
        if is_sure(place, need) and is_nonnegative(place.room, need.poly):
            flag = step(place.room, need.poly)
            if flag:
                found.append(Rule(flag, frozenset(letters_of(flag)), "denominators"))
    return found


def is_sure(place: Place, need: Need) -> bool:
    """Whether the row has no value where a number vanishes, for all members within their ranges."""
    return need.sure and not need.size and need.known == place.known
