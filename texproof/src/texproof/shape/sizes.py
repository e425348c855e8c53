"""Sizes: how they are written, added and compared, and which members a defined family has.

Sizes are names or whole numbers and are compared as such: n and d are never taken to be equal
because they happen to have one value.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ..expr import Expr, walk
from ..names import Name, Shape, Size

# --------------------------------------------------------------------------------------------------
# Sizes and shapes: how they are written, added and compared.

# The two lengths that the author chose for each size.
LengthPairs = Mapping[str, tuple[int, int]]

SCALAR: Shape = ()
SET: Shape = ("set",)
TIMES = " * "


def shape_in_words(shape: Shape) -> str:
    """A shape as the messages name it."""
    if shape == SET:
        return "a set"
    sizes = [f"({size})" if {*"+*"} & {*str(size)} else str(size) for size in shape]
    return "a number" if shape == SCALAR else " × ".join(sizes)


def product_shape(left: Shape, right: Shape) -> Shape:
    """The shape of a product of two that conform; of a row and a column it is a number."""
    if SCALAR in (left, right):
        return left or right
    return SCALAR if (left[0], right[1]) == (1, 1) else (left[0], right[1])


def add_sizes(sizes: Sequence[Size]) -> Size:
    """The sum of some sizes: a whole number, a size, or one written like "1 + d"."""
    named = [size for size in sizes if not isinstance(size, int)]
    count = sum(size for size in sizes if isinstance(size, int))
    parts = [str(count)] * (count > 0) + named
    return " + ".join(parts) if named else count


def multiply_sizes(sizes: Sequence[Size]) -> Size:
    """The product of some sizes: a whole number, a size, or one written like "n * d"."""
    parts = [part for size in sizes for part in str(size).split(TIMES) if part != "1"]
    if all(part.isdigit() for part in parts):
        return math.prod(map(int, parts))
    return TIMES.join(parts)


def length(size: Size, lengths: Mapping[str, int]) -> int:
    """The length of a size, such as d, 3, "1 + d" or "n * d", when those of names are given."""
    if isinstance(size, int):
        return size
    parts = (part.split(TIMES) for part in size.split(" + "))
    return sum(math.prod(int(p) if p.isdigit() else lengths[p] for p in part) for part in parts)


def equal(left: Size, right: Size, lengths: LengthPairs) -> bool:
    """Whether two sizes are one: the same sum, or one that the lengths that were chosen tell."""
    if TIMES in f"{left}{right}":
        return left == right
    if left == right or not {*names_of(left), *names_of(right)} <= set(lengths):
        return left == right or number_and_sizes(left) == number_and_sizes(right)
    assignments = [{size: pair[k] for size, pair in lengths.items()} for k in (0, 1)]
    sums = "+" in f"{left}{right}"
    return sums and all(
        length(left, assignment) == length(right, assignment) for assignment in assignments
    )


def names_of(size: Size) -> list[str]:
    """The sizes of which a size is the sum."""
    return sorted(part for part in str(size).split(" + ") if not part.isdigit())


def number_and_sizes(size: Size) -> tuple[int, list[str]]:
    """The number and the sizes of which a size is the sum."""
    return length(size, dict.fromkeys(names_of(size), 0)), names_of(size)


# --------------------------------------------------------------------------------------------------
# Which members a family has that is defined.


def is_member(
    name: Name, place: Sequence[int], sizes: Mapping[str, int], letters: Sequence[Any], body: Expr
) -> bool:
    """Whether a defined family has a member: one in its range, or one that goes on by one step.

    So F_0 and w^{(M+1)} are members where the letter is no number in the definition: it is the
    end of a sum of members of families, or the index of one, and those families decide.
    """
    for at, letter, (_, size) in zip(place, letters, name.range, strict=False):
        more = int(not is_used_as_number(letter, body))
        if not 1 - more <= at <= sizes.get(size, math.inf) + more:
            return False
    return True


def is_used_as_number(letter: str, node: Expr) -> bool:
    """Whether a letter is a number in a term, and not only the end of a sum or an index."""
    if node.op == "var":
        return bool(node.value == letter)
    if node.op in {"sum", "prod", "extremum"}:
        domain, body = node.args
        indexed = any(part.op == "name" and part.args for part in walk(body))
        return is_used_as_number(letter, body) or (mentions(letter, domain) and not indexed)
    places = node.args[1:] if node.op == "entry" else node.args if node.op == "name" else ()
    return any(is_used_as_number(letter, part) for part in node.args if part not in places)


def mentions(letter: str, node: Expr) -> bool:
    """Whether a letter occurs in a tree."""
    return any(part.op == "var" and part.value == letter for part in walk(node))
