"""Adds hypotheses to every statement that a test makes, and tells what became of it."""

from texproof.statement import PROVED


def under(D, conditions):
    """The derivation, whose chains have these hypotheses beside their own."""
    for state in ("calc", "cite"):
        setattr(D, state, given(getattr(D, state), conditions))
    return D


def given(state, conditions):
    """The method, with more hypotheses."""
    return lambda *rows, given=(), **rest: state(*rows, given=[*given, *conditions], **rest)


def whatever_sizes(statement):
    """The verdict on a statement, exact also where it is proved at some sizes alone."""
    return "exact" if statement.verdict in PROVED else statement.verdict
