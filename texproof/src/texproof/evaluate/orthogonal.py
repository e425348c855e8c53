"""Orthogonal matrices in Cayley's form, and the signs with which it reaches all of them."""

import itertools
import random
from collections.abc import Iterable, Mapping

import numpy as np
import sympy as sp

from ..expr import Expr, Relation
from ..names import Name
from ..shape.sizes import length
from .unknowns import Draw
from .world import Value


def orthogonal(name: Name, size: int, draw: Draw, turned: int) -> Value:
    """An orthogonal matrix in Cayley's form; bits of ``turned`` are columns with a minus."""
    skew = sp.zeros(size)
    for i, j in itertools.combinations(range(size), 2):
        skew[i, j] = draw(f"K[{i + 1},{j + 1}]⟨{name.latex}⟩", "skew")
        skew[j, i] = -skew[i, j]
    plus = sp.eye(size) + skew  # its determinant is above 0, which SymPy's inverse would look into
    result = (sp.eye(size) - skew) * plus.adjugate() / plus.det(method="berkowitz")
    for k in range(size):
        if turned >> k & 1:
            result[:, -1 - k] = -result[:, -1 - k]
    return np.array(result.tolist(), dtype=object)


def orientations(
    names: Iterable[Name],
    nodes: Iterable[Expr | Relation],
    sizes: Mapping[str, int],
    seed: int | None,
) -> Iterable[int]:
    """The columns of orthogonal matrices that are turned, as bits, for either determinant.

    Without a turn of the others a thin set is left out, where what is strict may fail: it is
    proved for all turns, and points have turns by their seed.
    """
    thin = [name for name in names if "orthonormal" in name.facts]
    if not thin:
        return (0,)
    if seed is not None:
        others = 2 * random.Random(seed).getrandbits(4)
        return others, others + 1
    strict = any(isinstance(node, Relation) and node.sign in {"<", ">"} for node in nodes)
    return range(2 ** max(length(name.shape[0], sizes) for name in thin)) if strict else (0, 1)
