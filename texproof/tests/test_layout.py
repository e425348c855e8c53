"""What TeX groups otherwise than the grammar, optional arguments and reserved letters: refused."""

import pytest

from texproof import Derivation, DerivationError, function, matrix, scalar, vector
from texproof.errors import ReadError


@pytest.fixture(name="words")
def a_vocabulary():
    return Derivation(
        *map(scalar, "abcxpt"), vector(r"\mathbf{w}", "d"), scalar("y_i", over={"i": "n"}),
        matrix("A", "d", "d"), matrix("B", "d", "d"), matrix("X", "n", "d"), function("f", 1),
    ).vocabulary  # fmt: skip


REFUSED = [
    # invisible braces
    ("{a + b}c", "{", "does not show"),
    (r"\log{a b}", "{", "does not show"),
    ("2{3}", "3", "side by side"),
    (r"\sum_i{y_i + 1}", "{y", "does not show"),
    ("{{a + b}}c", "{a", "does not show"),
    (r"{\log a}b", "b", "what is the function"),
    (r"{a + b}^2", "{", "does not show"),
    (r"c{-a}", "-", "cannot read"),
    (r"\mathbf{w}{-\mathbf{w}}", "-", "cannot read"),
    # digits
    ("2 3", "3", "side by side"),
    (r"1\,000", "000", "side by side"),
    ("2 2^{3}", "2^", "side by side"),
    # one token, as TeX takes it
    (r"\mathbf{w^}", "", "expected {"),
    ("{a^}b", "b", "expected {"),
    ("a + {b c", "", ""),
    ("{{a}b", "", ""),
    (r"\sqrt 0.16", "0", "one token"),
    (r"\frac{a}0.5", "0", "one token"),
    (r"\binom 1.5 2", "1", "one token"),
    (r"\frac y_i b", "y", "one token"),
    (r"\sqrt y_i", "y", "one token"),
    (r"\frac(a)b", "(a", "one token"),
    (r"\sqrt\operatorname{cov}", r"\op", "braces around it"),
    (r"a^\operatorname{cov}", r"\op", "braces around it"),
    # optional arguments
    (r"\begin{pmatrix} a \\[2pt] b \end{pmatrix}", r"\\", "space between the lines"),
    (r"\begin{pmatrix} a \\ [b] \end{pmatrix}", r"\\", "space between the lines"),
    (
        r"\begin{cases} a & b = c \\[1em] c & \text{otherwise} \end{cases}",
        r"\\",
        "space between the lines",
    ),
    (r"\sqrt[a + b]{x}", "+", "expected ]"),
    (r"\sqrt[]{x}", "]", "order of a root"),
    (r"\sqrt[[2]]{x}", "[2", "order of a root"),
    # the stroke
    (r"\log a/b", "/", "what is the function"),
    (r"\det A/b", "/", "what is"),
    (r"a\exp b/c", "/", "what is"),
    (r"\frac{\partial}{\partial a}a/a", "/a", "derivative"),
    (r"\nabla_{\mathbf{w}}a/b", "/", "derivative"),
    # scripts
    (r"A_{12}^\top", "^", "of the entry"),
    ("A_{12}^{-1}", "^", "of the entry"),
    ("A_{12}^T", "^", "no transpose"),
    (r"\mathbf{w}_1^\top", "^", "of the entry"),
    (r"{A_{12}}^\top", "^", "of the entry"),
    ("A_{12}'", "'", "a number"),
    ("a^{2}^{3}", "^{3", "second script"),
    (r"A^\top^\top", "^", "second script"),
    ("a^2'", "'", "second script"),
    (r"\sum_{i}_{i} y_i", "_{i} y", "second script"),
    ("y_i_i", "_i", "second script"),
    ("a^b'", "'", "second script"),
    ("a^2_b'", "'", "second script"),
    # transposes that are none
    ("a^T", "^", "a number"),
    ("a'", "'", "a number"),
    ("2'", "'", "a number"),
    ("y_i'", "'", "a number"),
    ("A''", "A", "cannot read"),
    # brackets
    (r"\left(a)", ")", "make a pair"),
    (r"(a\right)", ")", "make a pair"),
    (r"\left(a", "(", r"without \right"),
    (r"\left a", r"\left", "needs a bracket"),
    (r"\bigl a", r"\bigl", "needs a bracket"),
    (r"\left.a\right)", r"\left", "needs a bracket"),
    (r"\left(\frac{a\right)}{b}", ")", "make a pair"),
    (r"\left|a|", "|", r"without \right"),
    ("(a]", "]", "expected )"),
    # spaces and lines
    (r"a\\b", r"\\", "matrices"),
    ("a & b", "&", "matrices"),
    (r"a\!\!b", r"\!b", "over another"),
    (r"a^\,2", r"\,", "the sign beside"),
    (r"(a + b)\,^2", r"\,", "the sign beside"),
    (r"\frac\,ab", r"\,", "the sign beside"),
    (r"a\limits_1", r"\limits", r"\sum"),
    ("a\u00a0b", "\u00a0", "is not a LaTeX letter"),
    ("\u0430", "\u0430", "is not a LaTeX letter"),
    (r"\frac{a}\,{b}", "{b", "the space"),
    (r"\frac{\partial a}~{\partial b}", r"{\partial b", "the space"),
    (r"\sqrt\displaystyle{a}", r"\displaystyle", "the sign beside"),
    (r"\frac\frac1212", r"\frac12", "one token"),
    (r"\int_0^1 a\,\mathrm{d}x^2", "^2", "of the integral"),
    (r"\sum_{i\le 2}^n y_i", "^", "no upper limit"),
    (r"\log(a, b)", "(", "one argument"),
    (r"\det(A, B)", "(", "one argument"),
    # commands that group, hide or comment
    (r"a % b", "%", "cannot read"),
    (r"\phantom{a}", r"\phantom", "cannot read"),
    (r"\color{a}b", r"\color", "cannot read"),
    (r"a \over b", r"\over", "cannot read"),
    (r"a \choose b", r"\choose", "cannot read"),
    (r"\sideset{}{} a", r"\sideset", "cannot read"),
    (r"\substack{a}", r"\substack", "cannot read"),
    (r"\mathop{a}", r"\mathop", "cannot read"),
    (r"\smash[b]{a}", r"\smash", "cannot read"),
    (r"\rule[a]{b}{c}", r"\rule", "cannot read"),
    (r"\cfrac[a]{a}{b}", "[", "one token"),
    (r"\xrightarrow[a]{b}", r"\x", "cannot read"),
    (r"\genfrac{(}{)}{0pt}{}{a}{b}", r"\genfrac", "cannot read"),
    (r"\hspace{a}", r"\hspace", "cannot read"),
    (r"\kern1em", r"\kern", "cannot read"),
    (r"\tag{a}", r"\tag", "cannot read"),
    (r"\def\a{b}", r"\def", "cannot read"),
    (r"\begin{array}[t]{l} a \end{array}", "[", "expected {"),
    (r"\begin{aligned}[t] a \end{aligned}", r"\begin", "cannot read"),
    # derivatives
    (r"\frac{\mathrm d x}{\mathrm d z}", "z", "declared name"),
    (r"\frac d{dx}", "d{", "a derivative"),
    # bars, spellings
    (r"|a|b|c|", "|c", "which bars"),
    (r"\|\mathbf w\|a\|\mathbf w\|", r"\|\mathbf w\|", "which bars"),
    (r"|a", "|", "cannot read"),
    (r"|\mathbf w|", r"|", "lVert"),
    ("|X|", "|", "n × d"),
    (r"\lg a", r"\lg", "base 2"),
    (r"\sum a", r"\sum", "over which letter"),
    (r"\sum_i\sum y_i", r"\sum y", "over which letter"),
    (r"y_i + \sum y_i", r"\sum", "free elsewhere"),
    (r"\partial_{xt}^2 (xt)", r"\partial", "how often"),
    (r"\partial_2 x", "2", "declared name"),
    ("f'", "", "expected ("),
    ("E[a]", "E", "nothing random"),
    ("E", "E", "cannot read"),
    # bounds
    ("1" * 101, "1", "100 digits"),
    ("a^{1001}", "{", "at most 1000"),
    ("9^{9^{9^{9}}}", "{9^{9}}", "at most 1000"),
    ("(" * 60 + "a" + ")" * 60, "", "levels"),
    ("a" + "+a" * 1000, "", "2000 characters"),
]


