"""A hash of a value by its content, which is the same in every process; functions by their code.

Stored verdicts are found by these hashes. Two values with the same hash have the same content, and
a value that cannot be hashed for certain raises `Unknown`, so that its statement is decided anew.
Only `code` and `sources` are used.
"""

import dataclasses
import functools
import hashlib
from collections.abc import Collection, Iterator
from fractions import Fraction
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from .code import codes, steps
from .sources import CHECKER, sources

# --------------------------------------------------------------------------------------------------
# What is hashed by name: functions, classes and modules of libraries whose release is known.

# Libraries whose functions are hashed by name; a key also has the release of each library.
LIBRARIES = {"numpy", "sympy", "mpmath"}
PURE = {"abc", "builtins", "cmath", "collections", "contextlib", "dataclasses", "enum", "fractions",
        "functools", "itertools", "math", "numbers", "operator", "types", "typing"}  # fmt: skip
KNOWN = LIBRARIES | PURE | {"_abc", "_collections", "_functools", "_operator"}
# Names through which code can read something that a hash of the code does not see.
BANNED = {"__import__", "breakpoint", "compile", "eval", "exec", "fromfile", "genfromtxt",
          "getattr", "globals", "id", "input", "load", "loadtxt", "locals", "memmap", "open",
          "random", "vars", "__dict__", "__doc__", "__globals__"}  # fmt: skip
NAMED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodDescriptorType,
         WrapperDescriptorType, MemberDescriptorType, np.ufunc, type(np.sum))  # fmt: skip


class Unknown(Exception):
    """Raised for a value that is not hashed, since what it does may depend on something unseen."""


def refuse_unseen(function: FunctionType, names: list[str]) -> None:
    """Raises Unknown if a function may read something outside its code and the hashed modules."""
    unseen = BANNED.intersection(names)
    brought = {at for what, at in steps(function.__code__) if what == "IMPORT_NAME"}
    if unseen or any(name.partition(".")[0] not in KNOWN for name in brought):
        raise Unknown(f"{function.__qualname__} uses {', '.join(sorted(unseen | brought))}")


def full_name(value: Any) -> str:
    """The full name of a class, or of a function, class or module of a library."""
    if isinstance(value, ModuleType):
        return value.__name__
    return f"{module_name(value)}.{getattr(value, '__qualname__', None) or value.__name__}"


def module_name(value: Any) -> str:
    """The name of the module that defines a function or class, or of a module; else empty."""
    if isinstance(value, ModuleType):
        return value.__name__
    # A wrapper may carry the `__module__` of the function that it wraps, so this asks its globals.
    if isinstance(value, FunctionType):
        return str(value.__globals__.get("__name__", ""))
    if isinstance(value, np.ufunc):
        return "numpy" if getattr(np, value.__name__, None) is value else ""
    return str(getattr(value, "__module__", None) or "")


def is_known(value: Any) -> bool:
    """Whether value is a function, class or module of a library whose release is known."""
    if not isinstance(value, NAMED):
        # An object is no function of a library, even if it is called like one.
        return False
    if isinstance(value, BuiltinFunctionType) and not isinstance(value.__self__, ModuleType | None):
        return False  # a method of an object
    if isinstance(value, FunctionType) and not is_of_module(value):
        return False  # made while the program ran, such as by a decorator of a library
    place = module_name(value)
    known = place.partition(".")[0] in KNOWN and not place.startswith("numpy.random")
    return known and hasattr(value, "__name__")


def is_of_module(function: FunctionType) -> bool:
    """Whether a function stands in its module by its own name."""
    found: Any = function.__globals__
    for name in function.__qualname__.split("."):
        found = found.get(name) if isinstance(found, dict) else getattr(found, name, None)
    return found is function


def is_slotted(kind: type) -> bool:
    """Whether objects of a class have attributes outside of their `__dict__`."""
    return bool(vars(kind).get("__slots__"))


def is_getset(value: Any) -> bool:
    """Whether a member of a class serves only the interpreter."""
    return isinstance(value, GetSetDescriptorType)


# --------------------------------------------------------------------------------------------------
# The hash.
#
# A value with parts is hashed as the list of the hashes of its parts. These all have one length, so
# that different values cannot give the same text. Functions, classes and modules may refer to each
# other in a circle; therefore each gets a number when it is first met, and is described once.

PLAIN = type(None), bool, int, str, bytes, float, complex, type(...), range
UNREAD = {"__annotations__", "__dict__", "__doc__", "__module__", "__weakref__", "__firstlineno__",
          "__abstractmethods__", "_abc_impl", "__static_attributes__", "__annotate_func__",
          "__annotations_cache__"}  # fmt: skip


def digest(value: Any, own: Collection[str] = ()) -> str:
    """The hash of a value; raises Unknown if what the value does may depend on anything else.

    own: packages whose functions and classes are hashed, besides this one and a notebook.
    """
    return Digest({"__main__", CHECKER, *own}).whole(value).hex()


def joined_hash(kind: str, parts: list[bytes]) -> bytes:
    """The hash of a value whose parts have these hashes."""
    return hashlib.sha256(b"parts " + kind.encode() + b"\n" + b"".join(parts)).digest()


