"""Verdicts: proof on generic symbols, refutation at points, residuals on numbers."""
