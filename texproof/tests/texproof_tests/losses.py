"""A function and a class of a package, for programs that statements name by their place."""

import numpy as np


def sigmoid(F):
    """The share 1 / (1 + e^-F), written so that it cannot overflow."""
    return 0.5 * (1 + np.tanh(0.5 * F))


class SquaredLoss:
    """Half the squared difference of y and F."""

    def gradient(self, y, F):
        """Its derivative with respect to F."""
        return F - y
