"""The nouns of a derivation: names with a shape, a meaning and facts.

A name is the LaTeX the reader sees. Letters listed in ``over`` are index letters: with
``vector(r"\\mathbf{x}_i", "d", "sample", over={"i": "n"})`` the name stands for the family
x_1, ..., x_n, and ``\\mathbf{x}_k`` or ``\\mathbf{x}_{i+1}`` are its members.
"""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import declared
from .declared import refuse_words, whole

Size = int | str  # 3, "d", or a sum such as "1 + d"
Argument = Size | tuple[Size, Size]  # of a function: a number or column, or a matrix
Shape = tuple[Size, ...]
OUTCOMES_OF = "outcomes of "  # how the size of a source of chance is called
Over = tuple[tuple[str, str], ...]  # index letters, each with the size that it runs to


@dataclass(frozen=True)
class Name:
    """A declared name: LaTeX, kind, shape (size names), meaning, index letters and facts.

    moduli: the numbers that bound second derivatives of a function, by the fact that they are of.
    written: how formulas with the name are to be read.
    """

    latex: str
    kind: str
    shape: Shape
    meaning: str
    over: Over = ()
    facts: frozenset[str] = frozenset()
    call: Callable[..., Any] | None = None
    takes: tuple[Shape, ...] | None = None
    sources: tuple[str, ...] = ()
    moduli: tuple[tuple[str, str], ...] = ()
    written: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        declared.refuse_facts(self.latex, self.kind, self.shape, self.over, self.facts)

    @property
    def letters(self) -> tuple[str, ...]:
        """Index letters of the family, in the order in which they were declared."""
        return tuple(letter for letter, _ in self.over)

    @property
    def range(self) -> Over:
        """Index letters and outcomes, with the size that each runs to."""
        return (*self.over, *map(outcomes, self.sources))

    @property
    def sizes(self) -> tuple[str, ...]:
        """Size names that the shape, the index ranges and the outcomes mention."""
        named = [
            *self.shape,
            *(size for _, size in self.range),
            *itertools.chain(*(self.takes or ())),
        ]
        return tuple(size for size in named if isinstance(size, str))


def outcomes(source: str) -> tuple[str, str]:
    """(letter, size) of the outcomes of a source of chance; neither can be typed by an author."""
    return f"outcome of {source}", f"{OUTCOMES_OF}{source}"


PLACE = "at which a derivative is taken"
ARGUMENT = Name("argument", "scalar", (), PLACE)  # no author's
CHANCE = Name("chances", "scalar", (), "chance of an outcome of a source")


def argument(shape: Shape, which: int) -> Name:
    """What a function takes in one of its places, at which it is differentiated."""
    kind = "scalar" if not shape else "vector" if shape[1] == 1 else "matrix"
    return Name(rf"\mathrm{{argument}}_{{{which}}}", kind, shape, PLACE)


def _name(
    latex: str,
    kind: str,
    shape: Shape,
    meaning: str,
    over: Mapping[str, str] | None,
    facts: dict[str, Any],
) -> Name:
    random = facts.pop("random", ())
    sources = tuple(random) if isinstance(random, tuple | list) else (random,)
    declared.refuse_misfits(latex, sources, over)
    stated = frozenset(fact for fact, holds in facts.items() if holds)
    written = stated & declared.WRITTEN.get(kind, set())
    found = (stated - written).union(*(declared.IMPLIED.get(fact, ()) for fact in stated))
    family = tuple((over or {}).items())
    shape = (*map(whole, shape),)
    return Name(latex, kind, shape, meaning, family, found, None, None, sources, (), written)


def scalar(
    latex: str, meaning: str = "", over: Mapping[str, str] | None = None, **facts: Any
) -> Name:
    """A real number, or a family of them.

    facts: positive, nonnegative, decreasing (a family), share (above 0 and at most 1, such as a
    rate), inside (0 and 1 excluded), unit (from 0 to 1), binary (0 or 1), summed (if repeated).
    ``random`` names the independent sources of chance (one or several) that it depends on.
    """
    return _name(latex, "scalar", (), meaning, over, facts)


