"""Printing a random tree as LaTeX and reading it gives the tree."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from mlbook.derive import Derivation, matrix, scalar, vector
from mlbook.derive.expr import Expr

WORDS = Derivation(
    scalar("a"), scalar(r"\beta"), scalar("w_j", over={"j": "d"}), scalar(r"c_j^\star", over={"j": "d"}),
    vector(r"\mathbf{v}", "d"), matrix("A", "d", "d"),
).words  # fmt: skip
NAMES = {name.latex: name for name in WORDS.names}


def whole(n):
    return Expr("num", value=Fraction(n))


def written(node):
    """LaTeX of a tree, with brackets wherever they could be needed."""
    parts = [written(part) for part in node.args if part.op != "range"]
    plain = {
        "num": lambda: str(node.value),
        "var": lambda: node.value,
        "size": lambda: node.value,
        "name": lambda: name_text(node, parts),
        "entry": lambda: f"{parts[0]}_{{{','.join(parts[1:])}}}",
        "neg": lambda: f"-({parts[0]})",
        "add": lambda: sum_text(node),
        "mul": lambda: r" \cdot ".join(f"({part})" for part in parts),
        "div": lambda: rf"\frac{{{parts[0]}}}{{{parts[1]}}}",
        "pow": lambda: f"({parts[0]})^{{{parts[1]}}}",
        "transpose": lambda: rf"\left({parts[0]}\right)^\top",
        "sqrt": lambda: rf"\sqrt{{{parts[0]}}}",
        "log": lambda: rf"\log({parts[0]})",
        "exp": lambda: rf"\exp\bigl({parts[0]}\bigr)",
        "abs": lambda: rf"\lvert {parts[0]}\rvert",
        "norm": lambda: rf"\lVert {parts[0]}\rVert",
        "inner": lambda: rf"\langle {parts[0]}, {parts[1]}\rangle",
        "tr": lambda: rf"\operatorname{{tr}}({parts[0]})",
        "sum": lambda: rf"\sum_{{{node.value}=1}}^{{d}}({parts[-1]})",
        "partial": lambda: rf"\frac{{\partial}}{{\partial {parts[1]}}}({parts[0]})",
        "grad": lambda: rf"\nabla_{{{parts[1]}}}({parts[0]})",
    }
    return plain[node.op]()


def name_text(node, parts):
    return node.value.latex.replace("_j", f"_{{{parts[0]}}}") if parts else node.value.latex


def sum_text(node):
    first, *rest = node.args
    text = written(first) if first.op == "neg" else f"({written(first)})"
    for term in rest:
        text += f" - ({written(term.args[0])})" if term.op == "neg" else f" + ({written(term)})"
    return text


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


@settings(max_examples=300, deadline=None)
@given(st.recursive(NUMBERS, grown, max_leaves=12))
def test_a_printed_tree_is_read_as_itself(tree):
    assert WORDS.read(written(tree)) == tree
