"""The declared shape of a tree, by which the second opinion reads a row by a column as a number.

() is a number, ("d", 1) a column, ("n", "d") a matrix; blocks add up, as in ("1 + d", 1).
"""

LIKE_FIRST = {"neg", "div", "pow", "inverse", "expect", "substitute"}
LIKE_LAST = {"sum"}
NUMBERS = {"num", "size", "var", "entry", "prod", "extremum", "norm", "abs", "inner", "tr", "det"}
NUMBERS |= {"exp", "log", "sqrt", "max", "min", "sgn", "binom", "indicator", "cases", "pi"}
NUMBERS |= {"infinity", "integral", "limit", "partial"}


def shape(node):
    """The declared shape of a tree; that of a bare 0 among terms is the others'."""
    if node.op in NUMBERS:
        return ()
    if node.op in LIKE_FIRST:
        return shape(node.args[0])
    if node.op in LIKE_LAST:
        return shape(node.args[-1])
    return SHAPES[node.op](node)


def of_name(node):
    return node.value.shape if node.value.kind in {"vector", "matrix", "function"} else ()


def of_product(node):
    seen = ()
    for factor in node.args:
        own = shape(factor)
        seen = (seen[0], own[1]) if seen and own else seen or own
        seen = () if seen == (1, 1) else seen
    return seen


def of_sum(node):
    return next(filter(None, map(shape, node.args)), ())


def of_array(node):
    rows, columns = node.value
    shapes = [shape(part) or (1, 1) for part in node.args]
    height = together([shapes[k * columns][0] for k in range(rows)])
    width = together([own[1] for own in shapes[:columns]])
    return () if (height, width) == (1, 1) else (height, width)


def together(sizes):
    """The size of blocks beside each other: a whole number, or one such as 1 + d."""
    count = sum(size for size in sizes if isinstance(size, int))
    named = [size for size in sizes if not isinstance(size, int)]
    return " + ".join([*([str(count)] if count else []), *named]) if named else count


def of_covariance(node):
    left, right = map(shape, node.args)
    return (left[0], right[0]) if left else ()


SHAPES = {
    "name": of_name, "call": of_name, "mul": of_product, "add": of_sum, "array": of_array,
    "transpose": lambda node: shape(node.args[0])[::-1], "covariance": of_covariance,
    "diag": lambda node: (shape(node.args[0])[0],) * 2, "grad": lambda node: shape(node.args[1]),
    "hessian": lambda node: (shape(node.args[1])[0],) * 2,
    "optimum": lambda node: shape(node.args[0]),
}  # fmt: skip


def lengths_of(declared, lengths):
    """A declared shape in numbers."""
    return tuple(length_of(size, lengths) for size in declared)


def length_of(size, lengths):
    if isinstance(size, int):
        return size
    return sum(int(part) if part.isdigit() else lengths[part] for part in size.split(" + "))
