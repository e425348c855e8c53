"""The site, built in two steps, each of which does again what has changed alone.

    python -m tools.site pages        the pages as an author reads them, in _build/draft: make book
    python -m tools.site publish      and of them the site that is published, in _build/html
    python -m tools.site current      the same, unless the site is that of the sources as they are

Every warning of Sphinx is an error.  What was read in a build that failed, or was interrupted, is
read again in the next one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.book import ROOT
from tools.git import tracked_files
from tools.hashes import hash_files
from tools.site.take_home import files_not_ignored, ignored_patterns

BUILD = ROOT / "_build"
DRAFT = BUILD / "draft"
SITE = BUILD / "html"
STAMP = BUILD / "site.txt"  # the hash of the sources of the published site
BROUGHT = ("_vendor/_static/katex/katex.min.css", "_vendor/_live/pyodide-lock.json")
# What whoever builds pages does not read.
UNREAD = ("tests/", "texproof/tests/", "texproof/examples/", ".github/", ".ci/")
SAME = {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": "0"}  # bits at every run


def pages_in(output):
    """Where a build with this output has its pages."""
    return output / "_build" / "html"


def build_pages(book=ROOT, output=DRAFT, stdout=None):
    """Build the pages of a book that changed, and those that show it; the exit code."""
    built = output / "_build"
    known, before = built / ".doctrees" / "environment.pickle", built / "environment.before"
    if before.exists():  # that build did not succeed
        known.unlink(missing_ok=True)
        if before.stat().st_size:
            before.rename(known)
    built.mkdir(parents=True, exist_ok=True)
    before.write_bytes(known.read_bytes() if known.exists() else b"")
    renew_static_files(pages_in(output))
    command = [Path(sys.executable).with_name("jupyter-book"), "build", book]
    flags = ["--path-output", output, "--warningiserror", "--nitpick", "--keep-going"]
    quiet = [] if sys.stderr.isatty() and not stdout else ["--quiet"]
    options = {"env": {**os.environ, **SAME}, "stdout": stdout, "stderr": stdout}
    code = subprocess.run([*command, *flags, *quiet], **options).returncode
    if code == 0:
        before.unlink()
    return code


def renew_static_files(html):
    """Let Sphinx copy style sheets, scripts and pictures again, as where it writes a page."""
    shutil.rmtree(html / "_static", ignore_errors=True)
    if (html / "index.html").exists():
        os.utime(html / "index.html", (0, 0))


def publish_site(book=ROOT, output=DRAFT, site=SITE):
    """Make the site that is read of pages that are built."""
    command = [sys.executable, ROOT / "_ext" / "publish.py", pages_in(output), site, book]
    environment = {**os.environ, **SAME, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, env=environment, check=True)


def sources_hash():
    """The hash of all files of which the site is made, whether git tracks them or not."""
    names = tracked_files(ROOT, "--cached", "--others", "--exclude-standard")
    if names is None:
        names = files_not_ignored(ROOT, [".git", *ignored_patterns(ROOT)])
    read = {name for name in names if not name.startswith(UNREAD)}
    return hash_files([*sorted(read), *BROUGHT])


def is_current():
    """Whether the published site is that of the sources as they stand."""
    return SITE.is_dir() and STAMP.is_file() and STAMP.read_text("utf8") == sources_hash()


def build():
    """Build and publish; the exit code."""
    STAMP.unlink(missing_ok=True)
    made_of = sources_hash()
    if code := build_pages():
        return code
    publish_site()
    STAMP.write_text(made_of, "utf8")
    return 0


def main(goal=""):
    """What was asked for; the exit code."""
    if goal not in {"pages", "current", "publish"}:
        sys.exit("python -m tools.site pages, current or publish")
    if goal == "pages":
        return build_pages()
    if goal == "current" and is_current():
        return 0
    return build()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
