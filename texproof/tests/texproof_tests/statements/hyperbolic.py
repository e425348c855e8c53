"""Hyperbolic functions, read as terms in exponentials."""

from texproof import scalar

from .entry import false, true, unread


def symbols():
    """Numbers, and a family."""
    return [scalar("x"), scalar("y"), scalar("x_i", over={"i": "n"})]


SLOPE = r"\frac{\partial\tanh(x)}{\partial x}"
LOGISTIC = r"\frac{1}{1 + e^{-x}}"

ENTRIES = [
    true("tanh-slope", symbols, SLOPE, "=", r"1 - \tanh(x)^2"),
    false("tanh-slope-sign", symbols, SLOPE, "=", r"1 + \tanh(x)^2", "the sign"),
    true("tanh-logistic", symbols, LOGISTIC, "=", r"\frac12(1 + \tanh(\frac x2))"),
    false("tanh-logistic-half", symbols, LOGISTIC, "=", r"\frac12(1 + \tanh(x))", "half of x"),
    true("tanh-odd", symbols, r"\tanh(-x)", "=", r"-\tanh(x)"),
    false("tanh-even", symbols, r"\tanh(-x)", "=", r"\tanh(x)", "it is odd"),
    true("tanh-quotient", symbols, r"\tanh(x)", "=", r"\frac{\sinh(x)}{\cosh(x)}"),
    true("tanh-below", symbols, r"\tanh(x)", "<", "1"),
    false("tanh-below-half", symbols, r"\tanh(x)", "<", r"\frac12", "large x"),
    true("cosh-squares", symbols, r"\cosh(x)^2 - \sinh(x)^2", "=", "1"),
    false("cosh-squares-sign", symbols, r"\cosh(x)^2 + \sinh(x)^2", "=", "1", "the sign"),
    true("cosh-above", symbols, r"\cosh(x)", ">=", "1"),
    false("cosh-above-strict", symbols, r"\cosh(x)", ">", "1", "x = 0"),
    true("tanh-sum", symbols, r"\sum_i\tanh(x_i)^2", "<=", "n"),
    true("tanh-bare", symbols, r"\tanh x", "=", r"\tanh(x)"),
    unread("tanh-bare-product", symbols, r"\tanh x y", "=", r"\tanh(xy)", "of x, or of xy?"),
    unread("tanh-two", symbols, r"\tanh(x, y)", "=", r"\tanh(x)", "one argument"),
]  # fmt: skip
