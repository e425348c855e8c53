"""Statements: rows of relations with reasons, hypotheses, and what was found out about them.

These are records, which the checker fills and a page shows. A `Verdict` says how a row stands, and
its `Scope` what the prover for every size found. This module defines the marks and decides none of
them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .expr import Definition, Expr, Relation
from .names import Name

# --------------------------------------------------------------------------------------------------
# What the prover for every size says of a row.


@dataclass(frozen=True)
class Scope:
    """What was found about a row: proved for every size, and how, or why not.

    fixed: the sizes that its conditions fix, such as "C = 2"; it holds for all others.
    """

    proved: bool
    how: str
    fixed: tuple[str, ...] = ()


# --------------------------------------------------------------------------------------------------
# Statements, their rows and their verdicts.

About = tuple[Expr, int] | None  # what is small, and the order up to which sides agree

EXACT, AT_SIZES, SAMPLED, CITED = "exact", "at sizes", "sampled", "cited"
DEFINED, REFUSED = "defined", "refused"
MARKS = {EXACT: "✓", AT_SIZES: "◦", SAMPLED: "≈", CITED: "§", DEFINED: ":=", REFUSED: "✗"}
STRENGTH = [DEFINED, EXACT, AT_SIZES, SAMPLED, CITED, REFUSED]
PROVED = {EXACT, AT_SIZES}


@dataclass(frozen=True)
class Row:
    """``sign term``, with the reason; ``relation`` joins it to the term before."""

    sign: str
    text: str
    reason: str
    relation: Relation
    about: About = None


def row_title(number: int, row: Row) -> str:
    """A row as messages name it."""
    return f"row {number} ({row.sign} {row.text})"


@dataclass(frozen=True)
class Verdict:
    """What was found of a row: kind, rule that decided it, detail, an example of both sides, scope.

    A proved row is EXACT if it is proved for all sizes, or has none, and AT_SIZES otherwise: where
    the prover for every size gave up, was not asked, or a hypothesis fixes a size. The scope is
    what that prover found; there is none where it was not asked.
    """

    kind: str
    rule: str
    detail: str = ""
    sides: tuple[str, ...] = ()
    scope: Scope | None = None


@dataclass
class Statement:
    """A numbered display: the first term, its rows, hypotheses and verdicts.

    sizes are the lengths that it depends on, lengths those of the whole derivation; names, texts of
    definitions, definitions, problems that define names and letters are those in force when it was
    made, so that it can be judged again; bound are those that a set of values binds. at_sizes is
    the reason why it is proved at named sizes only.
    """

    label: str | None
    kind: str
    first: str
    rows: list[Row]
    given: list[str] = field(default_factory=list)
    hypotheses: list[Relation] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)
    lengths: dict[str, tuple[int, int]] = field(default_factory=dict)
    names: list[Name] = field(default_factory=list)
    texts: dict[Name, str] = field(default_factory=dict)
    definitions: dict[Name, Definition] = field(default_factory=dict)
    problems: dict[Name, Definition] = field(default_factory=dict)
    letters: dict[str, str | None] = field(default_factory=dict)
    order: tuple[str, int] | None = None
    source: str = ""
    note: str = ""
    at_sizes: str = ""
    bound: list[Name] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """The weakest verdict on the rows, whose mark a display carries."""
        return max((v.kind for v in self.verdicts), key=STRENGTH.index)

    @property
    def scopes(self) -> list[Scope]:
        """What was found for every size of each row; nothing where that was not asked."""
        return [v.scope for v in self.verdicts if v.scope]
