"""The context of a tree in index notation: names, definitions, letters, known facts.

A value is a polynomial; that of a vector or matrix has the free variables `row` and `column`. What
takes the place of a name must have the facts of the name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from ..expr import Definition, Expr
from ..names import Name, Shape, Size
from ..shape.sizes import TIMES, multiply_sizes
from .defined import Nonvanishing
from .diagrams import (
    MAKERS,
    ONE,
    ZERO,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    constant_poly,
    mentions,
    normal_form,
    substitute,
    substituted_slots,
    times,
    total,
    unpack_factor,
)
from .elementary import power_of_poly
from .indices import (
    ONE_SIZE,
    Index,
    Known,
    Linear,
    LinearForm,
    NotThere,
    Unsupported,
    Var,
    add_constants,
    constant,
    fresh_variable,
    length,
)
from .signs import is_nonnegative, is_positive

# --------------------------------------------------------------------------------------------------
# The context in which a tree is evaluated, and the table of operations.


class PolyValue(NamedTuple):
    """A number, or the entry of a vector or matrix at `row` and `column`."""

    shape: Shape
    poly: Poly


Operation = Callable[..., PolyValue]
OPERATIONS: dict[str, Operation] = {}


def index_rule(*operations: str) -> Callable[[Operation], Operation]:
    """Enters a function in the table, as the one that evaluates operations."""

    def enter(function: Operation) -> Operation:
        OPERATIONS.update(dict.fromkeys(operations, function))
        return function

    return enter


@dataclass(frozen=True)
class Context:
    """What a tree is evaluated with, and the ring in which its value is.

    letters: the index that each letter is; ranges: the size of letters that are free; values: what
    stands in the place of names; held: names that are not unfolded, since they vary; fixed: sizes
    that are known numbers or other sizes; sure: whether the tree counts for all values; nonzero:
    what is not 0 by hypothesis.
    """

    ring: Ring
    definitions: Mapping[Name, Definition]
    ranges: Mapping[str, str | None]
    known: Known
    fixed: Mapping[str, Linear]
    letters: Mapping[str, Index] = field(default_factory=dict)
    values: Mapping[Name, PolyValue] = field(default_factory=dict)
    held: frozenset[Name] = frozenset()
    memo: dict[Any, PolyValue] = field(default_factory=dict)
    needs: list[Nonvanishing] = field(default_factory=list)
    sure: bool = True
    nonzero: tuple[Poly, ...] = ()

    @property
    def here(self) -> Ring:
        """The ring with what is known in this context, for signs."""
        return Ring(self.known, self.ring.names, steps=self.ring.steps)

    def need(self, poly: Poly, size: str = "", above: bool = False) -> None:
        """Notes what must not vanish, or be singular, for a tree to have a value."""
        if size or poly.number is None or poly.number <= 0:
            self.needs.append(Nonvanishing(poly, self.known, size, above, self.sure))

    def of(self, node: Expr) -> PolyValue:
        """The value of a tree."""
        if node.op not in OPERATIONS:
            raise Unsupported(f"{node.op} is not in the language of index notation")
        self.ring.count()
        return OPERATIONS[node.op](self, node, *node.args)

    def scalar(self, node: Expr) -> Poly:
        """The value of a tree that is a number."""
        value = self.of(node)
        if value.shape:
            raise Unsupported("a number was expected")
        return value.poly

    def at(self, letters: Mapping[str, Index], facts: Iterable[LinearForm] = ()) -> Context:
        """This context with letters bound, and more known of them."""
        known = self.known.and_also(facts)
        return replace(self, letters={**self.letters, **letters}, known=known)

    def size(self, size: Size) -> str:
        """A size as the polynomials know it: a sum in the order in which it is written."""
        if TIMES in str(size):
            if "+" in str(size):
                raise Unsupported("blocks beside a product of Kronecker's")
            return str(multiply_sizes([self.size(part) for part in str(size).split(TIMES)]))
        return stacked_size([self.length(part) for part in str(size).split(" + ")])

    def length(self, size: Size) -> Linear:
        """A size as a sum of sizes that are not fixed."""
        total: Linear = ()
        for name, many in length(str(size)):
            part = self.fixed.get(name, ((name, 1),))
            total = add_constants(total, part, many)
        return total

    def require(self, index: Index, size: str, what: str) -> None:
        """Raises unless an index is known to be within 1, ..., size."""
        if not self.known.inside(index, size):
            raise NotThere(f"nothing displayed says that {what} exists")


def size_text(size: Linear) -> str:
    """A sum of sizes as the size of a variable: numbers first."""
    whole = dict(size).get(ONE_SIZE, 0)
    named = [name for name, many in size if name != ONE_SIZE for _ in range(many)]
    if any(many < 0 for _, many in size):
        raise Unsupported("a size with a minus")
    return " + ".join([str(whole)] * bool(whole) + named)


def stacked_size(lengths: Sequence[Linear]) -> str:
    """Some lengths one after another, as the size of a variable."""
    result: list[str] = []
    for part in (part for one in lengths for part in size_text(one).split(" + ") if one):
        if result and result[-1].isdigit() and part.isdigit():
            part = str(int(result.pop()) + int(part))
        result.append(part)
    return " + ".join(result)


def size_poly(ring: Ring, shift: Linear) -> Poly:
    """A sum of sizes as a number."""
    result = [constant_poly(0)]
    for size, many in shift:
        factors = (Factor(Head("size", size)),) if size != ONE_SIZE else ()
        result.append(plain_product(ring, factors).scaled(Fraction(many)))
    return sum(result, ZERO)


def plain_product(ring: Ring, factors: tuple[Factor, ...]) -> Poly:
    """A product without sums."""
    return normal_form(ring, Term(ONE, (), factors))


# --------------------------------------------------------------------------------------------------
# Vectors and matrices, polynomials in the variables `row` and `column`: products and sums.


def axes(context: Context, shape: Shape) -> tuple[Var | None, Var | None]:
    """The variables of rows and columns of a shape; a side of length 1 has none."""
    if not shape:
        return None, None
    sizes = [context.size(size) for size in shape]
    rows, columns = (
        None if size == "1" else Var(which, size)
        for size, which in zip(sizes, ("row", "column"), strict=True)
    )
    return rows, columns


def transposed(context: Context, value: PolyValue) -> PolyValue:
    """A transpose."""
    if not value.shape:
        return value
    row, column = axes(context, value.shape)
    new_row, new_column = axes(context, value.shape[::-1])
    names = {}
    if row and new_column:
        names[row] = Index(new_column)
    if column and new_row:
        names[column] = Index(new_row)
    return PolyValue(value.shape[::-1], substitute(context.ring, value.poly, names))


def matrix_product(context: Context, left: PolyValue, right: PolyValue) -> PolyValue:
    """A product of two that conform; of a row and a column it is a number."""
    if not left.shape or not right.shape:
        return PolyValue(left.shape or right.shape, times(context.ring, left.poly, right.poly))
    ring = context.ring
    _, column = axes(context, left.shape)
    row, _ = axes(context, right.shape)
    shape: Shape = (left.shape[0], right.shape[1])
    if column is None or row is None:
        poly = times(ring, left.poly, right.poly)
    else:
        letter = fresh_variable(column.size)
        one = substitute(ring, left.poly, {column: Index(letter)})
        other = substitute(ring, right.poly, {row: Index(letter)})
        poly = bind(ring, times(ring, one, other), letter)
    return PolyValue(() if shape == (1, 1) else shape, poly)


def sum_of_entries(context: Context, value: PolyValue, *, squared: bool = False) -> Poly:
    """The sum of all entries, or of their squares."""
    poly = times(context.ring, value.poly, value.poly) if squared else value.poly
    for var in axes(context, value.shape):
        if var is not None:
            poly = bind(context.ring, poly, var)
    return poly


def entry_at(context: Context, value: PolyValue, indices: list[Index]) -> Poly:
    """An entry of a vector or matrix."""
    row, column = axes(context, value.shape)
    names = {}
    for var, index in zip((row, column), [*indices, constant(1)], strict=False):
        if var is not None:
            names[var] = index
    return substitute(context.ring, value.poly, names)


# --------------------------------------------------------------------------------------------------
# Whether what takes the place of a name has the facts of the name.


def is_share(ring: Ring, poly: Poly) -> bool:
    """Whether a polynomial is known to be above 0 and at most 1."""
    return is_positive(ring, poly) and is_nonnegative(ring, constant_poly(1) - poly)


def is_inside(ring: Ring, poly: Poly) -> bool:
    """Whether a polynomial is known to be above 0 and below 1."""
    return is_positive(ring, poly) and is_positive(ring, constant_poly(1) - poly)


def is_unit(ring: Ring, poly: Poly) -> bool:
    """Whether a polynomial is known to be from 0 to 1."""
    return is_nonnegative(ring, poly) and is_nonnegative(ring, constant_poly(1) - poly)


NUMBERS = {
    "positive": is_positive,
    "nonnegative": is_nonnegative,
    "share": is_share,
    "inside": is_inside,
    "unit": is_unit,
}


def must_fit(context: Context, name: Name, value: PolyValue) -> None:
    """Raises unless a value is known to have every fact of the name whose place it takes."""
    for fact in sorted(name.facts):
        if fact == "symmetric":
            fits = value.poly == transposed(context, value).poly
        else:
            fits = fact in NUMBERS and NUMBERS[fact](context.ring, value.poly)
        if not fits:
            raise Unsupported(f"a value in the place of {name.latex} that may not be {fact}")


# --------------------------------------------------------------------------------------------------
# Other values for names: definitions put back after a derivative, substitution, hypotheses.

Replacement = Callable[[tuple[Index, ...]], Poly]


def substitute_name(ring: Ring, poly: Poly, label: str, value: Replacement) -> Poly:
    """A polynomial with a value(slots) in the place of every entry of a name."""
    if not mentions(poly, ("name", label)):
        return poly
    result = []
    for diagram, coefficient in poly.terms.items():
        whole = Poly({diagram: coefficient})
        if not mentions(whole, ("name", label)):
            result.append(whole)
            continue
        result.append(
            substitute_in_diagram(
                ring, Term(coefficient, diagram.bound, diagram.factors), label, value
            )
        )
    return total(result)


def substitute_in_diagram(ring: Ring, term: Term, label: str, value: Replacement) -> Poly:
    """A diagram with a value(slots) in the place of every entry of a name.

    Its bound variables become letters while the values are multiplied, and are summed over again
    afterwards.
    """
    letters = {var: fresh_variable(var.size) for var in term.bound}
    factors = substituted_slots(term.factors, {v: Index(letter) for v, letter in letters.items()})
    result = constant_poly(1).scaled(term.coefficient)
    for factor in factors:
        if factor.head.kind == "name" and factor.head.label == label:
            result = times(ring, result, power_of_poly(ring, value(factor.slots), factor.power))
        elif any(mentions(inside, ("name", label)) for inside in factor.head.inside):
            result = times(ring, result, substitute_in_factor(ring, factor, label, value))
        else:
            result = times(ring, result, normal_form(ring, Term(ONE, (), (factor,))))
    for letter in letters.values():
        result = bind(ring, result, letter)
    return result


def substitute_in_factor(ring: Ring, factor: Factor, label: str, value: Replacement) -> Poly:
    """A function of polynomials in which the name has another value."""
    inside, binds = unpack_factor(ring, factor)
    new = tuple(substitute_name(ring, poly, label, value) for poly in inside)
    own = factor.slots[: factor.head.own]
    return MAKERS[factor.head.kind](ring, factor.head, new, own, binds, factor.power)
