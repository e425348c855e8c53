"""Products and powers: factors side by side, scripts, transposes, repeated indices.

The grammar in `parser` asks these functions what stands at a place. Braces that show nothing on the
page are left out only where that groups the formula as TeX sets it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import NoReturn

from ..expr import Expr, walk
from ..limits import HIGHEST_EXPONENT_OF_E, HIGHEST_EXPONENT_READ
from ..names import Size
from . import leaves
from .grammar import RELATIONS, SIGNS, STOPS, Grammar
from .layout import ACCENTS, OPENING, SCRIPTS, Token
from .leaves import ONE, size
from .lexer import is_whole
from .spellings import letters_in_fonts

# --------------------------------------------------------------------------------------------------
# Braces that show nothing, left out where what stands in them is grouped the same without them.

STEPS = {"{": 1, "}": -1, **dict.fromkeys(OPENING, 1), **dict.fromkeys(OPENING.values(), -1)}
SUMS = {"+", "-", "/", *SIGNS, ",", ";", "&", "\\\\", ""}


def unwrap_product(p: Grammar) -> None:
    """Leaves out the braces of ``\\sum_j {w_j x_j}``, among factors."""
    while inside := tokens_in_braces(p):
        loose = any(text in SUMS for text, depth in inside if not depth)
        if loose or inside[0][0] in STOPS or p.peek(len(inside) + 2) in SCRIPTS:
            return
        remove_braces(p, len(inside))


def unwrap_bracket(p: Grammar) -> None:
    """Leaves out the braces around one bracket or matrix, ``\\log{(a + b)}``."""
    while inside := tokens_in_braces(p):
        closed = [k for k, (_, depth) in enumerate(inside) if not depth]
        one = inside[0][0] in OPENING or inside[0][0].startswith(r"\begin{")
        if not one or len(closed) != 1:
            return
        remove_braces(p, len(inside))


def tokens_in_braces(p: Grammar) -> Sequence[tuple[str, int]]:
    """The tokens inside the braces that open here, each with how deep it ends; or nothing."""
    if p.peek() != "{":
        return []
    *texts, last = [token.text for token in p.tokens[p.place + 1 : p.after_group()]] or [""]
    depths, depth = list[int](), 0
    for text in texts:
        depth += STEPS.get(text, text.startswith(r"\begin{") - text.startswith(r"\end{"))
        depths.append(depth)
    closed = last == "}" and texts and not depth
    return list(zip(texts, depths, strict=True)) if closed else []


def remove_braces(p: Grammar, many: int) -> None:
    """Takes away the braces that open here, around so many tokens."""
    start = p.place
    p.tokens[start : start + many + 2] = p.tokens[start + 1 : start + many + 1]


# --------------------------------------------------------------------------------------------------
# Products of factors side by side; ``\cdot`` between two columns is told apart.


def product(
    factors: Sequence[Expr], at: int, crossed: Sequence[int] = (), dots: Sequence[int] = ()
) -> Expr:
    """The product of some factors, some after a cross or a dot; one alone is itself."""
    if len(factors) == 1:
        return factors[0]
    between = tuple(dot for dot in dots if dot < len(factors))
    if between and sum(map(is_shaped, factors)) > 1:
        # Whether a dot is an inner product is decided by the shapes.
        return Expr("dot", tuple(factors), between, at)
    return Expr("mul", tuple(factors), tuple(crossed) or None, at)


def is_shaped(node: Expr) -> bool:
    """Whether a vector or matrix occurs in a tree."""
    named = (each for each in walk(node) if each.op in {"name", "call", "array", "grad"})
    return any(each.op in {"array", "grad"} or len(each.value.shape) == 2 for each in named)


# --------------------------------------------------------------------------------------------------
# Reading what stands above: powers, inverses and transposes.

# These mean a transpose, unless a declared name begins with them.
UPRIGHT = {"T", r"\mathrm{T}", r"\mathsf{T}", r"\text{T}"}
# The conjugate transpose of a real matrix is its transpose.
UPRIGHT |= {"H", r"\mathrm{H}", r"\mathsf{H}"}


def with_exponents(p: Grammar, node: Expr, of_entry: bool) -> Expr:
    """What a prime or an exponent makes of a factor; one of an entry as TeX sets it."""
    at = p.here()
    if p.peek() == "'":
        return prime(p, node, of_entry)
    if p.peek() == "!":
        return factorial(p, node)
    is_e = node.op in {"name", "var"} and p.tokens[p.place - 1].text == "e"
    p.take("^")
    made = with_braced_exponent(p, node, at)
    if of_entry and made.op != "pow":
        p.refuse("of the entry, or an entry of the other matrix? write brackets", at)
    if is_e and made.op != "transpose" and made.args[-1].op != "num":
        p.refuse(r"e is a name here; write \exp for an exponential, or brackets for a power", at)
    p.take("}")
    return made


def with_braced_exponent(p: Grammar, node: Expr, at: int) -> Expr:
    """A pseudoinverse, transpose, inverse transpose or power; the closing brace is left."""
    inside = p.here()
    p.take("{")
    if p.peek() == "+" and p.peek(1) == "}":
        p.take()
        return Expr("pinv", (transposed_factor(p, node, at),), at=inside)
    if p.peek() == "-" and transposes(p, 1):
        p.take_all("-", p.peek(1))
        inverse = Expr("inverse", (transposed_factor(p, node, at),), at=inside)
        return Expr("transpose", (inverse,), at=inside)
    if transposes(p):
        p.take()
        return Expr("transpose", (transposed_factor(p, node, at),), at=inside)
    return power_of_factor(p, node, p.inside(p.expression), inside)


def transposes(p: Grammar, ahead: int = 0) -> bool:
    """Whether a \\top stands here or ahead, or a T that belongs to no name."""
    if p.peek(ahead) == r"\top":
        return True
    begin = {*p.sizes, *p.letters, *(parts[0] for parts, _ in p.patterns)}
    return p.peek(ahead) in UPRIGHT - begin and p.peek(ahead + 1) == "}"


def transposed_factor(p: Grammar, node: Expr, at: int) -> Expr:
    """What is transposed; a T above a number is no transpose."""
    if p.tokens[p.place - 1].text != r"\top" and is_plain_number(node):
        p.refuse("this is a number, so it has no transpose", at)
    return node


def is_plain_number(node: Expr) -> bool:
    """Whether a factor is a number, a size, a letter or the name of a number."""
    plain = node.op in {"num", "size", "var", "entry"}
    return plain or (node.op == "name" and not node.value.shape)


def factorial(p: Grammar, node: Expr) -> Expr:
    r"""``x!`` is ``\Gamma(x + 1)``."""
    at = p.here()
    p.take("!")
    if p.peek() == "!":
        p.refuse("x!! is not read", at)
    return Expr("gamma", (Expr("add", (node, leaves.ONE), at=at),), at=at)


def prime(p: Grammar, node: Expr, of_entry: bool) -> Expr:
    """``A'``, the transpose; refused where primes belong to names."""
    at = p.here()
    if of_entry or is_plain_number(node):
        p.refuse("a prime is a transpose here, and this is a number", at)
    if any("'" in name.latex for _, name in p.patterns):
        p.refuse(r"primes belong to names here; declare this one too, or write \top", at)
    p.take("'")
    return Expr("transpose", (node,), at=at)


