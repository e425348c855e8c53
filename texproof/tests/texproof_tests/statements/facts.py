"""Facts: positive definite matrices, what is 0 or 1, columns of one sign."""

from texproof import matrix, scalar, subset, vector

from .entry import either, false, true


def symbols():
    """Names with the facts, and one of each kind without."""
    return [
        scalar("a"), scalar("p", positive=True), scalar("y", binary=True),
        scalar("y_i", over={"i": "n"}, binary=True), scalar(r"\theta", inside=True),
        vector("v", "d"), vector("w", "d"), vector("u", "d", nonnegative=True),
        vector("c", "d", positive=True), matrix("A", "d", "d", posdef=True),
        matrix("S", "d", "d", psd=True), matrix("B", "d", "n"), matrix("F", "d", "d"),
        matrix("G", "d", "d", symmetric=True), matrix("I", "d", "d", identity=True),
    ]  # fmt: skip


def counted():
    """Labels and counts, and a number that may be any."""
    return [
        scalar("a"), scalar("b"), scalar("y", label=True), scalar("y_i", over={"i": "n"}, label=True),
        scalar("m", count=True), scalar("n_k", over={"k": "K"}, count=True),
        scalar("c", count=True, positive=True),
    ]  # fmt: skip


def sets():
    """Subsets that are not defined: any ones."""
    return [
        scalar("a"), scalar("x_i", over={"i": "n"}), scalar("y_i", over={"i": "n"}),
        subset("M", "n"), subset("C_k", "n", over={"k": "K"}),
    ]  # fmt: skip


QUADRATIC = r"\frac12 v^\top {}v - w^\top v"
BERNOULLI = r"\theta^{y}(1 - \theta)^{1 - y}"

