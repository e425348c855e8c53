"""Functions with bounds of their second derivatives: smooth with L, strongly convex with mu."""

from texproof import function, scalar, vector

from .entry import either, false, true


def symbols():
    """Such functions of a column and of a number, any other, places, weights, a random column."""
    return [
        function("f", "n", smooth="L"), function("g", "n", strong=r"\mu"), function("h", "n", convex=True),
        function("k", "n", convex=True, smooth="L"), function("s", "n", smooth="L", strong=r"\mu"),
        function("a", "n"), function("b", 1, smooth="L"), function("r", 1, strong=r"\mu"),
        vector("x", "n"), vector("y", "n"), vector("z", "n"), scalar("t", inside=True),
        scalar("L", positive=True), scalar(r"\mu", positive=True), scalar("u"), scalar("v"), scalar("c"),
        vector("X", "n", random="w"), vector("x_i", "n", over={"i": "m"}, random="w"),
        vector("y_i", "n", over={"i": "m"}),
        scalar("q_i", over={"i": "m"}, positive=True), scalar("p_i", over={"i": "m"}),
    ]  # fmt: skip


def plane(f, x="x", y="y"):
    """The tangent of a function at x, taken at y."""
    return rf"{f}({x}) + \nabla {f}({x})^\top ({y} - {x})"


L, MU = r"\frac{L}{2}\|y - x\|^2", r"\frac{\mu}{2}\|y - x\|^2"
STEP = r"f(x - \frac1L\nabla f(x))"
DOWN = r"f(x) - \frac{1}{2L}\|\nabla f(x)\|^2"
MIXED, CHORD = "{}(tx + (1 - t)y)", r"t{}(x) + (1 - t){}(y)"
AVERAGE = r"\sum_{i=1}^m q_i \mathbb{E}[h(x_i)]"
AT = r"\mathbb{E}[h(\sum_{i=1}^m q_i x_i)]"
ONE = {"given": [r"\sum_{i=1}^m q_i = 1"]}


def still(f):
    """The hypothesis that the gradient of a function is 0 at x."""
    return {"given": [rf"\nabla {f}(x) = \mathbf{{0}}"]}


