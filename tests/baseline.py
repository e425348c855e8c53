"""The exact rows of the first edition: what later editions are measured by.

`python -m tests.baseline` runs the chapters and stores every row that they call exact in
`baseline.json`, one row a line; `python -m tests.baseline pca svd` runs these chapters, stores
nothing, and prints the stored rows that they do not prove any more.
"""

import contextlib
import json
import sys
from pathlib import Path

from mlbook.derive import Derivation
from mlbook.derive.decide.hypotheses import is_of_labels
from mlbook.derive.evaluate.conditions import is_condition
from mlbook.derive.evaluate.setting import Setting
from mlbook.derive.statement import EXACT
from tests.chapters import CHAPTERS

STORED = Path(__file__).with_name("baseline.json")
ROW = ("chapter", "label", "row", "left", "sign", "right", "given")  # what tells rows apart


def exact_rows(chapter):
    """The exact rows of a chapter, in order."""
    for cell, statement in stated(chapter):
        if statement.kind == EXACT:
            yield from rows_of(chapter.name, cell.place, statement)


def stated(chapter):
    """(cell, statement) of a chapter, whose cells are run in one go."""
    import matplotlib.pyplot

    matplotlib.use("Agg")
    namespace, known = {"__name__": "__main__"}, set()
    with contextlib.chdir(chapter.path.parent):
        for cell in chapter.code:
            exec(compile(cell.code, chapter.name, "exec"), namespace)
            for value in [v for v in namespace.values() if isinstance(v, Derivation)]:
                new = [s for s in value.statements.values() if id(s) not in known]
                known.update(map(id, new))
                yield from ((cell, statement) for statement in new)
    matplotlib.pyplot.close("all")


def rows_of(chapter, cell, statement):
    """The rows of one chain, each with what it rests on."""
    left = statement.first
    pairs = zip(statement.rows, statement.verdicts, strict=True)
    for number, (row, verdict) in enumerate(pairs, 1):
        yield {
            "chapter": chapter,
            "cell": cell,
            "label": statement.label or "",
            "row": number,
            "left": left,
            "sign": row.sign,
            "right": row.text,
            "given": but_conditions(statement),
            "sizes": {size: list(pair) for size, pair in statement.sizes.items()},
            "verdict": verdict.kind,
            "rung": verdict.rung,
            "sized": bool(statement.sizes),
            "program": calls_program(statement, row),
        }
        left = row.text


def but_conditions(statement):
    """The hypotheses without conditions on lengths, letters and labels, of which there were none."""
    setting = Setting(statement.definitions, statement.lengths)
    conditions = [is_condition(h) or is_of_labels(h, setting) for h in statement.hypotheses]
    given = statement.given
    if len(conditions) != len(given):  # a chain in one text
        return given
    return [text for text, left_out in zip(given, conditions, strict=True) if not left_out]


def calls_program(statement, row):
    """Whether the meaning of a row depends on a function of the package."""
    setting = Setting(statement.definitions, statement.lengths)
    return any(name.call for name in setting.used(row.relation, *statement.hypotheses))


def stored():
    """The rows of the first edition."""
    return json.loads(STORED.read_text("utf8"))


def written(rows):
    """JSON with one row a line."""
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def key(row):
    """What tells a row from all others, wherever its cell has moved."""
    return json.dumps([row[part] for part in ROW], ensure_ascii=False)


def lost(chapter, rows):
    """Stored rows of a chapter that are not among these exact rows."""
    proved = {key(row) for row in rows if row["verdict"] == EXACT}
    return [row for row in stored() if row["chapter"] == chapter and key(row) not in proved]


def main(chosen):
    """Stores the rows of all chapters, or prints what the chosen ones have lost."""
    if not chosen:
        STORED.write_text(
            written(row for chapter in CHAPTERS for row in exact_rows(chapter)), "utf8"
        )
        return 0
    rows = {each.name: list(exact_rows(each)) for each in CHAPTERS if each.name in chosen}
    gone = [row for chapter, found in rows.items() for row in lost(chapter, found)]
    print(written(gone) if gone else f"all rows of {', '.join(rows)} are exact")
    return len(gone)


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
