r"""Declarations as an author writes them in Markdown: one name a line, no Python.

A line is ``name : kind sizes, fact, fact -- meaning``; sizes, facts and meaning may be left out::

    X : matrix n p -- design
    \Sigma : matrix p p, symmetric
    \mathbf{x}_i : vector p, over i = n -- a row of the design
    y_i : scalar, over i = n, positive
    A_{ij} : scalar, over i = n, j = n
    \hat{y} : scalar, random x
    f : function 1, convex
    g : function n, smooth L, strong \mu
    c_i : index K, over i = n
    n : size 4 6

A function is followed by how many numbers it takes, or by the size of each argument (1 for a
number, ``n×p`` for a matrix). The last line names the two lengths at which formulas with n are
tried.
"""

from collections.abc import Callable
from typing import Any

from .errors import DerivationError, ReadError
from .names import Name, function, index, matrix, scalar, subset, vector

KINDS: dict[str, tuple[Callable[..., Name], int | None]] = {  # with how many sizes each has
    "scalar": (scalar, 0),
    "vector": (vector, 1),
    "matrix": (matrix, 2),
    "index": (index, 1),
    "subset": (subset, 1),
    "function": (function, None),
}
BOUNDS = {"smooth", "strong"}  # facts that name a number
ALLOWED: dict[str, set[str]] = {
    "function": {"convex"} | BOUNDS,
    "subset": {"over"},
}  # few
Sizes = dict[str, tuple[int, int]]


def read_names(text: str) -> tuple[list[Name], Sizes]:
    """The names that lines declare, and the lengths that they choose."""
    names: list[Name] = []
    sizes: Sizes = {}
    for line in filter(str.strip, text.splitlines()):
        try:
            latex, kind, words, facts, meaning = parted(line)
            if kind == "size":
                sizes[latex] = lengths(words)
            else:
                names.append(declared(latex, kind, words, facts, meaning))
        except DerivationError as error:
            raise ReadError(str(error), line.strip(), 0) from error
    return names, sizes


def parted(line: str) -> tuple[str, str, list[str], list[str], str]:
    """Name, kind, sizes, facts and meaning of a line."""
    latex, colon, rest = line.partition(" : ")
    said, _, meaning = rest.partition(" -- ")
    first, *facts = (part.strip() for part in said.split(","))
    kind, *words = first.split() or [""]
    if not colon or kind not in {*KINDS, "size"}:
        allowed = ", ".join([*KINDS, "size"])
        raise DerivationError(f"expected 'name : kind', where a kind is one of {allowed}")
    return latex.strip(), kind, words, facts, meaning.strip()


def lengths(words: list[str]) -> tuple[int, int]:
    """The two lengths of a size."""
    if len(words) != 2 or not all(word.isdecimal() for word in words):
        raise DerivationError("a size has two lengths: n : size 4 6")
    return int(words[0]), int(words[1])


def declared(latex: str, kind: str, words: list[str], facts: list[str], meaning: str) -> Name:
    """The name that a line declares."""
    make, many = KINDS[kind]
    if many is not None and len(words) != many:
        raise DerivationError(f"{latex}: a {kind} has {many} sizes, not {len(words)}")
    options = said_of(facts)
    sized: list[Any] = [tuple(word.split("×")) if "×" in word else word for word in words]
    sized = [int(word) if isinstance(word, str) and word.isdecimal() else word for word in sized]
    stray = set(options) - ALLOWED.get(kind, set(options))
    if stray:
        raise DerivationError(f"{latex}: a {kind} has no {', '.join(sorted(stray))}")
    return make(latex, *sized, meaning=meaning, **options)


def said_of(facts: list[str]) -> dict[str, Any]:
    """Facts, ranges of index letters and sources of chance, as the makers of names take them."""
    found: dict[str, Any] = {}
    for fact in facts:
        word, _, rest = fact.partition(" ")
        if "=" in fact:  # over i = n, j = n
            letter, _, end = fact.removeprefix("over ").partition("=")
            found.setdefault("over", {})[letter.strip()] = end.strip()
        elif word == "random":
            found["random"] = (*found.get("random", ()), rest.strip())
        else:
            found[word] = (rest.strip() or True) if word in BOUNDS else True
    return found
