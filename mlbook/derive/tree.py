"""What a text means once it is read: a tree of nodes, every one of the same make.

Operations, by the kind of their value:
    numbers   num, size, var, name, entry, call, e
    algebra   add, neg, mul, div, pow, transpose, inverse, sum, prod, extremum, array, diag
    scalars   norm, abs, inner, tr, det, exp, log, sqrt, max, min, sgn, binom, indicator, cases
    calculus  grad, hessian, partial, integral, limit, put, infinity, pi
    chance    expect, covariance
    sets      range, except, where, builder      (what a sum may run over)
    problems  optimum                            (arg max, min ... s.t. ...: stated, not evaluated)
"""

from dataclasses import dataclass, field

from .names import outcomes


@dataclass(frozen=True)
class Node:
    """An operation, its arguments, its payload (a number, a name, a letter) and its place."""

    op: str
    args: tuple = ()
    value: object = None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Relation:
    """``left sign right``, with sign one of = <= >= < > ~ (to an order)."""

    sign: str
    left: Node
    right: Node

    @property
    def sides(self):
        return self.left, self.right


def walk(node):
    """The nodes of a tree or relation, parents first."""
    yield node
    children = node.sides if isinstance(node, Relation) else node.args
    for child in children:
        yield from walk(child)


def depth(*nodes):
    """How many nodes stand below each other, at most."""
    levels = 0
    while nodes:
        levels += 1
        nodes = {id(child): child for node in nodes for child in node.args}.values()
    return levels


def names_in(*nodes):
    """Names that occur in the trees, in the order of reading, without repetition."""
    found = {}
    for node in nodes:
        for part in walk(node):
            if getattr(part, "op", None) in {"name", "entry", "call"}:
                found[part.value] = None
    return list(found)


def free_names(node, used):
    """Names on which the value of a tree depends, but not those whose values it replaces.

    used(name node): the name, and those that its definition mentions.
    """
    if node.op in {"name", "entry", "call"}:
        return set(used(node))
    inside, about, outside = scope(node)
    bound = {part.value for part in about if not part.args}
    free = set().union(*(free_names(part, used) for part in inside)) - bound
    return free.union(*(free_names(part, used) for part in outside))


def scope(node):
    """Parts of a node in which its own variables have other values, the variables, the rest."""
    if node.op == "optimum":
        many = node.value[1]
        return node.args[many:], node.args[:many], ()
    if node.op in {"put", "limit"}:
        body, about, value = node.args
        return (body,), (about,), (value,)
    if node.op == "integral":
        body, *limits, about = node.args
        return (body,), (about,), limits
    return node.args, (), ()


def states_problem(node):
    """Whether a minimum or maximum over names occurs in a tree: it is stated, not evaluated."""
    return any(getattr(part, "op", None) == "optimum" for part in walk(node))


def free_letters(node, bound=frozenset()):
    """Index letters that no sum, product or set of the tree binds."""
    if isinstance(node, Relation):
        return free_letters(node.left, bound) | free_letters(node.right, bound)
    if node.op == "var":
        return frozenset() if node.value in bound else frozenset({node.value})
    if node.op == "optimum":  # its constraints hold for each of their indices
        return frozenset().union(
            *(free_letters(part, bound) for part in node.args[: node.value[1] + 1])
        )
    if node.op in {"expect", "covariance"}:
        bound = bound | {outcomes(source)[0] for source in node.value}
    if node.op in {"sum", "prod", "builder", "extremum"}:
        domain, *body = node.args
        inside = bound | {node.value[0] if node.op in {"extremum", "builder"} else node.value}
        found = free_letters(domain, inside if domain.op in {"where", "except"} else bound)
        return found.union(*(free_letters(part, inside) for part in body))
    children = {id(child): child for child in node.args}.values()  # a variance has its body twice
    return frozenset().union(*(free_letters(child, bound) for child in children))
