"""Mutants of the code: each operator, constant, name and argument of the packages is changed, one at a time.

`python -m tests.project.code_mutants` lets mutmut make the changes and run the tests of the changed module against each;
`python -m tests.project.code_mutants losses svd` tries two modules. A mutant that fails no test is a hole in the
tests, or changes nothing that matters; then tests/project/code_mutants.txt says why. A mutant of a message's
words alone is counted apart: tests hold messages by their parts. It fails where fewer than SHARE of the
others are killed, and prints every survivor that nobody has judged.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from difflib import ndiff
from pathlib import Path

from tools.book import ROOT

FOLDERS = {"mlbook": ROOT / "mlbook", "texproof": ROOT / "texproof" / "src" / "texproof"}
TESTED = "tests", "texproof/tests"
WORK = ROOT / "_build" / "code_mutants"
JUDGED = Path(__file__).with_suffix(".txt")
SHARE = 0.9
KILLED = {1, 3, 24, -24, -9, 36, 152, 255}  # exit codes: a test failed, or it ran out of time
STRING = re.compile(r"""'[^']*'|"[^"]*\"""")

# A module's tests are in a test_<module>.py, but for these.
TREES = ["tree", "decision_tree", "regression_tree"]
BOOSTINGS = ["gradient_boosting", "newton_boosting"]
CHECKER = ["derivation", "rules", "floats", "reader"]
TESTS = {
    "contract": ["estimators", "bad_input"],
    "contract/progress": ["progress", "estimators"],
    "data": ["data"],
    "linear": ["pca", "linear_regression"],
    "linear/kernels": ["svm", "pca"],
    "newton_boosting": ["newton_boosting", "newton_boosting_reference"],
    "numerics": ["svm", "sparse_eigen", "lle"],
    "numerics/processes": ["processes", "random_forest"],
    "numerics/triplets": ["triplets", "svd", "lsi", "bad_input"],
    "protocol": ["protocol", "case_study"],
    "trees": TREES,
    "trees/boosting": BOOSTINGS,
    "trees/multiway": ["decision_tree"],
    "trees/pruning": TREES[1:],
}
# Two tests count frames of the stack and calls of fit, to which mutmut adds its own; two read a chapter.
LEFT_OUT = "too_few_steps_warn or no_fit_of_a_nested or has_a_counterpart or cluster_of_the_chapter"
PYTEST = ["--noconftest", "-oaddopts=", "-pno:cacheprovider", f"-k not ({LEFT_OUT})"]
CONFIGURATION = """
[mutmut]
source_paths = {package}
only_mutate = {file}
pytest_add_cli_args =
    {pytest}
pytest_add_cli_args_test_selection =
    {tests}
use_git_change_detection = false
timeout_constant = 10
timeout_multiplier = 2
"""


def modules():
    """All modules with something to change: losses, ..., texproof/decide/zero, ..."""
    names = []
    for package, folder in FOLDERS.items():
        top = folder if package == "mlbook" else folder.parent
        paths = sorted(folder.rglob("*.py"))
        names += [path.relative_to(top).with_suffix("").as_posix() for path in paths]
    return [name for name in names if not name.endswith(("__init__", "texproof/statement"))]


def package_of(module):
    return "texproof" if module.startswith("texproof/") else "mlbook"


def file_of(module):
    """The file of a module below the folder in which its package is, too."""
    return f"{module}.py" if package_of(module) == "texproof" else f"mlbook/{module}.py"


def tests_of(module):
    room = module.partition("/")[0]
    topics = CHECKER if room == "texproof" else TESTS.get(module, TESTS.get(room, [module]))
    names = {f"test_{topic}.py" for topic in topics}
    found = (path for folder in TESTED for path in (ROOT / folder).rglob("test_*.py"))
    return sorted(path.relative_to(ROOT).as_posix() for path in found if path.name in names)


def tried(module):
    """Runs mutmut in a copy of the packages and of the module's tests; the copy."""
    copy = WORK / module
    shutil.rmtree(copy, ignore_errors=True)
    for package, folder in FOLDERS.items():
        shutil.copytree(folder, copy / package)
    for folder in TESTED:
        shutil.copytree(ROOT / folder, copy / folder)
    shutil.copy(ROOT / "pyproject.toml", copy)
    pytest, tests = ("\n    ".join(lines) for lines in (PYTEST, tests_of(module)))
    about = {"package": package_of(module), "file": file_of(module)}
    text = CONFIGURATION.format(**about, pytest=pytest, tests=tests)
    (copy / "setup.cfg").write_text(text)
    with (copy / "log").open("w") as log:
        # mutants of a module share one source, so that no verdict on one may serve another
        environment = {**os.environ, "TEXPROOF_VERDICTS": "off"}
        run = subprocess.run(["mutmut", "run"], cwd=copy, env=environment, stdout=log, stderr=log)
    if run.returncode:
        sys.exit(f"mutmut failed on {module}; see {copy / 'log'}")
    return copy


