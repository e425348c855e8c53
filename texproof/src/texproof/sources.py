"""The source of the checker and of programs, and whether the checker is as it was loaded.

A stored verdict is good for as long as these sources do not change. A test that replaces a function
of the checker is noticed as well, and then nothing is stored or taken from the store. This module
knows nothing of statements.
"""

import ast
import functools
import hashlib
import operator
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

# --------------------------------------------------------------------------------------------------
# Hashes of the source of the checker, and of a module with what it imports from its package.

BEGAN = time.time()  # of all modules of the checker, this one is loaded first
CHECKER = __name__.rpartition(".")[0]
HOME = Path(__file__).parent
# The clock of a file system may be behind by so many seconds.
TICK = 0.02


def checker() -> str:
    """The hash of the checker's source; empty if the code that runs may differ from it.

    The code may differ if a file was changed after this process began to load the checker, or if
    there are no files, because the checker was imported from an archive.
    """
    files = sorted(HOME.rglob("*.py"))
    times = [time for file in files for time in (file.stat().st_mtime, file.stat().st_ctime)]
    if not times or max(times) > BEGAN - TICK:
        return ""
    parts = [f"{file.relative_to(HOME).as_posix()} {hash_of_file(file)}" for file in files]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def sources(module: str) -> str:
    """The hash of the source of a module and of the modules it imports from its own package.

    It is empty for a module without a file, such as a notebook. The checker's own files are left
    out, since `checker` hashes them.
    """
    place = getattr(sys.modules.get(module), "__file__", None)
    if module == "__main__" or not place:
        return ""
    top = module.partition(".")[0]
    root = Path(getattr(sys.modules[top], "__file__", None) or place).parent
    hashes, waiting = dict[Path, str](), [Path(place)]
    while waiting:
        file = waiting.pop()
        if file not in hashes and not file.is_relative_to(HOME):
            about = file.stat()
            hashes[file] = hash_of_file(file)
            waiting += imported_files(file, root, top, about.st_mtime_ns, about.st_size)
    parts = [f"{file.name} {hashes[file]}" for file in sorted(hashes)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def hash_of_file(file: Path) -> str:
    """The hash of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


@functools.lru_cache(maxsize=1024)
def imported_files(file: Path, root: Path, top: str, changed: int, size: int) -> tuple[Path, ...]:
    """The files of a package that one of its files imports, anywhere in the file."""
    inside = file.relative_to(root).parent.parts if file.is_relative_to(root) else ()
    names = list[tuple[str, ...]]()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            names += [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            around = (top, *inside[: len(inside) + 1 - node.level]) if node.level else ()
            module = (*around, *(node.module.split(".") if node.module else ()))
            names += [module, *((*module, alias.name) for alias in node.names)]
    own = [name[1:] for name in names if name[0] == top]
    return tuple(dict.fromkeys(path for name in own for path in files_of_module(root, name)))


def files_of_module(root: Path, name: tuple[str, ...]) -> Iterator[Path]:
    """The file of a module, and the files of the packages that contain it."""
    for many in range(len(name) + 1):
        inside = root.joinpath(*name[:many])
        yield from filter(Path.is_file, (inside / "__init__.py", inside.with_suffix(".py")))


# --------------------------------------------------------------------------------------------------
# Whether the checker is still as it was loaded, since tests replace functions in it.

STORE = {f"{CHECKER}.{name}" for name in ("digest", "libraries", "living", "sources", "store")}
Members = Mapping[Any, Any] | Sequence[Any]
loaded: list[tuple[Members, list[Any], list[Any]]] = []


def remember() -> None:
    """Records what the checker's modules hold: names, members of classes, mappings and lists."""
    loaded[:] = loaded or [(holder, *members(holder)) for holder in holders()]


def is_changed() -> bool:
    """Whether anything in the checker has been replaced since it was loaded."""
    return not all(is_same(*one) for one in loaded)


def is_same(holder: Members, keys: list[Any], values: list[Any]) -> bool:
    """Whether the members of a holder are still the same objects."""
    if isinstance(holder, Mapping):
        return all(map(operator.is_, map(holder.get, keys), values))
    return len(holder) == len(values) and all(map(operator.is_, holder, values))


def members(holder: Members) -> tuple[list[Any], list[Any]]:
    """The keys and values of a mapping, the members of a list."""
    if isinstance(holder, Mapping):
        return [*holder], [*holder.values()]
    return [], [*holder]


def holders() -> Iterator[Members]:
    """The modules of the checker, and the classes, mappings and lists in them."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"{CHECKER}.") and name not in STORE:
            yield vars(module)
            for key, value in [*vars(module).items()]:
                if isinstance(value, type) and value.__module__ == name:
                    yield vars(value)
                elif isinstance(value, dict | list) and key != "__builtins__":
                    yield value  # added keys do not count, as a notebook's `input`
