"""Rows of the chapters that are polynomial, proved for every size at finitely many lengths.

    python -m tests.book.cut_off [chapter ...]

prints to how many rows the theorem of `texproof_tests.cut_off` applies, and fails where one of them
is refuted.
"""

import sys
import time
from collections import Counter

from tests.book.chapters import chosen, exact_rows
from texproof_tests.cut_off import OUTSIDE, PROVED, REFUTED, decided


def main(names):
    """Prints the counts; fails where a row is refuted."""
    total = Counter()
    for chapter in chosen(names):
        start, found = time.process_time(), Counter()
        for label, statement, number, row in exact_rows(chapter):
            answer = decided(statement, row)
            found[answer.kind] += 1
            if answer.kind == REFUTED:
                print(f"  {label} row {number} differs at {answer.why}")
        total += found
        print(
            f"{chapter.name}: {counts_in_words(found)}, {time.process_time() - start:.1f} s",
            flush=True,
        )
    print(f"all: {counts_in_words(total)}")
    return min(total[REFUTED], 1)


def counts_in_words(found):
    return ", ".join(f"{found[kind]} {kind}" for kind in (PROVED, REFUTED, OUTSIDE))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
