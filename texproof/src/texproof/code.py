"""What the code of a program tells of it: the numbers written in it, and what it remembers."""

import dis
import functools
import inspect
import itertools
import math
import sys
from collections import abc
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
import sympy as sp

from .errors import DerivationError
from .limits import LARGEST_IN_CODE, MOST_NUMBERS_IN_CODE, SMALLEST_IN_CODE

Program = Callable[..., Any]

# No code of these is followed: a release of theirs is one thing, and their code is not a program.
LIBRARIES = {"numpy", "scipy", "sympy", "mpmath", *sys.stdlib_module_names} - {"__main__"}
CHANGES = abc.MutableMapping, abc.MutableSequence, abc.MutableSet, np.ndarray, Iterator
# Calling a class runs these methods.
CALLED = {"__call__", "__init__", "__post_init__"}


def functions(program: Program) -> list[FunctionType]:
    """The functions that a program runs, as far as names tell: itself, and those of no library."""
    result: list[FunctionType] = []
    waiting: list[Any] = [program, type(program).__call__]
    while waiting:
        thing = waiting.pop(0)
        function = inspect.unwrap(getattr(thing, "__func__", thing))
        if isinstance(function, functools.partial):
            waiting += [function.func, *function.args, *function.keywords.values()]
        elif isinstance(function, FunctionType) and function not in result:
            if not result or package_of(function) not in LIBRARIES:
                result.append(function)
                waiting += objects_named(function, getattr(thing, "__self__", None))
    return result


def package_of(function: FunctionType) -> str:
    """The package of a function."""
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
    """What the names in a function stand for, and members of modules and classes."""
    names = {name for code in codes(function.__code__) for name in code.co_names}
    known = [*names_from_outside(function).values(), owner]
    holders = [k if isinstance(k, ModuleType | type) else type(k) for k in known]
    objects = [
        vars(h).get(name) for h in with_base_classes(holders) for name in sorted(names | CALLED)
    ]
    return known + [part for part in objects if part is not None]


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


def require_stateless(program: Program) -> Program:
    """A program; raises if it holds what may change between calls, writes or catches anything."""
    for function in functions(program):
        state = [
            name
            for name, value in names_from_outside(function).items()
            if isinstance(value, CHANGES)
        ]
        state += names_written_outside(function)
        if state:
            raise DerivationError(
                f"{function.__name__} keeps {state[0]}, which may change from call to call: it is "
                "no function of its arguments alone"
            )
        if catches_exceptions(function):
            message = "what it catches may be what its arguments refuse to do"
            raise DerivationError(f"{function.__name__} catches exceptions: {message}")
    return program


def catches_exceptions(function: FunctionType) -> bool:
    """Whether a function has code for when something raises, but for what NumPy's warnings need."""
    done = steps(function.__code__)
    handlers = [what for what, _ in done].count("PUSH_EXC_INFO")
    return handlers > [at for _, at in done].count("errstate")


def names_written_outside(function: FunctionType) -> list[str]:
    """Names beyond a call that the code of a function writes, and what it sets of them."""
    done = steps(function.__code__)
    free = function.__code__.co_freevars
    written = [at for what, at in done if what in {"STORE_GLOBAL", "DELETE_GLOBAL"}]
    written += [at for what, at in done if what in {"STORE_DEREF", "DELETE_DEREF"} and at in free]
    pairs = [(at, name) for (what, at), (then, name) in itertools.pairwise(done)
             if then == "STORE_ATTR" and (what == "LOAD_GLOBAL" or at in free)]  # fmt: skip
    return written + [f"{at}.{name}" for at, name in pairs]


def numbers_in(program: Program) -> list[sp.Rational]:
    """The numbers that are written in the code of a program, and those that it takes from around.

    Those that only guard a division or an overflow are left out, such as 1e-150. Raises where
    there are more of them than are tried.
    """
    own = functions(program)
    values = [part for f in own for code in codes(f.__code__) for part in code.co_consts]
    values += [value for f in own for value in names_from_outside(f).values()]
    result = dict.fromkeys(
        sp.Rational(str(number)) for value in values for number in real_numbers_in(value)
    )
    if len(result) > MOST_NUMBERS_IN_CODE:
        message = f"{own[0].__name__} has {len(result)} numbers in its code"
        raise DerivationError(f"{message}: at most {MOST_NUMBERS_IN_CODE} are tried")
    return list(result)


def takes_pi(program: Program) -> bool:
    """Whether the code of a program names the float that NumPy and Python call pi."""
    values = (value for function in functions(program) for value in objects_named(function, None))
    return any(isinstance(value, float) and value == math.pi for value in values)


def real_numbers_in(value: Any) -> Iterator[Any]:
    """The real numbers that a constant holds, 0 and those of a usual magnitude."""
    if isinstance(value, tuple | frozenset):
        yield from itertools.chain(*map(real_numbers_in, sorted(value, key=str)))
    elif isinstance(value, int | float | np.number) and not isinstance(value, bool):
        if value == 0 or SMALLEST_IN_CODE <= abs(value) <= LARGEST_IN_CODE:
            yield value
