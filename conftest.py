"""For pytest: how notebooks are compared, and what runs on one worker."""

import pytest

pytest_plugins = ["tests.nbval_compare"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """A file's tests share a worker; but the wrong twins of each chapter go where there is room."""
    for item in items:
        alone = item.path.name == "test_mutants.py"
        item.add_marker(pytest.mark.xdist_group(item.nodeid if alone else str(item.path)))
