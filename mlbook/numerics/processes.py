"""Calls that know nothing of one another, in several processes, with the answers of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from typing import Any


def in_processes(call: Callable, tasks: Sequence[tuple], n_jobs: int) -> Iterator[Any]:
    """The answers call(*task), in the order of the tasks.

    What is large belongs into `call`, as a `functools.partial`: each process gets it once, with its
    share of the tasks. All goes as pickle writes it: functions of modules can, lambdas cannot.
    Processes begin as is usual on the system, or as `multiprocessing.set_start_method` says, with
    as many threads of BLAS as this one.

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

    with ProcessPoolExecutor(n_jobs) as pool:
        yield from pool.map(call, *zip(*tasks, strict=True), chunksize=-(-len(tasks) // n_jobs))
