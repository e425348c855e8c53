"""The book whose pages are being built, as `tools.book` reads it, and what a build of it needs."""

import functools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "texproof" / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.book import ROOT, Book
from tools.pages.current import make_if_stale, run_module
from tools.site.typefaces import SHEET


@functools.cache
def book_in(folder):
    """The book whose sources are in a folder."""
    return Book(Path(folder))


def bring_all(app):
    """Make the generated pages, before Sphinx looks for pages, and bring the typefaces if need be.

    Other books have no generated pages.
    """
    if not SHEET.exists():
        run_module("tools.site.typefaces")
    if Path(app.srcdir).resolve() == ROOT:
        make_if_stale()
