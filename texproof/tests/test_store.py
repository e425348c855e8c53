"""The store of verdicts: a hit says what a miss said, and each part of its key is seen to matter."""

import functools
import importlib
import itertools
import json
import os
import platform
import shutil
import subprocess
import sys
import textwrap
import warnings

import numpy as np
import pytest
import sympy as sp
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from texproof import Derivation, matrix, program, scalar, sources, store, vector
from texproof.data import statement_data
from texproof.decide import judge
from texproof.digest import Unknown, digest
from texproof.errors import DerivationError, OnlyAtSizes, Refuted, TooLong


@pytest.fixture(autouse=True)
def written(tmp_path, monkeypatch):
    """The names of entries that are written, of a store of this test alone."""
    found, write = [], store.write

    def noted(place, rows):
        found.append(place.name)
        write(place, rows)

    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "verdicts"))
    monkeypatch.setattr(store, "write", noted)
    return found


def stated(
    rows=("f + a", "=", "a + a^2", "by its definition"),
    given=(),
    facts=("positive",),
    shape=("n", "d"),
    meaning="a table",
    define="f = a^2",
    sizes=None,
    over="i",
    names=(),
    state="calc",
    **options,
):
    """A statement about a few names, each part of which can be changed."""
    D = Derivation(
        scalar("a", "a number", **dict.fromkeys(facts, True)),
        scalar("b"),
        scalar("f"),
        matrix("X", *shape, meaning),
        vector("x_k" if over == "k" else "x_i", "d", over={over: "n"}),
        *names,
        sizes=sizes,
    )
    D.define(define)
    return getattr(D, state)(*rows, given=given, **options)


def is_stored(written, **parts):
    """Whether all of a statement is found in the store."""
    before = len(written)
    stated(**parts)
    return len(written) == before


ABOUT = {"rows": ("e^a", "≈", r"1 + a + \frac{a^2}{2}", ""), "order": ("a", 1)}
CHANGES = {
    "term": ({}, {"rows": ("f + a", "=", "a^2 + a", "by its definition")}),
    "first": ({}, {"rows": ("a + f", "=", "a + a^2", "by its definition")}),
    "relation": ({}, {"rows": ("f + a", ">=", "a + a^2", "by its definition")}),
    "reason": ({}, {"rows": ("f + a", "=", "a + a^2", "see above")}),
    "hypothesis": ({}, {"given": ["b = 1"]}),
    "sign": ({}, {"given": ["b > 1"]}),
    "fact": ({}, {"facts": ("nonnegative",)}),
    "shape": ({}, {"shape": ("d", "n")}),
    "meaning": ({}, {"meaning": "a matrix"}),
    "definition": ({}, {"define": "f = a a"}),
    "lengths": ({}, {"sizes": {"n": (5, 7)}}),
    "letters": ({}, {"over": "k"}),
    "names": ({}, {"names": [scalar("c")]}),
    "order": (ABOUT, {**ABOUT, "order": ("a", 2)}),
    "kind": ({}, {"state": "cite", "source": "a book"}),
    "source": ({"state": "cite", "source": "a book"}, {"state": "cite", "source": "two books"}),
    "note": ({}, {"sampled": "points decide it"}),
    "at_sizes": ({}, {"at_sizes": "few are tried"}),
}


@pytest.mark.parametrize("part", CHANGES)
def test_each_part_of_a_statement_is_part_of_the_key(written, part):
    before, after = CHANGES[part]
    assert not is_stored(written, **before)
    assert is_stored(written, **before)
    assert not is_stored(written, **after)
    assert is_stored(written, **before) and is_stored(written, **after)


def test_a_label_is_no_part_of_the_key(written):
    assert not is_stored(written, label="one")
    assert is_stored(written, label="two")


@pytest.mark.parametrize(
    ("module", "release"),
    [(sp, "__version__"), (np, "__version__"), (platform, "python_version"),
     (platform, "machine"), (store.mpmath, "__version__")],
)  # fmt: skip
def test_releases_are_part_of_the_key(written, monkeypatch, module, release):
    assert not is_stored(written) and is_stored(written)
    told = (lambda: "0") if callable(getattr(module, release)) else "0"
    with monkeypatch.context() as other:
        other.setattr(module, release, told)
        assert not is_stored(written)
    assert is_stored(written)


# --------------------------------------------------------------------------------------------------
# The checker.


