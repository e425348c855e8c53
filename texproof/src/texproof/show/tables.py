"""Notation tables, and what an opened check says of the names and components in it.

`Shown` is what all objects have in common that a notebook shows.
"""

from __future__ import annotations

import html
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..evaluate.setting import Setting
from ..evaluate.sizes import conditions_of_facts
from ..evaluate.values import plain_text
from ..expr import walk
from ..names import Name, Shape
from ..statement import Row, Statement
from ..written import SIGNS, Writer

# --------------------------------------------------------------------------------------------------
# What all objects have in common that a notebook shows.


class Shown(ABC):
    """An object that a notebook shows as Markdown (the book) and as HTML (JupyterLab)."""

    @abstractmethod
    def markdown(self) -> str:
        """The form for the book."""

    @abstractmethod
    def plain(self) -> str:
        """The form for a terminal."""

    def html(self) -> str:
        """The form for JupyterLab."""
        return self.markdown()

    def data(self) -> dict[str, Any]:
        """What programs read of it, by MIME type; no page shows it."""
        return {}

    def unexplained(self) -> list[str]:
        """What is not proved for every size, and does not say why."""
        return []

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {
            "text/markdown": self.markdown(),
            "text/html": self.html(),
            "text/plain": self.plain(),
            **self.data(),
        }

    def __repr__(self) -> str:
        return self.plain()


# --------------------------------------------------------------------------------------------------
# Notation tables and ledgers: what a chapter shows beside its displays.


class Names(Shown):
    """The notation table of some names."""

    def __init__(self, names: Iterable[Name]) -> None:
        self.names = list(names)

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Name, kind and meaning."""
        for name in self.names:
            yield f"${name.latex}$", kind_words(name), name.meaning

    def markdown(self) -> str:
        lines = ["| name | is | meaning |", "|---|---|---|"]
        return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in self.rows())])

    def html(self) -> str:
        cells = "".join(f"<tr>{''.join(f'<td>{c}</td>' for c in row)}</tr>" for row in self.rows())
        return (
            f'<table class="names"><tr><th>name</th><th>is</th><th>meaning</th></tr>{cells}</table>'
        )

    def plain(self) -> str:
        return ", ".join(name.latex for name in self.names)


def arguments_in_words(shapes: Sequence[Shape]) -> str:
    """What a function takes, in words: a number, 2 numbers, a column."""
    kinds = ["number" if not shape else "column" if shape[1] == 1 else "matrix" for shape in shapes]
    if len(kinds) > 1 and len(set(kinds)) == 1:
        return f"{len(kinds)} {'matrices' if kinds[0] == 'matrix' else kinds[0] + 's'}"
    return " and ".join(f"a {kind}" for kind in kinds)


# Facts that are shown in other words than those in which they are declared.
FACTS = {"inside": "between 0 and 1", "unit": "from 0 to 1"}


def kind_words(name: Name) -> str:
    """Kind, shape, family and facts of a name in words, with what the facts presume of sizes."""
    facts = " ".join(FACTS.get(fact, fact) for fact in sorted(name.facts - {"basis"}))
    if name.kind == "function":
        function = " ".join([*sorted(name.facts - {"smooth", "strong"}), "function"])
        function += "".join(f", {fact} with ${by}$," for fact, by in name.moduli)
        return (
            "program" if name.takes is None else f"{function} of {arguments_in_words(name.takes)}"
        )
    rows, columns = (*name.shape, "", "")[:2]
    shape = {
        "scalar": "number",
        "vector": f"column, ${rows}$",
        "matrix": rf"matrix, ${rows} \times {columns}$",
        "index": f"whole number, $1..{rows}$",
        "subset": f"subset of $1..{rows}$",
    }[name.kind]
    family = ", ".join(rf"${letter} = 1..{size}$" for letter, size in name.over)
    presumed = [f"${Writer().relation(condition)}$" for condition in conditions_of_facts([name])]
    return ", ".join(part for part in (shape, facts, *presumed, family) if part)


# --------------------------------------------------------------------------------------------------
# What chance presumes and no hypothesis says: the sources of one mean are independent.


def independence_in_words(statement: Statement) -> list[str]:
    """A sentence for the sources that the rows of a statement average over together."""
    groups = set(averaged_sources(statement))
    largest = [group for group in groups if not any(group < other for other in groups)]
    named = sorted(sorted(plain_text(source) for source in group) for group in largest)
    return [f"Given: the sources {names_in_words(names)} are independent." for names in named]


def averaged_sources(statement: Statement) -> Iterator[frozenset[str]]:
    """The sources of each mean, where there are several."""
    setting = Setting(statement.definitions, statement.lengths)
    relations = [row.relation for row in statement.rows]
    bodies = [body for name in setting.used(*relations) for body in setting.bodies(name)]
    sides = [side for relation in relations for side in relation.sides]
    for node in (node for tree in (*sides, *bodies) for node in walk(tree)):
        if node.op in {"expect", "covariance"}:
            names = setting.used(node)
            averaged = frozenset((*node.value, *(s for name in names for s in name.sources)))
            if len(averaged) > 1:
                yield averaged


def names_in_words(names: list[str]) -> str:
    """Names in words: a, b and c."""
    *rest, last = map(html.escape, names)
    return f"{', '.join(rest)} and {last}"


# --------------------------------------------------------------------------------------------------
# What an opened check was read as, what its names are, and what its components are made of.

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


def statement_as_read(statement: Statement) -> list[str]:
    """What the statement was read as, in LaTeX with one reading; and what was not read."""
    writer = Writer(statement.names)
    lines = [f"Read as: <code>{html.escape(chain_text(writer, statement.rows))}</code>."]
    if statement.hypotheses:
        given = map(html.escape, map(writer.relation, statement.hypotheses))
        lines.append("Given, read as: " + ", ".join(f"<code>{part}</code>" for part in given) + ".")
    lines += independence_in_words(statement)
    if any("$" in row.reason for row in statement.rows):
        lines.append("Reasons are words; a relation in them is proved, or is a condition.")
    return lines


def chain_text(writer: Writer, rows: Iterable[Row]) -> str:
    """The sides of all rows with their signs."""
    first, *rest = [row.relation for row in rows]
    ends = [f" {SIGNS[relation.sign]} {writer.of(relation.right)}" for relation in rest]
    return writer.relation(first) + "".join(ends)


def explain_names(statement: Statement) -> list[str]:
    """A line for each name that a statement mentions, and for what its components are made of."""
    setting = Setting(statement.definitions, statement.lengths)
    relations = [row.relation for row in statement.rows]
    names = setting.used(*relations, *statement.hypotheses)
    lines = [
        *map(name_in_words, sorted(names, key=lambda name: name.latex)),
        *parts_of_components(statement, names),
    ]
    return [f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"] * bool(lines)


def name_in_words(name: Name) -> str:
    """What a name is, in words without LaTeX."""
    kind = plain_text(kind_words(name).replace("$", "").replace(r"\times", "×"))
    meaning = plain_text(name.meaning.replace("$", ""))
    words = "; ".join(filter(None, (kind, meaning)))
    return f"<code>{html.escape(plain_text(name.latex))}</code>: {html.escape(words)}"


def parts_of_components(statement: Statement, names: list[Name]) -> Iterator[str]:
    """What stands in the components that no name is."""
    shown = " ".join(side for verdict in statement.verdicts for side in verdict.sides)
    for pattern, (facts, words) in STANDS.items():
        owners = [name.latex for name in names if name.facts & {*facts.split()}]
        if re.search(pattern, shown) and (owners or not facts):
            yield html.escape(words.format(plain_text(", ".join(owners)))) + "."
