"""Other uses: exercises, numbers of a fitted model, declarations, definitions."""

import numpy as np

from texproof import Derivation, index, matrix, scalar, vector

from .entry import ACCEPTED, EITHER, REFUSED, action, unread
from .symbols import common, numbers

MEAN = r"\frac1n\mathbf{1}^\top\mathbf{y}"
FREE = {"without": ["f", "n_b"]}


def production():
    return [
        scalar("n_a", positive=True),
        scalar("n_b", positive=True),
        scalar("f", positive=True),
        scalar("a"),
        scalar("p"),
    ]


def data():
    return [
        vector("y", "n"),
        vector("r", "n"),
        vector("m", "d"),
        matrix("X", "n", "d"),
        vector(r"\mathbf{1}", "n", ones=True),
        scalar("a"),
        scalar("b"),
        scalar("c"),
    ]


def attempt(id, symbols, question, answer, right, why, **more):
    return action(
        id,
        symbols,
        "attempt",
        question,
        answer,
        expected=ACCEPTED if right else REFUSED,
        why=why,
        **more,
    )


def holds(id, symbols, left, sign, right, values, right_numbers, why, **more):
    return action(
        id,
        symbols,
        "holds",
        left,
        sign,
        right,
        values,
        expected=ACCEPTED if right_numbers else REFUSED,
        why=why,
        **more,
    )


def unequal():
    """Numbers of sizes 1e8 and 1, wrong by 1e-6 in the small one."""
    y, m = np.array([1e8, 1.0]), np.zeros(2)
    return {"y": y, "r": y + np.array([0, 1e-6]), "X": np.zeros((2, 2)), "m": m}


def many():
    y = np.zeros(1000)
    y[0] = 1e6
    return {
        "y": y,
        "r": y + np.r_[0, np.full(999, 1e-6)],
        "X": np.zeros((1000, 1)),
        "m": np.zeros(1),
    }


X = np.array([[1.0, 2], [3, 5], [2, 2]])
M = np.array([0.5, -1])
EQUAL = {"X": X, "m": M, "y": X @ M, "r": np.zeros(3)}

