"""Names that problems define: free symbols in a world, and yet functions of what is given there."""

from collections.abc import Iterable, Iterator, Mapping

from ..errors import DerivationError
from ..expr import Expr, Relation, free_names, names_in, scope, walk
from ..names import Name
from .world import Definition

Definitions = Mapping[Name, Definition]
DERIVATIVES = {"grad", "hessian", "partial", "jacobian", "differential"}


def made_of(name: Name, definitions: Definitions) -> set[Name]:
    """Names on which a definition depends, but for parameters of its own and what it seeks."""
    if name not in definitions:
        return set()
    places, body, _ = definitions[name]
    own = {part.value for part in places} if name.kind == "function" else set()
    return free_names(body, lambda node: reached(node, definitions)) - own


def reached(tree: Expr, definitions: Definitions) -> set[Name]:
    """Names that a tree mentions, directly or through definitions."""
    used = names_in(tree)
    return set(used).union(*(made_of(part, definitions) for part in used))


def refuse_varied(
    trees: Iterable[Expr | Relation], problems: Definitions, definitions: Definitions
) -> None:
    """Raises where a name varies on which the solution of a problem depends that occurs there."""
    known = {**definitions, **problems}
    for bodies, about in varied(trees) if problems else ():
        inside = set[Name]().union(*(reached(body, known) for body in bodies))
        moved = reached(about, known)
        for name in inside & set(problems):
            if moved & made_of(name, known):
                raise DerivationError(
                    f"{name.latex} is the solution of a problem and depends on {about.value.latex}"
                )


def varied(trees: Iterable[Expr | Relation]) -> Iterator[tuple[tuple[Expr, ...], Expr]]:
    """(terms, name) wherever a name gets other values in some terms."""
    for node in (node for tree in trees for node in walk(tree)):
        inside, about, _ = scope(node)
        if node.op in DERIVATIVES:
            inside, about = node.args[:1], node.args[1:]
        yield from ((inside, part) for part in about)


def posed(relation: Relation, problems: Definitions) -> Relation:
    """A relation with the problem in the place of the name that it defines, alone at the left."""
    left = relation.left
    if left.op != "name" or left.value not in problems:
        return relation
    letters, body, _ = problems[left.value]
    same = tuple(part.value for part in left.args) == letters
    plain = body.op == "optimum" and body.value[1:] == (1,)
    return Relation(relation.sign, body, relation.right) if plain and same else relation
