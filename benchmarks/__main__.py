"""Runs the comparisons: `python -m benchmarks [name ...]`."""

import sys

from benchmarks.run import main

main(sys.argv[1:])
