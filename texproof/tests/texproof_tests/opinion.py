"""A second opinion: the tree of a statement evaluated in floats, by code of its own.

It shares the tree and the declarations of names with exact evaluation, and nothing else: matrices
are NumPy's, derivatives are differences, integrals are added up and limits are approached.
What is no real number (a division by 0, the logarithm of -1, the largest of nothing) is Undefined
and never a value. Numbers are floats, sets are lists of whole numbers, and columns and matrices
have two axes at every length, so a column of length 1 stays a column.
"""

import itertools
import math
import warnings
from collections import ChainMap

import numpy as np
from scipy.integrate import IntegrationWarning, quad

from texproof_tests.language import names_in, outcomes, walk
from texproof_tests.opinion_shapes import lengths_of, shape

ZERO = 1e-12  # below it a float is the rounding of 0: the numbers that are drawn are near 1
SINGULAR = 1e11  # condition number; that of a matrix which has an inverse is below 1e8 here
STEPS = (2e-2, 2e-3)  # of a difference: (h/4)^6 is below 1e-11, and rounding / h near 1e-13
SMOOTH = 1e-6  # relative disagreement of two orders of extrapolation; the rounding of nested ones
APPROACH = [2.0**-k for k in range(3, 13)]  # to a limit, where it is approached by a power series
NEAREST = [2.0**-30, 2.0**-33]  # to a limit that is not, such as that of u log u


class Undefined(Exception):
    """A value that is not a real number."""


class Misfit(Undefined):
    """Shapes that do not conform at these lengths."""


class Floats:
    """Lengths, values of names, definitions and letters: what is needed to evaluate a tree.

    values[name][place] is a member of a family; memo holds the values of definitions.
    """

    def __init__(self, lengths, values, definitions, letters=None, memo=None):
        self.lengths, self.values, self.definitions = lengths, values, definitions
        self.letters, self.memo = letters or {}, {} if memo is None else memo

    def of(self, node):
        """The value of a tree."""
        try:
            return real(OPERATIONS[node.op](self, node, *node.args))
        except (ZeroDivisionError, OverflowError, np.linalg.LinAlgError) as cause:
            raise Undefined(f"{node.op}: {cause}") from cause

    def number(self, node):
        """The value of a tree that is a number."""
        value = self.of(node)
        if type(value) is float:
            return value
        if np.shape(value) not in {(), (1, 1)}:
            raise Misfit(f"{node.op} is {np.shape(value)} where a number is needed")
        return float(value) if np.shape(value) == () else float(value[0, 0])

    def whole(self, node):
        """The whole number that an index or a length is."""
        value = self.letters[node.value] if node.op == "var" else self.number(node)
        if abs(value - round(value)) > ZERO:
            raise Undefined(f"{value} is no whole number")
        return round(value)

    def place(self, nodes):
        return tuple(self.whole(node) for node in nodes)

    def at(self, letters):
        """These floats with letters bound."""
        inside = ChainMap(letters, self.letters)
        return Floats(self.lengths, self.values, self.definitions, inside, self.memo)

    def replacing(self, name, place, value):
        """These floats with another value for one member of a family."""
        values = {**self.values, name: {**self.values.get(name, {}), place: value}}
        memo = {key: old for key, old in self.memo.items() if name not in self.mentioned(key[0])}
        return Floats(self.lengths, values, self.definitions, self.letters, memo)

    def mentioned(self, name):
        """Names that the definition of a name mentions, directly or not."""
        return mentioned(name, self.definitions)

    def member(self, name, place):
        """The value of a member of a family: given, or by its definition."""
        given = self.values.get(name, {})
        if place in given:
            return given[place]
        if name not in self.definitions:
            raise Undefined(f"{name.latex} has no member {place}")
        if (name, place) not in self.memo:
            self.memo[name, place] = self.defined(name, place)
        return self.memo[name, place]

    def defined(self, name, place):
        letters, body, by_entries = self.definitions[name]
        inside = Floats(self.lengths, self.values, self.definitions, memo=self.memo)
        if name.kind == "subset":
            return inside.at(dict(zip(letters, place, strict=True))).of(body)
        arrays = name.kind in {"vector", "matrix"}
        wanted = lengths_of(name.shape, self.lengths) if arrays else ()
        if not by_entries:
            value = inside.at(dict(zip(letters, place, strict=True))).of(body)
            return fitted(value, wanted)
        value = np.empty(wanted)
        for i, j in np.ndindex(wanted):
            entry = dict(zip(letters, (i + 1, j + 1), strict=False))
            value[i, j] = inside.at(entry).number(body)
        return value

    def moved(self, about, by):
        """These floats with a number, or one entry, moved by a step."""
        name = about.args[0] if about.op == "entry" else about
        value = self.of(name)
        if about.op == "entry":
            value = value.copy()
            value[entry_place(self, about)] += by
        else:
            value = value + by
        return self.replacing(name.value, self.place(name.args), value)

    def members(self, letter, domain):
        """Whole numbers that a sum runs over."""
        if domain.op in {"name", "builder"}:
            return self.of(domain)
        span, *bound = domain.args if domain.op in {"except", "where"} else (domain,)
        first, last = self.place(span.args)
        found = range(first, last + 1)
        if not bound:
            return list(found)
        sign = "!=" if domain.op == "except" else domain.value[1]
        return [i for i in found if holds(i, sign, self.at({letter: i}).whole(bound[0]))]


