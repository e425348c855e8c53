"""Verdicts on statements: proof on generic symbols, refutation at points, residuals on numbers.

`judge` asks for a counterexample first, then for a proof, and says what was found. Proofs are by
components at some sizes; where those cannot decide, the prover of `every_size` is asked. Points
only refute: no number ever proves anything. This package uses `evaluate`, and
of `every_size` only `prove_row`.
"""
