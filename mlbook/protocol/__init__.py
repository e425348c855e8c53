"""How procedures are compared so that the comparison can be believed.

- folds: samples dealt at random, each held out once
- steps: procedures, pipelines, and transformers that stand before a model
- tuning: a setting chosen by inner folds, and scores on samples that took no part in the choice
- intervals: what a few scores from overlapping training parts say of their mean

A procedure is a function (X, y, inputs) -> responses (m,): whatever is learned, also by scaling,
reduction and tuning, is learned from X and y. A response is a prediction in a regression; in a
classification with the labels 0 and 1 it lies in [0, 1], and 1/2 is the border at which the method
itself decides.
"""
