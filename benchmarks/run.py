"""Runs every benchmarks/bench_*.py, prints the table and writes it to benchmarks/results.md."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

HERE = Path(__file__).parent
HEAD = """# Speed beside other libraries

Written by `make bench`. One thread. Seconds are medians; the ratio is the median of the ratios of
paired runs in one process, mlbook / authority, and is what counts: below 1 mlbook is faster.

| task | authority | authority (s) | mlbook (s) | ratio | target |
|---|---|---:|---:|---:|---:|
"""


def main() -> None:
    names = sorted(path.stem for path in HERE.glob("bench_*.py"))
    results = [r for name in names for r in import_module(f"benchmarks.{name}").results()]
    text = HEAD + "\n".join(map(row, results)) + f"\n\nWith {versions()}.\n"
    (HERE / "results.md").write_text(text)
    print(text)


def row(r) -> str:
    mark = "" if r.ratio <= r.task.target else " (missed)"
    times = f"{r.theirs:.4f} | {r.ours:.4f} | {r.ratio:.2f}"
    return f"| {r.task.name} | {r.task.authority} | {times} | ≤ {r.task.target:g}{mark} |"


def versions() -> str:
    return ", ".join(filter(None, map(_version, ["numpy", "scikit-learn", "xgboost"])))


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return ""
