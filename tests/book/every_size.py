"""Tries all proofs for every size on the chapters: counts of rows, false claims, mutants.

`python -m tests.book.every_size` prints the rows proved of each chapter, with the CPU seconds, and
fails if a false claim of the checker's tests is proved (`texproof_tests.every_size`);
`python -m tests.book.every_size pca svd` does so for two chapters; `--mutants` asks in addition whether
the present judge confirms each mutant that is proved.
"""

import sys
import time
from dataclasses import replace

from tests.book.chapters import chosen, derivations
from tests.book.mutants import TURNED, mutants
from texproof import DerivationError
from texproof.every_size.prover import prove_row, prove_rows
from texproof.statement import EXACT
from texproof.store import verdicts
from texproof_tests.every_size import proofs, proved_but_false
from texproof_tests.mutations import mutations, surroundings


def sized(chapter):
    """The statements of a chapter that depend on a size and are to be proved."""
    for derivation in derivations(chapter, judged=False):
        for label, statement in derivation.statements.items():
            if statement.kind == EXACT and statement.sizes:
                yield label, statement


def counted(chapter):
    """(rows proved, rows, CPU seconds) of a chapter."""
    start, proved, every = time.process_time(), 0, 0
    for _, statement in sized(chapter):
        found = proofs(statement)
        proved += sum(one.proved for one in found)
        every += len(found)
    return proved, every, time.process_time() - start


def mutants_of_chapter(chapter):
    """(label, statement, row with a changed relation) for every mutant of a proved row."""
    for label, statement in sized(chapter):
        around = surroundings(statement)
        for row, found in zip(statement.rows, prove_rows(statement), strict=True):
            if not found.proved:
                continue
            if row.relation.sign in TURNED:
                yield label, statement, changed(row, sign=TURNED[row.relation.sign])
                continue
            for _, right in (*mutants(row.relation.right), *mutations(row.relation.right, around)):
                yield label, statement, changed(row, right=right)


def changed(row, **parts):
    """A row with another relation."""
    return replace(row, relation=replace(row.relation, **parts))


def proved_mutants(chapter):
    """The mutants of a chapter that are proved."""
    for label, statement, row in mutants_of_chapter(chapter):
        if prove_row(statement, row).proved:
            yield label, statement, row


def confirmed(statement, row):
    """Whether the judge proves a row, too."""
    try:
        verdicts(replace(statement, rows=[row]))
    except DerivationError:
        return False
    return True


def main(arguments):
    """Prints the counts; fails if something false is proved."""
    names = [name for name in arguments if not name.startswith("--")]
    total = [0, 0, 0.0]
    wrong = proved_but_false()
    print("false claims that are proved:", ", ".join(wrong) or "none")
    for chapter in chosen(names):
        found = counted(chapter)
        total = [a + b for a, b in zip(total, found, strict=True)]
        print(f"{chapter.name}: {found[0]} of {found[1]} rows, {found[2]:.1f} s", flush=True)
        if "--mutants" in arguments:
            alive = [label for label, s, row in proved_mutants(chapter) if not confirmed(s, row)]
            print(f"  mutants that are proved and not confirmed: {alive or 'none'}", flush=True)
            wrong += alive
    print(f"{total[0]} of {total[1]} rows, {total[2]:.1f} s")
    return min(len(wrong), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