def vector(
    latex: str,
    size: Size,
    meaning: str = "",
    over: Mapping[str, str] | None = None,
    **facts: Any,
) -> Name:
    """A column of ``size`` real numbers; facts: ones, basis (e_i), orthonormal (a family),
    positive or nonnegative (every entry), numerator (a derivative of a number by it is a row).
    ``random`` names the sources of chance that it depends on, as for a scalar.
    """
    refuse_words(latex, {"argument 2": size})
    return _name(latex, "vector", (size, 1), meaning, over, facts)


def matrix(
    latex: str,
    rows: Size,
    columns: Size,
    meaning: str = "",
    over: Mapping[str, str] | None = None,
    **facts: Any,
) -> Name:
    """A ``rows`` x ``columns`` matrix.

    facts: symmetric, diagonal, orthonormal (columns), identity, psd, posdef (symmetric, and
    positive semidefinite or definite).
    """
    refuse_words(latex, {"argument 2": rows, "argument 3": columns})
    return _name(latex, "matrix", (rows, columns), meaning, over, facts)


def index(
    latex: str,
    size: Size,
    meaning: str = "",
    over: Mapping[str, str] | None = None,
    **facts: Any,
) -> Name:
    """A whole number from 1 to ``size``, such as the leaf q(x_i) that a sample falls into;
    facts: onto (every value occurs in the family).
    """
    refuse_words(latex, {"argument 2": size})
    return _name(latex, "index", (size,), meaning, over, facts)


def subset(
    latex: str, size: Size, meaning: str = "", over: Mapping[str, str] | None = None
) -> Name:
    """A subset of 1, ..., ``size``, such as those of a leaf: any one, unless it is defined."""
    refuse_words(latex, {"argument 2": size})
    return _name(latex, "subset", (size,), meaning, over, {})


def function(
    latex: str, *arguments: Argument, meaning: str = "", convex: bool = False, **moduli: str
) -> Name:
    r"""A smooth function, any one unless it is defined; or any convex one.

    arguments: how many numbers it takes, as ``function("l", 2)``; or for each argument the
    size of a column or 1 for a number, as ``function(r"h", "d", 1)``, or both sizes of a matrix,
    ``function("g", ("n", "d"))``. smooth="L": L is a Lipschitz constant of its gradient;
    strong=r"\mu": less mu/2 times the square of the norm it is convex.
    """
    refuse_words(latex, {f"argument {k}": size for k, size in enumerate(arguments, 2)})
    if len(arguments) == 1 and isinstance(arguments[0], int):
        takes: tuple[Shape, ...] = ((),) * arguments[0]
    else:
        takes = tuple(map(declared.taken, arguments))
    facts = frozenset({*moduli} | ({"convex"} if convex or "strong" in moduli else set()))
    declared.refuse_moduli(latex, moduli, facts, takes)
    pairs = tuple(sorted(moduli.items()))
    return Name(latex, "function", (), meaning, facts=facts, takes=takes, moduli=pairs)


def program(
    call: Callable[..., Any], *shape: Size, latex: str | None = None, meaning: str = ""
) -> Name:
    """A program as a term, written ``\\mathtt{its\\_name}(...)``.

    ``shape`` is the shape of what it returns: nothing for a number, ``"d"`` for a vector,
    ``"d", "d"`` for a matrix.
    """
    latex = latex or r"\mathtt{" + call.__name__.replace("_", r"\_") + "}"
    refuse_words(latex, {f"argument {k}": size for k, size in enumerate(shape, 2)})
    shape = (*shape, 1) if len(shape) == 1 else shape
    home = str(call.__module__).partition(".")[0]
    place = "this page" if home == "__main__" else home
    return Name(latex, "function", shape, meaning or f"function of {place}", call=call)
