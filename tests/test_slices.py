"""What is run of a chapter to have its derivations states all that the whole chapter states."""

import ast
import json
import re
from collections import Counter
from unittest import mock

import pytest

from mlbook.derive import Derivation
from tests.chapters import CHAPTERS, derivations
from tests.slices import sliced

DISPLAY = re.compile(r"(\$\$\n.*?\n\$\$(?: \([\w:-]+\))?)\n+<details class=\"check ", re.S)
LISTED = re.compile(r"^\| (?:\{eq\}`([\w:-]+)`|\$(.*?)\$, not numbered) \| \W+\w+ \| ", re.M)


def stored(path):
    """The Markdown of a chapter's stored outputs."""
    for cell in json.loads(path.read_text("utf8"))["cells"]:
        for output in cell.get("outputs", []):
            yield "".join(output.get("data", {}).get("text/markdown", []))


def shown(path):
    """The displays that a chapter stores, each with its label, in order."""
    return [match[1] for text in stored(path) if (match := DISPLAY.match(text))]


def listed(path):
    """Labels, or first terms, of the statements in the ledger at the end of a chapter, sorted."""
    ledgers = (text for text in stored(path) if text.startswith("Statements: "))
    return sorted(label or first for text in ledgers for label, first in LISTED.findall(text))


def emitted(path):
    """(displays with their labels in order, labels or first terms sorted) of a chapter's slice."""
    kept, keep = [], Derivation.keep
    with mock.patch.object(
        Derivation, "keep", lambda self, said: kept.append(keep(self, said)) or kept[-1]
    ):
        made = derivations(path, judged=False)
    labels = (f" ({d.statement.label})" if d.statement.label else "" for d in kept)
    texts = [f"$$\n{d.tex()}\n$${label}" for d, label in zip(kept, labels, strict=True)]
    statements = [s for derivation in made for s in derivation.statements.values()]
    return texts, sorted(s.label or s.first for s in statements)


def missing(part, whole):
    """Those of a part that do not stand in the whole, in this order."""
    rest = iter(whole)
    return [each for each in part if each not in rest]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_slice_states_what_the_whole_chapter_states(path):
    texts, names = emitted(path)
    assert missing(shown(path), texts) == []
    assert len(texts) == len(names) >= len(shown(path)) > 0
    unlisted = Counter(names) - Counter(listed(path))
    assert not Counter(listed(path)) - Counter(names)
    assert not unlisted or path.stem == "famous_errors"  # whose ledger lists what it derives alone


@pytest.mark.parametrize(
    "code, kept",
    [
        ("D = Derivation(a)\nD.calc(b)", "D = Derivation(a)\nD.calc(b)"),
        ("D.holds('x', b)\nD.attempt(b, c)\nD\nledger(D)", ""),
        (
            "import numpy as np\nfrom m import f, g\nD.define(f(1))",
            "from m import f, g\nD.define(f(1))",
        ),
        ("a = 1\nb = 2\nD.calc(a)", "a = 1\nD.calc(a)"),
        ("a = 1\na = 2\nD.calc(a)", "a = 2\nD.calc(a)"),
        ("a = 1\na += 1\nD.calc(a)", "a = 1\na += 1\nD.calc(a)"),
        ("a = []\na.append(1)\na[0] = 2\nD.calc(a)", "a = []\na.append(1)\na[0] = 2\nD.calc(a)"),
        ("for i in a:\n    D.define(i)\nplot(a)", "for i in a:\n    D.define(i)"),
        (
            "def f(x):\n    return x\nassert f(1)\nD.calc(f(b))",
            "def f(x):\n    return x\nD.calc(f(b))",
        ),
        ("refused(E, D.calc, a)\nD.declare(a)", "D.declare(a)"),
    ],
)
def test_what_declares_or_states_is_kept_and_what_it_rests_on(code, kept):
    assert ast.unparse(sliced([code])) == kept
