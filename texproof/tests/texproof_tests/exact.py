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


class World:
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
        """This world with letters bound."""
        inside = ChainMap(letters, self.letters)
        return World(self.field, self.lengths, self.values, self.definitions, inside, self.memo)

    def replacing(self, name, place, value):
        """This world with another value for one member of a family."""
        values = {**self.values, name: {**self.values.get(name, {}), place: value}}
        kept = {
            key: old
            for key, old in self.memo.items()
            if name not in mentioned(key[0], self.definitions)
        }
        return World(self.field, self.lengths, values, self.definitions, self.letters, kept)

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
        inside = World(self.field, self.lengths, self.values, self.definitions, memo=self.memo).at(
            dict(zip(letters, place, strict=False))
        )
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


# leaves


def name(world, node, *indices):
    return world.member(node.value, world.place(indices))


def entry_place(world, node):
    place = tuple(i - 1 for i in world.place(node.args[1:]))
    return place if len(place) == 2 else (*place, 0)


def entry(world, node, whole, *indices):
    value, place = world.of(whole), entry_place(world, node)
    if not all(0 <= i < length for i, length in zip(place, value.shape, strict=True)):
        raise Missing(f"{node.value.latex} has no such entry")
    return value[place]


def call(world, node, *arguments):
    function = node.value
    if function in world.definitions:
        parameters, body, _ = world.definitions[function]
        for part, value in zip(parameters, [world.of(a) for a in arguments], strict=True):
            presume_facts(world, part.value, value)
            world = world.replacing(part.value, (), value)
        return world.of(body)
    if not function.call:
        return world.field.apply(function, [world.of(part) for part in arguments])
    result = world.field.run(function.call, [flat(world, part) for part in arguments])
    wanted = lengths_of(function.shape, world.lengths)
    return as_number(result) if wanted == () else fitted(column(result), wanted)


def column(result):
    value = np.asarray(result, dtype=object)
    return value[:, None] if value.ndim == 1 else value


def flat(world, node):
    """An argument as a program of the package takes it: a column has one axis."""
    if shape(node) == ():
        counts = {part.op for part in walk(node)} <= {"num", "size", "add", "neg", "mul"}
        value = world.number(node)
        return int(value) if counts and value == int(value) else value
    value = world.of(node).copy()
    return value[:, 0] if shape(node)[1] == 1 else value


# algebra


def add(world, node, *terms):
    values = [world.of(term) for term in terms]
    shapes = {np.shape(value) for value in values} - {()}
    if len(shapes) > 1:
        raise Missing(f"a sum of {sorted(shapes)}")
    return sum(values[1:], start=values[0])


def mul(world, node, *factors):
    value, seen = Fraction(1), ()
    for factor in factors:
        other, own = world.of(factor), shape(factor)
        if not (seen and own) or not (np.ndim(value) and np.ndim(other)):
            value, seen = value * other, seen or own
            continue
        if value.shape[1] != other.shape[0]:
            raise Missing(f"a product of {value.shape} and {other.shape}")
        value, seen = value @ other, (seen[0], own[1])
        if seen == (1, 1):
            value, seen = value[0, 0], ()
    return value


def div(world, node, above, below):
    one = world.field.divide(Fraction(1), world.number(below))
    return world.of(above) * one


