"""Reads the statements of the stored chapters as texts, with their names; nothing is run."""

from collections import defaultdict

from tests.book.chapters import CHAPTERS
from texproof.data import words_from
from texproof.statement import DEFINED

ANY = defaultdict(lambda: print)  # in the place of programs, which no reading calls


def displays(chapters=CHAPTERS):
    """(vocabulary, texts) of each display of some chapters, each text of a chapter once."""
    for chapter in chapters:
        known = set()
        for equation in chapter.equations:
            texts = [text for text in texts_of(equation.data) if text not in known]
            known.update(texts)
            yield words_from(equation.data, ANY), list(dict.fromkeys(texts))


def texts_of(data):
    """All texts of a statement that are read."""
    first, rows = data["first"], [text for _, text, _ in data["rows"]]
    if data["kind"] == DEFINED:
        return [f"{first} = {text}" for text in rows]
    return [first, *rows, *data.get("given", ())]
