"""Whether a row of a statement holds in floats."""

import itertools
import math

import numpy as np

from texproof_tests.language import free_letters, walk
from texproof_tests.opinion import Floats, Undefined, holds
from texproof_tests.opinion_values import Draws, is_condition, labellings, names_used

CLOSE = 1e-6  # relative; nested differences are good to 1e-8, and what is false is far off
SWITCHES = {"max", "min", "abs", "sgn", "indicator", "cases", "extremum", "builder"}
STEPS = [0.5, -0.5, 0.05, -0.05, 2.0, -2.0]  # away from a claimed optimum


def differing(row, assignment):
    """(left, right) where a row fails under an assignment, else None."""
    relation = row.relation
    if relation.left.op == "optimum":
        return better(relation, assignment)
    if relation.sign == "~":
        return lower_order(row, assignment)
    left, right = assignment.of(relation.left), assignment.of(relation.right)
    if isinstance(left, list) or isinstance(right, list):
        return None if left == right else (left, right)
    return compared(relation.sign, np.atleast_2d(left), np.atleast_2d(right))


def compared(sign, left, right):
    scale = 1 + max(np.abs(left).max(initial=0), np.abs(right).max(initial=0))
    gap = left - right
    if sign == "∝":
        minors = np.outer(left, right) - np.outer(right, left)
        scale, bad = scale**2, np.abs(minors)
    elif sign == "=":
        bad = np.abs(gap)
    elif len(sign) == 2:
        bad = gap if sign == "<=" else -gap
    else:
        return None if np.all(gap < 0 if sign == "<" else gap > 0) else (left, right)
    return (left, right) if np.any(bad > CLOSE * scale) else None


def lower_order(row, assignment):
    """(size of the difference, its order) where it does not vanish beyond the order named."""
    about, power = row.about
    found = [gap_when(scaled_by(assignment, about, s), row.relation) for s in (0.02, 0.01)]
    if found[1] < 1e-11:
        return None
    order = math.log2(found[0] / found[1]) if found[0] else 0
    return None if order > power + 0.5 else (found[1], order)


def gap_when(assignment, relation):
    return float(np.abs(assignment.of(relation.left) - assignment.of(relation.right)).max())


def scaled_by(assignment, about, scale):
    """The assignment with the members of a family that ``about`` names made small."""
    moved = assignment
    for place, value in assignment.values[about.value].items():
        pairs = zip(about.args, place, strict=True)
        if all(is_free(part, assignment) or assignment.whole(part) == at for part, at in pairs):
            moved = moved.replacing(about.value, place, scale * value)
    return moved


def is_free(part, assignment):
    """Whether an index is a letter that stands for all of its values."""
    return part.op == "var" and part.value not in assignment.letters


def better(relation, assignment):
    """(value a step away, value at the claimed solution) where the step improves the goal."""
    kind, many, *_ = relation.left.value
    about, goal, *conditions = relation.left.args
    if many > 1 or conditions:
        raise Undefined("a problem with constraints")
    turned, place = (1 if kind.endswith("min") else -1), assignment.place(about.args)
    claimed = assignment.of(relation.right)
    if np.ndim(assignment.of(about)) and not np.ndim(claimed):
        claimed = np.full(np.shape(assignment.of(about)), claimed)
    value = lambda point: turned * assignment.replacing(about.value, place, point).number(goal)
    if not allowed(about.value, claimed):
        return claimed, "outside of its facts"
    best = value(claimed)
    for at, step in itertools.product(np.ndindex(np.shape(claimed)), STEPS):
        other = np.array(claimed, dtype=float)
        other[at] += step
        other = other if np.ndim(claimed) else float(other)
        try:
            reached = value(other) if allowed(about.value, other) else math.inf
        except Undefined:
            continue
        if reached <= best + 1e-12:
            return turned * reached, turned * best
    return None


def allowed(name, value):
    if name.facts & {"positive", "share", "inside"} and np.min(value) <= 0:
        return False
    if "inside" in name.facts and np.max(value) >= 1:
        return False
    return not ("nonnegative" in name.facts and np.min(value) < 0) and not (
        name.facts & {"share", "unit"} and np.max(value) > 1
    )


def has_switches(relations, definitions):
    """Whether ties and zeros may matter to some relations."""
    bodies = [definitions[n][1] for n in names_used(definitions, relations) if n in definitions]
    found = {getattr(part, "op", "") for tree in (*relations, *bodies) for part in walk(tree)}
    return bool(found & SWITCHES) or any(relation.sign not in {"=", "~"} for relation in relations)


def conditions_hold(statement, lengths, letters):
    """Whether the conditions on lengths (and on these indices) hold; the others are skipped."""
    assignment = Floats(lengths, {}, {}).at(letters)
    checked = [
        part for part in statement.hypotheses
        if is_condition(part) and free_letters(part) <= set(letters)
    ]  # fmt: skip
    return all(
        holds(assignment.number(p.left), p.sign, assignment.number(p.right)) for p in checked
    )


def instances(statement, row, lengths):
    """Choices of the letters that are free in a row and that the conditions allow."""
    free = sorted(free_letters(row.relation))
    spans = [range(1, lengths[statement.letters[letter]] + 1) for letter in free]
    for chosen in itertools.product(*spans):
        place = dict(zip(free, chosen, strict=True))
        if conditions_hold(statement, lengths, place):
            yield place


def opinions(statement, lengths, points=3, most=12):
    """(row number, letters, labels, assignment, outcome) at points of one tuple of lengths.

    An outcome is None (the row holds), a pair of sides, or Undefined.
    """
    relations = [row.relation for row in statement.rows]
    draws = Draws(
        statement.definitions, relations, statement.hypotheses, lengths, statement.letters
    )
    switches = has_switches(relations, statement.definitions)
    rng = np.random.default_rng(0)
    for labels in labellings(draws.index, lengths, most, rng):
        for seed in range(points):
            with np.errstate(all="ignore"):
                assignment = draws.assignment(seed, labels, coarse=switches and seed % 2 == 1)
                yield from judged(statement, assignment, labels, lengths)
            if assignment is None:
                break


def judged(statement, assignment, labels, lengths):
    for k, row in enumerate(statement.rows, 1):
        for place in instances(statement, row, lengths):
            if assignment is None:
                yield k, place, labels, None, "no point"
                continue
            try:
                found = differing(row, assignment.at(place))
            except Undefined as cause:
                found = cause
            yield k, place, labels, assignment, found
