"""Pages that speak of all chapters name each of them."""

import re

from tests.book.chapters import BOOK
from tools.book import GENERATED, ROOT
from tools.new_chapter import TO_WRITE, UNNUMBERED, of_part

NUMBERED = [part for part in BOOK.parts if part not in UNNUMBERED]


def page(name):
    return (ROOT / name).read_text("utf8")


def test_the_summary_has_a_sentence_for_each_chapter_under_its_part():
    sections = re.split(r"^## (.*)$", page("pages/summary.md"), flags=re.M)[1:]
    found = {
        title: re.findall(r"^- \{doc\}`\.\./chapters/(\w+)`", text, re.M)
        for title, text in zip(sections[::2], sections[1::2], strict=True)
    }
    for part in [*NUMBERED, "Back"]:
        message = f"pages/summary.md, ## {part}: a line '- {{doc}}`../chapters/<name>`: ...' for each, in order"
        assert found[part] == of_part(BOOK, part), message


def test_the_paths_name_all_chapters():
    part = page("pages/paths.md").partition("## Part by part")[2]
    missing = [n for p in NUMBERED for n in of_part(BOOK, p) if f"chapters/{n}" not in part]
    assert missing == [], "pages/paths.md, Part by part: say when to read them"


def test_nothing_is_left_to_write():
    pages = [*ROOT.glob("*.md"), *ROOT.glob("pages/*.md")]
    paths = [path for path in pages if path.stem not in GENERATED]
    paths += [*ROOT.glob("mlbook/*.py"), *ROOT.glob("tests/*/test_*.py")]
    texts = [(path.name, path.read_text("utf8")) for path in paths]
    for chapter in BOOK.chapters.values():
        texts.append((chapter.name, chapter.description))
        texts += [
            (f"{chapter.name}, {cell.where}", f"{cell.source}{cell.metadata}")
            for cell in chapter.cells
        ]
    left = [place for place, text in texts if TO_WRITE in text]
    assert not left, f"what make new left open; look for {TO_WRITE} in {'; '.join(left)}"
