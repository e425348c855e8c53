"""Names: what an author declares, with a shape, a meaning and facts.

A declaration is checked when it is made, and one that makes no sense is refused with a sentence
that says why. Declarations may be written in Python, by `vector`, `matrix` and the like, or as
lines of a page, which `read_names` reads. This module uses nothing but the errors.
"""

import itertools
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import DerivationError, ReadError

# --------------------------------------------------------------------------------------------------
# What may be declared of a name, and what is refused: no text, no size, no such fact.

FACTS: dict[str, set[str]] = {
    "scalar": {
        "positive",
        "nonnegative",
        "decreasing",
        "share",
        "inside",
        "unit",
        "binary",
        "label",
        "count",
    },
    "vector": {"ones", "basis", "orthonormal", "positive", "nonnegative"},
    "matrix": {"symmetric", "orthonormal", "identity", "psd", "posdef", "diagonal"},
    "index": {"onto"},
    "subset": set(),
    "function": {"convex", "smooth", "strong"},
}
# These facts say how a name is written, and nothing about its values.
WRITTEN = {"vector": {"numerator"}, "scalar": {"summed"}}
IMPLIED = {"psd": {"symmetric"}, "posdef": {"psd", "symmetric"}, "diagonal": {"symmetric"}}
IMPLIED |= {"unit": {"nonnegative"}, "count": {"nonnegative"}}
ALONE = {"binary", "label"}  # facts that tell both values
FACTS_OF_FAMILY = {
    **{kind: set[str]() for kind in FACTS}, "scalar": {"decreasing"},
    "vector": {"basis", "orthonormal"}, "index": {"onto"},
}  # fmt: skip
SIGNS = {"positive", "nonnegative"}


# What is in parentheses behind a letter is a condition or an argument, as in P(B | A = a), if it
# holds no words: with words, as in P(so x = 1), it would be read as a sentence.
WORDS = r"\\(?:text|mathrm|operatorname)"
ARGUMENTS = re.compile(rf"(?<=[A-Za-z}}])\((?![^()]*{WORDS})[^()]*\)")
CLAIM = re.compile(r"[=<>≤≥≠≈]|\\(?:[lg]e(?:q|qq|qslant)?|[lg]t|ne|neq|approx|propto)(?![A-Za-z])")
ARROW = r"(?:[Ll]ong)?(?:[Ll]eft)?(?:[Rr]ight)?arrow"
CONCLUSION = re.compile(
    rf"\\(?:to|gets|iff|implies|impliedby|therefore|because|(?:long)?mapsto|leadsto|[vV][dD]ash"
    rf"|models|{ARROW})(?![A-Za-z])"
)
# TeX sets a single letter in italics anyway, so two names would look the same.
ITALIC = re.compile(r"\\(?:mathit|textit)\s*(?:\{\s*[A-Za-z]\s*\}|[A-Za-z])")


def refuse_misfits(latex: object, sources: tuple[object, ...], over: object) -> None:
    """Raises for a name that is no text, a source without one, a range that is no mapping."""
    if not isinstance(latex, str):
        raise DerivationError(f"a name must be LaTeX text, not {latex!r}")
    if ITALIC.search(latex):
        raise DerivationError(
            f"{latex}: an italic letter looks like the plain letter; write the plain letter"
        )
    if CLAIM.search(ARGUMENTS.sub("", latex)) or CONCLUSION.search(latex):
        raise DerivationError(
            f"{latex}: a name must not contain a relation, since it would look like a claim"
        )
    if not all(isinstance(source, str) for source in sources):
        raise DerivationError(
            f"{latex}: random must name the sources of chance by strings, not {sources}"
        )
    if not isinstance(over, Mapping | None):
        raise DerivationError(f"{latex}: over must be a dictionary {{letter: size}}, not {over!r}")
    refuse_words(latex, {f"the range of {letter}": size for letter, size in (over or {}).items()})
    for letter, size in (over or {}).items():
        if not isinstance(size, str) or size.isdigit():
            raise DerivationError(
                f'{latex}: {letter} must run to a size, such as "n", not to {size!r}; '
                f'give its length by given=[r"n = {size}"], or declare a vector of {size}'
            )


def refuse_moduli(
    latex: str, moduli: Mapping[str, object], facts: Collection[str], takes: Sequence[Sequence[Any]]
) -> None:
    """Raises where a bound of second derivatives is no name, or a function takes what it may not.

    A function with such a bound takes one number or column, a convex one no matrix.
    """
    if facts and any(shape[1:] not in {(), (1,)} for shape in takes):
        raise DerivationError(f"{latex}: a function of a matrix cannot have facts")
    for fact, by in moduli.items():
        if not isinstance(by, str):
            raise DerivationError(f"{latex}: {fact} needs the name of its constant, as in {fact} L")
        if len(takes) != 1:
            raise DerivationError(f"{latex}: only a function of one number or column can be {fact}")


