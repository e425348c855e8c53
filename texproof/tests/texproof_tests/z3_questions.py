"""What z3 is asked about a row at some lengths: claims by components, and what is presumed."""

import itertools
from fractions import Fraction

import numpy as np
import z3

from texproof_tests.exact import SIGNS, TESTS, Assignment, Missing, NotAsked, eye, full, refuse_made
from texproof_tests.language import free_letters, is_record, outcomes, walk
from texproof_tests.opinion_judge import conditions_hold
from texproof_tests.opinion_shapes import lengths_of
from texproof_tests.opinion_values import is_condition, names_used, places
from texproof_tests.z3_terms import Reals

# Facts that are expressed here, by kind of name; what has any other is not asked.
EXPRESSED = {
    "scalar": {*SIGNS, "decreasing"}, "vector": {"ones", "basis", "orthonormal"},
    "matrix": {"symmetric", "orthonormal", "identity", "diagonal"}, "index": {"onto"},
    "subset": set(), "function": set(),
}  # fmt: skip


def family(reals, name, lengths):
    """Unknown values of a name for each of its indices; its facts are presumed."""
    where, shape = places(name, lengths), lengths_of(name.shape, lengths)
    if min(shape, default=1) < 1:
        raise NotAsked("a length below 1")
    if name.kind == "scalar":
        found = {place: reals.unknown(name.latex) for place in where}
        reals.facts += scalar_facts(reals, name, list(found.values()))
        return found
    if "basis" in name.facts:
        if len(where) > shape[0]:
            raise Missing(f"{len(where)} {name.latex} in {shape[0]} dimensions")
        return {place: eye(shape[0])[:, k : k + 1] for k, place in enumerate(where)}
    found = {place: single(reals, name, shape) for place in where}
    if "orthonormal" in name.facts:
        all_of_them = np.concatenate(list(found.values()), axis=1)
        if all_of_them.shape[0] < all_of_them.shape[1]:
            raise Missing(f"too many orthonormal {name.latex}")
        unit = eye(all_of_them.shape[1])
        reals.facts += equal(reals, all_of_them.T @ all_of_them, unit)
    return found


def scalar_facts(reals, name, values):
    bounds = [bound for fact in sorted(name.facts & SIGNS.keys()) for bound in SIGNS[fact]]
    found = [reals.compare(value, *bound) for value in values for bound in bounds]
    if "decreasing" in name.facts:
        found += [a.above >= b.above for a, b in itertools.pairwise(values)]
    return found


def single(reals, name, shape):
    if "ones" in name.facts:
        return full(shape, 1)
    if "identity" in name.facts:
        return eye(shape[0])
    found = np.empty(shape, dtype=object)
    for i, j in np.ndindex(shape):
        if "diagonal" in name.facts and i != j:
            found[i, j] = Fraction(0)
        elif "symmetric" in name.facts and j < i:
            found[i, j] = found[j, i]
        else:
            found[i, j] = reals.unknown(name.latex)
    return found


def equal(reals, left, right):
    """That two values are equal, in all components."""
    pairs = zip(*map(np.ravel, np.broadcast_arrays(left, right)), strict=True)
    return [reals.compare(a, "=", b) for a, b in pairs]


def chances(reals, names, lengths):
    """Unknown chances of the outcomes, all positive, which add up to 1."""
    found = {}
    for source in dict.fromkeys(source for name in names for source in name.sources):
        own = [reals.unknown("chance") for _ in range(lengths[outcomes(source)[1]] - 1)]
        own.append(1 - sum(own))
        reals.facts += [reals.compare(value, ">", 0) for value in own]
        found |= {(source, k): value for k, value in enumerate(own, 1)}
    return found


