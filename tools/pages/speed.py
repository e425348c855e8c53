"""Write pages/speed.md and its figure from what `make bench` stored, and from benchmarks/book.json.

    python -m tools.pages.speed

Nothing is measured here, so the page says what ran and nothing else. It shows the newest run; those
of other machines and kernels of BLAS say how far a ratio moves.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np

from benchmarks import large
from benchmarks.harness import Result, Task
from benchmarks.large import Large
from benchmarks.passes import BURSTS, Pass
from benchmarks.processes import REPEATS, Shared
from benchmarks.scaling import Run
from mlbook import plot
from tools.book import ROOT, Book, write_changed

RESULTS = ROOT / "benchmarks" / "results.json"
BOOK = ROOT / "benchmarks" / "book.json"  # of `python -m benchmarks.book`
PAGE = ROOT / "pages" / "speed.md"
FIGURE = ROOT / "_static" / "speed.svg"
SEEDS = 3  # of the tables that give a quality its spread
TOLERANCE = 0.3  # of an exponent: what caches and a noisy machine do to four points
BESIDE = "\u00a0/ "  # a line may break after it, not before
ROLES = {"n": "data", "d": "model"}
WORDS = {"n": "samples $n$", "d": "features $d$"}
HEAD = """---
myst:
  html_meta:
    description: "Time, memory and quality of the package beside scikit-learn, SciPy and XGBoost, and how the cost of its fits grows."
    keywords: "benchmark, benchmarks"
---

# Speed

This page compares the package `mlbook` with the libraries that a reader would otherwise use.
You can repeat most of the measurements with the command `make bench`, and those of the book itself with `python -m benchmarks.book`.
Unless a table says otherwise, all numbers come from one run in a single thread, under the following conditions:

- day of the run: {day}
- machine: {machine}
- kernel of BLAS: {blas}
- versions: {versions}

{elsewhere}

## How it was measured

The two programs take turns in one process and work on the same data.
Each program first runs once without being timed.
We measure processor time, because other programs disturb it less than elapsed time.
On an idle machine, the processor time of a program with a single thread is almost the same as the elapsed time.
A **ratio** is the time of `mlbook` divided by the time of the other program, so a ratio below 1 means that `mlbook` is faster.
The tables show the median of the ratios over all pairs of runs, and the median time of each program in milliseconds.
If a cell contains two numbers, the first belongs to `mlbook` and the second to the other program.
The **target** of a task is the largest ratio that we allow for this task.

**Memory** is the additional memory that a program needs for one more run.
To measure it, we subtract the resident memory of the process before this run from its peak during the run.
The difference includes the result of the run and the memory that compiled code uses, but not the data.
Values below 1 MB are not reliable.
The target for memory is five times the memory of the other program, or 40 MB more than that program uses, whichever is larger.

**Quality** measures how good the result is.
We measure the quality of predictions by the accuracy or by R² on samples that were not used for the fit.
For other results, we use one of the following measures:

| measure | meaning | better if |
|---|---|---|
| share kept | the fraction of the variance that the components explain | larger |
| share of own table | the same fraction for the weighted table of words, which the two programs weight differently | larger |
| gap | the duality gap, divided by the duality gap at zero weights | smaller |
| residual | the largest length of $A\\mathbf{{v}} - s\\mathbf{{u}}$ or $A^\\top\\mathbf{{u}} - s\\mathbf{{v}}$, divided by the largest singular value | smaller |
| cost | the quantity that locally linear embedding minimizes, after the embeddings have been made comparable | smaller |

For some tasks, we fitted both programs to data sets drawn with {seeds} different seeds.
In the rows for these tasks, the number after ± is the standard deviation of the quality over the data sets.

**Settings** such as the depth of trees, the number of rounds and the penalty are the same for both programs, unless a row names two settings.
The random forests of `mlbook` always compute the out-of-bag score, and those of scikit-learn compute it unless a row says otherwise.

## Targets

{targets}

"""
SECTIONS = {  # the step, and whether the tables are those of the case study
    "Fitting": ("fit", False),
    "Predicting and transforming": ("predict", False),
    "Fitting to the tables of the case study": ("fit", True),
    "Predicting for the tables of the case study": ("predict", True),
}
PASSES = """## What bounds it

