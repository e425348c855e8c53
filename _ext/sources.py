"""The book whose pages are being built, as `tools.book` reads it, and its generated pages."""

import functools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "texproof" / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.book import ROOT, Book
from tools.pages.current import bring


@functools.cache
def book_in(folder):
    """The book whose sources are in a folder."""
    return Book(Path(folder))


def bring_pages(app):
    """Make the generated pages, before Sphinx looks for pages; other books have none."""
    if Path(app.srcdir).resolve() == ROOT:
        bring()
