"""Exact derivatives for the second opinion: numbers that carry their slope through a formula."""

from fractions import Fraction

import numpy as np


class Slope:
    """A value and how fast it moves; of two that are nested the one of the higher level is outer."""

    def __init__(self, value, slope, level):
        self.value, self.slope, self.level = value, slope, level

    def parts(self, other):
        """(level, value and slope of both) in which another number that moves less is constant."""
        level = max(self.level, getattr(other, "level", 0))
        return level, *(split(number, level) for number in (self, other))

    def __add__(self, other):
        if isinstance(other, np.ndarray):
            return NotImplemented
        level, (a, da), (b, db) = self.parts(other)
        return Slope(a + b, da + db, level)

    def __mul__(self, other):
        if isinstance(other, np.ndarray):
            return NotImplemented
        level, (a, da), (b, db) = self.parts(other)
        return Slope(a * b, da * b + a * db, level)

    def __truediv__(self, other):
        if isinstance(other, np.ndarray):
            return NotImplemented
        level, (a, da), (b, db) = self.parts(other)
        return Slope(a / b, da / b - a * db / (b * b), level)

    def __rtruediv__(self, other):
        level, (a, da), (b, db) = self.parts(other)
        return Slope(b / a, db / a - b * da / (a * a), level)

    def __neg__(self):
        return Slope(-self.value, -self.slope, self.level)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __pow__(self, exponent):
        found = Fraction(1)
        for _ in range(exponent):
            found = found * self
        return found

    def __lt__(self, other):
        raise TypeError("what moves is not compared")

    __radd__, __rmul__ = __add__, __mul__
    __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __lt__
    __hash__ = None


def split(number, level):
    """Value and slope of a number at a level; it is constant if it moves at lower ones only."""
    if isinstance(number, Slope) and number.level == level:
        return number.value, number.slope
    return number, Fraction(0)


def slope_of(number, level):
    """How fast a number moves at a level."""
    return split(number, level)[1]


def at_rest(number):
    """The value of a number, without its slopes."""
    while isinstance(number, Slope):
        number = number.value
    return number
