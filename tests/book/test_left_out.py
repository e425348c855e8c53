"""What the page of topics that are left out says of the language is what the language does."""

import pytest

from texproof import Derivation, DerivationError, function, scalar
from texproof.errors import Refuted, Undecided
from tools.book import ROOT

PAGE = (ROOT / "pages" / "left_out.md").read_text("utf8")


def mark_of(D, left, relation, right, given=()):
    """The mark of a statement."""
    label = f"left-{len(D.statements)}"
    D.calc(left, relation, right, "", given=[*given], label=label)
    return D.statements[label].kind


def on_the_line(text, letters="t"):
    """The integral of a text over the whole line, by each of some letters."""
    for letter in letters:
        text = rf"\int_{{-\infty}}^{{\infty}}{text}\,\mathrm{{d}}{letter}"
    return text


def test_an_integral_of_any_density_is_proved_and_its_false_variant_not_refuted():
    D = Derivation(scalar("t"), scalar("c"), function("p", 1))
    parts = [on_the_line(part) for part in ("p(t)", "tp(t)", "t^2p(t)")]
    right = "c^2{} - {}c{} + {}"
    left = on_the_line("(c - t)^2p(t)")
    assert mark_of(D, left, "=", right.format(parts[0], 2, *parts[1:])) == "exact"
    with pytest.raises(Undecided, match=r"an integral to infinity diverges where .* polynomial"):
        mark_of(D, left, "=", right.format(parts[0], 3, *parts[1:]))


def test_the_expected_loss_is_split_for_any_density():
    D = Derivation(*map(scalar, "tx"), function("p", 2), function("f", 1), function("h", 1))
    parts = "(f(x)-h(x))^2", "(f(x)-h(x))(h(x)-t)", "(h(x)-t)^2"
    one, two, three = (on_the_line(f"{part}p(x,t)", "tx") for part in parts)
    left = on_the_line("(f(x)-t)^2p(x,t)", "tx")
    assert mark_of(D, left, "=", f"{one} + 2{two} + {three}") == "exact"


def test_a_network_of_one_layer_has_the_derivatives_that_the_page_says():
    layer, inputs = {"over": {"k": "m"}}, {"over": {"l": "d"}}
    D = Derivation(
        *(scalar("U_{kl}", over={"k": "m", "l": "d"}), scalar("x_l", **inputs)),
        *(scalar("v_k", **layer), scalar("a_k", **layer), function("s", 1)),
        *map(scalar, "yoJ"),
    )
    for formula in (r"a_k = \sum_lU_{kl}x_l", r"o = \sum_kv_ks(a_k)", r"J = \frac12(o - y)^2"):
        assert f"${formula}$" in PAGE
        D.define(formula)
    left, right = r"\frac{\partial J}{\partial U_{kl}}", "(o - y)v_ks'(a_k)x_l"
    assert rf"$\partial J/\partial U_{{kl}} = {right}$" in PAGE
    assert mark_of(D, left, "=", right) == "exact"
    with pytest.raises(Refuted):
        mark_of(D, left, "=", "(o - y)v_kx_l")


def test_the_bound_behind_mixtures_is_proved():
    D = Derivation(*(scalar(f"{of}_c", over={"c": "C"}, positive=True) for of in "qr"))
    left, right, given = r"\log\sum_cq_c", r"\sum_cr_c\log\frac{q_c}{r_c}", r"\sum_cr_c = 1"
    assert rf"${left} \ge {right}$" in PAGE and f"${given}$" in PAGE
    assert mark_of(D, left, r"\ge", right, [given]) == "exact"
    with pytest.raises(DerivationError):
        mark_of(D, left, r"\ge", right)
