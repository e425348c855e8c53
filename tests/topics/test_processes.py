"""Calls in several processes: the answers of one, however the processes begin."""

import multiprocessing
import os
import subprocess
import sys
from functools import partial

import numpy as np
import pytest

from mlbook.numerics.processes import in_processes

STARTS = multiprocessing.get_all_start_methods()  # spawn on every system


@pytest.fixture(params=STARTS)
def start(request):
    """A way in which processes begin, for one test."""
    usual = multiprocessing.get_start_method()
    multiprocessing.set_start_method(request.param, force=True)
    yield request.param
    multiprocessing.set_start_method(usual, force=True)


def shifted(table, k):
    return os.getpid(), table + k


TASKS = [(k,) for k in range(9)]


def test_the_answers_come_in_the_order_of_the_tasks_from_other_processes(start):
    table = np.arange(3.0)
    places, answers = zip(*in_processes(partial(shifted, table), TASKS, 2), strict=True)
    assert np.array_equal(answers, [table + k for (k,) in TASKS])
    assert os.getpid() not in places and len(set(places)) <= 2


@pytest.mark.parametrize("n_jobs, tasks", [(1, TASKS), (3, TASKS[:1]), (3, [])])
def test_one_process_or_one_task_needs_no_other_process(n_jobs, tasks):
    said = list(in_processes(partial(shifted, 0), tasks, n_jobs))
    assert said == [(os.getpid(), k) for (k,) in tasks]


def test_there_are_no_more_processes_than_tasks():
    places = {place for place, _ in in_processes(partial(shifted, 0), TASKS[:2], 50)}
    assert 1 <= len(places) <= 2


class Counted:
    """Is 0, and counts how often it is sent."""

    sent = 0

    def __call__(self, k):
        return k

    def __reduce__(self):
        Counted.sent += 1
        return Counted, ()


def test_what_is_called_goes_to_each_process_once():
    Counted.sent = 0
    assert list(in_processes(Counted(), TASKS, 2)) == [k for (k,) in TASKS]
    assert Counted.sent == 2


UNGUARDED = """
import multiprocessing
from functools import partial
import numpy as np
from mlbook.numerics.processes import in_processes
multiprocessing.set_start_method("spawn", force=True)
print(list(in_processes(partial(np.take, np.zeros(10**6)), [(0,), (1,)], 2)))
"""


@pytest.mark.skipif(
    sys.version_info < (3, 11, 5),
    reason="where processes died, older pools wait for ever: CPython issue 94777",
)
def test_a_script_that_forgets_to_ask_for_its_name_fails_and_does_not_hang(tmp_path):
    (tmp_path / "script.py").write_text(UNGUARDED)
    script = [sys.executable, str(tmp_path / "script.py")]
    run = subprocess.run(script, capture_output=True, text=True, timeout=60)
    assert run.returncode and "BrokenProcessPool" in run.stderr


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_error_in_a_call_is_that_of_the_call(n_jobs):
    with pytest.raises(ZeroDivisionError):
        list(in_processes(divmod, [(1, 1), (1, 0), (1, 1)], n_jobs))