def test_every_line_of_the_checker_is_part_of_the_key(written, monkeypatch, tmp_path):
    assert not is_stored(written) and is_stored(written)
    other = tmp_path / "derive"
    shutil.copytree(sources.HOME, other, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(sources, "HOME", other)
    monkeypatch.setattr(sources, "BEGAN", float("inf"))
    monkeypatch.setattr(store, "source", store.source.__wrapped__)
    assert is_stored(written)
    path = other / "every_size" / "signs.py"
    path.write_text(path.read_text("utf8") + "\n# one line\n", "utf8")
    assert not is_stored(written)
    (other / "show" / "new.py").touch()
    assert not is_stored(written)


def test_a_checker_that_was_edited_after_it_was_loaded_stores_nothing(
    written, monkeypatch, tmp_path
):
    monkeypatch.setattr(store, "source", store.source.__wrapped__)
    assert not is_stored(written) and is_stored(written)
    newest = max(path.stat().st_mtime for path in sources.HOME.rglob("*.py"))
    monkeypatch.setattr(sources, "BEGAN", newest - 1)
    before = len(written)
    assert sources.checker() == "" and stated() and stated()
    assert len(written) == before
    assert store.entry_path("verdicts", stated().statement) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda patch: patch.setattr(judge, "try_other_lengths", lambda case: [].pop()),
        lambda patch: patch.setitem(judge.Assignment.of.__globals__["OPERATIONS"], "add", None),
        lambda patch: patch.setattr(judge.Assignment, "of", lambda assignment, node: [].pop()),
    ],
    ids=["function", "table", "method"],
)
def test_what_a_test_puts_into_the_checker_is_asked_and_not_the_store(written, monkeypatch, change):
    assert not is_stored(written) and is_stored(written)
    with monkeypatch.context() as patch:
        change(patch)
        with pytest.raises(DerivationError):
            stated()
        assert store.entry_path("verdicts", judged()) is None
    assert is_stored(written)


def test_a_notebook_has_a_store_from_cell_to_cell(written):
    cells = [
        NOTEBOOK,
        'D.calc("a + a", "=", "2a", "")',
        "len([*store.store_folder().rglob('*.json')])",
    ]
    notebook = new_notebook(cells=[*map(new_code_cell, cells)])
    NotebookClient(notebook, kernel_name="python3").execute()
    assert notebook.cells[-1].outputs[0].data["text/plain"] == "2"


NOTEBOOK = """from texproof import Derivation, scalar, store
D = Derivation(scalar("a"))
D.calc("a", "=", "a + 0", "")"""


def judged():
    """A statement as it is judged."""
    return store.Statement(None, "exact", "a", [])


# --------------------------------------------------------------------------------------------------
# Programs.


PACKAGE = {
    "__init__": "",
    "top": """
        from . import numbers
        from .helper import doubled
        FACTOR = 3
        def scaled(a):
            return FACTOR * doubled(a)
        def other(a):
            return a
        """,
    "helper": """
        from .numbers import TWO
        def doubled(a):
            return TWO * a
        """,
    "numbers": "TWO = 2\n",
    "alone": "ONE = 1\n",
}
EDITS = {
    "program": ("top", "FACTOR * doubled(a)", "doubled(a) * FACTOR"),
    "constant": ("top", "FACTOR = 3", "FACTOR = 3.0"),
    "helper": ("helper", "TWO * a", "a * TWO"),
    "constant of a helper": ("numbers", "TWO = 2", "TWO = 2.0"),
    "neighbour": ("top", "return a\n", "return -a\n"),
    "comment": ("numbers", "TWO = 2", "TWO = 2  # for a pair"),
}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Makes a package of some sources, and brings the function `scaled` of it."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def made(edits=()):
        texts = {name: textwrap.dedent(text) for name, text in PACKAGE.items()}
        for module, old, new in edits:
            assert old in texts[module]
            texts[module] = texts[module].replace(old, new)
        folder = tmp_path / "pack"
        folder.mkdir(exist_ok=True)
        for name, text in texts.items():
            (folder / f"{name}.py").write_text(text, "utf8")
        for name in [name for name in sys.modules if name.partition(".")[0] == "pack"]:
            del sys.modules[name]
        importlib.invalidate_caches()
        return importlib.import_module("pack.top")

    yield made
    for name in [name for name in sys.modules if name.partition(".")[0] == "pack"]:
        del sys.modules[name]


