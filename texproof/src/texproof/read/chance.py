"""Reading what binds the outcomes of random names, or the variable of an integral or limit."""

from collections.abc import Sequence

from ..expr import Expr, free_letters, names_in
from ..records import is_record
from . import boxes
from .parser import Parser
from .spellings import MEANS, PROBABILITIES, SPREADS
from .table import opens

BRACKETS = {"[": "]", "(": ")", r"\{": r"\}"}


@opens(*MEANS)
def expectation(p: Parser, at: int) -> Expr:
    """``\\mathbb{E}[X]``, ``\\mathbb{E}[X \\mid Y]``, ``\\mathbb{E}_{S}[X]`` by a source."""
    if p.peek() == "E" and p.peek(1) not in {*BRACKETS, "_"}:
        p.refuse_unknown()
    taken(p)
    named = source(p) if p.peek() == "_" else None
    opening = p.take(*BRACKETS)
    body = p.expression()
    fixed = conditions(p, body) if p.skip(r"\mid") else ()
    p.take(BRACKETS[opening])
    return Expr("expect", (body,), bound_sources(p, (body,), named, fixed, at), at)


@opens(*PROBABILITIES)
def probability(p: Parser, at: int) -> Expr:
    """``\\Pr(X \\ge a)``: the mean of what is 1 where the relation holds, and else 0."""
    taken(p)
    opening = p.take(*BRACKETS)
    left, sign, right = p.condition("a probability is that of a relation")
    p.take(BRACKETS[opening])
    holds = Expr("indicator", (left, right), sign, at)
    return Expr("expect", (holds,), bound_sources(p, (holds,), None, (), at), at)


@opens("V", "C")
def spelled(p: Parser, at: int) -> Expr:
    """``Var(X)`` and ``Cov(X, Y)`` in sloping letters, and ``V(X)``."""
    word = next((word for word in ("Var", "Cov", "V") if stands(p, word)), "")
    if not word:
        p.refuse_unknown()
    p.place += len(word) - 1
    return covariance(p, at)


@opens("P")
def chances(p: Parser, at: int) -> Expr:
    """``P(X > a)``."""
    return probability(p, at) if stands(p, "P") else p.refuse_unknown()


def stands(p: Parser, word: str) -> bool:
    """Whether a word in sloping letters stands here, before a bracket."""
    letters = [p.peek(k) for k in range(len(word))]
    return letters == [*word] and p.peek(len(word)) in BRACKETS


def taken(p: Parser) -> None:
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
    found = [set(name.sources) for tokens, name in p.patterns if tokens == named]
    if not law:
        return set().union({"".join(named)}, *found)
    sources = set().union(*found) & {law, law.removesuffix(f"({''.join(named)})")}
    return sources or p.refuse(r"x \sim p, where p is the source of chance of x", at)


def conditions(p: Parser, *bodies: Expr) -> tuple[str, ...]:
    """Sources of the names that are held fixed, whose values must tell all that the bodies use."""
    found = [p.expected_name("a condition is a declared name")]
    while p.skip(","):
        found.append(p.expected_name("a condition is a declared name"))
    names = {node.value for node in found}
    fixed = tuple(source for name in names for source in name.sources)
    told = {source for name in names for source in name.sources if is_record(name)}
    used = set(names_in(*bodies)) - names
    hidden = {s for name in used for s in name.sources if s in fixed} - told
    if hidden:
        p.refuse(
            f"other names depend on {min(hidden)} too, of which the value of a condition may not "
            "tell the outcome; a name that does is that of its source",
            found[0].at,
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
    taken(p)
    opening = p.take(*BRACKETS)
    first = p.expression()
    pair = first, p.expression() if p.skip(",", ";") else first
    fixed = conditions(p, *pair) if p.skip(r"\mid") else ()
    p.take(BRACKETS[opening])
    return Expr("covariance", pair, bound_sources(p, pair, None, fixed, at), at)


@opens(r"\int")
def integral(p: Parser, at: int) -> Expr:
    """``\\int_{a}^{b} f \\,\\mathrm{d}x``, by a declared name, or over a box."""
    p.take()
    sides = boxes.intervals(p) or [(script(p, "_"), script(p, "^"))]
    p.integrals += len(sides)
    body = p.term()
    p.integrals -= len(sides)
    return boxes.over(p, sides, body, at)


def script(p: Parser, sign: str) -> Expr:
    """An expression above or below."""
    p.take(sign)
    return p.braced()


@opens(r"\lim")
def limit(p: Parser, at: int) -> Expr:
    """``\\lim_{x\\to a} f``, by a declared name."""
    p.take_all(r"\lim", "_", "{")
    about = p.expected_name("a limit needs a declared name here")
    p.take(r"\to")
    point = p.expression()
    p.take("}")
    return Expr("limit", (p.term(), about, point), at=at)
