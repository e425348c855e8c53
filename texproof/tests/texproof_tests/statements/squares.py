"""Products of entries, ranks, cofactors, what eigenvalues make, pseudoinverses of columns; ≠."""

from texproof import matrix, scalar, vector

from .derivatives import by
from .entry import false, true, unread


def squares():
    """Squares of two sizes, rectangles, columns, numbers."""
    return [
        *(matrix(letter, "n", "n") for letter in ("A", "B", "X")),
        *(matrix(letter, "d", "d") for letter in ("C", "D")),
        matrix("U", "n", "d"), matrix("V", "d", "m"), matrix("W", "m", "k"), matrix("I", "n", "n", identity=True),
        matrix("S", "n", "n", symmetric=True), matrix("T", "n", "n", psd=True),
        matrix("L", "n", "n", diagonal=True), matrix("M", "n", "n", diagonal=True), vector("u", "n"), vector("v", "n"), scalar("t"),
        scalar("c"), scalar("b_i", over={"i": "n"}), scalar("b_j", over={"j": "n"}),
    ]  # fmt: skip


def circles():
    """Names in which signs of products stand, and a word that is one."""
    return [scalar(r"x^\circ"), scalar(r"x^\otimes"), scalar("a"), scalar(r"\mathrm{rank}")]


