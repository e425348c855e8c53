"""What a page shows of a statement: the display, its mark, and what opens at the mark.

The texts are for readers of the book and are made here alone. This package decides nothing; it asks
the records of statements and `scope`.
"""
