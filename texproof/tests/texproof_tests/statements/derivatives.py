"""Derivatives by vectors and matrices, determinants, and entries of terms."""

from texproof import matrix, scalar, vector

from .entry import either, false, true, unread


def square():
    """Squares, columns and numbers of one size, and a rectangle."""
    return [
        matrix("A", "n", "n"), matrix("B", "n", "n"), matrix("X", "n", "n"), matrix("U", "n", "d"),
        matrix("V", "d", "n"), matrix("S", "n", "n", symmetric=True), vector("u", "n"),
        vector("v", "n"), vector("z", "d"), scalar("t"), scalar("c"),
        matrix("I", "n", "n", identity=True), matrix("J", "d", "d", identity=True),
        scalar("b_i", over={"i": "n"}), scalar("b_j", over={"j": "n"}),
    ]  # fmt: skip


def varying():
    """Squares that vary, with their differentials, and one that does not."""
    names = ("A", "X", "Y", r"\partial X", r"\partial Y")
    return [matrix(name, "n", "n") for name in names]


def by(name, body):
    """A derivative by a name."""
    return rf"\frac{{\partial {body}}}{{\partial {name}}}"


ENTRIES = [
    # by a column, a matrix, a transpose
    true("vm-by-column", square, by("u", r"u^\top A u"), "=", r"(A + A^\top) u"),
    false("vm-by-column-half", square, by("u", r"u^\top A u"), "=", "2A u", "A is not symmetric"),
    true("vm-by-column-total", square, r"\frac{\mathrm{d} (u^\top v)}{\mathrm{d} u}", "=", "v"),
    true("vm-by-column-operator", square, r"\frac{\partial}{\partial u} u^\top A v", "=", "A v"),
    false("vm-by-column-operator-first", square, r"\frac{\partial}{\partial u} u^\top u", "=", "u", "of the whole product"),
    true("vm-by-matrix", square, by("U", r"u^\top U z"), "=", r"u z^\top"),
    unread("vm-by-matrix-turned", square, by("U", r"u^\top U z"), "=", r"z u^\top", "the shape is that of U"),
    true("vm-by-transpose", square, by(r"u^\top", r"u^\top v"), "=", r"v^\top"),
    unread("vm-by-transpose-column", square, by(r"u^\top", r"u^\top v"), "=", "v", "it is a row"),
    unread("vm-by-transposed-matrix", square, by(r"U^\top", r"u^\top U z"), "=", r"z u^\top", "of a column only"),
    true("vm-jacobian", square, by("z", "U z"), "=", "U"),
    true("vm-jacobian-by-row", square, by(r"z^\top", "U z"), "=", "U"),
    unread("vm-jacobian-denominator", square, by("z", "U z"), "=", r"U^\top", "a row for each entry above"),
    false("vm-jacobian-square", square, by("u", "A u"), "=", r"A^\top", "a row for each entry above"),
    true("vm-jacobian-norm", square, by("u", r"(u^\top u) u"), "=", r"(u^\top u) I + 2u u^\top"),
    false("vm-jacobian-norm-one", square, by("u", r"(u^\top u) u"), "=", r"(u^\top u) I + u u^\top", "2"),
    unread("vm-matrix-by-column", square, by("u", "A"), "=", "A", "three indices"),
    unread("vm-row-by-column", square, by("u", r"u^\top A"), "=", r"A^\top", "of a column only"),
    true("vm-hessian-by-both", square, r"\frac{\partial^2 (u^\top A u)}{\partial u\,\partial u^\top}", "=", r"A + A^\top"),
    unread("vm-hessian-by-square", square, r"\frac{\partial^2 (u^\top A u)}{\partial u^2}", "=", r"A + A^\top", "by what twice?"),
    either("vm-by-symmetric", square, by("S", r"\operatorname{tr}(A S)"), "=", r"A^\top", "S cannot vary freely"),
    either("vm-by-identity", square, by("I", r"\operatorname{tr}(A I)"), "=", r"A^\top", "I cannot vary"),
    # by a number
    true("vm-matrix-by-number", square, by("t", "(A + tB)"), "=", "B"),
    true("vm-inverse-by-number", square, by("t", "(A + tB)^{-1}"), "=", "-(A + tB)^{-1} B (A + tB)^{-1}"),
    true("vm-inverse-of-multiple", square, by("t", "(tA)^{-1}"), "=", "-(tA)^{-1} A (tA)^{-1}"),
    false("vm-inverse-by-number-sign", square, by("t", "(A + tB)^{-1}"), "=", "(A + tB)^{-1} B (A + tB)^{-1}", "the sign"),
    false("vm-inverse-by-number-order", square, by("t", "(A + tB)^{-1}"), "=", "-B (A + tB)^{-1}(A + tB)^{-1}", "no commuting"),
    # entries of terms
    true("vm-entry-of-product", square, "(A B)_{ij}", "=", r"(B^\top A^\top)_{ji}"),
    false("vm-entry-of-product-turned", square, "(A B)_{ij}", "=", "(B A)_{ij}", "no commuting"),
    unread("vm-entry-of-column-two", square, "(A u)_{ij}", "=", "0", "a column has one index"),
    unread("vm-entry-of-number", square, "(c)_{i}", "=", "c", "a number has none"),
    true("vm-entry-of-inverse", square, r"\frac{\partial (A + tB)_{ij}}{\partial t}", "=", "B_{ij}"),
    # determinants
    true("vm-det-product", square, r"\det(A B)", "=", r"\det(A)\det(B)"),
    false("vm-det-sum", square, r"\det(A + B)", "=", r"\det(A) + \det(B)", "not linear"),
    unread("vm-det-rectangle", square, r"\det(U)", "=", "0", "no square"),
    true("vm-det-transpose", square, r"\det(A^\top)", "=", r"\det(A)"),
    true("vm-det-multiple", square, r"\det(cA)", "=", r"c^n\det(A)"),
    false("vm-det-multiple-once", square, r"\det(cA)", "=", r"c\det(A)", "n factors"),
    false("vm-det-minus", square, r"\det(-A)", "=", r"-\det(A)", "n is odd, or even"),
    true("vm-det-inverse", square, r"\det(A^{-1})", "=", r"\frac{1}{\det(A)}"),
    false("vm-det-inverse-minus", square, r"\det(A^{-1})", "=", r"-\det(A)", "1/det"),
    true("vm-det-sylvester", square, r"\det(I + UV)", "=", r"\det(J + VU)"),
    false("vm-det-sylvester-sign", square, r"\det(I + UV)", "=", r"\det(J - VU)", "the sign"),
    false("vm-det-sylvester-none", square, r"\det(UV)", "=", r"\det(VU)", "of rank d at most"),
    true("vm-det-rank-one", square, r"\det(I + uv^\top)", "=", r"1 + v^\top u"),
    false("vm-det-rank-one-sign", square, r"\det(I + uv^\top)", "=", r"1 - v^\top u", "the sign"),
    false("vm-det-rank-one-alone", square, r"\det(uv^\top)", "=", "0", "not for n = 1"),
    true("vm-det-by-matrix", square, by("X", r"\det(X)"), "=", r"\det(X)X^{-\top}"),
    false("vm-det-by-matrix-turned", square, by("X", r"\det(X)"), "=", r"\det(X)X^{-1}", "transposed"),
    true("vm-log-det-number", square, by("t", r"\log\lvert\det(A + tB)\rvert"), "=", r"\operatorname{tr}((A + tB)^{-1}B)"),
    false("vm-log-det-number-turned", square, by("t", r"\log\lvert\det(A + tB)\rvert"), "=", r"\operatorname{tr}((A + tB)^{-\top}B)", "transposed"),
    false("vm-det-singular", square, by("t", r"\det(tuu^\top)"), "=", r"\operatorname{tr}((tuu^\top)^{-1}uu^\top)\det(tuu^\top)", "no inverse"),
    true("vm-adjugate", square, r"\operatorname{adj}(A)A", "=", r"\det(A)I"),
    false("vm-adjugate-turned", square, r"\operatorname{adj}(A)^\top A", "=", r"\det(A)I", "transposed"),
    false("vm-adjugate-inverse", square, r"\operatorname{adj}(A)", "=", "A^{-1}", "without det"),
    true("vm-adjugate-derivative", square, by("t", r"\det(A + tB)"), "=", r"\operatorname{tr}(\operatorname{adj}(A + tB)B)"),
    false("vm-adjugate-rank-one", square, r"\operatorname{adj}(uv^\top)", "=", "0A", "it is 1 for n = 1"),
    false("vm-det-given-singular", square, by("t", r"\det(A + tB)"), "=", "0", "adj(A) stays", given=["Au = 0u", r"u^\top u = 1"]),
    # powers
    true("vm-power-zero", square, r"\sum_{k=0}^{1} A^k", "=", "I + A"),
    false("vm-power-zero-not-zero", square, r"\sum_{k=0}^{1} A^k", "=", "A", "A^0 is I"),
    # differentials
    true("vm-differential-product", varying, r"\partial(XY)", "=", r"(\partial X)Y + X(\partial Y)"),
    false("vm-differential-product-turned", varying, r"\partial(XY)", "=", r"(\partial X)Y + (\partial Y)X", "no commuting"),
    true("vm-differential-inverse", varying, r"\partial(X^{-1})", "=", r"-X^{-1}(\partial X)X^{-1}"),
    false("vm-differential-inverse-sign", varying, r"\partial(X^{-1})", "=", r"X^{-1}(\partial X)X^{-1}", "the sign"),
    true("vm-differential-constant", varying, r"\partial A", "=", "0"),
    false("vm-differential-not-constant", varying, r"\partial(AX)", "=", "0", "X varies"),
    true("vm-differential-det", varying, r"\partial(\det(X))", "=", r"\operatorname{tr}(\operatorname{adj}(X)\partial X)"),
    false("vm-differential-det-turned", varying, r"\partial(\det(X))", "=", r"\operatorname{tr}(\operatorname{adj}(X)^\top\partial X)", "transposed"),
    unread("vm-differential-undeclared", square, r"\partial(X)", "=", "X", "declare its differential"),
    # pseudoinverses
    true("vm-pinv-one", square, "U U^{+} U", "=", "U"),
    false("vm-pinv-left", square, "U^{+} U", "=", "J", "for full column rank only"),
    false("vm-pinv-right", square, "U U^{+}", "=", "I", "for full row rank only"),
    true("vm-pinv-symmetric", square, r"(U U^{+})^\top", "=", "U U^{+}"),
    false("vm-pinv-symmetric-other", square, "A A^{+}", "=", "A^{+} A", "not of normal matrices only"),
    true("vm-pinv-twice", square, "(U^{+})^{+}", "=", "U"),
    true("vm-pinv-transpose", square, r"(U^\top)^{+}", "=", r"(U^{+})^\top"),
    true("vm-pinv-gram", square, r"(U^\top U)^{+}", "=", r"U^{+}(U^\top)^{+}"),
    false("vm-pinv-gram-turned", square, r"(A^\top A)^{+}", "=", r"(A^\top)^{+}A^{+}", "the other order"),
    true("vm-pinv-by-gram", square, "U^{+}", "=", r"(U^\top U)^{+}U^\top"),
    false("vm-pinv-product", square, "(U V)^{+}", "=", "V^{+} U^{+}", "not in general"),
    false("vm-pinv-sum", square, "(A + B)^{+}", "=", "A^{+} + B^{+}", "not linear"),
    true("vm-pinv-multiple", square, "(cU)^{+}", "=", r"\frac{1}{c}U^{+}"),
    false("vm-pinv-multiple-times", square, "(cU)^{+}", "=", "cU^{+}", "1/c"),
    true("vm-pinv-inverse", square, "A^{+}", "=", "A^{-1}"),
    false("vm-pinv-zero", square, "(A - A)^{+}", "=", "I", "it is 0"),
    true("vm-pinv-of-zero", square, "(A - A)^{+}", "=", "0A"),
    unread("vm-pinv-number", square, "c^{+}", "=", "c", "of a matrix"),
    # outer inverses
    true("vm-woodbury", square, "(A + UV)^{-1}", "=", "A^{-1} - A^{-1}U(J + VA^{-1}U)^{-1}VA^{-1}"),
    false("vm-woodbury-sign", square, "(A + UV)^{-1}", "=", "A^{-1} + A^{-1}U(J + VA^{-1}U)^{-1}VA^{-1}", "the sign"),
    false("vm-inverse-of-sum", square, "(A + B)^{-1}", "=", "A^{-1} + B^{-1}", "not linear"),
]  # fmt: skip
