"""Convex functions: tangents, weights that sum to 1, means."""

from texproof import function, scalar, vector

from .entry import either, false, true


def symbols():
    """Convex functions of a number and of a column, any function, weights."""
    return [
        scalar("x"), scalar("y"), scalar("t", inside=True), scalar("Z", random="s"), scalar("a"),
        function("f", 1, convex=True), function("g", 1), function("h", "d", convex=True),
        vector("v", "d"), vector("w", "d"), scalar("x_i", over={"i": "n"}),
        scalar("q_i", over={"i": "n"}, nonnegative=True), scalar("b_i", over={"i": "n"}),
    ]  # fmt: skip


MIXED, CHORD = "f(tx + (1 - t)y)", "tf(x) + (1 - t)f(y)"
TANGENT = r"f(x) + \frac{\partial f(x)}{\partial x}(y - x)"
PLANE = r"h(v) + (\nabla_v h(v))^\top(w - v)"
JENSEN = r"f(\sum_{i=1}^n q_i x_i)", r"\sum_{i=1}^n q_i f(x_i)"
SUM = {"given": [r"\sum_{i=1}^n q_i = 1"]}

ENTRIES = [
    true("convex-chord", symbols, MIXED, "<=", CHORD),
    false("convex-chord-turned", symbols, MIXED, ">=", CHORD, "x^2"),
    false("convex-chord-strict", symbols, MIXED, "<", CHORD, "a line"),
    false("convex-chord-any", symbols, MIXED.replace("f", "g"), "<=", CHORD.replace("f", "g"), "-x^2"),
    false("convex-chord-beyond", symbols, "f(ax + (1 - a)y)", "<=", "af(x) + (1 - a)f(y)", "a = 2"),
    true("convex-tangent", symbols, TANGENT, "<=", "f(y)"),
    false("convex-tangent-turned", symbols, TANGENT, ">=", "f(y)", "x^2"),
    true("convex-plane", symbols, PLANE, "<=", "h(w)"),
    false("convex-plane-turned", symbols, PLANE, ">=", "h(w)", "the square of the norm"),
    true("convex-jensen", symbols, JENSEN[0], "<=", JENSEN[1], **SUM),
    false("convex-jensen-turned", symbols, JENSEN[0], ">=", JENSEN[1], "x^2", **SUM),
    false("convex-jensen-no-sum", symbols, JENSEN[0], "<=", JENSEN[1], "a constant"),
    false("convex-jensen-signs", symbols, JENSEN[0].replace("q", "b"), "<=", JENSEN[1].replace("q", "b"),
          "weights below 0", given=[r"\sum_{i=1}^n b_i = 1"]),
    false("convex-jensen-any", symbols, JENSEN[0].replace("f", "g"), "<=", JENSEN[1].replace("f", "g"), "-x^2", **SUM),
    false("convex-jensen-cited", symbols, JENSEN[0].replace("f", "g"), ">=", JENSEN[1].replace("f", "g"), "x^2",
          does="cite", source="a book", **SUM),
    true("convex-mean", symbols, r"f(\frac1n\sum_{i=1}^n x_i)", "<=", r"\frac1n\sum_{i=1}^n f(x_i)"),
    false("convex-sum", symbols, r"f(\sum_{i=1}^n x_i)", "<=", r"\sum_{i=1}^n f(x_i)", "a constant"),
    true("convex-expectation", symbols, r"f(\mathbb{E}[Z])", "<=", r"\mathbb{E}[f(Z)]"),
    false("convex-expectation-turned", symbols, r"f(\mathbb{E}[Z])", ">=", r"\mathbb{E}[f(Z)]", "x^2"),
    false("convex-expectation-strict", symbols, r"f(\mathbb{E}[Z])", "<", r"\mathbb{E}[f(Z)]", "a line"),
    true("convex-curvature", symbols, r"\frac{\partial^2 f(x)}{\partial x^2}", ">=", "0"),
    false("convex-curvature-strict", symbols, r"\frac{\partial^2 f(x)}{\partial x^2}", ">", "0", "a line"),
    false("convex-curvature-any", symbols, r"\frac{\partial^2 g(x)}{\partial x^2}", ">=", "0", "-x^2"),
    false("convex-slope", symbols, r"\frac{\partial f(x)}{\partial x}", ">=", "0", "-x"),
    false("convex-sign", symbols, "f(x)", ">=", "0", "-1"),
    false("convex-double", symbols, "f(2x)", ">=", "2f(x)", "1"),
    true("convex-even-part", symbols, "2f(0)", "<=", "f(x) + f(-x)"),
    either("convex-square", symbols, "f(x)^2", ">=", r"f(y)^2 + 2f(y)\frac{\partial f(y)}{\partial y}(x - y)", "x^2 - 1"),
]  # fmt: skip
