"""The leaves of a formula: declared names, entries of matrices, indices, calls of functions.

The longest declared name that stands at a place wins. If two names fit equally well, the text is
refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from ..expr import Expr
from ..names import ARGUMENT, Name, outcomes
from .grammar import Grammar
from .layout import ACCENTS, Token
from .lexer import Pattern, is_whole, tokens
from .spellings import exchange_scripts

# --------------------------------------------------------------------------------------------------
# Which declared name stands at a place: the longest one wins, in either order of its scripts.

Rank = tuple[int, int, int]
Reading = tuple[Rank, Name, tuple[Expr, ...]]


def longest_name(p: Grammar) -> Reading | None:
    """(rank, name, indices) of the declared name that takes most tokens; nothing is taken.

    Of two scripts either may come first, since TeX sets both alike.
    """
    best, tokens = longest_name_as_written(p), p.tokens
    other = tokens_with_scripts_exchanged(p)
    if other is None:
        return best
    p.tokens, lower = other, other[p.place + script_place(p)].text == "_"
    better = longest_name_as_written(p)
    if better and (best is None or (better[0], lower) > (best[0], not lower)):
        return better
    p.tokens = tokens
    return best


def tokens_with_scripts_exchanged(p: Grammar) -> list[Token] | None:
    """All tokens, with the two scripts of the sign that stands here in the other order, or None."""
    at = p.place + script_place(p)
    sign = p.tokens[at].text if at < len(p.tokens) else ""
    swapped = (
        exchange_scripts(p.tokens, at, {"^": "_", "_": "^"}[sign]) if sign in {"^", "_"} else None
    )
    return [*p.tokens[:at], *swapped[1], *p.tokens[at + swapped[0] :]] if swapped else None


def script_place(p: Grammar) -> int:
    """How many tokens the sign that stands here takes, before its scripts."""
    ahead = 0
    while p.peek(ahead) in ACCENTS and p.peek(ahead + 1) == "{":
        ahead += 2
    opened = ahead // 2
    return ahead + 1 + opened if all(p.peek(ahead + k) == "}" for k in range(1, opened + 1)) else 0


def longest_name_as_written(p: Grammar) -> Reading | None:
    """The declared name that takes most of the tokens as they stand."""
    start, readings = p.place, list[Reading]()
    for parts, name in p.patterns:
        p.place = start
        holes = match_name(p, parts, name.letters)
        if holes is not None:
            readings.append(
                ((p.place, count_fitting_indices(p, name, holes), -len(name.over)), name, holes)
            )
    p.place = start
    if not readings:
        return None
    best = max(readings, key=lambda reading: reading[0])  # the first of them, if there are more
    refuse_tie(p, [name for rank, name, _ in readings if rank == best[0]])
    return best


def without_names(name: Name) -> Name:
    """What a name stands for, whatever it and its letters are called."""
    over = tuple(("", size) for _, size in name.over)
    return replace(name, latex="", meaning="", over=over)


def refuse_tie(p: Grammar, names: Sequence[Name]) -> None:
    """Refuses x_1 where families over i and over j are called x_i and x_j."""
    if len(set(map(without_names, names))) > 1:
        p.refuse(f"{' or '.join(name.latex for name in names)}? the index does not tell them apart")


def count_fitting_indices(p: Grammar, name: Name, holes: Sequence[Expr]) -> int:
    """How many indices are letters that run to the size that the family runs to."""
    runs = zip(holes, name.over, strict=False)
    return sum(hole.op == "var" and p.letters.get(hole.value) == size for hole, (_, size) in runs)


def match_name(p: Grammar, parts: Pattern, letters: Sequence[str]) -> tuple[Expr, ...] | None:
    """The indices of a name whose tokens stand here, or None if they do not."""
    holes: dict[str, Expr] = {}
    for part in parts:
        if isinstance(part, tuple):
            inside = index_expression(p)
            if inside is None or holes.setdefault(part[0], inside) != inside:
                return None
        elif not p.skip(part):
            return None
    return tuple(holes[letter] for letter in letters)


def has_meaning(p: Grammar, token: str) -> bool:
    """Whether a token is a size or an index letter, or a declared name begins with it."""
    begins = any(parts[0] == token for parts, _ in p.patterns)
    return begins or token in p.sizes or token in p.letters


def size(p: Grammar) -> Expr | None:
    """A size that stands here, or None; its name may take several tokens."""
    at, start = p.here(), p.place
    for name in sorted(p.sizes, key=len, reverse=True):
        if all(p.skip(part.text) for part in tokens(name)):
            return Expr("size", value=name, at=at)
        p.place = start
    return None


def index_expression(p: Grammar) -> Expr | None:
    """Sum of index letters, sizes and whole numbers, or None if none stands here."""
    at, atom = p.here(), index_atom(p)
    if atom is None:
        return None
    terms = [atom]
    while p.peek() in {"+", "-"}:
        start, negative = p.place, p.take() == "-"
        atom = index_atom(p)
        if atom is None:
            p.place = start
            break
        terms.append(Expr("neg", (atom,), at=at) if negative else atom)
    return terms[0] if len(terms) == 1 else Expr("add", tuple(terms), at=at)


def index_atom(p: Grammar) -> Expr | None:
    """A whole number, an index letter, a size or the name of an index, or None."""
    return p.inside(lambda: next(filter(None, (read(p) for read in INDEX_ATOMS)), None))


def whole_number(p: Grammar) -> Expr | None:
    """A whole number that stands here, or None."""
    return p.number() if is_whole(p.peek()) else None


def letter(p: Grammar) -> Expr | None:
    """An index letter that stands here, or None."""
    at = p.here()
    return Expr("var", value=p.take(), at=at) if p.peek() in p.letters else None


def index_name(p: Grammar) -> Expr | None:
    """The declared name of an index that stands here, or None."""
    at, start = p.here(), p.place
    for parts, name in p.patterns:
        if name.kind == "index" and parts[0] == p.peek():
            holes = match_name(p, parts, name.letters)
            if holes is not None:
                return Expr("name", holes, name, at)
            p.place = start
    return None


INDEX_ATOMS: list[Callable[[Grammar], Expr | None]] = [whole_number, letter, size, index_name]


# --------------------------------------------------------------------------------------------------
# Reading declared names, the entries of matrices, and functions with their arguments.

ONE = Expr("num", value=Fraction(1))
BOLD = (r"\mathbf", r"\boldsymbol", r"\vec")

__all__ = [
    "ONE",
    "declared_name",
    "family_hint",
    "has_meaning",
    "index_expression",
    "longest_name",
    "size",
    "without_names",
]


def declared_name(p: Grammar) -> Expr | None:
    """The longest declared name that stands here, with its indices, or None."""
    at, best = p.here(), longest_name(p)
    if best is None:
        return plain_entry(p)
    (p.place, *_), name, holes = best
    if name.kind == "function":
        return call_or_derivative(p, name, at)
    hidden = tuple(Expr("var", value=letter) for letter, _ in map(outcomes, name.sources))
    node = Expr("name", (*holes, *hidden), name, at)
    return entry(p, node) if p.peek() == "_" and len(name.shape) == 2 else node


def plain_entry(p: Grammar) -> Expr | None:
    r"""``x_j`` of ``\mathbf{x}`` and ``a_{ij}`` of A, where x and a mean nothing by themselves."""
    at, letter = p.here(), p.peek()
    if p.peek(1) != "_" or has_meaning(p, letter):
        return None
    owners = [name for parts, name in p.patterns if owns_entries(parts, name, letter)]
    if len(owners) != 1:
        return None
    p.take()
    return entry(p, Expr("name", (), owners[0], at))


def owns_entries(parts: Pattern, name: Name, letter: str) -> bool:
    """Whether a letter with indices is an entry of what is set bold, or as a capital."""
    if name.over or name.sources or name.kind not in {"vector", "matrix"}:
        return False
    letters = {letter, letter.upper()} if name.shape[1] != 1 and len(letter) == 1 else {letter}
    bold = [[font, "{", each, "}"] for font in BOLD for each in letters]
    return parts in [*bold, *([each] for each in letters - {letter})]


def call_or_derivative(p: Grammar, name: Name, at: int) -> Expr:
    """A function with its arguments, or its derivative, ``f'(x)``, where that is taken."""
    order = 0
    while p.skip("'"):
        order += 1
    given = p.arguments({"(": ")"}, r"\mid")
    if not order:
        return Expr("call", given, name, at)
    if name.takes != ((),):
        p.refuse(f"a prime is for a function of one number; write \\partial for {name.latex}", at)
    moved = Expr("name", (), ARGUMENT, at)
    slope = Expr("partial", (Expr("call", (moved,), name, at), *[moved] * order), at=at)
    return Expr("substitute", (slope, moved, *given), at=at)


