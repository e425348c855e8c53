"""Counts for the theorem of the cut-off how many indices run over each size, and degrees.

A tree is expanded in thought: a sum of products of entries, each with its indices, times a
coefficient made of sizes. The counts are bounds from above; all is counted as if nothing cancelled.
What is no such polynomial (a quotient by a name, a root, a part of a range) is NotPolynomial.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from texproof_tests.language import free_letters, walk
from texproof_tests.opinion_shapes import shape
from texproof_tests.opinion_values import is_condition, names_used

PLAIN = {"scalar", "vector", "matrix"}
FACTS = {
    "positive",
    "nonnegative",
    "share",
    "inside",
    "unit",
    "decreasing",
    "ones",
    "basis",
    "symmetric",
}
FACTS |= {"identity"}

MOVING = {"grad", "hessian", "partial", "substitute", "integral", "limit", "optimum"}


class NotPolynomial(Exception):
    """What the theorem does not speak of."""


@dataclass
class Need:
    """Bounds for one tree.

    bound: indices that are summed over, by size; above, below: degrees in each size of the
    coefficients' numerators and of their common denominator; degree: in the entries.
    """

    bound: Counter = field(default_factory=Counter)
    above: Counter = field(default_factory=Counter)
    below: Counter = field(default_factory=Counter)
    degree: int = 0

    def times(self, other):
        """Bounds for a product."""
        return Need(
            self.bound + other.bound, self.above + other.above, self.below + other.below,
            self.degree + other.degree,
        )  # fmt: skip

    def plus(self, other):
        """Bounds for a sum, over the product of both denominators."""
        above = (self.above + other.below) | (other.above + self.below)
        degree = max(self.degree, other.degree)
        return Need(self.bound | other.bound, above, self.below + other.below, degree)

    def summed(self, sizes):
        """Bounds when indices that run over these sizes are summed over."""
        return Need(self.bound + Counter(sizes), self.above, self.below, self.degree)


@dataclass
class RowNeed:
    """What a row needs: by size the indices at a time and the degree; the least length besides."""

    sizes: set
    slots: Counter
    coefficients: Counter
    degree: int
    least: int


def counted_row(statement, row):
    """What a row needs; raises NotPolynomial."""
    if row.relation.sign != "=":
        raise NotPolynomial("no equation")
    if not all(is_bound(statement, h) for h in statement.hypotheses):
        raise NotPolynomial("a hypothesis that is no bound of a size or a sign")
    used = names_used(statement.definitions, [row.relation])
    if any(name in statement.problems for name in used):
        raise NotPolynomial("a name that a problem defines")
    counts = Counts(statement)
    need = counts.of(row.relation.left).plus(counts.of(row.relation.right))
    letters = [statement.letters[letter] for letter in free_letters(row.relation)]
    slots = need.bound + Counter([*axes(row.relation.left), *letters])
    sizes = {*slots, *need.above, *need.below, *need.bound}
    least = 1 if need.below else 0
    return RowNeed(sizes, slots, need.above + need.bound, need.degree, least)


def is_bound(statement, relation):
    """Whether a hypothesis bounds sizes, or says the sign of a name: no equation follows from it."""
    if relation.sign in {"=", "!="} or (is_condition(relation) and free_letters(relation)):
        return False
    left, right = relation.sides
    sign = left.op == "name" and left.value not in statement.definitions and right.op == "num"
    return is_condition(relation) or sign


def with_values(statement, row):
    """A statement in which names that hypotheses give a value are defined to have it."""
    for relation in statement.hypotheses:
        left, right = relation.sides
        if (
            relation.sign != "="
            or left.op != "name"
            or any(part.op in MOVING for side in row.relation.sides for part in walk(side))
        ):
            continue
        own, letters = left.value, tuple(part.value for part in left.args if part.op == "var")
        runs = [(letter, statement.letters.get(letter)) for letter in letters]
        free = own not in names_used(statement.definitions, [right]) and not own.facts
        whole = [size for _, size in runs] == [size for _, size in own.over]
        made = own in statement.definitions or own.sources or own.kind not in PLAIN
        distinct = len(set(letters)) == len(left.args)
        if free and whole and distinct and not made and free_letters(right) <= set(letters):
            rest = [other for other in statement.hypotheses if other != relation]
            known = statement.definitions | {own: (letters, right, False)}
            statement = replace(statement, definitions=known, hypotheses=rest)
    return statement


def axes(node):
    """Sizes over which the rows and columns of a value run."""
    found = [size for size in shape(node) if size != 1]
    if not all(isinstance(size, str) and "+" not in size for size in found):
        raise NotPolynomial("an axis that is no size")
    return found


class Counts:
    """Counts trees under the definitions of a statement."""

    def __init__(self, statement):
        self.statement, self.put, self.bound = statement, {}, {}

    def of(self, node):
        """Bounds for a tree."""
        if node.op not in OPERATIONS:
            raise NotPolynomial(node.op)
        return OPERATIONS[node.op](self, node, *node.args)

    def index(self, node):
        """Checks that an index is a letter that runs over a whole range."""
        if node.op != "var":
            raise NotPolynomial("an index that is no letter")

    def run(self, letter):
        """The size that a letter runs over."""
        return self.bound.get(letter, self.statement.letters.get(letter))


def is_coefficient(need):
    return not need.degree and not need.bound


def name(counts, node, *indices):
    own = node.value
    for index in indices:
        counts.index(index)
    if own.kind not in PLAIN or own.sources or own.facts - FACTS:
        raise NotPolynomial(f"{own.latex} is no generic array")
    for letter, (_, size) in zip(indices, own.over, strict=True):
        if counts.run(letter.value) != size:
            raise NotPolynomial("a letter that runs further or less far than its family")
    if own in counts.put:
        return counts.put[own]
    if own in counts.statement.definitions:
        letters, body, by_entries = counts.statement.definitions[own]
        before = counts.bound
        runs = axes_of(own) if by_entries else [size for _, size in own.over]
        counts.bound = dict(zip(letters, runs, strict=True))
        found = counts.of(body)
        counts.bound = before
        return found
    if own.facts & {"basis"} and own.over[0][1] != own.shape[0]:
        raise NotPolynomial("unit vectors of another size")
    axes_of(own)
    return Need(degree=0 if own.facts & {"ones", "basis", "identity"} else 1)


def axes_of(own):
    found = [size for size in own.shape if size != 1]
    if not all(isinstance(size, str) and "+" not in size for size in found):
        raise NotPolynomial("an axis that is no size")
    return found


def entry(counts, node, whole, *indices):
    for letter, size in zip(indices, axes(whole), strict=True):
        counts.index(letter)
        if counts.run(letter.value) != size:
            raise NotPolynomial("a letter that runs further or less far than its axis")
    return counts.of(whole)


def product(counts, node, *factors):
    found, seen = Need(), ()
    for factor in factors:
        own = shape(factor)
        found = found.times(counts.of(factor))
        if seen and own:
            found = found.summed([size for size in axes(factor)[:1] if own[0] != 1])
        seen = (seen[0], own[1]) if seen and own else seen or own
        seen = () if seen == (1, 1) else seen
    return found


def total(counts, node, *terms):
    found = counts.of(terms[0])
    for term in terms[1:]:
        found = found.plus(counts.of(term))
    return found


def quotient(counts, node, above, below):
    divisor = counts.of(below)
    if not is_coefficient(divisor):
        raise NotPolynomial("a quotient by a name")
    one = Need(above=divisor.below, below=divisor.above)
    return counts.of(above).times(one)


def power(counts, node, base, exponent):
    if exponent.op != "num" or exponent.value != int(exponent.value) or exponent.value < 0:
        raise NotPolynomial("an exponent that is no whole number")
    many = int(exponent.value)
    if base.op == "norm" and many % 2 == 0:
        return repeated(squared(counts, base), many // 2)
    found = repeated(counts.of(base), many)
    return found.summed(axes(base)[:1] * (many - 1)) if shape(base) else found


def repeated(need, many):
    found = Need()
    for _ in range(many):
        found = found.times(need)
    return found


def squared(counts, node):
    if node.value in {"1", r"\infty"}:
        raise NotPolynomial("another norm")
    (inside,) = node.args
    return repeated(counts.of(inside), 2).summed(axes(inside))


def trace(counts, node, inside):
    return counts.of(inside).summed(axes(inside)[:1])


def inner(counts, node, left, right):
    return counts.of(left).times(counts.of(right)).summed(axes(left))


def sum_over(counts, node, domain, body):
    span = domain.args[0] if domain.op == "except" else domain
    if domain.op not in {"range", "except"} or len(span.args) != 2:
        raise NotPolynomial("a sum over a part")
    first, last = span.args
    if first.op != "num" or first.value != 1 or last.op != "size":
        raise NotPolynomial("a sum over a part")
    before, counts.bound = counts.bound, {**counts.bound, node.value: last.value}
    found = counts.of(body).summed([last.value])
    counts.bound = before
    if domain.op == "except":
        counts.index(domain.args[1])
        if counts.run(domain.args[1].value) != last.value:
            raise NotPolynomial("an exception that runs over another size")
    return found


def slope(counts, node, body, *about):
    for part in about:
        own = part.args[0] if part.op == "entry" else part
        if own.value.facts:
            raise NotPolynomial("a derivative by a name with facts")
        counts.of(part)
    return counts.of(body)


def substitution(counts, node, body, about, value):
    if about.args:
        raise NotPolynomial("a member that is substituted")
    before, counts.put = counts.put, {**counts.put, about.value: counts.of(value)}
    found = counts.of(body)
    counts.put = before
    return found


def one(counts, node, *rest):
    return counts.of(node.args[0])


OPERATIONS = {
    "num": lambda counts, node: Need(),
    "size": lambda counts, node: Need(above=Counter([node.value])), "name": name, "entry": entry,
    "add": total, "neg": one, "mul": product, "div": quotient, "pow": power, "transpose": one,
    "sum": sum_over, "tr": trace, "inner": inner, "grad": slope, "hessian": slope,
    "partial": slope, "substitute": substitution, "diag": one,
}  # fmt: skip
