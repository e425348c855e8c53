"""What a page shows of a statement: its rows as LaTeX, its mark, and what is behind the mark."""

import html
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ..data import MIME, statement_data
from ..decide.prove import IN_INDICES
from ..decide.residuals import Residual
from ..evaluate.values import plain_text
from ..expr import outermost_programs
from ..scope import EVERY, FIXED, VALUES, reach, scope_data
from ..statement import (
    CITED,
    DEFINED,
    MARKS,
    PROVED,
    REFUSED,
    SAMPLED,
    Row,
    Scope,
    Statement,
    Verdict,
)
from .tables import Shown, explain_names, statement_as_read
from .words import RULE_WORDS, every_size_words, lengths_in_words, missing_reason, reach_in_full

# --------------------------------------------------------------------------------------------------
# A statement as LaTeX: its aligned rows, and the hypotheses above them.

TEX_SIGNS = {"=": "=", "<=": r"\le", ">=": r"\ge", "≤": r"\le", "≥": r"\ge", "<": "<", ">": ">"}
TEX_SIGNS |= {"∝": r"\propto", "≈": r"\approx", ":=": r"\mathrel{:=}"}
FALSE_SIGNS = {"=": r"\ne", "<=": r"\not\le", ">=": r"\not\ge", "<": r"\not<", ">": r"\not>"}
FALSE_SIGNS |= {"∝": r"\not\propto", "≈": r"\not\approx", "≤": r"\not\le", "≥": r"\not\ge"}
WIDE = 34  # characters of a first term that would push the rows off a page
ABREAST = 44  # characters of hypotheses that fit into one line


def width_in_letters(text: str) -> float:
    """About how many letters wide a formula is."""
    letters = re.sub(r"[\s{}^_&]|\\[,;:! ]|\\(?:left|right|[bB]igg?[lr]?)\b", "", text)
    wide = len(
        re.sub(r"\\(?:mathbf|mathrm|mathcal|operatorname|bar|hat|tilde)|\\[A-Za-z]+", "x", letters)
    )
    return wide * (0.6 if r"\frac" in text else 1)


def display(statement: Statement) -> str:
    """The aligned rows of a statement, below its hypotheses if it has any."""
    chain = "\\begin{aligned}\n" + " \\\\\n".join(rows(statement)) + "\n\\end{aligned}"
    if not statement.given:
        return chain
    given = ", \\\\\n".join(hypotheses(statement.given))
    return f"\\begin{{gathered}}\n{given} \\\\[4pt]\n{chain}\n\\end{{gathered}}"


def rows(statement: Statement) -> list[str]:
    """The rows of a statement; a long first term has a line of its own."""
    first = statement.first
    if width_in_letters(first) > WIDE:
        return [f"& {first}", *(row_text(r"&\quad ", row, statement) for row in statement.rows)]
    starts = [first, *[""] * (len(statement.rows) - 1)]
    pairs = zip(starts, statement.rows, strict=True)
    return [row_text(f"{start} &", row, statement) for start, row in pairs]


def row_text(start: str, row: Row, statement: Statement) -> str:
    """A row: what stands before its sign, the sign, the term and the reason."""
    reason = rf" && {{\small\text{{{row.reason}}}}}" if row.reason else ""
    return f"{start}{sign_of_row(row, statement)} {row.text}{reason}"


def sign_of_row(row: Row, statement: Statement) -> str:
    """The sign of a row, struck out in a statement that was refuted."""
    if row.sign == "≈" and row.about:
        return rf"\overset{{{row.about[1]}}}{{\approx}}"
    return FALSE_SIGNS[row.sign] if statement.kind == REFUSED else TEX_SIGNS[row.sign]


def hypotheses(given: list[str]) -> list[str]:
    """Hypotheses in lines, as many to a line as fit."""
    lines = [r"\text{given }" + given[0]]
    for fact in given[1:]:
        if width_in_letters(lines[-1] + fact) > ABREAST:
            lines.append(fact)
        else:
            lines[-1] += r",\quad " + fact
    return lines


# --------------------------------------------------------------------------------------------------
# What a page shows of a statement: the display, its mark, and what is behind the mark.
#
# Every object offers two forms: Markdown for the book, in which a display has a number and can be
# referred to, and HTML for JupyterLab, in which its label stands in the place of the number.

