"""Write pages/letters.md: what each chapter means by a letter that two or more chapters use.

    python -m tools.pages.letters

The letters are those that the checks declare, read from their code; `make notebooks` runs this.
"""

import ast
import re
from collections import defaultdict

from texproof import names
from texproof.names import FACTS
from tools.book import ROOT, Book, write_changed
from tools.pages.subjects import short_title

AS_PRINTED = "famous_errors"  # has the letters of those whom it quotes
KINDS = {kind: getattr(names, kind) for kind in sorted(FACTS)}
CONSTANT = ast.Dict | ast.Tuple | ast.Constant | ast.Load
TARGET = ast.Name | ast.Tuple | ast.Store
FONTS = re.compile(r"\\(?:mathbf|mathcal|mathrm|mathtt|boldsymbol|operatorname|hat|bar|tilde)\b")
HEAD = """---
myst:
  html_meta:
    description: "The letters that two or more chapters of mlbook use, and what they mean there."
---

# Letters

This page lists every letter that two or more chapters use.
If a chapter uses a letter with several meanings, the list gives only the first of them.
The list is generated from the declarations in the chapters.
The meaning of a column vector is followed by its length, and the meaning of a matrix is followed by
its numbers of rows and columns.
A letter that only one chapter uses is explained in the tables of that chapter.
The page {{doc}}`notation` lists the conventions that all chapters share.
The chapter {{doc}}`../chapters/{left_out}` is left out, because it uses the letters of the authors
whom it quotes.

| letter | what it stands for, and where |
|---|---|
"""


def declared_names(chapter):
    """The names that a chapter's checks declare, in order, the package's functions left out."""
    result, known = [], dict(KINDS)
    for cell in chapter.code:
        for node in ast.walk(ast.parse(cell.code)):
            if is_constant(node):
                run_assignment(node, known)
            elif is_declaration(node):
                result += symbols_of_call(node, known)
    return result


def is_constant(node):
    """Whether a node gives names to constants, such as to the range of an index letter."""
    return isinstance(node, ast.Assign) and (
        all(isinstance(part, CONSTANT) for part in ast.walk(node.value))
        and all(isinstance(part, TARGET) for part in ast.walk(node.targets[0]))
    )


def run_assignment(statement, known):
    """Execute an assignment of constants."""
    exec(compile(ast.Module([statement], []), "chapter", "exec"), known)


def is_declaration(node):
    """Whether a node is the call of Derivation(...) or of its method declare(...)."""
    called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    return called == "Derivation" or called.endswith(".declare")


def symbols_of_call(call, known):
    """The names that stand in a call, each as Derivation gets it."""
    kept = [argument for argument in call.args if not ast.unparse(argument).startswith("program(")]
    parts = ast.Expression(ast.Tuple(kept, ast.Load()))
    return eval(compile(ast.fix_missing_locations(parts), "chapter", "eval"), known)


def shared_letters(book):
    """{letter: {chapter: the name that it explains first}} of the letters of several chapters."""
    letters: defaultdict[str, dict[str, names.Name]] = defaultdict(dict)
    for chapter in book.chapters.values():
        if chapter.name != AS_PRINTED:
            for name in declared_names(chapter):
                if name.meaning:
                    letters[name.latex].setdefault(short_title(chapter.title), name)
    return {letter: uses for letter, uses in letters.items() if len(uses) > 1}


def alphabetical_key(letter):
    """Where a letter stands in the alphabet: without its font, its Greek in words."""
    bare = re.sub(r"[{}\\]", "", FONTS.sub("", letter))
    return bare.lower(), bare, letter


def meaning_and_shape(name):
    """A name's meaning and its shape, where it is not a number."""
    sizes = [str(size) for size in name.shape if size != 1]
    shape = " × ".join(f"*{size}*" for size in sizes)
    if not re.fullmatch(r"[a-zA-Z]*", "".join(sizes)):
        shape = "$" + r" \times ".join(sizes) + "$"
    kind = {"scalar": "", "function": "a function", "subset": "a set"}.get(name.kind, shape)
    if name.kind == "index":
        kind = f"one of 1, ..., {shape}"
    return ", ".join(filter(None, (name.meaning, kind)))


def page_text(book):
    """The text of pages/letters.md."""
    uses = shared_letters(book)
    return HEAD.format(left_out=AS_PRINTED) + "\n".join(
        letter_row(letter, uses[letter]) for letter in sorted(uses, key=alphabetical_key)
    ) + "\n"  # fmt: skip


def letter_row(letter, uses):
    """A letter with what it stands for, and the chapters that mean the same together."""
    chapters = defaultdict(list)
    for title, name in uses.items():
        chapters[meaning_and_shape(name)].append(title)
    meanings = "<br>".join(
        f"{meaning}: {', '.join(titles)}" for meaning, titles in chapters.items()
    )
    return f"| ${letter}$ | {meanings} |".replace("\\|", "\\Vert{}")


def texts(book):
    """{path: text} of what is written."""
    return {ROOT / "pages" / "letters.md": page_text(book)}


if __name__ == "__main__":
    write_changed(texts(Book()))