def mentioned(name, definitions, seen=None):
    """Names that the definition of a name mentions, directly or not."""
    seen = set() if seen is None else seen
    body = definitions[name][1] if name in definitions else None
    for other in names_in(body) if body is not None else ():
        if other not in seen:
            seen.add(other)
            mentioned(other, definitions, seen)
    return seen


def real(value):
    """A value all of whose numbers are real and finite."""
    if isinstance(value, (list, int)) or (type(value) is float and math.isfinite(value)):
        return value
    if np.iscomplexobj(value) or not np.all(np.isfinite(value)):
        raise Undefined("not a real number")
    return value


def fitted(value, wanted):
    """A value of the shape that is declared; a bare 0 is one of any shape."""
    if np.shape(value) == wanted:
        return value
    if np.shape(value) == () and value == 0:
        return np.zeros(wanted)
    if wanted == () and np.shape(value) == (1, 1):
        return float(value[0, 0])
    raise Misfit(f"{np.shape(value)} where {wanted} is declared")


def nonzero(value):
    if abs(value) < ZERO:
        raise Undefined("a division by 0")
    return value


def holds(left, sign, right):
    """Whether ``left sign right`` holds, where what differs by rounding is equal."""
    same = abs(left - right) <= 1e2 * ZERO * max(1, abs(left), abs(right))
    if sign in {"=", "!="}:
        return same == (sign == "=")
    return same == (len(sign) == 2) if same else (left < right) == (sign[0] == "<")


# --------------------------------------------------------------------------------------------------
# Numbers, names and letters.


def size(assignment, node):
    return float(assignment.lengths[node.value])


def var(assignment, node):
    return float(assignment.letters[node.value])


def name(assignment, node, *indices):
    value = assignment.member(node.value, assignment.place(indices))
    return float(value) if node.value.kind == "index" else value


def entry_place(assignment, node):
    """Row and column, from 0, of an entry."""
    place = tuple(i - 1 for i in assignment.place(node.args[1:]))
    return place if len(place) == 2 else (*place, 0)


def entry(assignment, node, whole, *indices):
    value, place = assignment.of(whole), entry_place(assignment, node)
    if not all(0 <= i < length for i, length in zip(place, value.shape, strict=True)):
        raise Undefined(f"{node.value.latex} has no entry {tuple(i + 1 for i in place)}")
    return float(value[place])


def call(assignment, node, *arguments):
    function = node.value
    if function in assignment.definitions:
        parameters, body, _ = assignment.definitions[function]
        values = [assignment.of(part) for part in arguments]
        for part, value in zip(parameters, values, strict=True):
            assignment = assignment.replacing(part.value, (), value)
        return assignment.of(body)
    values = [flat(assignment, part) for part in arguments]
    if not function.call:
        return assignment.values[function](*values)
    result = np.asarray(result_of(function.call, values), dtype=float)
    wanted = lengths_of(function.shape, assignment.lengths)
    return float(result) if wanted == () else fitted(np.atleast_2d(result.T).T, wanted)