When `mlbook` grows a tree, NumPy makes many passes over arrays.
The table below shows how long such passes take, and how long each program takes to grow a small forest.
Unless a row mentions memory, its arrays occupy 128 kB.
We timed each row in {bursts} short bursts within half a minute, and the table gives the shortest and the median time of these bursts.
The shortest time shows what a pass costs on this machine when nothing else slows it down.
If the median is much longer, the machine had slow moments, for example because it shares its cores with other programs.
A slow moment affects a gather more than a running sum, in which each step must wait for the previous one.
The rows for the two forests show how much slow moments can change a ratio.

"""
SCALING = """## How the cost grows

In these measurements, we double either the number of samples $n$ or the number of features $d$ three times, and leave the other number unchanged.
The **exponent** is the slope of a line that we fit to the logarithm of the time as a function of the logarithm of the size.
Each exponent applies to the range of sizes in the column to its left.
At each size, we use the time of the fastest of three runs.
The claimed exponents come from the formula for the cost that is given in the chapter on the method.
We can only give a range for these exponents, because the symbol $O$ hides the constants that decide which term of the formula is the largest.
To find the range, we compute the slope of each term of the formula over the same sizes, and take the smallest and the largest of these slopes.
A formula with $O$ is only an upper bound, so a smaller exponent does not contradict it.
Work that takes the same time at all sizes lowers the exponent, and data that no longer fit into the caches raise it.

```{{figure}} ../_static/speed.svg
---
name: fig-speed-scaling
class: dark-light
alt: Twelve panels, one for each method, with time against size on logarithmic axes, for samples n and for features d, each beside a thin line for the fastest growth that is claimed.
---
The figure shows how the time of a fit grows with the number of samples $n$ (blue circles) and with the number of features $d$ (orange diamonds).
Times and sizes are divided by their values at the smallest size.
{claim}
```

"""

LARGE = """
## A million samples

The table shows how many seconds a fit to $10^6$ samples takes.
The exponent describes how this time grows from $10^5$ to $10^6$ samples.
The seconds and the exponents are medians of {repeats} pairs of runs.
The last column gives the peak of the additional memory during the fit, including the result, divided by the memory of the data.

"""

PROCESSES = """
## In two processes

We call a group of trees that grow together a grove.
With the parameter `n_jobs`, groves grow in several processes, and the resulting trees are the same, to the last bit, as those grown in one process.
The table shows the elapsed time of a whole fit in seconds, including the start of the processes.
Each number is the median of {repeats} runs on the machine that is described at the beginning of this page.
The words *fork* and *spawn* are Python's names for two ways of starting a process.
On macOS and Windows, Python uses *spawn*.

"""

OWN = """
## The book itself

The table shows how many seconds it takes to build and test the book.
The times of checks and jobs are processor times, and all other times are elapsed times.
Each chapter is checked in a process of its own.
We time the command `make publish` on a machine that has built the book before, but every build creates all pages again.
The tests use all cores of the machine.
A build spends a quarter of its time on reading the pages, a third on writing them, and a fifth on typesetting the changes that readers can make to formulas.

