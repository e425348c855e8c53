"""The smallest or largest value of a function, and solutions that are used afterwards."""

from texproof import function, matrix, scalar, vector

from .entry import false, true


def symbols():
    """Numbers of each kind that may be sought, a column, matrices."""
    return [
        *(scalar(letter) for letter in "abxyzu"), scalar("c", positive=True),
        scalar("p", inside=True), scalar("r", positive=True), scalar("k", positive=True),
        scalar("m", positive=True), vector("v", "d"), vector("w", "d"), vector("t", "d"), function("f", "d"),
        matrix("A", "d", "d", posdef=True), matrix("S", "d", "d", symmetric=True),
    ]  # fmt: skip


SQUARE = r"\min_{x} (x - a)^2"
BERNOULLI = r"\max_{p} (k\log p + m\log(1 - p))"
QUADRATIC = r"\sup_{{v}} (w^\top v - \frac12 v^\top {}v)"
SOLVED = {"define": r"z = \arg\min_{u} (u - a)^2"}

ENTRIES = [
    true("value-min", symbols, SQUARE, "=", "0"),
    false("value-min-above", symbols, SQUARE, "=", "1", "it is 0"),
    false("value-min-below", symbols, SQUARE, "=", "-1", "it is 0"),
    true("value-bound", symbols, SQUARE, ">=", "0"),
    false("value-bound-strict", symbols, SQUARE, ">", "0", "it is 0"),
    true("value-max", symbols, r"\max_{x} (b - (x - a)^2)", "=", "b"),
    false("value-max-turned", symbols, r"\max_{x} (b + (x - a)^2)", "=", "b", "there is none"),
    false("value-none", symbols, r"\min_{x} x", "=", "0", "there is none"),
    true("value-conjugate", symbols, r"\sup_{x} (xy - \frac12 x^2)", "=", r"\frac12 y^2"),
    false("value-conjugate-half", symbols, r"\sup_{x} (xy - \frac12 x^2)", "=", "y^2", "half of it"),
    true("value-inf", symbols, r"\inf_{x} (cx^2 - 2ax)", "=", r"-\frac{a^2}{c}"),
    false("value-inf-sign", symbols, r"\inf_{x} (bx^2 - 2ax)", "=", r"-\frac{a^2}{b}", "b < 0"),
    true("value-entropy", symbols, r"\sup_{r} (ry - r\log r)", "=", "e^{y - 1}"),
    false("value-entropy-wrong", symbols, r"\sup_{r} (ry - r\log r)", "=", "e^y", "a factor e"),
    true("value-exponential", symbols, r"\sup_{x} (cx - e^x)", "=", r"c\log c - c"),
    false("value-exponential-sign", symbols, r"\sup_{x} (ax - e^x)", "=", r"a\log a - a", "a < 0"),
    true("value-bernoulli", symbols, BERNOULLI, "=", r"k\log\frac{k}{k + m} + m\log\frac{m}{k + m}"),
    false("value-bernoulli-turned", symbols, BERNOULLI, "=", r"k\log\frac{m}{k + m} + m\log\frac{k}{k + m}", "k = 2, m = 1"),
    false("value-outside", symbols, r"\min_{p} (p - 2)^2", "=", "0", "p is below 1"),
    false("value-outside-positive", symbols, r"\min_{r} (r + 1)^2", "=", "0", "r is above 0"),
    true("value-posdef", symbols, QUADRATIC.format("A"), "=", r"\frac12 w^\top A^{-1}w"),
    false("value-posdef-half", symbols, QUADRATIC.format("A"), "=", r"w^\top A^{-1}w", "half of it"),
    false("value-symmetric", symbols, QUADRATIC.format("S"), "=", r"\frac12 w^\top S^{-1}w", "S may have any signs"),
    true("value-two", symbols, r"\min_{x} ((x - a)^2 + (x - b)^2)", "=", r"\frac{(a - b)^2}{2}"),
    true("solution-alone", symbols, "z", "=", "a", **SOLVED),
    true("solution-given", symbols, "z + 1", "=", "a + 1", given=["z = a"], **SOLVED),
    false("solution-given-wrong", symbols, "z + 1", "=", "a + 2", "z = a", given=["z = a"], **SOLVED),
    false("solution-wrong", symbols, "z", "=", "a + 1", "z = a", **SOLVED),
    true("value-named", symbols, "z", "=", "b", define=r"z = \min_{u} ((u - a)^2 + b)"),
    true("solution-right", symbols, "a", "=", r"\arg\min_{x} (x - a)^2"),
    false("solution-right-wrong", symbols, "-a", "=", r"\arg\min_{x} (x - a)^2", "a = 1"),
    false("solution-right-half", symbols, "w", "=", r"\arg\min_{v} (\frac12 v^\top v - 2w^\top v)", "2w"),
    true("solution-right-step", symbols, "w - cv", "=",
         r"\arg\min_{t} (f(w) + v^\top(t - w) + \frac{1}{2c}\|t - w\|^2)"),
    false("solution-right-step-far", symbols, "w - 2cv", "=",
          r"\arg\min_{t} (f(w) + v^\top(t - w) + \frac{1}{2c}\|t - w\|^2)", "half of it"),
    false("solution-right-unknown", symbols, "w", "=", r"\arg\min_{t} (f(t) + \|t - w\|^2)", "f may be anything"),
    false("solution-right-largest", symbols, "a", "=", r"\arg\max_{x} (x - a)^2", "there is none"),
    true("value-right", symbols, "0", "=", SQUARE),
    false("value-right-wrong", symbols, "1", "=", SQUARE, "it is 0"),
    false("value-named-wrong", symbols, "z", "=", "a", "b", define=r"z = \min_{u} ((u - a)^2 + b)"),
]  # fmt: skip
