"""Write the pages that are made of the chapters and of the package, in one process.

    python -m tools.pages

The chapters are read once for all of these pages.  The page of the language takes longer than the
others together, and no chapter changes it; it is made again only where something has changed of
what it is made of: the language, its list of constructs, or the programs that decide.
`make notebooks` ends with this.
"""

from tools.book import ROOT, Book, write
from tools.hashes import CACHE, files, hashed, versions
from tools.pages import labels, language, ledger, letters, notes, reference, subjects

OF_CHAPTERS = (ledger, labels, letters, subjects, notes, reference)
# What the page of the language is made of; tests/book/test_generated.py finds what is missing here.
OF_LANGUAGE = (
    "mlbook/__init__.py",
    "texproof/src/texproof/**/*",
    "tools/__init__.py",
    "tools/book.py",
    "tools/pages/__init__.py",
    "tools/pages/language*",
)
MADE_OF = CACHE / "language.txt"  # the hash of what the stored page was made of, and of the page


def of_language():
    """The hash of what the page of the language is made of, and of the page as it stands."""
    page = language.PAGE.relative_to(ROOT).as_posix()
    return hashed([*files(*OF_LANGUAGE), page], *versions())


def main():
    """Write what changed, and name it."""
    book = Book()
    changed = [path for each in OF_CHAPTERS for path in write(each.made(book))]
    if not (MADE_OF.is_file() and MADE_OF.read_text("utf8") == of_language()):
        changed += write(language.made(book))
        write({MADE_OF: of_language()})
    for path in changed:
        print(f"written: {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
