"""Draws the values at which the second opinion evaluates: with the declared facts and hypotheses."""

import itertools
import math

import numpy as np

from texproof_tests.language import free_letters, names_in, outcomes, walk
from texproof_tests.opinion import Floats, Undefined, holds
from texproof_tests.opinion_shapes import lengths_of

CONDITION = {"size", "var", "num", "add", "neg", "mul"}
SOLVED = 1e-9  # residual of a hypothesis; Gauss-Newton ends near 1e-13
STARTS = 4  # from which hypotheses are solved
ROUNDS = 40  # of Gauss-Newton, which needs about 6


class Impossible(Exception):
    """Facts that no values have at these lengths."""


class Tape:
    """Standard normal numbers, taken in order; those of a tape can be chosen and taken again.

    Coarse numbers are small and whole, with zeros and ties among them.
    """

    def __init__(self, rng, numbers=None, coarse=False):
        self.rng, self.numbers, self.used, self.coarse = rng, numbers, [], coarse

    def take(self, *lengths):
        count = math.prod(lengths)
        if self.numbers is not None:
            found = self.numbers[len(self.used) : len(self.used) + count]
        else:
            found = self.rng.normal(size=count)
            found = np.round(1.2 * found) if self.coarse else found
        self.used.extend(found)
        return np.reshape(found, lengths)


def signed(value, facts):
    """A real number turned into one with the sign that is declared."""
    if facts & {"share", "unit"}:
        whole = float(value) == round(float(value))
        return 1 / (1 + abs(value)) if whole else 1 / (1 + math.exp(-value))
    if "inside" in facts:
        return 1 / (1 + math.exp(-value))
    if "positive" in facts:
        return 1 + abs(value) if value == round(float(value)) else math.exp(value / 2)
    return abs(value) if "nonnegative" in facts else value


def places(name, lengths):
    spans = [range(1, lengths_of((size,), lengths)[0] + 1) for _, size in name.range]
    return list(itertools.product(*spans))


def family(name, lengths, tape):
    """Values of a name for each of its indices."""
    where, shape = places(name, lengths), lengths_of(name.shape, lengths)
    if name.kind == "scalar":
        found = [float(signed(value, name.facts)) for value in tape.take(len(where))]
        if "decreasing" in name.facts:
            found = sorted(found, reverse=True)
        return dict(zip(where, found, strict=True))
    if name.kind == "vector" and name.facts & {"basis", "orthonormal"}:
        if len(where) > shape[0]:
            raise Impossible(f"{len(where)} {name.latex} in {shape[0]} dimensions")
        basis = np.eye(shape[0])
        if "orthonormal" in name.facts:
            basis = orthonormal(tape.take(shape[0], shape[0]))
        return {place: basis[:, k : k + 1] for k, place in enumerate(where)}
    return {place: single(name, shape, tape) for place in where}


def single(name, shape, tape):
    """A column or matrix with its facts."""
    if "ones" in name.facts:
        return np.ones(shape)
    if shape[0] != shape[1] and name.facts & {"identity", "symmetric"}:
        raise Impossible(f"{name.latex} of shape {shape}")
    if "identity" in name.facts:
        return np.eye(*shape)
    if "orthonormal" in name.facts:
        if shape[0] < shape[1]:
            raise Impossible(f"{shape[1]} orthonormal columns of length {shape[0]}")
        return orthonormal(tape.take(*shape))
    value = tape.take(*shape).astype(float)
    return value + value.T if "symmetric" in name.facts else value


def orthonormal(value):
    """The orthonormal columns of a QR decomposition, whose sign follows the columns."""
    q, r = np.linalg.qr(value)
    return q * np.where(np.diag(r) < 0, -1, 1)


def smooth(rng):
    """Some smooth function of numbers and columns: waves and a square of random forms."""
    seed = rng.integers(2**32)

    def value(*arguments):
        known = np.concatenate([np.ravel(part) for part in arguments])
        own = np.random.default_rng([seed, len(known)])
        a, b, c = own.normal(size=(3, len(known)))
        return float(np.sin(a @ known) + 0.3 * (b @ known) ** 2 + 0.2 * (c @ known) ** 3 + a[0])

    return value


