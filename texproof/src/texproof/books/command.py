r"""``python -m texproof``: checks the displays of pages, or proposes declarations.

    python -m texproof check chapter.md paper.tex notebook.ipynb
    python -m texproof check --json --seconds 60 chapter.md
    python -m texproof guess '\nabla_w \lVert Xw - y\rVert^2 = 2X^\top(Xw - y)'

check prints a line for each display, with file, line and column, and ends with status 1 if one was
refused, 2 if a file cannot be read or holds nothing to check.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from .blocks import DISPLAY, NAMES, blocks_of
from .guess import guess
from .page import BlockOutcome, Page


def main(arguments: Sequence[str]) -> int:
    """Does what the command line asks, and returns the status to end with."""
    options = parser().parse_args(arguments)
    if options.command == "guess":
        print(guess(options.formula if options.formula != "-" else sys.stdin.read()))
        return 0
    results: list[dict[str, Any]] = []
    for path in options.files:
        try:
            outcomes = list(check_blocks(path, options.seconds, None if options.json else print))
        except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
            print(f"{path}: cannot be read: {error}", file=sys.stderr)
            return 2
        results += outcomes
    if options.json:
        print(json.dumps(results, indent=1, ensure_ascii=False))
    if not results:
        print("nothing to check: no {derive} in Markdown, no % derive in LaTeX", file=sys.stderr)
        return 2
    return int(any(row["refused"] for row in results))


def parser() -> argparse.ArgumentParser:
    """The arguments of the command line."""
    top = argparse.ArgumentParser(prog="python -m texproof", description=__doc__,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    commands = top.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="judge the displays of .md, .tex and .ipynb files")
    check.add_argument("files", nargs="+", type=Path)
    check.add_argument("--json", action="store_true", help="print one list of objects")
    check.add_argument("--seconds", type=float, default=60, help="for a display (60; 0: no limit)")
    proposed = commands.add_parser("guess", help="propose declarations of the names in a display")
    proposed.add_argument("formula", help="LaTeX, or - for the standard input")
    return top


def check_blocks(path: Path, seconds: float, tell: Any) -> Iterator[dict[str, Any]]:
    """What became of each block of a file but the names that were declared, told as it comes."""
    page = Page(seconds)
    for block in blocks_of(path):
        outcome = page.take(block)
        if block.kind == DISPLAY or outcome.refusal:
            row = outcome_data(path, outcome)
            if tell:
                tell(outcome_in_words(row))
            yield row


def outcome_data(path: Path, outcome: BlockOutcome) -> dict[str, Any]:
    """An outcome as an object of JSON."""
    line, column = outcome.place
    block = outcome.block
    return {
        "file": str(path),
        "cell": block.cell,
        "line": line,
        "column": column,
        "label": block.label or ("derive-names" if block.kind == NAMES else ""),
        "mark": outcome.mark,
        "scope": outcome.scope,
        "refused": outcome.refusal is not None,
        "message": outcome.message,
        "seconds": round(outcome.seconds, 2),
    }


def outcome_in_words(row: dict[str, Any]) -> str:
    """An outcome as a line, and below it why it was refused, or what it should say."""
    cell = f" cell {row['cell']}, line " if row["cell"] else ""
    place = f"{row['file']}:{cell}{row['line']}:{row['column']}"
    verdict = ", ".join(filter(None, (row["mark"], row["scope"])))
    below = "".join(f"\n    {line}" for line in row["message"].splitlines())
    return f"{place}: {verdict}" + f"  {row['label']}".rstrip() + below
