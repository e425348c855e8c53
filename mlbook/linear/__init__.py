"""Pieces of linear models that several chapters share: means, deviations, scatter, kernels."""
