"""What a term needs in order to have a value: conditions on its parts, read from its tree.

A quotient needs a denominator that is not 0, a logarithm an argument above 0, a root one that is
not below 0, an inverse a regular matrix; of whatever else may have no value (an integral, a limit,
a program) it is only said that it needs one. A term has a value wherever its conditions hold. Where
it has one, those that are `sure` hold. Nothing is decided here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import starmap

from .expr import (
    Definition,
    Expr,
    Relation,
    free_letters,
    names_in,
    names_reached,
    union,
    walk,
)
from .names import Name, outcomes
from .shape import ShapeChecker

# --------------------------------------------------------------------------------------------------
# Conditions, and what a tree needs by its operations.

NONZERO, POSITIVE, NONNEGATIVE, REGULAR, DEFINED = (
    "is not 0", "is above 0", "is not below 0", "has an inverse", "has a value",
)  # fmt: skip
Ranges = tuple[tuple[str, Expr | None], ...]  # letters that are bound, each with its domain
Definitions = Mapping[Name, Definition]

OPAQUE = {"integral", "limit", "optimum", "substitute"}
DERIVATIVES = {"grad", "hessian", "partial", "jacobian", "differential"}
BINDERS = {"sum", "prod", "extremum", "builder"}
# What may jump, or have no derivative in another way than a modulus or a root, which are known.
UNEVEN = {"max", "min", "sgn", "indicator", "cases", "extremum", "builder", "infinity"} | OPAQUE
SHAPES = ShapeChecker("", {})


@dataclass(frozen=True)
class Condition:
    """That a term is not 0, is above 0, has an inverse ..., for all values of letters in ranges.

    sure: whether the term of which it is a condition has no value where it fails.
    """

    kind: str
    term: Expr
    ranges: Ranges = ()
    sure: bool = True


@dataclass(frozen=True)
class Place:
    """Where a part stands: letters bound around it, and which names vary, if it is differentiated.

    sure: whether the whole has no value where the part has none.
    """

    ranges: Ranges = ()
    varying: frozenset[Name] = frozenset()
    sure: bool = True


def conditions(trees: Iterable[Expr], definitions: Definitions) -> list[Condition]:
    """What trees need, the parts of a term before the term, each condition once."""
    return list(dict.fromkeys(one for tree in trees for one in needs(tree, definitions, Place())))


def needs(node: Expr, definitions: Definitions, place: Place) -> Iterator[Condition]:
    """What a tree needs at a place."""
    if node.op in {"name", "entry", "call"}:
        yield from needs_of_name(node, definitions, place)
    elif node.op in DERIVATIVES:
        body, *about = node.args
        names = frozenset(names_in(*about)) | place.varying
        if is_uneven(body, definitions, names):
            yield Condition(DEFINED, flat(node), place.ranges, place.sure)
        yield from needs(body, definitions, replace(place, varying=names))
        for part in about:
            yield from needs(part, definitions, place)
    elif node.op in BINDERS:
        yield from needs_of_range(node, definitions, place)
    elif node.op in OPAQUE:
        yield Condition(DEFINED, flat(node), place.ranges, place.sure)
    elif node.op in {"expect", "covariance"}:
        bound = tuple((letter, None) for letter, _ in map(outcomes, node.value))
        inside = replace(place, ranges=place.ranges + bound)
        for part in node.args:
            yield from needs(part, definitions, inside)
    elif node.op == "cases":
        yield from needs_of_cases(node, definitions, place)
    else:
        for part in node.args:
            yield from needs(part, definitions, place)
        yield from needs_of_operation(node, definitions, place)


def needs_of_cases(node: Expr, definitions: Definitions, place: Place) -> Iterator[Condition]:
    """What cases need: all of their terms, but whether one that is left out does is not sure."""
    for number, part in enumerate(node.args):
        chosen = number % 3 == 0
        yield from needs(part, definitions, replace(place, sure=place.sure and not chosen))


def needs_of_range(node: Expr, definitions: Definitions, place: Place) -> Iterator[Condition]:
    """What is needed of the terms of a sum, and by the largest of them: that there is one."""
    domain, *body = node.args
    letter = node.value if node.op in {"sum", "prod"} else node.value[0]
    inside = replace(place, ranges=(*place.ranges, (letter, domain)))
    endless = any(part.op == "infinity" for part in walk(domain))
    if endless or (node.op == "extremum" and not is_whole(domain)):
        yield Condition(DEFINED, node, place.ranges, place.sure)
    for part in () if endless else (domain, *body):
        yield from needs(part, definitions, inside)


def is_whole(domain: Expr) -> bool:
    """Whether a domain is 1, ..., n for a size n, which is at least 1."""
    if domain.op != "range":
        return False
    first, last = domain.args
    return first.op == "num" and first.value == 1 and last.op in {"size", "num"}


def needs_of_name(node: Expr, definitions: Definitions, place: Place) -> Iterator[Condition]:
    """What a name needs: what its definition does, at its indices or for its arguments."""
    name, args = node.value, node.args
    if node.op == "entry":
        name, args = args[0].value, (*args[0].args, *args[1:]) if args[0].op == "name" else ()
    if not isinstance(name, Name):
        yield from needs(node.args[0], definitions, place)
        return
    if node.op == "call":
        for part in node.args:
            yield from needs(part, definitions, place)
    if node.op == "call" and name.call:
        yield Condition(DEFINED, node, place.ranges, place.sure)
    if name not in definitions or name in place.varying:
        return
    letters, body, _ = definitions[name]
    if node.op == "call":
        values = {part.value: value for part, value in zip(letters, node.args, strict=True)}
        yield from needs(with_names(body, values), definitions, place)
        return
    chosen = dict(zip(letters, args, strict=False))
    rest = tuple((letter, None) for letter in letters[len(chosen) :])
    inner = replace(place, ranges=place.ranges + rest)
    yield from needs(with_letters(body, chosen), definitions, inner)


def needs_of_operation(node: Expr, definitions: Definitions, place: Place) -> Iterator[Condition]:
    """What an operation itself needs of its arguments."""
    smooth = depends(node, definitions, place.varying)
    for kind, term, sure in raw_conditions(node, smooth):
        for found_kind, part in parts_of_condition(kind, flat(term)):
            yield Condition(found_kind, part, place.ranges, sure and place.sure)


def raw_conditions(node: Expr, smooth: bool) -> Iterator[tuple[str, Expr, bool]]:
    """(what, of which term, whether it is sure); smooth: whether it is to have a derivative."""
    if node.op == "div":
        yield NONZERO, node.args[1], True
    elif node.op == "inverse":
        yield REGULAR if SHAPES.of(node.args[0]) else NONZERO, node.args[0], True
    elif node.op == "log":
        yield from ((POSITIVE, part, True) for part in node.args)
        yield from ((NONZERO, less_one(base), True) for base in node.args[1:])
    elif node.op == "sqrt":
        yield NONNEGATIVE, node.args[0], True
        if smooth:
            yield POSITIVE, node.args[0], False
    elif node.op == "pow":
        yield from needs_of_power(node.args[0], node.args[1], smooth)
    elif node.op == "gamma":
        yield POSITIVE, node.args[0], False
    elif node.op == "binom":
        if not all(is_count(part) for part in node.args):
            yield DEFINED, node, True
    elif smooth and node.op in {"abs", "norm"}:
        yield NONZERO, node, False


def needs_of_power(base: Expr, exponent: Expr, smooth: bool) -> Iterator[tuple[str, Expr, bool]]:
    """What a power needs: 0 has those that are whole and not below 0."""
    up = written_number(exponent)
    if up is None:
        if is_count(exponent):
            return
        if not is_count(without_minus(exponent)):
            yield POSITIVE, base, False
        elif exponent.op == "neg":
            yield NONZERO, base, False
        else:
            yield NONNEGATIVE, exponent, False
    elif up.denominator != 1:
        yield (POSITIVE if up < 0 else NONNEGATIVE), base, True
        if smooth:
            yield POSITIVE, base, False
    elif up < 0:
        yield NONZERO, base, True


def less_one(node: Expr) -> Expr:
    """A term less 1."""
    return Expr("add", (node, Expr("neg", (Expr("num", value=1),))))


def written_number(node: Expr) -> Fraction | None:
    """The number that is written, or None."""
    if node.op == "num":
        return Fraction(node.value)
    if node.op == "div":
        above, below = map(written_number, node.args)
        return None if above is None or not below else above / below
    inner = written_number(node.args[0]) if node.op == "neg" else None
    return None if inner is None else -inner


def without_minus(node: Expr) -> Expr:
    """A term with the same terms in its sums, of which none has a minus."""
    if node.op == "neg":
        return without_minus(node.args[0])
    return replace(node, args=tuple(map(without_minus, node.args)))


def is_count(node: Expr) -> bool:
    """Whether a term is made of sizes and whole numbers that are not below 0, without a minus."""
    if node.op == "num":
        return node.value >= 0 and Fraction(node.value).denominator == 1
    if node.op == "name":
        return bool(node.value.kind == "index")
    return node.op in {"size", "var"} or (
        node.op in {"add", "mul"} and all(is_count(part) for part in node.args)
    )


def depends(node: Expr, definitions: Definitions, varying: frozenset[Name]) -> bool:
    """Whether a tree mentions, through definitions, one of the names that vary."""
    return bool(varying) and not varying.isdisjoint(names_reached(definitions, node))


def is_uneven(node: Expr, definitions: Definitions, varying: frozenset[Name]) -> bool:
    """Whether a tree, or a definition that it mentions, holds what may have no derivative."""
    names = names_reached(definitions, node)
    bodies = [definitions[name].body for name in names if name in definitions]
    parts = [part for tree in (node, *bodies) for part in walk(tree)]
    called = any(name.call for name in names)
    return called or any(
        part.op in UNEVEN and (part.op == "infinity" or depends(part, definitions, varying))
        for part in parts
    )


# --------------------------------------------------------------------------------------------------
# What conditions come down to: a product is not 0 if no factor is.


def parts_of_condition(kind: str, term: Expr) -> list[tuple[str, Expr]]:
    """The conditions on parts to which one comes down, each of which it implies; wherever defined.

    None of them are left where it holds of all values.
    """
    value = written_number(term)
    if value is not None and kind in {NONZERO, POSITIVE, NONNEGATIVE}:
        held = {NONZERO: value != 0, POSITIVE: value > 0, NONNEGATIVE: value >= 0}[kind]
        return [] if held else [(kind, term)]
    if kind == NONZERO:
        return reduced_nonzero(term)
    if kind == REGULAR:
        return reduced_regular(term)
    if kind in {POSITIVE, NONNEGATIVE} and is_surely_above(term):
        return []
    if kind == POSITIVE and term.op == "sqrt":
        return parts_of_condition(kind, term.args[0])
    if kind == NONNEGATIVE and is_surely_no_less(term):
        return []
    return [(kind, term)]


def is_surely_above(term: Expr) -> bool:
    """Whether a term is above 0 by its operation."""
    named = term.op == "name" and isinstance(term.value, Name)
    facts = term.value.facts if named else frozenset()
    return term.op in {"exp", "e", "pi", "size", "var"} or bool(
        facts & {"positive", "share", "inside"}
    )


def is_surely_no_less(term: Expr) -> bool:
    """Whether a term is not below 0 by its operation."""
    even = term.op == "pow" and (written_number(term.args[1]) or Fraction(1)) % 2 == 0
    named = term.op == "name" and isinstance(term.value, Name)
    facts = term.value.facts if named else frozenset()
    known = facts & {"nonnegative", "unit", "binary"}
    return even or bool(known) or term.op in {"abs", "norm", "sqrt", "indicator"}


def reduced_nonzero(term: Expr) -> list[tuple[str, Expr]]:
    """What must not be 0, or be singular, where a number is not 0."""
    if is_surely_above(term):
        return []
    if term.op in {"neg", "abs", "sqrt", "transpose"} and not SHAPES.of(term.args[0]):
        return parts_of_condition(NONZERO, term.args[0])
    if term.op == "inverse" or (term.op == "div" and not SHAPES.of(term.args[0])):
        return parts_of_condition(NONZERO, term.args[0])
    if term.op == "pow" and written_number(term.args[1]):
        return parts_of_condition(NONZERO, term.args[0])
    if term.op == "mul" and not any(SHAPES.of(part) for part in term.args):
        return [condition for part in term.args for condition in parts_of_condition(NONZERO, part)]
    if term.op == "det":
        return parts_of_condition(REGULAR, term.args[0])
    return [(NONZERO, term)]


def reduced_regular(term: Expr) -> list[tuple[str, Expr]]:
    """What must be regular, or not 0, where a square is regular."""
    shape = SHAPES.of(term)
    if not shape:
        return parts_of_condition(NONZERO, term)
    if term.op in {"neg", "transpose", "inverse"}:
        return parts_of_condition(REGULAR, term.args[0])
    if term.op == "pow" and written_number(term.args[1]):
        return parts_of_condition(REGULAR, term.args[0])
    if term.op == "div":
        return parts_of_condition(REGULAR, term.args[0])
    if term.op == "mul" and all(SHAPES.of(part) in {(), shape} for part in term.args):
        return [condition for part in term.args for condition in parts_of_condition(REGULAR, part)]
    named = term.op == "name" and isinstance(term.value, Name)
    return [] if named and term.value.facts & {"identity", "posdef"} else [(REGULAR, term)]


# --------------------------------------------------------------------------------------------------
# Trees with other indices or arguments; what a tree binds is renamed where it would capture them.


def with_letters(node: Expr, chosen: Mapping[str, Expr]) -> Expr:
    """A tree with other indices in the place of its free letters."""
    if not chosen:
        return node
    if node.op == "var":
        return chosen.get(node.value, node)
    bound = bound_by(node)
    inner = {letter: index for letter, index in chosen.items() if letter not in bound}
    if not bound:
        return replace(node, args=tuple(with_letters(part, inner) for part in node.args))
    taken = union(free_letters(index) for index in inner.values())
    fresh = {letter: unused(letter, taken) for letter in bound & taken}
    if fresh and node.op in BINDERS:
        node = rename_bound(node, *fresh.values())
    return replace(node, args=tuple(with_letters(part, inner) for part in node.args))


def bound_by(node: Expr) -> frozenset[str]:
    """The letters that a node binds in its arguments."""
    if node.op in {"expect", "covariance"}:
        return frozenset(outcomes(source)[0] for source in node.value)
    if node.op in BINDERS:
        return frozenset({node.value if node.op in {"sum", "prod"} else node.value[0]})
    return frozenset()


def unused(letter: str, taken: Iterable[str]) -> str:
    """A letter like this one that is not taken."""
    known = {*taken}
    return next(name for k in itertools.count(1) if (name := letter + "'" * k) not in known)


def with_names(node: Expr, values: Mapping[Name, Expr]) -> Expr:
    """A tree with terms in the place of plain names, such as the arguments of a function."""
    if node.op == "name" and not node.args and node.value in values:
        return values[node.value]
    letters = union(free_letters(value) for value in values.values())
    if node.op in BINDERS and bound_by(node) & letters:
        node = rename_bound(node, unused(min(bound_by(node)), letters))
    return replace(node, args=tuple(with_names(part, values) for part in node.args))


def flat(node: Expr) -> Expr:
    """A tree in which no sum is a term of a sum, and no product a factor of a product."""
    args: list[Expr] = []
    for part in map(flat, node.args):
        same = part.op == node.op and node.op in {"add", "mul"}
        args += part.args if same else (part,)
    return replace(node, args=tuple(args))


# --------------------------------------------------------------------------------------------------
# What holds where some terms have values and hypotheses hold.

ZERO = Expr("num", value=0)


def held_conditions(
    terms: Sequence[Expr], hypotheses: Sequence[Relation], definitions: Definitions
) -> list[Condition]:
    """What holds wherever terms have values, under hypotheses, which have values themselves.

    A hypothesis is said of all values of its letters, but not of those that are free in the terms,
    or are bounded by other hypotheses.
    """
    held = conditions(terms, definitions)
    tied = union(map(free_letters, terms)) | union(
        free_letters(relation) for relation in hypotheses if not names_in(relation)
    )
    for relation in hypotheses:
        said = [*conditions(relation.sides, definitions), *starmap(Condition, said_by(relation))]
        every = tuple((letter, None) for letter in sorted(free_letters(relation) - tied))
        held += [replace(one, ranges=every + one.ranges) for one in said]
    held = [one for one in held if one.sure]
    nonzero = {replace(one, kind=NONNEGATIVE) for one in held if one.kind == NONZERO}
    return held + [replace(one, kind=POSITIVE) for one in held if one in nonzero]


def said_by(relation: Relation) -> Iterator[tuple[str, Expr]]:
    """What a hypothesis says of terms: that they differ, or are in order."""
    sign, (high, low) = relation.sign, relation.sides
    if sign in {"<", "<="}:
        sign, high, low = {"<": ">", "<=": ">="}[sign], low, high
    gap = flat(high if low == ZERO else Expr("add", (high, Expr("neg", (low,)))))
    kind = {"!=": NONZERO, ">": POSITIVE, ">=": NONNEGATIVE}.get(sign)
    if kind:
        yield from parts_of_condition(kind, gap)
    least = written_number(low)
    if least is not None and sign in {">", ">="} and least > 0:
        yield POSITIVE, flat(high)


# --------------------------------------------------------------------------------------------------
# Whether one condition is an instance of another.


def implies(known: Condition, wanted: Condition) -> bool:
    """Whether a condition says what another does, at the same indices or at some of its own."""
    stronger = known.kind == wanted.kind or (
        known.kind == POSITIVE and wanted.kind in {NONZERO, NONNEGATIVE}
    )
    if not stronger:
        return False
    letters = match(known.term, wanted.term, {}, {letter for letter, _ in known.ranges})
    if letters is None:
        return False
    within = {Expr("var", value=letter): domain for letter, domain in wanted.ranges}
    for letter, domain in known.ranges:
        index = letters.get(letter)
        if domain is None or (index is not None and within.get(index) == domain):
            continue
        if index is None and (is_whole(domain) or domain in within.values()):
            continue  # the letter is not in the term, and its range has a member
        if not runs_over_family(known.term, letter, domain):
            return False
    return True


def runs_over_family(term: Expr, letter: str, domain: Expr | None) -> bool:
    """Whether a letter runs over all members of a family in a term, or over all rows or columns."""
    if domain is None or not is_whole(domain):
        return False
    last, own = domain.args[1].value, Expr("var", value=letter)
    for node in walk(term):
        sizes = [size for _, size in node.value.range] if node.op == "name" else []
        sizes = [None, *node.value.shape] if node.op == "entry" else sizes
        if any(part == own and str(size) == str(last)
               for part, size in zip(node.args, sizes, strict=False)):  # fmt: skip
            return True
    return False


Found = dict[str, Expr]


def match(
    one: Expr, other: Expr, letters: Found, pattern_letters: frozenset[str] | set[str]
) -> Found | None:
    """What stands for each pattern letter where one tree is the other; None where it is not."""
    if one.op == "var" and one.value in pattern_letters:
        known = letters.setdefault(one.value, other)
        return letters if known == other else None
    if one.op != other.op or len(one.args) != len(other.args):
        return None
    if one.op in BINDERS:
        one, other = bind_same_letter(one, other)
    if one.value != other.value:
        return None
    if one.op == "add":
        return match_terms(one.args, other.args, letters, pattern_letters)
    for left, right in zip(one.args, other.args, strict=True):
        if match(left, right, letters, pattern_letters) is None:
            return None
    return letters


def match_terms(
    terms: Sequence[Expr],
    others: Sequence[Expr],
    letters: Found,
    pattern_letters: frozenset[str] | set[str],
) -> Found | None:
    """The same of the terms of sums, in whichever order."""
    left = list(others)
    for term in terms:
        for other in left:
            more = match(term, other, dict(letters), pattern_letters)
            if more is not None:
                letters.update(more)
                left.remove(other)
                break
        else:
            return None
    return letters


def bind_same_letter(one: Expr, other: Expr) -> tuple[Expr, Expr]:
    """Two sums with one letter that neither of them has, so that they can be compared."""
    letter = f"{min(bound_by(one))} {min(bound_by(other))}"
    return rename_bound(one, letter), rename_bound(other, letter)


def rename_bound(node: Expr, letter: str) -> Expr:
    """A sum or the like over another letter."""
    (own,) = bound_by(node)
    value = letter if node.op in {"sum", "prod"} else (letter, *node.value[1:])
    inner = {own: Expr("var", value=letter)}
    return replace(node, value=value, args=tuple(with_letters(part, inner) for part in node.args))
