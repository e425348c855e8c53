"""What is typeset and what is read: the text must group as its tree does."""

from texproof import matrix, scalar, vector

from .entry import either, false, true, unread
from .symbols import common


def leaves():
    """Names that use the sizes d and T, which TeX's d and T may stand for."""
    return [
        matrix("A", "d", "d"),
        matrix("B", "d", "T"),
        vector("w", "d"),
        scalar("x"),
        scalar("a"),
        scalar("d'"),
        vector("h", "T"),
    ]


def letters():
    return [scalar(letter) for letter in ("a", "b", "c", "p", "t", "m", "x")]


def primes():
    return [
        matrix("A", "d", "d"),
        matrix("A'", "d", "d"),
        vector("w", "d"),
        scalar("a"),
        scalar("a'"),
        scalar("t"),
    ]


ENTRIES = [
    # invisible braces
    unread("brace-product", common, "{a+b}c", "=", "ac + bc", "typeset a + bc"),
    unread("brace-power", common, "{a+b}^2", "=", "a^2 + 2ab + b^2", "typeset a + b^2"),
    unread("brace-minus", common, "a-{a+b}", "=", "-b", "typeset a - a + b"),
    unread("brace-before", common, "c{a+b}", "=", "ca + cb", "typeset ca + b"),
    unread("brace-function", common, r"\log{p r}", "=", r"\log p + \log r", "typeset log p r"),
    unread("brace-stroke", common, "1/{p r}", "=", r"\frac{1}{p r}", "typeset 1/pr"),
    unread("brace-sum", common, r"\sum_i{x_i + 1}", "=", r"\sum_i x_i + n", "typeset with the 1 outside"),
    unread("brace-transposed", common, r"{A + B}^\top", "=", r"A^\top + B^\top", "typeset A + B'"),
    unread("brace-negative", common, "a{-b}", "=", "-ab", "typeset a - b"),
    unread("brace-power-negative", common, "{-a}^2", "=", "a^2", "typeset -a^2"),
    unread("brace-product-power", common, "{ab}^2", "=", "a^2b^2", "typeset ab^2"),
    unread("brace-derivative", common, r"\frac{\partial}{\partial a}{a b + b}", "=", "b", "typeset without brackets"),
    unread("brace-gradient", common, r"\nabla_{\mathbf{w}}{\mathbf{v}^\top\mathbf{w} + a}", "=", r"\mathbf{v}", "typeset without brackets"),
    unread("brace-nested", common, "{{a+b}}c", "=", "ac + bc", "typeset a + bc"),
    true("brace-one", common, "{a}^2", "=", "aa", "one letter is one group"),
    true("bracket-product", common, "(a+b)c", "=", "ac + bc", "", "| (a+b)*c | a*c+b*c"),
    true("bracket-power", common, "(a+b)^2", "=", "a^2 + 2ab + b^2", "", "| (a+b)**2 | a*a+2*a*b+b*b"),
    true("bracket-minus", common, "a-(a+b)", "=", "-b", "", "| a-(a+b) | -b"),
    true("bracket-fraction", common, r"\frac{a + b}{p}", "=", r"\frac ap + \frac bp", "a fraction's braces are groups", "| (a+b)/p | a/p+b/p"),
    true("bracket-exponent", common, r"e^{a + b}", "=", "e^ae^b", "so are a script's", "| exp(a+b) | exp(a)*exp(b)"),
    # digits side by side
    unread("digits-product", common, "2 3", "=", "6", "typeset 23"),
    unread("digits-thousand", common, r"1\,000", "=", "0", "typeset 1 000"),
    unread("digits-decimal", common, "0.5 5 a", "=", "2.5a", "typeset 0.55a"),
    unread("digits-power", common, "2 2^{3}", "=", "16", "typeset 22^3"),
    unread("digits-braces", common, "2{3}", "=", "6", "typeset 23"),
    unread("digits-fraction", common, r"2\frac12", "=", "2.5", "a sum or a product"),
    either("digits-power-after", common, "a^22", "=", "a^{22}", "TeX raises one digit", "| 2*a*a | a**22"),
    unread("digits-point", common, "2.5.5", "=", "12.5", "no number"),
    true("digits-dot", common, r"2\cdot 3", "=", "6", ""),
    true("digits-brackets", common, "2(3)", "=", "6", "brackets are seen"),
    true("digits-decimal-right", common, "0.5a", "=", r"\frac a2", ""),
    # optional arguments
    false("root-cube", common, r"\sqrt[3]{8}", "=", r"8\sqrt{3}", "the cube root", "| 8**(1/3) | 8*sqrt(3)"),
    either("root-fourth", common, r"\sqrt[4]{p}", "=", "2p", "the fourth root", "| p**.25 | 2*p"),
    either("root-cube-letter", common, r"\sqrt[3]{x}", "=", r"\sqrt{3}x", "the cube root", "assume(x > 0) | x**(1/3) | sqrt(3)*x"),
    either("root-index-two", common, r"\sqrt[2]{p}", "=", r"\sqrt{2}p", "the square root", "| sqrt(p) | sqrt(2)*p"),
    true("root-fourth-right", common, r"\sqrt[4]{p}", "=", r"\sqrt{\sqrt{p}}", "k-th roots are read, by issue", "| p**.25 | sqrt(sqrt(p))"),
    true("root-cube-right", common, r"\sqrt[3]{8}", "=", "2", "", "| 8**(1/3) | 2"),
    either("root-cube-wrong", common, r"\sqrt[3]{27}", "=", "27^{3}", "3", "| 3 | 27**3"),
    true("root-plain", common, r"\sqrt{8}", "=", r"2\sqrt{2}", "", "| sqrt(8) | 2*sqrt(2)"),
    unread("line-skip", letters, r"a\\[2pt]", "=", "2apt", "a space of two points"),
    unread("line-break", letters, r"a\\b", "=", "ab", "two lines"),
    unread("line-align", letters, "a & b", "=", "ab", "a place to align"),
    either("line-matrix-skip", letters, r"\begin{pmatrix}a\\[2pt] b\end{pmatrix}", "=", r"\begin{pmatrix}a\\ 2ptb\end{pmatrix}", "a space of two points"),
    # the stroke
    unread("stroke-log", common, r"\log p/r", "=", r"\frac{\log p}{r}", "log of p/r to most"),
    unread("stroke-partial", common, r"\frac{\partial}{\partial a}a/a", "=", r"\frac1a", "d/da of a/a to most"),
    unread("stroke-gradient", common, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top\mathbf{w})/(\mathbf{w}^\top\mathbf{w})", "=", r"\frac{2\mathbf{w}}{\mathbf{w}^\top\mathbf{w}}", "the gradient of the quotient to some"),
    unread("stroke-below", common, "a/b c", "=", r"\frac{ac}{b}", "what is below?"),
    unread("stroke-below-other", common, "a/b c", "=", r"\frac{a}{bc}", "what is below?"),
    true("stroke-plain", common, "a/p", "=", r"\frac ap", ""),
    true("stroke-log-brackets", common, r"\log(p/r)", "=", r"\log p - \log r", "", "| log(p/r) | log(p)-log(r)"),
    true("stroke-log-of", common, r"\log(p)/r", "=", r"\frac{\log p}{r}", ""),
    # scripts after scripts
    either("script-transposed", common, r"A_{12}^\top", "=", "A_{12}", "the entry of A' is A_21", "assume(d > 1) | A.T[0, 1] | A[0, 1]"),
    true("script-power", common, r"\mathbf{w}_1^2", "=", r"\mathbf{w}_1\mathbf{w}_1", "", "| w[0]**2 | w[0]*w[0]"),
    true("script-brackets", common, r"(A^\top)^\top", "=", "A", ""),
    unread("script-double", common, "a^{2}^{3}", "=", "a^6", "TeX refuses a double superscript"),
    unread("script-double-transposed", common, r"A^\top^\top", "=", "A", "TeX refuses a double superscript"),
    true("script-double-brackets", common, "(a^2)^3", "=", "a^6", ""),
    true("script-double-nested", common, "a^{2^3}", "=", "a^8", ""),
    false("script-double-nested-wrong", common, "a^{2^3}", "=", "a^6", "a^8", "| a**8 | a**6"),
    unread("script-alone", common, "^2", "=", "1", "of nothing"),
    unread("script-transposed-function", common, r"\log^2 p", "=", r"(\log p)^2", "not read"),
    # letters that TeX's authors reserve
    unread("letter-derivative", leaves, r"\frac{d\,x^2}{dx}", "=", "x", "the derivative, 2x, and not a size"),
    unread("letter-derivative-second", leaves, r"\frac{d^2 x^2}{dx^2}", "=", "d", "the second derivative, 2"),
    unread("letter-derivative-bare", leaves, r"\frac{d}{dx}x^2", "=", "x", "the derivative"),
    unread("letter-derivative-name", leaves, r"\frac{da}{dx}", "=", r"\frac ax", "the derivative of a"),
    true("letter-size", leaves, r"\frac{x^2}{d}", "=", r"\frac{1}{d}x^2", "a size below alone"),
    unread("letter-transposed", leaves, "A^T A", "=", "A A^T", "a transpose, and not a power"),
    unread("letter-transposed-det", leaves, r"\det(A^T)", "=", r"\det(A)^T", "a transpose, and not a power"),
    unread("letter-transposed-braces", leaves, "A^{T}A", "=", "A A^{T}", "a transpose"),
    true("letter-power", leaves, "x^T x", "=", "x^{T + 1}", "of a number it is a power"),
    # primes
    either("prime-declared", primes, "A'A", "=", r"A^\top A", "A' is a name", "B = A + I | B@A | A.T@A"),
    either("prime-undeclared", lambda: [matrix("A", "d", "d")], "A'A", "=", "AA", "a transpose", "| A.T@A | A@A"),
    unread("prime-number", common, "a'", "=", "a", "no such name"),
    false("prime-derivative", common, "f'(a)", "=", r"f(a)", "the derivative is another function"),
    # spacing and sizing that group nothing
    unread("delimiter-open", common, r"\left(a+b)", "=", "a + b", r"no \right: TeX stops"),
    unread("delimiter-close", common, r"(a+b\right)", "=", "a + b", r"no \left: TeX stops"),
    unread("delimiter-mixed", common, "(a+b]", "=", "a + b", "brackets of two kinds"),
    unread("delimiter-crossed", common, r"\left(a + \frac{b\right)}{p}", "=", "a", "crossed groups"),
    true("delimiter-sized", common, r"\bigl(a + b\bigr)c", "=", "ac + bc", "", "| (a+b)*c | a*c+b*c"),
    true("delimiter-left", common, r"\left(a + b\right)c", "=", "ac + bc", "", "| (a+b)*c | a*c+b*c"),
    # other groups that TeX has
    unread("comment", common, "a % + b", "=", "a", "a comment"),
    unread("phantom", common, r"a\phantom{+ b}", "=", "a", "not seen"),
    unread("colour", common, r"\color{red}a", "=", "a", "unknown"),
    unread("not", common, r"a \not", "=", "b", "unknown"),
    unread("text", common, r"a\text{ if }b", "=", "ab", "words"),
    unread("cancel", common, r"\cancel{a}b", "=", "b", "unknown"),
    unread("hat-free", common, r"\hat{a}", "=", "a", "no such name"),
    true("over", common, r"{a + b \over p}", "=", r"\frac{a + b}{p}"),
    unread("plus-minus", common, r"a \pm b", "=", "a", "unknown"),
    false("factorial", common, "n!", "=", "n", "true for n = 1 and n = 2 alone"),
    false("unicode-minus", common, "a \u2212 b", "=", "a + b", "a minus of Unicode"),
    unread("unicode-digit", common, "\u0662 a", "=", "2a", "a digit of another script"),
    unread("unicode-space", common, "a\u200bb", "=", "ab", "no width"),
    unread("homoglyph", lambda: [scalar("a"), scalar("b")], "\u0430", "=", "a", "a Cyrillic letter"),
    either("names-space", lambda: [scalar("ab"), scalar("a"), scalar("b")], "ab", "=", r"a\cdot b", "ab is a name, and typeset as a product", "| c | a*b"),
    either("fraction-digits", common, r"\frac123", "=", r"\frac{1}{23}", "typeset 1/2 times 3", "| 3/2 | 1/23"),
    true("fraction-digits-right", common, r"\frac12 a", "=", r"\frac{a}{2}", ""),
    either("binom-digits", common, r"\binom523", "=", r"\binom{5}{23}", "10 times 3", "| 30 | 0"),
    either("entry-digits", common, "A_{12}", "=", "A_{1,2} + 1", "the same entry", "assume(d > 1) | A[0,1] | A[0,1]+1"),
    either("sum-plus", common, r"\sum_i x_i + 1", "=", r"\sum_i(x_i + 1)", "the sum ends at the plus", "| sum(xs)+1 | sum(xs+1)"),
    true("sum-plus-right", common, r"\sum_i x_i + n", "=", r"\sum_i(x_i + 1)", "", "| sum(xs)+n | sum(xs+1)"),
    either("sum-minus", common, r"\sum_i x_i - a", "=", r"\sum_i(x_i - a)", "the sum ends at the minus", "| sum(xs)-a | sum(xs-a)"),
    true("sum-reach", common, r"\sum_i a x_i", "=", r"a\sum_i x_i", "", "| sum(a*xs) | a*sum(xs)"),
    either("log-reach", common, r"\log p + r", "=", r"\log(p + r)", "the logarithm ends at the plus", "| log(p)+r | log(p+r)"),
    unread("log-two", common, r"\log p r", "=", r"\log(p r)", "of p, or of pr"),
    either("minus-power", common, "-a^2", "=", "(-a)^2", "the power first", "| -a*a | a*a"),
    true("minus-power-right", common, "-a^2", "=", "-(a^2)", "", "| -a*a | -(a*a)"),
    true("brackets-three", common, r"[a\{b(c + 1)\}]", "=", "abc + ab", "", "| a*b*(c+1) | a*b*c+a*b"),
]  # fmt: skip
