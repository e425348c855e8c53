"""Runs the comparisons and the scaling runs, prints each as it is measured, stores them as data.

python -m benchmarks             everything, into benchmarks/results.json, which keeps one run for
                                 each kind of machine and kernel of BLAS, the newest last
python -m benchmarks pca svm     these comparisons alone, to which "passes", "scaling", "large"
                                 and "processes" belong; nothing is stored
python -m benchmarks blas        those that BLAS has a part in, under another of its kernels, which
                                 OPENBLAS_CORETYPE names; stored before the run of everything
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from time import perf_counter

from threadpoolctl import threadpool_info

from benchmarks import large, passes, processes, scaling
from benchmarks.harness import Result

HERE = Path(__file__).parent
TOPICS = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
CACHE = Path("/sys/devices/system/cpu/cpu0/cache/index2/size")  # Linux's
MORE = {"passes": passes, "scaling": scaling, "large": large, "processes": processes}
BLAS = ["case_study", "lda", "lle", "lsi", "pca", "regularization", "svd", "svm"]
LIBRARIES = ("numpy", "scipy", "sklearn", "xgboost")


def main(chosen: list[str]) -> None:
    other_kernel = chosen == ["blas"]
    if other_kernel:
        if "OPENBLAS_CORETYPE" not in os.environ:
            raise SystemExit("blas asks for another kernel; name it by OPENBLAS_CORETYPE")
        chosen = BLAS
    if unknown := set(chosen) - {*TOPICS, *MORE}:
        raise SystemExit(f"no such comparison: {', '.join(sorted(unknown))}")
    topics = [topic for topic in TOPICS if topic in chosen or not chosen]
    start, place = perf_counter(), where()
    measured: dict = {"where": place, "results": [], **{name: [] for name in MORE}}
    for i, topic in enumerate(topics, 1):
        print(f"[{i}/{len(topics)}, {perf_counter() - start:.0f} s] {topic}", flush=True)
        for result in comparisons(topic):
            print("  " + line(result), flush=True)
            measured["results"].append({"topic": topic, **asdict(result)})
    for name, module in MORE.items():
        if name in chosen or not chosen:
            print(f"[{name}, {perf_counter() - start:.0f} s]", flush=True)
            for run in module.runs():
                print("  " + module.line(run), flush=True)
                measured[name].append(asdict(run))
    if not chosen or other_kernel:
        store(measured)
    print(f"{perf_counter() - start:.0f} s in all")


def store(measured: dict) -> None:
    """Put a run behind those of other machines and kernels, in the place of this one's last.

    A run of a part only stands before all others: the page shows the last.
    """
    path, here = HERE / "results.json", kind(measured["where"])
    runs = json.loads(path.read_text("utf8")) if path.exists() else []
    runs = [run for run in runs if kind(run["where"]) != here]
    runs.insert(len(runs) if measured["scaling"] else 0, measured)
    path.write_text(json.dumps(runs, indent=1, ensure_ascii=False) + "\n", "utf8")


def kind(where: dict) -> tuple[str, str]:
    """What tells two runs apart: the machine, and the kernel of BLAS."""
    return where["machine"], where["blas"]


def comparisons(topic: str) -> Iterator[Result]:
    return import_module(f"benchmarks.bench_{topic}").results()


def line(result: Result) -> str:
    """A result in one line, to be read while the next is measured."""
    task = result.task
    target = f"≤ {task.target:g}" + (", missed" if result.ratio > task.target else "")
    memory, quality = ("{:.3g} / {:.3g}".format(*pair) for pair in (result.memory, result.quality))
    return (
        f"{task.step} {task.name}, {task.authority}: {result.ratio:.2f} ({target}),"
        f" {memory} MB, {result.measure} {quality}"
    )


def where() -> dict:
    """The day, the machine in general terms, and the releases."""
    kernels = {each["architecture"] for each in threadpool_info() if each["user_api"] == "blas"}
    cache = CACHE.read_text("utf8").strip().replace("K", " kB of second-level cache")
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {cache}, {platform.system()}",
        "blas": ", ".join(sorted(kernels)),
        "python": platform.python_version(),
        "versions": {name: import_module(name).__version__ for name in LIBRARIES},
    }