def scaling(call):
    """What is said of a program that multiplies by six."""
    return {"names": [program(call)], "rows": (r"\mathtt{scaled}(a)", "=", "6a", "")}


@pytest.mark.parametrize("edit", EDITS)
def test_a_program_and_all_that_it_calls_are_part_of_the_key(written, package, edit):
    assert not is_stored(written, **scaling(package().scaled))
    assert is_stored(written, **scaling(package().scaled))
    assert not is_stored(written, **scaling(package([EDITS[edit]]).scaled))
    assert is_stored(written, **scaling(package().scaled))


def test_a_module_that_a_program_does_not_import_is_no_part_of_the_key(written, package):
    assert not is_stored(written, **scaling(package().scaled))
    assert is_stored(written, **scaling(package([("alone", "ONE = 1", "ONE = 2")]).scaled))


def test_a_wrong_edit_of_a_program_is_refuted_over_a_full_store(written, package):
    assert not is_stored(written, **scaling(package().scaled))
    for module, old, new in (("top", "FACTOR *", "FACTOR +"), ("numbers", "TWO = 2", "TWO = 3")):
        with pytest.raises(Refuted):
            stated(**scaling(package([(module, old, new)]).scaled))


@pytest.mark.parametrize("name", ["doubled", "FACTOR"])
def test_what_is_put_into_a_program_while_it_runs_is_part_of_the_key(
    written, package, monkeypatch, name
):
    top = package()
    assert not is_stored(written, **scaling(top.scaled))
    assert is_stored(written, **scaling(top.scaled))
    other = {"doubled": local("def scaled(a):\n    return a + a"), "FACTOR": 3.0}
    monkeypatch.setattr(top, name, other[name])
    assert not is_stored(written, **scaling(top.scaled))


def local(text, **around):
    """The function `scaled` of a notebook."""
    namespace = {"__name__": "__main__", **around}
    exec(text, namespace)
    return namespace["scaled"]


def test_a_function_of_a_notebook_is_known_by_its_code_and_what_it_reads(written):
    text = "def scaled(a):\n    return k * a"
    assert not is_stored(written, **scaling(local(text, k=6)))
    assert is_stored(written, **scaling(local(text, k=6)))
    assert not is_stored(written, **scaling(local(text, k=6.0)))
    assert not is_stored(written, **scaling(local(text.replace("k * a", "a * k"), k=6)))
    with pytest.raises(Refuted):
        stated(**scaling(local(text, k=5)))


def test_the_default_and_the_closure_of_a_function_are_part_of_the_key(written):
    def factor(k):
        def scaled(a, more=0):
            return k * a + more

        return scaled

    assert not is_stored(written, **scaling(factor(6)))
    assert is_stored(written, **scaling(factor(6)))
    assert not is_stored(written, **scaling(factor(6.0)))


@pytest.mark.parametrize(
    "line",
    ["open", "getattr", "import os", "from pathlib import Path", "import time", "np.random", "sys.path"],
)  # fmt: skip
def test_a_program_that_may_read_what_is_not_hashed_is_refused(written, line):
    call = local(f"def scaled(a):\n    {line}\n    return 6 * a", np=np, sys=sys)
    with pytest.raises(Unknown):
        digest(call)
    with pytest.raises(DerivationError, match="a function of its arguments"):
        stated(**scaling(call))
    assert len(written) == 0 and not is_there()


@pytest.mark.parametrize("line", ["getattr(a, 'size', 1)", "warnings.warn"])
def test_a_pure_program_that_is_not_hashed_is_decided_anew(written, line):
    call = local(f"def scaled(a):\n    {line}\n    return 6 * a", warnings=warnings)
    with pytest.raises(Unknown):
        digest(call)
    for _ in range(2):
        stated(**scaling(call))
    assert len(written) == 0 and not is_there()


def test_what_a_library_made_at_run_time_and_the_text_of_a_function_are_decided_anew():
    made = functools.singledispatch(local("def scaled(a):\n    return 6 * a"))
    calls = local("def scaled(a):\n    return made(a)", made=made)
    counts = local("def scaled(a):\n    return a * len(made.__doc__ or 'six')", made=made)
    for call in (calls, counts):
        with pytest.raises(Unknown):
            digest(call)
    assert digest(np.linalg.norm) and digest(functools.reduce)


