"""Independent calls in several processes, with the same results as in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from typing import Any


def in_processes(call: Callable, tasks: Sequence[tuple], n_jobs: int) -> Iterator[Any]:
    """The results of call(*task), in the order of the tasks.

    Large data belong in `call`, as a `functools.partial`: each process receives it once, with its
    share of the tasks. Everything is pickled, so functions of modules can be used but lambdas
    cannot. Processes are started as is usual on the system, or as
    `multiprocessing.set_start_method` says, with the same number of BLAS threads as this one.

    Parameters
    ----------
    call : function
    tasks : list of tuple
    n_jobs : int
        The maximum number of processes, at least 1; with 1, or a single task, everything runs in
        this one.

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