def name_before_primes(p: Grammar) -> Expr | None:
    """A name before primes, or the first of names that share a font, as in \\mathbf{AB}."""
    return name_in_shared_font(p) or name_without_primes(p)


def name_in_shared_font(p: Grammar) -> Expr | None:
    """The first name of ``\\mathbf{AB}``, whose letters have no names of their own."""
    font, start = p.peek(), p.place
    if font not in ACCENTS or p.peek(1) != "{" or p.peek(3) == "}":
        return None
    begin = {
        str(parts[2]) for parts, _ in p.patterns if parts[:2] == [font, "{"] and len(parts) > 2
    }
    p.take()
    end = p.after_group()
    inside = p.tokens[start + 2 : end - 1]
    p.place = start
    if p.tokens[end - 1].text != "}" or not inside or inside[0].text not in begin:
        return None
    p.tokens[start:end] = letters_in_fonts(inside, font, begin)
    return leaves.declared_name(p)


def name_without_primes(p: Grammar) -> Expr | None:
    """A declared name before primes that are not its own, or None; they are of a function."""
    token, at, start = p.peek(), p.here(), list(p.tokens)
    if not re.fullmatch("[A-Za-z]'+", token):
        return None
    primes = [Token("'", at + k) for k in range(1, len(token))]
    p.tokens[p.place : p.place + 1] = [Token(token[0], at), *primes]
    best = leaves.longest_name(p)
    if best is None or (len(primes) > 1 and best[1].kind != "function"):
        p.tokens = start
        return None
    return leaves.declared_name(p)


