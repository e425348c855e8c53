"""What is hashed by name: functions, classes and modules of libraries whose release is known."""

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

# Libraries whose functions are hashed by name; a key also has the release of each library.
LIBRARIES = {"numpy", "sympy", "mpmath"}
PURE = {"abc", "builtins", "cmath", "collections", "contextlib", "dataclasses", "enum", "fractions",
        "functools", "itertools", "math", "numbers", "operator", "types", "typing"}  # fmt: skip
KNOWN = LIBRARIES | PURE | {"_abc", "_collections", "_functools", "_operator"}
# Names through which code can read something that a hash of the code does not see.
BANNED = {"__import__", "breakpoint", "compile", "eval", "exec", "fromfile", "genfromtxt",
          "getattr", "globals", "id", "input", "load", "loadtxt", "locals", "memmap", "open",
          "random", "vars", "__dict__", "__globals__"}  # fmt: skip
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


def named(value: Any) -> str:
    """The full name of a class, or of a function, class or module of a library."""
    if isinstance(value, ModuleType):
        return value.__name__
    return f"{home(value)}.{getattr(value, '__qualname__', None) or value.__name__}"


def home(value: Any) -> str:
    """The name of the module that defines a function or class, or of a module; else empty."""
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, FunctionType):  # its `__module__` may be that of a function it wraps
        return str(value.__globals__.get("__name__", ""))
    if isinstance(value, np.ufunc):
        return "numpy" if getattr(np, value.__name__, None) is value else ""
    return str(getattr(value, "__module__", None) or "")


def is_known(value: Any) -> bool:
    """Whether value is a function, class or module of a library whose release is known."""
    if not isinstance(value, NAMED):
        return False  # an object, whatever its name
    if isinstance(value, BuiltinFunctionType) and not isinstance(value.__self__, ModuleType | None):
        return False  # a method of an object
    place = home(value)
    known = place.partition(".")[0] in KNOWN and not place.startswith("numpy.random")
    return known and hasattr(value, "__name__")


def is_slotted(kind: type) -> bool:
    """Whether objects of a class have attributes outside of their `__dict__`."""
    return bool(vars(kind).get("__slots__"))


def is_getset(value: Any) -> bool:
    """Whether a member of a class serves only the interpreter."""
    return isinstance(value, GetSetDescriptorType)