def outcomes(copy, module):
    """The exit code of the tests under each mutant of a module, by its name."""
    meta = copy / "mutants" / f"{file_of(module)}.meta"
    codes = json.loads(meta.read_text())["exit_code_by_key"]
    return {name.rpartition(".")[2]: code for name, code in codes.items() if code is not None}


def changes(copy, module, names):
    """What each mutant changed: the function, and its lines before and after."""
    text = (copy / "mutants" / file_of(module)).read_text()
    lines = text.splitlines()
    found = {
        node.name: lines[node.lineno - 1 : node.end_lineno]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and "__mutmut_" in node.name
    }
    for name in names:
        stem = name.partition("__mutmut_")[0]
        function = stem.removeprefix("xǁ").removeprefix("x_").replace("ǁ", ".")
        plain = function.rpartition(".")[2]
        before = [
            line.replace(f"{stem}__mutmut_orig", plain) for line in found[f"{stem}__mutmut_orig"]
        ]
        after = [line.replace(name, plain) for line in found[name]]
        changed = [f"{d[0]} {d[2:].strip()}" for d in ndiff(before, after) if d[0] in "-+"]
        yield f"{module}.{function}", tuple(changed)


def judged():
    """The survivors that change nothing that matters: {(function, change): reason}."""
    verdicts, change = {}, []
    for line in [*JUDGED.read_text().splitlines(), ""]:
        if line.startswith("# "):
            function, _, reason = line[2:].partition(": ")
        elif line.startswith(("- ", "+ ")):
            change.append(line)
        elif change:
            verdicts[function, tuple(change)] = reason
            change = []
    return verdicts


def only_words(change):
    """Whether nothing but a message's words changed: "XX" around them, or their letters' case."""
    before, after = ([line[2:] for line in change if line[0] == sign] for sign in "-+")
    plain = lambda lines: " ".join(lines).replace("XX", "").lower()
    for_readers = lambda line: "raise " in line or any(" " in one for one in STRING.findall(line))
    return plain(before) == plain(after) and any(map(for_readers, before))


def passes_alone(copy, module, name):
    """Whether the tests pass under a mutant in a process that begins with it.

    mutmut forks its processes after the test files are read, with what these compute in the first place.
    """
    place = file_of(module).removesuffix(".py").replace("/", ".")
    changed = {"MUTANT_UNDER_TEST": f"{place}.{name}"}
    command = [sys.executable, "-m", "pytest", "-x", *PYTEST, *tests_of(module)]
    run = subprocess.run(
        command, cwd=copy / "mutants", env=os.environ | changed, stdout=subprocess.DEVNULL
    )
    return run.returncode == 0


def counted(module, verdicts):
    """How the mutants of a module ended, by name of the outcome; the survivors nobody has judged."""
    copy = tried(module)
    codes = outcomes(copy, module)
    alive = [name for name, code in codes.items() if code not in KILLED]
    count, left = Counter(tried=len(codes), killed=len(codes) - len(alive)), []
    for name, (function, change) in zip(alive, changes(copy, module, alive), strict=True):
        if only_words(change):
            count["words"] += 1
        elif (function, change) in verdicts:
            count["judged"] += 1
        elif passes_alone(copy, module, name):
            left.append("\n".join([f"# {function}: ?", *change]))
        else:
            count["killed"] += 1
    return count, left


def share(count):
    """The killed among the mutants that change more than words and were not judged harmless."""
    return count["killed"] / max(1, count["tried"] - count["words"] - count["judged"])


def main(names):
    verdicts, total, low = judged(), Counter(), []
    shutil.rmtree(WORK, ignore_errors=True)
    print(f"{'module':28}  mutants  killed  words  judged  left  share killed")
    for module in names or modules():
        count, left = counted(module, verdicts)
        total += count
        report(module, count)
        for survivor in left:
            print(f"\n{survivor}", file=sys.stderr)
        if share(count) < SHARE:
            low.append(module)
    report("all", total)
    return f"fewer than {SHARE:.0%} are killed in {', '.join(low)}" if low else 0


def report(name, count):
    left = count["tried"] - count["killed"] - count["words"] - count["judged"]
    numbers = f"{count['tried']:7}  {count['killed']:6}  {count['words']:5}  {count['judged']:6}"
    print(f"{name:28}  {numbers}  {left:4}  {share(count):.1%}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
