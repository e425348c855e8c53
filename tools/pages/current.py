"""Have the generated pages there, as the sources have them, for whoever reads them.

    from tools.pages.current import make_if_stale

They are made of the sources and not stored in git. `python -m tools.pages pages` makes them, in a
process of its own: a build reads all pages again if a module has changed that it has loaded.
"""

import os
import subprocess
import sys
from pathlib import Path

from tools.book import GENERATED, ROOT
from tools.hashes import CACHE, hash_files, matching_files, versions

# What the pages are made of; tests/book/test_generated.py finds what is missing here.
SOURCES = (
    "_toc.yml",
    "benchmarks/**/*",
    "chapters/*.ipynb",
    "mlbook/**/*",
    "pages/glossary.md",
    "texproof/src/texproof/**/*",
    "tools/*.py",
    "tools/pages/*",
)
STAMP = CACHE / "pages.txt"  # the hashes of what the pages were made of, and of the pages


def sources_hash() -> str:
    """The hash of what the pages are made of."""
    return hash_files(matching_files(*SOURCES), *versions())


def pages_hash() -> str:
    """The hash of the pages as they stand."""
    pages = [f"pages/{name}.md" for name in GENERATED if name != "reference"]
    return hash_files([*pages, *matching_files("pages/reference/*.md")])


def is_current() -> bool:
    """Whether the pages are those of the sources."""
    return STAMP.is_file() and STAMP.read_text("utf8") == sources_hash() + pages_hash()


def make_if_stale() -> None:
    """Make the pages, unless they are there and are those of the sources."""
    if not is_current():
        run_module("tools.pages", "pages")


def run_module(*module: str) -> None:
    """Run a module of the book with its arguments, whether the packages are installed or not."""
    path = [str(ROOT), str(ROOT / "texproof" / "src"), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
    command = [sys.executable, "-m", *module]
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)


def stale_reference_pages(made: dict[Path, str]) -> list[Path]:
    """The pages of modules that are no more."""
    return sorted({*(ROOT / "pages" / "reference").glob("*.md")} - {*made})