def test_objects_are_hashed_by_what_they_hold_or_not_at_all():
    class Scale:
        def __init__(self, by):
            self.by = by

        def value(self, a):
            return self.by * a

    own = {__name__.partition(".")[0]}
    same, other = (digest(Scale(by).value, own) for by in (2, 3))
    assert same == digest(Scale(2).value, own) != other
    for value in (
        iter([1]),
        sp.Symbol("x"),
        [].append,
        np.dtype(float),
        sys.stdout,
        np.vectorize(digest),
    ):
        with pytest.raises(Unknown):
            digest(value)


def test_different_values_have_different_hashes():
    values = [None, False, True, 0, 1, 0.0, -0.0, 1.0, "", "1", b"1", (), [], {}, frozenset(), (1,), [1],
              ((1,),), (1, 2), (2, 1), ("a", "bc"), ("ab", "c"), {1: 2}, {1}, {"a": 1, "b": 2},
              {"b": 2, "a": 1}, np.float64(1), np.float32(1), np.ones(1), np.ones((1, 1)), np.exp, np.log,
              np.sum, sum, int, float]  # fmt: skip
    found = [*map(digest, values)]
    assert len(set(found)) == len(values)
    assert found == [*map(digest, values)]
    assert digest({"a", "b", "c"}) == digest({"c", "b", "a"})


# --------------------------------------------------------------------------------------------------
# What is stored, and what is not.


def is_there():
    """Whether the store has an entry."""
    return bool(entries())


def entries():
    """The files in the store."""
    return sorted(path for path in store.store_folder().rglob("*") if path.is_file())


