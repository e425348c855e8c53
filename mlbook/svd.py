"""Singular values and vectors."""

from __future__ import annotations

import numpy as np


def fix_signs(W):
    """The same axes with the largest entry (in absolute value) of each made positive.

    If w is an axis so is -w; this function owns the choice between them. Of entries that are
    equally large to rounding the first one decides, so that (1, -1)/sqrt(2) has one answer.
    W (d, q), an axis a column -> (d, q).
    """
    size = np.abs(W)
    largest = np.argmax(size >= (1 - 1e-8) * size.max(axis=0), axis=0)
    negative = np.take_along_axis(W, largest[np.newaxis], axis=0) < 0
    return np.where(negative, -W, W) + 0.0  # + 0.0 turns -0.0 into 0.0
