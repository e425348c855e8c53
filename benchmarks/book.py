"""How long the book takes to build, to check and to test: `python -m benchmarks.book [part ...]`.

The parts are build, checks and collection, which are measured unless others are named; suite, which
takes as long as `make test`; and the jobs of the workflow of tests, each of which takes as long as
what it makes. When all are measured each goes into benchmarks/book.json in the place of its last:
not before, as the page on speed shows what is stored, so that the site would be built anew.
Builds and tests are clocked; of a check and of a job the time of the processor counts.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from unittest.mock import patch

import yaml

from benchmarks.run import where
from tests.book.chapters import CHAPTERS, chosen, derivations
from texproof.decide.judge import verdicts
from texproof.statement import DEFINED
from tools.book import ROOT

RESULTS = Path(__file__).with_name("book.json")
SITE = ROOT / "_build" / "html" / "index.html"
PAGES = ROOT / "_build" / "draft"  # without which all pages are built
WORKFLOW = ROOT / ".github" / "workflows" / "tests.yml"
BROWSERS = ".ci/browsers"  # installs them, which is not measured
JOBS = ("lint", "package", "notebooks", "site", "kernels")
EVERY_CHANGE = "not browser and not nightly"
COLLECT = (sys.executable, "-m", "pytest", "--collect-only", "--quiet", "-m", EVERY_CHANGE)


def main(names: list[str]) -> None:
    if unknown := set(names) - set(PARTS):
        raise SystemExit(
            f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}"
        )
    here = {name: where()[name] for name in ("day", "machine", "python")}
    measured = {}
    for part in names or USUAL:
        measured[part] = PARTS[part]() | here
        print(f"{part}: {measured[part]}", flush=True)
    stored = json.loads(RESULTS.read_text("utf8")) if RESULTS.exists() else {}
    RESULTS.write_text(json.dumps(stored | measured, indent=1) + "\n", "utf8")


def build() -> dict:
    """Seconds of `make publish`, of all pages, where it was made before, and how many it wrote."""
    if not SITE.exists():
        clocked("make", "publish")
    shutil.rmtree(PAGES, ignore_errors=True)
    seconds, _ = clocked("make", "publish")
    return {"seconds": seconds, "pages": len(list(SITE.parent.rglob("*.html")))}


def checks() -> dict:
    """Seconds of the median and of the slowest check of all chapters."""
    fresh = multiprocessing.get_context("spawn")  # a chapter finds nothing that another one decided
    with ProcessPoolExecutor(1, mp_context=fresh, max_tasks_per_child=1) as pool:
        took = pool.map(checked, [chapter.name for chapter in CHAPTERS])
        return summary_of_checks([one for some in took for one in some])


def summary_of_checks(took: list[tuple[float, str, str]]) -> dict:
    """What is stored of checks: the median of their seconds, and which is the slowest."""
    slowest, chapter, label = max(took)
    seconds = median(each for each, _, _ in took)
    summary = {"seconds": seconds, "checks": len(took)}
    return summary | {"slowest": slowest, "chapter": chapter, "label": label}


def checked(name: str) -> list[tuple[float, str, str]]:
    """(seconds, chapter, label or nothing) of each check of a chapter; no definition is one.

    A check decides whether the rows stand, and for which sizes.
    """
    (chapter,), took = chosen([name]), []

    def timed(statement):
        start = process_time()
        result = verdicts(statement)
        if statement.kind != DEFINED:
            took.append((process_time() - start, name, statement.label or ""))
        return result

    with patch("texproof.derivation.verdicts", timed):
        derivations(chapter)
    return took


def collection() -> dict:
    """Seconds in which pytest finds the tests of `make test`, and how many."""
    seconds, output = clocked(*COLLECT)
    (tests,) = re.findall(r"^(\d+)(?:/\d+)? tests collected", output, re.M)
    return {"seconds": seconds, "tests": int(tests)}


def suite() -> dict:
    """Seconds of `make test`, and how many tests passed."""
    seconds, output = clocked("make", "test", "ONLY=", "CI=true")  # of every topic, the checker too
    (tests,) = re.findall(r"^=.* (\d+) passed.* in .*=$", output, re.M)
    return {"seconds": seconds, "tests": int(tests)}


def job(name: str) -> dict:
    """Seconds of the processor for what a job of the workflow makes."""
    steps = yaml.safe_load(WORKFLOW.read_text("utf8"))["jobs"][name]["steps"]
    before = os.times()
    for step in steps:
        if step.get("run", BROWSERS) != BROWSERS:
            clocked("env", "-u", "MAKEFLAGS", "sh", "-c", step["run"])  # make hands its own down
    after = os.times()
    user = after.children_user - before.children_user
    return {"seconds": user + after.children_system - before.children_system}


def clocked(*command: str) -> tuple[float, str]:
    """Seconds of a command by the clock, and what it prints; it must succeed."""
    start = perf_counter()
    run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    seconds = perf_counter() - start
    if run.returncode:
        raise SystemExit(f"{run.stdout}\n{' '.join(command)} failed")
    return seconds, run.stdout


PARTS: dict[str, Callable[[], dict]] = {
    "build": build,
    "checks": checks,
    "collection": collection,
    "suite": suite,
    **{name: partial(job, name) for name in JOBS},
}
USUAL = ("build", "checks", "collection")

if __name__ == "__main__":
    main(sys.argv[1:])
