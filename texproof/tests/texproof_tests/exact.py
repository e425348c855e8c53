"""The tree of a statement evaluated exactly, over fractions or any other field of numbers.

It shares the tree and the declarations of names with the judge, and nothing else. Numbers are
whatever adds, multiplies and divides; what else they can do is asked of their Field. Columns and
matrices have two axes at every length. A derivative is carried along (see slopes.py).
"""

import itertools
import math
from collections import ChainMap
from fractions import Fraction

import numpy as np

from texproof_tests.language import is_record, names_in, outcomes, walk
from texproof_tests.opinion import mentioned
from texproof_tests.opinion_shapes import lengths_of, shape
from texproof_tests.slopes import Slope, at_rest, slope_of

MOST = 200_000  # nodes that are evaluated for one question
SIGNS = {"positive": [(">", 0)], "nonnegative": [(">=", 0)], "share": [(">", 0), ("<=", 1)]}
SIGNS |= {"inside": [(">", 0), ("<", 1)], "unit": [(">=", 0), ("<=", 1)]}
LEVELS = itertools.count(1)  # of what moves: what begins to move later is outer


class NotAsked(Exception):
    """What these numbers cannot express."""


class Missing(Exception):
    """A member, a shape or a quotient that is not there at these lengths."""


class Field:
    """What numbers can do beyond arithmetic: for fractions, no more than to be compared."""

    def __init__(self):
        self.conditions = []  # under which what was evaluated is defined
        self.done = 0

    def work(self, count):
        """Counts what is evaluated."""
        self.done += count
        if self.done > MOST:
            raise NotAsked("too much to evaluate")

    def divide(self, above, below):
        if isinstance(below, (int, Fraction)) and not below:
            raise Missing("a division by 0")
        return above / (Fraction(below) if isinstance(below, int) else below)

    def compare(self, left, sign, right):
        """Whether a relation holds: a truth value, or a condition."""
        return TESTS[sign](left, right)

    def pick(self, condition, yes, no):
        """The value of one of two branches."""
        return yes() if condition else no()

    def root(self, value):
        raise NotAsked("a root")

    def apply(self, function, values):
        raise NotAsked("an unknown function")

    def run(self, program, values):
        raise NotAsked("a program")


