"""What sizes are called, and what else is declared, does not decide whether a theorem is proved."""

import pytest

from texproof import Derivation, matrix, scalar, vector

PAIRS = [("n", "d"), ("n", "p"), ("N", "D"), ("m", "n"), ("T", "K"), ("d", "k")]
# Names that no theorem mentions; the outcomes of a source of chance have the shortest lengths.
UNUSED = [
    scalar("U", random="q"), vector(r"\mathbf{r}", "r"), matrix("M", "r", "s"),
    vector(r"\mathbf{a}_c", "r", over={"c": "C"}),
]  # fmt: skip
HAT = r"X(X^\top X)^{-1}X^\top"
THEOREMS = {
    "an inverse of a product": (r"(AB)^{-1}", "=", r"B^{-1}A^{-1}"),
    "a determinant of a product": (r"\det(AB)", "=", r"\det(A)\det(B)"),
    "a trace of a product": (r"\operatorname{tr}(AB)", "=", r"\operatorname{tr}(BA)"),
    "a projection is symmetric": (rf"({HAT})^\top", "=", HAT),
    "a projection, twice": (f"{HAT} {HAT}", "=", HAT),
    "Sylvester": (r"\det(I + X^\top Y)", "=", r"\det(J + YX^\top)"),
    "push-through": (r"(X^\top X + I)^{-1}X^\top", "=", r"X^\top(XX^\top + J)^{-1}"),
    "a gradient": (
        r"\nabla_{\mathbf{w}}\lVert X\mathbf{w} - \mathbf{y}\rVert^2", "=",
        r"2X^\top(X\mathbf{w} - \mathbf{y})",
    ),
    "a variance": (
        r"\lVert\mathbf{y} - a\mathbf{1}\rVert^2", "=",
        r"\lVert\mathbf{y}\rVert^2 - 2a\mathbf{1}^\top\mathbf{y} + @a^2",
    ),
    "Cauchy and Schwarz": (
        r"(\mathbf{w}^\top\mathbf{v})^2", r"\le", r"\lVert\mathbf{w}\rVert^2\lVert\mathbf{v}\rVert^2",
    ),
}  # fmt: skip


def names(n, d):
    return [
        matrix("A", d, d), matrix("B", d, d), matrix("X", n, d), matrix("Y", n, d),
        matrix("I", d, d, identity=True), matrix("J", n, n, identity=True), scalar("a"),
        vector(r"\mathbf{w}", d), vector(r"\mathbf{v}", d), vector(r"\mathbf{y}", n),
        vector(r"\mathbf{1}", n, ones=True),
    ]  # fmt: skip


@pytest.mark.corpus
@pytest.mark.parametrize("more", [[], UNUSED], ids=["alone", "beside others"])
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@pytest.mark.parametrize("theorem", THEOREMS)
def test_a_theorem_is_proved_whatever_its_sizes_are_called(theorem, pair, more):
    n, d = pair
    first, sign, second = (part.replace("@", n) for part in THEOREMS[theorem])
    D = Derivation(*names(n, d), *more)
    given = [rf"{n} \ge {d}"] if "(X^\\top X)^{-1}" in first else []
    shown = D.calc(first, sign, second, "", given=given)
    assert str(shown).startswith("✓ exact")


def test_unused_names_change_no_lengths():
    alone, beside = Derivation(*names("n", "p")), Derivation(*names("n", "p"), *UNUSED)
    lengths = []
    for D in (alone, beside):
        D.calc(r"X^\top\mathbf{y}", "=", r"X^\top\mathbf{y}", "", label="same")
        lengths.append(D.statements["same"].sizes)
    assert lengths == [{"n": (4, 6), "p": (3, 7)}] * 2