"""
PART_TEXTS = {
    "build": "`make publish`, {pages} pages with the outputs that are stored",
    "checks": "one check, the median of {checks}",
    "collection": "pytest finds the {tests} tests of `make test`",
    "suite": "`make test`, in which {tests} tests passed",
    "lint": "`make lint`, a job of the workflow",
    "package": "the job that tests package and language",
    "notebooks": "the job that runs all chapters and compares",
    "site": "the job that tests the site, in two browsers",
    "kernels": "the job that runs two chapters with other kernels of BLAS",
}
TARGETS = {"build": 10, "checks": 0.2, "suite": 8 * 60}  # seconds


@dataclass(frozen=True)
class Measured:
    """A run of `make bench`: where it ran, the results by topic, the other runs; some have fewer."""

    where: dict
    results: list[tuple[str, Result]]
    scaling: list[Run]
    large: list[Large]
    processes: list[Shared] = field(default_factory=list)
    passes: list[Pass] = field(default_factory=list)


def load_runs(path=RESULTS) -> list[Measured]:
    """The runs, the newest last."""
    return [measured(stored) for stored in json.loads(path.read_text("utf8"))]


def measured(stored) -> Measured:
    results = [(row.pop("topic"), result(row)) for row in stored["results"]]
    grown = [Run(**row) for row in stored["scaling"]]
    grew = [Large(**row) for row in stored["large"]]
    shared = [Shared(**row) for row in stored.get("processes", [])]
    passed = [Pass(**row) for row in stored.get("passes", [])]
    return Measured(stored["where"], results, grown, grew, shared, passed)


def result(row) -> Result:
    return Result(**row | {"task": Task(**row["task"])})


def measures_of_book() -> dict:
    """What was measured of the book itself."""
    return json.loads(BOOK.read_text("utf8")) if BOOK.exists() else {}


def page_text(runs, own=None) -> str:
    """The text of pages/speed.md; own: what was measured of the book itself."""
    last, others = runs[-1], ratios_of_rows(runs[:-1])
    values = {
        "versions": versions(last.where),
        "elsewhere": other_runs(runs),
        "seeds": SEEDS,
        "targets": targets_met([r for _, r in last.results]),
    }
    parts = [
        HEAD.format(**last.where | values),
        *(
            section_table(title, shown_results(last, *rows), others)
            for title, rows in SECTIONS.items()
        ),
        passes_table(last.passes),
        SCALING.format(claim=growth_claim(last.scaling)),
        scaling_table(last.scaling),
        large_table(last.large),
        processes_table(last),
        own_table(own or {}),
    ]
    return "".join(parts)


def shown_results(run, step, case_study) -> list[Result]:
    """The results of a section."""
    return [
        r for topic, r in run.results if (r.task.step, topic == "case_study") == (step, case_study)
    ]


def ratios_of_rows(runs) -> dict:
    """The ratios of each row in some runs."""
    result: dict = {}
    for run in runs:
        for _, r in run.results:
            result.setdefault(row_key(r), []).append(r.ratio)
    return result


def row_key(r: Result) -> tuple[str, str, str]:
    """What a row is about, whenever it was measured."""
    return r.task.step, r.task.name, r.task.authority


def other_runs(runs) -> str:
    """Where else the rows were measured, and how far ratios move between two runs."""
    if len(runs) == 1:
        return "The ratios are different on other machines, and we have not measured by how much."
    last = ratios_of_rows(runs[-1:])
    lines = [
        "The numbers in parentheses after a ratio are the smallest and the largest ratios that"
        " earlier runs gave for the same task. These runs used another machine, another kernel of"
        " BLAS or an earlier version of the package.",
        "To compare this run with an earlier one, we divide each ratio on this page by the ratio that"
        " the earlier run gave for the same task. For each earlier run, the table shows the median of"
        " these factors and the range of the middle 90 % of them:",
        "",
        "| day | machine | kernel of BLAS | median factor | range |",
        "|---|---|---|---:|---|",
    ]
    for run in runs[:-1]:
        moved = [last[row_key(r)][0] / r.ratio for _, r in run.results if row_key(r) in last]
        low, middle, high = np.quantile(moved, [0.05, 0.5, 0.95])
        same = run.where["machine"] == runs[-1].where["machine"]
        place = "the same" if same else run.where["machine"]
        lines.append(
            f"| {run.where['day']} | {place} | {run.where['blas']} | {middle:.2f} |"
            f" {low:.2f} to {high:.2f} |"
        )
    return "\n".join(lines)


def versions(where) -> str:
    names = {"numpy": "NumPy", "scipy": "SciPy", "sklearn": "scikit-learn", "xgboost": "XGBoost"}
    libraries = [f"{names[name]} {number}" for name, number in where["versions"].items()]
    return ", ".join([f"Python {where['python']}", *libraries])


def is_slow(r: Result) -> bool:
    return r.ratio > r.task.target


def is_heavy(r: Result) -> bool:
    """Above the larger of five times the other's memory and 40 MB more."""
    ours, theirs = r.memory
    return ours > max(5 * theirs, theirs + 40)


def targets_met(results) -> str:
    """How many targets are met, and the others below what bounds them."""
    text = (
        f"The package meets {len(results) - sum(map(is_slow, results))} of {len(results)} targets for"
        f" time and {len(results) - sum(map(is_heavy, results))} of {len(results)} targets for"
        " memory.\n"
    )
    bounds: dict[str, list[Result]] = {}
    for r in results:
        if is_slow(r) or is_heavy(r):
            bounds.setdefault(r.task.bound, []).append(r)
    if bounds:
        text += (
            "The tables below list the missed targets, and the text above each table gives the"
            " reason.\n"
        )
    for bound, missed in bounds.items():
        text += f"\n{bound}\n\n" + table_row(("step", "task", "beside", "missed"))
        text += table_row(("---",) * 4) + "".join(map(missed_row, missed))
    return text


