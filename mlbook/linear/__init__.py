"""Pieces of linear models that several chapters share: column means and scatter matrices."""