def entry(p: Grammar, node: Expr) -> Expr:
    """An entry of a vector or matrix: ``x_j``, ``A_{ij}``, ``A_{1, 12}``."""
    at, name = p.here(), node.value
    p.take_all("_", "{")
    wanted = 1 if name.shape[1] == 1 else 2
    if wanted == 2:
        split_digits(p)
    result = [index_expression(p) or p.refuse(f"expected an index, {index_hint(p)}")]
    while p.peek() != "}":
        p.skip(",")
        result.append(index_expression(p) or p.refuse(f"expected an index, {index_hint(p)}"))
    p.take("}")
    if len(result) != wanted:
        p.refuse(f"{name.latex} takes {wanted} index, {len(result)} given", at)
    return Expr("entry", (node, *result), name, at)


def split_digits(p: Grammar) -> None:
    """A_{12} is the entry in row 1 and column 2; larger indices take a comma."""
    token = p.peek()
    if is_whole(token) and len(token) == 2 and p.peek(1) == "}":
        parts = [Token(digit, p.here() + i) for i, digit in enumerate(token)]
        p.tokens[p.place : p.place + 1] = parts


def index_hint(p: Grammar) -> str:
    """What an index may be, and how a letter becomes one."""
    letters = ", ".join(sorted(letter for letter in p.letters if " " not in letter)) or "none yet"
    return (
        f"a whole number, a size or an index letter (here: {letters}); "
        "a letter becomes one by a name with over={letter: size}"
    )


def family_hint(p: Grammar, token: str) -> str:
    """What to say of a token with which the name of a family begins; nothing of another one."""
    families = [name.latex for parts, name in p.patterns if name.over and parts[0] == token]
    return f", or write {' or '.join(families)} with {index_hint(p)}" if families else ""
