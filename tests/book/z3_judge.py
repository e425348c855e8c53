"""z3 decides again, in real arithmetic, what the rows of the chapters say.

    python -m tests.book.z3_judge [chapter ...]

prints for each chapter how many rows are proved, unknown, refuted and not asked, and fails where
one is refuted: that is an error, of the language or of the translation for z3. Without a chapter it
also asks about the claims of the checker's tests.
"""

import sys
import time
from collections import Counter

from tests.book.chapters import chosen, exact_rows
from texproof_tests.statements import entries
from texproof_tests.z3_judge import NOT_ASKED, PROVED, REFUTED, UNKNOWN, answered, disagreements


def main(names):
    """Prints the counts; fails where a row is refuted."""
    total, refuted = Counter(), []
    for chapter in chosen(names):
        start, found = time.process_time(), Counter()
        for label, statement, number, row in exact_rows(chapter):
            answer = answered(statement, row)
            found[answer.kind] += 1
            if answer.kind == REFUTED:
                refuted.append(label)
                print(f"  {label} row {number} is refuted at {answer.lengths}: {answer.why}")
        total += found
        print(
            f"{chapter.name}: {counts_in_words(found)}, {time.process_time() - start:.1f} s",
            flush=True,
        )
    print(f"all: {counts_in_words(total)}")
    wrong = [] if names else [entry.id for entry, _ in disagreements(entries())]
    print(*(f"  it does not agree on the claim {one}" for one in wrong), sep="\n", end="")
    return min(len(refuted) + len(wrong), 1)


def counts_in_words(found):
    return ", ".join(f"{found[kind]} {kind}" for kind in (PROVED, UNKNOWN, REFUTED, NOT_ASKED))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
