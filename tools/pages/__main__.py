"""Write the pages that are made of the chapters, of the package and of what is stored.

    python -m tools.pages pages      the pages, as a build does before it reads them
    python -m tools.pages            and what is noted in git: addresses, answers of the language

The chapters are read once for all pages. To ask the language takes longer than all else, and no
chapter changes what it answers; it is asked again only where something has changed on which its
answers rest: the language, its list of constructs, or the programs that decide.
`make notebooks` ends with this.
"""

import sys

from tools.book import ROOT, Book, write_changed
from tools.hashes import CACHE, hash_files, matching_files, versions
from tools.pages import (
    current,
    labels,
    language,
    ledger,
    letters,
    notes,
    other_books,
    reference,
    speed,
    subjects,
)

PAGES = (ledger, letters, subjects, notes, reference, language, other_books, speed)
# On what the answers of the language rest; tests/book/test_generated.py finds what is missing here.
OF_LANGUAGE = (
    "mlbook/__init__.py",
    "texproof/src/texproof/**/*",
    "tools/__init__.py",
    "tools/book.py",
    "tools/pages/__init__.py",
    "tools/pages/language*",
)
ANSWERED = CACHE / "language.txt"  # the hash of that when the language was asked


def of_language():
    """The hash of what the answers of the language rest on, and of the answers as they stand."""
    return hash_files(matching_files(*OF_LANGUAGE), *versions())


def write_records(book):
    """Write what is noted in git, where it changed; the paths."""
    changed = write_changed(labels.texts(book))
    if not (ANSWERED.is_file() and ANSWERED.read_text("utf8") == of_language()):
        reason = "the checker changed, or this clone has not asked yet"
        print(f"Asking about each line of tools/pages/language.txt, because {reason}.", flush=True)
        changed += write_changed(language.answer_again())
        write_changed({ANSWERED: of_language()})
    return changed


def write_pages(book):
    """Write the pages that changed, and delete those of modules that are no more; the paths."""
    made_of = current.sources_hash()
    made = {path: text for each in PAGES for path, text in each.texts(book).items()}
    changed = write_changed(made)
    for path in current.stale_reference_pages(made):
        path.unlink(missing_ok=True)
    write_changed({current.STAMP: made_of + current.pages_hash()})
    return changed


def main(only=""):
    """Write what changed, and name it."""
    book = Book()
    changed = [] if only == "pages" else write_records(book)
    for path in [*changed, *write_pages(book)]:
        print(f"written: {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