SIZED = {"rows": (r"\operatorname{tr}(X^\top X)", "=", r"\operatorname{tr}(XX^\top)", "")}
SHOWN = {
    "calc": {},
    "sized": SIZED,
    "cite": {"state": "cite", "source": "a book"},
    "refute": {"state": "refute", "rows": ("f + a", "=", "a", "")},
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_hit_says_and_shows_what_a_miss_did(written, name):
    def shown():
        display = stated(**SHOWN[name])
        statement = display.statement
        whole = display._repr_mimebundle_(), repr(display), statement_data(statement)
        return statement.verdicts, whole

    first = shown()
    count = len(written)
    assert count == len(entries()) == 2  # one of the definition
    assert shown() == first
    assert len(written) == count


HALF = {  # a row for every size, and one for which no proof is found
    "names": [scalar("c_i", over={"i": "n"})],
    "rows": (r"\prod_i(1 + c_i^2)", "=", r"\prod_i(c_i^2 + 1)", "", ">=", r"1 + \sum_i c_i^2", ""),
}
REASONED = {**HALF, "at_sizes": "a reason"}


@pytest.mark.parametrize("parts", [SIZED, REASONED], ids=["every size", "at sizes"])
def test_the_scope_comes_from_the_store_and_decides_nothing(written, monkeypatch, parts):
    first = stated(**parts).statement.verdicts
    assert all(isinstance(verdict.scope, store.Scope) for verdict in first)
    count = len(written)
    monkeypatch.setattr(sources, "is_changed", lambda: False)  # the store is asked nonetheless
    for name in ("prove_row", "judge_rows"):
        monkeypatch.setattr(judge, name, lambda *_: pytest.fail("decided again"))
    assert stated(**parts).statement.verdicts == first and len(written) == count


def test_a_chain_at_sizes_without_a_reason_is_a_warning_from_the_store_too():
    for _ in range(2):
        with pytest.warns(OnlyAtSizes):
            stated(**HALF)


def test_a_refusal_is_not_stored(written):
    D = Derivation(scalar("a"), scalar("b"))
    for first, second in (("a", "b"), ("a", "a + 1"), ("a b", "b b")):
        with pytest.raises(DerivationError):
            D.calc(first, "=", second, "")
    with pytest.raises(DerivationError):
        D.refute("a + a", "=", "2a", "")
    assert written == [] and not is_there()


def test_what_ran_out_of_time_is_not_stored(written):
    symbols = matrix("X", "n", "p"), matrix("A", "p", "p", symmetric=True)
    D = Derivation(*symbols, seconds=0.02, sizes={"n": (6, 7), "p": (5, 4)})
    with pytest.raises(TooLong):
        D.calc(r"\det(X^\top X + A)^{-1}", "=", r"\det(A + X^\top X)^{-1}", "")
    assert written == []


def test_a_right_answer_is_stored_and_a_wrong_one_is_not(written):
    def said(answer):
        D = Derivation(scalar("a"), scalar("b"))
        return D.attempt("a + b", answer).failed

    assert said("a") and said("a") and written == []
    assert said("b + a") == "" and len(written) == 1
    assert said("b + a") == "" and len(written) == 1
    assert said("2b + a") and len(written) == 1


@pytest.mark.parametrize("value", ["off", "", None])
def test_off_is_off(written, monkeypatch, tmp_path, value):
    if value is None:
        monkeypatch.delenv(store.VARIABLE)
    else:
        monkeypatch.setenv(store.VARIABLE, value)
    monkeypatch.chdir(tmp_path)
    assert stated(**SIZED)._repr_mimebundle_() and stated(**SIZED)
    assert written == [] and [*tmp_path.iterdir()] == []


# --------------------------------------------------------------------------------------------------
# The files.


def other_rows(text):
    """An entry with a verdict that nobody found."""
    return text.replace('"exact"', '"cited"').replace('"proved": true', '"proved": false')


DAMAGES = {
    "shortened": lambda text: text[: len(text) // 2],
    "empty": lambda text: "",
    "other rows": other_rows,
    "no sum": lambda text: json.dumps({"rows": json.loads(text)["rows"]}),
    "a list": lambda text: "[]",
    "deep": lambda text: "[" * 100_000,
    "a null": lambda text: "null",
    "no text": lambda text: text.encode("utf-16"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_a_miss_and_is_repaired(written, damage):
    first = stated(**SIZED)._repr_mimebundle_()
    found = {path: path.read_text("utf8") for path in entries()}
    for path, text in found.items():
        changed = DAMAGES[damage](text)
        path.write_bytes(changed if isinstance(changed, bytes) else changed.encode())
    before = len(written)
    assert stated(**SIZED)._repr_mimebundle_() == first
    assert len(written) > before
    assert is_stored(written, **SIZED)


def test_an_entry_of_another_statement_is_a_miss(written):
    stated()
    found = entries()
    for one, other in itertools.permutations(found, 2):
        text = one.read_text("utf8")
        shutil.copyfile(other, one)
        assert store.stored_results(one, store.Verdict) is None
        one.write_text(text, "utf8")
        assert store.stored_results(one, store.Verdict) is not None


def test_a_record_of_other_fields_is_a_miss(written):
    stated()
    path = entries()[0]
    store.write(path, [store.Verdict("exact", "none")])
    assert store.stored_results(path, store.Verdict) == [store.Verdict("exact", "none")]
    assert store.stored_results(path, store.Scope) is None


def test_a_folder_that_cannot_be_made_costs_no_verdict(written, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "file" / "verdicts"))
    assert stated().statement.verdict == "exact"


TOLD = """
from texproof import Derivation, scalar, store
names = [f"a_{{{k}}}" for k in range(30)]
D = Derivation(*map(scalar, names))
for k in range(29):
    D.calc(f"{names[k]} + {names[k + 1]}", "=", f"{names[k + 1]} + {names[k]}", "")
assert store.source()
"""


def test_processes_may_write_the_same_entries_at_once(written):
    def start(seed):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.Popen([sys.executable, "-c", TOLD], env=environment)

    assert [process.wait() for process in [start("1"), start("2")]] == [0, 0]
    found = entries()
    assert len(found) == 29 and {path.suffix for path in found} == {".json"}
    assert all(store.stored_results(path, store.Verdict) for path in found)
    times = [path.stat().st_mtime_ns for path in found]
    assert start("3").wait() == 0
    assert [path.stat().st_mtime_ns for path in entries()] == times


def test_entries_of_other_checkers_go_when_they_are_old_or_many(written, monkeypatch):
    home = store.store_folder()
    for k in range(6):
        (home / f"old{k}").mkdir(parents=True)
        (home / f"old{k}" / "entry.json").touch()
        os.utime(home / f"old{k}", times=(1e9, 4e9 - k if k < 5 else 1e9))
    stated()
    kept = sorted(path.name for path in home.iterdir())
    assert len(kept) == store.GENERATIONS and kept[-3:] == ["old0", "old1", "old2"]


def test_only_the_project_turns_the_store_on():
    told = {key: value for key, value in os.environ.items() if key != store.VARIABLE}
    asked = "from texproof import store; print(store.store_folder())"
    command = [sys.executable, "-c", asked]
    run = subprocess.run(command, env=told, capture_output=True, text=True, check=True)
    assert run.stdout == "None\n"
