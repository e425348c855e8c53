"""What KaTeX sees of a text is read as the tree of the text, and the printed tree is seen as well."""

import itertools
import random
from functools import cache

import pytest
from hypothesis import given, settings

from tests.book.chapters import CHAPTERS
from tests.book.displays import displays
from tests.book.katex import Katex
from texproof import Derivation, DerivationError, scalar
from texproof.expr import Expr, Relation
from texproof.read import functions
from texproof.read.layout import Layout
from texproof.read.lexer import respell
from texproof.read.parser import PRIMARIES, Parser
from texproof.written import Writer
from texproof_tests.trees import TREES, WORDS

CHANGES = 200  # of the texts of a chapter
ADDED = [
    "{", "}", "{a}", r"\,", r"\!", "~", "(", ")", "[", "]", r"\left(", r"\right)", r"\bigl(", "2", "3", "0", ".",
    "^", "_", "'", "^2", r"^\top", "^T", "/", "-", r"\cdot", "&", r"\\", "%", r"\frac", r"\sqrt", r"\log", r"\sum_i",
    r"\limits", r"\displaystyle", r"\partial", "d", r"\mathrm d", "|", r"\mid", ":", "!",
]  # fmt: skip


@pytest.fixture(name="katex", scope="module")
def a_process():
    katex = Katex()
    yield katex
    katex.close()


@cache
def corpus(chapter):
    """(vocabulary, text, tree or relations) of the texts of a chapter."""
    shown = displays([chapter])
    return [(words, text, words.read(text)) for words, texts in shown for text in texts]


def printed(words, tree):
    """A tree, or relations, as the language prints them."""
    writer = Writer(words.names)
    trees = tree if isinstance(tree, list) else [tree]
    return [writer.relation(t) if isinstance(t, Relation) else writer.of(t) for t in trees]


def of_chapters(test):
    """The test for each chapter."""
    every = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
    return pytest.mark.corpus(every(test))


@of_chapters
def test_a_chapter_is_seen_as_it_is_read(katex, chapter):
    assert corpus(chapter)
    wrong = [text for words, text, tree in corpus(chapter) if words.read(katex.seen(text)) != tree]
    assert wrong == []


@of_chapters
def test_a_chapter_printed_is_read_and_seen_as_itself(katex, chapter):
    for words, _, tree in corpus(chapter):
        for text, part in zip(
            printed(words, tree), tree if isinstance(tree, list) else [tree], strict=True
        ):
            expected = [part] if isinstance(part, Relation) else part
            assert words.read(text) == expected
            assert words.read(katex.seen(text)) == expected


@settings(max_examples=200, deadline=None)
@given(TREES)
def test_any_tree_printed_is_read_and_seen_as_itself(katex, tree):
    (text,) = printed(WORDS, tree)
    assert WORDS.read(text) == tree
    assert WORDS.read(katex.seen(text)) == tree


def changed(text, chance):
    """A text with some pieces added, dropped or doubled."""
    ends = [*(part.at for part in respell(text)), len(text)]
    pieces = [text[a:b] for a, b in itertools.pairwise(ends)]
    for _ in range(chance.choice([1, 1, 2, 3])):
        k = chance.randrange(len(pieces))
        pieces[k : k + 1] = chance.choice(
            [[chance.choice(ADDED), pieces[k]]] * 3 + [[], [pieces[k]] * 2]
        ) or [" "]
    return "".join(pieces)


@of_chapters
def test_a_changed_text_is_seen_as_it_is_read_or_refused(katex, chapter):
    chance, read = random.Random(0), 0
    for _ in range(CHANGES):
        words, text, _ = chance.choice(corpus(chapter))
        text = changed(text, chance)
        try:
            tree = words.read(text)
        except DerivationError:
            continue
        read += 1
        assert words.read(katex.seen(text)) == tree, text
    assert read > CHANGES / 20


# what the comparison is worth: with a refusal switched off, it fails

SWITCHES = {
    "{a + b}c": lambda m: m.setitem(PRIMARIES, "{", lambda p, at: p.braced()),
    "c{a + b}": lambda m: m.setitem(PRIMARIES, "{", lambda p, at: p.braced()),
    "{a + b}^2": lambda m: m.setitem(PRIMARIES, "{", lambda p, at: p.braced()),
    "2 3": lambda m: m.setattr(Parser, "refuse_digits", lambda p: None),
    r"1\,000": lambda m: m.setattr(Parser, "refuse_digits", lambda p: None),
    "2 2^{3}": lambda m: m.setattr(Parser, "refuse_digits", lambda p: None),
    r"\sqrt[3]{8}": lambda m: (m.setitem(PRIMARIES, r"\sqrt", square_root), m.setitem(PRIMARIES, "{", lambda p, at: p.braced())),
    r"\frac a^2 b": lambda m: m.setattr(functions, "group", lambda p: p.factor()),
    r"\left(a + b)": lambda m: m.setattr(Layout, "brackets", lambda layout: None),
    "a^{2}^{3}": lambda m: m.setattr(Layout, "scripts", lambda layout: None),
    r"a^\,2": lambda m: m.setattr(Layout, "commands", lambda layout: None),
}  # fmt: skip


def square_root(p, at):
    """The reading of a root without its order."""
    p.take()
    return Expr("sqrt", (p.primary(),))


@pytest.mark.parametrize("text", SWITCHES)
def test_without_a_refusal_the_comparison_fails(katex, monkeypatch, text):
    words = Derivation(scalar("a"), scalar("b"), scalar("c")).vocabulary
    assert not is_read(words, text) or agrees(katex, words, text)
    SWITCHES[text](monkeypatch)
    assert is_read(words, text) and not agrees(katex, words, text)


def is_read(words, text):
    """Whether a text is read at all."""
    try:
        return bool(words.read(text))
    except DerivationError:
        return False


def agrees(katex, words, text):
    """Whether a text is seen as it is read; what KaTeX refuses is not."""
    try:
        return words.read(katex.seen(text)) == words.read(text)
    except ValueError:
        return False
