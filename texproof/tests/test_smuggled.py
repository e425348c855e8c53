"""What stands beside a mark claims nothing: no name, label, tag or reason looks like a relation."""

import pytest

from texproof import Derivation, DerivationError, scalar

NAMES = [
    r"\text{a = b}",
    r"\operatorname{a = b}",
    r"\mathrm{a=b}",
    r"x_{a \le b}",
    r"\text{a < b}",
    r"\;(a = b)",
    "P(c) = b",
    r"P(\text{so } x = 1)",
    r"P(\mathrm{so} < b)",
    r"P(x \Rightarrow y)",
    r"f(\therefore x)",
    r"x_{\to 0}",
    r"f(\Longleftrightarrow)",
]
ALLOWED = [
    r"P(B \mid A = a)",
    r"P(x \le 1)",
    r"f_{\mathrm{one}}",
    r"\mathrm{RSS}",
]
LABELS = ["x)", "a = b", "$a$", "two words", "a}"]
REASONS = [
    "and so = b", "hence a < b", r"$\gdef\a{b}$", r"$\end{aligned} a = b$", r"$a \tag{b}$", "<b>so</b>",
    r"$\href{b}{a}$",
]  # fmt: skip
TAGS = [r"a = a \tag{$b = c$}", r"a = a \tag*{b = c}", r"a = a \tag{a \le b}"]


def numbers():
    return Derivation(scalar("a"), scalar("b"))


@pytest.mark.parametrize("latex", NAMES)
def test_a_name_is_no_relation(latex):
    with pytest.raises(DerivationError, match="would look like a claim"):
        scalar(latex)


@pytest.mark.parametrize("latex", ALLOWED)
def test_conditions_and_words_alone_are_names(latex):
    D = Derivation(scalar(latex))
    assert latex in str(D.calc(f"{latex} = {latex}"))


@pytest.mark.parametrize("latex", [r"\mathit{x}", r"\textit x", r"\hat{\mathit{x}}"])
def test_a_letter_in_italics_is_the_letter(latex):
    with pytest.raises(DerivationError, match="looks like the letter"):
        scalar(latex)


@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_one_word(label):
    with pytest.raises(DerivationError, match="one word"):
        numbers().calc("a", "=", "a", "", label=label)


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_claims_nothing_in_words_and_changes_nothing(reason):
    with pytest.raises(DerivationError, match=r"a reason is words|changes nothing around it"):
        numbers().calc("a", "=", "a", reason)


@pytest.mark.parametrize("text", TAGS)
def test_a_tag_is_a_number_or_a_word(text):
    with pytest.raises(DerivationError, match="a tag is"):
        numbers().calc(text)


def test_plain_ones_stay():
    D = numbers()
    D.calc("a", "=", "a", r"by $a \ge b$ or $b \ge a$", label="a-1.b:c_d")
    D.calc(r"a = a \tag{1a}")
