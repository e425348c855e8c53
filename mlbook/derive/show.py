"""What a page shows of a statement: the display, its mark, and what is behind the mark.

Every object offers two forms: Markdown for the book, in which a display has a number and can be
referred to, and HTML for JupyterLab, in which its label stands in the place of the number.
"""

import html
from collections import Counter

from .statement import CITED, DEFINED, EXACT, MARKS, REFUSED, SAMPLED
from .values import readable

TEX_SIGNS = {"=": "=", "<=": r"\le", ">=": r"\ge", "≤": r"\le", "≥": r"\ge", "<": "<", ">": ">"}
TEX_SIGNS |= {"≈": r"\approx", ":=": r"\mathrel{:=}"}
FALSE_SIGNS = {"=": r"\ne", "<=": r"\not\le", ">=": r"\not\ge", "<": r"\not<", ">": r"\not>"}
FALSE_SIGNS |= {"≤": r"\not\le", "≥": r"\not\ge"}
RUNG_WORDS = {
    "same form": "component by component, both sides are the same expression",
    "expansion": "the difference expands to 0",
    "common denominator": "over a common denominator the difference expands to 0",
    "atoms": "the difference is 0 with exponentials, logarithms, roots and unknown functions as unknowns",
    "hypotheses": "the difference is a combination of what the hypotheses set to 0",
    "signs": "every factor, or every term, of the difference has a known sign",
}


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
        s = self.statement
        lines = [rf"\text{{given}}\quad & {', '.join(s.given)}"] if s.given else []
        for i, row in enumerate(s.rows):
            sign = FALSE_SIGNS[row.sign] if s.kind == REFUSED else TEX_SIGNS[row.sign]
            reason = rf" && {{\small\text{{{row.reason}}}}}" if row.reason else ""
            lines.append(f"{s.first if i == 0 else ''} &{sign} {row.text}{reason}")
        return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"

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
        return (
            f'<details class="check {s.verdict}"{opened}><summary><span class="mark">{MARKS[s.verdict]}</span> '
            f'{s.verdict}</summary><div class="check-body">{"".join(lines)}</div></details>'
        )

    def scope(self):
        """A sentence on the sizes, where there are any."""
        s = self.statement
        if not s.sizes:
            return ["For all values of the names."] if s.kind == EXACT else []
        first = ", ".join(f"{size} = {pair[0]}" for size, pair in s.sizes.items())
        second = ", ".join(f"{size} = {pair[1]}" for size, pair in s.sizes.items())
        if s.kind == EXACT:
            other = "" if s.hypotheses else f"; exact rational numbers at {second} do not refute it"
            return [f"Generic symbols at {first}{other}."]
        return [f"Evaluated at {first}."]

    def behind(self, row, verdict):
        """What one row rests on."""
        if verdict.kind == REFUSED:
            return f"Counterexample: {inline(verdict.detail)}."
        if verdict.kind == EXACT:
            order = f" up to order {row.about[1]}" if row.about else ""
            return f"{html.escape(row.sign)} {RUNG_WORDS[verdict.rung]}{order}. {example(row.sign, verdict.detail)}"
        words = {DEFINED: "A definition: read, its shapes compared, evaluated.",
                 CITED: f"Not proved here. Source: {inline(verdict.detail)}",
                 SAMPLED: f"{row.sign} not proved: {inline(verdict.detail)}"}  # fmt: skip
        return words[verdict.kind]


def example(sign, sides):
    """The first component of both sides, once if they are the same."""
    shown = dict.fromkeys(f"<code>{html.escape(side)}</code>" for side in sides)
    return f"First component: {f' {html.escape(sign)} '.join(shown)}."


def inline(text):
    """Escaped text in which LaTeX names are readable without being typeset."""
    return html.escape(readable(text))


class Names(Shown):
    """The notation table of some names."""

    def __init__(self, names):
        self.names = list(names)

    def rows(self):
        for name in self.names:
            yield f"${name.latex}$", kind_words(name), name.meaning

    def markdown(self):
        lines = ["| name | is | meaning |", "|---|---|---|"]
        return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in self.rows())])

    def html(self):
        cells = "".join(f"<tr>{''.join(f'<td>{c}</td>' for c in row)}</tr>" for row in self.rows())
        return (
            f'<table class="names"><tr><th>name</th><th>is</th><th>meaning</th></tr>{cells}</table>'
        )

    def plain(self):
        return ", ".join(name.latex for name in self.names)


def kind_words(name):
    """Kind, shape, family and facts of a name in words."""
    facts = " ".join(sorted(name.facts - {"basis"}))
    if name.kind == "function":
        return f"function of {name.arity}" if name.arity else "program"
    shape = {"vector": f"column, ${name.shape[0]}$", "subset": f"subset of $1..{name.shape[0]}$",
             "index": f"whole number, $1..{name.shape[0]}$", "scalar": "number"}.get(name.kind)  # fmt: skip
    shape = shape or rf"matrix, ${name.shape[0]} \times {name.shape[1]}$"
    family = ", ".join(rf"${letter} = 1..{size}$" for letter, size in name.over)
    return ", ".join(part for part in (shape, facts, family) if part)


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
    """The answer to a reader's attempt: right, or why not."""

    def __init__(self, answer, failed):
        self.answer, self.failed = answer, failed

    def markdown(self):
        return f"${self.answer}$: " + ("✓ right" if not self.failed else f"✗ {inline(self.failed)}")

    def plain(self):
        return f"{'✗' if self.failed else '✓'} {self.answer}: {self.failed or 'right'}"


class Ledger(Shown):
    """Counts of the verdicts of some derivations, from what ran, and the list of statements."""

    def __init__(self, derivations):
        self.statements = [s for derivation in derivations for s in derivation.statements.values()]

    def counts(self):
        return Counter(s.verdict for s in self.statements)

    def rows(self):
        for s in self.statements:
            rungs = ", ".join(dict.fromkeys(v.rung for v in s.verdicts))
            sizes = (
                ", ".join(f"${size} = {pair[0]}$" for size, pair in s.sizes.items()) or "all values"
            )
            yield s, rungs, sizes

    def sentence(self):
        kinds = [(kind, n) for kind in MARKS if (n := self.counts()[kind])]
        return "Statements: " + ", ".join(f"{n} {MARKS[kind]} {kind}" for kind, n in kinds) + "."

    def markdown(self):
        lines = [
            self.sentence(),
            "",
            "| equation | verdict | decided by | sizes |",
            "|---|---|---|---|",
        ]
        for s, rungs, sizes in self.rows():
            name = f"{{eq}}`{s.label}`" if s.label else f"${s.first}$, not numbered"
            lines.append(f"| {name} | {MARKS[s.verdict]} {s.verdict} | {rungs} | {sizes} |")
        return "\n".join(lines)

    def html(self):
        body = "".join(
            f"<tr><td>{s.label or 'not numbered'}</td><td>{MARKS[s.verdict]} {s.verdict}</td>"
            f"<td>{rungs}</td><td>{sizes}</td></tr>"
            for s, rungs, sizes in self.rows()
        )
        return f'<p>{self.sentence()}</p><table class="ledger">{body}</table>'

    def plain(self):
        return self.sentence()


def ledger(*derivations):
    """The ledger of a chapter: how many statements have which verdict, and the list of them."""
    return Ledger(derivations)
