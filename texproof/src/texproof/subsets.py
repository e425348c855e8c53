"""Subsets that are declared and not defined: any ones.

Who is in such a subset is told by a whole number for each member of the range, 1 if it is in, 2 if
not, which no text can mention. So the labellings go through all subsets, the empty one too.
"""

from collections.abc import Iterable, Mapping

from .evaluate.world import Definition
from .expr import Expr
from .names import Name

MEMBER, ONE = "member", Expr("num", value=1)


def any_subset(name: Name) -> Definition:
    """What a subset is that may be any."""
    (size,) = name.shape
    over = (*name.over, (MEMBER, str(size)))
    who = Name(rf"[1 in {name.latex}, 2 out]", "index", (2,), "1 for who is in it", over)
    letters = tuple(Expr("var", value=letter) for letter, _ in over)
    everyone = Expr("range", (ONE, Expr("size", value=size)))
    built = Expr("builder", (everyone, Expr("name", letters, who), ONE), (MEMBER, "="))
    return name.letters, built, False


def free_subsets(
    names: Iterable[Name], definitions: Mapping[Name, Definition]
) -> dict[Name, Definition]:
    """What each subset is that has no definition."""
    subsets = (name for name in names if name.kind == "subset")
    return {name: any_subset(name) for name in subsets if name not in definitions}
