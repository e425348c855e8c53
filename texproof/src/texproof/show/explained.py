"""What an opened check was read as, what its names are, and what its components are made of."""

import html
import re
from collections.abc import Iterable, Iterator

from ..evaluate.setting import Setting
from ..evaluate.values import readable
from ..names import Name
from ..statement import Row, Statement
from .independence import independent
from .tables import kind_words
from .written import SIGNS, Writer

STANDS = {  # what is written in components, beside the entries of names: the fact that needs it
    r"K\[\d+,\d+\]": (
        "orthonormal",
        "K[1,2] and so on are free numbers, of which the entries of {} are made (Cayley's form), "
        "so that the columns are orthonormal",
    ),
    r"\bpart of ": ("share inside", "{} is written part/(part + rest), which is at most 1"),
    r"\bgap ": ("decreasing", "members of {} differ by a gap that is not below 0"),
    r"\.root\[": ("psd posdef", "{} is written as a root times its transpose"),
    r"\bweight\[": (
        "",
        "weight[0] and so on, divided by their sum, are the chances of the outcomes",
    ),
}


def reading(statement: Statement) -> list[str]:
    """What the statement was read as, in LaTeX with one reading; and what was not read."""
    writer = Writer(statement.names)
    lines = [f"Read as: <code>{html.escape(chain(writer, statement.rows))}</code>."]
    if statement.hypotheses:
        given = map(html.escape, map(writer.relation, statement.hypotheses))
        lines.append("Given, read as: " + ", ".join(f"<code>{part}</code>" for part in given) + ".")
    lines += independent(statement)
    if any("$" in row.reason for row in statement.rows):
        lines.append("Reasons are words: the formulas in them are not checked.")
    return lines


def chain(writer: Writer, rows: Iterable[Row]) -> str:
    """The sides of all rows with their signs."""
    first, *rest = [row.relation for row in rows]
    ends = [f" {SIGNS[relation.sign]} {writer.of(relation.right)}" for relation in rest]
    return writer.relation(first) + "".join(ends)


def explained(statement: Statement) -> list[str]:
    """A line for each name that a statement mentions, and for what its components are made of."""
    setting = Setting(statement.definitions, statement.lengths)
    relations = [row.relation for row in statement.rows]
    names = setting.used(*relations, *statement.hypotheses)
    told = [*map(name_told, sorted(names, key=lambda name: name.latex)), *made_of(statement, names)]
    return [f"<ul>{''.join(f'<li>{line}</li>' for line in told)}</ul>"] * bool(told)


def name_told(name: Name) -> str:
    """What a name is, in words without LaTeX."""
    kind = readable(kind_words(name).replace("$", "").replace(r"\times", "×"))
    meaning = readable(name.meaning.replace("$", ""))
    words = "; ".join(filter(None, (kind, meaning)))
    return f"<code>{html.escape(readable(name.latex))}</code>: {html.escape(words)}"


def made_of(statement: Statement, names: list[Name]) -> Iterator[str]:
    """What stands in the components that no name is."""
    shown = " ".join(side for verdict in statement.verdicts for side in verdict.sides)
    for pattern, (facts, words) in STANDS.items():
        owners = [name.latex for name in names if name.facts & {*facts.split()}]
        if re.search(pattern, shown) and (owners or not facts):
            yield html.escape(words.format(readable(", ".join(owners)))) + "."