def leaf_hash(kind: str, text: str | bytes) -> bytes:
    """The hash of a value without parts."""
    data = text.encode("utf8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.sha256(b"leaf " + kind.encode() + b"\n" + data).digest()


class Digest:
    """One walk through a value.

    known: the values that were met, which are kept alive, with their hashes. numbers: the numbers
    of functions, classes and modules, in the order in which these were met. waiting: those of them
    that are described at the end.
    """

    def __init__(self, own: set[str]) -> None:
        self.own = own
        self.known: dict[int, tuple[Any, bytes]] = {}
        self.numbers: dict[int, int] = {}
        self.waiting: list[Any] = []

    def whole(self, value: Any) -> bytes:
        """The hash of a value, with a description of each function, class and module in it."""
        result = [self.of(value)]
        # Describing a function may add others to the list while the loop runs.
        for thing in self.waiting:
            result.append(self.described(thing))
        return joined_hash("whole", result)

    def of(self, value: Any) -> bytes:
        """The hash of a value; a function, class or module is hashed as its number."""
        if id(value) not in self.known:
            self.known[id(value)] = value, self.fresh(value)
        return self.known[id(value)][1]

    def fresh(self, value: Any) -> bytes:
        """The hash of a value that has not been met before."""
        kind = type(value)
        if kind in PLAIN:
            return leaf_hash(kind.__name__, value if kind is bytes else repr(value))
        if kind in {tuple, list}:
            return joined_hash(kind.__name__, [*map(self.of, value)])
        if kind in {set, frozenset}:
            return joined_hash(kind.__name__, sorted(map(self.of, value)))
        if kind is dict:
            return joined_hash("dict", [self.of(part) for pair in value.items() for part in pair])
        if kind is slice:
            return joined_hash("slice", [*map(self.of, (value.start, value.stop, value.step))])
        if kind is Fraction:
            return leaf_hash("Fraction", str(value))
        if isinstance(value, np.generic | np.ndarray) and value.dtype.kind in "biufc":
            return joined_hash("array", [leaf_hash("of", f"{value.dtype.str} {value.shape}"),
                                    leaf_hash("bytes", value.tobytes())])  # fmt: skip
        if isinstance(value, FunctionType | type | ModuleType) and not is_known(value):
            return self.mentioned(value)
        return self.held(value)

    def mentioned(self, thing: Any) -> bytes:
        """The number of a function, class or module."""
        if id(thing) not in self.numbers:
            if module_name(thing).partition(".")[0] not in self.own:
                raise Unknown(f"{full_name(thing)} is of another package")
            self.numbers[id(thing)] = len(self.numbers)
            self.waiting.append(thing)
        return leaf_hash("number", str(self.numbers[id(thing)]))

    def held(self, value: Any) -> bytes:
        """The hash of a value that wraps a function, belongs to a library, or is an object."""
        if isinstance(value, MethodType):
            return joined_hash("method", [self.of(value.__func__), self.of(value.__self__)])
        if isinstance(value, functools.partial):
            return joined_hash("partial", [*map(self.of, (value.func, value.args, value.keywords))])
        if isinstance(value, staticmethod | classmethod | functools._lru_cache_wrapper):
            return joined_hash(type(value).__name__, [self.of(value.__wrapped__)])
        if isinstance(value, property):
            return joined_hash("property", [*map(self.of, (value.fget, value.fset, value.fdel))])
        if is_known(value):
            return leaf_hash("library", full_name(value))
        return self.an_object(value)

    def an_object(self, value: Any) -> bytes:
        """The hash of an object: its class and its attributes."""
        kind = type(value)
        if dataclasses.is_dataclass(kind) and kind.__module__.startswith(f"{CHECKER}."):
            parts = [getattr(value, field.name) for field in dataclasses.fields(kind)]
            return joined_hash(full_name(kind), [*map(self.of, parts)])
        if isinstance(value, tuple) and kind.__module__.startswith(f"{CHECKER}."):
            return joined_hash(full_name(kind), [*map(self.of, value)])
        made = all(module_name(base).partition(".")[0] in self.own for base in kind.__mro__[:-1])
        if not made or not hasattr(value, "__dict__") or any(map(is_slotted, kind.__mro__)):
            raise Unknown(f"an object of {full_name(kind)}")
        return joined_hash("object", [self.of(kind), self.of(vars(value))])

    def described(self, thing: Any) -> bytes:
        """The hash of the content of a function, class or module."""
        if isinstance(thing, ModuleType):
            return joined_hash(
                "module", [*map(self.of, (module_name(thing), sources(module_name(thing))))]
            )
        source = sources(module_name(thing))
        if isinstance(thing, type):
            members = {name: part for name, part in vars(thing).items() if name not in UNREAD}
            parts = [part for part in members.items() if not is_getset(part[1])]
            kinds = type(thing), thing.__bases__
            return joined_hash("class", [*map(self.of, (source, full_name(thing), kinds, parts))])
        names = sorted({name for code in codes(thing.__code__) for name in code.co_names})
        refuse_unseen(thing, names)
        # An empty cell raises ValueError, which means that the function is not hashed.
        cells = [cell.cell_contents for cell in thing.__closure__ or ()]
        around = thing.__globals__
        globals_read = [[name, around[name], *members_of(around[name], names)]
                 for name in names if name in around]  # fmt: skip
        held = thing.__defaults__, thing.__kwdefaults__, cells, globals_read, vars(thing)
        return joined_hash("function", [self.code(thing.__code__), *map(self.of, (source, *held))])

    def code(self, code: CodeType) -> bytes:
        """The hash of the instructions and constants of a code, regardless of file and line."""
        parts = [self.code(c) if isinstance(c, CodeType) else self.of(c) for c in code.co_consts]
        shape = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
        rest = shape, names, code.co_code, getattr(code, "co_exceptiontable", b"")
        return joined_hash("code", [joined_hash("constants", parts), *map(self.of, rest)])


def members_of(value: Any, names: list[str], above: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The members of a module that code may reach by some names; of a library, only its modules."""
    for name in names if isinstance(value, ModuleType) and value not in above else ():
        part = vars(value).get(name)
        if name in vars(value) and (not is_known(value) or isinstance(part, ModuleType)):
            yield name, part
            yield from members_of(part, names, (*above, value))
