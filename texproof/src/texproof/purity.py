"""Whether a program is a function of its arguments alone, as far as its source names what it reads.

Its code is followed by names, into the functions of its own and of other packages that are no
libraries (`code.functions`). What it names must be constants, functions, classes and modules that
keep nothing and read nothing: no random numbers, no clock, no environment, no files, nothing that
is written between calls, and nothing that tells two equal objects apart.
"""

import builtins
import itertools
from collections import abc
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from .code import (
    ATTRIBUTES,
    CONSTRUCTORS,
    LIBRARIES,
    Program,
    functions,
    members_named,
    names_from_outside,
    package_of,
    steps,
)
from .errors import DerivationError

# --------------------------------------------------------------------------------------------------
# What a program may name of libraries.

PURE = {"abc", "builtins", "cmath", "collections", "contextlib", "dataclasses", "enum", "fractions",
        "functools", "itertools", "math", "numbers", "operator", "types", "typing"}  # fmt: skip
MODULES = PURE | {"numpy", "numpy.fft", "numpy.linalg", "numpy.ma", "numpy.polynomial", "scipy",
                  "scipy.linalg", "scipy.special", "sympy", "mpmath", "bisect", "copy", "decimal",
                  "heapq", "string", "warnings"}  # fmt: skip
PACKAGES = {module.partition(".")[0] for module in MODULES}
# What reads or keeps more than its arguments, by its name, in whichever module it is.
IMPURE = {
    # Python
    "__import__": "a module while it runs", "breakpoint": "what is typed", "dir": "names",
    "eval": "code", "exec": "code", "compile": "code", "globals": "names", "locals": "names",
    "vars": "names", "delattr": "attributes", "setattr": "attributes", "input": "what is typed",
    "open": "a file", "id": "the identity of an object", "hash": "the hash of an object",
    "memoryview": "memory",
    # NumPy
    "empty": "memory that is not set", "empty_like": "memory that is not set",
    "fromfile": "a file", "fromregex": "a file", "genfromtxt": "a file", "load": "a file",
    "loadtxt": "a file", "memmap": "a file", "DataSource": "a file", "save": "a file",
    "savetxt": "a file", "savez": "a file", "savez_compressed": "a file",
    "datetime64": "the time", "may_share_memory": "the identity of an object",
    "shares_memory": "the identity of an object", "geterr": "a setting", "seterr": "a setting",
    "geterrcall": "a setting", "seterrcall": "a setting", "getbufsize": "a setting",
    "setbufsize": "a setting", "getcontext": "a setting", "setcontext": "a setting",
    "localcontext": "a setting", "get_printoptions": "a setting", "set_printoptions": "a setting",
    # others
    "attrgetter": "attributes", "methodcaller": "attributes", "CodeType": "code",
    "FunctionType": "code", "SystemRandom": "random numbers", "randMatrix": "random numbers",
    "randprime": "random numbers",
}  # fmt: skip
# Attributes of anything, through which code reads more than numbers.
HIDDEN = {"base", "ctypes", "data_ptr", "f_back", "f_globals", "f_locals", "flags", "gi_frame",
          "itemsize", "nbytes", "setflags", "strides", "tofile"}  # fmt: skip
# Names between double underscores that code may mention.
PLAIN = {"__array_function__", "__array_ufunc__", "__call__", "__class__", "__doc__", "__init__",
         "__len__", "__getitem__", "__name__", "__post_init__", "__qualname__"}  # fmt: skip
# Names that every module has and that differ from one run to another.
PLACES = {"__builtins__", "__cached__", "__file__", "__loader__", "__name__", "__package__",
          "__spec__"}  # fmt: skip
# What may change, or is used up by reading it.
CHANGES = abc.MutableMapping, abc.MutableSequence, abc.MutableSet, np.ndarray, abc.Iterator

ONLY = "a program is a function of its arguments and of constants"


CHECKED: dict[int, Program] = {}  # programs that were found pure since a statement began


def forget_checked() -> None:
    """Has programs checked again, since what they read may be another thing than before."""
    CHECKED.clear()


def require_pure(program: Program) -> Program:
    """A program; raises if it reads or writes more than its arguments, or catches exceptions."""
    if CHECKED.get(id(program)) is not program:
        refuse_impure(program)
        CHECKED[id(program)] = program
    return program


