"""Random trees of numbers, vectors and matrices."""

from fractions import Fraction

from hypothesis import strategies as st

from texproof import Derivation, matrix, scalar, vector
from texproof.expr import Expr

WORDS = Derivation(
    scalar("a"), scalar(r"\beta"), scalar("w_j", over={"j": "d"}), scalar(r"c_j^\star", over={"j": "d"}),
    vector(r"\mathbf{v}", "d"), matrix("A", "d", "d"),
).vocabulary  # fmt: skip
NAMES = {name.latex: name for name in WORDS.names}


def whole(n):
    return Expr("num", value=Fraction(n))


INDEX = st.one_of(st.integers(1, 3).map(whole), st.just(Expr("var", value="j")))
NUMBERS = st.one_of(
    st.integers(0, 12).map(whole),
    st.sampled_from([Expr("name", (), NAMES["a"]), Expr("name", (), NAMES[r"\beta"])]),
    INDEX.map(lambda i: Expr("name", (i,), NAMES["w_j"])),
    INDEX.map(lambda i: Expr("name", (i,), NAMES[r"c_j^\star"])),
)
COLUMN = st.just(Expr("name", (), NAMES[r"\mathbf{v}"]))
RANGE = Expr("range", (whole(1), Expr("size", value="d")))


def grown(inside):
    """Trees of numbers around smaller ones."""
    two = st.tuples(inside, inside)
    return st.one_of(
        st.lists(inside, min_size=2, max_size=3).map(lambda x: Expr("add", tuple(x))),
        st.lists(inside, min_size=2, max_size=3).map(lambda x: Expr("mul", tuple(x))),
        inside.map(lambda x: Expr("neg", (x,))),
        two.map(lambda x: Expr("div", x)),
        st.tuples(inside, st.integers(2, 4).map(whole)).map(lambda x: Expr("pow", x)),
        st.sampled_from(["sqrt", "log", "exp", "abs", "transpose"]).flatmap(
            lambda op: inside.map(lambda x: Expr(op, (x,)))
        ),
        inside.map(lambda x: Expr("sum", (RANGE, x), "j")),
        inside.map(lambda x: Expr("partial", (x, Expr("name", (), NAMES["a"])))),
        COLUMN.map(lambda v: Expr("inner", (v, v))),
        COLUMN.map(lambda v: Expr("norm", (v,))),
        st.just(Expr("tr", (Expr("name", (), NAMES["A"]),))),
        INDEX.map(
            lambda i: Expr(
                "entry", (Expr("name", (), NAMES[r"\mathbf{v}"]), i), NAMES[r"\mathbf{v}"]
            )
        ),
    )


TREES = st.recursive(NUMBERS, grown, max_leaves=12)
