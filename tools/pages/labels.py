"""Note the addresses of equations in labels.txt, which are permanent once they are published.

    python -m tools.pages.labels

An address is a chapter and a label, `chapters/pca.html#equation-pca-centre`; what is noted is never
taken off.  A chapter in which something is still to be written has none yet.  An equation that
moves or goes leaves a target in its chapter, `(equation-<label>)=` in Markdown, before the sentence
that says where it is now; tests/book/test_labels.py asks for it.
`make notebooks` runs this.
"""

from tools.book import ROOT, Book, write_changed
from tools.new_chapter import TO_WRITE

PATH = ROOT / "tools" / "pages" / "labels.txt"


def noted_labels():
    """The addresses that are noted, as (chapter, label)."""
    return {tuple(line.split()) for line in PATH.read_text("utf8").splitlines()}


def present_labels(book):
    """The addresses that the chapters have, as (chapter, label)."""
    return {
        (chapter.name, equation.label)
        for chapter in book.chapters.values()
        for equation in chapter.equations
        if equation.label
    }


def permanent_labels(book):
    """Those of the chapters that are written, so that nothing in them is marked by `make new`."""
    begun = {c.name for c in book.chapters.values() if TO_WRITE in c.path.read_text("utf8")}
    return {(name, label) for name, label in present_labels(book) if name not in begun}


def lost_labels(book, addresses):
    """Those of the addresses that lead nowhere, in order."""
    return sorted(
        (name, label)
        for name, label in addresses - present_labels(book)
        if f"(equation-{label})=" not in "\n".join(c.source for c in book.chapters[name].prose)
    )


def texts(book):
    """{path: text} of what is written."""
    every = sorted(noted_labels() | permanent_labels(book))
    return {PATH: "".join(f"{name} {label}\n" for name, label in every)}


if __name__ == "__main__":
    write_changed(texts(Book()))
