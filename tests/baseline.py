"""Compares the rows that the chapters prove with those of the first edition: none may be lost.

`baseline.json` holds every row that the chapters of the first edition called exact, one row a line.
A row stands if its chapter states it still, in the same words and under the same hypotheses, but
for conditions on sizes and labels, of which there were none. A row that was written anew has its
successor below, with the reason. `python -m tests.baseline` prints the entries that are missing.
"""

import json
import sys
from pathlib import Path

from mlbook.derive.decide.hypotheses import is_of_labels
from mlbook.derive.evaluate.conditions import is_condition
from mlbook.derive.evaluate.setting import Setting
from mlbook.derive.statement import EXACT
from tests.chapters import CHAPTERS, derivations

STORED = Path(__file__).with_name("baseline.json")
ROW = ("chapter", "label", "row", "left", "sign", "right", "given")  # what tells rows apart

RESIDUALS = {"given": [r"r_i = \mathbb{1}[k_i = 1] - p_i"]}
NO_RESIDUALS = "false for numbers that are no residuals of a class: one may be 0, or 1"
ANY_CLASS = "the hypothesis said of every class that it is the largest"
CHEAPEST = (
    r"\sum_{j<n-q}(\lambda_j - \lambda_{n-q})p_j + \sum_{j=n-q}^{n-1}(\lambda_{n-q} - \lambda_j)o_j"
)
COUNTED = "sums from n - q to n - 1 in the place of members that are counted from the last one"
OF_LOGISTIC = {  # labels of linear_regression, and what they are in a chapter of their own
    "linear-likelihood": "logistic-likelihood",
    "linear-logistic-gradient": "logistic-gradient",
    "linear-logistic-hessian": "logistic-hessian",
    "linear-logistic-convex": "logistic-convex",
    "linear-newton": "logistic-newton",
    "linear-code-logistic": "logistic-code-gradient",
    "linear-code-variances": "logistic-code-hessian",
}
SUCCESSORS = {  # (chapter, label, or first term, and the row of several): what is new, and why
    ("adaboost", "adaboost-halves"): (
        {"given": [r"\alpha = \frac12\log\frac{1-\epsilon}{\epsilon}"]},
        "points find the step that is written out, and refute what is said of three classes",
    ),
    ("bias_variance", r"\mathbb{E}[(a - b)^2]"): (
        {"right": r"\operatorname{Var}(a) + \operatorname{Var}(b) + (\mu - \nu)^2"},
        "the question was among the terms of its answer, so the means have names",
    ),
    ("gradient_boosting", "boosting-logistic-leaf"): (RESIDUALS, NO_RESIDUALS),
    ("gradient_boosting", "boosting-newton-leaf"): (RESIDUALS, NO_RESIDUALS),
    ("gradient_boosting", "boosting-two-halves"): (RESIDUALS, NO_RESIDUALS),
    ("gradient_boosting", "boosting-same-leaf"): (RESIDUALS, NO_RESIDUALS),
    ("information", "information-error-gain", 1): (
        {"right": r"\frac1n\sum_{v=1}^{V} s_v", "given": []},
        ANY_CLASS,
    ),
    ("information", "information-error-gain", 2): (
        {"left": r"\frac1n\sum_{v=1}^{V} s_v", "given": []},
        ANY_CLASS,
    ),
    ("lle", "lle-cheapest", 1): (
        {
            "left": r"\sum_{j=1}^n\lambda_jp_j - \sum_{j=n-q}^{n-1}\lambda_j",
            "right": CHEAPEST,
        },
        COUNTED,
    ),
    ("lle", "lle-cheapest", 2): ({"left": CHEAPEST}, COUNTED),
    ("newton_boosting", "newton-anchor"): (
        {
            "left": r"\arg\min_{w} Gw + \tfrac12Hw^2 + \tfrac12\lambda(w - a)^2",
            "right": r"\frac{\lambda a - G}{H + \lambda}",
        },
        "it says that the value is the minimum, where it said that the slope there is 0",
    ),
    ("svd", "svd-tridiagonal", 1): (
        {"row": 2, "left": r"A^\top UB", "given": ["AQ = UB"]},
        "the first rule of Lanczos stands among the hypotheses",
    ),
    **{
        ("linear_regression", old, row): (
            {"chapter": "logistic_regression", "label": new},
            "logistic regression has its own chapter",
        )
        for old, new in OF_LOGISTIC.items()
        for row in (1, 2)
        if row == 1 or old.startswith("linear-logistic")
    },
}


def exact_rows(chapter):
    """The rows that a chapter states to be proved, in order."""
    for derivation in derivations(chapter, judged=False):  # nbval judges the same statements
        for statement in derivation.statements.values():
            if statement.kind == EXACT:
                yield from rows_of(chapter.name, statement)


def rows_of(chapter, statement):
    """The rows of one chain, each with what it rests on."""
    left = statement.first
    for number, row in enumerate(statement.rows, 1):
        yield {
            "chapter": chapter,
            "label": statement.label or "",
            "row": number,
            "left": left,
            "sign": row.sign,
            "right": row.text,
            "given": but_conditions(statement),
        }
        left = row.text


def but_conditions(statement):
    """The hypotheses without conditions on lengths, letters and labels."""
    setting = Setting(statement.definitions, statement.lengths)
    conditions = [is_condition(h) or is_of_labels(h, setting) for h in statement.hypotheses]
    given = statement.given
    if len(conditions) != len(given):  # a chain in one text
        return given
    return [text for text, left_out in zip(given, conditions, strict=True) if not left_out]


def stored():
    """The rows of the first edition."""
    return json.loads(STORED.read_text("utf8"))


def key(row):
    """What tells a row from all others, wherever its cell has moved."""
    return json.dumps([row[part] for part in ROW], ensure_ascii=False)


def written_anew(row):
    """A row of the first edition as it is written now."""
    place = (row["chapter"], row["label"] or row["left"])
    changed, _ = SUCCESSORS.get(place) or SUCCESSORS.get((*place, row["row"]), ({}, ""))
    return {**row, **changed}


def lost(rows):
    """The rows of the first edition that these rows lack."""
    now = {key(row) for row in rows}
    return [row for row in stored() if key(written_anew(row)) not in now]


def missing(rows):
    """The entries that SUCCESSORS needs for what these rows lack, as lines to add."""
    rows = list(rows)
    return [entry(row, rows) for row in lost(rows)]


def entry(gone, rows):
    """The entry for a row that is lost: where a chapter states it now, if one does."""
    said = [row for row in rows if all(row[part] == gone[part] for part in ROW[3:])]
    moved = {part: said[0][part] for part in ROW[:3] if said[0][part] != gone[part]} if said else {}
    place = (gone["chapter"], gone["label"] or gone["left"], gone["row"])
    return f"{place}: ({moved or 'what it is now'}, 'why'),"


def main():
    """Prints what is lost."""
    lines = missing(row for chapter in CHAPTERS for row in exact_rows(chapter))
    print(*lines or ["all rows of the first edition are stated"], sep="\n")
    return min(len(lines), 1)


if __name__ == "__main__":
    sys.exit(main())