EIG = r"\operatorname{eig}"
ENTRIES = [
    # entry by entry
    true("sq-hadamard", squares, r"A \circ B", "=", r"B \odot A"),
    false("sq-hadamard-product", squares, r"A \circ B", "=", "A B", "another product"),
    true("sq-hadamard-diagonal", squares, r"u^\top (A \circ B) v", "=", r"\operatorname{tr}(\operatorname{diag}(u) A \operatorname{diag}(v) B^\top)"),
    false("sq-hadamard-identity", squares, r"A \circ I", "=", "A", "the diagonal of A"),
    unread("sq-hadamard-misfit", squares, r"A \circ U", "=", "A", "other shapes"),
    unread("sq-hadamard-number", squares, r"t \circ A", "=", "tA", "a number has no entries"),
    unread("sq-hadamard-first", squares, r"A B \circ X", "=", r"(A B) \circ X", "which product first?"),
    unread("sq-hadamard-then", squares, r"A \circ B X", "=", r"A \circ (B X)", "which product first?"),
    true("sq-hadamard-number-before", squares, r"2 A \circ B", "=", r"A \circ (2B)"),
    true("sq-names-win", circles, r"a x^\circ x^\otimes \mathrm{rank}", "=", r"\mathrm{rank} x^{\circ} a x^{\otimes}"),
    # Kronecker
    true("sq-kron-product", squares, r"(A \otimes C)(B \otimes D)", "=", r"(A B) \otimes (C D)"),
    false("sq-kron-product-turned", squares, r"(A \otimes C)(B \otimes D)", "=", r"(A B) \otimes (D C)", "no commuting"),
    true("sq-kron-transpose", squares, r"(A \otimes U)^\top", "=", r"A^\top \otimes U^\top"),
    unread("sq-kron-turned", squares, r"A \otimes C", "=", r"C \otimes A", "n d rows, and d n"),
    false("sq-kron-turned-same", squares, r"A \otimes B", "=", r"B \otimes A", "no commuting"),
    true("sq-kron-trace", squares, r"\operatorname{tr}(A \otimes C)", "=", r"\operatorname{tr}(A)\operatorname{tr}(C)"),
    false("sq-kron-trace-sum", squares, r"\operatorname{tr}(A \otimes C)", "=", r"\operatorname{tr}(A) + \operatorname{tr}(C)", "a product"),
    true("sq-kron-inverse", squares, r"(A \otimes C)^{-1}", "=", r"A^{-1} \otimes C^{-1}"),
    false("sq-kron-inverse-turned", squares, r"(A \otimes B)^{-1}", "=", r"B^{-1} \otimes A^{-1}", "the order stays"),
    false("sq-kron-inverse-sum", squares, r"(A \otimes C + B \otimes D)^{-1}", "=", r"A^{-1} \otimes C^{-1}", "a sum"),
    true("sq-kron-pinv", squares, r"(U \otimes W)^{+}", "=", r"U^{+} \otimes W^{+}"),
    false("sq-kron-pinv-twice", squares, r"(U \otimes W)^{+}", "=", r"2U^{+} \otimes W^{+}", "twice"),
    false("sq-kron-adj", squares, r"\operatorname{adj}(A \otimes C)", "=", r"A \otimes C", "no"),
    true("sq-vec", squares, r"\operatorname{vec}(U V W)", "=", r"(W^\top \otimes U)\operatorname{vec}(V)"),
    false("sq-vec-turned", squares, r"\operatorname{vec}(A B X)", "=", r"(A \otimes X^\top)\operatorname{vec}(B)", "columns below each other"),
    true("sq-vec-trace", squares, r"\operatorname{vec}(U)^\top\operatorname{vec}(U)", "=", r"\operatorname{tr}(U^\top U)"),
    false("sq-vec-transpose", squares, r"\operatorname{vec}(A)", "=", r"\operatorname{vec}(A^\top)", "rows, and columns"),
    # ranks
    true("sq-rank-transpose", squares, r"\operatorname{rank}(U)", "=", r"\operatorname{rank}(U^\top)"),
    true("sq-rank-gram", squares, r"\operatorname{rank}(U)", "=", r"\operatorname{rank}(U^\top U)"),
    false("sq-rank-full", squares, r"\operatorname{rank}(U)", "=", "d", "it may be less"),
    false("sq-rank-product", squares, r"\operatorname{rank}(U V)", "=", r"\operatorname{rank}(U)", "it may be less"),
    false("sq-rank-sum", squares, r"\operatorname{rank}(A + B)", "=", r"\operatorname{rank}(A) + \operatorname{rank}(B)", "at most"),
    true("sq-rank-projection", squares, r"\operatorname{tr}(A A^{+})", "=", r"\operatorname{rank}(A)"),
    # cofactors and minors
    true("sq-cof-adj", squares, r"\operatorname{adj}(A)", "=", r"\operatorname{cof}(A)^\top"),
    false("sq-cof-adj-turned", squares, r"\operatorname{adj}(A)", "=", r"\operatorname{cof}(A)", "transposed"),
    true("sq-cof-row", squares, r"\det(A)", "=", r"\sum_{j=1}^{n} A_{1j}\operatorname{cof}(A, 1, j)"),
    false("sq-cof-column", squares, r"\det(A)", "=", r"\sum_{j=1}^{n} A_{j1}\operatorname{cof}(A, 1, j)", "another row"),
    true("sq-cof-other-row", squares, r"\sum_{j=1}^{n} A_{2j}\operatorname{cof}(A, 1, j)", "=", "0", given=[r"n \ge 2"]),
    true("sq-minor", squares, r"\operatorname{cof}(A, i, j)", "=", r"(-1)^{i + j}\det([A]_{ij})"),
    false("sq-minor-sign", squares, r"\operatorname{cof}(A, i, j)", "=", r"\det([A]_{ij})", "the sign"),
    true("sq-minor-row", squares, r"\det(A)", "=", r"\sum_{j=1}^{n} (-1)^{1 + j} A_{1j}\det([A]_{1j})"),
    false("sq-minor-row-sign", squares, r"\det(A)", "=", r"\sum_{j=1}^{n} (-1)^{j} A_{1j}\det([A]_{1j})", "the sign"),
    false("sq-minor-entry", squares, r"\det([A]_{ij})", "=", "A_{ij}", "without a row and a column"),
    unread("sq-cof-one-index", squares, r"\operatorname{cof}(A, 1)", "=", "c", "two indices"),
    false("sq-sign-twice", squares, r"(-1)^{i}(-1)^{j}", "=", "1", "of one letter only"),
    true("sq-sign-square", squares, r"(-1)^{i}(-1)^{i}", "=", "1"),
    # eigenvalues
    true("sq-eig-sum", squares, rf"\sum {EIG}(A)", "=", r"\operatorname{tr}(A)"),
    true("sq-eig-product", squares, rf"\prod {EIG}(A)", "=", r"\det(A)"),
    false("sq-eig-product-sum", squares, rf"\prod {EIG}(A)", "=", rf"\sum {EIG}(A)", "other numbers"),
    true("sq-eig-derivative", squares, by("X", rf"\sum {EIG}(X)"), "=", "I"),
    false("sq-eig-derivative-product", squares, by("X", rf"\prod {EIG}(X)"), "=", r"\det(X)X^{-1}", "transposed"),
    true("sq-eig-circle", squares, rf"\sum {EIG}(A B)", "=", rf"\sum {EIG}(B A)"),
    false("sq-eig-inverse", squares, rf"\sum {EIG}(A^{{-1}})", "=", rf"\sum {EIG}(A)", "one over each"),
    unread("sq-eig-alone", squares, rf"{EIG}(A)", "=", "c", "in which order?"),
    unread("sq-eig-rectangle", squares, rf"\sum {EIG}(U)", "=", "c", "of a square"),
    # projections
    true("sq-projection", squares, "U^{+} U U^{+}", "=", "U^{+}"),
    true("sq-projection-turned", squares, r"U^{+} (U^{+})^\top U^\top", "=", "U^{+}"),
    false("sq-projection-not", squares, r"A A A^{+}", "=", "A", "A A^+ comes first"),
    false("sq-projection-square", squares, "A A^{+}", "=", "A^{+} A", "of other spaces"),
    true("sq-projection-symmetric", squares, "S S^{+}", "=", "S^{+} S"),
    true("sq-projection-itself", squares, "(U U^{+})^{+}", "=", "U U^{+}"),
    # columns
    true("sq-column", squares, "u u^{+} u", "=", "u"),
    false("sq-column-one", squares, "u^{+} u", "=", "1", "0 for u = 0"),
    true("sq-column-one-apart", squares, "u^{+} u", "=", "1", given=[r"u \ne 0"]),
    true("sq-column-norm", squares, "u^{+}", "=", r"\frac{1}{\|u\|^2}u^\top", given=[r"\|u\| \neq 0"]),
    false("sq-column-norm-turned", squares, "u^{+} v", "=", r"\frac{1}{\|v\|^2}u^\top v", "by u", given=[r"\|u\| \neq 0"]),
    true("sq-column-symmetric", squares, r"(u u^{+})^\top", "=", "u u^{+}"),
    # by matrices whose entries are tied
    true("sq-by-symmetric", squares, by("S", r"\operatorname{tr}(A S)"), "=", r"A + A^\top - A \circ I"),
    false("sq-by-symmetric-free", squares, by("S", r"\operatorname{tr}(A S)"), "=", r"A^\top", "two entries are one"),
    false("sq-by-symmetric-twice", squares, by("S", r"\operatorname{tr}(A S)"), "=", r"A + A^\top", "the diagonal once"),
    true("sq-by-symmetric-det", squares, by("S", r"\det(S)"), "=", r"\det(S)(2S^{-1} - S^{-1} \circ I)"),
    false("sq-by-symmetric-det-free", squares, by("S", r"\det(S)"), "=", r"\det(S)S^{-1}", "two entries are one"),
    false("sq-by-psd", squares, by("T", r"\operatorname{tr}(T)"), "=", "I", "it may be at the edge"),
    false("sq-gradient-symmetric", squares, r"\nabla_S \operatorname{tr}(A S)", "=", r"A + A^\top - A \circ I", "no gradient of the space"),
    true("sq-by-diagonal", squares, by("L", r"\operatorname{tr}(A L)"), "=", r"A \circ I"),
    false("sq-by-diagonal-free", squares, by("L", r"\operatorname{tr}(A L)"), "=", r"A^\top", "the others are 0"),
    true("sq-diagonal", squares, "L M", "=", "M L"),
    false("sq-diagonal-other", squares, "L A", "=", "A L", "A is not diagonal"),
    true("sq-diagonal-itself", squares, r"L \circ I", "=", "L"),
    false("sq-diagonal-number", squares, "L", "=", "L_{11} I", "other entries"),
    # the norm of a row times a column is a modulus
    true("sq-norm-of-product", squares, by("u", r"\|u^\top u\|_2"), "=", "2u"),
    false("sq-norm-of-product-signed", squares, r"\|u^\top v\|", "=", r"u^\top v", "it may be below 0"),
    unread("sq-norm-of-number", squares, r"\|t\|", "=", "|t|", "of a number write |t|"),
    # two terms that differ, as a hypothesis
    true("sq-apart", squares, r"\frac{t c}{t}", "=", "c", given=[r"t \ne 0"]),
    false("sq-apart-not", squares, "t", "=", "c", "they differ", given=[r"t \ne c"]),
    false("sq-apart-sign", squares, "|t|", "=", "t", "it may be below 0", given=[r"t \ne 0"]),
    false("sq-apart-never", squares, "t", "=", "c", "from a contradiction", given=[r"c \ne c"]),
    false("sq-apart-never-square", squares, "t", "=", "c", "from a contradiction", given=[r"A - A \ne 0"]),
    false("sq-apart-never-pinv", squares, "A", "=", "B", "from a contradiction", given=[r"A A^{+} A \ne A"]),
    true("sq-apart-letters", squares, r"I_{ij}", "=", "0", given=[r"i \ne j"]),
    false("sq-apart-letters-not", squares, r"I_{ij}", "=", "1", "they differ", given=[r"i \ne j"]),
]  # fmt: skip
