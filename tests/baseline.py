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
OF_POWERS = "a matrix times its inverse said nothing of powers"
CLASS_AND_ANSWER = "the class is $Y$ and the answer $A$ in the whole chapter"
AVERAGE = r"\sum_{v=1}^{V} r_v\left(-\sum_{c=1}^{C} p_{c\mid v}\log p_{c\mid v}\right)"
SPLIT = r"-\sum_{v,c} p_{vc}\log p_c + \sum_{v,c} p_{vc}\log\frac{p_{vc}}{r_v}"
TANGENT = r"\sum_{v,c} p_{vc}\left(1 - \frac{r_vp_c}{p_{vc}}\right)"
WITHIN = r"\mathrm{REL} + \frac1n\sum_{g=1}^m n_go_g(1 - o_g)"
GROUPS = "$k$ is the number of positives in the whole chapter, and groups have the index $g$"
OF_LOGISTIC = {  # labels of linear_regression, and what they are in a chapter of their own
    "linear-likelihood": "logistic-likelihood",
    "linear-logistic-gradient": "logistic-gradient",
    "linear-logistic-hessian": "logistic-hessian",
    "linear-logistic-convex": "logistic-convex",
    "linear-newton": "logistic-newton",
    "linear-code-logistic": "logistic-code-gradient",
    "linear-code-variances": "logistic-code-hessian",
}
BY_GAMMA = (
    r"\frac{1}{2}\lVert\mathbf{y} - X\mathbf{w}\rVert^2"
    r" + \sigma^2\gamma\sum_{j=1}^{d}\lvert\mathbf{w}_j\rvert - \sigma^2\log(A^nC^d)"
)
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
    ("information", "information-average", 1): (
        {"left": r"H(Y\mid A)", "right": AVERAGE},
        CLASS_AND_ANSWER,
    ),
    ("information", "information-average", 2): ({"left": AVERAGE}, CLASS_AND_ANSWER),
    ("information", "information-chain", 1): (
        {"left": "H(Y,A)", "right": r"H(A) + H(Y\mid A)"},
        CLASS_AND_ANSWER,
    ),
    ("information", "information-code-pair"): ({"right": "H(Y)"}, CLASS_AND_ANSWER),
    ("information", "information-independent", 1): (
        {"left": "I(Y;A)", "right": TANGENT},
        CLASS_AND_ANSWER,
    ),
    ("information", "information-independent", 2): ({"left": TANGENT}, CLASS_AND_ANSWER),
    ("information", "information-lost", 1): (
        {"left": "I(Y;A)", "right": SPLIT},
        CLASS_AND_ANSWER,
    ),
    ("information", "information-lost", 2): (
        {"left": SPLIT, "right": r"H(Y) - H(Y\mid A)"},
        CLASS_AND_ANSWER,
    ),
    ("information", "information-lost", 3): (
        {"left": r"H(Y) - H(Y\mid A)", "right": "H(Y) + H(A) - H(Y,A)"},
        CLASS_AND_ANSWER,
    ),
    ("information", "information-error-gain", 1): (
        {"right": r"\frac1n\sum_{v=1}^{V} s_v", "given": []},
        ANY_CLASS,
    ),
    ("information", "information-error-gain", 2): (
        {"left": r"\frac1n\sum_{v=1}^{V} s_v", "given": []},
        ANY_CLASS,
    ),
    ("least_squares", "ls-interpolation"): (
        {
            "left": r"\sum_{k=1}^{p}\mathbf{w}_kx_i^{k-1}",
            "right": r"\mathbf{y}_i",
            "given": [r"\mathbf{w} = \Phi^{-1}\mathbf{y}"],
        },
        OF_POWERS,
    ),
    ("least_squares", "ls-unique"): (
        {
            "left": r"\Phi^{-1}\sum_{i=1}^{p}\left(\sum_{k=1}^{p}"
            r"\mathbf{w}_kx_i^{k-1}\right)\mathbf{e}_i"
        },
        OF_POWERS,
    ),
    ("least_squares", "ls-units"): (
        {
            "left": r"(\Phi A)^\top\left(\Phi A\,A^{-1}\hat{\mathbf{w}} - \mathbf{y}\right)",
            "right": "0",
            "given": [r"\Phi^\top(\Phi\hat{\mathbf{w}} - \mathbf{y}) = 0"],
        },
        "the product stayed by substitution; now the weights are the best ones for the new columns",
    ),
    ("least_squares", "ls-width"): (
        {"left": r"\left[a_i\right]_{\rho_i = s}", "given": []},
        "the hypothesis said of every sample that it is one width away",
    ),
    ("lda", "lda-columns", 1): (
        {
            "left": r"S_BW\mathbf{e}_j",
            "right": r"S_WW\Lambda\mathbf{e}_j",
            "given": [r"S_BW = S_WW\Lambda"],
        },
        "it follows from the equation of the matrices, where it only multiplied out",
    ),
    **{
        ("lle", "lle-shorter", row): (
            {
                "given": [
                    r"G\mathbf{t} = \kappa\mathbf{1} + \varepsilon\mathbf{r}",
                    r"\mathbf{1}^\top\mathbf{t} = 0",
                ]
            },
            "one letter is the cost, another the difference of two costs",
        )
        for row in (1, 2)
    },
    ("lle", "lle-cheapest", 1): (
        {
            "left": r"\sum_{j=1}^n\lambda_jp_j - \sum_{j=n-q}^{n-1}\lambda_j",
            "right": CHEAPEST,
        },
        COUNTED,
    ),
    ("lle", "lle-cheapest", 2): ({"left": CHEAPEST}, COUNTED),
    ("metrics", "metrics-murphy", 1): ({"right": WITHIN}, GROUPS),
    ("metrics", "metrics-murphy", 2): ({"left": WITHIN}, GROUPS),
    ("metrics", "metrics-useless"): ({"given": ["o_g = p"]}, GROUPS),
    ("newton_boosting", "newton-anchor"): (
        {
            "left": r"\arg\min_{w} Gw + \tfrac12Hw^2 + \tfrac12\lambda(w - a)^2",
            "right": r"\frac{\lambda a - G}{H + \lambda}",
        },
        "it says that the value is the minimum, where it said that the slope there is 0",
    ),
    ("regularization", "regularization-map-laplace"): (
        {"right": BY_GAMMA},
        "the Laplace prior has a letter of its own, as in least_squares",
    ),
    ("regularization", "regularization-other-side"): (
        {"given": [r"\lambda > 0"]},
        "it says that the difference is not negative, for which the penalty must be positive",
    ),
    ("svd", "svd-stretch"): (
        {"left": r"A(Q\mathbf{e}_j)"},
        "$B$ is the bidiagonal matrix of Lanczos alone",
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
    ("random_forest", "forest-permuted", 1): (
        {"given": []},
        "the identity needs no hypothesis, and it goes on to a covariance",
    ),
    ("random_forest", "forest-permuted", 2): (
        {"label": "forest-permuted-twice", "row": 1},
        "out of bag its hypothesis fails, so that it stands apart",
    ),
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