def refuse_words(latex: object, sizes: Mapping[str, object]) -> None:
    """Raises where words stand for a size: they are what the name means, in another place."""
    for which, size in sizes.items():
        if isinstance(size, str) and len(size.split()) > 1:
            raise DerivationError(
                f'{latex}: {which} must be a size, such as "n" or 3, not {size!r}; '
                f"to say what a name means, write meaning={size!r}"
            )


def size_from_text(size: Any) -> Any:
    """A size; one that is written in digits, as "3", is a whole number."""
    return int(size) if isinstance(size, str) and size.isascii() and size.isdigit() else size


def argument_shape(size: Any) -> tuple[Any, ...]:
    """The shape of an argument: a number, a column of a size, or a matrix of two sizes."""
    if isinstance(size, tuple):
        return (*map(size_from_text, size),)
    return () if size_from_text(size) == 1 else (size_from_text(size), 1)


def refuse_facts(
    latex: str, kind: str, shape: tuple[object, ...], over: object, facts: frozenset[str]
) -> None:
    """Raises for facts that a name cannot have, by itself or together."""
    unknown = facts - FACTS[kind]
    if unknown:
        allowed = ", ".join(sorted(FACTS[kind] | WRITTEN.get(kind, set()))) or "none"
        raise DerivationError(
            f"{latex}: unknown fact {sorted(unknown)}; a {kind} may have {allowed}"
        )
    if facts & {"symmetric", "identity"} and shape[0] != shape[1]:
        raise DerivationError(f"{latex}: only a square matrix can be symmetric or the identity")
    if "diagonal" in facts and facts > {"diagonal", "symmetric"}:
        raise DerivationError(f"{latex}: a diagonal matrix can have no other fact")
    if {"symmetric", "orthonormal"} <= facts:
        raise DerivationError(
            f"{latex}: a matrix cannot be declared both symmetric and orthonormal"
        )
    parts = facts & {"share", "inside", "unit", "decreasing"}
    if "count" in facts and parts:
        raise DerivationError(f"{latex}: a count cannot be declared {sorted(parts)[0]} as well")
    if len(facts) > 1 and (facts & ALONE or (kind == "vector" and facts & SIGNS)):
        raise DerivationError(f"{latex}: these facts cannot be combined: {sorted(facts)}")
    if facts & FACTS_OF_FAMILY[kind] and (not isinstance(over, tuple) or len(over) != 1):
        raise DerivationError(f"{latex}: only a family with one index can have this fact")


# --------------------------------------------------------------------------------------------------
# The names of a derivation: names with a shape, a meaning and facts.
#
# A name is the LaTeX the reader sees. Letters listed in ``over`` are index letters: with
# ``vector(r"\mathbf{x}_i", "d", "sample", over={"i": "n"})`` the name stands for the family
# x_1, ..., x_n, and ``\mathbf{x}_k`` or ``\mathbf{x}_{i+1}`` are its members.

Size = int | str  # 3, "d", or a sum such as "1 + d"
Argument = Size | tuple[Size, Size]  # of a function: a number or column, or a matrix
Shape = tuple[Size, ...]
# The size of a source of chance is called by this and the name of the source.
OUTCOMES_OF = "outcomes of "
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
        refuse_facts(self.latex, self.kind, self.shape, self.over, self.facts)

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
# This name stands for an argument of a function; no author declares it.
ARGUMENT = Name("argument", "scalar", (), PLACE)
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
    refuse_misfits(latex, sources, over)
    stated = frozenset(fact for fact, holds in facts.items() if holds)
    written = stated & WRITTEN.get(kind, set())
    result = (stated - written).union(*(IMPLIED.get(fact, ()) for fact in stated))
    family = tuple((over or {}).items())
    shape = (*map(size_from_text, shape),)
    return Name(latex, kind, shape, meaning, family, result, None, None, sources, (), written)