ENTRIES = [
    true("fact-posdef", symbols, r"v^\top Av", ">=", "0"),
    false("fact-posdef-strict", symbols, r"v^\top Av", ">", "0", "v may be 0"),
    true("fact-psd", symbols, r"v^\top Sv", ">=", "0"),
    false("fact-symmetric-only", symbols, r"v^\top Gv", ">=", "0", "G may have any signs"),
    false("fact-posdef-bilinear", symbols, r"v^\top Aw", ">=", "0", "another column"),
    true("fact-posdef-inverse", symbols, r"v^\top A^{-1}v", ">=", "0"),
    true("fact-posdef-has-inverse", symbols, "A^{-1}A", "=", "I"),
    false("fact-psd-inverse", symbols, "S^{-1}S", "=", "I", "S may be singular"),
    true("fact-posdef-trace", symbols, r"\operatorname{tr}(A)", ">", "0"),
    false("fact-psd-trace", symbols, r"\operatorname{tr}(S)", ">", "0", "S may be 0"),
    true("fact-posdef-det", symbols, r"\det(A)", ">", "0"),
    false("fact-psd-det", symbols, r"\det(S)", ">", "0", "S may be singular"),
    true("fact-posdef-diagonal", symbols, "A_{11}", ">", "0"),
    false("fact-posdef-entry", symbols, r"A_{1,d}", ">=", "0", "only the diagonal is above 0"),
    true("fact-posdef-symmetric", symbols, r"A^\top", "=", "A"),
    false("fact-posdef-commute", symbols, "AS", "=", "SA", "they need not commute"),
    true("fact-posdef-sum", symbols, r"(v - w)^\top(A + pBB^\top)(v - w)", ">=", "0"),
    false("fact-posdef-difference", symbols, r"v^\top(A - S)v", ">=", "0", "S may be larger"),
    true("fact-gram", symbols, r"v^\top BB^\top v", ">=", "0"),
    false("fact-gram-factor", symbols, r"av^\top BB^\top v", ">=", "0", "a may be below 0"),
    true("fact-posdef-gradient", symbols, r"\nabla_v(v^\top Av)", "=", "2Av"),
    true("fact-posdef-arg-min", symbols, rf"\arg\min_v ({QUADRATIC.format('A')})", "=", "A^{-1}w"),
    false("fact-posdef-arg-min-sign", symbols, rf"\arg\min_v ({QUADRATIC.format('A')})", "=", "-A^{-1}w", "the sign"),
    false("fact-posdef-arg-max", symbols, rf"\arg\max_v ({QUADRATIC.format('A')})", "=", "A^{-1}w", "it is the smallest"),
    false("fact-symmetric-arg-min", symbols, rf"\arg\min_v ({QUADRATIC.format('G')})", "=", "G^{-1}w", "G may have any signs"),
    true("fact-binary-square", symbols, "y^2", "=", "y"),
    false("fact-number-square", symbols, "a^2", "=", "a", "a is any number"),
    true("fact-binary-power", symbols, "y_i^3", "=", "y_i"),
    true("fact-binary-below", symbols, "y", "<=", "1"),
    false("fact-binary-strictly", symbols, "y", "<", "1", "y may be 1"),
    false("fact-binary-half", symbols, "y(1 - y)", ">", "0", "y is 0 or 1"),
    true("fact-binary-sum", symbols, r"\sum_i y_i", "<=", "n"),
    false("fact-binary-sum-strict", symbols, r"\sum_i y_i", "<", "n", "all may be 1"),
    false("fact-binary-some", symbols, r"\sum_i y_i", ">", "0", "all may be 0"),
    true("fact-binary-squares", symbols, r"\sum_i (y_i - \theta)^2", "=", r"\sum_i (y_i(1 - 2\theta) + \theta^2)"),
    false("fact-binary-squares-wrong", symbols, r"\sum_i (y_i - \theta)^2", "=", r"\sum_i (y_i(1 - 2\theta) + \theta)", "the last square"),
    true("fact-bernoulli", symbols, BERNOULLI, "=", r"y\theta + (1 - y)(1 - \theta)"),
    true("fact-bernoulli-log", symbols, rf"\log({BERNOULLI})", "=", r"y\log\theta + (1 - y)\log(1 - \theta)"),
    false("fact-bernoulli-log-wrong", symbols, rf"\log({BERNOULLI})", "=", r"y\log\theta + (1 + y)\log(1 - \theta)", "at y = 1"),
    true("fact-powers-log", symbols, r"\log(\theta^{a}(1 - \theta)^{p})", "=", r"a\log\theta + p\log(1 - \theta)"),
    false("fact-powers-log-wrong", symbols, r"\log(\theta^{a}(1 - \theta)^{p})", "=", r"a\log\theta - p\log(1 - \theta)", "a minus"),
    true("fact-subset", sets, r"\sum_{i\in M}y_i^2", "<=", r"\sum_{i=1}^{n}y_i^2"),
    false("fact-subset-of-signs", sets, r"\sum_{i\in M}x_i", "<=", r"\sum_{i=1}^{n}x_i", "the others may be below 0"),
    true("fact-subset-linear", sets, r"\sum_{i\in C_k}(2x_i + 1)", "=", r"2\sum_{i\in C_k}x_i + \lvert C_k\rvert"),
    false("fact-subset-full", sets, r"\sum_{i\in M}x_i", "=", r"\sum_{i=1}^{n}x_i", "M need not be all"),
    false("fact-subset-some", sets, r"\lvert M\rvert", ">=", "1", "M may be empty"),
    false("fact-subset-two", sets, r"\sum_{i\in M}x_i", "=", r"\sum_{i\in C_k}x_i", "another subset"),
    false("fact-subset-mean", sets, r"\frac{1}{\lvert M\rvert}\sum_{i\in M}2", "=", "2", "M may be empty"),
    true("fact-subset-slope", sets, r"\frac{\partial}{\partial a}\sum_{i\in M}(x_i - a)^2", "=", r"-2\sum_{i\in M}(x_i - a)"),
    false("fact-bernoulli-wrong", symbols, BERNOULLI, "=", r"y\theta + 1 - y", "at y = 0"),
    true("fact-binary-log", symbols, r"y\log\theta + (1 - y)\log(1 - \theta)", "<", "0"),
    false("fact-binary-derivative", symbols, r"\frac{\partial(ay^2)}{\partial y}", "=", "2ay", "y cannot vary"),
    true("fact-entries", symbols, r"u^\top c", ">=", "0"),
    false("fact-entries-strict", symbols, r"u^\top c", ">", "0", "u may be 0"),
    true("fact-entries-positive", symbols, r"\sum_{j=1}^{d}c_j", ">", "0"),
    false("fact-entries-other", symbols, r"u^\top v", ">=", "0", "v has any signs"),
    either("fact-entries-difference", symbols, r"u^\top c", ">=", r"c^\top c", "u may be less"),
    true("fact-label-square", counted, "y^2", "=", "1"),
    true("fact-label-cube", counted, "y^3", "=", "y"),
    true("fact-label-inverse", counted, r"\frac1y", "=", "y"),
    true("fact-label-modulus", counted, r"\lvert y\rvert", "=", "1"),
    false("fact-label-one", counted, "y", "=", "1", "y may be -1"),
    false("fact-label-zero", counted, "y^2", "=", "y", "-1 is not 0 or 1"),
    false("fact-label-sign", counted, "y", ">=", "0", "y may be -1"),
    true("fact-label-squares", counted, r"\sum_i (y_i - a)^2", "=", r"\sum_i (1 - y_ia)^2"),
    false("fact-label-squares-wrong", counted, r"\sum_i (y_i - a)^2", "=", r"\sum_i (1 - a)^2", "y_i = -1"),
    true("fact-label-sum", counted, r"\sum_i y_i^2", "=", "n"),
    false("fact-label-sum-wrong", counted, r"\sum_i y_i", "=", "n", "all may be -1"),
    false("fact-label-derivative", counted, r"\frac{\partial(ay)}{\partial y}", "=", "a", "y cannot vary"),
    either("fact-label-given", counted, "y", "=", "a", "no label is 2", given=["y = 2"]),
    true("fact-count", counted, "m", ">=", "0"),
    true("fact-count-positive", counted, "c", ">", "0"),
    true("fact-count-sum", counted, r"\sum_k n_k", ">=", "0"),
    false("fact-count-fixed", counted, "m", "=", "3", "it may be 0"),
    false("fact-count-sum-strict", counted, r"\sum_k n_k", ">", "0", "all may be 0"),
    false("fact-count-square", counted, "m^2", "=", "m", "4 is not 2"),
    false("fact-count-even", counted, "a", "<=", "6", "a = 8", given=["a = 2m"]),
    false("fact-psd-difference", symbols, r"v^\top Sv", "<=", r"v^\top Av", "S may be larger"),
]  # fmt: skip
