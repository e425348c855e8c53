"""What one sign is, with its scripts and arguments, that the grammar reads as nothing else."""

import re
from collections.abc import Sequence

from .layout import ACCENTS
from .lexer import is_whole
from .spellings import OPTIONAL
from .table import PRIMARIES, SIGNS, STOPS

GREEK = """alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu
xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda
Xi Pi Sigma Upsilon Phi Psi Omega ell hbar imath jmath"""
LETTERS = {"\\" + word for word in GREEK.split()}
OWN = {r"\partial", r"\nabla", r"\top", r"\mathrm{d}", *STOPS, *SIGNS}  # of the grammar
GROUPS = r"\\(?:mathrm|mathsf|mathtt|text|textrm|operatorname\*?)\{[^{}]+\}"
CHANGES = {r"\partial", r"\nabla", r"\Delta", r"\delta", "d"}  # before another sign: one name
SCRIPTS = {"^", "_", "'"}


def is_sign(parts: Sequence[str]) -> bool:
    """Whether tokens are one sign with scripts, and with arguments in brackets if it has any."""
    after = nucleus(parts)
    if after is None:
        return False
    word = after > 1 or bool(re.fullmatch(GROUPS, parts[0]))
    return follows(parts[after:], {"(": ")", "[": "]"} if word else {"(": ")"})


def nucleus(parts: Sequence[str]) -> int | None:
    """How many tokens the sign itself takes, accents included, or None if it is none."""
    first = parts[0] if parts else ""
    if first in ACCENTS and parts[1:2] == ["{"]:
        return accented(parts)
    if capitals(parts):
        return capitals(parts)
    if first in CHANGES and parts[1:] and parts[1] not in {*SCRIPTS, "("}:
        inside = nucleus(parts[1:])
        return inside and inside + 1
    letter = bool(re.fullmatch("[A-Za-z]'*", first)) or first in LETTERS
    if first in OWN or (first in PRIMARIES and first not in OPTIONAL and not letter):
        return None
    return 1 if letter or first in OPTIONAL or re.fullmatch(GROUPS, first) else None


def accented(parts: Sequence[str]) -> int | None:
    """How many tokens an accent takes over a number, or over a sign with its scripts."""
    opened = [parts[1:k].count("{") - parts[1:k].count("}") for k in range(2, len(parts) + 1)]
    if 0 not in opened:
        return None
    end = opened.index(0) + 2
    inside = parts[2 : end - 1]
    after = 1 if len(inside) == 1 and is_whole(inside[0]) else nucleus(inside)
    return end if after and follows(inside[after:], {}) else None


def capitals(parts: Sequence[str]) -> int:
    """How many capital letters a word such as RSS has; 0 for a letter alone."""
    lone = (k for k, part in enumerate(parts) if not re.fullmatch("[A-Z]", part))
    many = next(lone, len(parts))
    return many if many > 1 else 0


def follows(parts: Sequence[str], brackets: dict[str, str]) -> bool:
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
