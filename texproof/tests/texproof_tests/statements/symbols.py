"""The declared names that many statements share; numbers.py draws numbers for those of `common`."""

from texproof import function, index, matrix, scalar, vector


def common():
    """Numbers with and without signs, families, columns, matrices and two unknown functions."""
    return (
        *numbers(), *families(), *columns(), *matrices(), function("f", 1), function("g", 1),
    )  # fmt: skip


def numbers():
    return [
        *(scalar(letter) for letter in ("a", "b", "c", "x", "t", "u", "v")),
        scalar("p", positive=True), scalar("r", positive=True), scalar("s", nonnegative=True),
        scalar(r"\theta", share=True),
    ]  # fmt: skip


def parts():
    """Those of `common`, and numbers above 0 and below 1."""
    return (
        *common(), scalar(r"\kappa", inside=True), scalar(r"\kappa_i", over={"i": "n"}, inside=True),
    )  # fmt: skip


def families():
    return [
        scalar("x_i", over={"i": "n"}), scalar("z_i", over={"i": "n"}),
        scalar(r"\alpha_i", over={"i": "n"}), scalar("y_j", over={"j": "d"}),
        scalar(r"\lambda_j", over={"j": "d"}, positive=True, decreasing=True),
        scalar(r"\pi_k", over={"k": "K"}, positive=True), scalar("a_m", over={"m": "M"}),
        scalar("s_i", over={"i": "n"}, nonnegative=True), index("h_i", "K", over={"i": "n"}),
    ]  # fmt: skip


def columns():
    return [
        vector(r"\mathbf{w}", "d"), vector(r"\mathbf{v}", "d"), vector(r"\mathbf{y}", "n"),
        vector(r"\mathbf{q}", "q"), vector(r"\mathbf{1}", "n", ones=True),
        vector(r"\mathbf{x}_i", "d", over={"i": "n"}),
    ]  # fmt: skip


def matrices():
    return [
        matrix("A", "d", "d"), matrix("B", "d", "d"), matrix("X", "n", "d"), matrix("G", "n", "n"),
        matrix("S", "d", "d", symmetric=True), matrix("I", "d", "d", identity=True),
        matrix("I_n", "n", "n", identity=True),
    ]  # fmt: skip


def chance():
    """Numbers and columns on two independent sources of chance, S and T'."""
    return [
        scalar("U", random="S"), scalar("V", random="S"), scalar("Y", random="R"),
        scalar("Z", random="R"), scalar("a"), scalar("b"), vector(r"\mathbf{u}", "d", random="S"),
        vector(r"\mathbf{y}", "n", random="S"), vector(r"\mathbf{w}", "d"), matrix("A", "d", "d"),
        vector(r"\mathbf{z}", 2, random="S"), matrix("I_2", 2, 2, identity=True),
    ]  # fmt: skip