ENTRIES = [
    true("smooth-above", symbols, "f(y)", "<=", plane("f") + "+" + L),
    true("smooth-below", symbols, "f(y)", ">=", plane("f") + "-" + L),
    true("smooth-both", symbols, r"|f(y) - f(x) - \nabla f(x)^\top(y - x)|", "<=", L),
    false("smooth-above-turned", symbols, "f(y)", ">=", plane("f") + "+" + L, "a line"),
    false("smooth-no-square", symbols, "f(y)", "<=", plane("f"), "a square"),
    false("smooth-is-not-convex", symbols, "f(y)", ">=", plane("f"), "minus a square"),
    false("smooth-half", symbols, "f(y)", "<=", plane("f") + r"+ \frac{L}{4}\|y - x\|^2", "L times a square"),
    false("smooth-both-half", symbols, r"|f(y) - f(x) - \nabla f(x)^\top(y - x)|", "<=", r"\frac{L}{4}\|y - x\|^2", "L times a square"),
    false("smooth-norm", symbols, "f(y)", "<=", plane("f") + r"+ \frac{L}{2}\|y - x\|", "far away"),
    false("smooth-other-modulus", symbols, "f(y)", "<=", plane("f") + "+" + MU, "mu below L"),
    false("smooth-any", symbols, "a(y)", "<=", plane("a") + "+" + L, "a steeper one"),
    false("smooth-strict", symbols, "f(y)", "<", plane("f") + "+" + L, "x = y"),
    false("smooth-strong", symbols, "g(y)", "<=", plane("g") + "+" + MU, "a steeper one"),
    false("smooth-other-place", symbols, "f(y)", "<=", r"f(x) + \nabla f(y)^\top(y - x) -" + L, "a line and a square"),
    true("smooth-step", symbols, STEP, "<=", DOWN),
    false("smooth-step-far", symbols, STEP, "<=", r"f(x) - \frac{1}{L}\|\nabla f(x)\|^2", "L times a square"),
    false("smooth-step-long", symbols, r"f(x - \frac{3}{L}\nabla f(x))", "<=", "f(x)", "L times a square"),
    false("smooth-step-up", symbols, r"f(x + \frac1L\nabla f(x))", "<=", "f(x)", "a line"),
    true("smooth-number", symbols, "b(v)", "<=", r"b(u) + b'(u)(v - u) + \frac{L}{2}(v - u)^2"),
    false("smooth-number-third", symbols, "b(v)", "<=", r"b(u) + b'(u)(v - u) + \frac{L}{3}(v - u)^2", "a square"),
    true("smooth-minus", symbols, "-f(y)", ">=", rf"-({plane('f')}) -" + L),
    false("smooth-times", symbols, "cf(y)", "<=", rf"c({plane('f')} + {L})", "c below 0"),
    true("strong-above", symbols, "g(y)", ">=", plane("g") + "+" + MU),
    true("strong-convex", symbols, "g(y)", ">=", plane("g")),
    false("strong-whole", symbols, "g(y)", ">=", plane("g") + r"+ \mu\|y - x\|^2", "mu/2 times a square"),
    false("strong-of-convex", symbols, "h(y)", ">=", plane("h") + "+" + MU, "a line"),
    false("strong-of-smooth", symbols, "k(y)", ">=", plane("k") + "+" + L, "a line"),
    true("strong-chord", symbols, MIXED.format("g"), "<=", CHORD.format("g", "g") + r"- \frac{\mu}{2}t(1 - t)\|x - y\|^2"),
    false("strong-chord-whole", symbols, MIXED.format("g"), "<=", CHORD.format("g", "g") + r"- \frac{\mu}{2}\|x - y\|^2", "t = 1/2"),
    false("strong-chord-convex", symbols, MIXED.format("h"), "<=", CHORD.format("h", "h") + r"- \frac{\mu}{2}t(1 - t)\|x - y\|^2", "a line"),
    true("strong-number", symbols, "r(v)", ">=", r"r(u) + r'(u)(v - u) + \frac{\mu}{2}(v - u)^2"),
    false("strong-number-whole", symbols, "r(v)", ">=", r"r(u) + r'(u)(v - u) + \mu(v - u)^2", "mu/2 times a square"),
    true("strong-and-smooth", symbols, "s(y)", "<=", plane("s") + "+" + L),
    true("strong-and-smooth-below", symbols, "s(y)", ">=", plane("s") + "+" + MU),
    false("strong-and-smooth-turned", symbols, "s(y)", ">=", plane("s") + "+" + L, "mu below L"),
    true("least-convex", symbols, "k(x)", "<=", "k(y)", **still("k")),
    true("least-strong", symbols, "g(y)", ">=", "g(x) +" + MU, **still("g")),
    true("least-smooth", symbols, "k(y)", "<=", "k(x) +" + L, **still("k")),
    false("least-of-smooth", symbols, "f(x)", "<=", "f(y)", "minus a square", **still("f")),
    false("least-elsewhere", symbols, "k(y)", "<=", "k(z)", "a square", **still("k")),
    false("least-strict", symbols, "k(x)", "<", "k(y)", "x = y", **still("k")),
    false("least-conflict", symbols, "1", "=", "2", "f(x) is one number", given=["k(x) = 1", "k(x) = 2"]),
    false("least-conflict-convex", symbols, "h(y)", "<=", "c", "no such function",
          given=["h(x) = 0", "h(-x) = 0", "h(x - x) = 1"]),
    true("least-plain", symbols, "h(x)", "<=", "h(y)", **still("h")),
    false("least-plain-turned", symbols, "h(x)", ">=", "h(y)", "a square", **still("h")),
    true("jensen-outcomes", symbols, AT, "<=", AVERAGE, **ONE),
    true("jensen-outcomes-quotient", symbols, r"\mathbb{E}[h(\frac{\sum_{i=1}^m q_i x_i}{\sum_{i=1}^m q_i})]", "<=",
         rf"\frac{{{AVERAGE}}}{{\sum_{{i=1}}^m q_i}}"),
    false("jensen-outcomes-turned", symbols, AT, ">=", AVERAGE, "squares", **ONE),
    false("jensen-outcomes-sum", symbols, AT, "<=", AVERAGE, "weights above 1"),
    false("jensen-outcomes-signs", symbols, AT.replace("q", "p"), "<=", AVERAGE.replace("q", "p"), "weights below 0",
          given=[r"\sum_{i=1}^m p_i = 1"]),
    false("jensen-outcomes-any", symbols, AT.replace("[h", "[a"), "<=", AVERAGE.replace("[h", "[a"), "minus squares", **ONE),
    false("jensen-outcomes-smooth", symbols, AT.replace("[h", "[f"), "<=", AVERAGE.replace("[h", "[f"), "minus squares", **ONE),
    true("jensen-column", symbols, r"h(\mathbb{E}[X])", "<=", r"\mathbb{E}[h(X)]"),
    false("jensen-column-turned", symbols, r"h(\mathbb{E}[X])", ">=", r"\mathbb{E}[h(X)]", "squares"),
    true("jensen-strong", symbols, r"\mathbb{E}[g(X)]", ">=", r"g(\mathbb{E}[X]) + \frac{\mu}{2}\mathbb{E}[\|X - \mathbb{E}[X]\|^2]"),
    false("jensen-strong-whole", symbols, r"\mathbb{E}[g(X)]", ">=", r"g(\mathbb{E}[X]) + \mu\mathbb{E}[\|X - \mathbb{E}[X]\|^2]", "squares"),
    true("jensen-smooth", symbols, r"\mathbb{E}[f(X)]", "<=", r"f(\mathbb{E}[X]) + \frac{L}{2}\mathbb{E}[\|X - \mathbb{E}[X]\|^2]"),
    false("jensen-smooth-without", symbols, r"\mathbb{E}[f(X)]", "<=", r"f(\mathbb{E}[X])", "squares"),
    false("jensen-members", symbols, r"\sum_{i=1}^m h(y_i)", ">=", r"h(\sum_{i=1}^m y_i)", "a constant"),
    true("modulus-free", symbols, "f(x) - f(x)", "=", "0"),
    true("modulus-told", symbols, "f(y)", "<=", plane("f") + r"+ \frac12\|y - x\|^2", given=["L = 1"]),
    either("modulus-defined", symbols, "f(y)", "<=", plane("f") + "+" + L, "the bound is defined", define="L = u"),
]  # fmt: skip
