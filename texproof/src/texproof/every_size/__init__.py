"""Proofs for every size, in index notation; nothing is shared with the proofs by components.

A side of a row becomes a polynomial in products of entries (`diagrams`), which rules bring to one
form; two sides with the same form are equal at every size. Modules with the name of a notion
(`leaves`, `algebra`, `functions`, `matrices`, `sums`, `calculus`, `arrays`) evaluate the operations
of the language. `prove_rows` takes a statement and asks of each row whether it is proved; it may
give up, and never says that a row is false. `pages/soundness.md` explains why equal forms prove the
row. This package uses trees, names and shapes.
"""

from . import (
    algebra,
    arrays,
    calculus,
    elementary,
    functions,
    matrices,
    programs,
    pseudoinverses,
    rules,
    sums,
    symbolic_arrays,
    tree_signs,
)
from .diagrams import RULES
from .prover import prove_rows

RULES += [  # of one product; those that come first are tried first
    rules.merge_equal_factors,
    rules.split_whole_powers,
    rules.resolve_deltas,
    rules.remake_functions,
    rules.multiply_out,
    rules.merge_labels,
    rules.replace_last_label,
    elementary.combine_signs,
    algebra.write_out_powers,
    rules.resolve_orders,
    rules.split_index_number,
    rules.sum_unused_variable,
    rules.contract_orthonormal,
    rules.shift_sum,
    rules.reflect_sum,
    rules.reverse_order,
    pseudoinverses.apply_projection,
]
TABLES = (  # the modules that enter operations in tables
    symbolic_arrays, arrays, calculus, sums, functions, matrices, programs, pseudoinverses,
    tree_signs, algebra,
)  # fmt: skip

__all__ = ["TABLES", "prove_rows"]
