"""What is asked of the names that the set of an infimum or supremum binds."""

from collections.abc import Sequence

from .errors import DerivationError, ReadError
from .evaluate.solutions import made_of
from .expr import names_in
from .names import Name
from .read.outermost import Part
from .statement import Statement
from .vocabulary import Vocabulary

BINDABLE = {"scalar", "vector", "matrix"}


def turned(words: Vocabulary, text: str) -> str:
    """``b = Ax`` for ``Ax = b``, so that it is put in."""
    first, *more = words.relations(text)
    sides = text.split("=")
    plain = not more and first.sign == "=" and first.right.op == "name" != first.left.op
    return f"{sides[1]} = {sides[0]}" if plain and len(sides) == 2 else text


def bound_by(words: Vocabulary, part: Part, known: Sequence[str]) -> list[Name]:
    """The names that a set binds: those of its term, which stand nowhere outside of it."""
    if not part.inside:
        return []
    found = names_in(words.term(part.inside))
    read = [words.read(text) for text in [*known, part.chain.first, *part.chain.rows[1:-3:3]]]
    every = [tree for one in read for tree in (one if isinstance(one, list) else [one])]
    plain = all(name.kind in BINDABLE and not name.range for name in found)
    if not found or not plain or set(found) & set(names_in(*every)):
        told = "the names of the term are bound by the set, so they are plain, and stand in it only"
        raise ReadError(told, part.inside, 0)
    return found


def refuse_bound(statement: Statement) -> None:
    """Raises where a name that a set binds is defined, or where a definition mentions it."""
    defined = {**statement.definitions, **statement.problems}
    others = set(names_in(*(row.relation for row in statement.rows), *statement.hypotheses))
    hidden = set().union(*(made_of(name, defined) for name in others))
    for name in statement.bound:
        if name in defined or name in hidden:
            raise DerivationError(f"{name.latex} is bound by a set, and by a definition as well")
