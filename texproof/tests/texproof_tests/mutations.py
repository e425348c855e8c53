"""The finer mutations of statements: of sizes, bounds, indices, letters, braces and conditions.

Each operator takes a node and its surroundings, and yields (what was changed, changed node).
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from texproof_tests.language import Node, free_letters, names_in, walk
from texproof_tests.opinion_values import is_condition

LOOSER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
UNTYPED = {"where", "except", "builder"}  # their first argument is a range that nobody wrote
DERIVATIVES = {"grad", "hessian", "partial"}
MAPPED = {"log", "exp", "sqrt", "abs", "norm", "transpose", "inverse", "tr", "det"}


@dataclass(frozen=True)
class Surroundings:
    """Lengths of the sizes, sizes of the letters and names that occur around a term."""

    lengths: dict
    letters: dict
    names: tuple
    used: frozenset
    declared: frozenset

    @property
    def sizes(self):
        return [size for size in self.lengths if not size.startswith("outcomes of")]


def surroundings(statement):
    """The surroundings of the terms of a statement."""
    relations = [*(row.relation for row in statement.rows), *statement.hypotheses]
    nodes = [node for relation in relations for node in walk(relation) if isinstance(node, Node)]
    bound = {node.value: size_of(node.args[0]) for node in nodes if node.op in {"sum", "prod"}}
    letters = {**bound, **statement.letters}
    used = frozenset(node.value for node in nodes if node.op == "var")
    declared = frozenset(statement.letters)
    return Surroundings(statement.lengths, letters, tuple(names_in(*relations)), used, declared)


def size_of(domain):
    """The size to which a range runs, or None."""
    span = domain if domain.op == "range" else next(iter(domain.args), domain)
    last = span.args[1] if span.op == "range" else span
    return last.value if last.op == "size" else None


def mutations(node, around):
    """(what was changed, tree) for every single change of a tree by every operator.

    No letter comes loose from the sum that binds it.
    """
    known = free_letters(node) | around.declared
    for operator in OPERATORS:
        for what, changed in everywhere(node, operator, around):
            if free_letters(changed) <= known:
                yield what, changed


def everywhere(node, operator, around):
    """(what was changed, tree) for every single change of a tree by one operator."""
    for what, changed in operator(node, around):
        if changed != node:
            yield what, changed
    for i, child in enumerate(node.args):
        if (node.op in UNTYPED and not i) or (node.op in DERIVATIVES and i):
            continue
        for what, changed in everywhere(child, operator, around):
            yield what, with_argument(node, i, changed)


def with_argument(node, i, changed):
    """A node with another argument; the name of an entry is kept in two places."""
    value = changed.value if node.op == "entry" and not i else node.value
    return replace(node, args=(*node.args[:i], changed, *node.args[i + 1 :]), value=value)


def num(value):
    return Node("num", value=Fraction(value))


def plus(node, gap):
    """A node plus a whole number, which may be negative."""
    if not gap:
        return node
    step = num(gap) if gap > 0 else Node("neg", (num(-gap),))
    return Node("add", (node, step))


# --------------------------------------------------------------------------------------------------
# Sizes.


def size_for_size(node, around):
    """Another size, alone and with the gap between the two in the first lengths."""
    if node.op == "size":
        for other in around.sizes:
            if other != node.value:
                yield "size", replace(node, value=other)
                gap = around.lengths[node.value][0] - around.lengths[other][0]
                yield "tied size", plus(replace(node, value=other), gap)


def size_for_number(node, around):
    """The length of a size for the size, and a size for a number that is its length."""
    if node.op == "size":
        yield "length", num(around.lengths[node.value][0])
    elif node.op == "num" and node.value == int(node.value):
        for size in around.sizes:
            if around.lengths[size][0] == node.value:
                yield "size for a number", Node("size", value=size)


# --------------------------------------------------------------------------------------------------
# What is summed over.


def bounds(node, around):
    """Another bound: one end for the other, one more or fewer, an end that is left out or in."""
    if node.op == "range":
        first, last = node.args
        yield "bound", replace(node, args=(last, last))
        yield "bound", replace(node, args=(first, first))
        yield "bound", replace(node, args=(plus(first, 1), last))
        yield "bound", replace(node, args=(first, plus(last, -1)))
    elif node.op == "where":
        letter, sign = node.value
        yield "bound", replace(node, value=(letter, LOOSER[sign]))
        yield "bound", node.args[0]
    elif node.op == "except":
        yield "bound", node.args[0]


# --------------------------------------------------------------------------------------------------
# Indices and letters.


def other_index(node, around):
    """Another letter of the same size, its last value or a neighbour; two indices exchanged."""
    if node.op == "var":
        size = around.letters.get(node.value)
        for letter in sorted(around.used):
            if letter != node.value and size is not None and around.letters.get(letter) == size:
                yield "index", replace(node, value=letter)
        if size in around.lengths:
            yield "index", Node("size", value=size)
        yield "index", plus(node, -1)
    elif node.op in {"name", "entry"}:
        start = 1 if node.op == "entry" else 0
        for i in range(start, len(node.args) - 1):
            pair = node.args[i + 1], node.args[i]
            yield "indices", replace(node, args=(*node.args[:i], *pair, *node.args[i + 2 :]))


def other_letter(node, around):
    """Another name of the same kind and shape in the place of a name."""
    if node.op in {"name", "call"}:
        for name in around.names:
            if name != node.value and alike(name, node.value):
                yield "letter", replace(node, value=name)


def alike(one, other):
    """Whether a name can stand where another one stands."""
    sizes = [[size for _, size in name.over] for name in (one, other)]
    return (
        (one.kind, one.shape, one.sources, one.takes)
        == (other.kind, other.shape, other.sources, other.takes)
        and sizes[0] == sizes[1]
        and bool(one.call) == bool(other.call)
    )


# --------------------------------------------------------------------------------------------------
# Braces.


def braces(node, around):
    """A term in or out of a sum, a power, a fraction or a function; a power in or out of it."""
    for rule in BRACES.get(node.op, ()):
        yield from (("braces", changed) for changed in rule(node))
    if node.op in MAPPED and len(node.args) == 1:
        yield from (("braces", changed) for changed in out_of_function(node))


def out_of_function(node):
    """log(ab) as (log a) b, and log(sum) as the sum of logs."""
    (inside,) = node.args
    if inside.op in {"mul", "add"}:
        first, *rest = inside.args
        yield replace(inside, args=(replace(node, args=(first,)), *rest))
    elif inside.op == "sum":
        yield replace(inside, args=(inside.args[0], replace(node, args=(inside.args[1],))))


def out_of_sum(node):
    """sum (a + b) as (sum a) + b, sum a^k as (sum a)^k, sum of f as f of the sum."""
    domain, body = node.args
    of = lambda inside: replace(node, args=(domain, inside))
    if body.op == "add" and node.value not in free_letters(body.args[-1]):
        *kept, last = body.args
        yield Node("add", (of(kept[0] if len(kept) == 1 else replace(body, args=(*kept,))), last))
    elif body.op in {"pow", *MAPPED}:
        yield replace(body, args=(of(body.args[0]), *body.args[1:]))


def into_sum(node):
    """(sum a) + b as sum (a + b)."""
    for i, (one, other) in enumerate(zip(node.args, node.args[1:], strict=False)):
        if one.op in {"sum", "prod"}:
            body = Node("add", (one.args[1], other))
            merged = replace(one, args=(one.args[0], body))
            rest = (*node.args[:i], merged, *node.args[i + 2 :])
            yield rest[0] if len(rest) == 1 else replace(node, args=rest)


def out_of_power(node):
    """(ab)^k as a b^k, and (sum a)^k as sum a^k."""
    base, exponent = node.args
    if base.op in {"mul", "add"}:
        *rest, last = base.args
        yield replace(base, args=(*rest, replace(node, args=(last, exponent))))
    elif base.op == "sum":
        inside = replace(node, args=(base.args[1], exponent))
        yield replace(base, args=(base.args[0], inside))


def into_power(node):
    """a b^k as (ab)^k."""
    last = node.args[-1]
    if last.op in {"pow", "transpose", "inverse"}:
        base = replace(node, args=(*node.args[:-1], last.args[0]))
        yield replace(last, args=(base, *last.args[1:]))


def out_of_fraction(node):
    """(a + b) / c as a + b / c, and a / (b + c) as a / b + c."""
    above, below = node.args
    if above.op == "add":
        *rest, last = above.args
        yield replace(above, args=(*rest, replace(node, args=(last, below))))
    if below.op in {"add", "mul"}:
        first, *rest = below.args
        yield replace(below, args=(replace(node, args=(above, first)), *rest))


def into_fraction(node):
    """a + b / c as (a + b) / c, and a / b + c as a / (b + c)."""
    last, first = node.args[-1], node.args[0]
    if last.op == "div":
        above = replace(node, args=(*node.args[:-1], last.args[0]))
        yield replace(last, args=(above, last.args[1]))
    if first.op == "div":
        below = replace(node, args=(first.args[1], *node.args[1:]))
        yield replace(first, args=(first.args[0], below))


def out_of_product(node):
    """a (b + c) as ab + c, and (a + b) c as a + bc."""
    *rest, last = node.args
    if last.op == "add":
        first, *others = last.args
        yield replace(last, args=(replace(node, args=(*rest, first)), *others))
    first, *rest = node.args
    if first.op == "add":
        *others, end = first.args
        yield replace(first, args=(*others, replace(node, args=(end, *rest))))


def into_product(node):
    """ab + c as a (b + c), and a + bc as (a + b) c."""
    first, last = node.args[0], node.args[-1]
    if first.op == "mul":
        inside = replace(node, args=(first.args[-1], *node.args[1:]))
        yield replace(first, args=(*first.args[:-1], inside))
    if last.op == "mul":
        inside = replace(node, args=(*node.args[:-1], last.args[0]))
        yield replace(last, args=(inside, *last.args[1:]))


def out_of_sign(node):
    """-(a + b) as -a + b."""
    if node.args[0].op == "add":
        first, *rest = node.args[0].args
        yield replace(node.args[0], args=(replace(node, args=(first,)), *rest))


BRACES = {
    "sum": (out_of_sum,), "add": (into_sum, into_fraction, into_product), "neg": (out_of_sign,),
    "pow": (out_of_power,), "mul": (into_power, out_of_product), "div": (out_of_fraction,),
}  # fmt: skip
OPERATORS = [
    size_for_size, size_for_number, bounds, other_index, other_letter, braces,
]  # fmt: skip


def weaker(condition):
    """(what was changed, condition on lengths) that lets one more in: n >= d as n >= d - 1."""
    step = {">=": -1, ">": -1, "<=": 1, "<": 1}.get(condition.sign)
    if step and is_condition(condition):
        yield "condition", replace(condition, right=plus(condition.right, step))