def scalar(
    latex: str, meaning: str = "", over: Mapping[str, str] | None = None, **facts: Any
) -> Name:
    """A real number, or a family of them.

    facts: positive, nonnegative, decreasing (a family), share (above 0 and at most 1, such as a
    rate), inside (0 and 1 excluded), unit (from 0 to 1), binary (0 or 1), label (-1 or 1),
    count (a whole number, not negative), summed (if repeated).
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
        takes = tuple(map(argument_shape, arguments))
    facts = frozenset({*moduli} | ({"convex"} if convex or "strong" in moduli else set()))
    refuse_moduli(latex, moduli, facts, takes)
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


# --------------------------------------------------------------------------------------------------
# Records: random names whose value tells the outcome of their source.


def is_record(name: Name) -> bool:
    r"""Whether a name is that of its only source: its value tells the outcome.

    So is \mathbf{x}, declared with random="x".
    """
    named = not name.over and len(name.sources) == 1
    return named and name.sources[0] in {without_fonts(name.latex), name.latex}


def without_fonts(latex: str) -> str:
    r"""LaTeX without fonts and braces: x for \mathbf{x}."""
    return re.sub(r"\\(mathbf|mathcal|boldsymbol)|[{}]", "", latex)


# --------------------------------------------------------------------------------------------------
# Declarations as an author writes them in Markdown: one name a line, no Python.
#
# A line is ``name : kind sizes, fact, fact -- meaning``; sizes, facts and meaning may be left out::
#
#     X : matrix n p -- design
#     \Sigma : matrix p p, symmetric
#     \mathbf{x}_i : vector p, over i = n -- a row of the design
#     y_i : scalar, over i = n, positive
#     A_{ij} : scalar, over i = n, j = n
#     \hat{y} : scalar, random x
#     f : function 1, convex
#     g : function n, smooth L, strong \mu
#     c_i : index K, over i = n
#     n : size 4 6
#
# A function is followed by how many numbers it takes, or by the size of each argument (1 for a
# number, ``n×p`` for a matrix). The last line names the two lengths at which formulas with n are
# tried.

KINDS: dict[str, tuple[Callable[..., Name], int | None]] = {  # with how many sizes each has
    "scalar": (scalar, 0),
    "vector": (vector, 1),
    "matrix": (matrix, 2),
    "index": (index, 1),
    "subset": (subset, 1),
    "function": (function, None),
}
BOUNDS = {"smooth", "strong"}  # facts that name a number
ALLOWED: dict[str, set[str]] = {"function": {"convex"} | BOUNDS, "subset": {"over"}}
Sizes = dict[str, tuple[int, int]]


def read_names(text: str) -> tuple[list[Name], Sizes]:
    """The names that lines declare, and the lengths that they choose."""
    names: list[Name] = []
    sizes: Sizes = {}
    for line in filter(str.strip, text.splitlines()):
        try:
            latex, kind, words, facts, meaning = split_declaration(line)
            if kind == "size":
                sizes[latex] = lengths_from_text(words)
            else:
                names.append(name_from_line(latex, kind, words, facts, meaning))
        except DerivationError as error:
            raise ReadError(str(error), line.strip(), 0) from error
    return names, sizes


def split_declaration(line: str) -> tuple[str, str, list[str], list[str], str]:
    """Name, kind, sizes, facts and meaning of a line."""
    latex, colon, rest = line.partition(" : ")
    declaration, _, meaning = rest.partition(" -- ")
    first, *facts = (part.strip() for part in declaration.split(","))
    kind, *words = first.split() or [""]
    if not colon or kind not in {*KINDS, "size"}:
        allowed = ", ".join([*KINDS, "size"])
        raise DerivationError(f"expected 'name : kind', where the kind is one of {allowed}")
    return latex.strip(), kind, words, facts, meaning.strip()


def lengths_from_text(words: list[str]) -> tuple[int, int]:
    """The two lengths of a size."""
    if len(words) != 2 or not all(word.isdecimal() for word in words):
        raise DerivationError("a size needs two lengths, as in n : size 4 6")
    return int(words[0]), int(words[1])


def name_from_line(latex: str, kind: str, words: list[str], facts: list[str], meaning: str) -> Name:
    """The name that a line declares."""
    make, many = KINDS[kind]
    if many is not None and len(words) != many:
        raise DerivationError(f"{latex}: a {kind} needs {many} sizes, not {len(words)}")
    options = options_of(facts)
    sized: list[Any] = [tuple(word.split("×")) if "×" in word else word for word in words]
    sized = [int(word) if isinstance(word, str) and word.isdecimal() else word for word in sized]
    stray = set(options) - ALLOWED.get(kind, set(options))
    if stray:
        raise DerivationError(f"{latex}: a {kind} cannot have {', '.join(sorted(stray))}")
    return make(latex, *sized, meaning=meaning, **options)


def options_of(facts: list[str]) -> dict[str, Any]:
    """Facts, ranges of index letters and sources of chance, as the makers of names take them."""
    result: dict[str, Any] = {}
    for fact in facts:
        word, _, rest = fact.partition(" ")
        if "=" in fact:  # over i = n, j = n
            letter, _, end = fact.removeprefix("over ").partition("=")
            result.setdefault("over", {})[letter.strip()] = end.strip()
        elif word == "random":
            result["random"] = (*result.get("random", ()), rest.strip())
        else:
            result[word] = (rest.strip() or True) if word in BOUNDS else True
    return result
