"""What a hash may know by its name: functions, classes and modules of libraries with a release."""

from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from .code import steps

# Libraries whose functions are known by their names and the release, which a key holds beside them.
LIBRARIES = {"numpy", "sympy", "mpmath"}
PURE = {"abc", "builtins", "cmath", "collections", "contextlib", "dataclasses", "enum", "fractions",
        "functools", "itertools", "math", "numbers", "operator", "types", "typing"}  # fmt: skip
KNOWN = LIBRARIES | PURE | {"_abc", "_collections", "_functools", "_operator"}
# Names by which code reads what no hash of it can see.
BANNED = {"__import__", "breakpoint", "compile", "eval", "exec", "fromfile", "genfromtxt",
          "getattr", "globals", "id", "input", "load", "loadtxt", "locals", "memmap", "open",
          "random", "vars", "__dict__", "__globals__"}  # fmt: skip
NAMED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodDescriptorType,
         WrapperDescriptorType, MemberDescriptorType, np.ufunc, type(np.sum))  # fmt: skip


class Unknown(Exception):
    """A value that is not hashed, since what it does may depend on more than can be seen."""


def refuse_unseen(function: FunctionType, names: list[str]) -> None:
    """Raises where a function may read what is neither in its code nor in a hashed module."""
    unseen = BANNED.intersection(names)
    brought = {at for what, at in steps(function.__code__) if what == "IMPORT_NAME"}
    if unseen or any(name.partition(".")[0] not in KNOWN for name in brought):
        raise Unknown(f"{function.__qualname__} uses {', '.join(sorted(unseen | brought))}")


def named(value: Any) -> str:
    """The full name of what a library brings, or of a class."""
    if isinstance(value, ModuleType):
        return value.__name__
    return f"{home(value)}.{getattr(value, '__qualname__', None) or value.__name__}"


def home(value: Any) -> str:
    """The module in which a function or class was written, or that a module is; else nothing."""
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, FunctionType):  # whatever it says of itself, as one that wraps another
        return str(value.__globals__.get("__name__", ""))
    if isinstance(value, np.ufunc):
        return "numpy" if getattr(np, value.__name__, None) is value else ""
    return str(getattr(value, "__module__", None) or "")


def is_known(value: Any) -> bool:
    """Whether a library brings a function, class or module, by a release that says what it does."""
    if not isinstance(value, NAMED):
        return False  # an object, whatever name it bears
    if isinstance(value, BuiltinFunctionType) and not isinstance(value.__self__, ModuleType | None):
        return False  # a method of an object
    place = home(value)
    known = place.partition(".")[0] in KNOWN and not place.startswith("numpy.random")
    return known and hasattr(value, "__name__")


def is_slotted(kind: type) -> bool:
    """Whether objects of a class hold something outside of their dictionary."""
    return bool(vars(kind).get("__slots__"))


def is_getset(value: Any) -> bool:
    """Whether a member of a class is there for the interpreter alone."""
    return isinstance(value, GetSetDescriptorType)