class Question:
    """A row at some lengths and with some labels, with all that is presumed."""

    def __init__(self, statement, row, lengths, labels):
        self.statement, self.row, self.lengths = statement, row, lengths
        self.reals, self.presumed = Reals(), []
        relations = [row.relation, *statement.hypotheses]
        used = names_used(statement.definitions, relations)
        if set(used) & set(statement.problems):
            raise NotAsked("a name that a problem defines")
        if any(name.facts - EXPRESSED[name.kind] for name in used):
            raise NotAsked("facts of a name")
        if any(len(name.sources) > 0 and name.kind == "index" for name in used):
            raise NotAsked("random labels")
        if any(is_record(name) for name in names_used(statement.definitions, statement.hypotheses)):
            raise NotAsked("a hypothesis on what tells an outcome")
        free = [name for name in used if name not in statement.definitions]
        plain = [name for name in free if name.kind in {"scalar", "vector", "matrix"}]
        values = {name: family(self.reals, name, lengths) for name in plain}
        values |= {"chances": chances(self.reals, plain, lengths)} | labels
        self.assignment = Assignment(self.reals, lengths, values, statement.definitions)
        self.substitutions = {}
        for relation in statement.hypotheses:
            if not is_condition(relation):
                self.presume(relation)
        self.presumed += self.reals.conditions

    def instances(self, relation):
        """The assignment with every choice of the free letters that the conditions allow."""
        free = sorted(free_letters(relation))
        spans = [range(1, self.lengths[self.statement.letters[letter]] + 1) for letter in free]
        for numbers in itertools.product(*spans):
            letters = dict(zip(free, numbers, strict=True))
            if conditions_hold(self.statement, self.lengths, letters):
                yield letters

    def presume(self, relation):
        """Takes a hypothesis for true; what it says that a name is, is substituted for it."""
        for letters in self.instances(relation):
            self.presumed += self.held(relation, letters)
        if self.is_substitution(relation):
            left, right = relation.sides
            for letters in self.instances(relation):
                at = self.assignment.at(letters)
                value, old = at.of(right), at.of(left)
                if np.ndim(old) and not np.ndim(value):
                    value = full(np.shape(old), value)
                assignment = self.assignment.replacing(left.value, at.place(left.args), value)
                self.assignment = assignment
            self.substitutions[left.value] = {
                other for name in self.used(right) for other in self.substitutions.get(name, {name})
            }

    def used(self, *parts):
        return names_used(self.statement.definitions, parts)

    def is_substitution(self, relation):
        """Whether a hypothesis is ``name = term``, and no value so far was made of this name."""
        left, right = relation.sides
        if relation.sign != "=" or left.op != "name" or left.value in self.statement.definitions:
            return False
        letters = [part.value for part in left.args if part.op == "var"]
        plain = len(set(letters)) == len(left.args) and free_letters(right) <= set(letters)
        made = {o for name in self.used(right) for o in self.substitutions.get(name, {name})}
        earlier = set().union(*self.substitutions.values(), self.substitutions)
        return plain and left.value.kind != "index" and left.value not in made | earlier

    def held(self, relation, letters):
        """The conditions that a relation is, one for each component."""
        assignment = self.assignment.at(letters)
        left, right = assignment.of(relation.left), assignment.of(relation.right)
        if isinstance(left, list) or isinstance(right, list):
            raise NotAsked("sets")
        if relation.sign not in TESTS:
            raise NotAsked(f"the relation {relation.sign}")
        left, right = (np.asarray(side, dtype=object) for side in (left, right))
        if left.ndim and right.ndim and left.shape != right.shape:
            raise Missing(f"{left.shape} {relation.sign} {right.shape}")
        pairs = zip(*map(np.ravel, np.broadcast_arrays(left, right)), strict=True)
        return [self.reals.compare(a, relation.sign, b) for a, b in pairs]

    def claims(self):
        """(what is claimed, what is presumed) for each component and each instance."""
        relation = self.row.relation
        if any(node.op == "optimum" for node in walk(relation.right)):
            raise NotAsked("optimum")
        for letters in self.instances(relation):
            self.reals.conditions = []
            best = relation.left.op == "optimum"
            claimed = self.best(relation, letters) if best else self.held(relation, letters)
            around = [*self.presumed, *self.reals.conditions]
            for part in claimed:
                yield part, around

    def best(self, relation, letters):
        """That no other value of the names that vary is as good as the solution."""
        kind, many, *_ = relation.left.value
        about, goal, *constraints = relation.left.args
        if many > 1 or constraints or not kind.startswith(r"\arg"):
            raise NotAsked("a problem with constraints")
        if about.value.kind == "index" or about.value.facts - SIGNS.keys():
            raise NotAsked("a problem over what cannot vary freely")
        if about.value in names_used(self.statement.definitions, self.statement.hypotheses):
            raise NotAsked("hypotheses on what is varied")
        refuse_made(self.assignment, about.value, goal)
        assignment = self.assignment.at(letters)
        place, solution, other = (
            assignment.place(about.args),
            assignment.of(relation.right),
            assignment.of(about),
        )
        if np.ndim(other) and not np.ndim(solution):
            solution = full(np.shape(other), solution)
        best = assignment.replacing(about.value, place, solution).number(goal)
        reached = assignment.number(goal)
        worse = self.reals.compare(reached, ">" if kind.endswith("min") else "<", best)
        same = z3.And(*equal(self.reals, other, solution))
        allowed = scalar_facts(self.reals, about.value, [self.reals.lifted(solution)]) if (
            about.value.kind == "scalar"
        ) else []  # fmt: skip
        return [z3.Or(same, worse), *allowed]
