"""What the code of a program tells of it: the functions that it runs, and the numbers in them."""

import dis
import functools
import inspect
import itertools
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
import sympy as sp

from .errors import DerivationError
from .limits import (
    LARGEST_IN_CODE,
    LONGEST_NUMBER_IN_TEXT,
    MOST_NUMBERS_IN_CODE,
    SMALLEST_IN_CODE,
)

Program = Callable[..., Any]

# No code of these is followed: a release of theirs is one thing, and their code is not a program.
LIBRARIES = {"numpy", "scipy", "sympy", "mpmath", *sys.stdlib_module_names} - {"__main__"}
ATTRIBUTES = {"getattr", "hasattr"}
CONSTRUCTORS = {"__init__", "__new__", "__post_init__"}


def functions(program: Program, decorators: bool = False) -> list[FunctionType]:
    """The functions that a program runs, as far as names tell: itself, and those of no library.

    decorators: whether those that only wrap others are among them, with what they call.
    """
    result: list[FunctionType] = []
    waiting: list[tuple[Any, Any]] = [(program, None), (type(program).__call__, None)]
    while waiting:
        thing, owner = waiting.pop(0)
        function, owner = getattr(thing, "__func__", thing), getattr(thing, "__self__", owner)
        if hasattr(function, "__wrapped__"):
            waiting.insert(0, (function.__wrapped__, owner))
            if not decorators:
                continue
        if parts := parts_that_run(function):
            waiting += [(part, owner) for part in parts]
        elif isinstance(function, FunctionType) and function not in result:
            if not result or package_of(function) not in LIBRARIES:
                result.append(function)
                waiting += [(named, None) for named in objects_named(function, owner)]
    return result


def parts_that_run(thing: Any) -> list[Any]:
    """What a partial, a property or a function of entries runs, if it is one of these."""
    if isinstance(thing, functools.partial):
        return [thing.func, *thing.args, *thing.keywords.values()]
    if isinstance(thing, property):
        return [part for part in (thing.fget, thing.fset, thing.fdel) if part]
    if isinstance(thing, functools.cached_property):
        return [thing.func]
    return [thing.pyfunc] if isinstance(thing, np.vectorize) else []


def package_of(function: FunctionType | type) -> str:
    """The package of a function or class; a function may carry the name of one that it wraps."""
    if isinstance(function, FunctionType):
        return str(function.__globals__.get("__name__", "")).partition(".")[0]
    return str(function.__module__).partition(".")[0]


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code, and those that are nested in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from codes(part)


@functools.cache
def steps(code: CodeType) -> tuple[tuple[str, Any], ...]:
    """What a code does, step by step, with what is nested in it: operations, and on what."""
    return tuple((s.opname, s.argval) for c in codes(code) for s in dis.get_instructions(c))


def objects_named(function: FunctionType, owner: Any) -> list[Any]:
    """What the names in a function stand for, and members of modules, classes and objects."""
    held = [*names_from_outside(function).values(), *members_named(function, owner).values()]
    return [*held, owner]


def members_named(function: FunctionType, owner: Any, others: Iterable[Any] = ()) -> dict[str, Any]:
    """Members of modules, classes and objects that a function may mean by the names in it.

    Of a class these are also its methods for operators, which no name tells. others: objects that
    the function may get from those who call it.
    """
    names = names_of_attributes(function)
    known = [*names_from_outside(function).values(), owner, *others]
    objects = [k for k in known if not isinstance(k, ModuleType | type | FunctionType)]
    holders = [k if isinstance(k, ModuleType | type) else type(k) for k in known]
    result = {}
    for holder in [*with_base_classes(holders), *objects]:
        around = getattr(holder, "__dict__", {})
        place = getattr(holder, "__name__", type(holder).__name__)
        own = isinstance(holder, type) and package_of(holder) not in LIBRARIES
        more = {name for name in around if own and is_operator(name, around[name])}
        more -= set() if holder in known else CONSTRUCTORS
        for name in sorted(around.keys() & names | more):
            result[f"{place}.{name}"] = around[name]
    return result


