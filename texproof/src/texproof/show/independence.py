"""What chance presumes and no hypothesis says: the sources of one mean are independent."""

import html
from collections.abc import Iterator

from ..evaluate.setting import Setting
from ..evaluate.values import readable
from ..expr import walk
from ..statement import Statement


def independent(statement: Statement) -> list[str]:
    """A sentence for the sources that the rows of a statement average over together."""
    groups = set(averaged(statement))
    largest = [group for group in groups if not any(group < other for other in groups)]
    named = sorted(sorted(readable(source) for source in group) for group in largest)
    return [f"Given: the sources {listed(names)} are independent." for names in named]


def averaged(statement: Statement) -> Iterator[frozenset[str]]:
    """The sources of each mean, where there are several."""
    setting = Setting(statement.definitions, statement.lengths)
    relations = [row.relation for row in statement.rows]
    bodies = [body for name in setting.used(*relations) for body in setting.bodies(name)]
    sides = [side for relation in relations for side in relation.sides]
    for node in (node for tree in (*sides, *bodies) for node in walk(tree)):
        if node.op in {"expect", "covariance"}:
            names = setting.used(node)
            found = frozenset((*node.value, *(s for name in names for s in name.sources)))
            if len(found) > 1:
                yield found


def listed(names: list[str]) -> str:
    """Names in words: a, b and c."""
    *rest, last = map(html.escape, names)
    return f"{', '.join(rest)} and {last}"
