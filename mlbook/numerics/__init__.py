"""Numerical tools that know nothing of models.

- blocks: slices of rows that fit into the cache
- finite: the one error for what left the range of float64
- processes: calls in several processes, with the answers of one
- sparse_eigen: the lowest eigenvectors of a sparse symmetric matrix
- triplets: a sparse matrix as rows, columns and values
- `smo`: the quadratic problem behind support vector machines
"""
