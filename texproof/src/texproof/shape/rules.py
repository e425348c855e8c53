"""The shape of each operation, from the shapes of its arguments.

Whoever adds an operation to the language begins here: one function, entered in `RULES`, says which
shapes it takes and which shape it has. The sections are algebra and sums, functions and calculus,
and what belongs to squares and to products of entries.
"""

from collections.abc import Sequence

from ..expr import Expr, Relation
from ..names import Name, Shape
from . import checker
from .checker import ShapeChecker, shape_of
from .sizes import SCALAR, SET, add_sizes, multiply_sizes, product_shape, shape_in_words

# --------------------------------------------------------------------------------------------------
# The shape of names, of algebra and of sums, from the shapes of their arguments.


def all_same(check: ShapeChecker, left: Sequence[Shape], right: Sequence[Shape]) -> bool:
    """Whether shapes agree one by one."""
    return len(left) == len(right) and all(map(check.same, left, right))


@shape_of("name")
def name(check: ShapeChecker, node: Expr) -> Shape:
    """The declared shape; a subset is a set, an index a number."""
    named: Name = node.value
    if named.kind == "subset":
        return SET
    return SCALAR if named.kind == "index" else named.shape


@shape_of("substitute")
def substitution(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what something is substituted into."""
    body, about, value = node.args
    if column := checker.column_shape(check, node):
        return column
    if not check.same(check.of(about), check.of(value)):
        check.refuse(
            value,
            f"{shape_in_words(check.of(value))} in the place of {shape_in_words(check.of(about))}",
        )
    return check.of(body)


@shape_of("builder")
def builder(check: ShapeChecker, node: Expr) -> Shape:
    """A set, made by a relation of numbers."""
    check.number(node.args[1])
    check.number(node.args[2])
    return SET


@shape_of("entry")
def entry(check: ShapeChecker, node: Expr) -> Shape:
    """A number."""
    return SCALAR


@shape_of("component")
def component(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from a matrix or vector with as many indices as it has sides."""
    shape, indices = check.of(node.args[0]), len(node.args) - 1
    if not shape or shape == SET or indices != 2 - (shape[1] == 1):
        check.refuse(node, f"{indices} indices do not fit a term that is {shape_in_words(shape)}")
    return SCALAR


@shape_of("call")
def call(check: ShapeChecker, node: Expr) -> Shape:
    """What a function returns, given what it takes."""
    if column := checker.column_shape(check, node):
        return column
    name: Name = node.value
    shapes = [check.of(argument) for argument in node.args]
    if name.takes is not None and not all_same(check, name.takes, shapes):
        wanted = ", ".join(map(shape_in_words, name.takes))
        check.refuse(
            node, f"{name.latex} takes {wanted}; received {', '.join(map(shape_in_words, shapes))}"
        )
    return name.shape


@shape_of("add")
def add(check: ShapeChecker, node: Expr) -> Shape:
    """The one shape of all terms."""
    first = check.no_set(node.args[0])
    for term in node.args[1:]:
        if not check.same(check.of(term), first):
            check.refuse(
                term, f"cannot add {shape_in_words(first)} and {shape_in_words(check.of(term))}"
            )
    return first


@shape_of("neg")
def neg(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of the term."""
    return check.no_set(node.args[0])


@shape_of("mul")
def mul(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of a product, from left to right."""
    shape = SCALAR
    for k, factor in enumerate(node.args):
        other = check.no_set(factor)
        if k in (node.value or ()) and SCALAR not in (shape, other):
            check.refuse(factor, r"\times is not the product of matrices; leave it out")
        shape = product_of_two(check, factor, shape, other)
    return shape


def product_of_two(check: ShapeChecker, node: Expr, left: Shape, right: Shape) -> Shape:
    """The shape of a product of two."""
    if SCALAR not in (left, right) and not check.equal(left[1], right[0]):
        check.refuse(node, f"cannot multiply {shape_in_words(left)} by {shape_in_words(right)}")
    return product_shape(left, right)


@shape_of("div")
def div(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what is above; below is a number."""
    check.number(node.args[1])
    return check.no_set(node.args[0])


@shape_of("pow")
def power(check: ShapeChecker, node: Expr) -> Shape:
    """A number, or the shape of a square matrix."""
    letter = letter_of(node.args[1])
    if check.of(node.args[0]) and letter in {"T", r"\mathrm{T}", "H", r"\mathrm{H}"}:
        check.refuse(node, rf"a transpose? write \top, since {letter} has another meaning here")
    check.number(node.args[1])
    return square(check, node) if check.of(node.args[0]) else SCALAR


def letter_of(node: Expr) -> str:
    """What a size, a letter or a name is called."""
    return node.value.latex if node.op == "name" else str(node.value)


@shape_of("inverse", "adj")
def square(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of a square matrix."""
    shape = check.of(node.args[0])
    if shape and shape[0] != shape[1]:
        check.refuse(node, f"a square matrix is needed here; this is {shape_in_words(shape)}")
    return shape


@shape_of("tr", "det")
def trace(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from a square matrix."""
    return square(check, node) and SCALAR


@shape_of("transpose", "pinv")
def transpose(check: ShapeChecker, node: Expr) -> Shape:
    """The shape, turned round."""
    return check.no_set(node.args[0])[::-1]


@shape_of("sum")
def sum_(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of the terms."""
    domain, body = node.args
    check_domain(check, domain)
    return check.no_set(body)


@shape_of("extremum")
def extremum(check: ShapeChecker, node: Expr) -> Shape:
    """A number."""
    check_domain(check, node.args[0])
    check.number(node.args[1])
    return SCALAR


@shape_of("array")
def array(check: ShapeChecker, node: Expr) -> Shape:
    """A matrix by entries, or by blocks of one height in a row and one width in a column."""
    rows, columns = node.value
    shapes = [check.no_set(part) or (1, 1) for part in node.args]
    for k, part in enumerate(node.args):
        beside, above = shapes[k - k % columns][0], shapes[k % columns][1]
        if not (check.equal(shapes[k][0], beside) and check.equal(shapes[k][1], above)):
            check.refuse(
                part,
                f"a block {shape_in_words(shapes[k])} where {shape_in_words((beside, above))} fits",
            )
    height = add_sizes([shapes[k * columns][0] for k in range(rows)])
    width = add_sizes([shape[1] for shape in shapes[:columns]])
    return SCALAR if (height, width) == (1, 1) else (height, width)


@shape_of("prod")
def product(check: ShapeChecker, node: Expr) -> Shape:
    """A number."""
    check.number(node.args[1])
    return SCALAR


def check_domain(check: ShapeChecker, node: Expr) -> None:
    """Refuses to sum over what is no range of whole numbers and no set."""
    if node.op == "name":
        if check.of(node) != SET:
            check.refuse(node, f"a sum runs over a set; this is {shape_in_words(check.of(node))}")
        return
    for part in node.args:
        if part.op != "range":
            check.number(part)


# --------------------------------------------------------------------------------------------------
# The shape of functions, derivatives and problems, from the shapes of their arguments.


@shape_of("diag")
def diagonal(check: ShapeChecker, node: Expr) -> Shape:
    """A square, from a column."""
    shape = check.of(node.args[0])
    if shape == SCALAR or shape[1] != 1:
        check.refuse(node, f"a diagonal is made of a column; this is {shape_in_words(shape)}")
    return shape[0], shape[0]


@shape_of("expect")
def expectation(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what is averaged."""
    return check.no_set(node.args[0])


@shape_of("covariance")
def covariance(check: ShapeChecker, node: Expr) -> Shape:
    """A number, or rows and columns of two columns."""
    left, right = (check.of(part) for part in node.args)
    if SCALAR in (left, right) and left != right:
        check.refuse(
            node, f"there is no covariance of {shape_in_words(left)} and {shape_in_words(right)}"
        )
    return SCALAR if left == SCALAR else (left[0], right[0])


@shape_of("abs")
def modulus(check: ShapeChecker, node: Expr) -> Shape:
    """A number: a modulus, the size of a set, or the determinant of a square (`resolve_bars`)."""
    shape = check.of(node.args[0])
    if shape not in (SCALAR, SET) and shape[0] != shape[1]:
        check.refuse(node, rf"|...| of {shape_in_words(shape)}: of a column write \lVert x\rVert")
    return SCALAR


@shape_of("norm", "spectral")
def norm(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from a vector or matrix."""
    shape = check.of(node.args[0])
    if shape == SCALAR and check.is_product(node.args[0]):
        return SCALAR
    if shape == SCALAR:
        check.refuse(node, "only a vector or matrix has a norm; for a number write |x|")
    if node.value in {"1", r"\infty"} and shape[1] != 1:
        check.refuse(node, f"the norm {node.value} is of a column; this is {shape_in_words(shape)}")
    return SCALAR


@shape_of("inner")
def inner(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from two of one shape; of numbers it is their product."""
    left, right = (check.of(part) for part in node.args)
    if not check.same(left, right):
        check.refuse(
            node, f"there is no inner product of {shape_in_words(left)} and {shape_in_words(right)}"
        )
    return SCALAR


@shape_of("grad")
def gradient(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of the variable."""
    body, about = node.args
    check.number(body)
    return check.of(about)


@shape_of("hessian")
def hessian(check: ShapeChecker, node: Expr) -> Shape:
    """A square, from a vector."""
    rows = gradient(check, node)
    if not rows or rows[1] != 1:
        check.refuse(node, "a Hessian must be taken with respect to a vector")
    return rows[0], rows[0]


@shape_of("partial")
def partial(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what is differentiated, by numbers."""
    body, *about = node.args
    for part in about:
        check.number(part)
    return check.no_set(body)


@shape_of("differential")
def differential(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what varies; a name and its own differential have one."""
    body, *pairs = node.args
    for name, moved in zip(pairs[::2], pairs[1::2], strict=True):
        if not check.same(check.of(name), check.of(moved)):
            check.refuse(node, f"{name.value.latex} and its differential have different shapes")
    return check.no_set(body)


@shape_of("jacobian")
def jacobian(check: ShapeChecker, node: Expr) -> Shape:
    """That of the variable for a number; a row for each entry of a column that is by a column."""
    body, about = node.args
    of, by = check.no_set(body), check.of(about)
    columns = by[1] == 1
    if node.value and not columns:
        check.refuse(node, f"the transpose here is of a column; this is {shape_in_words(by)}")
    if of == SCALAR:
        return by[::-1] if node.value else by
    if not columns or of[1] != 1:
        shapes = f"{shape_in_words(of)} by {shape_in_words(by)}"
        check.refuse(node, f"{shapes} has more than two indices: write it for entries")
    return of[0], by[0]


@shape_of("optimum")
def optimum(check: ShapeChecker, node: Expr) -> Shape:
    """A number, or the shape of the variable that is sought."""
    kind, many, *signs = node.value
    about, (goal, *conditions) = node.args[:many], node.args[many:]
    check.number(goal)
    for sign, left, right in zip(signs, conditions[::2], conditions[1::2], strict=True):
        check.relation(Relation(sign, left, right))
    return check.of(about[0]) if kind.startswith(r"\arg") else SCALAR


# --------------------------------------------------------------------------------------------------
# The shape of products of entries, of ranks, cofactors and what eigenvalues make.


@shape_of("hadamard")
def hadamard(check: ShapeChecker, node: Expr) -> Shape:
    """The one shape of two vectors or matrices."""
    left, right = (array_shape(check, part) for part in node.args)
    if not check.same(left, right):
        check.refuse(
            node,
            f"the shapes {shape_in_words(left)} and {shape_in_words(right)} differ entry by entry",
        )
    return left


@shape_of("kron")
def kron(check: ShapeChecker, node: Expr) -> Shape:
    """Sides of which each is a product of two."""
    left, right = (array_shape(check, part) for part in node.args)
    return product_of_sizes(check, node, left[0], right[0]), product_of_sizes(
        check, node, left[1], right[1]
    )


@shape_of("vec")
def vec(check: ShapeChecker, node: Expr) -> Shape:
    """A column of all entries, one column after another."""
    rows, columns = array_shape(check, node.args[0])
    return product_of_sizes(check, node, columns, rows), 1


@shape_of("rank")
def rank(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from a matrix."""
    return array_shape(check, node.args[0]) and SCALAR


@shape_of("cof", "minor", "eigs")
def square_function(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of a square, or a number where indices or the kind of sum are told."""
    shape = array_shape(check, node.args[0])
    if shape[0] != shape[1]:
        check.refuse(node, f"a square matrix is needed here; this is {shape_in_words(shape)}")
    if node.op == "eigs" and node.value is None:
        return SET
    for index in node.args[1:]:
        check.number(index)
    if len(node.args) not in {1, 3}:
        check.refuse(node, "a cofactor needs two indices")
    return shape if node.op == "cof" and len(node.args) == 1 else SCALAR


def array_shape(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of a vector or matrix."""
    shape = check.no_set(node)
    if shape == SCALAR:
        check.refuse(node, "a vector or matrix is needed here; this is a number")
    return shape


def product_of_sizes(check: ShapeChecker, node: Expr, *sizes: int | str) -> int | str:
    """A product of sizes, none of which is a sum."""
    if any("+" in str(size) for size in sizes):
        check.refuse(node, "blocks have no such product here")
    return multiply_sizes(sizes)
