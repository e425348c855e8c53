"""What formulas drawn from other books need: chances, infinite bounds, counts, logarithms."""

from mlbook.derive import matrix, scalar, vector

from .entry import false, true, unread


def chances():
    """Numbers from 0 to 1, both included, and others."""
    return [
        scalar("p", unit=True), scalar("q", unit=True), scalar("b"), scalar("x"),
        scalar("p_i", over={"i": "n"}, unit=True), vector("v", "d"),
        scalar("d_i", over={"i": "n"}, unit=True, decreasing=True), scalar("X", random="s"),
    ]  # fmt: skip


def repeated():
    """Names of what is repeated."""
    return [
        scalar("a"), scalar("S"), scalar("x_i", over={"i": "n"}), matrix("A", "d", "d"),
        matrix("B", "d", "d"), vector("v", "d"),
    ]  # fmt: skip


def joint():
    """Chances of pairs, of both parts, and the entropies of all three."""
    return [
        scalar("p_{xy}", over={"x": "K", "y": "L"}, positive=True), scalar("r_x", over={"x": "K"}),
        scalar("s_y", over={"y": "L"}), scalar("R"), scalar("T"), scalar("H"),
    ]  # fmt: skip


def logs():
    """Numbers above 0, weights of both kinds, and any numbers."""
    return [
        scalar("a", positive=True), scalar("b", positive=True), scalar("c", positive=True), scalar("x"),
        scalar("p_i", over={"i": "n"}, positive=True), scalar("q_i", over={"i": "n"}, positive=True),
        scalar("w_i", over={"i": "n"}),
    ]  # fmt: skip


BASE = {"given": ["b > 1"]}
ENTROPIES = (
    r"r_x = \sum_y p_{xy}", r"s_y = \sum_x p_{xy}", r"R = -\sum_x r_x\log r_x",
    r"T = -\sum_y s_y\log s_y", r"H = -\sum_x\sum_y p_{xy}\log p_{xy}",
)  # fmt: skip
WHOLE = {"define": ENTROPIES, "given": [r"\sum_x\sum_y p_{xy} = 1"]}
ONE = {"given": [r"\sum_i p_i = 1", r"\sum_i q_i = 1"]}

