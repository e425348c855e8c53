"""For pytest: how notebooks are compared, and the site that several files test."""

pytest_plugins = ["tests.nbval_compare", "tests.site_fixtures"]

SLOWEST = "test_mutants.py", "test_site_browser.py"  # a minute and more in one process


def pytest_collection_modifyitems(items):
    """What takes longest begins first, so that no process is left alone with it in the end."""
    items.sort(key=lambda item: item.path.name not in SLOWEST)