def result_of(program, values):
    """What a program of the package returns; what it refuses is not defined."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            return program(*values)
        except ValueError as cause:
            raise Undefined(str(cause)) from cause


def flat(assignment, node):
    """A fresh copy of an argument, as a program of the package takes it: a column has one axis.

    What is written with whole numbers and sizes alone is a whole number.
    """
    if shape(node) == ():
        value = assignment.number(node)
        counts = {part.op for part in walk(node)} <= {"num", "size", "add", "neg", "mul"}
        return int(value) if counts and value == int(value) else value
    value = np.array(assignment.of(node), dtype=float)
    return value[:, 0] if shape(node)[1] == 1 else value


# --------------------------------------------------------------------------------------------------
# Algebra.


def add(assignment, node, *terms):
    values = [assignment.of(term) for term in terms]
    shapes = {np.shape(value) for value in values} - {()}
    if len(shapes) > 1:
        raise Misfit(f"a sum of {sorted(shapes)}")
    return sum(values[1:], start=values[0])


def mul(assignment, node, *factors):
    value, seen = 1.0, ()
    for factor in factors:
        other, own = assignment.of(factor), shape(factor)
        if not (seen and own) or 0 in {np.ndim(value), np.ndim(other)}:  # a bare 0 has any shape
            value, seen = scaled(value, other), seen or own
            continue
        if value.shape[1] != other.shape[0]:
            raise Misfit(f"a product of {value.shape} and {other.shape}")
        value, seen = value @ other, (seen[0], own[1])
        if seen == (1, 1):
            value, seen = float(value[0, 0]), ()
    return value


def scaled(left, right):
    return left * right


def div(assignment, node, above, below):
    return assignment.of(above) / nonzero(assignment.number(below))


def power(assignment, node, base, exponent):
    value = assignment.of(base)
    if np.ndim(value):
        return matrix_power(value, assignment.whole(exponent))
    to = assignment.number(exponent)
    if abs(value) < ZERO and to < 0:
        raise Undefined("a division by 0")
    return value**to


def matrix_power(value, exponent):
    return np.linalg.matrix_power(value if exponent >= 0 else inverted(value), abs(exponent))


def inverse(assignment, node, inside):
    value = assignment.of(inside)
    return inverted(value) if np.ndim(value) else 1 / nonzero(value)


def inverted(value):
    if value.shape[0] != value.shape[1]:
        raise Misfit(f"the inverse of {value.shape}")
    if np.linalg.cond(value) > SINGULAR or np.abs(value).max() < ZERO:
        raise Undefined("the inverse of a singular matrix")
    return np.linalg.inv(value)


def transpose(assignment, node, inside):
    value = assignment.of(inside)
    return value.T if np.ndim(value) else value


def square(value):
    if np.ndim(value) and value.shape[0] != value.shape[1]:
        raise Misfit(f"{value.shape} where a square matrix is needed")
    return np.atleast_2d(value)


def array(assignment, node, *parts):
    blocks, columns = [np.atleast_2d(assignment.of(part)) for part in parts], node.value[1]
    try:
        return np.block([blocks[k : k + columns] for k in range(0, len(blocks), columns)])
    except ValueError as cause:
        raise Misfit(str(cause)) from cause


# --------------------------------------------------------------------------------------------------
# What binds a letter.


def terms(assignment, letter, domain, body):
    return [assignment.at({letter: i}).of(body) for i in assignment.members(letter, domain)]


def total(assignment, node, domain, body):
    found = terms(assignment, node.value, domain, body)
    if found:
        return sum(found[1:], start=found[0])
    lengths = lengths_of(shape(body), assignment.lengths)
    return np.zeros(lengths) if lengths else 0.0


def product(assignment, node, domain, body):
    return math.prod(terms(assignment, node.value, domain, body), start=1.0)


def extremum(assignment, node, domain, body):
    letter, kind = node.value
    return extreme(kind, terms(assignment, letter, domain, body))


def extreme(kind, values):
    if not values:
        raise Undefined(f"the {kind} of nothing")
    return float((max if kind == "max" else min)(values))


def builder(assignment, node, domain, left, right):
    letter, sign = node.value
    places = {i: assignment.at({letter: i}) for i in assignment.members(letter, domain)}
    return [i for i, at in places.items() if holds(at.number(left), sign, at.number(right))]


def put(assignment, node, body, about, value):
    return assignment.replacing(about.value, assignment.place(about.args), assignment.of(value)).of(
        body
    )


def outcome_assignments(assignment, sources):
    """(chance, assignment) for each joint outcome of independent sources."""
    letters = [outcomes(source)[0] for source in sources]
    ranges = [range(1, assignment.lengths[outcomes(source)[1]] + 1) for source in sources]
    for chosen in itertools.product(*ranges):
        chances = (assignment.values["chances"][pair] for pair in zip(sources, chosen, strict=True))
        yield math.prod(chances), assignment.at(dict(zip(letters, chosen, strict=True)))


def mean(assignment, sources, value):
    return sum(chance * value(at) for chance, at in outcome_assignments(assignment, sources))


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


def norm(assignment, node, inside):
    values = np.abs(np.atleast_1d(assignment.of(inside)))
    kinds = {"1": np.sum, r"\infty": np.max}
    return float(kinds.get(node.value, lambda v: np.sqrt(np.sum(v * v)))(values))


def modulus(assignment, node, inside):
    value = assignment.of(inside)
    return float(len(value)) if isinstance(value, list) else abs(value)


def inner(assignment, node, left, right):
    values = assignment.of(left), assignment.of(right)
    if np.shape(values[0]) != np.shape(values[1]) and 0 not in map(np.ndim, values):
        raise Misfit(f"an inner product of {[np.shape(v) for v in values]}")
    return float(np.sum(values[0] * values[1]))


def logarithm(assignment, node, inside, *base):
    values = [assignment.number(part) for part in (inside, *base)]
    if min(values) < ZERO:
        raise Undefined(f"the logarithm of {min(values)}")
    return math.log(values[0]) / (nonzero(math.log(values[1])) if base else 1)


def root(assignment, node, inside):
    value = assignment.number(inside)
    if value < -ZERO:
        raise Undefined(f"the root of {value}")
    return math.sqrt(max(value, 0))


def sign(assignment, node, inside):
    value = assignment.number(inside)
    return 0.0 if abs(value) < ZERO else math.copysign(1, value)


def binomial(assignment, node, above, below):
    count, value = assignment.whole(below), assignment.number(above)
    if count < 0:
        return 0.0
    return math.prod((value - k) / (k + 1) for k in range(count))


def indicator(assignment, node, left, right):
    return float(holds(assignment.number(left), node.value, assignment.number(right)))


def cases(assignment, node, *parts):
    """The value of the first case whose relation holds, else the last value."""
    for k, sign_ in enumerate(node.value):
        value, left, right = parts[3 * k : 3 * k + 3]
        if holds(assignment.number(left), sign_, assignment.number(right)):
            return assignment.of(value)
    return assignment.of(parts[-1])


def elementary(function):
    return lambda assignment, node, inside: function(assignment.number(inside))


def extreme_of(kind):
    return lambda assignment, node, *parts: extreme(
        kind, [assignment.number(part) for part in parts]
    )


# --------------------------------------------------------------------------------------------------
# Calculus.


def slope(value):
    """The derivative at 0 of a function of a float, where it has one."""
    for step in STEPS:
        steps = [step, step / 2, step / 4]
        sides = [(value(h), value(-h)) for h in steps]
        columns = [(a - b) / (2 * h) for h, (a, b) in zip(steps, sides, strict=True)]
        once = [(4 * b - a) / 3 for a, b in itertools.pairwise(columns)]
        best = (16 * once[1] - once[0]) / 15
        scale = 1 + abs(best) + max(abs(x) for pair in sides for x in pair)
        if abs(best - once[1]) < SMOOTH * scale and not corner(value(0.0), steps, sides, scale):
            return best
    raise Undefined("no derivative here")


def corner(middle, steps, sides, scale):
    """Whether slopes from the left and right stay apart as the step becomes shorter."""
    gaps = [abs(a + b - 2 * middle) / h for h, (a, b) in zip(steps, sides, strict=True)]
    return gaps[2] > 0.5 * gaps[0] + SMOOTH * scale


def gradient(assignment, node, body, about):
    """Slopes by a number, or by each entry of a column or matrix."""
    name_ = about.args[0] if about.op == "entry" else about
    value = assignment.of(about)
    if not np.ndim(value):
        return slope(lambda h: assignment.moved(about, h).number(body))
    place, result = assignment.place(name_.args), np.empty(value.shape)

    def moved(at, h):
        other = value.copy()
        other[at] += h
        return assignment.replacing(name_.value, place, other)

    for at in np.ndindex(value.shape):
        result[at] = slope(lambda h, at=at: moved(at, h).number(body))
    return result


def hessian(assignment, node, body, about):
    place, value = assignment.place(about.args), assignment.of(about)
    result = np.empty((len(value), len(value)))

    def moved(i, h, j, g):
        other = value.copy()
        other[i, 0] += h
        other[j, 0] += g
        return assignment.replacing(about.value, place, other).number(body)

    for i, j in np.ndindex(result.shape):
        inner_ = lambda h, i=i, j=j: slope(lambda g: moved(i, h, j, g))
        result[i, j] = slope(inner_)
    return result


def partial(assignment, node, body, *about):
    if not about:
        return assignment.number(body)
    first, *rest = about
    return slope(lambda h: partial(assignment.moved(first, h), node, body, *rest))


def end(assignment, node):
    """A limit of an integral, or the point of a limit: a number or an infinity."""
    if node.op == "neg":
        return -end(assignment, node.args[0])
    return math.inf if node.op == "infinity" else assignment.number(node)


def integral(assignment, node, body, low, high, about):
    place, ends = assignment.place(about.args), (end(assignment, low), end(assignment, high))
    inside = lambda x: assignment.replacing(about.value, place, x).number(body)
    with warnings.catch_warnings():
        warnings.simplefilter("error", IntegrationWarning)
        try:
            return quad(inside, *ends, epsabs=1e-10, epsrel=1e-10, limit=200)[0]
        except IntegrationWarning as cause:
            raise Undefined(f"an integral: {cause}") from cause


def limit(assignment, node, body, about, point):
    place, at = assignment.place(about.args), end(assignment, point)
    inside = lambda x: assignment.replacing(about.value, place, x).number(body)
    if math.isinf(at):
        return approached(lambda t: inside(math.copysign(1 / t, at)))
    one_sided = at == 0 and about.value.facts & {"positive", "nonnegative", "share", "inside"}
    sides = (1,) if one_sided else (1, -1)
    found = [approached(lambda t, side=side: inside(at + side * t)) for side in sides]
    if max(found) - min(found) > SMOOTH * (1 + abs(found[0])):
        raise Undefined(f"limits from both sides are {found}")
    return found[0]


def approached(value):
    """The limit at 0 from above: extrapolated, or where that does not settle, from very near."""
    table = [value(t) for t in APPROACH]
    best = [table[-1]]
    for k in range(1, len(APPROACH)):
        table = [(2**k * b - a) / (2**k - 1) for a, b in itertools.pairwise(table)]
        best.append(table[-1])
    if abs(best[-1] - best[-2]) < 1e-2 * SMOOTH * (1 + abs(best[-1])):
        return best[-1]
    first, last = (value(t) for t in NEAREST)
    if abs(last - first) > SMOOTH * (1 + abs(last)):
        raise Undefined("no limit is approached")
    return last


def optimum(assignment, node, *parts):
    raise Undefined("a problem is stated, not evaluated")


OPERATIONS = {
    "num": lambda assignment, node: float(node.value), "size": size, "var": var, "name": name,
    "entry": entry, "call": call, "add": add, "neg": lambda assignment, node, a: -assignment.of(a),
    "mul": mul, "div": div, "pow": power, "transpose": transpose, "inverse": inverse, "sum": total,
    "prod": product, "extremum": extremum, "array": array, "builder": builder, "substitute": put,
    "diag": lambda assignment, node, a: np.diagflat(assignment.of(a)), "norm": norm, "abs": modulus,
    "inner": inner, "tr": lambda assignment, node, a: float(np.trace(square(assignment.of(a)))),
    "det": lambda assignment, node, a: float(np.linalg.det(square(assignment.of(a)))),
    "exp": elementary(math.exp), "log": logarithm, "sqrt": root, "max": extreme_of("max"),
    "min": extreme_of("min"), "sgn": sign, "binom": binomial, "indicator": indicator,
    "cases": cases, "pi": lambda assignment, node: math.pi, "grad": gradient, "hessian": hessian,
    "partial": partial, "integral": integral, "limit": limit, "expect": expect,
    "covariance": covariance, "optimum": optimum,
}  # fmt: skip
