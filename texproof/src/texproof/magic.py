r"""Cell magics: ``%load_ext texproof.magic``, then ``%%derive_names`` and ``%%derive label``.

The first line of a cell is the magic; lines such as ``:given: a > 0`` may follow; the rest is the
display, or names one to a line. A display that is refused raises, so that nbval and a build see it.
"""

import warnings
from typing import Any

from .books.blocks import DISPLAY, NAMES, block
from .books.page import Page
from .errors import OnlyAtSizes
from .show.tables import Shown


def load_ipython_extension(shell: Any) -> None:
    """Enters both magics in a shell; the names that are declared last as long as it does."""
    page = Page()

    def taken(kind: str, line: str, cell: str) -> Shown | None:
        inside = list(enumerate(cell.splitlines(), 2))
        outcome = page.take(block(kind, line.strip(), inside))
        if outcome.refusal:
            raise outcome.refusal
        if outcome.message:
            warnings.warn(outcome.message, OnlyAtSizes, stacklevel=2)
        return outcome.shown

    shell.register_magic_function(
        lambda line, cell: taken(NAMES, line, cell), "cell", "derive_names"
    )
    shell.register_magic_function(lambda line, cell: taken(DISPLAY, line, cell), "cell", "derive")
