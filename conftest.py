"""For pytest: how notebooks are compared, and the site that several files test."""

pytest_plugins = ["tests.nbval_compare", "tests.site_fixtures"]
