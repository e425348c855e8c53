"""Trees, as all chapters on trees and boosting grow, search, prune and add them.

- codes: features as small integers in the order of their values
- criteria: what a cut is worth, while cuts are compared and once the best is found
- search: the best cut of every open node; sorted_search, drawn_search, binned_search and, for many
  classes, class_search are its kinds
- bounds: which cells of sorted samples need not be looked at
- leaves: the weight of a leaf, its score, the gain of a split
- tree and grow: a tree in flat arrays, and the one grower of binary trees
- limits: what a tree may become, and on what part of the data
- levels: the levels of a growing tree, and which splits are made: all, or the best first
- multiway: trees with a branch for each value
- surrogates: other questions that stand in where an answer is missing
- pruning: cutting a tree back
- boosting: sums of trees, what both kinds of boosting share
"""
