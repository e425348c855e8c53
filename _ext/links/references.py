"""References by number, for each of which Sphinx would read the page again that it leads to."""

from functools import cache
from typing import Any

from sphinx.domains.std import StandardDomain


class Pages:
    """An environment whose pages are read once, to look something up and not to change them."""

    def __init__(self, environment):
        self.environment, self.get_doctree = environment, cache(environment.get_doctree)

    def __getattr__(self, name):
        return getattr(self.environment, name)


class References(StandardDomain):
    """The domain of labels."""

    def __init__(self, environment):
        super().__init__(environment)
        self.pages: Any = Pages(environment)  # serves as an environment

    def resolve_xref(self, environment, *arguments):
        """The link that stands in the place of a reference."""
        return super().resolve_xref(self.pages, *arguments)
