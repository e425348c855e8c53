"""Calls that know nothing of one another, in several processes, with the answers of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from typing import Any

_calls: dict[str, Callable] = {}  # in a process that works for another one: what it calls


def in_processes(call: Callable, tasks: Sequence[tuple], n_jobs: int) -> Iterator[Any]:
    """The answers call(*task), in the order of the tasks.

    What is large belongs into `call`, as a `functools.partial`: it goes to each process once, a
    task and its answer once each, and all of it as pickle writes it: functions of modules can go,
    lambdas cannot. Processes begin as is usual on the system, or as
    `multiprocessing.set_start_method` says. For calls that leave BLAS alone, since each process has
    as many threads of it as this one.

    Parameters
    ----------
    call : function
    tasks : list of tuple
    n_jobs : int
        The most processes, at least 1; with 1, or one task, all is done in this one.

    Returns
    -------
    iterator

    Examples
    --------
    >>> list(in_processes(max, [(1, 2), (5, 3), (4, 4)], n_jobs=2))
    [2, 5, 4]
    """
    n_jobs = min(n_jobs, len(tasks))
    if n_jobs <= 1:
        yield from starmap(call, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor  # Python in a browser has none

    with ProcessPoolExecutor(n_jobs, initializer=_begin, initargs=(call,)) as pool:
        yield from pool.map(_answer, tasks)


def _begin(call: Callable) -> None:
    """Note in a new process what it is to call."""
    _calls["call"] = call


def _answer(task: tuple) -> Any:
    """What the call answers to a task."""
    return _calls["call"](*task)
