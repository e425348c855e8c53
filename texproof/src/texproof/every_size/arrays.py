"""Written vectors and matrices, blocks, diagonals, and products of entries in index notation.

A block has its place by a delta; a side of length n d, as of a Kronecker product, has one variable
for each of the two lengths.
"""

from __future__ import annotations

from ..expr import Expr
from ..names import Shape
from ..shape.sizes import multiply_sizes
from .atoms import components
from .context import Context, PolyValue, axes, index_rule, plain_product, stacked_size
from .diagrams import (
    ONE,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    normal_form,
    substitute,
    times,
    total,
)
from .indices import (
    Index,
    Linear,
    Unsupported,
    Var,
    add_constants,
    components_of,
    constant,
    fresh_variable,
    shift_index,
)

# --------------------------------------------------------------------------------------------------
# Kronecker products taken apart: an inverse is the product of those of the two matrices.

Sides = tuple[Var, Var]


def kronecker_factors(ring: Ring, poly: Poly, sides: Sides) -> list[tuple[Poly, Sides]]:
    """The matrices of which a Kronecker product is made, each with its own sides; else itself."""
    pairs = list(zip(*map(components_of, sides), strict=True))
    if len(pairs) == 1:
        return [(poly, sides)]
    if poly.single is None:
        raise Unsupported("a sum of products of Kronecker's")
    diagram, value = poly.single
    ends = {var for pair in pairs for var in pair}
    terms = [Term(ONE if k else value, (), ()) for k in range(len(pairs))]
    for variables, factors in components(diagram, (*diagram.bound, *ends)):
        here = [k for k, pair in enumerate(pairs) if {*pair} & {*variables}] or [0]
        if len(here) > 1:
            raise Unsupported("a product of Kronecker's that does not fall apart")
        bound = (*terms[here[0]].bound, *(var for var in variables if var in diagram.bound))
        factors = (*terms[here[0]].factors, *factors)
        terms[here[0]] = terms[here[0]]._replace(bound=bound, factors=factors)
    return [(normal_form(ring, term), pair) for term, pair in zip(terms, pairs, strict=True)]


# --------------------------------------------------------------------------------------------------
# Vectors and matrices by entries or blocks, and diagonal ones, in index notation.


@index_rule("diag")
def diagonal(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """A diagonal matrix."""
    value = context.of(inside)
    shape: Shape = (value.shape[0], value.shape[0])
    row, column = axes(context, shape)
    if row is None or column is None:
        return PolyValue(shape, value.poly)
    unit = plain_product(
        context.ring, (Factor(Head("delta", even=0), (Index(row), Index(column))),)
    )
    return PolyValue(shape, times(context.ring, unit, value.poly))


@index_rule("array")
def array(context: Context, node: Expr, *parts: Expr) -> PolyValue:
    """A vector or matrix by entries or blocks, each at its place."""
    rows, columns = node.value
    values = [context.of(part) for part in parts]
    shapes = [value.shape or (1, 1) for value in values]
    heights = [context.length(shapes[k * columns][0]) for k in range(rows)]
    widths = [context.length(shape[1]) for shape in shapes[:columns]]
    shape: Shape = (whole_size(heights), whole_size(widths))
    blocks = []
    for k, value in enumerate(values):
        before = sum_of(heights[: k // columns]), sum_of(widths[: k % columns])
        blocks.append(block_entries(context, value, shape, before))
    poly = total(blocks)
    return PolyValue(() if shape == (1, 1) else shape, poly)


def sum_of(lengths: list[Linear]) -> Linear:
    """The sum of some lengths."""
    result: Linear = ()
    for one in lengths:
        result = add_constants(result, one)
    return result


def whole_size(lengths: list[Linear]) -> int | str:
    """The sum of some lengths as a size."""
    size = stacked_size(lengths)
    return int(size) if size.isdigit() else size


def block_entries(
    context: Context, value: PolyValue, shape: Shape, before: tuple[Linear, Linear]
) -> Poly:
    """The entries of a block, where they stand in the whole."""
    poly = value.poly
    here = axes(context, value.shape or (1, 1))
    for var, whole, start in zip(here, axes(context, shape), before, strict=True):
        if whole is None:
            continue
        letter = fresh_variable(var.size) if var else None
        index = shift_index(Index(letter) if letter else constant(1), start)
        if var and letter:
            poly = substitute(context.ring, poly, {var: Index(letter)})
        flag = plain_product(context.ring, (Factor(Head("delta", even=0), (Index(whole), index)),))
        poly = times(context.ring, poly, flag)
        if letter:
            poly = bind(context.ring, poly, letter)
    return poly


# --------------------------------------------------------------------------------------------------
# Products of entries in index notation: Hadamard's, Kronecker's, and a matrix as one column.
#
# A side of length n d has two variables, one of each size: `row.0` and `row.1` are those of `row`.


@index_rule("hadamard")
def entrywise_product(context: Context, node: Expr, left: Expr, right: Expr) -> PolyValue:
    """A product of two of one shape, entry by entry."""
    one, other = context.of(left), context.of(right)
    return one._replace(poly=times(context.ring, one.poly, other.poly))


@index_rule("kron")
def kronecker_product(context: Context, node: Expr, left: Expr, right: Expr) -> PolyValue:
    """Each entry of the first times the second, in its place."""
    one, other = context.of(left), context.of(right)
    sides = zip(one.shape, other.shape, strict=True)
    shape: Shape = tuple(multiply_sizes(pair) for pair in sides)
    polys = []
    for which, value in enumerate((one, other)):
        names: dict[Var, Index] = {}
        pairs = zip(axes(context, value.shape), axes(context, shape), one.shape, strict=True)
        for own, whole, before in pairs:
            if own and whole:
                first = len(side_variables(Var("", context.size(before)))) if which else 0
                names |= rename_variables(side_variables(own), side_variables(whole)[first:])
        polys.append(substitute(context.ring, value.poly, names))
    return PolyValue(shape, times(context.ring, *polys))


def rename_variables(before: list[Var], after: list[Var]) -> dict[Var, Index]:
    """Variables as others, of which there may be more."""
    if any(one.size != other.size for one, other in zip(before, after, strict=False)):
        raise Unsupported("a side of a length in digits")
    return dict(zip(before, map(Index, after), strict=False))


def side_variables(var: Var) -> list[Var]:
    """The variables of a side of any length but 1: itself, or those of each factor."""
    return [] if var.size == "1" else components_of(var)


@index_rule("vec")
def vectorization(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """The columns of a matrix below each other."""
    value = context.of(inside)
    shape: Shape = (multiply_sizes(value.shape[::-1]), 1)
    row, column = axes(context, value.shape)
    whole, _ = axes(context, shape)
    before = [part for var in (column, row) if var for part in side_variables(var)]
    names = rename_variables(before, side_variables(whole)) if whole else {}
    return PolyValue(shape, substitute(context.ring, value.poly, names))
