"""Reading: from LaTeX text to an expression.

The text becomes tokens (`layout`, `spellings`, `lexer`), the grammar makes a tree of them
(`grammar`, `parser`), and each notion has a module that reads what its tokens open: `leaves`,
`algebra`, `functions`, `sums`, `calculus`, `arrays`. What cannot be read in exactly one way is
refused with a caret below the token. `displays` cuts a whole display into chains first. This
package uses names and trees, and no other package.
"""

from . import algebra, calculus, functions, leaves, sums, symbols
from .parser import Parser

__all__ = ["Parser", "algebra", "calculus", "functions", "leaves", "sums", "symbols"]