ENTRIES = [
    # numbers from 0 to 1
    true("drawn-unit", chances, "0", "<=", "p(1 - p)"),
    true("drawn-unit-square", chances, "p^2", "<=", "p"),
    true("drawn-unit-either", chances, "p + q - pq", "<=", "1"),
    true("drawn-unit-sum", chances, r"\sum_i p_i", "<=", "n"),
    true("drawn-unit-log", chances, r"0", "<=", r"-p\log_b p", **BASE),
    true("drawn-unit-falling", chances, "d_i", "<=", "1"),
    false("drawn-unit-below", chances, "p", "<", "1", "p may be 1"),
    false("drawn-unit-above", chances, "p", ">", "0", "p may be 0"),
    false("drawn-unit-both", chances, "p + q", "<=", "1", "both may be 1"),
    false("drawn-unit-square-turned", chances, "p^2", ">=", "p", "p may be 1/2"),
    false("drawn-unit-binary", chances, "p^2", "=", "p", "p may be 1/2"),
    false("drawn-unit-log-strict", chances, r"\log_b p", "<", "0", "p may be 1", **BASE),
    false("drawn-unit-log-base", chances, r"\log_b p", "<=", "0", "b may be below 1", given=["b > 0"]),
    false("drawn-unit-quotient", chances, r"\frac{p}{q}", "<=", "1", "q may be less"),
    # infinite bounds
    true("drawn-finite", chances, r"x^2", "<", r"\infty"),
    true("drawn-finite-below", chances, r"-\infty", r"\leq", r"\log p"),
    true("drawn-finite-above", chances, r"\infty", ">", "x"),
    false("drawn-finite-turned", chances, "x", ">=", r"\infty", "no number is"),
    false("drawn-finite-below-turned", chances, "x", "<=", r"-\infty", "no number is"),
    false("drawn-finite-equal", chances, "x", "=", r"\infty", "no number is"),
    false("drawn-finite-sum", chances, r"x + \infty", ">", "x", "infinity is no number"),
    false("drawn-finite-undefined", chances, r"\frac{1}{x - x}", "<", r"\infty", "no number at all"),
    false("drawn-finite-integral", chances, r"\int_0^\infty e^x\,\mathrm{d}x", "<", r"\infty", "it diverges"),
    false("drawn-finite-two", chances, r"-\infty", "<", r"\infty", "no number at all"),
    unread("drawn-finite-mean", chances, r"\mathbb{E}[X^2]", "<", r"\infty", "outcomes are finitely many here"),
    unread("drawn-finite-column", chances, "v", "<", r"\infty", "a column"),
    # counts below braces
    true("drawn-count-sum", repeated, r"\underbrace{a + \dots + a}_{n}", "=", "na"),
    true("drawn-count-words", repeated, r"\underbrace{x_i + x_i + \cdots + x_i}_{n \text{ terms}} a", "=", "n a x_i"),
    true("drawn-count-power", repeated, r"\underbrace{A \cdot A \cdots A}_{d} v", "=", "A^d v"),
    true("drawn-count-brackets", repeated, r"\overbrace{(AB)(AB) \cdots (AB)}^{3\text{ times}}", "=", "(AB)^3"),
    false("drawn-count-one-more", repeated, r"\underbrace{A \cdot A \cdots A}_{d} v", "=", "A^{d + 1} v", "d factors"),
    false("drawn-count-kind", repeated, r"\underbrace{a + \dots + a}_{n}", "=", "a^n", "a sum"),
    false("drawn-count-factors", repeated, r"\underbrace{a \cdots a}_{n}", "=", "na", "a product"),
    false("drawn-count-beside", repeated, r"a\underbrace{a + \dots + a}_{n}", "=", "a^2 + (n - 1)a", "a times the sum"),
    false("drawn-count-exponent", repeated, r"\underbrace{A^2 \cdots A^2}_{3}", "=", "A^5", "three times A^2"),
    unread("drawn-count-label", repeated, r"\underbrace{a + \dots + a}_{S}", "=", "aS", "S is no count"),
    unread("drawn-count-unlike", repeated, r"\underbrace{AB \cdots A}_{d}", "=", "A^d", "members differ"),
    unread("drawn-count-terms", repeated, r"\underbrace{A + B \cdots A + B}_{d}", "=", "(A + B)^d", "no brackets"),
    unread("drawn-count-script", repeated, r"\underbrace{a \cdots a}_{n}^2", "=", "a^{2n}", "of what?"),
    # logarithms that have one factor
    true("drawn-entropy-parts", joint, "H", "<=", "R + T", **WHOLE),
    true("drawn-entropy-part", joint, "R", "<=", "H", **WHOLE),
    true("drawn-entropy-divergence", logs, r"\sum_i p_i\log p_i", ">=", r"\sum_i p_i\log q_i", **ONE),
    true("drawn-logs-grow", logs, r"c\log(a + b)", ">=", r"c\log a"),
    true("drawn-logs-product", logs, r"\log a + \log b", "<=", "ab - 1"),
    false("drawn-entropy-parts-any", joint, "H", "<=", "R + T", "chances of any sum", define=ENTROPIES),
    false("drawn-entropy-parts-turned", joint, "H", ">=", "R + T", "they may depend", **WHOLE),
    false("drawn-entropy-parts-half", joint, "H", "<=", r"\frac12(R + T)", "they may not depend", **WHOLE),
    false("drawn-entropy-part-turned", joint, "R", ">=", "H", "a part knows less", **WHOLE),
    false("drawn-entropy-part-strict", joint, "R", "<", "H", "L = 1", **WHOLE),
    false("drawn-entropy-part-twice", joint, "2R", "<=", "H", "T may be 0", **WHOLE),
    false("drawn-entropy-divergence-turned", logs, r"\sum_i p_i\log p_i", "<=", r"\sum_i p_i\log q_i", "the other way", **ONE),
    false("drawn-entropy-divergence-other", logs, r"\sum_i q_i\log p_i", ">=", r"\sum_i q_i\log q_i", "the other chances", **ONE),
    false("drawn-entropy-weights", logs, r"\sum_i w_i\log\frac{p_i}{q_i}", ">=", "0", "weights of any sign", **ONE),
    false("drawn-logs-grow-any", logs, r"x\log(a + b)", ">=", r"x\log a", "x may be below 0"),
    false("drawn-logs-grow-less", logs, r"\log(a + b)", ">=", r"\log(2a)", "b may be less"),
    false("drawn-logs-product-turned", logs, r"\log a + \log b", ">=", "1 - ab", "1 - 1/ab"),
    false("drawn-logs-two", logs, r"2\log a - \log b", ">=", r"1 - \frac{b}{a}", "b over the square of a"),
]  # fmt: skip
