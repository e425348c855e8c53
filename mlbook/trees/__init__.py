"""Trees, as all chapters on trees and boosting grow, search, prune and add them.

- codes: features as small integers in the order of their values
- criteria: what a cut is worth while cuts are compared
- search: the best cut of every open node; sorted_search and binned_search are its two kinds
- leaves: the weight of a leaf, its score, the gain of a split
- tree and grow: a tree in flat arrays, and the one grower of binary trees
- limits: the limits of growth that all single trees share
- multiway: trees with a branch for each value
- pruning: cutting a tree back
- boosting: sums of trees, what both kinds of boosting share
"""
