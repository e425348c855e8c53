"""Statements that would take work without end: refused at once, by counts and never by seconds."""

from .entry import either, false, true
from .symbols import common

SLOW = {"slow": True}

ENTRIES = [
    either("work-sum", common, r"\sum_{i=1}^{1000000000}i", "=", "0", "a range of 10^9", **SLOW),
    either("work-sum-ones", common, r"\sum_{i=1}^{30000000}1", "=", "0", "a range of 3 10^7", **SLOW),
    either("work-product", common, r"\prod_{i=1}^{1000000000}i", "=", "0", "a range of 10^9", **SLOW),
    either("work-max", common, r"\max_{i=1000000000} i", "=", "0", "no range that is read"),
    either("work-sums", common, r"\sum_{i=1}^{1000}\sum_{k=1}^{1000}\sum_{l=1}^{1000} 1", "=", "0", "10^9 terms, each range a thousand", **SLOW),
    either("work-products", common, r"\prod_{i=1}^{200}\sum_{k=1}^{200} 1", "=", "0", "each range is short", **SLOW),
    either("work-integral-kinds", common, r"\int_0^1\frac{e^{x}\log(1 + x)}{\sqrt{1 + x^3}}\,\mathrm{d}x", "=", "0", "no elementary integral", **SLOW),
    true("work-integral-two", common, r"\int_0^1 x e^{x}\,\mathrm{d}x", "=", "1", "", "| quad(lambda z: z*exp(z), 0, 1) | 1"),
    true("work-sums-small", common, r"\sum_{i=1}^{20}\sum_{k=1}^{20} ik", "=", "44100"),
    either("work-tower", common, "9^{9^{9^{9}}}", "=", "0", "an exponent of 10^8 digits", **SLOW),
    either("work-power", common, "2^{3^{40}}", "=", "0", "an exponent of 20 digits", **SLOW),
    either("work-power-negative", common, "2^{-3^{40}}", "=", "0", "an exponent of 20 digits", **SLOW),
    either("work-power-symbol", common, "(a + b)^{100000}", "=", "0", "10^5 terms", **SLOW),
    either("work-power-size", common, "2^{(9^n)^n}", "=", "0", "9^16 at n = 4", **SLOW),
    either("work-exp-tower", common, "e^{e^{e^{e^{e^{9}}}}}", "=", "0", "beyond every float"),
    either("work-binomial", common, r"\binom{10^{9}}{10^{8}}", "=", "0", "10^8 digits", **SLOW),
    either("work-matrix-power-sum", common, "A^{12}", "=", "A^{11}A + I", "twelve products of generic matrices", **SLOW),
    either("work-matrix-power", common, "A^{60}", "=", "A", "sixty products of generic matrices", **SLOW),
    either("work-matrix-power-huge", common, "I^{1000000000}", "=", "2I", "10^9 products", **SLOW),
    either("work-inverses", common, "((A + A^{-1})^{-1} + A)^{-1}", "=", "A", "nested inverses", **SLOW),
    either("work-hat", common, r"\det(X(X^\top X)^{-1}X^\top)", "=", "0", "1 at n = d", **SLOW),
    either("work-hidden-zero", common, r"\nabla_{\mathbf{y}}(\mathbf{y}^\top(XX^\top)^{-1}\mathbf{y})", "=", "0", "a determinant that is 0 in hiding", **SLOW),
    either("work-logarithm", common, r"\log(a^{60} + b^{60} + c^{60} + (a + b + c)^{60})", "=", "0", "a polynomial of degree 60", **SLOW),
    either("work-limit", common, r"\lim_{x\to 0}\frac{e^{e^x} - e^{\sqrt{1 + x}}\log(1 + x)^{x}}{x^{a}}", "=", "0", "a generic limit", **SLOW),
    either("work-integral", common, r"\int_a^b e^{\sqrt x}\log(1 + x^2)\sqrt{1 + x}\,\mathrm{d}x", "=", "0", "no elementary integral", **SLOW),
    either("work-number", common, "1" + "0" * 200, "=", "0", "a number of 200 digits"),
    either("work-depth", common, "(" * 60 + "a" + ")" * 60, "=", "a + 1", "60 levels"),
    # near them, and true
    true("work-sum-small", common, r"\sum_{i=1}^{100}i", "=", "5050", "", "| sum(range(101)) | 5050"),
    false("work-sum-small-wrong", common, r"\sum_{i=1}^{100}i", "=", "5051", "5050", "| sum(range(101)) | 5051"),
    true("work-power-small", common, "2^{10}", "=", "1024", "", "| 2**10 | 1024"),
    true("work-power-size-small", common, "2^n", "=", r"2\cdot 2^{n - 1}", "", "| 2**n | 2*2**(n-1)"),
    true("work-binomial-small", common, r"\binom{10}{3}", "=", "120", ""),
    true("work-matrix-power-small", common, "A^3", "=", "AAA", ""),
    true("work-polynomial", common, "(a + b)^6 - (a - b)^6", "=", "4ab(3a^4 + 10a^2b^2 + 3b^4)", "", "| (a+b)**6-(a-b)**6 | 4*a*b*(3*a**4+10*a*a*b*b+3*b**4)"),
]  # fmt: skip