def refuse_impure(program: Program) -> None:
    """Raises if a program reads or writes more than its arguments, or catches exceptions.

    A decorator and what it calls may catch exceptions and ask whether an array is another one, as
    checks of arguments do.
    """
    name = getattr(program, "__name__", str(program))
    for fault in fault_of(name, program):
        raise DerivationError(f"{name} {fault}: {ONLY}")
    own, objects = functions(program), objects_held(program)
    for function in functions(program, decorators=True):
        if package_of(function) in LIBRARIES:
            continue
        for fault in itertools.chain(
            what_changes(function, objects), what_is_written(function), what_is_read(function),
            identities_asked(function) if function in own else (),
            order_of_sets(function) if function in own else (),
        ):  # fmt: skip
            raise DerivationError(f"{function.__name__} {fault}: {ONLY}")
        if function in own and catches_exceptions(function):
            message = "what it catches may be what its arguments refuse to do"
            raise DerivationError(f"{function.__name__} catches exceptions: {message}")


# --------------------------------------------------------------------------------------------------
# What is kept from call to call.


def objects_held(program: Program) -> list[Any]:
    """The objects of classes that are of no library, whose methods a program may call."""
    owner = getattr(program, "__self__", None)
    result: list[Any] = []
    for function in functions(program):
        held = {**names_from_outside(function), **members_named(function, owner)}
        result += [value for value in (owner, *held.values()) if is_own_object(value)]
    return list({id(value): value for value in result}.values())


def is_own_object(value: Any) -> bool:
    """Whether a value is an object with attributes, of a class that is of no library."""
    kind = isinstance(value, type | FunctionType | ModuleType)
    return not kind and hasattr(value, "__dict__") and package_of(type(value)) not in LIBRARIES


def what_changes(function: FunctionType, objects: list[Any]) -> Iterator[str]:
    """What a function takes from around it, and from objects, that may change between calls."""
    held = {**names_from_outside(function), **members_named(function, None, objects)}
    for name, value in held.items():
        if isinstance(value, CHANGES):
            yield f"keeps {name}, which may change from call to call"
    for name, value in names_from_outside(function).items():
        if not callable(value) and name in function.__globals__ and rebound(name, function):
            yield f"reads {name}, which another function of its module writes"


def rebound(name: str, function: FunctionType) -> bool:
    """Whether a function of the same module writes a global name."""
    around = function.__globals__
    beside = (f for f in [*around.values()] if isinstance(f, FunctionType))
    return any(
        ("STORE_GLOBAL", name) in steps(f.__code__)
        for f in beside
        if f.__globals__ is around and name in f.__code__.co_names
    )


def what_is_written(function: FunctionType) -> Iterator[str]:
    """Names beyond a call that the code of a function writes, and attributes that it sets."""
    done = steps(function.__code__)
    free = function.__code__.co_freevars
    for (before, at), (what, name) in itertools.pairwise([("", ""), *done]):
        kind = what.partition("_")[2]
        if not what.startswith(("STORE_", "DELETE_")):
            continue
        if kind == "GLOBAL" or (kind == "DEREF" and name in free):
            yield f"keeps {name}, which may change from call to call"
        if kind == "ATTR" and function.__name__ not in CONSTRUCTORS:
            owner = f"{at}." if isinstance(at, str) and before.startswith("LOAD_") else ""
            yield f"keeps {owner}{name}, which may change from call to call"


# --------------------------------------------------------------------------------------------------
# What is read.


def what_is_read(function: FunctionType) -> Iterator[str]:
    """What a function names that is no constant, and no function of arguments alone."""
    done = steps(function.__code__)
    for name, value in names_from_outside(function).items():
        yield from fault_of(name, value)
    for name, value in members_named(function, None).items():
        yield from fault_of(name, value)
    loaded = {str(at) for what, at in done if what.endswith(("_GLOBAL", "_NAME"))}
    yield from (f"reads {name}, which says where it runs" for name in sorted(loaded & PLACES))
    for name in sorted(loaded - function.__globals__.keys()):
        if name in IMPURE:
            yield f"reads {IMPURE[name]}, by {name}"
    for what, name in done:
        if what == "IMPORT_NAME":
            yield f"imports {name} while it runs, which its module has to do"
        if what in {"LOAD_ATTR", "LOAD_METHOD"} and is_hidden(str(name)):
            yield f"reads {name}, which equal numbers need not share"
    yield from names_computed(function)


def fault_of(name: str, value: Any) -> Iterator[str]:
    """Why a program may not name something, or nothing."""
    place = home(value)
    if place.partition(".")[0] in LIBRARIES:
        known = getattr(value, "__name__", "") if callable(value) else ""
        if known in IMPURE:
            yield f"reads {IMPURE[known]}, by {name}"
        elif not is_pure(place):
            yield f"reads {place}, by {name}"
        elif isinstance(value, np.ufunc) and getattr(np, known, None) is not value:
            yield f"calls {name}, whose code is hidden in a function of NumPy"
    elif isinstance(value, BuiltinFunctionType):
        yield f"calls {name}, whose code is hidden in {place}"