def missed_row(r: Result) -> str:
    """A task whose target was missed: by which ratio, or how much memory."""
    time = f"ratio {r.ratio:.4g}, target {r.task.target:g}" if is_slow(r) else ""
    memory = "{:.0f} MB beside {:.0f} MB".format(*r.memory) if is_heavy(r) else ""
    missed = ", ".join(filter(None, [time, memory]))
    return table_row((r.task.step, r.task.name, r.task.authority, missed))


def section_table(title, results, others) -> str:
    """The results in a table; mlbook is the first of two."""
    head = table_row(("task", "beside", "ratio", "target", "ms", "MB", "quality"))
    rule = "|---|---|---:|---:|---:|---:|---|\n"
    rows = [ratio_row(r, others.get(row_key(r), [])) for r in results]
    return f"## {title}\n\n{head}{rule}" + "".join(rows) + "\n"


def table_row(cells) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |\n"


def ratio_row(r: Result, others=()) -> str:
    """others: the ratios of other runs."""
    ratio = f"**{r.ratio:.2f}**" if is_slow(r) else f"{r.ratio:.2f}"
    ratio += f" ({range_text(min(others), max(others))})" if others else ""
    ms = BESIDE.join(rounded(1000 * seconds) for seconds in r.seconds)
    memory = BESIDE.join(f"{mb:.0f}" for mb in r.memory)
    memory = f"**{memory}**" if is_heavy(r) else memory
    quality = f"{r.measure} {BESIDE.join(f'{x:.3g}' for x in r.quality)}"
    quality += f" ± {BESIDE.join(f'{x:.1g}' for x in r.spread)}" if r.spread else ""
    cells = r.task.name, r.task.authority, ratio, f"≤ {r.task.target:g}", ms, memory, quality
    return table_row(cells)


def rounded(x: float) -> str:
    """Two or three digits, without an exponent."""
    return f"{x:.0f}" if x >= 100 else f"{x:.2g}" if x < 1 else f"{x:.1f}"


def passes_table(passes) -> str:
    """A row for each pass of NumPy that was timed, and for each forest."""
    if not passes:
        return ""
    text = PASSES.format(bursts=BURSTS) + table_row(
        ("what", "unit", "least", "median", "median / least")
    )
    text += table_row(("---", "---", "---:", "---:", "---:"))
    for each in passes:
        slower = f"{each.median / each.least:.2f}"
        text += table_row((each.name, each.unit, rounded(each.least), rounded(each.median), slower))
    return text + "\n"


# --- scaling -------------------------------------------------------------------------------------


def growth_claim(runs) -> str:
    """The claim of the figure: which methods grow faster than their chapter says."""
    faster = [run for run in runs if run.exponent > run.claimed[1] + TOLERANCE]
    if not faster:
        return (
            "No method grows faster than the thin line of the same colour, which shows the steepest"
            " term in the formula of the chapter."
        )
    named = ", ".join(f"{run.name} in ${run.variable}$" for run in faster)
    return (
        "The thin line of the same colour shows the steepest term in the formula of the chapter."
        f" Some methods grow faster, by more than {TOLERANCE} in the exponent: {named}."
    )


def scaling_table(runs) -> str:
    """A row for each method: exponents in n, then in d."""
    head = table_row(
        ("method", "the chapter says", "$n$", "exponent", "claimed", "$d$", "exponent", "claimed")
    )
    text = head + "|---|---|---:|---:|---:|---:|---:|---:|\n"
    for n, d in in_pairs(runs):
        claims = ", ".join(f"${claim}$" for claim in n.claims)
        slopes = [
            x
            for run in (n, d)
            for x in (
                f"{run.sizes[0]} to {run.sizes[-1]}",
                f"{run.exponent:.2f}",
                exponent_range(*run.claimed),
            )
        ]
        text += table_row((f"{{doc}}`{n.name} <../chapters/{n.chapter}>`", claims, *slopes))
    return text


def exponent_range(low, high) -> str:
    """A range of exponents."""
    return range_text(*(max(0.0, round(x, 2)) for x in (low, high)))


def range_text(low, high) -> str:
    """A range, or one number where both ends are the same."""
    return " to ".join(dict.fromkeys(f"{x:.2f}" for x in (low, high)))