def power_of_factor(p: Grammar, node: Expr, power: Expr, at: int) -> Expr:
    """A power, an exponential or an inverse."""
    most = HIGHEST_EXPONENT_OF_E if node.op == "e" else HIGHEST_EXPONENT_READ
    if magnitude_of(power) > most:
        p.refuse(f"an exponent is at most {most}", at)
    if node.op == "e":
        return Expr("exp", (power,), at=at)
    if power == Expr("neg", (leaves.ONE,)):
        return Expr("inverse", (node,), at=at)
    return Expr("pow", (node, power), at=at)


def magnitude_of(node: Expr) -> float:
    """About how far from 0 a written number is; 0 for what is none."""
    if node.op == "num":
        return min(float(abs(node.value)), 10.0 * HIGHEST_EXPONENT_OF_E)
    parts = [magnitude_of(part) for part in node.args]
    if node.op == "pow":
        return min(10.0 * HIGHEST_EXPONENT_OF_E, float(parts[0] ** min(parts[1], 60.0)))
    return parts[0] if node.op == "neg" else 0.0


# --------------------------------------------------------------------------------------------------
# Reading products of entries: ``A \circ B``, ``A \odot B`` and Kronecker's ``A \otimes B``.

KINDS = {r"\circ": "hadamard", r"\odot": "hadamard", r"\otimes": "kron"}
FIRST = "which product comes first? write brackets"


def is_at_entrywise_sign(p: Grammar) -> bool:
    """Whether the sign of such a product stands here, and is no name."""
    return p.peek() in KINDS and leaves.longest_name(p) is None


def join_entrywise(p: Grammar, factors: Sequence[Expr]) -> list[Expr]:
    """Factors of which the last is joined to what follows; only numbers may stand before it."""
    *before, left = factors
    if not all(map(is_plain_number, before)):
        p.refuse(FIRST)
    kind = KINDS[p.peek()]
    while is_at_entrywise_sign(p) and KINDS[p.peek()] == kind:
        at = p.here()
        p.take()
        left = Expr(kind, (left, p.factor()), at=at)
    if is_at_entrywise_sign(p) or p.peek() in {"/", r"\cdot", r"\times"} or p.starts_factor():
        p.refuse(FIRST)
    return [*before, left]


# --------------------------------------------------------------------------------------------------
# Repeated indices: a letter that stands twice in a product is summed over, where names say so.

# A letter that stands twice in one of these is summed over.
SUMMED = {"mul", "partial", "name", "entry"}
BINDERS = {"sum", "prod", "extremum", "builder"}
Found = tuple[Expr, Counter[str]]  # a tree, and how often each letter is free in a product there
Refuse = Callable[[str, int], NoReturn]


