"""Docstrings say what the signatures say, in numpydoc's layout, and their examples run."""

import copy
import doctest
import importlib
import inspect
import re
from pathlib import Path
from typing import Protocol

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
from sphinx.ext.napoleon import Config, NumpyDocstring

import mlbook
from tests.contract.test_estimators import ESTIMATORS, X, target

matplotlib.use("agg")
ROOT = Path(mlbook.__file__).parent
PATHS = {
    ".".join(("mlbook", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for path in sorted(ROOT.rglob("*.py"))
}
MODULES = [*PATHS]
SHOWN = [
    name for name, path in PATHS.items() if ">>> " in path.read_text("utf8")
]  # the modules with examples
SECTIONS = ["Parameters", "Attributes", "Returns", "Yields", "Raises", "Warns", "See Also",
            "Notes", "References", "Examples"]  # fmt: skip
USUAL = {"X", "y", "Z"}  # arguments of methods, of which the contract says what they are
# Rooms behind the chapters, where an example stands if it helps.
ROOMS = ("mlbook.contract.", "mlbook.linear.", "mlbook.numerics.", "mlbook.trees.")
NO_EXAMPLE = {
    "mlbook.page.setup": "sets Matplotlib and NumPy up for all that runs later",
    "mlbook.plot.style": "a table of twenty settings",
}
PRINTING = {"precision": 8, "suppress": False, "linewidth": 75, "threshold": 1000}
FIELDS = Config(napoleon_use_param=True, napoleon_use_ivar=True)


# --- what a docstring must be --------------------------------------------------------------------


def members(module):
    """The public functions and classes that a module defines, and public methods, by name."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isroutine(thing) or inspect.isclass(thing):
            yield f"{module.__name__}.{name}", thing
            yield from methods(f"{module.__name__}.{name}", thing)


def methods(prefix, thing):
    """The public methods and properties that a class defines; one that overrides may say nothing."""
    for name, method in vars(thing).items() if inspect.isclass(thing) else ():
        if not name.startswith("_") and isinstance(method, classmethod | staticmethod | property):
            method = method.fget if isinstance(method, property) else method.__func__
        said = getattr(method, "__doc__", None) or not hasattr(thing.__base__, name)
        if not name.startswith("_") and inspect.isfunction(method) and said:
            yield f"{prefix}.{name}", method


def parameters(thing):
    """The names in a signature, as a docstring writes them; none of a class that makes no own."""
    if inspect.isclass(thing) and Protocol in thing.__bases__:
        return []
    if inspect.isclass(thing):
        package = thing.__module__.partition(".")[0]
        own = [base for base in thing.__mro__ if base.__module__.partition(".")[0] == package]
        if not any({"__init__", "__new__"} & vars(base).keys() for base in own):
            return []
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    found = inspect.signature(thing).parameters.values()
    return [stars.get(p.kind, "") + p.name for p in found if p.name not in ("self", "cls")]


def sections(text):
    """The titles in a docstring, each with what is under it up to the next."""
    parts = re.split(r"^(\S.*)\n(-+)$", text, flags=re.M)
    return list(zip(parts[1::3], parts[2::3], parts[3::3], strict=True))


def documented(text, field="param"):
    """The names that Sphinx finds under Parameters, or under Attributes where they are variables."""
    said = str(NumpyDocstring(text, FIELDS)).replace("\\", "")
    return re.findall(rf"^:{field} (\S+?):", said, re.M)


def faults(name, thing):
    """What is wrong with the docstring of a function, a method or a class."""
    text = inspect.getdoc(thing) if thing.__doc__ else None
    if not text:
        return ["no docstring"]
    found = sections(text)
    titles = [title for title, *_ in found]
    wanted, told = parameters(thing), documented(text)
    usual = "." in name.removeprefix(f"{thing.__module__}.") and {*wanted} <= USUAL
    usual |= inspect.isclass(thing) and name.startswith(ROOMS) and "__init__" not in vars(thing)
    wrong = {
        "the summary is no line that ends with a period": not re.match(r".*\.(\n\n|$)", text),
        "an underline is not as long as its title": any(len(t) != len(u) for t, u, _ in found),
        f"sections {titles} are not of {SECTIONS}, in order": (
            titles != [title for title in SECTIONS if title in titles]
        ),
        "a title is not underlined": set(SECTIONS) & {*text.splitlines()} - {*titles},
        "a section is empty": not all(body.strip() for *_, body in found),
        f"parameters {told} instead of {wanted}": told != wanted and (told or not usual),
        "no Examples": needs_example(name, thing) and "Examples" not in titles,
        "Examples without any": "Examples" in titles and ">>> " not in text,
    }
    return [fault for fault, is_there in wrong.items() if is_there]


def needs_example(name, thing):
    """Whether a thing is a function or a class of a module, and none that is excused."""
    excused = name in NO_EXAMPLE or name.startswith(ROOMS)
    return name == f"{thing.__module__}.{thing.__name__}" and not excused


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_have_the_layout_and_name_the_parameters(module):
    found = {name: faults(name, thing) for name, thing in members(importlib.import_module(module))}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("prototype", ESTIMATORS, ids=repr)
def test_what_fit_learns_is_under_attributes(prototype):
    model = copy.deepcopy(prototype).fit(X, target(prototype))
    learned = {name for name in vars(model) if name.endswith("_") and name[0] != "_"}
    assert learned <= {*documented(inspect.getdoc(type(model)), "ivar")}


def test_what_is_excused_is_there():
    for name in NO_EXAMPLE:
        module, _, own = name.rpartition(".")
        assert hasattr(importlib.import_module(module), own)


# --- examples ------------------------------------------------------------------------------------


def failures(module, name, text):
    """What the examples of a docstring print that they should not, and how many there are."""
    space, said = {**vars(module), "np": np}, []
    found = doctest.DocTestParser().get_doctest(text or "", space, name, module.__name__, 0)
    with np.printoptions(**PRINTING):
        doctest.DocTestRunner(verbose=False).run(found, out=said.append)
    return "".join(said), len(found.examples)


@pytest.mark.parametrize("name", SHOWN)
def test_every_example_is_run_and_gives_what_it_says(name):
    module = importlib.import_module(name)
    found = [(name, module), *members(module)]
    run = [failures(module, own, inspect.getdoc(thing)) for own, thing in found]
    plt.close("all")
    assert "".join(said for said, _ in run) == ""
    written = re.findall(r"^ *>>> ", inspect.getsource(module), re.M)
    assert sum(count for _, count in run) == len(written), "an example of something private"


# --- wrong twins ---------------------------------------------------------------------------------

TEXT = """A sum (eq. some-label).

Parameters
----------
x, y : float
    Two numbers.
*more : float

Returns
-------
float

Examples
--------
>>> np.add(1, 2).item()
3
"""


def of(text):
    """A function that has this docstring."""

    def added(x, y, *more):
        return x + y + sum(more)

    added.__doc__, added.__qualname__ = text, "added"
    return added


def test_a_good_docstring_has_no_faults():
    assert faults(f"{__name__}.added", of(TEXT)) == []


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        ("x, y", "x", "parameters ['x', '*more'] instead of ['x', 'y', '*more']"),
        ("x, y", "y, x", "parameters ['y', 'x', '*more'] instead of"),
        ("*more", "*more, z", "parameters ['x', 'y', '*more', 'z'] instead of"),
        ("Parameters\n----------\n", "Parameters\n", "a title is not underlined"),
        ("Returns\n-------", "Returns\n------", "an underline is not as long"),
        ("Returns\n-------", "Return\n------", "sections ['Parameters', 'Return', 'Examples']"),
        ("Examples\n--------", "Notes\n-----", "no Examples"),
        (">>> ", "", "Examples without any"),
        ("float\n\nE", "\nE", "a section is empty"),
        ("label).\n", "label)\n", "the summary is no line"),
        ("label).\n\n", "label).\n", "the summary is no line"),
        (TEXT, "", "no docstring"),
    ],
)
def test_a_wrong_twin_is_refused(good, bad, fault):
    assert good in TEXT
    found = faults(f"{__name__}.added", of(TEXT.replace(good, bad)))
    assert fault in " ".join(found)


def test_sections_in_another_order_are_refused():
    head, returns, examples = re.split(r"(?=^Returns|^Examples)", TEXT, flags=re.M)
    assert "in order" in faults(f"{__name__}.added", of(f"{head}{examples}\n{returns}"))[0]


def test_a_method_may_leave_out_what_the_contract_says_of_its_arguments():
    class Model:
        def fit(self, X, y=None):
            """The estimator itself."""

        def search(self, X, top):
            """The nearest."""

    assert [faults(f"{__name__}.Model.{m}", getattr(Model, m)) for m in ("fit", "search")] == [
        [],
        ["parameters [] instead of ['X', 'top']"],
    ]


def test_a_class_names_what_it_inherits_and_a_method_that_overrides_may_be_silent():
    class Base:
        def __init__(self, x):
            self.x = x

        def step(self, X):
            """The next."""

    class Model(Base):
        """A model."""

        def step(self, X):
            return X

        def last(self, X):
            return X

    assert parameters(Model) == ["x"]
    assert [name for name, _ in methods("Model", Model)] == ["Model.last"]


def test_an_example_that_says_something_else_fails():
    module = importlib.import_module(__name__)
    assert failures(module, "added", TEXT) == ("", 1)
    assert (
        "Expected:\n    4\nGot:\n    3" in failures(module, "added", TEXT.replace("\n3", "\n4"))[0]
    )
