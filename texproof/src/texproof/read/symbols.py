"""What one symbol is, with its scripts and arguments, and which names may be declared together.

Each name must be a symbol of its own, which the grammar reads as nothing else; two that look alike
on the page are refused.
"""

import re
from collections.abc import Collection, Sequence

from ..errors import DerivationError
from ..names import Name
from .grammar import SIGNS, STOPS
from .layout import ACCENTS
from .leaves import without_names
from .lexer import Pattern, is_whole, pattern, tokens
from .parser import PRIMARIES
from .spellings import OPTIONAL

# --------------------------------------------------------------------------------------------------
# What one sign is, with its scripts and arguments, that the grammar reads as nothing else.

GREEK = """alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu
xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda
Xi Pi Sigma Upsilon Phi Psi Omega ell hbar imath jmath"""
LETTERS = {"\\" + word for word in GREEK.split()}
# Signs that belong to the grammar and can therefore name nothing.
GRAMMAR_SIGNS = {r"\partial", r"\nabla", r"\top", r"\mathrm{d}", *STOPS, *SIGNS}
GROUPS = r"\\(?:mathrm|mathsf|mathtt|text|textrm|operatorname\*?)\{[^{}]+\}"
# With one of these before it, a sign is another name, such as \Delta x.
CHANGES = {r"\partial", r"\nabla", r"\Delta", r"\delta", "d"}
SCRIPTS = {"^", "_", "'"}


def is_sign(parts: Sequence[str]) -> bool:
    """Whether tokens are one sign with scripts, and with arguments in brackets if it has any."""
    after = nucleus_length(parts)
    if after is None:
        return False
    word = after > 1 or bool(re.fullmatch(GROUPS, parts[0]))
    return are_scripts(parts[after:], {"(": ")", "[": "]"} if word else {"(": ")"})


def nucleus_length(parts: Sequence[str]) -> int | None:
    """How many tokens the sign itself takes, accents included, or None if it is none."""
    first = parts[0] if parts else ""
    if first in ACCENTS and parts[1:2] == ["{"]:
        return accent_length(parts)
    if count_capitals(parts):
        return count_capitals(parts)
    if first in CHANGES and parts[1:] and parts[1] not in {*SCRIPTS, "("}:
        inside = nucleus_length(parts[1:])
        return inside and inside + 1
    letter = bool(re.fullmatch("[A-Za-z]'*", first)) or first in LETTERS
    if first in GRAMMAR_SIGNS or (first in PRIMARIES and first not in OPTIONAL and not letter):
        return None
    return 1 if letter or first in OPTIONAL or re.fullmatch(GROUPS, first) else None


def accent_length(parts: Sequence[str]) -> int | None:
    """How many tokens an accent takes over a number, or over a sign with its scripts."""
    opened = [parts[1:k].count("{") - parts[1:k].count("}") for k in range(2, len(parts) + 1)]
    if 0 not in opened:
        return None
    end = opened.index(0) + 2
    inside = parts[2 : end - 1]
    after = 1 if len(inside) == 1 and is_whole(inside[0]) else nucleus_length(inside)
    return end if after and are_scripts(inside[after:], {}) else None


def count_capitals(parts: Sequence[str]) -> int:
    """How many capital letters a word such as RSS has; 0 for a letter alone."""
    lone = (k for k, part in enumerate(parts) if not re.fullmatch("[A-Z]", part))
    many = next(lone, len(parts))
    return many if many > 1 else 0


def are_scripts(parts: Sequence[str], brackets: dict[str, str]) -> bool:
    """Whether tokens are scripts, primes and then at most one bracket with arguments."""
    depth, before = 0, ""
    steps = {"{": 1, "}": -1, **dict.fromkeys(brackets, 1), **dict.fromkeys(brackets.values(), -1)}
    for part in parts:
        script = part == "{" and before in {"^", "_"}
        if depth == 0 and (
            before in brackets.values() or not (part in {*SCRIPTS, *brackets} or script)
        ):
            return False
        depth += steps.get(part, 0)
        before = part
    return depth == 0


# --------------------------------------------------------------------------------------------------
# Which names go together: each is a sign of its own, that is read as nothing else.

POWERS = {r"\top", "T", r"\mathrm{T}", r"\mathsf{T}", "H", r"\mathrm{H}", r"\mathsf{H}"}