@pytest.mark.parametrize(("text", "token", "message"), REFUSED)
def test_what_tex_groups_otherwise_is_refused_with_a_caret(words, text, token, message):
    with pytest.raises(ReadError) as caught:
        words.read(text)
    assert message in str(caught.value).splitlines()[0]
    assert text.startswith(token, caught.value.at)


READ = [
    (r"\sqrt[3]{x}", r"x^{1/3}"),
    (r"\sqrt[n]{x}", "x^{1/n}"),
    (r"\sqrt[2]x", "x^{1/2}"),
    ("{a}^2", "a^2"),
    ("a{b}", "ab"),
    ("{a^2}b", "a^2b"),
    (r"{\sum_i y_i}a", r"\sum_i y_ia"),
    (r"{a + b \over c}p", r"\frac{a + b}{c}p"),
    (r"\log{(a + b)}", r"\log(a + b)"),
    ("A^T", r"A^\top"),
    ("A^{T}", r"A^\top"),
    (r"A^{\mathrm T}", r"A^\top"),
    (r"A^\mathrm{T}B", r"A^\top B"),
    ("A'B", r"A^\top B"),
    ("(AB)^T", r"(AB)^\top"),
    ("(AB)'", r"(AB)^\top"),
    (r"A_{12}^2", "(A_{12})^2"),
    (r"\log(p)/a", r"\frac{\log(p)}{a}"),
    (r"\frac{\mathrm d}{\mathrm d x}x^2", r"\frac{\partial}{\partial x}x^2"),
    (r"\frac{d}{d + 1}", r"\frac{(d)}{d + 1}"),
    ("a\u2212b", "a - b"),
    ("a{}", "a"),
    ("a ={}b", "a = b"),
    (r"\cfrac{a}{b}", r"\frac ab"),
    (r"\nabla_{\mathbf w}^2 a", r"\nabla^2_{\mathbf w} a"),
    (r"A^{\rm T}", r"A^\top"),
    (r"A^{\mathsf T}", r"A^\top"),
    (r"A^\intercal", r"A^\top"),
    (r"A^{\prime}", r"A^\top"),
    (r"A^{-T}", r"(A^{-1})^\top"),
    (r"A^{-\top}", r"(A^{-1})^\top"),
    (r"\partial_x f(x)", r"\frac{\partial f(x)}{\partial x}"),
    (r"\partial_{x}^2 f(x)", r"\frac{\partial^2 f(x)}{\partial x^2}"),
    (r"\partial_{xt} (xt)", r"\frac{\partial^2 xt}{\partial x\partial t}"),
    (r"\operatorname{det}(A)", r"\det(A)"),
    (r"\mathrm{det} A", r"\det A"),
    (r"|A|", r"\det(A)"),
    (r"\lvert A\rvert^{1/2}", r"\det(A)^{1/2}"),
    (r"|\det A|", r"\lvert\det(A)\rvert"),
    (r"\operatorname{Tr}(A)", r"\operatorname{tr}(A)"),
    (r"\mathrm{Tr}(A)", r"\operatorname{tr}(A)"),
    (r"\mathrm{tr}(A)", r"\operatorname{tr}(A)"),
    (r"\text{tr}(A)", r"\operatorname{tr}(A)"),
    (r"\operatorname{trace}(A)", r"\operatorname{tr}(A)"),
    (r"\tr(A)", r"\operatorname{tr}(A)"),
    (r"{\rm tr}(A)", r"\operatorname{tr}(A)"),
    (r"\mathrm{tr}\,(A)", r"\operatorname{tr}(A)"),
    (r"\operatorname*{Tr}(A)", r"\operatorname{tr}(A)"),
    (r"||\mathbf w||^2", r"\lVert\mathbf{w}\rVert^2"),
    (r"\|\mathbf{w}\|^2", r"\lVert\mathbf{w}\rVert^2"),
    (r"\Vert\mathbf{w}\Vert^2", r"\lVert\mathbf{w}\rVert^2"),
    (r"\left\|\mathbf{w}\right\|^{2}", r"\lVert\mathbf{w}\rVert^2"),
    (r"\left\Vert\mathbf{w}\right\Vert^2", r"\lVert\mathbf{w}\rVert^2"),
    (r"\big\|\mathbf{w}\big\|^2", r"\lVert\mathbf{w}\rVert^2"),
    (r"a\|\mathbf w\|\|A\|", r"a\lVert\mathbf w\rVert\lVert A\rVert"),
    (r"\|\mathbf w\|^2_2", r"\lVert\mathbf w\rVert_2^2"),
    (r"\|A\|_{\mathrm F}", r"\lVert A\rVert_F"),
    (r"|a||b|", r"\lvert a\rvert\lvert b\rvert"),
    (r"||a| - |b||", r"\lvert\lvert a\rvert - \lvert b\rvert\rvert"),
    (r"|\sum_i |y_i||", r"\lvert\sum_i\lvert y_i\rvert\rvert"),
    (r"\frac{|a|}{|b|}|c|", r"\frac{\lvert a\rvert}{\lvert b\rvert}\lvert c\rvert"),
    (r"2|a| + b|c|", r"2\lvert a\rvert + b\lvert c\rvert"),
    (r"\log|A|", r"\log(\det(A))"),
    (r"a \leqslant b", r"a \le b"),
    (r"a \geqslant b", r"a \ge b"),
    (r"\mathbf{w}_1^2", r"\mathbf{w}^2_1"),
    (r"y^2_i", r"y_i^2"),
    (r"\sum^n_{i=1}y_i", r"\sum_{i=1}^n y_i"),
    (r"\sum\nolimits_i y_i", r"\sum_i y_i"),
    (r"\sum y_i", r"\sum_i y_i"),
    (r"\arg\min_x x^2", r"\operatorname*{argmin}_x x^2"),
    (r"\operatorname{arg\,min}_x x^2", r"\arg\min_{x} x^2"),
    (r"\underset{x}{\operatorname{argmin}} x^2", r"\arg\min_{x} x^2"),
    (r"\argmin_x x^2", r"\arg\min_{x} x^2"),
    (r"\underset{x}{\arg\min}\; x^2", r"\arg\min_{x} x^2"),
    (r"\mathop{\mathrm{argmin}}_x x^2", r"\arg\min_{x} x^2"),
    (r"\text{arg min}_x x^2", r"\arg\min_{x} x^2"),
    (r"\text{diag}(\mathbf w)", r"\operatorname{diag}(\mathbf w)"),
    (r"\mathbb{I}(a = b)", r"\mathbb{1}[a = b]"),
    (r"\mathrm{tr} A", r"\operatorname{tr}(A)"),
    (r"\frac{\mathrm{d}^2 x^2}{\mathrm{d}x^2}", r"\frac{\partial^2 x^2}{\partial x^2}"),
    (r"\bigl(a + b\bigr)c", "(a + b)c"),
]


