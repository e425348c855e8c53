"""Functions with bounds of their second derivatives: smooth with L, strongly convex with mu."""

from texproof import function, scalar, vector

from .entry import either, false, true


def nouns():
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
    true("smooth-above", nouns, "f(y)", "<=", plane("f") + "+" + L),
    true("smooth-below", nouns, "f(y)", ">=", plane("f") + "-" + L),
    true("smooth-both", nouns, r"|f(y) - f(x) - \nabla f(x)^\top(y - x)|", "<=", L),
    false("smooth-above-turned", nouns, "f(y)", ">=", plane("f") + "+" + L, "a line"),
    false("smooth-no-square", nouns, "f(y)", "<=", plane("f"), "a square"),
    false("smooth-is-not-convex", nouns, "f(y)", ">=", plane("f"), "minus a square"),
    false("smooth-half", nouns, "f(y)", "<=", plane("f") + r"+ \frac{L}{4}\|y - x\|^2", "L times a square"),
    false("smooth-both-half", nouns, r"|f(y) - f(x) - \nabla f(x)^\top(y - x)|", "<=", r"\frac{L}{4}\|y - x\|^2", "L times a square"),
    false("smooth-norm", nouns, "f(y)", "<=", plane("f") + r"+ \frac{L}{2}\|y - x\|", "far away"),
    false("smooth-other-modulus", nouns, "f(y)", "<=", plane("f") + "+" + MU, "mu below L"),
    false("smooth-any", nouns, "a(y)", "<=", plane("a") + "+" + L, "a steeper one"),
    false("smooth-strict", nouns, "f(y)", "<", plane("f") + "+" + L, "x = y"),
    false("smooth-strong", nouns, "g(y)", "<=", plane("g") + "+" + MU, "a steeper one"),
    false("smooth-other-place", nouns, "f(y)", "<=", r"f(x) + \nabla f(y)^\top(y - x) -" + L, "a line and a square"),
    true("smooth-step", nouns, STEP, "<=", DOWN),
    false("smooth-step-far", nouns, STEP, "<=", r"f(x) - \frac{1}{L}\|\nabla f(x)\|^2", "L times a square"),
    false("smooth-step-long", nouns, r"f(x - \frac{3}{L}\nabla f(x))", "<=", "f(x)", "L times a square"),
    false("smooth-step-up", nouns, r"f(x + \frac1L\nabla f(x))", "<=", "f(x)", "a line"),
    true("smooth-number", nouns, "b(v)", "<=", r"b(u) + b'(u)(v - u) + \frac{L}{2}(v - u)^2"),
    false("smooth-number-third", nouns, "b(v)", "<=", r"b(u) + b'(u)(v - u) + \frac{L}{3}(v - u)^2", "a square"),
    true("smooth-minus", nouns, "-f(y)", ">=", rf"-({plane('f')}) -" + L),
    false("smooth-times", nouns, "cf(y)", "<=", rf"c({plane('f')} + {L})", "c below 0"),
    true("strong-above", nouns, "g(y)", ">=", plane("g") + "+" + MU),
    true("strong-convex", nouns, "g(y)", ">=", plane("g")),
    false("strong-whole", nouns, "g(y)", ">=", plane("g") + r"+ \mu\|y - x\|^2", "mu/2 times a square"),
    false("strong-of-convex", nouns, "h(y)", ">=", plane("h") + "+" + MU, "a line"),
    false("strong-of-smooth", nouns, "k(y)", ">=", plane("k") + "+" + L, "a line"),
    true("strong-chord", nouns, MIXED.format("g"), "<=", CHORD.format("g", "g") + r"- \frac{\mu}{2}t(1 - t)\|x - y\|^2"),
    false("strong-chord-whole", nouns, MIXED.format("g"), "<=", CHORD.format("g", "g") + r"- \frac{\mu}{2}\|x - y\|^2", "t = 1/2"),
    false("strong-chord-convex", nouns, MIXED.format("h"), "<=", CHORD.format("h", "h") + r"- \frac{\mu}{2}t(1 - t)\|x - y\|^2", "a line"),
    true("strong-number", nouns, "r(v)", ">=", r"r(u) + r'(u)(v - u) + \frac{\mu}{2}(v - u)^2"),
    false("strong-number-whole", nouns, "r(v)", ">=", r"r(u) + r'(u)(v - u) + \mu(v - u)^2", "mu/2 times a square"),
    true("strong-and-smooth", nouns, "s(y)", "<=", plane("s") + "+" + L),
    true("strong-and-smooth-below", nouns, "s(y)", ">=", plane("s") + "+" + MU),
    false("strong-and-smooth-turned", nouns, "s(y)", ">=", plane("s") + "+" + L, "mu below L"),
    true("least-convex", nouns, "k(x)", "<=", "k(y)", **still("k")),
    true("least-strong", nouns, "g(y)", ">=", "g(x) +" + MU, **still("g")),
    true("least-smooth", nouns, "k(y)", "<=", "k(x) +" + L, **still("k")),
    false("least-of-smooth", nouns, "f(x)", "<=", "f(y)", "minus a square", **still("f")),
    false("least-elsewhere", nouns, "k(y)", "<=", "k(z)", "a square", **still("k")),
    false("least-strict", nouns, "k(x)", "<", "k(y)", "x = y", **still("k")),
    false("least-conflict", nouns, "1", "=", "2", "f(x) is one number", given=["k(x) = 1", "k(x) = 2"]),
    false("least-conflict-convex", nouns, "h(y)", "<=", "c", "no such function",
          given=["h(x) = 0", "h(-x) = 0", "h(x - x) = 1"]),
    true("least-plain", nouns, "h(x)", "<=", "h(y)", **still("h")),
    false("least-plain-turned", nouns, "h(x)", ">=", "h(y)", "a square", **still("h")),
    true("jensen-outcomes", nouns, AT, "<=", AVERAGE, **ONE),
    true("jensen-outcomes-quotient", nouns, r"\mathbb{E}[h(\frac{\sum_{i=1}^m q_i x_i}{\sum_{i=1}^m q_i})]", "<=",
         rf"\frac{{{AVERAGE}}}{{\sum_{{i=1}}^m q_i}}"),
    false("jensen-outcomes-turned", nouns, AT, ">=", AVERAGE, "squares", **ONE),
    false("jensen-outcomes-sum", nouns, AT, "<=", AVERAGE, "weights above 1"),
    false("jensen-outcomes-signs", nouns, AT.replace("q", "p"), "<=", AVERAGE.replace("q", "p"), "weights below 0",
          given=[r"\sum_{i=1}^m p_i = 1"]),
    false("jensen-outcomes-any", nouns, AT.replace("[h", "[a"), "<=", AVERAGE.replace("[h", "[a"), "minus squares", **ONE),
    false("jensen-outcomes-smooth", nouns, AT.replace("[h", "[f"), "<=", AVERAGE.replace("[h", "[f"), "minus squares", **ONE),
    true("jensen-column", nouns, r"h(\mathbb{E}[X])", "<=", r"\mathbb{E}[h(X)]"),
    false("jensen-column-turned", nouns, r"h(\mathbb{E}[X])", ">=", r"\mathbb{E}[h(X)]", "squares"),
    true("jensen-strong", nouns, r"\mathbb{E}[g(X)]", ">=", r"g(\mathbb{E}[X]) + \frac{\mu}{2}\mathbb{E}[\|X - \mathbb{E}[X]\|^2]"),
    false("jensen-strong-whole", nouns, r"\mathbb{E}[g(X)]", ">=", r"g(\mathbb{E}[X]) + \mu\mathbb{E}[\|X - \mathbb{E}[X]\|^2]", "squares"),
    true("jensen-smooth", nouns, r"\mathbb{E}[f(X)]", "<=", r"f(\mathbb{E}[X]) + \frac{L}{2}\mathbb{E}[\|X - \mathbb{E}[X]\|^2]"),
    false("jensen-smooth-without", nouns, r"\mathbb{E}[f(X)]", "<=", r"f(\mathbb{E}[X])", "squares"),
    false("jensen-members", nouns, r"\sum_{i=1}^m h(y_i)", ">=", r"h(\sum_{i=1}^m y_i)", "a constant"),
    true("modulus-free", nouns, "f(x) - f(x)", "=", "0"),
    true("modulus-told", nouns, "f(y)", "<=", plane("f") + r"+ \frac12\|y - x\|^2", given=["L = 1"]),
    either("modulus-defined", nouns, "f(y)", "<=", plane("f") + "+" + L, "the bound is defined", define="L = u"),
]  # fmt: skip