def large_table(runs) -> str:
    """A row for each method that was fitted to a million samples."""
    if not runs:
        return ""
    head = table_row(("method", "features", "seconds", "exponent", "memory"))
    text = LARGE.format(repeats=large.REPEATS) + head + "|---|---:|---:|---:|---:|\n"
    for each in runs:
        name = f"{{doc}}`{each.name} <../chapters/{each.chapter}>`"
        numbers = f"{each.seconds[1]:.2f}", f"{each.exponent:.2f}", f"{each.share:.2f}"
        text += table_row((name, str(each.features), *numbers))
    return text


def processes_table(run) -> str:
    """A row for each fit that was made in one process and in two."""
    if not run.processes:
        return ""
    starts = list(run.processes[0].two)
    text = PROCESSES.format(repeats=REPEATS, **run.where)
    text += table_row(("fit", "one process", *(f"two, by {start}" for start in starts)))
    text += table_row(("---", *("---:" for _ in ("one", *starts))))
    for each in run.processes:
        name = f"{{doc}}`{each.name} <../chapters/{each.chapter}>`"
        seconds = each.one, *(each.two[start] for start in starts)
        text += table_row((name, *(f"{one:.2f}" for one in seconds)))
    return text


def own_table(own) -> str:
    """A row for each part of the book's own speed that was measured."""
    if not own:
        return ""
    text = (
        OWN
        + table_row(("what", "seconds", "target", "measured"))
        + table_row(("---", "---:", "---:", "---"))
    )
    for part, measured in own.items():
        day = f"{measured['day']}, {measured['machine']}, Python {measured['python']}"
        target = TARGETS.get(part)
        late = target is not None and measured["seconds"] > target
        seconds = f"**{rounded(measured['seconds'])}**" if late else rounded(measured["seconds"])
        text += table_row(
            (PART_TEXTS[part].format(**measured), seconds, f"≤ {target}" if target else "", day)
        )
        if part == "checks":
            where = f"{{eq}}`{measured['label']}`" if measured["label"] else "one without a number"
            chapter = f"{{doc}}`../chapters/{measured['chapter']}`"
            text += table_row(
                (f"the slowest check, {where} in {chapter}", rounded(measured["slowest"]), "", day)
            )
    return text


def in_pairs(runs):
    """The run against n and that against d of each method."""
    return list(zip(runs[::2], runs[1::2], strict=True))


def draw_figure(runs, path=FIGURE) -> None:
    """The figure: a panel for each method, with all panels on one scale."""
    with matplotlib.rc_context(plot.style()):
        columns, pairs = 3, in_pairs(runs)
        panels = plot.axes(*[("", "")] * len(pairs), height=1.0, columns=columns)
        for i, (ax, pair) in enumerate(zip(panels, pairs, strict=True)):
            for run in pair:
                draw_growth(ax, run)
            ax.text(0.04, 0.96, pair[0].name, transform=ax.transAxes, va="top")
            ax.set(xscale="log", yscale="log", xlim=(0.9, 9), ylim=(0.7, 300))
            ax.set_xticks([1, 2, 4, 8], ["1", "2", "4", "8"], minor=False)
            ax.set_yticks([1, 10, 100], ["1", "10", "100"], minor=False)
            ax.minorticks_off()
            if i % columns == 0:
                ax.set_ylabel("time")
            if i >= len(pairs) - columns:
                ax.set_xlabel("size")
        panels[5].legend(loc="upper right", handlelength=1.2)  # where the lines are low
        plt.savefig(
            path, metadata={"Date": None, "Creator": None, "Description": figure_digest(runs)}
        )
        plt.close()


def draw_growth(ax, run: Run) -> None:
    """Measured: a line with markers. Claimed: the thin line of the largest exponent."""
    size, time = ([x / each[0] for x in each] for each in (run.sizes, run.seconds))
    most = [x ** run.claimed[1] for x in size]
    role = ROLES[run.variable]
    marker = {"marker": plot.MARKERS[role], "markersize": 5}
    ax.plot(size, time, color=plot.COLOURS[role], label=WORDS[run.variable], **marker)
    ax.plot(size, most, color=plot.COLOURS[role], linewidth=1, linestyle="--")


def figure_digest(runs) -> str:
    """What the figure shows, in short, so that a figure of other runs can be told."""
    return hashlib.sha256(repr(runs).encode()).hexdigest()


def texts(book: Book) -> dict[Path, str]:
    """{path: text} of what is written, which no chapter changes; the figure is drawn by main()."""
    return {PAGE: page_text(load_runs(), measures_of_book())}


def main() -> None:
    write_changed(texts(Book()))
    draw_figure(load_runs()[-1].scaling)


if __name__ == "__main__":
    main()