@pytest.mark.parametrize(("one", "other"), READ)
def test_what_is_set_alike_is_read_alike(words, one, other):
    assert words.read(one) == words.read(other)


def test_letters_that_share_a_font_are_a_product_where_each_begins_a_name():
    symbols = [
        matrix(r"\mathbf{A}", "d", "d"),
        matrix(r"\mathbf{B}", "d", "d"),
        vector(r"\mathbf{x}_i", "d", over={"i": "n"}),
    ]
    words = Derivation(*symbols).vocabulary
    for text in (r"\mathbf{AB}\mathbf{x}_i", r"\mathbf{A B x}_i", r"\mathbf{ABx_i}"):
        assert words.read(text) == words.read(r"\mathbf{A}\mathbf{B}\mathbf{x}_i")
    assert words.read(r"\mathbf{A^{-1}B}") == words.read(r"\mathbf{A}^{-1}\mathbf{B}")
    assert words.read(r"\mathbf{A + B}\mathbf{A}") == words.read(
        r"\mathbf{A} + \mathbf{B}\mathbf{A}"
    )
    with pytest.raises(ReadError):
        words.read(r"\mathbf{AC}")


def test_the_means_of_other_books_are_read():
    words = Derivation(scalar("U", random="S"), scalar("V", random="V"), scalar("a")).vocabulary
    mean = words.read(r"\mathbb{E}[UV \mid V]")
    for text in (
        r"\mathrm{E}[UV | V]",
        r"\operatorname{E}(UV\mid V)",
        r"\mathbb E\left[UV\,|\,V\right]",
        r"E\{UV \vert V\}",
    ):
        assert words.read(text) == mean
    spread = words.read(r"\operatorname{Var}(U)")
    for text in (
        r"\mathrm{Var}(U)",
        r"\operatorname{var}[U]",
        r"\text{Var}\left(U\right)",
        r"\mathrm{Cov}(U, U)",
    ):
        assert words.read(text) == spread
    assert words.read(r"\mathrm{E}[|U| | V]") == words.read(r"\mathbb{E}[\lvert U\rvert \mid V]")


