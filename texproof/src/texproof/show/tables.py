"""Notation tables and ledgers: what a chapter shows beside its displays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..data import statement_data
from ..evaluate.conditions import implied
from ..names import Name, Shape
from ..scope import mark
from ..statement import MARKS, Statement

if TYPE_CHECKING:
    from ..derivation import Derivation
from .shown import Shown
from .told import counted, reach_told
from .written import Writer


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


def arguments(shapes: Sequence[Shape]) -> str:
    """What a function takes, in words: a number, 2 numbers, a column."""
    kinds = ["number" if not shape else "column" if shape[1] == 1 else "matrix" for shape in shapes]
    if len(kinds) > 1 and len(set(kinds)) == 1:
        return f"{len(kinds)} {'matrices' if kinds[0] == 'matrix' else kinds[0] + 's'}"
    return " and ".join(f"a {kind}" for kind in kinds)


FACTS = {"inside": "between 0 and 1", "unit": "from 0 to 1"}  # in other words than the fact's own


def kind_words(name: Name) -> str:
    """Kind, shape, family and facts of a name in words, with what the facts presume of sizes."""
    facts = " ".join(FACTS.get(fact, fact) for fact in sorted(name.facts - {"basis"}))
    if name.kind == "function":
        function = " ".join([*sorted(name.facts - {"smooth", "strong"}), "function"])
        function += "".join(f", {fact} with ${by}$," for fact, by in name.moduli)
        return "program" if name.takes is None else f"{function} of {arguments(name.takes)}"
    rows, columns = (*name.shape, "", "")[:2]
    shape = {
        "scalar": "number",
        "vector": f"column, ${rows}$",
        "matrix": rf"matrix, ${rows} \times {columns}$",
        "index": f"whole number, $1..{rows}$",
        "subset": f"subset of $1..{rows}$",
    }[name.kind]
    family = ", ".join(rf"${letter} = 1..{size}$" for letter, size in name.over)
    presumed = [f"${Writer().relation(condition)}$" for condition in implied([name])]
    return ", ".join(part for part in (shape, facts, *presumed, family) if part)


class Ledger(Shown):
    """Counts of the marks of some derivations, from what ran, and the list of statements."""

    def __init__(self, derivations: Iterable[Derivation]) -> None:
        self.statements = [s for derivation in derivations for s in derivation.statements.values()]

    def rows(self) -> Iterator[tuple[Statement, str, str, str]]:
        """Statement, mark, rungs and scope."""
        for s in self.statements:
            rungs = ", ".join(dict.fromkeys(v.rung for v in s.verdicts))
            scope = reach_told(statement_data(s), lambda formula: f"${{{formula}}}$")
            yield s, f"{MARKS[mark(s)]} {mark(s)}", rungs, scope

    def sentence(self) -> str:
        """The counts in words."""
        return f"Statements: {counted(map(mark, self.statements))}."

    def markdown(self) -> str:
        lines = [
            self.sentence(),
            "",
            "| equation | verdict | decided by | scope |",
            "|---|---|---|---|",
        ]
        for s, shown, rungs, scope in self.rows():
            name = f"{{eq}}`{s.label}`" if s.label else f"${s.first}$, not numbered"
            lines.append(f"| {name} | {shown} | {rungs} | {scope} |")
        return "\n".join(lines)

    def html(self) -> str:
        body = "".join(
            f"<tr><td>{s.label or 'not numbered'}</td><td>{shown}</td>"
            f"<td>{rungs}</td><td>{scope}</td></tr>"
            for s, shown, rungs, scope in self.rows()
        )
        return f'<p>{self.sentence()}</p><table class="ledger">{body}</table>'

    def plain(self) -> str:
        return self.sentence()


def ledger(*derivations: Derivation) -> Ledger:
    """The ledger of a chapter: how many statements have which verdict, and the list of them."""
    return Ledger(derivations)
