"""For pytest: which tests run where, how notebooks are compared, the site that is tested."""

pytest_plugins = ["tests.schedule", "tests.nbval_compare", "tests.site_fixtures"]
