"""The releases of other programs of which the book speaks.

A page names the release that it observed, and that is one of a lock: `requirements.txt`, or
`requirements/releases.txt`, which `make releases` installs beside it. What the page says of that
release alone is asked of it alone, so that nothing fails because a reader has another.
"""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = {"scikit-learn": "sklearn"}


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