def test_a_declared_name_wins_over_another_spelling():
    words = Derivation(
        scalar("E"), scalar(r"\operatorname{var}(Z)"), function(r"\mathrm{tr}", 1), scalar("a")
    ).vocabulary
    assert words.read("E(a)").op == "mul" and words.read(r"\operatorname{var}(Z)").op == "name"
    assert words.read(r"\mathrm{tr}(a)").op == "call"


def test_a_letter_of_no_family_takes_the_size_of_what_it_indexes():
    words = Derivation(scalar("o_k", over={"k": "K"}), matrix("W", "K", "N")).vocabulary
    assert words.read(r"\sum_j e^{o_j}") == words.read(r"\sum_{j=1}^K e^{o_j}")
    assert words.read(r"\sum_j W_{kj}") == words.read(r"\sum_{j=1}^N W_{kj}")
    for text in (r"\sum_j W_{jj}", r"\sum_j W_{kj}o_j", r"\sum_j o_{j+1}"):
        with pytest.raises(ReadError, match="not an index letter"):
            words.read(text)


def test_a_sloping_d_is_a_derivative_where_it_is_no_name():
    words = Derivation(scalar("x"), scalar("f")).vocabulary
    assert words.read(r"\frac{d f x^2}{dx}") == words.read(r"\frac{\partial f x^2}{\partial x}")
    for symbols in ([vector("w", "d")], [scalar("d")], [scalar("y_d", over={"d": "n"})]):
        with pytest.raises(ReadError, match="a derivative, and d is a name"):
            Derivation(scalar("x"), *symbols).vocabulary.read(r"\frac{d x^2}{dx}")


