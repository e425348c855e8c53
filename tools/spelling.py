"""Spell the prose of the book: pages, chapters, captions, docstrings and comments.

    python -m tools.spelling

The words are those of British English, from the npm package dictionary-en-gb, and those of
tools/words.txt, which holds the book's terms and names.  Endings are Oxford's: a word that American
English, dictionary-en, writes with `-ize` is written so (minimize; but exercise, analyse).
Formulas and code are not read.
Of most pages that a program writes, the sentences in the program are read: the rest is copied from
what is read elsewhere, or is names and numbers of what ran.  Of the others the page is read.
"""

import ast
import io
import re
import sys
import tokenize
from functools import cache

from hunspell import Hunspell

from tools.book import ROOT, Book
from tools.pages.current import make_if_stale

DICTIONARIES = ROOT / "_ext" / "node_modules"
PROJECT = ROOT / "tools" / "words.txt"
KEYWORDS = ("meaning", "reason", "at_sizes", "hint", "source", "label", "xlabel", "ylabel", "title")
CODE = ("mlbook", "texproof", "tests", "tools", "benchmarks", "_ext")
# Pages, each by the tool of its name.
GENERATED = ("speed", "ledger", "letters", "subjects", "other_books")
WRITERS = (*(f"tools/pages/{page}.py" for page in GENERATED), "benchmarks/bench_*.py")

NOT_PROSE = re.compile(
    r"^(`{3,}|~{3,})(?!\{)[^\n]*\n.*?^\1"  # fenced code
    r"|\$\$.*?\$\$|(?<!\\)\$[^$]*\$"  # formulas
    r"|\{[\w:-]+\}`[^`<]*`|``.*?``|`[^`]*`"  # roles and code, not a role's own text
    r"|\]\([^)]*\)|https?://\S+|</?\w[^>]*>"  # addresses and tags
    r"|^:[\w-]+:[^\n]*|^[`:]{3,}\{[\w:-]+\}|&\w+;"  # options and names of directives
    r"|\(eqs?[. ][^)]*\)|\beqs? [\w-]+|\b(?:ex|thm)-[\w-]+"  # labels
    r"|^myst:|^  html_meta:|\"\w+\""  # the head of a page; a value
    r"|#[ ](?:noqa|fmt|type|ruff):.*"  # orders to tools
    r"|^[*\w][*\w, ]* : [^\n]*"  # names and types in docstrings
    r"|^ *>>>[^\n]*(?:\n *\S[^\n]*)*"  # examples in docstrings, with what they print
    r"|[\w.]*(?:\w[_.=(]|[\\^=/])\w\S*",  # names in code
    re.S | re.M,
)
WORD = re.compile(r"(?<!\w)[A-Za-z\u00c0-\u00ff]{3,}(?:'[a-z]+)?(?![\w])")
FIELD = re.compile(r"\{\w+\}")  # of a text that is filled in
CAPITALS = re.compile(r".+[A-Z]")  # NumPy, AUC: a name
ISE = re.compile(r"is(?=(?:e|ed|es|er|ers|ing|able|ation|ations)$)")
IZE = re.compile(r"iz(?=(?:e|ed|es|er|ers|ing|able|ation|ations)$)")


def words_of_text(text):
    """The words of a text without its formulas, code and addresses."""
    matches = WORD.findall(NOT_PROSE.sub(" ", text).replace("\u2019", "'"))
    return [word.removesuffix("'s") for word in matches if not CAPITALS.match(word)]


def texts_to_spell():
    """(place, text) of all that is spelt."""
    make_if_stale()
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("pages/*.md"), *ROOT.glob("texproof/*.md")]):
        if path.stem not in GENERATED:
            yield path.name, path.read_text("utf8")
    for pattern in WRITERS:
        for path in sorted(ROOT.glob(pattern)):
            yield from sentences_of_program(path)
    for chapter in Book().chapters.values():
        yield from chapter_texts(chapter)
    for folder in CODE:
        for path in sorted((ROOT / folder).glob("**/*.py")):
            if "node_modules" not in path.parts:
                yield from documentation_of_module(path)


def chapter_texts(chapter):
    """(place, text) of a chapter's description, Markdown, captions, meanings and reasons."""
    file = chapter.path.name
    yield file, chapter.description
    for cell in chapter.cells:
        place = f"{file}, {cell.where}"
        if cell.kind == "markdown":
            yield place, cell.source
            continue
        shown = cell.metadata.get("mystnb", {})
        yield place, shown.get("figure", {}).get("caption", "")
        yield place, shown.get("image", {}).get("alt", "")
        yield from ((place, text) for text in reasons_of_calls(ast.parse(cell.code)))


def reasons_of_calls(tree):
    """What calls are told in words: strings of two words or more with no formula outside $."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            values = [word.value for word in call.keywords if word.arg in KEYWORDS]
            for part in (*call.args, *values):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    outside = re.sub(r"\$[^$]*\$", " ", part.value)
                    if " " in outside.strip() and not re.search(r"[\\_=^{}]", outside):
                        yield part.value


def sentences_of_program(path):
    """(place, text) of the strings of a program that begin as a sentence or a page does."""
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.match(r"---\n|#|[A-Z][a-z]* \w", node.value):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", FIELD.sub(" ", node.value)


def documentation_of_module(path):
    """(place, text) of a module's docstrings and comments."""
    source = path.read_text("utf8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            line = getattr(node, "lineno", 1)
            yield f"{path.relative_to(ROOT)}:{line}", ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield f"{path.relative_to(ROOT)}:{token.start[0]}", token.string


@cache
def dictionary(name):
    """A dictionary of Hunspell, by its npm package."""
    return Hunspell("index", hunspell_data_dir=str(DICTIONARIES / name))


def is_right(word):
    """Whether a word is English with the spelling of Oxford."""
    british, american = dictionary("dictionary-en-gb").spell, dictionary("dictionary-en").spell
    if IZE.search(word) and american(word):
        return british(word) or british(IZE.sub("is", word))
    return british(word) and not (ISE.search(word) and american(ISE.sub("iz", word)))


def faults(texts, own):
    """Lines that say which words no dictionary has, and which of the project's nobody uses."""
    used = set()
    for place, text in texts:
        for word in words_of_text(text):
            allowed = {word, word[0].lower() + word[1:]} & set(own)
            used |= allowed
            if not allowed and not is_right(word):
                label = re.search(rf"\beqs?\. [\w-]*\b{word}\b[\w-]*", text)
                hint = f"; a label stands in brackets, ({label[0]})" if label else ""
                yield (
                    f"{place}: unknown word {word}: correct it, or add it to tools/words.txt{hint}"
                )
    yield from (f"{PROJECT.name}: nobody uses {word}" for word in own if word not in used)
    if own != sorted(set(own)):
        yield f"{PROJECT.name} is not sorted"


if __name__ == "__main__":
    found = [*faults(texts_to_spell(), PROJECT.read_text("utf8").split())]
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
