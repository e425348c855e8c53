"""Logistic regression. TO WRITE: by hand, laws, authorities, what is refused."""

import numpy as np

from mlbook.logistic_regression import loss


def test_the_loss_by_hand():
    assert loss(2.0, np.array([1.0, 3.0])) == 1.0
