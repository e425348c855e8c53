r"""Relations between given numbers: exactly, or to the digits that are written.

``0.632 \approx 1 - e^{-1}`` holds, since the other side rounds to these digits; ``16 \cdot 0.160 =
2.55`` does, since its factors are rounded themselves.
"""

import re
from decimal import Decimal

from .decide.residuals import numeric_assignment
from .vocabulary import Vocabulary

DECIMAL = re.compile(r"\d+\.\d+")
ALONE = re.compile(r"\s*-?\s*(\d+(?:\.\d+)?)\s*")
HUNDREDTHS = re.compile(r"\s*-?\s*\\frac\{(\d+(?:\.\d+)?)\}\{100\}\s*")
MIXED = re.compile(r"(?<![\d.^_])(\d+)(\\[td]?frac(?:\d\d|\{\d+\}\{\d+\}|\d\{\d+\}|\{\d+\}\d))")
ROUNDED_INPUTS = 1.5  # units of the last digit by which a result may differ if inputs are rounded
SLACK = 1 + 1e-9  # for the floats with which this is computed

NO_NAMES = Vocabulary()


def is_number(text: str) -> bool:
    """Whether a text is a number without names, such as ``8\\log 2``."""
    try:
        NO_NAMES.term(text)
    except ValueError:
        return False
    return True


def value_of_number(text: str) -> float:
    """The number that a text is."""
    return float(numeric_assignment(NO_NAMES, {}, {}).of(NO_NAMES.term(text)))


def mixed_numbers_as_sums(text: str) -> str:
    """A text in which ``6\\frac12`` is the sum that it is among numbers."""
    return MIXED.sub(r"(\1 + \2)", text)


def unit_of_last_digit(text: str, about: bool) -> float | None:
    """The unit of the last digit of a number that stands alone; None if it has none.

    A whole number is rounded only where it is said to be about something, as in 14000.
    """
    match, of = ALONE.fullmatch(text), 1.0
    if not match:
        match, of, about = HUNDREDTHS.fullmatch(text), 0.01, True
    if not match:
        return None
    whole, _, places = match[1].partition(".")
    if places:
        return float(of * 10.0 ** -len(places))
    zeros = len(whole) - len(whole.rstrip("0")) if whole.strip("0") else 0
    return float(of * 10.0**zeros) if about else None


def spread_of_rounding(text: str) -> float:
    """By how much a value moves if each of its decimals is moved by half its last digit."""
    middle, moved = value_of_number(text), 0.0
    for match in DECIMAL.finditer(text):
        half = Decimal(5).scaleb(-len(match[0].partition(".")[2]) - 1)
        other = f"{text[: match.start()]}{Decimal(match[0]) + half}{text[match.end() :]}"
        moved += abs(value_of_number(other) - middle)
    return moved


def agree_in_digits(left: str, right: str, about: bool) -> bool:
    """Whether two numbers agree to the digits that are written; about: for ≈, not for =."""
    try:
        apart, free = (
            abs(value_of_number(left) - value_of_number(right)),
            spread_of_rounding(left) + spread_of_rounding(right),
        )
    except (ValueError, ArithmeticError, TypeError):
        return False
    units = [
        u
        for u in (unit_of_last_digit(left, about), unit_of_last_digit(right, about))
        if u is not None
    ]
    if not units:
        return apart <= free * SLACK
    last = max(units)
    rounded = min(free, ROUNDED_INPUTS * last) if free > last / 2 * SLACK else 0.0
    return apart <= max(last / 2, rounded) * SLACK