@pytest.mark.parametrize("symbol", [matrix("T", "d", "d"), scalar("T"), vector("v", "T")])
def test_a_transpose_by_t_is_refused_where_t_is_a_name(symbol):
    with pytest.raises(ReadError):
        Derivation(matrix("A", "d", "d"), symbol).vocabulary.read("A^T")


def test_a_prime_is_refused_where_primes_belong_to_names():
    words = Derivation(matrix("A", "d", "d"), matrix("B'", "d", "d")).vocabulary
    assert words.term("B'").op == "name"
    with pytest.raises(ReadError, match="primes belong to names"):
        words.read("A'")


NO_NAMES = [
    "ab",
    "a + b",
    "",
    "2",
    "+",
    r"\frac",
    r"\log",
    r"\partial",
    r"\mathrm{d}",
    r"\sum",
    "a b_c",
    "(a)",
    "a(b)c",
    "f(x)^2",
    r"\hat",
    r"\hat{ab}",
    "a%",
    r"\over",
]
ALIKE = [
    (scalar("x_1"), scalar("x_{1}")),
    (scalar(r"\mathbf x"), scalar(r"\mathbf{x}")),
    (scalar("x_i", over={"i": "n"}), scalar("x_2")),
    (scalar("x_i", over={"i": "n"}), vector("x_k", "d", over={"k": "n"})),
    (scalar("x_i", over={"i": "n"}), scalar("x_n")),
    (scalar("a"), scalar("a^2")),
    (scalar("a"), scalar(r"\lvert a\rvert")),
    (matrix("A", "d", "d"), matrix(r"A^\top", "d", "d")),
    (matrix("A", "d", "d"), matrix("A^{-1}", "d", "d")),
    (vector("w", "d"), scalar("w_j", over={"j": "d"})),
    (matrix("A", "d", "d"), scalar("A_{ij}", over={"i": "d", "j": "d"})),
]


