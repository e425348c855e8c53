"""Formulas, checked equations, and what opens at their marks."""