ENTRIES = [
    # exercises
    attempt("attempt-size", common, MEAN, r"\frac{1}{2(d - 1)}\mathbf{1}^\top\mathbf{y}", False, "n against 2d - 2"),
    attempt("attempt-size-right", common, MEAN, r"\frac1n\sum_{i=1}^n\mathbf{y}_i", True, "the same"),
    attempt("attempt-tail", common, r"\sum_{j>q}\lambda_j", r"\lambda_d", False, "one only if d - q = 1"),
    attempt("attempt-parity", common, r"\det(-G)", r"\det(G)", False, "n odd"),
    attempt("attempt-gradient", common, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", r"(A + A^\top)\mathbf{w}", True, "right", without=[r"\nabla"]),
    attempt("attempt-gradient-wrong", common, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", r"2A\mathbf{w}", False, "A is not symmetric"),
    attempt("attempt-repeat", common, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", r"\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", False, "the question again", without=[r"\nabla"]),
    attempt("attempt-repeat-put", common, r"\nabla_{\mathbf{w}}(a\mathbf{w}^\top A\mathbf{w})", r"a[\nabla_{\mathbf{w}}(b\mathbf{w}^\top A\mathbf{w})]_{b = 1}", False, "the question again", without=[r"\nabla"]),
    attempt("attempt-repeat-partial", common, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top\mathbf{w})^2", r"4\mathbf{w}^\top\mathbf{w}\,\mathbf{w}", True, "worked", without=[r"\nabla"]),
    attempt("attempt-letter-in-macro", production, r"\frac{f n_a}{f n_a + f}", r"\frac{n_a}{n_a + 1}", True, "the f of \\frac is no f (S4)", **FREE),
    attempt("attempt-letter", production, r"\frac{f n_a}{f n_a + f}", r"\frac{f n_a}{f n_a + f}", False, "f occurs", **FREE),
    attempt("attempt-stroke", production, r"\frac{f n_a}{f n_a + f}", "n_a/(n_a + 1)", True, "no f", **FREE),
    attempt("attempt-letter-exp", production, r"e^{a}e^{p}e^{-p}", r"\exp(a)", True, "the p of \\exp is no p (S4)", without=["p"]),
    attempt("attempt-letter-exp-wrong", production, r"e^{a}e^{p}e^{-p}", r"\exp(a + p - p)", False, "p occurs", without=["p"]),
    attempt("attempt-term-space", production, "a^2 - 2ap + p^2", "(a  -  p)^2", False, "a - p occurs, with more space", without=["a - p"]),
    attempt("attempt-term", production, "a^2 - 2ap + p^2", "(a - p)^2", False, "a - p occurs", without=["a - p"]),
    attempt("attempt-term-tight", production, "a^2 - 2ap + p^2", "(a-p)^2", False, "a - p occurs, with less space (S4)", without=["a - p"]),
    attempt("attempt-term-turned", production, "a^2 - 2ap + p^2", "(-p + a)^2", True, "not the words that are barred", without=["a - p"]),
    attempt("attempt-undefined", common, r"\frac{a}{a}", r"\frac{b}{b}", True, "1 where both are defined"),
    attempt("attempt-nothing", common, r"\frac{a}{a - a}", r"\frac{b}{a - a}", False, "says nothing"),
    attempt("attempt-nan", common, r"\frac{\partial(x^2 + 0\cdot\log 0)}{\partial x}", "0", False, "undefined"),
    attempt("attempt-brace", common, "ac + bc", "{a + b}c", False, "typeset a + bc"),
    attempt("attempt-given", common, r"\frac{\partial(ab)}{\partial b}", "2b", False, "a", given=["a = b"]),
    attempt("attempt-given-right", common, r"\frac{\partial(ab)}{\partial b}", "a", True, "a", given=["a = b"]),
    attempt("attempt-empty", common, "a", "", False, "no answer"),
    attempt("attempt-unread", common, "a", r"\frac{a", False, "cut off"),
    attempt("attempt-bernoulli", production, r"a\log f + (1 - a)\log n_a", r"\log(f^{a}n_a^{1 - a})", True, "S5"),
    # numbers of a fitted model
    holds("holds-right", data, "y", "=", "Xm", EQUAL, True, "computed so", given=["y = Xm"]),
    holds("holds-wrong", data, "y", "=", "Xm", EQUAL | {"y": X @ M + 1e-6}, False, "wrong by 1e-6", given=["y = Xm"]),
    holds("holds-unequal", data, "y", "=", "r", unequal(), False, "wrong by 1e-6 beside a large entry", given=["y = r"]),
    holds("holds-many", data, "y", "=", "r", many(), False, "wrong by 1e-6 in 999 entries", given=["y = r"]),
    holds("holds-unused-size", data, "a", "=", "b", {"a": 1.0, "b": 1.0 + 1e-4, "n": 10**12}, False, "an unused size is no excuse", given=["a = b"]),
    holds("holds-unused-name", data, "a", "=", "b", {"a": 1.0, "b": 1.0 + 1e-4, "c": 1e12}, False, "an unused name is no excuse", given=["a = b"]),
    holds("holds-hypothesis", data, "a^2", "=", "b^2", {"a": 2.0, "b": -2.0}, False, "the hypothesis a = b fails", given=["a = b"]),
    holds("holds-hypothesis-sign", data, r"\lvert a\rvert", "=", "a", {"a": -2.0}, False, "the hypothesis fails, and so does the claim", given=["a > 0"]),
    holds("holds-hypothesis-unused", data, "a c", "=", "b c", {"a": 2.0, "b": 1.0, "c": 0.0}, False, "the hypothesis a = b fails", given=["a = b"]),
    holds("holds-fact", common, "p + p", "=", "2p", {"p": -1.0}, False, "p was declared positive"),
    holds("holds-fact-right", common, "p + p", "=", "2p", {"p": 1.0}, True, "positive"),
    holds("holds-fact-symmetric", common, "S + S", "=", "2S", {"S": np.array([[1.0, 2], [3, 4]])}, False, "S was declared symmetric"),
    holds("holds-fact-decreasing", common, r"\lambda_j + \lambda_j", "=", r"2\lambda_j", {r"\lambda_j": np.array([1.0, 2])}, False, "declared decreasing"),
    holds("holds-strict", data, "a + 1", ">", "b + 1", {"a": 1.0, "b": 1.0}, False, "equal, and a > b is given", given=["a > b"]),
    holds("holds-terms", data, r"y^\top y", "=", r"r^\top r", {"y": np.array([1e-6, 1e6]), "r": np.array([2e-6, 1e6])}, False, "twice as large, beside a large entry: y = r fails", given=["y = r"]),
    holds("holds-sum", data, r"\mathbf{1}^\top y", "=", "a", {"y": np.array([1e9, 1.0, -1e9]), "a": 1.0}, True, "a rounding of the terms 1e9", given=[r"\mathbf{1}^\top y = a"]),
    holds("holds-sum-wrong", data, r"\mathbf{1}^\top y", "=", "a", {"y": np.array([1e3, 1.0, -1e3]), "a": 1.001}, False, "1e-3 is no rounding of 1e3", given=[r"\mathbf{1}^\top y = a"]),
    holds("holds-size", data, "y", "=", "r", {"y": np.ones(1), "r": np.ones(1)}, False, "n > 1 is given", given=["y = r", "n > 1"]),
    holds("holds-share", common, r"\theta", "=", r"\theta", {r"\theta": 1.5}, False, "a share is at most 1"),
    holds("holds-share-right", common, r"\theta", "=", r"\theta", {r"\theta": 1.0}, True, "a share may be 1"),
    holds("holds-gradient", data, r"\nabla_{m}\lVert y - Xm\rVert^2", "=", r"-2X^\top(y - Xm)", EQUAL, True, "both are 0 but for rounding"),
    holds("holds-cancel", data, "(a + b) - a", "=", "b", {"a": 1e16, "b": 1.0}, True, "a rounding of the terms 1e16"),
    holds("holds-inequality", data, "a^2 + b^2", ">=", "2ab", {"a": 3.0, "b": 3.0}, True, "equal"),
    holds("holds-nan", data, r"\frac{a}{b}", "=", r"\frac{2a}{2b}", {"a": 0.0, "b": 0.0}, False, "0/0 holds nothing"),
    holds("holds-nothing", data, "y", "=", "r", {"y": np.zeros(0), "r": np.zeros(0)}, False, "no numbers", given=["y = r"]),
    # declarations
    action("declare-zero", lambda: Derivation(vector("w", "d"), sizes={"d": (0, 0)}), "declare", expected=EITHER, why="sizes are at least 1"),
    action("declare-negative", lambda: Derivation(vector("w", "d"), sizes={"d": (-1, 2)}), "declare", expected=EITHER, why="sizes are at least 1"),
    action("declare-half", lambda: Derivation(vector("w", "d"), sizes={"d": (2.5, 3)}), "declare", expected=EITHER, why="a size is whole"),
    action("declare-single", lambda: Derivation(vector("w", "d"), sizes={"d": 3}), "declare", expected=EITHER, why="two lengths are needed"),
    action("declare-three", lambda: Derivation(vector("w", "d"), sizes={"d": (2, 3, 4)}), "declare", expected=EITHER, why="two lengths are needed"),
    action("declare-text", lambda: Derivation(vector("w", "d"), sizes={"d": "23"}), "declare", expected=EITHER, why="two lengths are needed"),
    action("declare-right", lambda: Derivation(vector("w", "d"), sizes={"d": (1, 2)}), "declare", expected=ACCEPTED, why="two whole lengths"),
    action("declare-equal", lambda: Derivation(vector("w", "d"), sizes={"d": (3, 3)}), "declare", expected=EITHER, why="one length is none to refute at"),
    action("declare-large", lambda: Derivation(vector("w", "d"), sizes={"d": (3, 1000)}), "declare", expected=EITHER, why="beyond what is tried"),
    action("declare-number-size", lambda: Derivation(vector("w", "d"), sizes={"d": (2, 3), 5: (2, 3)}), "declare", expected=EITHER, why="5 is no size"),
    action("declare-lengths", lambda: Derivation(vector("w", "d"), sizes={"d": (3, 2)}), "declare", expected=ACCEPTED, why="two lengths"),
    action("declare-size", lambda: Derivation(vector("w", "size")), "declare", expected=EITHER, why="an unknown size"),
    action("declare-twice", lambda: Derivation(scalar("a"), scalar("a")), "declare", expected=EITHER, why="declared twice"),
    action("declare-alike", lambda: Derivation(scalar("x_1"), scalar("x_{1}")), "declare", expected=EITHER, why="one layout, two names"),
    unread("declare-alike-family", lambda: [scalar("x_i", over={"i": "n"}), scalar("x_j", over={"j": "d"})], "x_1", "=", "x_1", "of which of the two?"),
    action("declare-alike-member", lambda: Derivation(scalar("x_i", over={"i": "n"}), scalar("x_1")), "declare", expected=EITHER, why="x_1 is a member already"),
    action("declare-over", lambda: Derivation(vector("x_i", "d", over="n")), "declare", expected=EITHER, why="a family is over letters"),
    action("declare-fact", lambda: Derivation(scalar("a", convex=True)), "declare", expected=EITHER, why="an unknown fact"),
    action("declare-facts", lambda: Derivation(scalar("a", positive=True, share=True)), "declare", expected=ACCEPTED, why="a share is positive"),
    action("declare-identity-wide", lambda: Derivation(matrix("I", "n", "d", identity=True)), "declare", expected=EITHER, why="an identity is square"),
    action("declare-basis-alone", lambda: Derivation(vector("e", "d", basis=True)), "declare", expected=EITHER, why="a basis is a family"),
    action("declare-orthonormal-alone", lambda: Derivation(vector("u", "d", orthonormal=True)), "declare", expected=EITHER, why="an orthonormal family is a family"),
    action("declare-decreasing-alone", lambda: Derivation(scalar("a", decreasing=True)), "declare", expected=EITHER, why="a single number does not decrease"),
    action("declare-decreasing-two", lambda: Derivation(scalar("a_{ij}", over={"i": "n", "j": "d"}, decreasing=True)), "declare", expected=EITHER, why="in which of the two?"),
    action("declare-letter-size", lambda: Derivation(scalar("x_n", over={"n": "n"})), "declare", expected=EITHER, why="a letter that is a size"),
    action("declare-empty", lambda: Derivation(scalar("")), "declare", expected=EITHER, why="a name without letters"),
    action("declare-number", lambda: Derivation(scalar("2")), "declare", expected=EITHER, why="2 is 2"),
    action("declare-operator", lambda: Derivation(scalar("+")), "declare", expected=EITHER, why="+ adds"),
    action("declare-macro", lambda: Derivation(scalar(r"\frac")), "declare", expected=EITHER, why="a macro of the grammar"),
    action("declare-log", lambda: Derivation(scalar(r"\log")), "declare", expected=EITHER, why="a function of the grammar"),
    action("declare-sum", lambda: Derivation(scalar("a + b"), scalar("a"), scalar("b")), "declare", expected=EITHER, why="a + b is a sum"),
    action("declare-product", lambda: Derivation(scalar("ab"), scalar("a"), scalar("b")), "declare", expected=EITHER, why="ab is typeset as a product"),
    action("declare-power", lambda: Derivation(scalar("a^2"), scalar("a")), "declare", expected=EITHER, why="a^2 is a power of a"),
    action("declare-transpose", lambda: Derivation(matrix(r"A^\top", "d", "d"), matrix("A", "d", "d")), "declare", expected=EITHER, why="a transpose of A"),
    action("declare-inverse", lambda: Derivation(matrix("A^{-1}", "d", "d"), matrix("A", "d", "d")), "declare", expected=EITHER, why="the inverse of A"),
    action("declare-entry", lambda: Derivation(scalar("A_{ij}", over={"i": "d", "j": "d"}), matrix("A", "d", "d")), "declare", expected=EITHER,
           why="the entries of A, unrelated to it"),
    action("declare-entry-vector", lambda: Derivation(scalar("w_j", over={"j": "d"}), vector("w", "d")), "declare", expected=EITHER,
           why="the entries of w, unrelated to it"),
    action("declare-differential", lambda: Derivation(scalar(r"\mathrm{d}"), scalar("x")), "declare", expected=EITHER, why="the d of integrals"),
    action("declare-partial", lambda: Derivation(scalar(r"\partial"), scalar("x")), "declare", expected=EITHER, why="the sign of derivatives"),
    action("declare-good", lambda: Derivation(*numbers(), index("h_i", "K", over={"i": "n"})), "declare", expected=ACCEPTED, why="plain names"),
]  # fmt: skip
