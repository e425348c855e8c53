"""What binds a letter or an outcome: sums, products, extremes, sets, problems, means.

Each becomes a node with its range, its body and the letters or outcomes that it binds; a letter
without a range is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..errors import ReadError
from ..expr import Expr, free_letters, names_in, walk
from ..names import Name, is_record, scalar
from . import algebra, leaves
from .grammar import RELATIONS, ROUND, SIGNS
from .leaves import index_expression
from .lexer import pattern
from .parser import ONE, PROBLEMS, Parser, opens
from .spellings import MEANS, PROBABILITIES, SPREADS

# --------------------------------------------------------------------------------------------------
# Reading sums over values that are listed: ``\sum_{x \in \{0, 1\}} f(x)`` is f(0) + f(1).

OPS = {"sum": "add", "prod": "mul"}


def is_at_value_set(p: Parser) -> bool:
    r"""Whether ``x \in \{`` stands here."""
    plain = re.fullmatch(r"[A-Za-z]|\\[a-z]+", p.peek())
    return bool(plain) and (p.peek(1), p.peek(2)) == (r"\in", r"\{")


def sum_at_values(p: Parser, op: str, at: int) -> Expr:
    """A sum or product of a term at each of the values.

    A declared number keeps its name in the term, and each value is substituted for it. A letter
    that is not declared, or is that of a random number, stands for the values alone.
    """
    letter, values = listed_values(p)
    declared = [other for parts, other in p.patterns if parts == [letter]]
    held = [other.latex for parts, other in p.patterns if letter in parts[1:]]
    if held or letter in p.letters or len(declared) > 1:
        p.refuse(f"{letter} stands in {held or 'indices'} too; write another letter", at)
    if declared and not declared[0].sources:
        body, bound = p.term(), Expr("name", (), declared[0], at)
        terms = (Expr("substitute", (body, bound, value), at=at) for value in values)
    else:
        name = scalar(letter)
        body = term_with_letter(p, letter, name)
        hidden = {source for other in declared for source in other.sources}
        if any(hidden & set(other.sources) for other in names_in(body)):
            p.refuse(f"other names depend on what {letter} depends on; write another letter", at)
        terms = (substitute_value(body, Expr("name", (), name), value) for value in values)
    return Expr(OPS[op], tuple(terms), at=at)


def listed_values(p: Parser) -> tuple[str, list[Expr]]:
    r"""(letter, values) of ``x \in \{0, 1\}``."""
    letter = p.take()
    p.take_all(r"\in", r"\{")
    values = [p.expression()]
    while p.skip(","):
        values.append(p.expression())
    p.take_all(r"\}", "}")
    return letter, values


def term_with_letter(p: Parser, letter: str, name: Name) -> Expr:
    """The term that follows, in which a letter is this name whatever it is elsewhere."""
    known = p.patterns
    p.patterns = [*(pair for pair in known if pair[0] != [letter]), (pattern(name), name)]
    body = p.term()
    p.patterns = known
    return body


def substitute_value(node: Expr, name: Expr, value: Expr) -> Expr:
    """A tree with a value in the place of a name."""
    if node == name:
        return value
    return replace(node, args=tuple(substitute_value(part, name, value) for part in node.args))


# --------------------------------------------------------------------------------------------------
# Sums and extrema over ranges and sets.


# Operations whose value may not exist, and calls, as a function may be defined by any of them. A
# power with a whole exponent has a value, and so has a quotient by a number or a size.
NOT_EVERYWHERE = {"div", "inverse", "log", "sqrt", "pow", "gamma", "normal", "integral", "limit"}
NOT_EVERYWHERE |= {"grad", "hessian", "partial", "jacobian", "differential", "expect", "covariance"}
NOT_EVERYWHERE |= {"call", "substitute", "optimum"}


@opens(r"\sum", r"\prod")
def sum_(p: Parser, at: int) -> Expr:
    """A sum or product over a range, a subset, or the values of one or more letters."""
    op, letters, bound = p.take()[1:], p.letters, p.bound
    if p.peek() != "_":
        return bare_sum(p, op, at)
    p.take_all("_", "{")
    if is_at_value_set(p):
        return sum_at_values(p, op, at)
    letter = bound_letter(p)
    several = p.peek() == "," or p.peek() in p.letters
    node = (many_sums if several else single_sum)(p, op, letter, at)
    p.letters, p.bound = letters, bound
    return node


def single_sum(p: Parser, op: str, letter: str, at: int) -> Expr:
    """``\\sum_{i=1}^n``, ``\\sum_{i\\in I}``, ``\\sum_{j>q}``."""
    domain = read_domain(p, letter)
    p.take("}")
    sign = domain.value[1] if domain.op == "builder" else ""
    if sign and op == "prod":
        p.refuse("a product over what a relation holds of is not read", at)
    if p.peek() == "^" and domain.op != "range":
        p.refuse("what runs over a set or a part of a range has no upper limit")
    if p.skip("^"):
        domain = Expr("range", (domain.args[0], p.braced()), at=at)
    elif domain.value == "open":
        domain = Expr("range", (domain.args[0], last_value(p, letter)), at=at)
    body = p.term()
    # A sum over a builder takes the terms for which the relation holds, and 0 for the others.
    if domain.op == "builder":
        refuse_undefined_terms(p, body)
        domain, *sides = domain.args
        body = Expr("mul", (Expr("indicator", tuple(sides), sign, at), body), at=at)
    return Expr(op, (domain, body), letter, at)


def refuse_undefined_terms(p: Parser, body: Expr) -> None:
    """Refuses terms that may not exist where the relation does not hold, as they are evaluated."""
    for node in walk(body):
        last_part = node.args[-1] if node.op in {"div", "pow"} else node
        whole = last_part.op == "size" or (last_part.op == "num" and last_part.value >= 0)
        if node.op in NOT_EVERYWHERE and not whole:
            p.refuse(
                "a sum over what a relation holds of takes terms that are defined for all; "
                "declare a subset, or state the relation for each term as a hypothesis",
                node.at,
            )


def bare_sum(p: Parser, op: str, at: int) -> Expr:
    """``\\sum x_i``: over the one free letter of what follows, if it is free nowhere else."""
    body = p.term()
    if body.op == "eigs" and body.value is None:
        return replace(body, value=op)
    loose = [letter for letter in free_letters(body) if p.letters.get(letter) and " " not in letter]
    if len(loose) != 1 or loose[0] in p.bound:
        p.refuse(r"over which letter? write \sum_i, or \sum_{i=1}^n", at)
    p.taken[loose[0]] = at
    return Expr(op, (Expr("range", (ONE, last_value(p, loose[0])), at=at), body), loose[0], at)


def many_sums(p: Parser, op: str, letter: str, at: int) -> Expr:
    """``\\sum_{i,j}``, ``\\sum_{i j k}``: over all values of each letter."""
    letters = [letter]
    while p.skip(",") or p.peek() in p.letters:
        if p.peek() in letters:
            p.refuse(f"a sum over {p.peek()!r} twice")
        letters.append(bound_letter(p))
    p.take("}")
    ranges = [Expr("range", (ONE, last_value(p, part)), at=at) for part in letters]
    node = p.term()
    for part, domain in zip(reversed(letters), reversed(ranges), strict=True):
        node = Expr(op, (domain, node), part, at)
    return node


def extremum(p: Parser, at: int) -> Expr:
    """``\\max_{j} a_j``: over all values of an index letter, or those that are named."""
    kind = p.take()[1:]
    p.take_all("_", "{")
    letter = bound_letter(p)
    domain = read_domain(p, letter)
    p.take("}")
    if domain.op == "builder":
        p.refuse("a maximum or minimum over what a relation holds of is not read", at)
    return Expr("extremum", (domain, p.term()), (letter, kind), at)


def bound_letter(p: Parser) -> str:
    """An index letter: of a declared family, any to which limits are given, or another
    one beside a known letter, as in ``\\sum_{l\\ne c}``."""
    token = p.peek()
    refuse_shadowed(p, token)
    if token not in p.letters:
        beside = p.letters.get(p.peek(2)) if p.peek(1) in {r"\ne", r"\neq"} else None
        beside = beside or (size_of_index(p, token) if p.peek(1) in {"}", ","} else None)
        if not re.fullmatch(r"[A-Za-z]'*|\\ell", token) or not (
            beside or p.peek(1) in {"=", r"\in"}
        ):
            p.refuse(
                f"{token!r} is not an index letter of any declared name; declare a family over it, "
                f"or give limits, as in \\sum_{{{token}=1}}^n"
            )
        p.letters = {**p.letters, token: beside}
    p.bound = {*p.bound, token}
    return p.take()


def refuse_shadowed(p: Parser, letter: str) -> None:
    """Raises ReadError where a letter that is to be bound is the name of a number or of a size."""
    named = any([*parts] == [letter] for parts, _ in p.patterns)
    if named or letter in p.sizes:
        kind = "a declared name" if named else "a size"
        p.refuse(f"{letter} is {kind} here, so nothing can run over it; take another letter")


def size_of_index(p: Parser, letter: str, ahead_by: int = 0) -> str | None:
    """The size to which a letter of no family runs that is the index of one in what follows.

    ahead_by: how many tokens on the letter stands, with a brace behind it.
    """
    if not re.fullmatch(r"[A-Za-z]'*|\\ell", letter) or starts_name(p, letter):
        return None
    ahead = Parser("", p.patterns, p.sizes, {**p.letters, letter: None})
    ahead.tokens, ahead.place = list(p.tokens), p.place + 2 + ahead_by
    try:
        body = ahead.term()
    except ReadError:
        return None
    sizes = {
        size
        for node in walk(body)
        for part, size in zip(indices_of(node), sizes_of_indices(node), strict=False)
        if part.op == "var" and part.value == letter
    }
    return sizes.pop() if len(sizes) == 1 else None


def starts_name(p: Parser, letter: str) -> bool:
    """Whether a letter is a size, or a name begins with it."""
    return letter in p.sizes or any(parts[0] == letter for parts, _ in p.patterns)


def indices_of(node: Expr) -> tuple[Expr, ...]:
    """The indices of a member of a family, or of an entry."""
    return node.args[1:] if node.op == "entry" else node.args if node.op == "name" else ()


def sizes_of_indices(node: Expr) -> list[str]:
    """The sizes to which these indices run."""
    if node.op == "entry":
        return [size for size in node.value.shape if isinstance(size, str)]
    return [size for _, size in node.value.over] if node.op == "name" else []


def last_value(p: Parser, letter: str) -> Expr:
    """The size to which a letter runs when no upper limit is written."""
    if p.letters[letter] is None:
        p.refuse(f"{letter!r} is of no declared family, so it needs an upper limit")
    return Expr("size", value=p.letters[letter], at=p.here())


def read_domain(p: Parser, letter: str) -> Expr:
    """What a letter runs over: a range, a subset, or a range without some of its members."""
    at = p.here()
    if p.skip("="):
        return Expr("range", (p.expression(),), "open", at)
    if p.skip(r"\in"):
        return read_set_domain(p, letter, at)
    full = Expr("range", (ONE, last_value(p, letter)), at=at)
    if p.skip(":", r"\mid"):
        left, sign, right = p.condition("a sum runs over what a relation holds of")
        return Expr("builder", (full, left, right), (letter, sign), at)
    if p.skip(r"\ne", r"\neq"):
        return Expr("except", (full, p.expression()), letter, at)
    if p.peek() in {"<", ">", r"\le", r"\leq", r"\ge", r"\geq"}:
        sign = SIGNS[p.take()]
        return Expr("where", (full, p.expression()), (letter, sign), at)
    return full


def read_set_domain(p: Parser, letter: str, at: int) -> Expr:
    r"""A declared subset, or ``x \in I`` where I is the size to which x runs."""
    named = leaves.size(p)
    result = named or p.expected_name("expected a declared subset, or the size of a family")
    size = named.value if named else result.value.shape[0]
    known = p.letters[letter] or size
    if known != size:
        p.refuse(f"{letter} runs to {known}, not to {size}", at)
    p.letters = {**p.letters, letter: size}
    return Expr("range", (ONE, named), at=at) if named else result


# --------------------------------------------------------------------------------------------------
# Reading indicators: of a relation, and of whether an index is in a set, \mathbb{1}[j \in M].

# The letter of the members of a set, where the text asks whether an index is one of them.
LETTERS = (r"\iota", r"\kappa", r"\varsigma")


def indicator(p: Parser, at: int) -> Expr:
    """``\\mathbb{1}[a = b]``: 1 where the relation holds and 0 elsewhere."""
    p.take_all(r"\mathbb", "{", p.peek(2), "}")
    opening = p.take(*ROUND)
    left = p.expression()
    sign = RELATIONS.get(p.peek())
    if sign is None and p.peek() != r"\in":
        p.refuse("an indicator holds a relation")
    p.take()
    if sign is None:
        result = member(p, left, at)
    else:
        result = Expr("indicator", (left, p.expression()), sign, at)
    p.take(ROUND[opening])
    return result


@opens(r"\delta")
def kronecker(p: Parser, at: int) -> Expr:
    """``\\delta_{ij}``, which is 1 where two indices are equal and 0 elsewhere."""
    if p.peek(1) != "_":
        p.refuse_unknown()
    p.take_all(r"\delta", "_", "{")
    left = index_expression(p) or p.refuse("an index stands here")
    p.skip(",")
    right = index_expression(p) or p.refuse("an index stands here")
    p.take("}")
    return Expr("indicator", (left, right), "=", at)


def member(p: Parser, index: Expr, at: int) -> Expr:
    """Whether an index is in a declared subset: how often it is among its members."""
    here = p.here()
    named = p.expected_name("expected a declared subset")
    if named.value.kind != "subset":
        p.refuse("expected a declared subset", here)
    taken = {*p.letters, *free_letters(index), *free_letters(named)}
    letter = next(one for one in LETTERS if one not in taken)
    same = Expr("indicator", (Expr("var", value=letter, at=at), index), "=", at)
    return Expr("sum", (named, same), letter, at)


# --------------------------------------------------------------------------------------------------
# Reading sets that a relation makes, and problems of optimization.

KINDS = {r"\arg\max", r"\arg\min", r"\max", r"\min"}
ATTAINED = {r"\sup": r"\max", r"\inf": r"\min"}


def builder(p: Parser) -> Expr | None:
    """``\\{ i \\mid q(x_i) = \\ell \\}``: the members of a range that satisfy a relation."""
    if p.peek() != r"\{" or p.peek(2) not in {r"\mid", ":"}:
        return None
    at = p.here()
    p.take(r"\{")
    letter = bound_letter(p)
    p.take(r"\mid", ":")
    left, sign, right = p.condition("a set is made by a relation")
    domain = Expr("range", (ONE, last_value(p, letter)), at=at)
    node = Expr("builder", (domain, left, right), (letter, sign), at)
    p.take(r"\}")
    return node


def optimum(p: Parser) -> Expr | None:
    """``\\arg\\max_{w} f \\text{s.t.} g = 0``: read in full, so that it is well-formed."""
    at, start = p.here(), p.place
    kinds = {r"\arg", r"\max", r"\min", *ATTAINED}
    kind = "".join(p.take() for _ in range(2) if p.peek() in kinds)
    kind, letter = ATTAINED.get(kind, kind), p.peek(2)
    over_indices = len(kind) == 4 and (letter in p.letters or size_of_index(p, letter, 2))
    if kind not in KINDS or p.peek() != "_" or over_indices:
        p.place = start
        return None
    p.take_all("_", "{")
    about = sought_names(p)
    parts, signs = [*about, p.expression()], []
    while p.skip(r"\text{s.t.}", ","):
        parts.append(p.expression())
        signs.append(SIGNS[p.take(*SIGNS)])
        parts.append(p.expression())
    return Expr("optimum", tuple(parts), (kind, len(about), *signs), at)


def sought_names(p: Parser) -> list[Expr]:
    """The names, one or more, that a problem varies."""
    result = [
        algebra.term_in_space(p, p.expected_name("expected the declared name that is sought"))
    ]
    while p.skip(","):
        result.append(algebra.term_in_space(p, p.expected_name("expected a declared name")))
    p.take("}")
    return result


PROBLEMS += [builder, optimum]


# --------------------------------------------------------------------------------------------------
# Means, probabilities and covariances of random names.

BRACKETS = {"[": "]", "(": ")", r"\{": r"\}"}


@opens(*MEANS)
def expectation(p: Parser, at: int) -> Expr:
    """``\\mathbb{E}[X]``, ``\\mathbb{E}[X \\mid Y]``, ``\\mathbb{E}_{S}[X]`` by a source."""
    if p.peek() == "E" and p.peek(1) not in {*BRACKETS, "_"}:
        p.refuse_unknown()
    take_sign(p)
    named = source(p) if p.peek() == "_" else None
    opening = p.take(*BRACKETS)
    body = p.expression()
    fixed = sources_held_fixed(p, body) if p.skip(r"\mid") else ()
    p.take(BRACKETS[opening])
    return Expr("expect", (body,), bound_sources(p, (body,), named, fixed, at), at)


@opens(*PROBABILITIES)
def probability(p: Parser, at: int) -> Expr:
    """``\\Pr(X \\ge a)``: the mean of what is 1 where the relation holds, and else 0."""
    take_sign(p)
    opening = p.take(*BRACKETS)
    left, sign, right = p.condition("a probability is that of a relation")
    p.take(BRACKETS[opening])
    holds = Expr("indicator", (left, right), sign, at)
    return Expr("expect", (holds,), bound_sources(p, (holds,), None, (), at), at)


@opens("V", "C")
def moment_in_letters(p: Parser, at: int) -> Expr:
    """``Var(X)`` and ``Cov(X, Y)`` in sloping letters, and ``V(X)``."""
    word = next((word for word in ("Var", "Cov", "V") if is_at_word(p, word)), "")
    if not word:
        p.refuse_unknown()
    p.place += len(word) - 1
    return covariance(p, at)


@opens("P")
def probability_in_letters(p: Parser, at: int) -> Expr:
    """``P(X > a)``."""
    return probability(p, at) if is_at_word(p, "P") else p.refuse_unknown()


def is_at_word(p: Parser, word: str) -> bool:
    """Whether a word in sloping letters stands here, before a bracket."""
    letters = [p.peek(k) for k in range(len(word))]
    return letters == [*word] and p.peek(len(word)) in BRACKETS


def take_sign(p: Parser) -> None:
    """Takes the sign of a mean, a variance or a probability, which may be in blackboard letters."""
    p.take_all(*((r"\mathbb", "{", p.peek(2), "}") if p.peek() == r"\mathbb" else (p.peek(),)))


def source(p: Parser) -> set[str]:
    r"""The sources that a script names: by their names, or by a random name, ``x \sim p``."""
    p.take_all("_", "{")
    at = p.here()
    parts: list[str] = []
    depth = 1
    while depth:
        part = p.take()
        depth += {"{": 1, "}": -1}.get(part, 0)
        parts.append(part)
    ends = (*parts[:-1], r"\sim").index(r"\sim")
    named, law = parts[: min(ends, len(parts) - 1)], "".join(parts[ends + 1 : -1])
    result = [set(name.sources) for tokens, name in p.patterns if tokens == named]
    if not law:
        return set().union({"".join(named)}, *result)
    sources = set().union(*result) & {law, law.removesuffix(f"({''.join(named)})")}
    return sources or p.refuse(r"x \sim p, where p is the source of chance of x", at)


def sources_held_fixed(p: Parser, *bodies: Expr) -> tuple[str, ...]:
    """Sources of the names that are held fixed, whose values must tell all that the bodies use."""
    conditions = [p.expected_name("a condition is a declared name")]
    while p.skip(","):
        conditions.append(p.expected_name("a condition is a declared name"))
    names = {node.value for node in conditions}
    fixed = tuple(source for name in names for source in name.sources)
    recorded = {source for name in names for source in name.sources if is_record(name)}
    used = set(names_in(*bodies)) - names
    hidden = {s for name in used for s in name.sources if s in fixed} - recorded
    if hidden:
        p.refuse(
            f"other names depend on {min(hidden)} too, of which the value of a condition may not "
            "tell the outcome; a name that does is that of its source",
            conditions[0].at,
        )
    return fixed


def bound_sources(
    p: Parser, bodies: Sequence[Expr], named: set[str] | None, fixed: Sequence[str], at: int
) -> tuple[str, ...]:
    """The sources that an expectation runs over; at least one is needed."""
    letters: frozenset[str] = frozenset().union(*map(free_letters, bodies))
    sources = dict.fromkeys(s for _, name in p.patterns for s in name.sources)
    loose = [s for s in sources if f"outcome of {s}" in letters and s not in fixed]
    if named is not None:
        loose = [s for s in loose if s.replace(" ", "") in named]
    if not loose:
        p.refuse("nothing random is left to average here", at)
    return tuple(loose)


@opens(*SPREADS)
def covariance(p: Parser, at: int) -> Expr:
    """``\\operatorname{Var}(X \\mid Z)`` and ``\\operatorname{Cov}(X, Y)``."""
    take_sign(p)
    opening = p.take(*BRACKETS)
    first = p.expression()
    pair = first, p.expression() if p.skip(",", ";") else first
    fixed = sources_held_fixed(p, *pair) if p.skip(r"\mid") else ()
    p.take(BRACKETS[opening])
    return Expr("covariance", pair, bound_sources(p, pair, None, fixed, at), at)