def sum_over_repeated(node: Expr, letters: Mapping[str, str | None], refuse: Refuse) -> Expr:
    """A tree with sums over the letters that stand twice in products of names that say so."""
    return bind_repeated(node, letters, refuse)[0]


def bind_repeated(node: Expr, letters: Mapping[str, str | None], refuse: Refuse) -> Found:
    """A tree with its sums, the innermost first, and the letters that are left."""
    # The value of such a node is the letter that it binds, alone or with its condition.
    if node.op in BINDERS:
        taken = node.value if isinstance(node.value, str) else node.value[0]
        letters = {letter: size for letter, size in letters.items() if letter != taken}
    pairs = [bind_repeated(part, letters, refuse) for part in node.args]
    result = replace(node, args=tuple(part for part, _ in pairs))
    if node.op == "add":
        return result, reduce(or_, (counts for _, counts in pairs))
    counts = sum((counts for _, counts in pairs), repeated_letters(node, letters))
    if node.op == "pow" and pairs[0][1]:
        refuse(f"is it summed over {min(pairs[0][1])}? write a product, or \\sum", node.at)
    for letter in sorted(letter for letter, many in counts.items() if many > 1):
        if counts[letter] > 2 or node.op not in SUMMED:
            refuse(f"{letter} stands more than twice, or in no product: write \\sum", node.at)
        domain = Expr("range", (ONE, Expr("size", value=letters[letter], at=node.at)), at=node.at)
        result = Expr("sum", (domain, result), letter, node.at)
        del counts[letter]
    return result, counts


def repeated_letters(node: Expr, letters: Collection[str]) -> Counter[str]:
    """The letters that are indices of a name of which repeated ones are summed."""
    if node.op not in {"name", "entry"} or "summed" not in node.value.written:
        return Counter()
    return Counter(part.value for part in node.args if part.op == "var" and part.value in letters)


# --------------------------------------------------------------------------------------------------
# Reading what is said of a shape, which is checked: ``X^\top y \in \mathbb{R}^{d \times 1}``.

REALS = (r"\mathbb", "{", "R", "}")


def term_in_space(p: Grammar, node: Expr) -> Expr:
    r"""A term, behind which ``\in \mathbb{R}^{n}`` may stand."""
    if p.skip(r"\in"):
        sides = space(p)
        p.spaces.append((node, sides if len(sides) != 1 else (*sides, 1)))
    return node


def space(p: Grammar) -> tuple[Size, ...]:
    r"""The sides of ``\mathbb{R}``, ``\mathbb{R}^{n}`` or ``\mathbb{R}^{n \times d}``."""
    p.take_all(*REALS)
    if not p.skip("^"):
        return ()
    p.take("{")
    sides = [side(p)]
    if p.skip(r"\times"):
        sides.append(side(p))
    p.take("}")
    return tuple(sides)


def side(p: Grammar) -> Size:
    """A whole number, a size, or a sum such as 1 + d, as shapes have it."""
    parts = [summand(p)]
    while p.skip("+"):
        parts.append(summand(p))
    return parts[0] if len(parts) == 1 else " + ".join(map(str, parts))


def summand(p: Grammar) -> Size:
    """A whole number or the name of a size."""
    if is_whole(p.peek()):
        return int(p.take())
    named = size(p) or p.refuse("a side of a space is a whole number or a size")
    return str(named.value)


# --------------------------------------------------------------------------------------------------
# Whether a d ends what is integrated, which it may where it is a name too.


def is_at_differential(p: Grammar) -> bool:
    """Whether what stands here is the d of an integral that is being read.

    Where d is a name, it is if no more stands from it on than the differentials that are open.
    """
    if not p.integrals or p.peek() != "d":
        return False
    if not leaves.has_meaning(p, "d"):
        return True
    start, many = p.place, 0
    while p.skip("d") and leaves.declared_name(p) is not None:
        many += 1
    ends = p.peek() in STOPS | set(RELATIONS)
    p.place = start
    return ends and 1 <= many <= p.integrals
