"""Tries the formulas of other books: `python -m benchmarks.formulas [collection ...]`."""

import sys

from .run import main

main(sys.argv[1:])
