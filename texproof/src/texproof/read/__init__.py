"""From text to expression: tokens, the stream of them, the grammar, and what each token opens."""

from . import (
    binders,
    chance,
    circular,
    constants,
    derivatives,
    fractions,
    functions,
    gradients,
    naming,
    primes,
    problems,
    repeated,
)
from .parser import Parser

__all__ = [
    "Parser",
    "binders",
    "chance",
    "circular",
    "constants",
    "derivatives",
    "fractions",
    "functions",
    "gradients",
    "naming",
    "primes",
    "problems",
    "repeated",
]
