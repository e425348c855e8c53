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

The package beside the libraries that a reader would otherwise use, measured by `make bench`, which writes this page.
All numbers come from one run, on {day}: {machine}, one thread, BLAS for {blas}; {versions}.
{elsewhere}

## How it was measured

Both sides run in turns in one process on the same data, after one run of each that is not timed.
Time is that of the processor, which other programs disturb less than that of the clock; with one thread the two agree on a quiet machine.
A **ratio** is the time of `mlbook` over the time of the other, and the ratio given is the median over the pairs: below 1 `mlbook` is faster.
The times in ms are medians.
Where two numbers stand in a cell, the first is that of `mlbook`.
A **target** is the largest ratio that the project allows itself.

**Memory** is what one more run adds to the resident memory of the process at its highest, the result included and the data not.
It counts what compiled code takes as well as arrays, after freed memory went back to the system, and means little below 1 MB.
The target is at most five times that of the other, or 40 MB above it, whichever is more.

**Quality** of predictions is the accuracy, or R², on samples that were not fitted.
The other measures are: *share kept*, of the variance; *share of own table*, of the squares of a corpus as weighed by each side, since scikit-learn's idf is larger by 1; *gap*, the duality gap over that of no weights at its best; *residual*, the largest $\\|A\\mathbf{{v}} - s\\mathbf{{u}}\\|$ or $\\|A^\\top\\mathbf{{u}} - s\\mathbf{{v}}\\|$ over the largest singular value; *cost*, what locally linear embedding minimizes, of an embedding made comparable.
Of accuracy, R² and share more is better, of the others less.
Where both sides were fitted to tables of {seeds} seeds, the standard deviation over these stands behind ±.

**Settings**, such as depth, rounds, penalties and bins, are the same on both sides, but where a row names two.
Forests of scikit-learn also compute the out-of-bag score, as those of `mlbook` always do, but where a row says without.

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

What NumPy needs for the passes of which growing trees consists, on arrays of 128 kB where no memory is named, and two forests beside each other: the least and the median of {bursts} bursts, all in turn, within half a minute.
The least is what a pass costs here.
A median well above the least tells of slow moments, as on a machine that shares its cores with others: a running sum, in which each step waits for the one before, suffers less in them than a gather does.
The two forests show what they do to a ratio.

"""
SCALING = """## How the cost grows

One of $n$ and $d$ doubles three times while the other stays.
The **exponent** is the slope of log time against log size, of the fastest of three runs at each size, and holds for the range of sizes beside it.
The claimed exponents are those of the formula for the cost in the chapter: the slopes, at the same sizes, of the terms of its formula, from the least to the largest, since $O$ hides the constants that would say which term counts.
A formula with $O$ is a bound: a smaller exponent does not contradict it.
What costs the same at all sizes lowers an exponent; memory that outgrows the caches raises it.

```{{figure}} ../_static/speed.svg
---
name: fig-speed-scaling
class: dark-light
alt: Twelve panels, one for each method, with time against size on logarithmic axes, for samples n and for features d, each beside a thin line for the fastest growth that is claimed.
---
Time of a fit, as a multiple of that at the least size, against the size as a multiple of the least: samples $n$ (blue circles), features $d$ (orange diamonds).
{claim}
```

"""

LARGE = """
## A million samples

Seconds of a fit to $10^6$ samples, the exponent from $10^5$ to these, both medians of {repeats} pairs, and the memory besides the table at its highest, the result included, as a multiple of the table's.

"""

PROCESSES = """
## In two processes

Trees that grow together are a grove, and with `n_jobs` groves grow in several processes, to the same bits.
Seconds by the clock of a whole fit, the start of the processes included: the median of {repeats}, on {machine}.
*fork* and *spawn* are Python's words for the way in which they begin; macOS and Windows spawn.

"""

OWN = """
## The book itself

Seconds by the clock, but for checks and jobs, whose time is that of the processor; each chapter is checked in a process of its own.
`make publish` is timed with all pages, where it was made before, and as many tests run at once as the machine has cores.
A build makes all pages anew: a quarter of its time reads them, a third writes them, and a fifth typesets what happens to the formulas that a reader may break.

"""
PART_TEXTS = {
    "build": "`make publish`, {pages} pages with the outputs that are stored",
    "checks": "a check, the median of {checks}",
    "collection": "pytest finds the {tests} tests of `make test`",
    "suite": "`make test`, of which {tests} tests passed",
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
        return (
            "Another machine has other times and other ratios; how far they move was not measured."
        )
    last = ratios_of_rows(runs[-1:])
    lines = [
        "Behind a ratio stands the range of what was measured on another machine, or with another"
        " kernel of BLAS, by the package of that day:",
        "",
    ]
    for run in runs[:-1]:
        moved = [last[row_key(r)][0] / r.ratio for _, r in run.results if row_key(r) in last]
        low, middle, high = np.quantile(moved, [0.05, 0.5, 0.95])
        same = run.where["machine"] == runs[-1].where["machine"]
        place = "this machine" if same else run.where["machine"]
        lines.append(
            f"- {run.where['day']}, {place}, BLAS for {run.where['blas']}: ratios here are {middle:.2f}"
            f" times those there in the median, and in nine rows of ten {low:.2f} to {high:.2f} times."
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
        f"{len(results) - sum(map(is_slow, results))} of {len(results)} targets of time are met,"
        f" and {len(results) - sum(map(is_heavy, results))} of {len(results)} of memory.\n"
    )
    bounds: dict[str, list[Result]] = {}
    for r in results:
        if is_slow(r) or is_heavy(r):
            bounds.setdefault(r.task.bound, []).append(r)
    if bounds:
        text += "The others, by what bounds them:\n"
    for bound, missed in bounds.items():
        text += f"\n{bound}\n\n" + table_row(("step", "task", "beside", "missed"))
        text += table_row(("---",) * 4) + "".join(map(missed_row, missed))
    return text


def missed_row(r: Result) -> str:
    """A task whose target was missed: by which ratio, or how much memory."""
    time = f"ratio {r.ratio:.4g} for {r.task.target:g}" if is_slow(r) else ""
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
        return "No method grows faster than the thin line of its colour, the steepest term of the chapter's formula."
    named = ", ".join(f"{run.name} in ${run.variable}$" for run in faster)
    return (
        "The thin line of its colour is the steepest term of the chapter's formula;"
        f" these grow faster by more than {TOLERANCE} in the exponent: {named}."
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
