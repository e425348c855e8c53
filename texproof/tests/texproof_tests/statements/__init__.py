"""Statements that the language must accept or refuse, decided before it was asked.

Each file holds one kind, the false ones beside their nearest true ones; `open.txt` lists those on
which the language is wrong, so that whoever closes a hole strikes them out.
"""

import importlib
from pathlib import Path

KINDS = [
    "sizes", "chances", "hypotheses", "binding", "limits", "undefined", "norms", "programs",
    "problems", "layout", "points", "orders", "algebra", "calculus", "uses", "bounds", "crashes", "attack",
    "second_attack", "code", "reads", "parts", "spellings", "facts",
    "convex", "inequalities", "optima", "hyperbolic", "derivatives", "reading", "squares",
    "moments", "jensen", "members", "curved", "conventions", "drawn", "chains", "extremes",
]  # fmt: skip
OPEN = Path(__file__).with_name("open.txt")


def entries():
    """All entries, in the order of the files."""
    return [entry for kind in KINDS for entry in entries_of(kind)]


def entries_of(kind):
    """The entries of one file."""
    return importlib.import_module(f"{__name__}.{kind}").ENTRIES


def still_open():
    """Ids of the entries on which the language is wrong."""
    lines = (line.partition("#")[0].strip() for line in OPEN.read_text("utf-8").splitlines())
    return [line for line in lines if line]
