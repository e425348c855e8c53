"""What may be declared of a name, and what is refused: no text, no size, no such fact."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from .errors import DerivationError

FACTS: dict[str, set[str]] = {
    "scalar": {"positive", "nonnegative", "decreasing", "share", "inside", "unit", "binary"},
    "vector": {"ones", "basis", "orthonormal", "positive", "nonnegative"},
    "matrix": {"symmetric", "orthonormal", "identity", "psd", "posdef", "diagonal"},
    "index": {"onto"},
    "subset": set(),
    "function": {"convex", "smooth", "strong"},
}
WRITTEN = {"vector": {"numerator"}, "scalar": {"summed"}}  # no facts of values
IMPLIED = {"psd": {"symmetric"}, "posdef": {"psd", "symmetric"}, "diagonal": {"symmetric"}}
IMPLIED |= {"unit": {"nonnegative"}}
FACTS_OF_FAMILY = {
    **{kind: set[str]() for kind in FACTS}, "scalar": {"decreasing"},
    "vector": {"basis", "orthonormal"}, "index": {"onto"},
}  # fmt: skip
SIGNS = {"positive", "nonnegative"}


def refuse_misfits(latex: object, sources: tuple[object, ...], over: object) -> None:
    """Raises for a name that is no text, a source without one, a range that is no mapping."""
    if not isinstance(latex, str):
        raise DerivationError(f"a name is LaTeX text, not {latex!r}")
    if not all(isinstance(source, str) for source in sources):
        raise DerivationError(f"{latex}: random names sources of chance, not {sources}")
    if not isinstance(over, Mapping | None):
        raise DerivationError(f"{latex}: over is {{letter: size}}, not {over!r}")
    refuse_words(latex, {f"the range of {letter}": size for letter, size in (over or {}).items()})
    for letter, size in (over or {}).items():
        if not isinstance(size, str) or size.isdigit():
            raise DerivationError(
                f'{latex}: {letter} runs to a size, such as "n", not to {size!r}; '
                f'say by given=[r"n = {size}"] how long it is, or declare a vector of {size}'
            )


def refuse_moduli(
    latex: str, moduli: Mapping[str, object], facts: Collection[str], takes: Sequence[Sequence[Any]]
) -> None:
    """Raises where a bound of second derivatives is no name, or a function takes what it may not.

    A function with such a bound takes one number or column, a convex one no matrix.
    """
    if facts and any(shape[1:] not in {(), (1,)} for shape in takes):
        raise DerivationError(f"{latex}: a function of a matrix has no facts")
    for fact, by in moduli.items():
        if not isinstance(by, str):
            raise DerivationError(f"{latex}: {fact} needs the name of its number, as in {fact} L")
        if len(takes) != 1:
            raise DerivationError(f"{latex}: {fact} is of a function of one number or column")


def refuse_words(latex: object, sizes: Mapping[str, object]) -> None:
    """Raises where words stand for a size: they are what the name means, in another place."""
    for which, size in sizes.items():
        if isinstance(size, str) and len(size.split()) > 1:
            raise DerivationError(
                f'{latex}: {which} is a size, such as "n" or 3, not {size!r}; '
                f"what a name means is said by meaning={size!r}"
            )


def whole(size: Any) -> Any:
    """A size; one that is written in digits, as "3", is a whole number."""
    return int(size) if isinstance(size, str) and size.isascii() and size.isdigit() else size


def taken(size: Any) -> tuple[Any, ...]:
    """The shape of an argument: a number, a column of a size, or a matrix of two sizes."""
    if isinstance(size, tuple):
        return (*map(whole, size),)
    return () if whole(size) == 1 else (whole(size), 1)


def refuse_facts(
    latex: str, kind: str, shape: tuple[object, ...], over: object, facts: frozenset[str]
) -> None:
    """Raises for facts that a name cannot have, by itself or together."""
    unknown = facts - FACTS[kind]
    if unknown:
        allowed = ", ".join(sorted(FACTS[kind] | WRITTEN.get(kind, set()))) or "none"
        raise DerivationError(
            f"{latex}: unknown fact {sorted(unknown)}; a {kind} may have: {allowed}"
        )
    if facts & {"symmetric", "identity"} and shape[0] != shape[1]:
        raise DerivationError(f"{latex}: only a square is symmetric or an identity")
    if "diagonal" in facts and facts > {"diagonal", "symmetric"}:
        raise DerivationError(f"{latex}: a diagonal matrix has no other fact")
    if {"symmetric", "orthonormal"} <= facts:
        raise DerivationError(f"{latex}: symmetric and orthonormal cannot go together")
    if len(facts) > 1 and ("binary" in facts or (kind == "vector" and facts & SIGNS)):
        raise DerivationError(f"{latex}: these facts cannot go together: {sorted(facts)}")
    if facts & FACTS_OF_FAMILY[kind] and (not isinstance(over, tuple) or len(over) != 1):
        raise DerivationError(f"{latex}: this fact is of a family with one index")
