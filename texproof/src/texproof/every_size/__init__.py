"""A proof for every size, in index notation; it shares no code with the ladder of `decide`."""

from . import (
    array_functions,
    blocks,
    calculus,
    calls,
    chance,
    cofactors,
    contract,
    definite,
    determinants,
    entries,
    entrywise,
    extremes,
    functions,
    indicators,
    inverses,
    jacobians,
    moduli,
    orders,
    programs,
    projections,
    pseudo,
    reflected,
    substitution,
    sums,
    turned,
    ufuncs,
    whole_powers,
)
from .algebra import RULES
from .everywhere import Scope, everywhere

RULES += [  # of one product; those that come first are tried first
    contract.tidy, contract.roots, contract.deltas, contract.again, contract.multiplied_out,
    contract.labels, contract.last_label, moduli.signs, whole_powers.steps, orders.orders,
    sums.numbers, sums.unused, sums.orthonormal, sums.shifted, reflected.reflected,
    turned.turned, projections.projected,
]  # fmt: skip
TABLES = (  # the modules that enter operations in tables
    array_functions, ufuncs, blocks, calculus, calls, chance, functions, indicators, inverses,
    determinants, jacobians, programs, pseudo, entries, extremes, substitution, definite,
    entrywise, cofactors,
)  # fmt: skip

__all__ = ["TABLES", "Scope", "everywhere"]
