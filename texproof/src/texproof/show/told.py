"""Sizes in words: at which lengths something was decided, how far a statement reaches; refusals."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import DerivationError
from ..expr import Expr
from ..scope import EVERY, FIXED, VALUES
from ..statement import DEFINED, EXACT, MARKS
from .written import Writer

Formula = Callable[[str], str]


def lengths_told(sizes: Mapping[str, tuple[int, int]], formula: Formula) -> str:
    """First lengths in words, such as "n = 4" and "3 outcomes of D"; ``formula`` writes them."""
    parts = []
    for size, pair in sizes.items():
        source = size.removeprefix("outcomes of ")
        plain = formula(f"{size} = {pair[0]}")
        parts.append(plain if source == size else f"{pair[0]} outcomes of {formula(source)}")
    return ", ".join(parts)


def every_told(sizes: Sequence[str], formula: Formula) -> str:
    """Sizes that may be any, such as "every n, d and q" and "any outcomes of D"."""
    sources = [size.removeprefix("outcomes of ") for size in sizes]
    plain = [formula(size) for size, source in zip(sizes, sources, strict=True) if size == source]
    chance = [
        formula(source) for size, source in zip(sizes, sources, strict=True) if size != source
    ]
    parts = [f"every {listed(plain)}"] * bool(plain)
    return listed(parts + [f"any number of outcomes of {listed(chance)}"] * bool(chance))


def listed(words: Sequence[str]) -> str:
    """Words with commas and an "and"."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def reach_told(data: Mapping[str, Any], formula: Formula) -> str:
    """How far a statement reaches, of its data, in a few words for a ledger."""
    fixed, asked = (map(formula, data.get(key, ())) for key in ("fixed", "conditions"))
    if data["scope"] == EVERY:
        return ", ".join(("every size", *asked))
    if data["scope"] == FIXED:
        told = every_told(data.get("free", ()), formula)
        return "; ".join(filter(None, (", ".join(fixed), ", ".join(filter(None, (told, *asked))))))
    if data["scope"] == VALUES:
        return "all values" if data["kind"] == EXACT else ""
    return lengths_told(lengths(data), formula)


def lengths(data: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """The sizes in the data of a statement."""
    return {size: (first, second) for size, first, second in data.get("sizes", ())}


def reach_in_full(data: Mapping[str, Any], formula: Formula) -> str:
    """For which sizes a statement is proved, of its data, in a sentence."""
    fixed, asked = ([*map(formula, data.get(key, ()))] for key in ("fixed", "conditions"))
    told = " and ".join(filter(None, (", ".join(fixed), every_told(data["free"], formula))))
    return f"for {told}" + (f" with {listed(asked)}" if asked else "")


def counted(kinds: Iterable[str]) -> str:
    """How many have which mark; definitions, which nothing checks, stand beside the others."""
    counts = Counter(kinds)
    said = {
        kind: f"{counts[kind]}\u00a0{MARKS[kind]}\u00a0{kind}" for kind in MARKS if counts[kind]
    }
    defined = said.pop(DEFINED, "")
    return ", beside ".join(filter(None, (", ".join(said.values()), defined)))


@contextlib.contextmanager
def naming_terms(writer: Writer) -> Iterator[None]:
    """Adds to a refusal, as LaTeX, the term in whose evaluation it arose."""
    try:
        yield
    except DerivationError as refusal:
        term = term_of(refusal)
        if term is not None:
            refusal.args = (f"{refusal}\n    in {writer.of(term)}",)
        raise


def term_of(refusal: BaseException | None) -> Expr | None:
    """The term of a refusal, or of what it comes from."""
    while refusal is not None:
        if getattr(refusal, "term", None):
            return refusal.term  # type: ignore[attr-defined,no-any-return]
        refusal = refusal.__cause__
    return None
