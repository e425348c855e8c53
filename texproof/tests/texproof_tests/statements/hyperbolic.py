"""Hyperbolic functions, read as terms in exponentials."""

from texproof import scalar

from .entry import false, true, unread


def nouns():
    """Numbers, and a family."""
    return [scalar("x"), scalar("y"), scalar("x_i", over={"i": "n"})]


SLOPE = r"\frac{\partial\tanh(x)}{\partial x}"
LOGISTIC = r"\frac{1}{1 + e^{-x}}"

ENTRIES = [
    true("tanh-slope", nouns, SLOPE, "=", r"1 - \tanh(x)^2"),
    false("tanh-slope-sign", nouns, SLOPE, "=", r"1 + \tanh(x)^2", "the sign"),
    true("tanh-logistic", nouns, LOGISTIC, "=", r"\frac12(1 + \tanh(\frac x2))"),
    false("tanh-logistic-half", nouns, LOGISTIC, "=", r"\frac12(1 + \tanh(x))", "half of x"),
    true("tanh-odd", nouns, r"\tanh(-x)", "=", r"-\tanh(x)"),
    false("tanh-even", nouns, r"\tanh(-x)", "=", r"\tanh(x)", "it is odd"),
    true("tanh-quotient", nouns, r"\tanh(x)", "=", r"\frac{\sinh(x)}{\cosh(x)}"),
    true("tanh-below", nouns, r"\tanh(x)", "<", "1"),
    false("tanh-below-half", nouns, r"\tanh(x)", "<", r"\frac12", "large x"),
    true("cosh-squares", nouns, r"\cosh(x)^2 - \sinh(x)^2", "=", "1"),
    false("cosh-squares-sign", nouns, r"\cosh(x)^2 + \sinh(x)^2", "=", "1", "the sign"),
    true("cosh-above", nouns, r"\cosh(x)", ">=", "1"),
    false("cosh-above-strict", nouns, r"\cosh(x)", ">", "1", "x = 0"),
    true("tanh-sum", nouns, r"\sum_i\tanh(x_i)^2", "<=", "n"),
    true("tanh-bare", nouns, r"\tanh x", "=", r"\tanh(x)"),
    unread("tanh-bare-product", nouns, r"\tanh x y", "=", r"\tanh(xy)", "of x, or of xy?"),
    unread("tanh-two", nouns, r"\tanh(x, y)", "=", r"\tanh(x)", "one argument"),
]  # fmt: skip
