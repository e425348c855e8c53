"""The book whose pages are being built, as `tools.book` reads it."""

import functools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.book import Book


@functools.cache
def book_in(folder):
    """The book whose sources are in a folder."""
    return Book(Path(folder))
