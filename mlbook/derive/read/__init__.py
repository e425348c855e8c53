"""From text to expression: tokens, the stream of them, the grammar, and what each token opens."""

from . import (
    binders,
    chance,
    derivatives,
    fractions,
    functions,
    hyperbolic,
    naming,
    primes,
    problems,
)
from .parser import Parser

__all__ = [
    "Parser",
    "binders",
    "chance",
    "derivatives",
    "fractions",
    "functions",
    "hyperbolic",
    "naming",
    "primes",
    "problems",
]