def labellings(names, lengths, most, rng):
    """Values of the families of whole numbers: all of them, or some that are picked."""
    spots = [(name, place) for name in names for place in places(name, lengths)]
    spans = [range(1, lengths_of(name.shape, lengths)[0] + 1) for name, _ in spots]
    count = math.prod(map(len, spans))
    chosen = (
        itertools.product(*spans)
        if count <= most
        else (tuple(int(rng.integers(1, len(span) + 1)) for span in spans) for _ in range(most))
    )
    for labels in chosen:
        found = {name: {} for name in names}
        for (name, place), label in zip(spots, labels, strict=True):
            found[name][place] = label
        yield found


def names_used(definitions, relations):
    """Names that the relations mention, directly or through definitions."""
    found, waiting = {}, names_in(*relations)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            waiting += names_in(definitions[name][1]) if name in definitions else []
    return list(found)


def names_of_rows(statement):
    """Names that the rows of a statement mention, directly or through definitions."""
    return names_used(statement.definitions, [row.relation for row in statement.rows])


def uses_all(statement):
    """Whether the rows use all definitions: else a definition may be what is refused."""
    return statement.definitions.keys() <= {*names_of_rows(statement)}


def is_condition(relation):
    """Whether a hypothesis is about lengths and indices alone."""
    return {part.op for part in walk(relation) if hasattr(part, "op")} <= CONDITION


