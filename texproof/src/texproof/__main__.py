"""The language at the command line: ``python -m texproof check chapter.md``, ``... guess``."""

import sys

from .books.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
