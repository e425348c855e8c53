"""Smaller figures and style sheets, and the notebooks that readers take home."""
