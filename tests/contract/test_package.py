"""What the code of the two packages may call and import, read from its syntax trees."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

from tools.book import Book

PACKAGE = Path(__file__).parents[2] / "mlbook"
CHECKER = PACKAGE.parent / "texproof" / "src" / "texproof"

# What runs text as code, reads code from data, or starts another program; SymPy's parsers run eval.
CALLS = {"eval", "exec", "compile", "__import__", "import_module",
         "lambdify", "parse_expr", "parse_latex", "sympify"}  # fmt: skip
IMPORTS = {"builtins", "code", "ctypes", "dill", "importlib", "joblib", "marshal", "multiprocessing",
           "os", "pickle", "pty", "runpy", "shelve", "shutil", "socket", "subprocess",
           "urllib"}  # fmt: skip
# What a file may import besides NumPy, its package and the rest of the standard library.
MAY = {
    "contract": {"tqdm", "sklearn", "pandas", "polars"},  # a bar; what scikit-learn asks for
    "data": {"sklearn"},  # the tables inside its wheel
    "plot.py": {"matplotlib"},
    "page.py": {"matplotlib", "matplotlib_inline", "IPython"},
    "texproof": {"sympy", "mpmath"},  # the latter is SymPy's own arithmetic
    "texproof/purity.py": {"builtins"},  # which of its names a program may use
    "texproof/store.py": {"os"},  # the variable that names its folder
    "texproof/sphinx.py": {"sphinx", "docutils"},  # for whom Sphinx loads it
}


def imports(tree):
    """The top names of the packages that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]


def names(tree):
    """Every name that is used or reached for, but for the harmless uses of two.

    `re.compile` makes a pattern, and a strict `sympify` refuses texts.
    """
    nodes = [*ast.walk(tree)]
    calls = (node for node in nodes if isinstance(node, ast.Call))
    strict = {node.func for node in calls if "strict=True" in map(ast.unparse, node.keywords)}
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            pattern = node.attr == "compile" and ast.unparse(node) == "re.compile"
            if not pattern and not (node.attr == "sympify" and node in strict):
                yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def faults(source, place):
    """What a module of this place must not hold, sorted."""
    tree = ast.parse(source)
    top = place.split("/")[0]
    own = "texproof" if top == "texproof" else "mlbook"
    allowed = {"numpy", own, *MAY.get(top, ()), *MAY.get(place, ())} | set(
        sys.stdlib_module_names
    ) - IMPORTS
    return sorted({*imports(tree)} - allowed) + sorted({*names(tree)} & CALLS)


def test_a_module_runs_no_text_and_imports_what_it_may():
    places = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    places |= {path.relative_to(CHECKER.parent).as_posix(): path for path in CHECKER.rglob("*.py")}
    found = {place: faults(path.read_text("utf8"), place) for place, path in places.items()}
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "source, found",
    [
        ("eval('1')", "eval"),
        ("import builtins as b\nb.eval('1')", "builtins"),
        ("run = exec", "exec"),
        ("compile('1', '', 'eval')", "compile"),
        ("def f():\n    import pickle", "pickle"),
        ("from os import system", "os"),
        ("import subprocess", "subprocess"),
        ("from sympy import sympify as s", "sympify"),
        ("import sympy\nsympy.lambdify", "lambdify"),
        ("import sympy\nsympy.sympify('1')", "sympify"),
        ("import sympy\nsympy.sympify('1', strict=False)", "sympify"),
        ("import sklearn.svm", "sklearn"),
        ("from scipy import linalg", "scipy"),
        ("import sympy", "sympy"),
        ("import pandas", "pandas"),
    ],
)
def test_what_is_forbidden_is_found(source, found):
    assert found in faults(source, "tree.py")


def test_what_a_place_may_import_is_no_fault_there():
    assert faults("import sympy\nimport re\nre.compile('a')", "texproof") == []
    assert faults("import sympy\nsympy.sympify(1, strict=True)", "texproof") == []
    assert faults("import mlbook", "texproof") == ["mlbook"]
    assert faults("import texproof", "pca.py") == ["texproof"]
    assert faults("from mlbook import tree\nfrom . import svd\nimport numpy", "pca.py") == []


# --- who knows whom ------------------------------------------------------------------------------


CHAPTERS = list(Book().chapters)


@cache
def known(source):
    """The modules of the package that a module imports, by their names below it."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    found = set()
    for module, names in ((node.module, node.names) for node in nodes if not node.level):
        if module == "mlbook":
            found |= {name.name for name in names}
        elif module.startswith("mlbook."):
            found.add(module.removeprefix("mlbook."))
    return found


def file_of(name):
    flat = (PACKAGE / name.replace(".", "/")).with_suffix(".py")
    return flat if flat.exists() else PACKAGE / name.replace(".", "/") / "__init__.py"


def reached(name):
    """Every module of the package that is imported where a module is, and itself."""
    found, left = set(), [name]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += known(file_of(one).read_text("utf8"))
    return found


TOPICS = [name for name in CHAPTERS if (PACKAGE / f"{name}.py").exists()]


def test_no_module_imports_that_of_a_later_chapter():
    found = {topic: reached(topic) & {*CHAPTERS[CHAPTERS.index(topic) + 1 :]} for topic in TOPICS}
    message = "move what both need into a room: contract, linear, numerics, protocol or trees"
    assert {topic: later for topic, later in found.items() if later} == {}, message


def test_an_import_is_seen_however_far_it_is():
    assert known("from mlbook import lda\nfrom mlbook.trees.codes import presort") == {
        "lda",
        "trees.codes",
    }
    assert {"information", "trees.search", "contract.arrays"} <= reached("decision_tree")


def test_a_room_knows_no_estimator():
    for room in ("contract", "linear", "numerics", "protocol"):
        for path in (PACKAGE / room).glob("*.py"):
            assert known(path.read_text("utf8")) & set(CHAPTERS) == set(), path.name
