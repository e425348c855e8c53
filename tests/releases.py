"""The releases of other programs of which the book speaks.

    python -m tests.releases       with what is installed in .venv/releases before other packages

A page names the release that it observed, and that is one of a lock: `requirements.txt`, or
`requirements/releases.txt`, which CONTRIBUTING.md installs into that folder. What the page says of
that release alone is asked of it alone, so that nothing fails because a reader has another.
"""

import os
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from tools.book import ROOT

MODULES = {"scikit-learn": "sklearn"}
BESIDE = ROOT / ".venv" / "releases"
TESTS = (
    "tests/book/test_releases.py",
    "tests/topics/test_newton_boosting.py",
    "tests/topics/test_newton_boosting_reference.py",
    "tests/topics/test_gradient_boosting.py",
    "chapters/case_study.ipynb",
    "chapters/production.ipynb",
)


def locked(package, lock="requirements.txt"):
    """The releases of a package in a lock; they may be several, one for each Python."""
    found = re.findall(rf"(?m)^{package}==([\d.]+)", (ROOT / lock).read_text("utf8"))
    assert found, f"{lock} has no {package}"
    return set(found)


def among(release, *families):
    """Whether a release is one of these, of which 3.2 means 3.2.0, 3.2.1 and so on."""
    return any(f"{release}.".startswith(f"{family}.") for family in families)


def seen_in(package, *families):
    """The mark of a test of what was seen in these releases alone."""
    module = MODULES.get(package, package)
    here = import_module(module).__version__ if find_spec(module) else "none"
    reason = f"{package} {' and '.join(families)} did this; here is {here}"
    return pytest.mark.skipif(not among(here, *families), reason=reason)


def main():
    """Runs these tests with the other releases; the exit code."""
    if not BESIDE.is_dir():
        return f"{BESIDE} is missing: CONTRIBUTING.md has the command that installs it"
    environment = {**os.environ, "PYTHONPATH": str(BESIDE)}
    return subprocess.run(
        [sys.executable, "-m", "pytest", *TESTS], cwd=ROOT, env=environment
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
