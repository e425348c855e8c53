"""What is said of random data, at twenty seeds: experiments that are too long for a chapter.

    python -m benchmarks.seeds CHAPTER

runs each function `name(seed)` of benchmarks/seeds_<chapter>.py, which gives a dictionary of
numbers, and stores what came out as mlbook/data/seeds_<chapter>.json, which the chapter reads.
"""

import json
import sys
from importlib import import_module
from inspect import getmembers, isfunction
from pathlib import Path

HERE = Path(__file__).parent
SEEDS = range(20)


def experiments(module):
    """The functions of a module, by name, that are its own and public."""
    own = getmembers(module, lambda each: isfunction(each) and each.__module__ == module.__name__)
    return {name: function for name, function in own if not name.startswith("_")}


def main(chapters):
    """Run and store the experiments of the chapters, or of all that have some."""
    for name in chapters or sorted(p.stem.removeprefix("seeds_") for p in HERE.glob("seeds_*.py")):
        runs = experiments(import_module(f"benchmarks.seeds_{name}"))
        stored = {title: [run(seed) for seed in SEEDS] for title, run in runs.items()}
        path = HERE.parent / "mlbook" / "data" / f"seeds_{name}.json"
        path.write_text(json.dumps(stored, indent=1) + "\n", "utf8")


if __name__ == "__main__":
    main(sys.argv[1:])
