"""What a page shows of a statement: the display, its mark, and what is behind the mark.

Every object offers two forms: Markdown for the book, in which a display has a number and can be
referred to, and HTML for JupyterLab, in which its label stands in the place of the number.
"""

import html
import re

from .statement import CITED, DEFINED, EXACT, MARKS, REFUSED, SAMPLED
from .values import readable

TEX_SIGNS = {"=": "=", "<=": r"\le", ">=": r"\ge", "≤": r"\le", "≥": r"\ge", "<": "<", ">": ">"}
TEX_SIGNS |= {"∝": r"\propto", "≈": r"\approx", ":=": r"\mathrel{:=}"}
FALSE_SIGNS = {"=": r"\ne", "<=": r"\not\le", ">=": r"\not\ge", "<": r"\not<", ">": r"\not>"}
FALSE_SIGNS |= {"∝": r"\not\propto", "≈": r"\not\approx", "≤": r"\not\le", "≥": r"\not\ge"}
RUNG_WORDS = {
    "same form": "component by component, both sides are the same expression",
    "expansion": "the difference expands to 0",
    "common denominator": "over a common denominator the difference expands to 0",
    "atoms": "with exponentials, logarithms, roots and unknown functions as further unknowns "
    "the difference expands to 0",
    "hypotheses": "the difference is a combination of what the hypotheses set to 0",
    "tangents": "with tangents in the place of logarithms (1 - 1/x ≤ log x ≤ x - 1) or of "
    "exponentials (1 + x ≤ e^x) the sign is known",
    "cases": "on both sides of each switch of an indicator, modulus or maximum the sign is known",
    "signs": "every factor, or every term, of the difference has a known sign",
}
WIDE = 34  # characters of a first term that would push the rows off a page
ABREAST = 44  # characters of hypotheses that fit into one line


def lengths_told(sizes, which, formula):
    """Sizes in words, such as "n = 4" and "3 outcomes of D"; ``formula`` writes mathematics."""
    parts = []
    for size, pair in sizes.items():
        source = size.removeprefix("outcomes of ")
        plain = formula(f"{size} = {pair[which]}")
        parts.append(plain if source == size else f"{pair[which]} outcomes of {formula(source)}")
    return ", ".join(parts)


def breadth(text):
    """About how many letters wide a formula is."""
    letters = re.sub(r"[\s{}^_&]|\\[,;:! ]|\\(?:left|right|[bB]igg?[lr]?)\b", "", text)
    wide = len(
        re.sub(r"\\(?:mathbf|mathrm|mathcal|operatorname|bar|hat|tilde)|\\[A-Za-z]+", "x", letters)
    )
    return wide * (0.6 if r"\frac" in text else 1)


class Shown:
    """An object that a notebook shows as Markdown (the book) and as HTML (JupyterLab)."""

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {
            "text/markdown": self.markdown(),
            "text/html": self.html(),
            "text/plain": self.plain(),
        }

    def __repr__(self):
        return self.plain()

    def html(self):
        return self.markdown()


