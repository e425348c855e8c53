"""For pytest: the marks of these tests, where no plugin of a book has named them."""

MARKS = (
    "corpus: one case of a long list",
    "nightly: a second opinion, or more examples of what is tested on some",
)


def pytest_configure(config):
    """Names the marks."""
    known = {line.partition(":")[0] for line in config.getini("markers")}
    for mark in MARKS:
        if mark.partition(":")[0] not in known:
            config.addinivalue_line("markers", mark)