def is_pure(place: str) -> bool:
    """Whether what a module of a library defines reads nothing but its arguments."""
    package, _, inside = place.partition(".")
    if package not in PACKAGES:
        return place.startswith("_") and place.lstrip("_").partition(".")[0] in PACKAGES
    hidden = any(part in inside for part in ("random", "testing", "stats", "ctypes", "f2py"))
    return not hidden


def home(value: Any) -> str:
    """The module of a function, class or module, or of the class of another object."""
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, BuiltinFunctionType):
        owner = value.__self__
        return home(owner) if owner is not None else str(value.__module__ or "builtins")
    if isinstance(value, FunctionType):
        return str(value.__globals__.get("__name__", ""))
    if isinstance(value, type | np.ufunc):
        return str(getattr(value, "__module__", None) or "numpy")
    return str(type(value).__module__)


def is_hidden(name: str) -> bool:
    """Whether an attribute tells more of an object than its numbers."""
    return name in HIDDEN or (name[:2] == name[-2:] == "__" and name not in PLAIN)


NOISE = {"CACHE", "PRECALL", "KW_NAMES", "RESUME", "PUSH_NULL"}  # steps that do nothing here
LOADS = {"LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_GLOBAL", "LOAD_DEREF", "LOAD_ATTR"}


def names_computed(function: FunctionType) -> Iterator[str]:
    """Where a function takes an attribute by a name that is not written."""
    done = [step for step in steps(function.__code__) if step[0] not in NOISE]
    for k, (what, name) in enumerate(done):
        if what != "LOAD_GLOBAL" or name not in ATTRIBUTES or name in function.__globals__:
            continue
        first, *rest = itertools.dropwhile(lambda step: step[0] in LOADS, done[k + 1 :])
        plain = rest[0][0] in {*LOADS, "LOAD_CONST"} and rest[1][0] == "CALL"
        ends = rest[0][0] == "CALL" or plain or rest[0][1] in ATTRIBUTES
        written = first[0] == "LOAD_CONST" and isinstance(first[1], str)
        if not (written and ends) or is_hidden(str(first[1])):
            yield f"takes attributes by {name} whose names are not written in it"


def order_of_sets(function: FunctionType) -> Iterator[str]:
    """Where a function makes a set, but to ask for a member: its order differs between runs."""
    done = [step for step in steps(function.__code__) if step[0] not in NOISE]
    for (what, at), (then, _) in itertools.pairwise([*done, ("", None)]):
        asked = then == "CONTAINS_OP" or (what == "LOAD_CONST" and then == "SET_UPDATE")
        made = what in {"BUILD_SET", "SET_ADD"} or (at in {"set", "frozenset"} and what in LOADS)
        if made or (what == "LOAD_CONST" and isinstance(at, frozenset) and not asked):
            yield "makes a set, whose order differs from run to run"


def identities_asked(function: FunctionType) -> Iterator[str]:
    """Where a function asks whether two objects are one, but for None, truths and classes."""
    done = steps(function.__code__)
    held = {**vars(builtins), **names_from_outside(function)}
    members = {name.rpartition(".")[2]: m for name, m in members_named(function, None).items()}
    for (before, at), (what, _) in itertools.pairwise(done):
        if what == "IS_OP":
            constant = before == "LOAD_CONST" and (at is None or isinstance(at, bool | type(...)))
            named = {"LOAD_GLOBAL": held, "LOAD_DEREF": held, "LOAD_ATTR": members}
            value = named.get(before, {}).get(at)
            if not constant and not isinstance(value, type | FunctionType | ModuleType):
                yield "asks by `is` whether two objects are one"


# --------------------------------------------------------------------------------------------------
# What is caught.


def catches_exceptions(function: FunctionType) -> bool:
    """Whether a function has code for when something raises, but for what NumPy's warnings need."""
    done = steps(function.__code__)
    named = ""
    for (what, at), (then, _) in itertools.pairwise([*done, ("", None)]):
        if what in {"LOAD_GLOBAL", "LOAD_ATTR", "LOAD_METHOD", "LOAD_NAME", "LOAD_DEREF"}:
            named = str(at)
        if what in {"LOAD_FAST", "LOAD_FAST_BORROW"}:
            named = "a local name"
        if what in {"BEFORE_WITH", "BEFORE_ASYNC_WITH"} or (what, at) == ("LOAD_SPECIAL", 0):
            if named != "errstate":
                return True
        if what == "PUSH_EXC_INFO" and then != "WITH_EXCEPT_START":
            return True
    return False
