"""All that the second opinion and the mutants import from the language, in one place."""

from mlbook.derive.expr import Expr as Node
from mlbook.derive.expr import free_letters, names_in, walk
from mlbook.derive.names import outcomes
from mlbook.derive.read.chance import is_record
from mlbook.derive.statement import EXACT, Row, Statement

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
