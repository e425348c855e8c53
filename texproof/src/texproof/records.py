"""Records: random names whose value tells the outcome of their source."""

import re

from .names import Name


def is_record(name: Name) -> bool:
    r"""Whether a name is that of its only source: its value tells the outcome.

    So is \mathbf{x}, declared with random="x".
    """
    named = not name.over and len(name.sources) == 1
    return named and name.sources[0] in {plain(name.latex), name.latex}


def plain(latex: str) -> str:
    r"""LaTeX without fonts and braces: x for \mathbf{x}."""
    return re.sub(r"\\(mathbf|mathcal|boldsymbol)|[{}]", "", latex)
