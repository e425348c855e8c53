"""Verdicts in words: at which sizes something was decided, how far it reaches, and in what way."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import DerivationError
from ..evaluate.values import plain_text
from ..expr import Expr
from ..scope import EVERY, FIXED, VALUES, scope_data
from ..statement import AT_SIZES, DEFINED, EXACT, MARKS, Statement, row_title
from ..written import Writer

# --------------------------------------------------------------------------------------------------
# Sizes in words: at which lengths something was decided, how far a statement reaches; refusals.

Formula = Callable[[str], str]


def lengths_in_words(sizes: Mapping[str, tuple[int, int]], formula: Formula) -> str:
    """First lengths in words, such as "n = 4" and "3 outcomes of D"; ``formula`` writes them."""
    parts = []
    for size, pair in sizes.items():
        source = size.removeprefix("outcomes of ")
        plain = formula(f"{size} = {pair[0]}")
        parts.append(plain if source == size else f"{pair[0]} outcomes of {formula(source)}")
    return ", ".join(parts)


def free_in_words(sizes: Sequence[str], formula: Formula) -> str:
    """Sizes that may be any, such as "every n, d and q" and "any outcomes of D"."""
    sources = [size.removeprefix("outcomes of ") for size in sizes]
    plain = [formula(size) for size, source in zip(sizes, sources, strict=True) if size == source]
    chance = [
        formula(source) for size, source in zip(sizes, sources, strict=True) if size != source
    ]
    parts = [f"every {join_with_and(plain)}"] * bool(plain)
    return join_with_and(
        parts + [f"any number of outcomes of {join_with_and(chance)}"] * bool(chance)
    )


def join_with_and(words: Sequence[str]) -> str:
    """Words with commas and an "and"."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def reach_in_brief(data: Mapping[str, Any], formula: Formula) -> str:
    """How far a statement reaches, of its data, in a few words for a ledger."""
    fixed, needed = (map(formula, data.get(key, ())) for key in ("fixed", "conditions"))
    if data["scope"] == EVERY:
        return ", ".join(("every size", *needed))
    if data["scope"] == FIXED:
        free = free_in_words(data.get("free", ()), formula)
        return "; ".join(filter(None, (", ".join(fixed), ", ".join(filter(None, (free, *needed))))))
    if data["scope"] == VALUES:
        return "all values" if data["kind"] == EXACT else ""
    return lengths_in_words(sizes_of_statement(data), formula)


def sizes_of_statement(data: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """The sizes in the data of a statement."""
    return {size: (first, second) for size, first, second in data.get("sizes", ())}


def reach_in_full(data: Mapping[str, Any], formula: Formula) -> str:
    """For which sizes a statement is proved, of its data, in a sentence."""
    fixed, needed = ([*map(formula, data.get(key, ()))] for key in ("fixed", "conditions"))
    sizes = " and ".join(filter(None, (", ".join(fixed), free_in_words(data["free"], formula))))
    return f"for {sizes}" + (f" with {join_with_and(needed)}" if needed else "")


def missing_reason(statement: Statement) -> str:
    """That a statement is proved at sizes only, why, and what to do; nothing if it says why."""
    if statement.at_sizes or not statement.verdicts or statement.verdict != AT_SIZES:
        return ""
    name, reason = statement.label or statement.first, 'give the reason as at_sizes="..."'
    for n, (row, verdict) in enumerate(zip(statement.rows, statement.verdicts, strict=True), 1):
        if verdict.scope and not verdict.scope.proved:
            here = lengths_in_words(statement.sizes, plain_text)
            return (
                f"{name}: {row_title(n, row)} is proved at {here}, but not for every size: "
                f"{verdict.scope.how}; take a smaller step, write it in another form, or {reason}"
            )
    fixed = ", ".join(map(plain_text, scope_data(statement)["fixed"]))
    return f"{name} is proved for {fixed} only, as its hypotheses say; {reason}"


def marks_in_words(kinds: Iterable[str]) -> str:
    """How many have which mark; definitions, which nothing checks, stand beside the others."""
    counts = Counter(kinds)
    phrases = {
        kind: f"{counts[kind]}\u00a0{MARKS[kind]}\u00a0{kind}" for kind in MARKS if counts[kind]
    }
    defined = phrases.pop(DEFINED, "")
    return ", beside ".join(filter(None, (", ".join(phrases.values()), defined)))


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


# --------------------------------------------------------------------------------------------------
# What the opened check says of the way in which a row was decided, by either proof.

RULE_WORDS = {
    "same form": "both sides are the same expression",
    "expansion": "the difference expands to 0",
    "common denominator": "over a common denominator the difference expands to 0",
    "atoms": "with exponentials, logarithms, roots and unknown functions as further unknowns "
    "the difference expands to 0",
    "hypotheses": "the difference is a combination of what the hypotheses set to 0",
    "tangents": "with tangents in the place of logarithms (1 - 1/x ≤ log x ≤ x - 1) or of "
    "exponentials (1 + x ≤ e^x) the sign is known",
    "cases": "on both sides of each switch of an indicator, modulus or maximum the sign is known",
    "convexity": "with tangents at one place in the place of a convex function the sign is known",
    "switches": "on both sides of each switch of an indicator, modulus or maximum, and on it, "
    "the difference is 0",
    "squares": "the difference is a sum of squares",
    "exponentials": "without the logarithm, which an exponential takes to the other side, "
    "the sign is known",
    "signs": "every factor, or every term, of the difference has a known sign",
    "index notation": "tried at exact points only",
}

EVERY_SIZE_WORDS = {
    "normal form": "both sides have the same normal form",
    "hypotheses": "under the hypotheses both sides have the same normal form",
    "denominators": "without denominators both sides have the same normal form",
    "signs": "every term of the difference has a known sign",
    "squares": "what does not cancel is made of squares and of terms of known sign",
    "outweighed": "every term with a minus is outweighed by another: a product by that of moduli, "
    "or a mixed one by squares",
    "convexity": "with tangents at one place in the place of a convex function every term has a "
    "known sign",
    "second derivatives": "with tangents at one place, and the squares by which a function differs "
    "from them at most or at least, every term has a known sign",
    "bounds": "with the bounds that are given, every term of the difference has a known sign",
    "decreasing": "since the members decrease, every term of the difference has a known sign",
    "tangents": "with tangents in the place of logarithms the sign is known",
    "logarithms": "without the logarithm, which an exponential takes to the other side, the sign "
    "is known",
    "weights": "with the sum of the weights, which is 1, as a factor of terms the sign is known",
    "extremes": "with some of the numbers, or a mean of them, in the place of the largest or the "
    "smallest the sign is known",
    "convex": "the derivative is 0 there, and the second derivative is above 0 everywhere",
    "definite": "the gradient is 0 there, and the second derivatives are positive definite "
    "everywhere",
}


def every_size_words(how: str) -> str:
    """What the opened check says of a proof in index notation."""
    return EVERY_SIZE_WORDS.get(how) or f"the difference is a combination of {how}"
