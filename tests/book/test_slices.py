"""What is run of a chapter to have its derivations states all that the whole chapter states."""

import ast
import re
from collections import Counter
from unittest import mock

import pytest

from tests.book.chapters import CHAPTERS, derivations
from texproof import Derivation
from tools.slices import slice_of_cells

LISTED = re.compile(r"^\| (?:\{eq\}`([\w:-]+)`|\$(.*?)\$, not numbered) \| \W+[\w ]+ \| ", re.M)


def shown(chapter):
    """The displays that a chapter stores, each with its label, in order."""
    return [(equation.latex, equation.label) for equation in chapter.equations]


def listed(chapter):
    """Labels, or first terms, of the statements in the ledger at the end of a chapter, sorted."""
    texts = [text for cell in chapter.code for text in cell.stored("text/markdown")]
    ledgers = (text for text in texts if text.startswith("Statements: "))
    return sorted(label or first for text in ledgers for label, first in LISTED.findall(text))


def emitted(chapter):
    """(displays with their labels in order, labels or first terms sorted) of a chapter's slice."""
    kept, keep = [], Derivation.keep
    with mock.patch.object(
        Derivation, "keep", lambda self, statement: kept.append(keep(self, statement)) or kept[-1]
    ):
        made = derivations(chapter, judged=False)
    texts = [(display.tex(), display.statement.label) for display in kept]
    statements = [s for derivation in made for s in derivation.statements.values()]
    return texts, sorted(s.label or s.first for s in statements)


def missing(part, whole):
    """Those of a part that do not stand in the whole, in this order."""
    rest = iter(whole)
    return [each for each in part if each not in rest]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_the_slice_states_what_the_whole_chapter_states(chapter):
    texts, names = emitted(chapter)
    assert missing(shown(chapter), texts) == []
    assert len(texts) == len(names) >= len(shown(chapter)) > 0
    unlisted = Counter(names) - Counter(listed(chapter))
    assert not Counter(listed(chapter)) - Counter(names)
    assert (
        not unlisted or chapter.name == "famous_errors"
    )  # whose ledger lists what it derives alone


@pytest.mark.parametrize(
    "code, kept",
    [
        ("D = Derivation(a)\nD.calc(b)", "D = Derivation(a)\nD.calc(b)"),
        ("D.holds('x', b)\nD.attempt(b, c)\nD\nledger(D)", ""),
        (
            "import numpy as np\nfrom m import f, g\nD.define(f(1))",
            "from m import f, g\nD.define(f(1))",
        ),
        ("import m\nm.f()\nm.g(a)\nD.calc(m.h(b))", "import m\nD.calc(m.h(b))"),
        ("import m\nm.f(a, b)\nD.calc(a)", "import m\nm.f(a, b)\nD.calc(a)"),
        ("import m\nm.f(b, a)\nD.calc(a)", "D.calc(a)"),
        ("a = 1\nb = 2\nD.calc(a)", "a = 1\nD.calc(a)"),
        ("a = 1\na = 2\nD.calc(a)", "a = 2\nD.calc(a)"),
        ("a = 1\na += 1\nD.calc(a)", "a = 1\na += 1\nD.calc(a)"),
        ("a = []\na.append(1)\na[0] = 2\nD.calc(a)", "a = []\na.append(1)\na[0] = 2\nD.calc(a)"),
        ("for i in a:\n    D.define(i)\nplot(a)", "for i in a:\n    D.define(i)"),
        ("a, b = (1, 2)\nD.calc(b)", "a, b = (1, 2)\nD.calc(b)"),
        *(
            2 * (code,)
            for code in [
                "a = []\nfor i in b:\n    a.append(i)\nD.calc(a)",
                "a = []\na += [(k := i) for i in b]\nD.calc(k)",
            ]
        ),
        ("a = [k for k in b]\nk = 1\nD.calc(k)", "k = 1\nD.calc(k)"),
        ("k = 1\na = [k for k in b]\nD.calc(k)", "k = 1\nD.calc(k)"),
        (
            "def f(x):\n    return x\nassert f(1)\nD.calc(f(b))",
            "def f(x):\n    return x\nD.calc(f(b))",
        ),
        ("refused(E, D.calc, a)\nD.declare(a)", "D.declare(a)"),
    ],
)
def test_what_declares_or_states_is_kept_and_what_it_rests_on(code, kept):
    assert ast.unparse(slice_of_cells([code])) == kept
