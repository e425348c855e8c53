"""What the chapter newton_boosting says of other splits of its data, a split for each seed."""

import numpy as np

from mlbook import data
from mlbook.losses import LogisticLoss
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor


def bins(seed: int) -> dict[str, float]:
    """The log-loss on unseen tumours of 100 rounds, by exact search and by bins."""
    table = data.breast_cancer()
    X, X_test, y, y_test = data.train_test_split(table.X, np.asarray(table.y), seed=seed)
    models = {"exact": NewtonBoostingClassifier(max_depth=3)}
    for b in (255, 64, 16):
        models[str(b)] = NewtonBoostingClassifier(max_depth=3, tree_method="hist", max_bins=b)
    margins = {name: model.fit(X, y).decision_function(X_test) for name, model in models.items()}
    return {name: float(LogisticLoss().value(y_test, F).mean()) for name, F in margins.items()}


def steps(seed: int) -> dict[str, float]:
    """The least log-loss on unseen tumours in 150 rounds, with whole steps and with tenths."""
    table = data.breast_cancer()
    X, X_test, y, y_test = data.train_test_split(table.X, np.asarray(table.y), seed=seed)
    fits = {
        name: NewtonBoostingClassifier(150, rate, max_depth=3).fit(X, y, eval_set=(X_test, y_test))
        for name, rate in (("whole", 1.0), ("tenth", 0.1))
    }
    return {name: float(min(fit.validation_loss_)) for name, fit in fits.items()}


def rates(seed: int) -> dict[str, float]:
    """The least root mean square error on unseen patients in 300 rounds, its round, the last."""
    table = data.diabetes()
    X, X_test, y, y_test = data.train_test_split(table.X, np.asarray(table.y), seed=seed)
    found: dict[str, float] = {}
    for rate in (1.0, 0.3, 0.1, 0.03):
        model = NewtonBoostingRegressor(300, rate, max_depth=3)
        losses = model.fit(X, y, eval_set=(X_test, y_test)).validation_loss_
        error = np.sqrt(2 * np.array(losses))
        found |= {f"{rate:g} least": float(error.min()), f"{rate:g} round": float(error.argmin())}
        found[f"{rate:g} last"] = float(error[-1])
    return found