SYMBOLS = "with a symbol for each entry"


class Display(Shown):
    """A statement as an aligned display with reasons, number, mark and details."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement

    def tex(self) -> str:
        """The display as LaTeX."""
        return display(self.statement)

    def markdown(self) -> str:
        number = f" ({self.statement.label})" if self.statement.label else ""
        return f"$$\n{self.tex()}\n$${number}\n\n{self.details()}"

    def html(self) -> str:
        tag = f"\\tag{{{self.statement.label}}}" if self.statement.label else ""
        return f"$$\n{self.tex()}{tag}\n$$\n{self.details()}"

    def plain(self) -> str:
        s = self.statement
        return f"{MARKS[s.verdict]} {s.verdict}: {s.label or s.first}"

    def data(self) -> dict[str, Any]:
        return {MIME: statement_data(self.statement)}

    def details(self) -> str:
        """What opens below the display: in plain words what was found, and how, one press on."""
        s, kind = self.statement, self.statement.verdict
        behind = [*map(self.grounds_of_row, s.rows, s.verdicts)]
        plain, rows = (
            ([*self.scope(), *programs_in_words(s.rows)], behind)
            if kind in PROVED
            else (self.unproved_in_words(behind), [])
        )
        opened = " open" if s.kind == REFUSED else ""
        sign = "" if kind == DEFINED else f'<span class="mark">{MARKS[kind]}</span> '
        return (
            f'<details class="check {kind.replace(" ", "-")}"{opened}>'
            f"<summary>{sign}{kind}</summary>"
            f'<div class="check-body">{paragraphs(plain)}<details class="algebra"><summary>'
            f"{'how' if rows else 'as it was read'}</summary>"
            f"{paragraphs([*rows, *statement_as_read(s)])}"
            f"{''.join(explain_names(s))}</details></div></details>"
        )

    def unproved_in_words(self, behind: list[str]) -> list[str]:
        """What is said of a statement that is not proved."""
        first = lengths_in_words(self.statement.sizes, plain_text)
        return [*behind, *[f"Evaluated at {first}."] * bool(first)]

    def scope(self) -> list[str]:
        """For which sizes it is proved, how, what was tried against it, and why for no others."""
        s, reached = self.statement, reach(self.statement)
        first = lengths_in_words(s.sizes, plain_text)
        if reached == VALUES:
            return ["Proved for all values at which both sides are defined."]
        satisfied = " and found to satisfy the hypotheses" if s.hypotheses else ""
        lengths = "at lengths from 1 to 4 and, where sizes are numbers in it, at longer ones"
        other = f"none of the exact numbers drawn{satisfied}, {lengths}, refutes it."
        if reached not in {EVERY, FIXED}:
            here = f"Proved at {first}, {SYMBOLS}, wherever both sides are defined"
            return [f"{here}; {other}", f"Not proved for every size: {self.reason()}."]
        sizes = html.escape(reach_in_full(scope_data(s), plain_text))
        every = f"Proved in index notation {sizes}, wherever both sides are defined."
        by_components = all(verdict.rule != IN_INDICES for verdict in s.verdicts)
        here = f"at {first}, {SYMBOLS}, it holds as well; " if by_components else ""
        tried = f"Tried against it: {here}{other}"
        return [every, tried, *[f"Not for every size: {self.reason()}."] * (reached == FIXED)]

    def reason(self) -> str:
        """Why the statement is not proved for every size."""
        if self.statement.at_sizes:
            return inline_text(self.statement.at_sizes)
        if reach(self.statement) == FIXED:
            return "a hypothesis fixes a size"
        stopped = [html.escape(row.how) for row in self.statement.scopes if not row.proved]
        return "; ".join(["no proof in index notation was found", *stopped[:1]])

    def unexplained(self) -> list[str]:
        message = missing_reason(self.statement)
        return [message] if message else []

    def grounds_of_row(self, row: Row, verdict: Verdict) -> str:
        """What one row rests on."""
        sign = html.escape(row.sign)
        if verdict.kind in PROVED:
            order = f" up to order {row.about[1]}" if row.about else ""
            shown = f"{sign} {both_proofs(verdict.scope)}{RULE_WORDS[verdict.rule]}{order}."
            return f"{shown} {example_of_sides(row.sign, verdict.sides)}"
        detail = inline_text(verdict.detail)
        return {
            REFUSED: f"Counterexample: {detail}.",
            DEFINED: "A definition: read, its shapes compared, evaluated.",
            CITED: f"Not proved here. Source: {detail}",
            SAMPLED: f"{sign} not proved: {detail}",
        }[verdict.kind]


def programs_in_words(rows: Iterable[Row]) -> list[str]:
    """What a row does not say that has one program on its left and another one on its right."""
    both = [list(map(outermost_programs, row.relation.sides)) for row in rows]
    pairs = dict.fromkeys((x, y) for left, right in both for x in left for y in right if x != y)
    return [
        f"It relates {inline_text(x.latex)} and {inline_text(y.latex)}; what each of them is, "
        "it does not say."
        for x, y in pairs
    ]


def paragraphs(lines: Iterable[str]) -> str:
    """Lines as paragraphs."""
    return "".join(f"<p>{line}</p>" for line in lines)


def both_proofs(scope: Scope | None) -> str:
    """How a row is proved for every size, before it is said how at the first sizes."""
    if scope is None:
        return ""
    if not scope.proved:
        return "by components only: "
    return f"in index notation, {every_size_words(scope.how)}; by components: "


def example_of_sides(sign: str, sides: Iterable[str]) -> str:
    """The first component of both sides, once if they are the same."""
    shown = dict.fromkeys(f"<code>{html.escape(side)}</code>" for side in sides)
    if not shown:
        return ""
    return f"First component: {f' {html.escape(sign)} '.join(shown)}."


def inline_text(text: str) -> str:
    """Escaped text in which LaTeX names are readable without being typeset."""
    return html.escape(plain_text(text))


class Holds(Shown):
    """One line: a statement holds on numbers, with the residual and what is allowed."""

    def __init__(self, label: str, residual: Residual) -> None:
        self.label, self.residual = label, residual

    def markdown(self) -> str:
        return f'<div class="check holds">\n\n✓ {{eq}}`{self.label}` {self.words()}\n\n</div>'

    def html(self) -> str:
        return f'<p class="check holds">✓ {self.label} {self.words()}</p>'

    def plain(self) -> str:
        return f"✓ {self.label} {self.words()}"

    def words(self) -> str:
        """The residual beside what is allowed."""
        r = self.residual
        many = f" in {r.instances} instances" if r.instances > 1 else ""
        return (
            f"holds on these numbers{many}: largest residual {r.size:.0e}, allowed {r.allowed:.0e}"
        )


class Attempt(Shown):
    """The answer to a reader's attempt: right, or why not, and a hint if there is one."""

    def __init__(self, answer: str, failed: str, hint: str = "") -> None:
        self.answer, self.failed, self.hint = answer, failed, hint

    def markdown(self) -> str:
        failed = re.sub(r"([*_])", r"\\\1", inline_text(self.failed))  # signs of Markdown
        judgement = f"✗ {failed}" if self.failed else "✓ right"
        return f"${self.answer}$: {judgement}" + (f" Hint: {self.hint}" if self.hint else "")

    def plain(self) -> str:
        failed, right = f"✗ {self.answer}: {self.failed}", f"✓ {self.answer}: right"
        return (failed if self.failed else right) + (f" Hint: {self.hint}" if self.hint else "")


# --------------------------------------------------------------------------------------------------
# What a page shows of a display that holds several statements.


class Displays(Display):
    """The statements of one display, one below the other."""

    def __init__(self, shown: Sequence[Display]) -> None:
        super().__init__(shown[-1].statement)
        self.shown = shown

    def tex(self) -> str:
        return " \\\\[4pt]\n".join(one.tex() for one in self.shown)

    def markdown(self) -> str:
        return "\n\n".join(one.markdown() for one in self.shown)

    def html(self) -> str:
        return "\n".join(one.html() for one in self.shown)

    def plain(self) -> str:
        return "\n".join(one.plain() for one in self.shown)

    def details(self) -> str:
        return "\n".join(one.details() for one in self.shown)

    def unexplained(self) -> list[str]:
        return [message for one in self.shown for message in one.unexplained()]


def combine_displays(shown: Sequence[Display]) -> Display:
    """What is shown of one statement, or of several."""
    return shown[0] if len(shown) == 1 else Displays(shown)
