"""Whatever text it is given, the reader reads it or refuses it at a place in it: no other exception,
no hang, no code that runs.
"""

import signal
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from texproof import Derivation, DerivationError, function, index, matrix, scalar, subset, vector
from texproof.errors import ReadError
from texproof.limits import LONGEST_TEXT, MOST_DIGITS_READ, MOST_LEVELS
from texproof_tests.fuzz import (
    EDITED,
    HUGE,
    PIECES,
    PLACE,
    fuzzed,
    is_read,
    misprinted,
    the_watch,
)
from texproof_tests.statements import KINDS, entries_of

DEEP = 3000  # levels: more than Python's stack holds
NAMES = [
    scalar("a"), scalar("w_j", over={"j": "d"}), scalar(r"c_j^\star", over={"j": "d"}),
    scalar("z", random="S"), scalar(r"f_t(\mathbf{x}_i)", over={"t": "M", "i": "n"}), vector(r"\mathbf{w}", "d"),
    vector(r"\mathbf{x}_i", "d", over={"i": "n"}), matrix("A", "d", "d"), matrix("B", "n", "d"),
    index(r"q(\mathbf{x}_i)", "T", over={"i": "n"}), subset(r"I_\ell", "n", over={r"\ell": "T"}),
    function("l", 2), function(r"\phi", "d"),
]  # fmt: skip
NESTED = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("\\{", "\\}"), ("|", "|"), ("\\lVert ", "\\rVert"), ("\\langle ", ", a\\rangle"),
    ("\\frac{", "}{2}"), ("\\frac1{", "}"), ("\\sqrt{", "}"), ("\\sqrt", ""), ("\\sqrt\\frac1", ""), ("a^{", "}"),
    ("a^", ""), ("", "^2"), ("", "^\\top"), ("", "/a"), ("-(", ")"), ("\\log", ""), ("\\log(", ")"),
    ("\\exp\\log ", ""), ("\\max(", ", 1)"), ("\\sum_{j}", ""), ("\\sum_{j=1}^{", "}w_j"), ("\\sum_{j<", "}w_j"),
    ("\\max_{j}", ""), ("\\arg\\max_{a}", ""), ("\\nabla_{a}", ""), ("\\frac{\\partial}{\\partial a}", ""),
    ("\\frac{\\partial ", "}{\\partial a}"), ("\\int_{0}^{1}", "\\mathrm{d}a"), ("\\int_{0}^{", "}a\\mathrm{d}a"),
    ("\\lim_{a\\to 0}", ""), ("\\lim_{a\\to ", "}a"), ("\\binom{", "}{2}"), ("\\mathbb{E}[z", "]"), ("\\mathbb{1}[", "=a]"),
    ("\\operatorname{tr}(", ")"), ("\\begin{pmatrix}", "\\end{pmatrix}"), ("\\begin{cases}", "\\end{cases}"),
    ("l(a, ", ")"), ("q(\\mathbf{x}_{", "})"), ("w_{q(\\mathbf{x}_{", "})}"), ("w_{", "}"), ("w_{1+", "}"), ("\\mathbf{", "}"),
    ("[", "]_{a=1}"), ("[a]_{a=", "}"), ("\\{i\\mid ", "=1\\}"), ("a=", ""), ("a+", ""), ("a ", ""), ("a\\cdot ", ""),
]  # fmt: skip


@cache
def vocabulary():
    return Derivation(*NAMES).vocabulary


@cache
def corpus(kind):
    """(words, text) of the claims of one kind."""
    claims = [entry for entry in entries_of(kind) if entry.does == "calc" and words(entry.symbols)]
    return [
        (words(entry.symbols), text)
        for entry in claims
        for text in (entry.said[0], entry.said[2], *entry.options.get("given", ()))
        if isinstance(text, str)  # some claims have a number where a text belongs
    ]


@cache
def words(symbols):
    """The vocabulary of some symbols, which many claims share; None if they are refused."""
    try:
        made = symbols()
        return (made if isinstance(made, Derivation) else Derivation(*made)).vocabulary
    except DerivationError:
        return None


@pytest.mark.corpus
@pytest.mark.parametrize("kind", KINDS)
@fuzzed
@given(PLACE, EDITED, PLACE)
def test_a_claim_with_an_error_is_read_or_refused(kind, which, edits, other):
    wanted, text = misprinted(corpus(kind), which, edits, other)
    is_read(text, wanted)


@fuzzed
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=25).map("".join))
def test_any_text_is_read_or_refused(text):
    is_read(text, vocabulary())


@fuzzed
@given(
    st.lists(st.sampled_from(NESTED), min_size=1, max_size=3),
    st.integers(1, 100),
    st.sampled_from(["a", "w_j", "A", ""]),
)
def test_any_nest_is_read_or_refused(pairs, levels, inside):
    before, after = "".join(a for a, _ in pairs), "".join(b for _, b in reversed(pairs))
    is_read(before * levels + inside + after * levels, vocabulary())


@pytest.mark.parametrize("pair", NESTED, ids=lambda pair: " ".join(pair))
def test_what_is_nested_without_end_is_refused_or_read(pair):
    before, after = pair
    is_read(before * DEEP + "a" + after * DEEP, vocabulary())


# --------------------------------------------------------------------------------------------------
# What it showed.


@pytest.mark.parametrize(
    "pair", [("(", ")"), (r"\sqrt{", "}"), ("(", ")^2"), ("", "/a"), ("a^{", "}")]
)
def test_too_many_levels_are_refused_with_their_number(pair):
    before, after = pair
    with pytest.raises(ReadError, match=f"more than {MOST_LEVELS} .* are nested"):
        vocabulary().read(before * MOST_LEVELS + "a" + after * MOST_LEVELS)
    fewer = MOST_LEVELS // 4
    assert is_read(before * fewer + "a" + after * fewer, vocabulary())


@pytest.mark.parametrize(
    "text, message",
    [
        (HUGE, f"at most {LONGEST_TEXT} characters"),
        ("9" * (MOST_DIGITS_READ + 1), f"at most {MOST_DIGITS_READ} digits"),
        (f"w_{{{'9' * (MOST_DIGITS_READ + 1)}}}", "digits"),
        (r"\frac{\partial^{a} a}{\partial a}", "expected 1 or 2"),
        (r"\frac{\partial^{999999999} a}{\partial a^{999999999}}", "expected 1 or 2"),
        (r"I_{\ell}_{2}", "a second script"),
        (r"\frac²a", "is not a LaTeX letter"),
        ("٣", "is not a LaTeX letter"),
    ],
)
def test_what_was_once_no_refusal_is_one(text, message):
    with pytest.raises(ReadError, match=message):
        vocabulary().read(text)


def test_code_that_runs_and_time_that_passes_are_noticed():
    with the_watch() as heard:
        eval("1 + 1")
    assert {event for event, *_ in heard} >= {"compile", "exec"}
    with pytest.raises(TimeoutError), the_watch():
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)
        while True:
            pass