class Display(Shown):
    """A statement as an aligned display with reasons, number, mark and details."""

    def __init__(self, statement):
        self.statement = statement

    def tex(self):
        """The aligned rows; hypotheses stand above them, a long first term on its own line."""
        s = self.statement
        alone = breadth(s.first) > WIDE
        rows = [f"& {s.first}"] if alone else []
        for i, row in enumerate(s.rows):
            sign = FALSE_SIGNS[row.sign] if s.kind == REFUSED else TEX_SIGNS[row.sign]
            sign = (
                rf"\overset{{{row.about[1]}}}{{\approx}}" if row.sign == "≈" and row.about else sign
            )
            left = rf"&\quad {sign}" if alone else f"{s.first if i == 0 else ''} &{sign}"
            reason = rf" && {{\small\text{{{row.reason}}}}}" if row.reason else ""
            rows.append(f"{left} {row.text}{reason}")
        chain = "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"
        if not s.given:
            return chain
        lines = [r"\text{given }" + s.given[0]]
        for fact in s.given[1:]:
            if breadth(lines[-1] + fact) > ABREAST:
                lines.append(fact)
            else:
                lines[-1] += r",\quad " + fact
        given = ", \\\\\n".join(lines)
        return f"\\begin{{gathered}}\n{given} \\\\[4pt]\n{chain}\n\\end{{gathered}}"

    def markdown(self):
        number = f" ({self.statement.label})" if self.statement.label else ""
        return f"$$\n{self.tex()}\n$$\n".rstrip("\n") + f"{number}\n\n{self.details()}"

    def html(self):
        tag = f"\\tag{{{self.statement.label}}}" if self.statement.label else ""
        return f"$$\n{self.tex()}{tag}\n$$\n{self.details()}"

    def plain(self):
        s = self.statement
        return f"{MARKS[s.verdict]} {s.verdict}: {s.label or s.first}"

    def details(self):
        s = self.statement
        lines = [
            f"<p>{line}</p>" for line in (*self.scope(), *map(self.behind, s.rows, s.verdicts))
        ]
        opened = " open" if s.kind == REFUSED else ""
        mark = f'<span class="mark">{MARKS[s.verdict]}</span> {s.verdict}'
        return (
            f'<details class="check {s.verdict}"{opened}><summary>{mark}</summary>'
            f'<div class="check-body">{"".join(lines)}</div></details>'
        )

    def scope(self):
        """A sentence on the sizes, where there are any."""
        s = self.statement
        if not s.sizes:
            everywhere = "For all values at which both sides are defined."
            return [everywhere] if s.kind == EXACT else []
        first, second = (lengths_told(s.sizes, which, readable) for which in (0, 1))
        if s.kind == EXACT:
            found = ", where any were found that satisfy the hypotheses," if s.hypotheses else ""
            other = f"; exact rational numbers at {second}{found} do not refute it"
            return [f"Generic symbols at {first}{other}."]
        return [f"Evaluated at {first}."]

    def behind(self, row, verdict):
        """What one row rests on."""
        if verdict.kind == REFUSED:
            return f"Counterexample: {inline(verdict.detail)}."
        if verdict.kind == EXACT:
            order = f" up to order {row.about[1]}" if row.about else ""
            found = f"{html.escape(row.sign)} {RUNG_WORDS[verdict.rung]}{order}."
            return f"{found} {example(row.sign, verdict.detail)}"
        return {
            DEFINED: "A definition: read, its shapes compared, evaluated.",
            CITED: f"Not proved here. Source: {inline(verdict.detail)}",
            SAMPLED: f"{html.escape(row.sign)} not proved: {inline(verdict.detail)}",
        }[verdict.kind]


def example(sign, sides):
    """The first component of both sides, once if they are the same."""
    shown = dict.fromkeys(f"<code>{html.escape(side)}</code>" for side in sides)
    return f"First component: {f' {html.escape(sign)} '.join(shown)}."


def inline(text):
    """Escaped text in which LaTeX names are readable without being typeset."""
    return html.escape(readable(text))


class Holds(Shown):
    """One line: a statement holds on numbers, with the residual and what is allowed."""

    def __init__(self, label, residual):
        self.label, self.residual = label, residual

    def markdown(self):
        return f'<div class="check holds">\n\n✓ {{eq}}`{self.label}` {self.words()}\n\n</div>'

    def html(self):
        return f'<p class="check holds">✓ {self.label} {self.words()}</p>'

    def plain(self):
        return f"✓ {self.label} {self.words()}"

    def words(self):
        r = self.residual
        many = f" in {r.instances} instances" if r.instances > 1 else ""
        return (
            f"holds on these numbers{many}: largest residual {r.size:.0e}, allowed {r.allowed:.0e}"
        )


class Attempt(Shown):
    """The answer to a reader's attempt: right, or why not, and a hint if there is one."""

    def __init__(self, answer, failed, hint=""):
        self.answer, self.failed, self.hint = answer, failed, hint

    def markdown(self):
        failed = re.sub(r"([*_])", r"\\\1", inline(self.failed))  # signs of Markdown
        said = f"✗ {failed}" if self.failed else "✓ right"
        return f"${self.answer}$: {said}" + (f" Hint: {self.hint}" if self.hint else "")

    def plain(self):
        said = f"✗ {self.answer}: {self.failed}" if self.failed else f"✓ {self.answer}: right"
        return said + (f" Hint: {self.hint}" if self.hint else "")
