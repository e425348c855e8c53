"""Whatever text it is given, the reader reads it or refuses it at a place in it: no other exception,
no hang, no code that runs.

The texts are the same at every run; FUZZ_EXAMPLES=20000 in the environment asks for so many others,
as `make nightly` does.
"""

import os
import re
import signal
import sys
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.displays import displays
from texproof.errors import ReadError
from texproof.limits import LONGEST_TEXT, MOST_DIGITS_READ, MOST_LEVELS
from texproof.read.lexer import TOKEN

from tests.book.chapters import CHAPTERS
from texproof import Derivation, function, index, matrix, scalar, subset, vector

SECONDS = 5  # of processor time for a text; the longest display of the book takes 0.02
DEEP = 3000  # levels: more than Python's stack holds
HUGE = "9" * 6000  # more digits than Python turns into a number
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", 50))
fuzzed = settings(
    max_examples=EXAMPLES,
    derandomize="FUZZ_EXAMPLES" not in os.environ,
    deadline=None,
    database=None,
)
NAMES = [
    scalar("a"), scalar("w_j", over={"j": "d"}), scalar(r"c_j^\star", over={"j": "d"}),
    scalar("z", random="S"), scalar(r"f_t(\mathbf{x}_i)", over={"t": "M", "i": "n"}), vector(r"\mathbf{w}", "d"),
    vector(r"\mathbf{x}_i", "d", over={"i": "n"}), matrix("A", "d", "d"), matrix("B", "n", "d"),
    index(r"q(\mathbf{x}_i)", "T", over={"i": "n"}), subset(r"I_\ell", "n", over={r"\ell": "T"}),
    function("l", 2), function(r"\phi", "d"),
]  # fmt: skip
PIECES = [
    *"abcdeijlntzABFMST0123456789()[]{}^_+-=<>/|,:;~&%#$.'", " ", "\n", "\\", "\\\\", "é", "²", "٣", "\x00", "\ud800",
    "w_j", "c_j^\\star", "f_t(\\mathbf{x}_i)", "\\mathbf{w}", "\\mathbf{x}_i", "q(\\mathbf{x}_i)", "I_\\ell", "l(a, a)",
    "\\phi(", "A_{12}", "\\mathbf", "\\hat", "\\sum", "\\sum_{i=1}^n", "\\sum_{i\\in I_\\ell}", "\\sum_{i,j}", "\\prod",
    "\\frac", "\\tfrac", "\\sqrt", "\\binom", "\\nabla", "\\nabla_{\\mathbf{w}}", "\\nabla^2", "\\partial", "\\partial^2",
    "\\frac{\\partial}{\\partial a}", "\\int", "\\int_0^1", "\\mathrm{d}", "\\lim", "\\lim_{a\\to 0}", "\\infty", "\\to",
    "\\top", "^\\top", "^{-1}", "^2", "\\left(", "\\right)", "\\{", "\\}", "\\lVert", "\\rVert", "\\|", "\\langle",
    "\\rangle", "\\lvert", "\\rvert", "\\log", "\\exp", "\\det", "\\max", "\\min", "\\arg", "\\text{s.t.}", "\\in", "\\mid",
    "\\ne", "\\le", "\\approx", "\\propto", "\\ell", "\\pi", "\\cdot", "\\times", "\\operatorname{tr}",
    "\\operatorname{diag}", "\\operatorname{Var}", "\\operatorname{Cov}", "\\mathbb{E}", "\\mathbb{E}_S", "\\mathbb{1}[",
    "\\begin{pmatrix}", "\\end{pmatrix}", "\\begin{cases}", "\\end{cases}", "\\text{otherwise}", HUGE, "0." + HUGE,
    "__import__('os').system('true')", "\\input{/etc/passwd}", "lambda: 0", "\\immediate\\write18{ls}",
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
    return Derivation(*NAMES).words


@cache
def corpus(chapter=None):
    """(words, text) of the statements of a chapter, or of all."""
    shown = displays([chapter] if chapter else CHAPTERS)
    return [(words, text) for words, texts in shown for text in texts]


# --- what the reader does with a text ------------------------------------------------------------


class Watch:
    """Of a block it notes what no reading does, and ends it when it takes too long."""

    events = {"compile", "exec", "open", "import", "os.system", "subprocess.Popen"}

    def __init__(self):
        self.on, self.heard = False, []
        sys.addaudithook(self.hear)
        signal.signal(signal.SIGVTALRM, self.stop)

    def hear(self, event, arguments):
        if self.on and event in self.events:
            self.heard.append((event, *arguments))

    def stop(self, *_):
        raise TimeoutError

    def __enter__(self):
        self.on, self.heard = True, []
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        return self.heard

    def __exit__(self, *_):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self.on = False


@cache
def the_watch():
    """The one watch of a process: Python never forgets an audit hook."""
    return Watch()


def is_read(text, words=None):
    """Whether the text is read; False if it is refused at a place in it. Anything else raises."""
    refusal, words = None, words or vocabulary()
    with the_watch() as heard:
        try:
            words.read(text)
        except ReadError as error:
            refusal = error
    assert not heard
    assert refusal is None or (0 <= refusal.at <= len(text) and str(refusal))
    return refusal is None


# --- texts ---------------------------------------------------------------------------------------

PLACE = st.integers(0, 10**6)
EDITS = {
    "delete": lambda found, i, j, _: found[:i] + found[i + 1 :],
    "double": lambda found, i, j, _: [*found[:j], found[i], *found[j:]],
    "swap": lambda found, i, j, _: [
        *found[:i],
        found[j],
        *found[i + 1 : j],
        found[i],
        *found[j + 1 :],
    ],
    "cut": lambda found, i, j, _: found[:j],
    "piece": lambda found, i, j, _: [*found[:i], PIECES[j % len(PIECES)], *found[i + 1 :]],
    "graft": lambda found, i, j, more: [*found[:i], *more, *found[j:]],
}


def changed(text, edits, other):
    """The text after some edits of its tokens, each (kind, place, place); other: what is grafted."""
    found, more = re.findall(TOKEN, text), re.findall(TOKEN, other)
    for kind, *places in edits:
        if found:
            i, j = sorted(place % len(found) for place in places)
            found = EDITS[kind](found, i, j, more[: 1 + j]) if i < j else found[:i] + found[i + 1 :]
    return " ".join(found)


@fuzzed
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=25).map("".join))
def test_any_text_is_read_or_refused(text):
    is_read(text)


