"""A statement as LaTeX: its aligned rows, and the hypotheses above them."""

import re

from ..statement import REFUSED, Row, Statement

TEX_SIGNS = {"=": "=", "<=": r"\le", ">=": r"\ge", "≤": r"\le", "≥": r"\ge", "<": "<", ">": ">"}
TEX_SIGNS |= {"∝": r"\propto", "≈": r"\approx", ":=": r"\mathrel{:=}"}
FALSE_SIGNS = {"=": r"\ne", "<=": r"\not\le", ">=": r"\not\ge", "<": r"\not<", ">": r"\not>"}
FALSE_SIGNS |= {"∝": r"\not\propto", "≈": r"\not\approx", "≤": r"\not\le", "≥": r"\not\ge"}
WIDE = 34  # characters of a first term that would push the rows off a page
ABREAST = 44  # characters of hypotheses that fit into one line


def breadth(text: str) -> float:
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
    if breadth(first) > WIDE:
        return [f"& {first}", *(written(r"&\quad ", row, statement) for row in statement.rows)]
    starts = [first, *[""] * (len(statement.rows) - 1)]
    pairs = zip(starts, statement.rows, strict=True)
    return [written(f"{start} &", row, statement) for start, row in pairs]


def written(start: str, row: Row, statement: Statement) -> str:
    """A row: what stands before its sign, the sign, the term and the reason."""
    reason = rf" && {{\small\text{{{row.reason}}}}}" if row.reason else ""
    return f"{start}{sign(row, statement)} {row.text}{reason}"


def sign(row: Row, statement: Statement) -> str:
    """The sign of a row, struck out in a statement that was refuted."""
    if row.sign == "≈" and row.about:
        return rf"\overset{{{row.about[1]}}}{{\approx}}"
    return FALSE_SIGNS[row.sign] if statement.kind == REFUSED else TEX_SIGNS[row.sign]


def hypotheses(given: list[str]) -> list[str]:
    """Hypotheses in lines, as many to a line as fit."""
    lines = [r"\text{given }" + given[0]]
    for fact in given[1:]:
        if breadth(lines[-1] + fact) > ABREAST:
            lines.append(fact)
        else:
            lines[-1] += r",\quad " + fact
    return lines
