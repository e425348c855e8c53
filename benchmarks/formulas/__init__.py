"""Formulas of other books, as printed, each with its source and a false twin, and what is said.

A collection is a file of TOML, one table ``[[formula]]`` for each:

    number    within the collection; area, for the table; source: work, commit, place
    printed   the LaTeX as it stands in the source
    macros    those of the source that occur, by what they stand for
    names     declarations, in the form of `texproof.names.read_names`
    define    definitions that stand before it; given: hypotheses; order: for ≈, as in "h 2"
    spelled   what it takes to be read, where the printed form is not: the same content
    restated  what is decided instead, where the content had to change, and why (note)
    correct   the true line, where the printed one is false
    twin      the same as printed, or as spelled, with one thing wrong
"""
