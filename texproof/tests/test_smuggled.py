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
    r"f(x \mapsto 1)",
    r"P(x \leadsto y)",
    r"x_{\vdash y}",
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
# What a reason claims of a and b beside the row a^2 + b^2 >= 2ab, or under a = b + 1 where it says so.
CLAIMED = [
    r"since $(a - b)^2 \ge 0$",
    r"$2 + 2 = 4$, and so on",
    r"equal for $a = b$",
    r"attained where $b = a$",
    r"for each $a > 0$",
    r"with $a = 1$ and $b = 2$",
    r"at $a = 0$, $b = 0$",
    r"with $t = a$",
    r"a square, equal for $a = b$",
    r"for $i \in I$",
    r"a sum over $\sum_{i = 1}^n$",
    r"$a^2$ is not negative",
    r"$(a - b)^2$ is nonnegative, and so on",
]
SMUGGLED = [
    r"trivial, and so $= b$",
    r"so $a =$",
    r"so $a = b$",
    r"so $a \ge b$",
    r"since $a > 0$",
    r"$2 + 2 = 5$",
    r"$a \to b$",
    r"so $a \mapsto b$ holds",
    r"$\Rightarrow a$",
    r"equal for $a = 2b$",
    r"attained where $b = a + 1$",
    r"zero for $a = b$",
    r"for $a = b$, so $a = 1$",
    r"with $a = 1$, hence $b = 1$",
    r"since $x = 1$",
    r"so $a < b < a$",
    r"as $a \ne b$",
    r"Equal for $a = 2b$",
    r"equal  for $a = 2b$",
    r"equal (for $a = 2b$",
    r"equality, where $a = 2b$",
    r"equal precisely for $a = 2b$",
    r"equality holds when $a = 2b$",
    r"tight at $a = 2b$",
    r"reached for $a = 2b$",
    r"the two sides agree at $a = 2b$",
    r"equal if and only if $a = 0$",
    r"equal for $a$ with $a = 2b$",
    r"strict for $a = b$",
    r"not equal for $a = b$",
    r"equal unless $a = b$",
    r"nonzero for $a = b$",
    r"Zero for $a = b + 1$",
    r"for each $a$, $a = b$",
    r"for every $a$ and $a = b$",
    r"if $a = b$, $a = 2b$",
    r"for $a \ge 0$, $a^2 \ge a$",
    r"${a = b}$",
    r"$(a = b)$",
    r"$\left[a = b\right]$",
    r"$\boxed{a = b}$",
    r"$\underbrace{a}_{= 0}$",
    r"$a \overset{!}{=} b$",
    r"$a \stackrel{x}{=} b$",
    r"$a \mathrel{=} b$",
    r"$a \equiv b$",
    r"$a \sim b$",
    r"$a \succeq b$",
    r"$a \in I$",
    r"equal for $(a = 2b)$",
    r"and $a$ is positive",
    r"because $ab$ is not negative",
    r"$a$ equals $b$",
    r"$a$ is at least $b$",
    "which is positive",
    r"which is at most $0$",
    r"only for $a = b$",
    r"the minimum is at $a = -b$",
    r"largest where $a = b$",
    r"for $a = b$, and otherwise it is false",
    r"where $a \neq b$ always",
]
BRACES = [
    r"\underbrace{(a - b)}_{\ge 0}(a + b)",
    r"\underbrace{(a - b)(a + b)}_{= 0}",
    r"\underbrace{(a - b)}_{a}(a + b)",
    r"\overbrace{(a - b)}^{b}(a + b)",
    r"\underbrace{(a - b)}_{\text{not negative}}(a + b)",
    r"\underbrace{(a - b)}_b(a + b)",
]
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
    with pytest.raises(DerivationError, match="looks like the plain letter"):
        scalar(latex)


@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_one_word(label):
    with pytest.raises(DerivationError, match="one word"):
        numbers().calc("a", "=", "a", "", label=label)


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_claims_nothing_in_words_and_changes_nothing(reason):
    with pytest.raises(
        DerivationError, match=r"a reason must be words|must not change what is around it"
    ):
        numbers().calc("a", "=", "a", reason)


@pytest.mark.parametrize("reason", CLAIMED)
def test_what_a_reason_claims_is_proved(reason):
    numbers().calc("a^2 + b^2", r"\ge", "2ab", reason)


@pytest.mark.parametrize("reason", SMUGGLED)
def test_what_a_reason_claims_is_not_smuggled(reason):
    with pytest.raises(DerivationError, match="in its reason"):
        numbers().calc("a^2 + b^2", r"\ge", "2ab", reason)


@pytest.mark.parametrize("text", BRACES)
@pytest.mark.parametrize("is_first", [True, False])
def test_what_stands_at_a_brace_is_a_claim(text, is_first):
    first, row = (text, "a^2 - b^2") if is_first else ("a^2 - b^2", text)
    with pytest.raises(DerivationError, match=r"in its reason|at a brace"):
        numbers().calc(first, "=", row, "")


def test_a_claim_at_a_brace_is_proved_and_words_are_none():
    D = numbers()
    D.calc(
        "a^2 - b^2", "=", r"\underbrace{(a - b)}_{= -(b - a)}\overbrace{(a + b)}^{\text{sum}}", ""
    )
    D.calc(r"\underbrace{a^2}_{\ge 0} + \underbrace{b \cdots b}_{3}", "=", "a^2 + b^3", "")


@pytest.mark.parametrize("method", ["calc", "cite"])
def test_a_reason_may_use_what_its_display_presumes(method):
    more = {"given": ["a = b + 1"], **({"source": "a book"} if method == "cite" else {})}
    state = getattr(numbers(), method)
    state("2a", "=", "2b + 2", "since $a = b + 1$ and $b = a - 1$", **more)
    with pytest.raises(DerivationError, match=r"row 2 .*in its reason"):
        state("2a", "=", "2b + 2", "", "=", "2(b + 1)", "since $a = b$", **more)


def test_zero_is_said_of_both_sides():
    D = numbers()
    D.calc("a^2", r"\ge", "0", "a square, zero for $a = 0$")
    D.calc("a^2 - b^2", "=", "(a - b)(a + b)", "zero for $a = b$")
    for first, rows in (("a^2", (r"\ge", "0")), ("a^2 + 1", (r"\ge", "a"))):
        with pytest.raises(DerivationError, match="in its reason"):
            D.calc(first, *rows, "zero for $a = 5$")
    with pytest.raises(DerivationError, match="in its reason"):
        D.calc("a^2 + 1", r"\ge", "a", "zero for $a = 0$")


def test_the_message_says_what_is_not_proved():
    with pytest.raises(DerivationError, match=r"that \$a\^2 \+ b\^2 = 2ab\$ for \$a = 2b\$ in its"):
        numbers().calc("a^2 + b^2", r"\ge", "2ab", "equal for $a = 2b$")


def test_a_definition_has_a_reason_that_is_true():
    D = Derivation(scalar("a"), scalar("c"), scalar("d"))
    D.define("c = a^2", reason=r"so that $c \ge 0$")
    with pytest.raises(DerivationError, match="in its reason"):
        D.define("d = a^2", reason="so that $d = a$")


@pytest.mark.parametrize("text", TAGS)
def test_a_tag_is_a_number_or_a_word(text):
    with pytest.raises(DerivationError, match="a tag must be"):
        numbers().calc(text)


def test_plain_ones_stay():
    D = numbers()
    D.calc("a", "=", "a", r"for $a \ge b$ or $b \ge a$", label="a-1.b:c_d")
    D.calc(r"a = a \tag{1a}")