def power(world, node, base, exponent):
    to = world.number(exponent)
    if not isinstance(to, (int, Fraction)) or Fraction(to).denominator > 2:
        raise NotAsked("an exponent that is no number")
    if base.op in {"norm", "sqrt", "abs"} and to > 0 and to % 2 == 0:
        return whole_power(world, radicand(world, base), int(to) // 2)
    if Fraction(to).denominator == 2:
        return whole_power(world, root_of(world, world.number(base)), int(2 * to))
    return whole_power(world, world.of(base), int(to))


def whole_power(world, value, to):
    if to < 0:
        return whole_power(world, inverted(world, value), -to)
    world.field.work(to)
    one = eye(square(value).shape[0]) if np.ndim(value) else Fraction(1)
    times = (lambda a, b: a @ b) if np.ndim(value) else (lambda a, b: a * b)
    found = value if to else one
    for _ in range(to - 1):
        found = times(found, value)
    return found


def inverse(world, node, inside):
    return inverted(world, world.of(inside))


def inverted(world, value):
    """1 over a number, or a small matrix by its cofactors."""
    if not np.ndim(value):
        return world.field.divide(Fraction(1), value)
    square(value)
    size = range(len(value))
    below = world.field.divide(Fraction(1), determinant(value))
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


def array(world, node, *parts):
    blocks = [np.atleast_2d(np.asarray(world.of(part), dtype=object)) for part in parts]
    columns = node.value[1]
    try:
        return np.block([blocks[k : k + columns] for k in range(0, len(blocks), columns)])
    except ValueError as cause:
        raise Missing(str(cause)) from cause


# what binds a letter


def terms(world, letter, domain, body):
    return [world.at({letter: i}).of(body) for i in world.members(letter, domain)]


def total(world, node, domain, body):
    found = terms(world, node.value, domain, body)
    if found:
        return sum(found[1:], start=found[0])
    lengths = lengths_of(shape(body), world.lengths)
    return full(lengths, Fraction(0)) if lengths else Fraction(0)


def product(world, node, domain, body):
    return math.prod(terms(world, node.value, domain, body), start=Fraction(1))


def extremum(world, node, domain, body):
    letter, kind = node.value
    return extreme(world, kind, terms(world, letter, domain, body))


def extreme(world, kind, values):
    if not values:
        raise Missing(f"the {kind} of nothing")
    best = values[0]
    for value in values[1:]:
        better = compare(world, value, ">" if kind == "max" else "<", best)
        best = world.field.pick(better, lambda value=value: value, lambda best=best: best)
    return best


def compare(world, left, sign, right):
    if isinstance(left, Slope) or isinstance(right, Slope):
        raise NotAsked("a derivative of what may have a corner")
    return world.field.compare(left, sign, right)


def builder(world, node, domain, left, right):
    letter, sign = node.value
    places = {i: world.at({letter: i}) for i in world.members(letter, domain)}
    return [i for i, at in places.items() if TESTS[sign](at.whole(left), at.whole(right))]


def put(world, node, body, about, value):
    refuse_made(world, about.value, body)
    inside = world.of(value)
    presume_facts(world, about.value, inside)
    return world.replacing(about.value, world.place(about.args), inside).of(body)


def mean(world, sources, value):
    """The mean over the joint outcomes of independent sources."""
    letters = [outcomes(source)[0] for source in sources]
    ranges = [range(1, world.lengths[outcomes(source)[1]] + 1) for source in sources]
    found = Fraction(0)
    for chosen in itertools.product(*ranges):
        chances = (world.values["chances"][pair] for pair in zip(sources, chosen, strict=True))
        at = world.at(dict(zip(letters, chosen, strict=True)))
        found = found + value(at) * math.prod(chances, start=Fraction(1))
    return found


def expect(world, node, body):
    return mean(world, node.value, lambda at: at.of(body))


def covariance(world, node, left, right):
    middle = [mean(world, node.value, lambda at, part=part: at.of(part)) for part in (left, right)]

    def spread(at):
        one, other = at.of(left) - middle[0], at.of(right) - middle[1]
        return one @ other.T if np.ndim(one) else one * other

    return mean(world, node.value, spread)


# functions


def radicand(world, node):
    """The square of a norm, a root or a modulus."""
    if node.op == "sqrt":
        value = world.number(node.args[0])
        presume(world, value, ">=", 0)
        return value
    if node.op == "norm" and node.value not in {"1", r"\infty"}:
        return np.sum(np.atleast_1d(world.of(node.args[0])) ** 2)
    value = world.of(node)
    return value * value


def root_of(world, value):
    if isinstance(value, Slope):
        root = root_of(world, value.value)
        return Slope(root, world.field.divide(value.slope, 2 * root), value.level)
    presume(world, value, ">=", 0)
    return world.field.root(value)


def norm(world, node, inside):
    values = np.ravel(world.of(inside))
    if node.value in {"1", r"\infty"}:
        sizes = [modulus_of(world, value) for value in values]
        return sum(sizes) if node.value == "1" else extreme(world, "max", sizes)
    return root_of(world, sum(value * value for value in values))


def modulus(world, node, inside):
    value = world.of(inside)
    return Fraction(len(value)) if isinstance(value, list) else modulus_of(world, as_number(value))


def modulus_of(world, value):
    return world.field.pick(compare(world, value, ">=", 0), lambda: value, lambda: -value)


def sign(world, node, inside):
    value, pick = world.number(inside), world.field.pick
    below = lambda: pick(compare(world, value, "<", 0), lambda: Fraction(-1), lambda: Fraction(0))
    return pick(compare(world, value, ">", 0), lambda: Fraction(1), below)


def inner(world, node, left, right):
    values = world.of(left), world.of(right)
    if np.shape(values[0]) != np.shape(values[1]):
        raise Missing(f"an inner product of {[np.shape(v) for v in values]}")
    return np.sum(values[0] * values[1])


def binomial(world, node, above, below):
    count, value = world.whole(below), world.number(above)
    world.field.work(max(count, 0))
    steps = ((value - k) * Fraction(1, k + 1) for k in range(count))
    return Fraction(0) if count < 0 else math.prod(steps, start=Fraction(1))


def indicator(world, node, left, right):
    held = compare(world, world.number(left), node.value, world.number(right))
    return world.field.pick(held, lambda: Fraction(1), lambda: Fraction(0))


def cases(world, node, *parts):
    """The value of the first case whose relation holds, else the last value."""
    return first_case(world, node.value, parts)


def first_case(world, signs, parts):
    if not signs:
        return world.number(parts[-1])
    value, left, right = parts[:3]
    held = compare(world, world.number(left), signs[0], world.number(right))
    rest = lambda: first_case(world, signs[1:], parts[3:])
    return world.field.pick(held, lambda: world.number(value), rest)


def extreme_of(kind):
    return lambda world, node, *parts: extreme(world, kind, [world.number(p) for p in parts])


# calculus


def refuse_made(world, name, body):
    """Raises where a name that is defined is varied, and what it is made of would have to follow."""
    if name in world.definitions:
        others = {key: value for key, value in world.definitions.items() if key != name}
        used = {other for part in names_in(body) for other in (part, *mentioned_in(part, others))}
        if used & mentioned(name, world.definitions):
            raise NotAsked(f"{name.latex} is varied, and made of what else occurs")


def presume_facts(world, name, value):
    """Presumes of another value of a name the signs that are declared of it."""
    if name.facts - SIGNS.keys():
        raise NotAsked("another value for a name with facts")
    for fact in sorted(name.facts):
        for sign, bound in SIGNS[fact]:
            presume(world, value, sign, bound)


def presume(world, value, sign, bound):
    """Presumes that a number is on one side of another."""
    held = world.field.compare(at_rest(value), sign, bound)
    if held is False:
        raise Missing("a value that is excluded")
    if held is not True:
        world.field.conditions.append(held)


def mentioned_in(name, definitions):
    return mentioned(name, definitions) if name in definitions else ()


def moved(world, body, about, at, level):
    """This world with a number, or one entry of an array, on the move."""
    node = about.args[0] if about.op == "entry" else about
    refuse_made(world, node.value, body)
    fixed = node.value.kind == "index" or is_record(node.value)
    if fixed or node.value.facts - SIGNS.keys():
        raise NotAsked("a derivative by what cannot move freely")
    value, place = world.of(node), world.place(node.args)
    if not np.ndim(value):
        return world.replacing(node.value, place, Slope(value, Fraction(1), level))
    value = value.copy()
    value[at] = Slope(value[at], Fraction(1), level)
    return world.replacing(node.value, place, value)


def slope(world, body, steps):
    """The derivative of a tree by one or more (name, entry)."""
    (about, at), *more = steps
    level = next(LEVELS)
    inside = moved(world, body, about, at, level)
    return slope_of(slope(inside, body, more) if more else inside.number(body), level)


def entries_of(world, about):
    """Where an array that is varied has entries; a number has one, an entry is one."""
    if about.op == "entry":
        return [entry_place(world, about)]
    value = world.of(about)
    return list(np.ndindex(value.shape)) if np.ndim(value) else [()]


def gradient(world, node, body, about):
    value, where = world.of(about), entries_of(world, about)
    if not np.ndim(value):
        return slope(world, body, [(about, where[0])])
    result = np.empty(value.shape, dtype=object)
    for at in where:
        result[at] = slope(world, body, [(about, at)])
    return result


def hessian(world, node, body, about):
    where = entries_of(world, about)
    result = np.empty((len(where), len(where)), dtype=object)
    for i, j in np.ndindex(result.shape):
        result[i, j] = slope(world, body, [(about, where[i]), (about, where[j])])
    return result


def partial(world, node, body, *about):
    if not about:
        return world.number(body)
    return slope(world, body, [(part, entries_of(world, part)[0]) for part in about])


OPERATIONS = {
    "num": lambda world, node: Fraction(node.value),
    "size": lambda world, node: Fraction(world.lengths[node.value]),
    "var": lambda world, node: Fraction(world.letters[node.value]), "name": name, "entry": entry,
    "call": call, "add": add, "neg": lambda world, node, a: -world.of(a), "mul": mul, "div": div,
    "pow": power, "transpose": lambda world, node, a: np.transpose(world.of(a)),
    "inverse": inverse, "sum": total, "prod": product, "extremum": extremum, "array": array,
    "builder": builder, "substitute": put,
    "diag": lambda world, node, a: eye(len(world.of(a))) * world.of(a), "norm": norm,
    "abs": modulus, "inner": inner,
    "tr": lambda world, node, a: sum(np.diag(square(world.of(a)))),
    "det": lambda world, node, a: determinant(square(world.of(a))),
    "sqrt": lambda world, node, a: root_of(world, world.number(a)), "max": extreme_of("max"),
    "min": extreme_of("min"), "sgn": sign, "binom": binomial, "indicator": indicator,
    "cases": cases, "grad": gradient, "hessian": hessian, "partial": partial, "expect": expect,
    "covariance": covariance,
}  # fmt: skip