def refuse_lookalike(name: Name, others: Sequence[Name]) -> None:
    """Raises DerivationError for what is no name, or looks like something else."""
    if not name.latex.strip():
        raise DerivationError("a name must contain a letter")
    parts = [token.text for token in tokens(name.latex)]
    # A name in bars, such as the number of members of a set, is judged by what is between them.
    if parts[0] == r"\lvert" and parts[-1] == r"\rvert":
        parts = parts[1:-1]
    if not is_sign(parts):
        raise DerivationError(
            f"{name.latex} is not a name: write one letter, command or upright word, with scripts, "
            "and with any arguments in brackets"
        )
    for size in (*name.shape, *(size for _, size in name.over)):
        refuse_no_size(name, size)
    own = pattern(name)
    sizes = {size for each in (name, *others) for size in each.sizes}
    for each, begins in ((one, pattern(one)) for one in (name, *others)):
        if begins[0] in {"d"} & sizes and len(begins) > 1 and begins[1] not in SCRIPTS:
            raise DerivationError(f"{each.latex}: {begins[0]} is a size, so this is a product")
    for other in others:
        refuse_alike(name, own, other, pattern(other), sizes)


def refuse_no_size(name: Name, size: object) -> None:
    """Raises for a size that is neither a whole number nor one sign with scripts."""
    parts = [token.text for token in tokens(size)] if isinstance(size, str) else []
    if not isinstance(size, int) and (not is_sign(parts) or {"(", "[", "^"} & {*parts}):
        raise DerivationError(
            f"{name.latex}: {size!r} is not a size: write a whole number, or one letter, command "
            "or upright word, with scripts"
        )


def refuse_size(size: str, names: Sequence[Name], sizes: Collection[str]) -> None:
    """Raises where a size is set like a declared name, or like a member of a family."""
    parts = [token.text for token in tokens(size)]
    for name in names:
        known = pattern(name)
        alike = known == parts or is_member(known, [*parts], sizes)
        if alike and name.kind == "scalar":
            raise DerivationError(
                f"{size} is a size, which needs no declaration, so {name.latex} cannot be declared"
            )


def refuse_alike(
    name: Name, own: Pattern, other: Name, known: Pattern, sizes: Collection[str]
) -> None:
    """Raises where one text could be either of two names, or a member or a power of the other."""
    both = f"{name.latex} and {other.latex}"
    alike = pattern_without_letters(own) == pattern_without_letters(known)
    if alike and not (one_family(name, other) or are_distinguished(name, other)):
        raise DerivationError(f"{both} look the same when they are set")
    for base, one, member, more in ((other, known, name, own), (name, own, other, known)):
        if is_member(one, more, sizes):
            raise DerivationError(f"{both}: one is a member of the other")
        if more == [r"\lvert", *one, r"\rvert"]:
            raise DerivationError(f"{both}: one is the modulus of the other")
        if len(one) == 1 and one[0] in more[: count_capitals(list(map(str, more)))]:
            raise DerivationError(f"{both}: one is a letter of the other")
        if len(one) == 1 and one[0] in CHANGES and more[0] == one[0] and more[1] not in SCRIPTS:
            raise DerivationError(f"{both}: one could be read as a product of the other")
        if is_power_of(one, more):
            raise DerivationError(f"{both}: one is a power of the other")
        if len(base.shape) == 2 and member.kind == "scalar" and is_entry(one, more):
            raise DerivationError(f"{both}: one is an entry of the other")


def one_family(name: Name, other: Name) -> bool:
    """Whether two names differ in how they and their letters are called only."""
    return bool(name.over) and without_names(name) == without_names(other)


def are_distinguished(name: Name, other: Name) -> bool:
    """Whether the letters of two families tell them apart."""
    return [size for _, size in name.over] != [size for _, size in other.over]


def pattern_without_letters(parts: Pattern) -> list[str | None]:
    """A pattern without the letters of its indices."""
    return [None if isinstance(part, tuple) else part for part in parts]


def is_member(family: Pattern, member: Pattern, sizes: Collection[str]) -> bool:
    """Whether a name is what a family is called at some whole number or size."""
    if len(family) != len(member) or not any(isinstance(part, tuple) for part in family):
        return False
    pairs = zip(family, member, strict=True)
    return all(
        (one in sizes or (is_whole(str(one)) and one != "0"))
        if isinstance(part, tuple)
        else part == one
        for part, one in pairs
    )


def is_entry(base: Pattern, entry: Pattern) -> bool:
    """Whether a name is another one with indices below."""
    rest = entry[len(base) + 2 : -1]
    below = entry[: len(base) + 2] == [*base, "_", "{"]
    return below and bool(rest) and all(isinstance(part, tuple) or part == "," for part in rest)


def is_power_of(base: Pattern, power: Pattern) -> bool:
    """Whether a name is another one with an exponent that the grammar reads."""
    if power[: len(base)] != base or power[len(base) : len(base) + 2] != ["^", "{"]:
        return False
    exponent = [str(part) for part in power[len(base) + 2 : -1]]
    alone = exponent[0] if len(exponent) == 1 else ""
    return exponent == ["-", "1"] or is_whole(alone) or alone in POWERS
