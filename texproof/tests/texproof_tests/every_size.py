"""What is claimed in index notation and in the corpus, asked for every size."""

from texproof import store
from texproof.every_size import prove_rows
from texproof.statement import Scope
from texproof_tests import every_size_attack, every_size_claims
from texproof_tests.stated import statement_of
from texproof_tests.statements import entries
from texproof_tests.statements.entry import ACCEPTED


def claims():
    """(entry, whether all its rows are proved) for what the corpus claims."""
    for entry in (*every_size_claims.entries(), *every_size_attack.entries(), *entries()):
        if entry.does == "calc":
            statement = statement_of(entry)
            if statement is not None:
                found = prove_rows(statement)
                yield entry, bool(found) and all(one.proved for one in found)


def proved_but_false():
    """Ids of the false entries that are proved: there must be none."""
    return [entry.id for entry, proved in claims() if proved and entry.expected != ACCEPTED]


def proofs(statement):
    """What the prover for every size says of each row of a statement, stored or asked now."""
    return store.stored_or_decided("scopes", statement, lambda: prove_rows(statement), Scope)