@pytest.mark.parametrize("latex", [*NO_NAMES, "\u0430", "\u2113"])
def test_a_name_is_one_sign_with_scripts(latex):
    with pytest.raises(DerivationError):
        Derivation(scalar(latex))


@pytest.mark.parametrize("names", [*ALIKE, *((two, one) for one, two in ALIKE)])
def test_names_that_are_set_alike_are_refused(names):
    with pytest.raises(DerivationError):
        Derivation(*names)


def test_families_over_different_sizes_are_told_apart_by_their_letters_only():
    words = Derivation(scalar("p_x", over={"x": "K"}), scalar("p_y", over={"y": "T"})).vocabulary
    assert [words.term(f"p_{letter}").value.latex for letter in "xy"] == ["p_x", "p_y"]
    with pytest.raises(ReadError, match="does not tell them apart"):
        words.read("p_1")


BROKEN = [
    "} = 5 \\text{",
    "$} = 5 \\text{$",
    "$a",
    "a % b",
    r"a \\ b",
    "a & b",
    "$a^{b$",
    r"\end{aligned}",
    "x_1",
    "$$ a",
    r"$a \left( b$",
]


@pytest.mark.parametrize("reason", BROKEN)
def test_a_reason_stays_within_its_text(reason):
    D = Derivation(scalar("a"))
    for state in (lambda: D.calc("a", "=", "a", reason), lambda: D.define("a = 1", reason=reason)):
        with pytest.raises(ReadError):
            state()
    assert not D.statements


def test_reasons_of_words_and_formulas_are_taken():
    D = Derivation(scalar("a"))
    D.calc("a", "=", "a", r"so $a^{2} \ge 0$, and (as said): $[0, 1]$", "=", "a", "")


def test_e_with_an_exponent_is_an_exponential_unless_e_is_a_name():
    assert Derivation(scalar("a")).vocabulary.term("e^a").op == "exp"
    words = Derivation(scalar("a"), scalar("e")).vocabulary
    assert words.term("(e)^a").op == words.term("e^2").op == "pow"
    with pytest.raises(ReadError, match="e is a name here"):
        words.read("e^a")


def test_the_opened_check_shows_what_was_read():
    D = Derivation(scalar("a"), scalar("b"))
    shown = D.calc(
        "a/b", "=", r"\frac12 b", "where $a = b$", "=", r"b/2", "", given=["2a = b^2"]
    ).details()
    assert r"Read as: <code>\frac{a}{b} = \frac{1}{2} \cdot b = \frac{b}{2}</code>." in shown
    assert r"Given, read as: <code>2 \cdot a = b^{2}</code>." in shown
    assert "a relation in them is proved, or is a condition" in shown
    assert "a relation" not in D.calc("a", "=", "a", "words").details()


def test_the_independence_of_sources_is_told_where_a_mean_rests_on_it():
    D = Derivation(
        scalar("U", random="R"), scalar("V", random=r"\mathcal{D}"), scalar("W", random="R"),
        scalar("g"),
    )  # fmt: skip
    told = "Given: the sources D and R are independent."
    assert told in D.calc(r"\mathbb{E}[UV]", "=", r"\mathbb{E}[U]\mathbb{E}[V]", "").html()
    assert (
        told not in D.calc(r"\mathbb{E}[U + W]", "=", r"\mathbb{E}[U] + \mathbb{E}[W]", "").html()
    )
    D.define(r"g = \mathbb{E}[UV]")
    assert told in D.calc("2g", "=", "g + g", "").html()
