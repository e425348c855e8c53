"""A proof for every size, in index notation; it shares no code with the ladder of `decide`."""

from . import (
    array_functions,
    blocks,
    calculus,
    calls,
    chance,
    contract,
    entries,
    functions,
    indicators,
    inverses,
    moduli,
    orders,
    programs,
    substitution,
    sums,
    turned,
    whole_powers,
)
from .everywhere import Scope, everywhere

TABLES = (  # the modules that enter rules and operations in tables
    contract, moduli, orders, sums, whole_powers, turned, array_functions, blocks, calculus, calls,
    chance, functions, indicators, inverses, programs, entries, substitution,
)  # fmt: skip

__all__ = ["TABLES", "Scope", "everywhere"]
