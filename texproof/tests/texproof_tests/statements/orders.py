"""Approximation to an order, and proportion."""

from texproof import Derivation, scalar, vector

from .entry import either, false, true
from .symbols import common

A1, A2, A3 = ({"order": ("a", k)} for k in (1, 2, 3))
W, V = r"\mathbf{w}", r"\mathbf{v}"

ENTRIES = [
    true("order-exp-1", common, "e^a", "≈", "1 + a", **A1),
    false("order-exp-2", common, "e^a", "≈", "1 + a", "a^2/2 is missing", **A2),
    true("order-exp-2-right", common, "e^a", "≈", r"1 + a + \frac{a^2}{2}", **A2),
    false("order-exp-factor", common, "e^a", "≈", "1 + a + a^2", "a^2/2", **A2),
    true("order-exp-3", common, "e^a", "≈", r"1 + a + \frac{a^2}{2} + \frac{a^3}{6}", **A3),
    true("order-log", common, r"\log(1 + a)", "≈", r"a - \frac{a^2}{2}", **A2),
    false("order-log-sign", common, r"\log(1 + a)", "≈", r"a + \frac{a^2}{2}", "the sign", **A2),
    true("order-inverse", common, r"\frac{1}{1 + a}", "≈", "1 - a + a^2", **A2),
    false("order-inverse-wrong", common, r"\frac{1}{1 + a}", "≈", "1 - a - a^2", "the sign", **A2),
    true("order-root", common, r"\sqrt{1 + a}", "≈", r"1 + \frac a2", **A1),
    false("order-root-wrong", common, r"\sqrt{1 + a}", "≈", "1 + a", "a/2", **A1),
    false("order-modulus", common, r"\lvert a\rvert", "≈", "a", "a corner at 0", **A1),
    false("order-modulus-zero", common, r"\lvert a\rvert", "≈", "0", "a corner at 0", **A1),
    false("order-root-corner", common, r"\sqrt{a^2}", "≈", "a", "a corner at 0", **A1),
    false("order-pole", common, r"\frac1a", "≈", "1", "no expansion at 0", **A1),
    false("order-log-pole", common, r"a\log a", "≈", "0", "no derivative at 0", **A1),
    false("order-half-power", common, r"\sqrt{a}", "≈", "0", "no derivative at 0", **A1),
    false("order-max", common, r"\max(a, 0)", "≈", "0", "a corner at 0", **A1),
    true("order-max-away", common, r"\max(a, p + a)", "≈", "p + a", "the larger by p", **A1),
    false("order-indicator", common, r"\mathbb{1}[a \ge 0]", "≈", "1", "a jump at 0", **A1),
    true("order-unknown", common, "f(x + a)", "≈", r"f(x) + a\frac{\partial f(x)}{\partial x}", **A1),
    false("order-unknown-2", common, "f(x + a)", "≈", r"f(x) + a\frac{\partial f(x)}{\partial x}", "the second derivative", **A2),
    true("order-unknown-2-right", common, "f(x + a)", "≈", r"f(x) + a\frac{\partial f(x)}{\partial x} + \frac{a^2}{2}\frac{\partial^2 f(x)}{\partial x^2}", **A2),
    true("order-det", common, r"\det(I + aA)", "≈", r"1 + a\operatorname{tr}(A)", **A1),
    false("order-det-wrong", common, r"\det(I + aA)", "≈", r"1 + a\det(A)", "the trace", **A1),
    false("order-det-zero", common, r"\det(I + aA)", "≈", r"1 + \det(A) + a\operatorname{tr}(A)", "order 0 differs by det A", **A1),
    true("order-det-2", common, r"\det(I + aA)", "≈", r"1 + a\operatorname{tr}(A) + \frac{a^2}{2}\bigl(\operatorname{tr}(A)^2 - \operatorname{tr}(AA)\bigr)", **A2),
    true("order-matrix-inverse", common, r"(I + aA)^{-1}", "≈", "I - aA", **A1),
    false("order-matrix-inverse-wrong", common, r"(I + aA)^{-1}", "≈", "I + aA", "the sign", **A1),
    either("order-zero", common, "e^a", "≈", "2", "order 0 differs by 1", order=("a", 0)),
    false("order-in-other", common, "e^{ab}", "≈", "1 + ab + ab^2", "b^2 is no small thing", **A1),
    either("order-defined", lambda: Derivation(scalar("a"), scalar("b"), scalar("m")), "e^m", "≈", "1 + m", "m = b is defined, and not small",
           define="m = b + 1", order=("m", 1)),
    # proportion
    true("prop-scale", common, f"2{W}", "∝", W),
    false("prop-other", common, W, "∝", V, "two directions"),
    either("prop-zero", common, W, "∝", r"\mathbf{v} - \mathbf{v}", "of nothing"),
    either("prop-zero-number", common, W, "∝", rf"0{W}", "of nothing"),
    either("prop-zero-some", common, W, "∝", rf"a{W}", "of nothing for a = 0"),
    true("prop-zero-left", common, rf"0{W}", "∝", W, "nothing is a multiple of all"),
    true("prop-zero-both", common, rf"{W} - {W}", "∝", rf"0{W}"),
    true("prop-number", common, rf"\frac{{{W}}}{{p}}", "∝", W),
    true("prop-eigen", common, rf"S{W}", "∝", W, given=[rf"S{W} = a{W}"]),
    false("prop-eigen-dropped", common, rf"S{W}", "∝", W, "no eigenvector"),
    true("prop-outer", common, rf"{W}{V}^\top{W}", "∝", W),
    false("prop-sum", common, rf"{W} + {V}", "∝", W, "unless v is"),
    false("prop-square", lambda: [vector("z", 2), scalar("a")], r"\begin{pmatrix}z_1^2\\ z_2^2\end{pmatrix}", "∝", "z", "(1, 2) and (1, 4)"),
]  # fmt: skip