def names_of_attributes(function: FunctionType) -> set[str]:
    """The names in a function, and those that it hands to functions that take attributes."""
    names = {name for code in codes(function.__code__) for name in code.co_names}
    if names & ATTRIBUTES:
        names |= {at for _, at in steps(function.__code__) if isinstance(at, str)}
    return names


def is_operator(name: str, member: Any) -> bool:
    """Whether a member of a class is a method that is called without its name."""
    return name[:2] == name[-2:] == "__" and isinstance(member, FunctionType)


def with_base_classes(holders: Iterable[Any]) -> list[Any]:
    """Modules and classes once each, with the classes that these are made from."""
    chains = ([h] if isinstance(h, ModuleType) else h.__mro__[:-1] for h in holders)
    return list(dict.fromkeys(itertools.chain(*chains)))


def names_from_outside(function: FunctionType) -> dict[str, Any]:
    """Names that a function takes from around it, its default values too, with what they are."""
    loaded = {at for done, at in steps(function.__code__) if done.endswith("_GLOBAL")}
    held = {name: function.__globals__[name] for name in sorted(loaded & {*function.__globals__})}
    parameters = inspect.signature(function).parameters.values()
    held |= {p.name: p.default for p in parameters if p.default is not p.empty}
    return held | dict(inspect.getclosurevars(function).nonlocals)


def numbers_in(program: Program) -> list[sp.Rational]:
    """The numbers that are written in the code of a program, and those that it takes from around.

    Those that only guard a division or an overflow are left out, such as 1e-150. Raises where
    there are more of them than are tried, or where a large one is left out and the program tells
    kinds of numbers apart, so that symbols may never meet it.
    """
    own = functions(program)
    owner = getattr(program, "__self__", None)
    values = [part for f in own for code in codes(f.__code__) for part in code.co_consts]
    values += [value for f in own for value in names_from_outside(f).values()]
    values += [value for f in own for value in members_named(f, owner).values()]
    numbers = dict.fromkeys(number for value in values for number in real_numbers_in(value))
    result = dict.fromkeys(sp.Rational(str(number)) for number in numbers if is_usual(number))
    name = own[0].__name__
    if len(result) > MOST_NUMBERS_IN_CODE:
        message = f"{name} has {len(result)} numbers in its code"
        raise DerivationError(f"{message}: at most {MOST_NUMBERS_IN_CODE} can be tried")
    large = [number for number in numbers if abs(number) > LARGEST_IN_CODE]
    if large and any(map(tells_kinds, own)):
        raise DerivationError(
            f"{name} has {large[0]} in its code and distinguishes types of numbers by isinstance, "
            f"type or dtype; only numbers up to {LARGEST_IN_CODE:g} are tried"
        )
    return list(result)


KINDS = {"isinstance", "issubclass", "type", "dtype", "hasattr", "callable", "__class__"}


def tells_kinds(function: FunctionType) -> bool:
    """Whether a function may do something else for floats than for symbols."""
    return any(KINDS & {*code.co_names} for code in codes(function.__code__))


def orders_numbers(program: Program) -> bool:
    """Whether the code of a program compares by order."""
    done = (step for function in functions(program) for step in steps(function.__code__))
    return any(what == "COMPARE_OP" and set(str(at)) & {"<", ">"} for what, at in done)


def takes_pi(program: Program) -> bool:
    """Whether the code of a program names the float that NumPy and Python call pi."""
    values = (value for function in functions(program) for value in objects_named(function, None))
    return any(isinstance(value, float) and value == math.pi for value in values)


def real_numbers_in(value: Any) -> Iterator[Any]:
    """The real numbers that a constant holds, also in a short text, such as that of a shape."""
    if isinstance(value, str) and len(value) <= LONGEST_NUMBER_IN_TEXT:
        yield from map(int, re.findall(r"[0-9]+", value))
    if isinstance(value, tuple | frozenset):
        yield from itertools.chain(*map(real_numbers_in, sorted(value, key=str)))
    elif isinstance(value, int | float | np.number) and not isinstance(value, bool):
        if math.isfinite(value):
            yield value


def is_usual(number: Any) -> bool:
    """Whether a number is 0, or of a usual magnitude."""
    return bool(number == 0 or SMALLEST_IN_CODE <= abs(number) <= LARGEST_IN_CODE)
