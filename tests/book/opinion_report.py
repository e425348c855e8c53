"""The second opinion on every exact statement of the chapters, at many untied tuples of lengths.

    python -m tests.book.opinion_report [chapter ...]

prints, for each row that is false or undefined at some lengths, at which, and the weakest
conditions that would exclude just these.
"""

import sys

from tests.book.chapters import chosen, derivations
from texproof.statement import EXACT
from texproof_tests.opinion_report import FAILURES, report


def main(names):
    """Prints the report on some chapters, or all; fails where a statement lacks a condition."""
    lacking = 0
    for chapter in chosen(names):
        print(f"\n## {chapter.name}\n", flush=True)
        for derivation in derivations(chapter):
            for label, statement in derivation.statements.items():
                lines = report(label, statement) if statement.kind == EXACT else []
                lacking += any(f"**{kind}**" in line for line in lines for kind in FAILURES)
                print(*lines, sep="\n", end="\n" if lines else "", flush=True)
    print(f"\n{lacking} statements are false or undefined where nothing displayed excludes it")
    sys.exit(bool(lacking))


if __name__ == "__main__":
    main(sys.argv[1:])
