"""For pytest: notebooks are compared as tests/nbval_compare.py says."""

pytest_plugins = ["tests.nbval_compare"]