@pytest.mark.corpus
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
@fuzzed
@given(
    PLACE,
    st.lists(st.tuples(st.sampled_from(sorted(EDITS)), PLACE, PLACE), min_size=1, max_size=3),
    PLACE,
)
def test_a_display_of_the_book_with_an_error_is_read_or_refused(chapter, which, edits, other):
    every = corpus(chapter)
    words, text = every[which % len(every)]
    is_read(changed(text, edits, every[other % len(every)][1]), words)


@fuzzed
@given(
    st.lists(st.sampled_from(NESTED), min_size=1, max_size=3),
    st.integers(1, 100),
    st.sampled_from(["a", "w_j", "A", ""]),
)
def test_any_nest_is_read_or_refused(pairs, levels, inside):
    before, after = "".join(a for a, _ in pairs), "".join(b for _, b in reversed(pairs))
    is_read(before * levels + inside + after * levels)


@pytest.mark.parametrize("pair", NESTED, ids=lambda pair: " ".join(pair))
def test_what_is_nested_without_end_is_refused_or_read(pair):
    before, after = pair
    is_read(before * DEEP + "a" + after * DEEP)


# --- what it showed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pair", [("(", ")"), (r"\sqrt{", "}"), ("(", ")^2"), ("", "/a"), ("a^{", "}")]
)
def test_too_many_levels_are_refused_with_their_number(pair):
    before, after = pair
    with pytest.raises(ReadError, match=f"more than {MOST_LEVELS} .* stand inside each other"):
        vocabulary().read(before * MOST_LEVELS + "a" + after * MOST_LEVELS)
    assert is_read(before * (MOST_LEVELS // 4) + "a" + after * (MOST_LEVELS // 4))


@pytest.mark.parametrize(
    "text, message",
    [
        (HUGE, f"at most {LONGEST_TEXT} characters"),
        ("9" * (MOST_DIGITS_READ + 1), f"at most {MOST_DIGITS_READ} digits"),
        (f"w_{{{'9' * (MOST_DIGITS_READ + 1)}}}", "digits"),
        (r"\frac{\partial^{a} a}{\partial a}", "expected 1 or 2"),
        (r"\frac{\partial^{999999999} a}{\partial a^{999999999}}", "expected 1 or 2"),
        (r"I_{\ell}_{2}", "a second script"),
        (r"\frac²a", "no letter of LaTeX"),
        ("٣", "no letter of LaTeX"),
    ],
)
def test_what_was_once_no_refusal_is_one(text, message):
    with pytest.raises(ReadError, match=message):
        vocabulary().read(text)


@pytest.mark.nightly
def test_most_displays_of_the_book_are_among_those_that_are_changed():
    count = sum(is_read(text, words) for words, text in corpus())
    assert len(corpus()) > 2000 and count > 0.9 * len(corpus())


def test_code_that_runs_and_time_that_passes_are_noticed():
    with the_watch() as heard:
        eval("1 + 1")
    assert {event for event, *_ in heard} >= {"compile", "exec"}
    with pytest.raises(TimeoutError), the_watch():
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)
        while True:
            pass
