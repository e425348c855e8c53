"""Texts with errors in them, and what the reader does with a text: it reads it or refuses it at a
place in it, runs no code, and ends soon.

The texts are the same at every run; FUZZ_EXAMPLES=20000 in the environment asks for so many others.
"""

import os
import re
import signal
import sys
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st

from texproof.errors import ReadError
from texproof.read.lexer import TOKEN

SECONDS = 5  # of processor time for a text; the longest statement takes 0.02
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", 50))
fuzzed = settings(
    max_examples=EXAMPLES,
    derandomize="FUZZ_EXAMPLES" not in os.environ,
    deadline=None,
    database=None,
)
HUGE = "9" * 6000  # more digits than Python turns into a number
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


# --------------------------------------------------------------------------------------------------
# What the reader does with a text.


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


def is_read(text, words):
    """Whether the text is read; False if it is refused at a place in it. Anything else raises."""
    refusal = None
    with the_watch() as heard:
        try:
            words.read(text)
        except ReadError as error:
            refusal = error
    assert not heard
    assert refusal is None or (0 <= refusal.at <= len(text) and str(refusal))
    return refusal is None


# --------------------------------------------------------------------------------------------------
# Texts.

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


EDITED = st.lists(st.tuples(st.sampled_from(sorted(EDITS)), PLACE, PLACE), min_size=1, max_size=3)


def misprinted(every, which, edits, other):
    """(words, text) of one of some pairs of words and text, its text changed with another's tokens."""
    words, text = every[which % len(every)]
    return words, changed(text, edits, every[other % len(every)][1])