TESTS = {
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


class Assignment:
    """Lengths, values of names, definitions and letters: what is needed to evaluate a tree.

    values[name][place] is a member of a family; memo holds the values of definitions, with the
    conditions under which they are defined.
    """

    def __init__(self, field, lengths, values, definitions, letters=None, memo=None):
        self.field, self.lengths, self.values = field, lengths, values
        self.definitions, self.letters = definitions, letters or {}
        self.memo = {} if memo is None else memo

    def of(self, node):
        """The value of a tree."""
        if node.op not in OPERATIONS:
            raise NotAsked(node.op)
        self.field.work(1)
        return OPERATIONS[node.op](self, node, *node.args)

    def number(self, node):
        """The value of a tree that is a number."""
        return as_number(self.of(node))

    def whole(self, node):
        """The whole number that an index or a length is."""
        value = self.letters[node.value] if node.op == "var" else self.number(node)
        if not isinstance(value, (int, Fraction)) or value != int(value):
            raise NotAsked("an index that is no whole number")
        return int(value)

    def place(self, nodes):
        return tuple(self.whole(node) for node in nodes)

    def at(self, letters):
        """This assignment with letters bound."""
        inside = ChainMap(letters, self.letters)
        return Assignment(
            self.field, self.lengths, self.values, self.definitions, inside, self.memo
        )

    def replacing(self, name, place, value):
        """This assignment with another value for one member of a family."""
        values = {**self.values, name: {**self.values.get(name, {}), place: value}}
        kept = {
            key: old
            for key, old in self.memo.items()
            if name not in mentioned(key[0], self.definitions)
        }
        return Assignment(self.field, self.lengths, values, self.definitions, self.letters, kept)

    def member(self, name, place):
        """The value of a member of a family: given, or by its definition."""
        given = self.values.get(name, {})
        if place in given:
            return given[place]
        if name not in self.definitions:
            raise Missing(f"{name.latex} has no member {place}")
        if (name, place) not in self.memo:
            before, self.field.conditions = self.field.conditions, []
            self.memo[name, place] = self.defined(name, place), self.field.conditions
            self.field.conditions = before
        value, conditions = self.memo[name, place]
        self.field.conditions += conditions
        return value

    def defined(self, name, place):
        letters, body, by_entries = self.definitions[name]
        if not all(0 <= i <= self.lengths[s] for i, (_, s) in zip(place, name.range, strict=True)):
            raise Missing(f"{name.latex} has no member {place}")
        inside = Assignment(
            self.field, self.lengths, self.values, self.definitions, memo=self.memo
        ).at(dict(zip(letters, place, strict=False)))
        if name.kind not in {"vector", "matrix"}:
            return inside.of(body)
        wanted = lengths_of(name.shape, self.lengths)
        if not by_entries:
            return fitted(inside.of(body), wanted)
        value = np.empty(wanted, dtype=object)
        for i, j in np.ndindex(wanted):
            entry = dict(zip(letters, (i + 1, j + 1), strict=False))
            value[i, j] = inside.at(entry).number(body)
        return value

    def members(self, letter, domain):
        """Whole numbers that a sum runs over."""
        if domain.op in {"name", "builder"}:
            return self.of(domain)
        span, *bound = domain.args if domain.op in {"except", "where"} else (domain,)
        if len(span.args) != 2:
            raise NotAsked("a range without two ends")
        first, last = self.place(span.args)
        self.field.work(last - first)
        sign = "!=" if domain.op == "except" else domain.value[1] if bound else "="
        inside = [self.at({letter: i}) for i in range(first, last + 1)]
        kept = [w for w in inside if not bound or TESTS[sign](w.letters[letter], w.whole(bound[0]))]
        return [w.letters[letter] for w in kept]


def as_number(value):
    if isinstance(value, list):
        raise Missing("a set where a number is needed")
    if not isinstance(value, np.ndarray):
        return value
    if value.size != 1:
        raise Missing(f"{value.shape} where a number is needed")
    return value.flat[0]


def fitted(value, wanted):
    """A value of the shape that is declared; a bare 0 is one of any shape."""
    if np.shape(value) == wanted:
        return value
    if not np.ndim(value) and isinstance(value, (int, Fraction)) and value == 0:
        return full(wanted, Fraction(0))
    raise Missing(f"{np.shape(value)} where {wanted} is declared")


def full(lengths, value):
    found = np.empty(lengths, dtype=object)
    found.fill(value)
    return found


def eye(length):
    found = full((length, length), Fraction(0))
    np.fill_diagonal(found, Fraction(1))
    return found


# --------------------------------------------------------------------------------------------------
# Numbers, names and letters.


def name(assignment, node, *indices):
    return assignment.member(node.value, assignment.place(indices))


def entry_place(assignment, node):
    place = tuple(i - 1 for i in assignment.place(node.args[1:]))
    return place if len(place) == 2 else (*place, 0)


def entry(assignment, node, whole, *indices):
    value, place = assignment.of(whole), entry_place(assignment, node)
    if not all(0 <= i < length for i, length in zip(place, value.shape, strict=True)):
        raise Missing(f"{node.value.latex} has no such entry")
    return value[place]


def call(assignment, node, *arguments):
    function = node.value
    if function in assignment.definitions:
        parameters, body, _ = assignment.definitions[function]
        for part, value in zip(parameters, [assignment.of(a) for a in arguments], strict=True):
            presume_facts(assignment, part.value, value)
            assignment = assignment.replacing(part.value, (), value)
        return assignment.of(body)
    if not function.call:
        return assignment.field.apply(function, [assignment.of(part) for part in arguments])
    result = assignment.field.run(function.call, [flat(assignment, part) for part in arguments])
    wanted = lengths_of(function.shape, assignment.lengths)
    return as_number(result) if wanted == () else fitted(column(result), wanted)


def column(result):
    value = np.asarray(result, dtype=object)
    return value[:, None] if value.ndim == 1 else value


def flat(assignment, node):
    """An argument as a program of the package takes it: a column has one axis."""
    if shape(node) == ():
        counts = {part.op for part in walk(node)} <= {"num", "size", "add", "neg", "mul"}
        value = assignment.number(node)
        return int(value) if counts and value == int(value) else value
    value = assignment.of(node).copy()
    return value[:, 0] if shape(node)[1] == 1 else value


# --------------------------------------------------------------------------------------------------
# Algebra.


def add(assignment, node, *terms):
    values = [assignment.of(term) for term in terms]
    shapes = {np.shape(value) for value in values} - {()}
    if len(shapes) > 1:
        raise Missing(f"a sum of {sorted(shapes)}")
    return sum(values[1:], start=values[0])


def mul(assignment, node, *factors):
    value, seen = Fraction(1), ()
    for factor in factors:
        other, own = assignment.of(factor), shape(factor)
        if not (seen and own) or not (np.ndim(value) and np.ndim(other)):
            value, seen = value * other, seen or own
            continue
        if value.shape[1] != other.shape[0]:
            raise Missing(f"a product of {value.shape} and {other.shape}")
        value, seen = value @ other, (seen[0], own[1])
        if seen == (1, 1):
            value, seen = value[0, 0], ()
    return value


def div(assignment, node, above, below):
    one = assignment.field.divide(Fraction(1), assignment.number(below))
    return assignment.of(above) * one


def power(assignment, node, base, exponent):
    to = assignment.number(exponent)
    if not isinstance(to, (int, Fraction)) or Fraction(to).denominator > 2:
        raise NotAsked("an exponent that is no number")
    if base.op in {"norm", "sqrt", "abs"} and to > 0 and to % 2 == 0:
        return whole_power(assignment, radicand(assignment, base), int(to) // 2)
    if Fraction(to).denominator == 2:
        return whole_power(assignment, root_of(assignment, assignment.number(base)), int(2 * to))
    return whole_power(assignment, assignment.of(base), int(to))


def whole_power(assignment, value, to):
    if to < 0:
        return whole_power(assignment, inverted(assignment, value), -to)
    assignment.field.work(to)
    one = eye(square(value).shape[0]) if np.ndim(value) else Fraction(1)
    times = (lambda a, b: a @ b) if np.ndim(value) else (lambda a, b: a * b)
    found = value if to else one
    for _ in range(to - 1):
        found = times(found, value)
    return found


def inverse(assignment, node, inside):
    return inverted(assignment, assignment.of(inside))


def inverted(assignment, value):
    """1 over a number, or a small matrix by its cofactors."""
    if not np.ndim(value):
        return assignment.field.divide(Fraction(1), value)
    square(value)
    size = range(len(value))
    below = assignment.field.divide(Fraction(1), determinant(value))
    found = np.empty(value.shape, dtype=object)
    for i, j in itertools.product(size, size):
        minor = np.delete(np.delete(value, j, 0), i, 1)
        found[i, j] = (-1) ** (i + j) * determinant(minor) * below
    return found


def determinant(value):
    if len(value) > 3:
        raise NotAsked("a large determinant")
    total = Fraction(0)
    for order in itertools.permutations(range(len(value))):
        odd = sum(a > b for a, b in itertools.combinations(order, 2)) % 2
        total = total + (-1) ** odd * math.prod((value[i, j] for i, j in enumerate(order)), start=1)
    return total


def square(value):
    value = np.atleast_2d(np.asarray(value, dtype=object))
    if value.shape[0] != value.shape[1]:
        raise Missing(f"{value.shape} where a square matrix is needed")
    return value


def array(assignment, node, *parts):
    blocks = [np.atleast_2d(np.asarray(assignment.of(part), dtype=object)) for part in parts]
    columns = node.value[1]
    try:
        return np.block([blocks[k : k + columns] for k in range(0, len(blocks), columns)])
    except ValueError as cause:
        raise Missing(str(cause)) from cause


# --------------------------------------------------------------------------------------------------
# What binds a letter.


def terms(assignment, letter, domain, body):
    return [assignment.at({letter: i}).of(body) for i in assignment.members(letter, domain)]


def total(assignment, node, domain, body):
    found = terms(assignment, node.value, domain, body)
    if found:
        return sum(found[1:], start=found[0])
    lengths = lengths_of(shape(body), assignment.lengths)
    return full(lengths, Fraction(0)) if lengths else Fraction(0)


def product(assignment, node, domain, body):
    return math.prod(terms(assignment, node.value, domain, body), start=Fraction(1))


def extremum(assignment, node, domain, body):
    letter, kind = node.value
    return extreme(assignment, kind, terms(assignment, letter, domain, body))


def extreme(assignment, kind, values):
    if not values:
        raise Missing(f"the {kind} of nothing")
    best = values[0]
    for value in values[1:]:
        better = compare(assignment, value, ">" if kind == "max" else "<", best)
        best = assignment.field.pick(better, lambda value=value: value, lambda best=best: best)
    return best


def compare(assignment, left, sign, right):
    if isinstance(left, Slope) or isinstance(right, Slope):
        raise NotAsked("a derivative of what may have a corner")
    return assignment.field.compare(left, sign, right)


def builder(assignment, node, domain, left, right):
    letter, sign = node.value
    places = {i: assignment.at({letter: i}) for i in assignment.members(letter, domain)}
    return [i for i, at in places.items() if TESTS[sign](at.whole(left), at.whole(right))]


def put(assignment, node, body, about, value):
    refuse_made(assignment, about.value, body)
    inside = assignment.of(value)
    presume_facts(assignment, about.value, inside)
    return assignment.replacing(about.value, assignment.place(about.args), inside).of(body)


def mean(assignment, sources, value):
    """The mean over the joint outcomes of independent sources."""
    letters = [outcomes(source)[0] for source in sources]
    ranges = [range(1, assignment.lengths[outcomes(source)[1]] + 1) for source in sources]
    found = Fraction(0)
    for chosen in itertools.product(*ranges):
        chances = (assignment.values["chances"][pair] for pair in zip(sources, chosen, strict=True))
        at = assignment.at(dict(zip(letters, chosen, strict=True)))
        found = found + value(at) * math.prod(chances, start=Fraction(1))
    return found


def expect(assignment, node, body):
    return mean(assignment, node.value, lambda at: at.of(body))


def covariance(assignment, node, left, right):
    middle = [
        mean(assignment, node.value, lambda at, part=part: at.of(part)) for part in (left, right)
    ]

    def spread(at):
        one, other = at.of(left) - middle[0], at.of(right) - middle[1]
        return one @ other.T if np.ndim(one) else one * other

    return mean(assignment, node.value, spread)


# --------------------------------------------------------------------------------------------------
# Functions.


def radicand(assignment, node):
    """The square of a norm, a root or a modulus."""
    if node.op == "sqrt":
        value = assignment.number(node.args[0])
        presume(assignment, value, ">=", 0)
        return value
    if node.op == "norm" and node.value not in {"1", r"\infty"}:
        return np.sum(np.atleast_1d(assignment.of(node.args[0])) ** 2)
    value = assignment.of(node)
    return value * value


def root_of(assignment, value):
    if isinstance(value, Slope):
        root = root_of(assignment, value.value)
        return Slope(root, assignment.field.divide(value.slope, 2 * root), value.level)
    presume(assignment, value, ">=", 0)
    return assignment.field.root(value)


def norm(assignment, node, inside):
    values = np.ravel(assignment.of(inside))
    if node.value in {"1", r"\infty"}:
        sizes = [modulus_of(assignment, value) for value in values]
        return sum(sizes) if node.value == "1" else extreme(assignment, "max", sizes)
    return root_of(assignment, sum(value * value for value in values))


def modulus(assignment, node, inside):
    value = assignment.of(inside)
    return (
        Fraction(len(value))
        if isinstance(value, list)
        else modulus_of(assignment, as_number(value))
    )


def modulus_of(assignment, value):
    return assignment.field.pick(compare(assignment, value, ">=", 0), lambda: value, lambda: -value)


def sign(assignment, node, inside):
    value, pick = assignment.number(inside), assignment.field.pick
    below = lambda: pick(
        compare(assignment, value, "<", 0), lambda: Fraction(-1), lambda: Fraction(0)
    )
    return pick(compare(assignment, value, ">", 0), lambda: Fraction(1), below)


def inner(assignment, node, left, right):
    values = assignment.of(left), assignment.of(right)
    if np.shape(values[0]) != np.shape(values[1]):
        raise Missing(f"an inner product of {[np.shape(v) for v in values]}")
    return np.sum(values[0] * values[1])


def binomial(assignment, node, above, below):
    count, value = assignment.whole(below), assignment.number(above)
    assignment.field.work(max(count, 0))
    steps = ((value - k) * Fraction(1, k + 1) for k in range(count))
    return Fraction(0) if count < 0 else math.prod(steps, start=Fraction(1))


def indicator(assignment, node, left, right):
    held = compare(assignment, assignment.number(left), node.value, assignment.number(right))
    return assignment.field.pick(held, lambda: Fraction(1), lambda: Fraction(0))


def cases(assignment, node, *parts):
    """The value of the first case whose relation holds, else the last value."""
    return first_case(assignment, node.value, parts)


def first_case(assignment, signs, parts):
    if not signs:
        return assignment.number(parts[-1])
    value, left, right = parts[:3]
    held = compare(assignment, assignment.number(left), signs[0], assignment.number(right))
    rest = lambda: first_case(assignment, signs[1:], parts[3:])
    return assignment.field.pick(held, lambda: assignment.number(value), rest)


def extreme_of(kind):
    return lambda assignment, node, *parts: extreme(
        assignment, kind, [assignment.number(p) for p in parts]
    )


# --------------------------------------------------------------------------------------------------
# Calculus.


def refuse_made(assignment, name, body):
    """Raises where a name that is defined is varied, and what it is made of would have to follow."""
    if name in assignment.definitions:
        others = {key: value for key, value in assignment.definitions.items() if key != name}
        used = {other for part in names_in(body) for other in (part, *mentioned_in(part, others))}
        if used & mentioned(name, assignment.definitions):
            raise NotAsked(f"{name.latex} is varied, and made of what else occurs")


def presume_facts(assignment, name, value):
    """Presumes of another value of a name the signs that are declared of it."""
    if name.facts - SIGNS.keys():
        raise NotAsked("another value for a name with facts")
    for fact in sorted(name.facts):
        for sign, bound in SIGNS[fact]:
            presume(assignment, value, sign, bound)


def presume(assignment, value, sign, bound):
    """Presumes that a number is on one side of another."""
    held = assignment.field.compare(at_rest(value), sign, bound)
    if held is False:
        raise Missing("a value that is excluded")
    if held is not True:
        assignment.field.conditions.append(held)


def mentioned_in(name, definitions):
    return mentioned(name, definitions) if name in definitions else ()


def moved(assignment, body, about, at, level):
    """This assignment with a number, or one entry of an array, on the move."""
    node = about.args[0] if about.op == "entry" else about
    refuse_made(assignment, node.value, body)
    fixed = node.value.kind == "index" or is_record(node.value)
    if fixed or node.value.facts - SIGNS.keys():
        raise NotAsked("a derivative by what cannot move freely")
    value, place = assignment.of(node), assignment.place(node.args)
    if not np.ndim(value):
        return assignment.replacing(node.value, place, Slope(value, Fraction(1), level))
    value = value.copy()
    value[at] = Slope(value[at], Fraction(1), level)
    return assignment.replacing(node.value, place, value)


def slope(assignment, body, steps):
    """The derivative of a tree by one or more (name, entry)."""
    (about, at), *more = steps
    level = next(LEVELS)
    inside = moved(assignment, body, about, at, level)
    return slope_of(slope(inside, body, more) if more else inside.number(body), level)


def entries_of(assignment, about):
    """Where an array that is varied has entries; a number has one, an entry is one."""
    if about.op == "entry":
        return [entry_place(assignment, about)]
    value = assignment.of(about)
    return list(np.ndindex(value.shape)) if np.ndim(value) else [()]


def gradient(assignment, node, body, about):
    value, where = assignment.of(about), entries_of(assignment, about)
    if not np.ndim(value):
        return slope(assignment, body, [(about, where[0])])
    result = np.empty(value.shape, dtype=object)
    for at in where:
        result[at] = slope(assignment, body, [(about, at)])
    return result


def hessian(assignment, node, body, about):
    where = entries_of(assignment, about)
    result = np.empty((len(where), len(where)), dtype=object)
    for i, j in np.ndindex(result.shape):
        result[i, j] = slope(assignment, body, [(about, where[i]), (about, where[j])])
    return result


def partial(assignment, node, body, *about):
    if not about:
        return assignment.number(body)
    return slope(assignment, body, [(part, entries_of(assignment, part)[0]) for part in about])


OPERATIONS = {
    "num": lambda assignment, node: Fraction(node.value),
    "size": lambda assignment, node: Fraction(assignment.lengths[node.value]),
    "var": lambda assignment, node: Fraction(assignment.letters[node.value]), "name": name,
    "entry": entry, "call": call, "add": add, "neg": lambda assignment, node, a: -assignment.of(a),
    "mul": mul, "div": div,
    "pow": power, "transpose": lambda assignment, node, a: np.transpose(assignment.of(a)),
    "inverse": inverse, "sum": total, "prod": product, "extremum": extremum, "array": array,
    "builder": builder, "substitute": put,
    "diag": lambda assignment, node, a: eye(len(assignment.of(a))) * assignment.of(a), "norm": norm,
    "abs": modulus, "inner": inner,
    "tr": lambda assignment, node, a: sum(np.diag(square(assignment.of(a)))),
    "det": lambda assignment, node, a: determinant(square(assignment.of(a))),
    "sqrt": lambda assignment, node, a: root_of(assignment, assignment.number(a)),
    "max": extreme_of("max"), "min": extreme_of("min"), "sgn": sign, "binom": binomial,
    "indicator": indicator, "cases": cases, "grad": gradient, "hessian": hessian, "partial": partial, "expect": expect,
    "covariance": covariance,
}  # fmt: skip
