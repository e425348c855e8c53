"""What a change of a topic must pass, in 1 to 3 minutes: the first thing to run.

    python -m tests.project.quick pca

Its tests, its chapter, the form of the chapter, a sample of its mutants; the laws of estimators,
for its own; what other pages say of chapters; then lint, format, types and spelling of the files that
differ from where this branch left main, committed or not, which it names; in a source without git, of
the files of the topic.  All have their say, and any of them fails it.  What a new chapter has still to
write is named and fails nothing here, since `make check` fails until it is written.
"""

import importlib
import os
import shutil
import subprocess
import sys

from mlbook.contract import Estimator
from tests.schedule import unknown
from tools.book import ROOT
from tools.new_chapter import TO_WRITE
from tools.spelling import PROJECT, faults, texts_to_spell

MUTANTS = 20  # of each chapter
PAGES = (  # tests of all chapters
    "pages", "book", "labels", "notation", "support", "ledger", "notes", "theorems", "references",
)  # fmt: skip
UNWRITTEN = "tests/book/test_pages.py::test_nothing_is_left_to_write"
LAWS = "tests/contract/test_estimators.py", "tests/contract/test_sklearn_checks.py"  # of all
TYPED = ("mlbook/", "tools/", "benchmarks/", "_ext/")  # whose types are checked


def branch_point():
    """The commit at which this branch left main; without a main, the last commit."""
    for main in ("refs/heads/main", "refs/remotes/origin/main"):
        if git("for-each-ref", main):
            return git("merge-base", "HEAD", main)[0].strip()
    return "HEAD"


def looked_at(topics):
    """(why, files) whose lint, format, types and spelling are asked for."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        return f"What differs from {branch_point()[:8]}, or is new:", changed()
    return "There is no git here, so these are looked at:", files_of(topics)


def files_of(topics):
    """The module or room, the tests and the chapter of each topic, as paths from the root."""
    forms = ("mlbook/{}.py", "mlbook/{}/**/*.py", "tests/*/test_{}.py", "chapters/{}.ipynb")
    found = (path for topic in topics for form in forms for path in ROOT.glob(form.format(topic)))
    return sorted(str(path.relative_to(ROOT)) for path in found)


def unwritten(names):
    """The files among some that have marks of what is to be written, and how many."""
    texts = {name: (ROOT / name).read_bytes() for name in names}
    return {name: many for name, text in texts.items() if (many := text.count(TO_WRITE.encode()))}


def changed():
    """The files that differ from the branch point, or are new, as paths from the root."""
    changes = git("diff", "--name-only", "--diff-filter=d", branch_point(), "-z")
    return sorted({*changes, *git("ls-files", "--others", "--exclude-standard", "-z")})


def git(*command):
    """The names that a command of git lists."""
    output = subprocess.run(("git", *command), cwd=ROOT, check=True, capture_output=True).stdout
    return [name for name in output.decode("utf8").split("\0") if name]


def misspelt(names):
    """What `make lint` says of the spelling of some files; but for words that none uses."""
    spelt = [(place, text) for place, text in texts_to_spell() if is_of(place, names)]
    found = faults(spelt, PROJECT.read_text("utf8").split())
    return [line for line in found if not line.startswith(f"{PROJECT.name}: nobody uses ")]


def is_of(place, names):
    """Whether a place, such as `pca.ipynb, cell 3` or `mlbook/pca.py:12`, is in one of some files."""
    file = place.split(",")[0].split(":")[0]
    return any(name == file or name.endswith(f"/{file}") for name in names)


def passes(*command, **settings):
    """Whether a tool of the environment has nothing to say."""
    command = (sys.executable, "-m", *command)
    return not subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}).returncode


def estimators(topics):
    """The names of the estimators that the modules of some topics define."""
    modules = [f"mlbook.{topic}" for topic in topics if (ROOT / f"mlbook/{topic}.py").exists()]
    return [
        name
        for module in modules
        for name, kind in vars(importlib.import_module(module)).items()
        if is_estimator(kind) and kind.__module__ == module and not name.startswith("_")
    ]


def is_estimator(kind):
    """Whether something is a class of estimators."""
    return isinstance(kind, type) and issubclass(kind, Estimator)


def checks(topics):
    """(name, whether it passed) of each check, one after the other."""
    only = f"--only={' '.join(topics)}"
    yield "tests", passes("pytest", "-q", "-n", "2", only, MLBOOK_MUTANTS=str(MUTANTS))
    if names := estimators(topics):
        chosen = " or ".join(["forgotten", *names])  # those, and whether any is missing
        yield "estimators", passes("pytest", "-q", "-n", "2", *LAWS, "-k", chosen)
    pages = (f"--deselect={UNWRITTEN}", *(f"tests/book/test_{page}.py" for page in PAGES))
    yield "pages", passes("pytest", "-q", "-n", "2", "-m", "not corpus", *pages)
    why, names = looked_at(topics)
    print(why, *names or ["nothing"], sep="\n  ")
    for name, many in unwritten(names).items():
        print(f"Still to write: {many} in {name}")
    code = [name for name in names if name.endswith((".py", ".ipynb"))]
    typed = [name for name in code if name.startswith(TYPED) and name.endswith(".py")]
    if code:
        yield "ruff check", passes("ruff", "check", "--quiet", "--force-exclude", *code)
        form = "format", "--quiet", "--check", "--force-exclude"
        yield "ruff format", passes("ruff", *form, *code)
    if typed:
        yield "mypy", passes("mypy", "--no-error-summary", *typed)
    wrong = misspelt(names)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    yield "spelling", not wrong


def main(topics):
    """Runs all checks, and ends with the names of those that failed."""
    if not topics:
        sys.exit('Of what?  make quick ONLY=pca, or ONLY="pca svm".')
    if message := unknown(topics):
        sys.exit(f"quick: {message}")
    found = list(checks(topics))
    failed = [name for name, passed in found if not passed]
    done = [name for name, passed in found if passed]
    print("quick:", ", ".join(done) or "nothing", "passed")
    sys.exit(f"quick: {', '.join(failed)} FAILED" if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