class Draws:
    """Values for one statement at one tuple of lengths."""

    def __init__(self, definitions, relations, hypotheses, lengths, letters):
        self.definitions, self.lengths, self.letters = definitions, lengths, letters
        self.hypotheses = [part for part in hypotheses if not is_condition(part)]
        used = names_used(definitions, [*relations, *hypotheses])
        self.names = [name for name in used if name not in definitions]
        self.index = [name for name in self.names if name.kind == "index"]
        self.plain = [n for n in self.names if n.kind in {"scalar", "vector", "matrix"}]
        self.settled = [part for part in self.hypotheses if self.settles(part)]

    def settles(self, relation):
        """Whether a hypothesis can be substituted: it is ``name = term`` or bounds a name."""
        left, right = relation.sides
        if left.op != "name" or left.value in self.definitions or left.value.kind == "index":
            return False
        letters = [part.value for part in left.args]
        plain = all(part.op == "var" for part in left.args) and len({*letters}) == len(letters)
        loose = free_letters(right) <= set(letters)
        return plain and loose and left.value not in names_used(self.definitions, [right])

    def build(self, tape, labels, fixed):
        """An assignment whose free values come from a tape, after hypotheses are substituted."""
        values = {name: family(name, self.lengths, tape) for name in self.plain}
        assignment = Floats(self.lengths, {**values, **labels, **fixed}, self.definitions)
        for _ in self.settled:
            for relation in self.settled:
                assignment = self.settle(assignment, relation)
        return assignment

    def settle(self, assignment, relation):
        left, right = relation.sides
        for place in self.instances(assignment, relation):
            at = assignment.at(place)
            value, old, where = at.of(right), at.of(left), at.place(left.args)
            if np.ndim(old) and not np.ndim(value):
                value = np.full(np.shape(old), value)
            if relation.sign != "=":
                slack = abs(old - value) + (0.1 if len(relation.sign) == 1 else 0)
                value = value + (slack if relation.sign[0] == ">" else -slack)
            assignment = assignment.replacing(left.value, where, value)
        return assignment

    def instances(self, assignment, relation):
        free = sorted(free_letters(relation))
        spans = [range(1, self.lengths[self.letters[letter]] + 1) for letter in free]
        return [dict(zip(free, chosen, strict=True)) for chosen in itertools.product(*spans)]

    def residuals(self, assignment):
        """By how much the hypotheses fail, in every instance."""
        found = []
        for relation in self.hypotheses:
            for place in self.instances(assignment, relation):
                at = assignment.at(place)
                gap = np.ravel(at.of(relation.left) - at.of(relation.right))
                if relation.sign[0] in "<>":
                    gap = np.minimum(0, gap if relation.sign[0] == ">" else -gap)
                found.append(gap)
        return np.concatenate(found) if found else np.zeros(0)

    def assignment(self, seed, labels, coarse=False):
        """An assignment in which facts and hypotheses hold, or None if none is found."""
        rng = np.random.default_rng(seed)
        fixed = {n: smooth(rng) for n in self.names if n.kind == "function" and not n.call}
        fixed["chances"] = self.chances(rng, coarse)
        for start in range(STARTS if self.hypotheses else 1):
            tape = Tape(rng, coarse=coarse and not start)
            try:
                assignment = self.build(tape, labels, fixed)
                if not self.satisfied(assignment):
                    assignment = self.solved(tape, labels, fixed)
            except Undefined:
                continue
            if assignment and self.satisfied(assignment):
                return assignment
        return None

    def satisfied(self, assignment):
        gaps = self.residuals(assignment)
        return (
            not np.any(np.abs(gaps) > SOLVED)
            and all(map(self.strict(assignment), self.hypotheses))
            and self.facts_hold(assignment)
        )

    def strict(self, assignment):
        def check(relation):
            return relation.sign not in {"<", ">"} or all(
                holds(
                    assignment.at(p).number(relation.left),
                    relation.sign,
                    assignment.at(p).number(relation.right),
                )
                for p in self.instances(assignment, relation)
            )

        return check

    def facts_hold(self, assignment):
        """Whether names that hypotheses give a value still have the sign that is declared."""
        for name in {relation.left.value for relation in self.settled}:
            values = np.concatenate([np.ravel(v) for v in assignment.values[name].values()])
            if "positive" in name.facts | name.facts & {"share"} and values.min() <= 0:
                return False
            if "share" in name.facts and (values.max() > 1 or values.min() <= 0):
                return False
            if "unit" in name.facts and values.max() > 1:
                return False
            if "inside" in name.facts and (values.max() >= 1 or values.min() <= 0):
                return False
            if "nonnegative" in name.facts and values.min() < 0:
                return False
            if "decreasing" in name.facts and np.any(np.diff(values) > 0):
                return False
        return True

    def solved(self, tape, labels, fixed):
        """An assignment in which the hypotheses hold, by Gauss-Newton from what the tape holds."""
        start = np.array(tape.used, dtype=float)
        count = len(self.residuals(self.build(Tape(None, start), labels, fixed)))

        def gaps(numbers):
            try:
                return self.residuals(self.build(Tape(None, numbers), labels, fixed))
            except Undefined:
                return np.full(count, 1e3)

        if not len(start):
            return None
        start = start + 1e-3 * np.cos(np.arange(len(start)))  # away from whole numbers
        found = gauss_newton(gaps, start)
        return None if found is None else self.build(Tape(None, found), labels, fixed)

    def chances(self, rng, coarse):
        found = {}
        for source in dict.fromkeys(source for name in self.plain for source in name.sources):
            count = self.lengths[outcomes(source)[1]]
            weights = np.ones(count) if coarse else np.exp(rng.normal(size=count) / 2)
            for k, weight in enumerate(weights / weights.sum(), 1):
                found[source, k] = float(weight)
        return found


def gauss_newton(gaps, point):
    """A point at which the gaps vanish, by the shortest steps that close them, or None."""
    left = gaps(point)
    for _ in range(ROUNDS):
        if np.abs(left).max(initial=0) < SOLVED / 100:
            return point
        step = np.linalg.lstsq(jacobian(gaps, point), left, rcond=1e-10)[0]
        tried = ((point - part * step) for part in (1, 0.5, 0.2, 0.05))
        point = min(tried, key=lambda other: np.sum(gaps(other) ** 2))
        before, left = left, gaps(point)
        if np.sum(left**2) >= np.sum(before**2):
            return None
    return None


def jacobian(gaps, point, step=1e-5):
    columns = [
        (gaps(point + step * unit) - gaps(point - step * unit)) / (2 * step)
        for unit in np.eye(len(point))
    ]
    return np.stack(columns, axis=1)
