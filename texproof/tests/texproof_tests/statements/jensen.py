"""Jensen's inequality for logarithms and exponentials, which lie on one side of their tangents."""

from texproof import scalar

from .entry import false, true

E = r"\mathbb{E}"


def weighted():
    """Weights, numbers above 0 and any numbers, random ones too."""
    return [
        scalar("q_i", over={"i": "n"}, nonnegative=True), scalar("w_i", over={"i": "n"}, positive=True),
        scalar("p_i", over={"i": "n"}, positive=True), scalar("x_i", over={"i": "n"}), scalar("b_i", over={"i": "n"}),
        scalar("X", random="S", positive=True), scalar("Y", random="S"), scalar("t", inside=True),
        scalar("a", positive=True), scalar("b", positive=True), scalar("c"), scalar("d"),
    ]  # fmt: skip


ONE = {"given": [r"\sum_{i=1}^n q_i = 1"]}
BOTH = {"given": [r"\sum_{i=1}^n w_i = 1"]}
ANY = {"given": [r"\sum_{i=1}^n b_i = 1"]}
LOG, MEAN = r"\sum_{i=1}^n q_i\log p_i", r"\log\sum_{i=1}^n q_i p_i"
BOUND, EVIDENCE = r"\sum_{i=1}^n w_i\log\frac{p_i}{w_i}", r"\log\sum_{i=1}^n p_i"
ENTRIES = [
    true("je-log", weighted, LOG, "<=", MEAN, **ONE),
    false("je-log-turned", weighted, LOG, ">=", MEAN, "concave", **ONE),
    false("je-log-strict", weighted, LOG, "<", MEAN, "n = 1", **ONE),
    false("je-log-no-sum", weighted, LOG, "<=", MEAN, "weights of any sum"),
    false("je-log-signs", weighted, LOG.replace("q", "b"), "<=", MEAN.replace("q", "b"), "weights below 0", **ANY),
    true("je-log-mean", weighted, r"\frac1n\sum_{i=1}^n\log p_i", "<=", r"\log(\frac1n\sum_{i=1}^n p_i)"),
    false("je-log-sum", weighted, r"\sum_{i=1}^n\log p_i", "<=", r"\log\sum_{i=1}^n p_i", "no mean"),
    true("je-log-two", weighted, r"t\log a + (1 - t)\log b", "<=", r"\log(ta + (1 - t)b)"),
    false("je-log-two-turned", weighted, r"t\log a + (1 - t)\log b", ">=", r"\log(ta + (1 - t)b)", "concave"),
    false("je-log-two-weights", weighted, r"t\log a + t\log b", "<=", r"\log(ta + tb)", "weights of sum 2t"),
    true("je-evidence", weighted, EVIDENCE, ">=", BOUND, **BOTH),
    true("je-evidence-as-written", weighted, r"\log\sum_{i=1}^n w_i\frac{p_i}{w_i}", ">=", BOUND, **BOTH),
    false("je-evidence-turned", weighted, EVIDENCE, "<=", BOUND, "concave", **BOTH),
    false("je-evidence-no-sum", weighted, EVIDENCE, ">=", BOUND, "weights of any sum"),
    false("je-evidence-other", weighted, EVIDENCE, ">=", BOUND.replace("{w_i}", "{p_i}").replace("p_i}{p_i", "w_i}{p_i"), "another bound", **BOTH),
    true("je-gibbs", weighted, r"\sum_{i=1}^n w_i\log\frac{w_i}{p_i}", ">=", "0", given=[*BOTH["given"], r"\sum_{i=1}^n p_i = 1"]),
    true("je-mean-log", weighted, rf"{E}[\log X]", "<=", rf"\log {E}[X]"),
    false("je-mean-log-turned", weighted, rf"{E}[\log X]", ">=", rf"\log {E}[X]", "concave"),
    false("je-mean-log-strict", weighted, rf"{E}[\log X]", "<", rf"\log {E}[X]", "a constant"),
    true("je-exp", weighted, r"e^{\sum_{i=1}^n q_i x_i}", "<=", r"\sum_{i=1}^n q_i e^{x_i}", **ONE),
    false("je-exp-turned", weighted, r"e^{\sum_{i=1}^n q_i x_i}", ">=", r"\sum_{i=1}^n q_i e^{x_i}", "convex", **ONE),
    false("je-exp-no-sum", weighted, r"e^{\sum_{i=1}^n q_i x_i}", "<=", r"\sum_{i=1}^n q_i e^{x_i}", "no weights: 1 and 0"),
    false("je-exp-signs", weighted, r"e^{\sum_{i=1}^n b_i x_i}", "<=", r"\sum_{i=1}^n b_i e^{x_i}", "weights below 0", **ANY),
    true("je-mean-exp", weighted, rf"e^{{{E}[Y]}}", "<=", rf"{E}[e^Y]"),
    false("je-mean-exp-turned", weighted, rf"e^{{{E}[Y]}}", ">=", rf"{E}[e^Y]", "convex"),
    true("je-tangent-log", weighted, r"\log a", "<=", r"\log b + \frac{a - b}{b}"),
    false("je-tangent-log-turned", weighted, r"\log a", ">=", r"\log b + \frac{a - b}{b}", "below its tangents"),
    false("je-tangent-log-slope", weighted, r"\log a", "<=", r"\log b + \frac{a - b}{a}", "another slope"),
    true("je-tangent-exp", weighted, "e^c", ">=", "e^d + e^d(c - d)"),
    false("je-tangent-exp-turned", weighted, "e^c", "<=", "e^d + e^d(c - d)", "above its tangents"),
    false("je-tangent-exp-slope", weighted, "e^c", ">=", "e^d + e^c(c - d)", "another slope"),
    false("je-tangent-product", weighted, r"c e^c", ">=", "c e^d + c e^d(c - d)", "a factor of any sign"),
]  # fmt: skip
