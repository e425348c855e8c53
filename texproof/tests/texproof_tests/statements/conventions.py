"""Conventions that are declared with names: layouts, repeated indices; and integrals over boxes."""

from texproof import function, matrix, scalar, vector

from .entry import false, true, unread


def rows():
    """A column by which derivatives are rows, one by which they are columns, and matrices."""
    return [
        vector("w", "p", numerator=True), vector("v", "p"), vector("y", "n"), matrix("A", "p", "p"),
        matrix("X", "n", "p"), function("L", "p"),
    ]  # fmt: skip


def repeated():
    """Families of which repeated indices are summed over, and one of which they are not."""
    return [
        *(scalar("x_" + k, over={k: "n"}, summed=True) for k in "ik"),
        scalar("a_{ij}", over={"i": "n", "j": "n"}, summed=True),
        scalar("b_i", over={"i": "n"}, summed=True), scalar("c_i", over={"i": "n"}),
    ]  # fmt: skip


def boxes():
    """Ends of intervals, what runs in them, and functions."""
    return [*map(scalar, "xyabck"), function("f", 2), function("g", 1)]


def named():
    """The same where d is a name."""
    return [*boxes(), scalar("d")]


D = r"\frac{\partial (w^\top A w)}{\partial w}"
FORM = r"\frac{d}{dx_k}(x_i a_{ij} x_j)"
ORDER = [r"a \le b", r"c \le k"]
BOX = r"\int_{[a, b] \times [c, k]} f(x, y) \,dx\,dy"
ENTRIES = [
    # the derivative of a number by a column is a row
    true("cv-row", rows, D, "=", r"w^\top(A + A^\top)"),
    unread("cv-row-column", rows, D, "=", r"(A + A^\top)w", "a row"),
    false("cv-row-half", rows, D, "=", r"2w^\top A", "A need not be symmetric"),
    true("cv-row-other", rows, r"\frac{\partial (v^\top A v)}{\partial v}", "=", r"(A + A^\top)v"),
    unread("cv-row-other-row", rows, r"\frac{\partial (v^\top A v)}{\partial v}", "=", r"v^\top(A + A^\top)", "declared of w alone"),
    true("cv-row-squares", rows, r"\frac{\partial \lVert Xw - y\rVert^2}{\partial w}", "=", r"2(Xw - y)^\top X"),
    false("cv-row-squares-one", rows, r"\frac{\partial \lVert Xw - y\rVert^2}{\partial w}", "=", r"(Xw - y)^\top X", "twice that"),
    true("cv-row-function", rows, r"\frac{\partial L}{\partial w}", "=", r"(\nabla L(w))^\top"),
    unread("cv-row-function-column", rows, r"\frac{\partial L}{\partial w}", "=", r"\nabla L(w)", "a row"),
    true("cv-row-matrix", rows, r"\frac{\partial (Xw)}{\partial w}", "=", "X"),
    unread("cv-row-matrix-turned", rows, r"\frac{\partial (Xw)}{\partial w}", "=", r"X^\top", "n rows"),
    true("cv-row-gradient", rows, r"\nabla_w (v^\top w)", "=", "v"),
    # a letter that stands twice in a product is summed over
    true("cv-sum", repeated, "x_i b_i", "=", r"\sum_{j=1}^n x_j b_j"),
    false("cv-sum-one", repeated, "x_i b_i", "=", "x_1 b_1", "n of them"),
    true("cv-sum-trace", repeated, "a_{ii}", "=", r"\sum_{j=1}^n a_{jj}"),
    true("cv-sum-explicit", repeated, r"\sum_i x_i b_i", "=", "x_j b_j"),
    false("cv-sum-explicit-twice", repeated, r"\sum_i x_i b_i", "=", "n x_j b_j", "summed once"),
    false("cv-sum-undeclared", repeated, "x_i x_i", "=", "c_i c_i", "c is not summed"),
    true("cv-sum-undeclared-square", repeated, "c_i c_i", "=", "c_i^2"),
    true("cv-sum-form", repeated, FORM, "=", r"\frac{dx_i}{dx_k} a_{ij} x_j + x_i a_{ij} \frac{dx_j}{dx_k}"),
    false("cv-sum-form-sign", repeated, FORM, "=", r"\frac{dx_i}{dx_k} a_{ij} x_j - x_i a_{ij} \frac{dx_j}{dx_k}", "a plus"),
    true("cv-sum-form-entries", repeated, FORM, "=", "a_{kj} x_j + x_i a_{ik}"),
    false("cv-sum-form-symmetric", repeated, FORM, "=", "2a_{kj} x_j", "a is not symmetric"),
    true("cv-sum-divergence", repeated, r"\frac{\partial x_i}{\partial x_i}", "=", "n"),
    false("cv-sum-divergence-one", repeated, r"\frac{\partial x_i}{\partial x_i}", "=", "1", "n of them"),
    true("cv-sum-brackets", repeated, "(x_i + b_i)(x_i - b_i)", "=", "x_i x_i - b_j b_j"),
    false("cv-sum-brackets-mixed", repeated, "(x_i + b_i)(x_i + b_i)", "=", "x_i x_i + b_i b_i", "2 x_i b_i"),
    false("cv-sum-turned", repeated, "a_{ij} x_j", "=", "a_{ji} x_j", "a is not symmetric"),
    unread("cv-sum-thrice", repeated, "x_i b_i x_i", "=", "x_i", "which two?"),
    unread("cv-sum-square", repeated, "x_i^2", "=", "x_j x_j", "a square may be one member's"),
    unread("cv-sum-quotient", repeated, r"\frac{x_i}{b_i}", "=", "1", "no product"),
    # an interval from a to b is empty where b is below a
    true("cv-interval", boxes, r"\int_{[a, b]} g(x) \,dx", "=", r"\int_a^b g(x) \,dx", given=ORDER[:1]),
    false("cv-interval-empty", boxes, r"\int_{[a, b]} g(x) \,dx", "=", r"\int_a^b g(x) \,dx", "b < a"),
    false("cv-interval-turned", boxes, r"\int_{[b, a]} g(x) \,dx", "=", r"\int_b^a g(x) \,dx", "empty", given=ORDER[:1]),
    false("cv-interval-length", boxes, r"\int_{[a, b]} 1 \,dx", "=", "b - a", "b < a"),
    true("cv-box", boxes, BOX, "=", r"\int_a^b \Bigl(\int_c^k f(x, y) \,dy\Bigr) \,dx", given=ORDER),
    false("cv-box-empty", boxes, BOX, "=", r"\int_a^b \Bigl(\int_c^k f(x, y) \,dy\Bigr) \,dx", "b < a"),
    false("cv-box-end", boxes, BOX, "=", r"\int_a^b \Bigl(\int_c^b f(x, y) \,dy\Bigr) \,dx", "k", given=ORDER),
    false("cv-box-turned", boxes, BOX, "=", r"\int_a^b \Bigl(\int_c^k f(y, x) \,dy\Bigr) \,dx", "f(x, y)", given=ORDER),
    true("cv-box-value", boxes, r"\int_{[0, 1] \times [0, 2]} x y^2 \,dx\,dy", "=", r"\frac43"),
    false("cv-box-value-swapped", boxes, r"\int_{[0, 1] \times [0, 2]} x y^2 \,dx\,dy", "=", r"\frac23", "x to 1, y to 2"),
    unread("cv-box-order", boxes, r"\int_{[0, 1] \times [0, 2]} x y^2 \,dy\,dx", "=", r"\frac43", "which interval is whose?"),
    unread("cv-box-one", boxes, r"\int_{[0, 1] \times [0, 2]} x y^2 \,dx", "=", "1", "two sides"),
    # the d of an integral where d is a name
    true("cv-d", named, r"\int_0^1 d x dx", "=", r"\frac d2"),
    false("cv-d-lost", named, r"\int_0^1 d x dx", "=", r"\frac12", "times d"),
    true("cv-d-end", named, r"\int_0^d x dx", "=", r"\frac{d^2}{2}"),
    true("cv-d-twice", named, r"\int_0^d \int_0^1 x y dy dx", "=", r"\frac{d^2}{4}"),
    false("cv-d-twice-half", named, r"\int_0^d \int_0^1 x y dy dx", "=", r"\frac{d^2}{2}", "a quarter"),
    unread("cv-d-none", named, r"\int_0^1 x d", "=", r"\frac d2", "by what?"),
]  # fmt: skip
