"""The HTML of nodes, the theme, highlighted code, and the docstrings of the reference."""
