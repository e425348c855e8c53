"""What a text means once it is read: an expression, a tree whose nodes are of one make.

Operations, by the kind of their value:
    numbers   num, size, var, name, entry, component, call, e
    algebra   add, neg, mul, div, pow, transpose, inverse, sum, prod, extremum, array, diag
    dots      dot                                (inner or mul, which `shape` decides)
    squares   adj, pinv, cof, minor, eigs, spectral
    entries   hadamard, kron, vec, rank
    scalars   norm, abs, inner, tr, det, exp, log, sin, cos, sqrt, max, min, sgn, indicator, cases
    counts    binom, gamma
    calculus  grad, hessian, partial, jacobian, differential, integral, limit, substitute
    constants infinity, pi
    chance    expect, covariance, normal         (a density, which `shape` writes out)
    sets      range, except, where, builder      (what a sum may run over)
    problems  optimum                            (arg max, min ... s.t. ...: stated, not evaluated)
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .names import Name, outcomes


@dataclass(frozen=True)
class Expr:
    """An operation, its arguments, its payload (a number, a name, a letter) and its place."""

    op: str
    args: tuple["Expr", ...] = ()
    value: Any = None
    at: int = field(default=0, compare=False)


class Definition(NamedTuple):
    """What a name means: a term with letters or parameters; by_entries: whether of an entry."""

    parameters: tuple[Any, ...]
    body: Expr
    by_entries: bool


@dataclass(frozen=True)
class Relation:
    """``left sign right``, with sign one of = <= >= < > ~ (to an order)."""

    sign: str
    left: Expr
    right: Expr

    @property
    def sides(self) -> tuple[Expr, Expr]:
        """Left and right."""
        return self.left, self.right


def walk(part: Expr | Relation) -> Iterator[Expr]:
    """The nodes of a tree or of both sides of a relation, parents first."""
    if isinstance(part, Expr):
        yield part
    for child in part.args if isinstance(part, Expr) else part.sides:
        yield from walk(child)


def depth(*nodes: Expr) -> int:
    """How many nodes stand below each other, at most."""
    levels, level = 0, list(nodes)
    while level:
        levels += 1
        level = list({id(child): child for node in level for child in node.args}.values())
    return levels


def names_in(*parts: Expr | Relation) -> list[Name]:
    """Names that occur in the trees, in the order of reading, without repetition."""
    nodes = (node for part in parts for node in walk(part))
    return list(dict.fromkeys(n.value for n in nodes if n.op in {"name", "entry", "call"}))


def names_reached(
    definitions: Mapping[Name, Definition], *trees: Expr | Relation, but: Name | None = None
) -> set[Name]:
    """The names that trees mention, also in the definitions of names, but not those of one name."""
    reached: set[Name] = set()
    waiting = names_in(*trees)
    while waiting:
        name = waiting.pop()
        if name not in reached and name != but:
            reached.add(name)
            waiting += names_in(definitions[name].body) if name in definitions else []
    return reached


def outermost_programs(tree: Expr) -> list[Name]:
    """The programs that a term calls, without those in the arguments of others."""
    if tree.op == "call" and tree.value.call:
        return [tree.value]
    return list(dict.fromkeys(name for part in tree.args for name in outermost_programs(part)))


def free_names(node: Expr, used: Callable[[Expr], Collection[Name]]) -> set[Name]:
    """Names on which the value of a tree depends, but not those whose values it replaces.

    used(name node): the name, and those that its definition mentions.
    """
    if node.op in {"name", "entry", "call"}:
        return set(used(node))
    inside, about, outside = scope(node)
    bound = {part.value for part in about if not part.args}
    free = {name for part in inside for name in free_names(part, used)} - bound
    return free.union(*(free_names(part, used) for part in outside))


def scope(node: Expr) -> tuple[tuple[Expr, ...], tuple[Expr, ...], tuple[Expr, ...]]:
    """Parts of a node in which its own variables have other values, the variables, the rest."""
    if node.op == "optimum":
        many = node.value[1]
        return node.args[many:], node.args[:many], ()
    if node.op in {"substitute", "limit"}:
        body, about, value = node.args
        return (body,), (about,), (value,)
    if node.op == "integral":
        body, *limits, about = node.args
        return (body,), (about,), tuple(limits)
    return node.args, (), ()


def states_problem(node: Expr | Relation) -> bool:
    """Whether a minimum or maximum over names occurs in a tree: it is stated, not evaluated."""
    return any(part.op == "optimum" for part in walk(node))


def free_letters(node: Expr | Relation, bound: frozenset[str] = frozenset()) -> frozenset[str]:
    """Index letters that no sum, product or set of the tree binds."""
    if isinstance(node, Relation):
        return free_letters(node.left, bound) | free_letters(node.right, bound)
    if node.op == "var":
        return frozenset() if node.value in bound else frozenset({node.value})
    # A constraint holds for each value of its indices, so these letters are not free.
    if node.op == "optimum":
        return union(free_letters(part, bound) for part in node.args[: node.value[1] + 1])
    if node.op in {"expect", "covariance"}:
        bound = bound | {outcomes(source)[0] for source in node.value}
    if node.op in {"sum", "prod", "builder", "extremum"}:
        domain, *body = node.args
        inside = bound | {node.value[0] if node.op in {"extremum", "builder"} else node.value}
        letters = free_letters(domain, inside if domain.op in {"where", "except"} else bound)
        return letters.union(*(free_letters(part, inside) for part in body))
    # The two arguments of a variance are one object, which is looked at once.
    children = {id(child): child for child in node.args}.values()
    return union(free_letters(child, bound) for child in children)


def union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """All members of some sets."""
    return frozenset().union(*sets)
