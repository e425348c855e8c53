"""All that the second opinion and the mutants import from the language, in one place."""

from texproof.expr import Expr as Node
from texproof.expr import free_letters, names_in, walk
from texproof.names import is_record, outcomes
from texproof.statement import EXACT, Row, Statement

__all__ = [
    "EXACT",
    "Node",
    "Row",
    "Statement",
    "free_letters",
    "is_record",
    "names_in",
    "outcomes",
    "walk",
]
