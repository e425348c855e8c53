"""A page of another book: its names and definitions in force, its displays judged one by one."""

import re
import time
from dataclasses import dataclass

from ..derivation import Derivation
from ..errors import DerivationError, ReadError, within
from ..names import read_names
from ..scope import EVERY, VALUES, is_partial, reach
from ..show.tables import Shown
from ..statement import EXACT, MARKS, Statement
from .blocks import NAMES, Block

OPTIONS = {"given", "refuted", "source", "at-sizes", "order"}
ASSIGNED = re.compile(r"\s*&?\s*(?::=|\\coloneqq|\\mathrel\{:=\})\s*&?\s*")
LAYOUT = re.compile(r"\\(?:begin|end)\{[a-z]+\*?\}|\\[\[\]]|\$\$|&&?\s*\\text\{[^{}]*\}|&")
REACH = {EVERY: "every size", VALUES: "all values"}


@dataclass(frozen=True)
class BlockOutcome:
    """What became of a block: what is shown of it, or why it was refused; and how long it took."""

    block: Block
    shown: Shown | None
    refusal: DerivationError | None
    seconds: float
    statement: Statement | None = None

    @property
    def mark(self) -> str:
        """The sign of the verdict, with its word."""
        if self.statement:
            kind = self.statement.verdict
            return f"{MARKS[kind]} {kind}"
        return "declared" if self.shown else f"✗ {type(self.refusal).__name__.lower()}"

    @property
    def scope(self) -> str:
        """How far the statement reaches, in words."""
        if self.statement is None or self.statement.kind != EXACT:
            return ""
        words = REACH.get(reach(self.statement), "named sizes")
        return f"{words}, where both sides are defined" if is_partial(self.statement) else words

    @property
    def message(self) -> str:
        """Why the block was refused, or that it is proved at sizes only and does not say why."""
        warnings = self.shown.unexplained() if self.shown else []
        return str(self.refusal or "\n".join(warnings).replace('at_sizes="..."', ":at-sizes: ..."))

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of what was refused, or of the block."""
        error, text = self.refusal, self.block.text
        if not isinstance(error, ReadError) or error.text not in text:
            return self.block.line, 1
        before = text[: text.index(error.text) + error.at]
        return self.block.line + before.count("\n"), len(before) - before.rfind("\n")


class Page:
    """Names, definitions and displays of a page, in their order.

    seconds: how long a display may take before it counts as undecided; 0 for no limit.
    """

    def __init__(self, seconds: float = 0) -> None:
        self.derivation, self.seconds = Derivation(), seconds

    def take(self, block: Block) -> BlockOutcome:
        """Declares the names of a block, or judges its display."""
        start, before = time.perf_counter(), len(self.derivation.statements)
        shown, refusal = None, None
        try:
            shown = self.declare(block) if block.kind == NAMES else self.judge(block)
        except DerivationError as error:
            refusal = error
        made = list(self.derivation.statements.values())[before:]
        statement = made[-1] if made and not refusal else None
        return BlockOutcome(block, shown, refusal, time.perf_counter() - start, statement)

    def declare(self, block: Block) -> Shown:
        """Adds the names of a block, and the sizes that it chooses."""
        names, sizes = read_names(block.text)
        self.derivation.vocabulary.chosen.update(sizes)
        return self.derivation.declare(*names)

    def judge(self, block: Block) -> Shown:
        """Takes definitions, or judges a display."""
        with within(self.seconds or None):
            return self.display_by_options(block)

    def display_by_options(self, block: Block) -> Shown:
        """The display of a block, by its options."""
        unknown = set(block.options) - OPTIONS
        if unknown:
            allowed = ", ".join(sorted(OPTIONS))
            raise DerivationError(f"unknown option {min(unknown)}; allowed: {allowed}")
        if ASSIGNED.search(block.text):
            return self.define(block)
        hypotheses = [part.strip() for part in split_at_semicolons(block.options.get("given", ""))]
        given, label = list(filter(None, hypotheses)), block.label or None
        if "refuted" in block.options:
            return self.derivation.refute(block.text, given=given)
        if "source" in block.options:
            source = block.options["source"]
            return self.derivation.cite(block.text, source=source, label=label, given=given)
        reason = block.options.get("at-sizes", "")
        small, _, power = block.options.get("order", "").rpartition(" ")
        order = (small, int(power)) if small and power.isdecimal() else None
        return self.derivation.calc_without_warning(
            block.text, label=label, given=given, at_sizes=reason, order=order
        )

    def define(self, block: Block) -> Shown:
        """Takes the definitions of a block, one to a line of the display."""
        parts = re.split(r"\\\\", LAYOUT.sub(" ", ASSIGNED.sub(" = ", block.text)))
        texts = [part.strip().rstrip(",.") for part in parts if part.strip()]
        shown = [self.derivation.define(text, block.label or None) for text in texts]
        return shown[-1]


def split_at_semicolons(text: str) -> list[str]:
    """The parts of a text between semicolons, none of which is within brackets or a LaTeX space."""
    parts, depth = [""], 0
    for piece in re.findall(r"\\.|.", text, re.S):
        depth += (piece in "([{") - (piece in ")]}")
        if piece == ";" and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return parts
