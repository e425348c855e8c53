"""The ledger of a chapter: how many statements have which mark, and what its sentences say.

The statements are those of some derivations. The formulas in the sentences of a page are judged by
these derivations, and one that is false is an error.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .data import statement_data
from .derivation import Derivation
from .errors import Refuted, refusing
from .inline import (
    COMPUTED,
    CONDITION,
    FALSE,
    PROVED,
    SETTING,
    SHOWN,
    SIZES,
    UNDER,
    UNREAD,
    Marked,
    outcomes_of_page,
)
from .prose import read_cells
from .show.tables import Shown
from .show.words import marks_in_words, reach_in_brief
from .statement import MARKS, Statement

FORMULAS = "application/vnd.texproof.sentences+json"
IN_WORDS = {
    PROVED: "{} proved",
    UNDER: "{} proved under a hypothesis of a display",
    SIZES: "{} proved at the first sizes",
    COMPUTED: "{} computed",
    SETTING: "{} settings or conditions",
    SHOWN: "{} shown as false",
}


class Ledger(Shown):
    """Counts of the marks of some derivations, from what ran, and the list of statements.

    formulas: those of the sentences of a page, each with what it is; None if no page is read.
    """

    def __init__(
        self, derivations: Iterable[Derivation], formulas: list[tuple[str, str]] | None = None
    ) -> None:
        self.statements = [s for derivation in derivations for s in derivation.statements.values()]
        self.formulas = formulas

    def rows(self) -> Iterator[tuple[Statement, str, str, str]]:
        """Statement, mark, rules and scope."""
        for s in self.statements:
            rules = ", ".join(dict.fromkeys(v.rule for v in s.verdicts))
            scope = reach_in_brief(statement_data(s), lambda formula: f"${{{formula}}}$")
            yield s, f"{MARKS[s.verdict]} {s.verdict}", rules, scope

    def sentence(self) -> str:
        """The counts in words."""
        return f"Statements: {marks_in_words(s.verdict for s in self.statements)}."

    def sentences(self) -> list[str]:
        """The counts of the statements, and those of the formulas in sentences, in words."""
        if self.formulas is None:
            return [self.sentence()]
        return [self.sentence(), outcomes_in_words(kind for kind, _ in self.formulas)]

    def unread(self) -> list[str]:
        """The formulas in sentences that are not read."""
        return [f"${text}$" for kind, text in self.formulas or () if kind == UNREAD]

    def markdown(self) -> str:
        lines = [
            "\n\n".join(self.sentences()),
            "",
            "| equation | verdict | decided by | scope |",
            "|---|---|---|---|",
        ]
        for s, shown, rules, scope in self.rows():
            name = f"{{eq}}`{s.label}`" if s.label else f"${s.first}$, not numbered"
            lines.append(f"| {name} | {shown} | {rules} | {scope} |")
        if unread := self.unread():
            lines += ["", f"Formulas that are not read: {', '.join(unread)}."]
        return "\n".join(lines)

    def html(self) -> str:
        body = "".join(
            f"<tr><td>{s.label or 'not numbered'}</td><td>{shown}</td>"
            f"<td>{rules}</td><td>{scope}</td></tr>"
            for s, shown, rules, scope in self.rows()
        )
        told = "".join(f"<p>{sentence}</p>" for sentence in self.sentences())
        return f'{told}<table class="ledger">{body}</table>'

    def plain(self) -> str:
        return "\n".join(self.sentences())

    def data(self) -> dict[str, Any]:
        """Each formula behind what it is, as text, so that a notebook has a line for each."""
        return {} if self.formulas is None else {FORMULAS: [*map(": ".join, self.formulas)]}


def outcomes_in_words(kinds: Iterable[str]) -> str:
    """How many formulas in sentences are what."""
    counts = Counter({CONDITION: SETTING}.get(kind, kind) for kind in kinds)
    parts = [outcome.format(counts[kind]) for kind, outcome in IN_WORDS.items() if counts[kind]]
    read, listed = counts.total() - counts[UNREAD], ", ".join(parts)
    return (
        f"Formulas in sentences: {read} read{f' ({listed})' if parts else ''}, "
        f"{counts[UNREAD]} not read."
    )


@refusing
def ledger(
    *derivations: Derivation,
    page: str | None = None,
    in_context: Iterable[str] = (),
    false: Iterable[str] = (),
) -> Ledger:
    """The ledger of a chapter: how many statements have which verdict, and the list of them.

    page: the notebook that calls it, or a file of Markdown. The formulas in its sentences that hold
    a relation are judged as well, each by the nearest derivation before it that can read it.
    Raises Refuted if one is false.
    in_context: formulas, as they stand between dollars, that hold only under what their sentence
        presumes, or that it wants to be solved.
    false: formulas of which the sentence says that they are false.
    """
    if page is None:
        return Ledger(derivations)
    path = Path(page)
    if not path.is_file():  # a copy of the notebook, by another name
        warnings.warn(f"there is no {page} here, so no formula in a sentence is read", stacklevel=3)
        return Ledger(derivations)
    judges = [(each.made_in, each.judge([*each.statements.values()])) for each in derivations]
    outcomes = outcomes_of_page(read_cells(path), judges, Marked(tuple(in_context), tuple(false)))
    if wrong := [(one, outcome.detail) for one, outcome in outcomes if outcome.kind == FALSE]:
        told = [f"{page}, cell {one.cell}: ${one.text}$ is {detail}" for one, detail in wrong]
        raise Refuted("\n".join([*told, MARKING]))
    return Ledger(derivations, [(outcome.kind, one.text) for one, outcome in outcomes])


MARKING = (
    "If such a formula holds only under what its sentence presumes, or is to be solved, write "
    'ledger(..., in_context=[r"..."]); if the sentence says that it is false, false=[r"..."].'
)
