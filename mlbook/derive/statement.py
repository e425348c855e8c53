"""Statements: rows of relations with reasons, hypotheses, and what was found out about them."""

from dataclasses import dataclass, field

from .tree import Relation

EXACT, SAMPLED, CITED, DEFINED, REFUSED = "exact", "sampled", "cited", "defined", "refused"
MARKS = {EXACT: "✓", SAMPLED: "≈", CITED: "§", DEFINED: ":=", REFUSED: "✗"}
STRENGTH = [DEFINED, EXACT, SAMPLED, CITED, REFUSED]


@dataclass(frozen=True)
class Row:
    """``sign term``, with the reason; ``relation`` joins it to the term before."""

    sign: str
    text: str
    reason: str
    relation: Relation
    about: tuple = ()


@dataclass(frozen=True)
class Verdict:
    """What was found: its kind, the rung that decided it, and an example of what became 0."""

    kind: str
    rung: str
    detail: str = ""


@dataclass
class Statement:
    """A numbered display: the first term, its rows, hypotheses and verdicts.

    sizes are the lengths that it depends on, lengths those of the whole derivation; definitions
    and letters are those in force when it was made, so that it can be judged again.
    """

    label: str
    kind: str
    first: str
    rows: list
    given: list = field(default_factory=list)
    hypotheses: list = field(default_factory=list)
    verdicts: list = field(default_factory=list)
    sizes: dict = field(default_factory=dict)
    lengths: dict = field(default_factory=dict)
    definitions: dict = field(default_factory=dict)
    letters: dict = field(default_factory=dict)
    source: str = ""
    note: str = ""

    @property
    def verdict(self):
        """The weakest verdict of the rows: the one that the display carries."""
        return max((v.kind for v in self.verdicts), key=STRENGTH.index)
