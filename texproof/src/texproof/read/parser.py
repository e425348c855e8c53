r"""The grammar of formulas: operators, and a table of what opens with which token.

    statement = expression (relation expression)*
    expression = [+-] term ([+-] term)*
    term = factor ([\cdot /] factor | factor)*
    factor = primary (^{power})*
    primary = name | number | size | index letter | what a token of `PRIMARIES` opens

Declared names come first: at each place the longest declared name wins. Whatever the grammar does
not know it refuses, with a caret under the token. The functions that read what a token opens are
entered in `PRIMARIES` by the modules beside this one, with the decorator `opens`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from ..expr import Expr, Relation, depth, free_letters, union
from ..limits import MOST_LEVELS
from ..names import Name, Shape
from . import algebra, ellipses, leaves
from .algebra import product
from .grammar import CROSSES, DOT, RELATIONS, SIGNS, STOPS, TIMES, Grammar
from .lexer import Pattern, is_number

FRACTIONS = {r"\frac", r"\tfrac", r"\dfrac"}

# --------------------------------------------------------------------------------------------------
# The tables of what opens with which token.

Reading = Callable[["Parser", int], Expr]  # reads what a token opens, whose place is given
Problem = Callable[["Parser"], "Expr | None"]
PRIMARIES: dict[str, Reading] = {}
PROBLEMS: list[Problem] = []


def opens(*tokens: str) -> Callable[[Reading], Reading]:
    """Enters a function in the table, as the reader of what these tokens open."""

    def enter(read: Reading) -> Reading:
        PRIMARIES.update(dict.fromkeys(tokens, read))
        return read

    return enter


# --------------------------------------------------------------------------------------------------
# The parser.

ONE = leaves.ONE


class Parser(Grammar):
    """A text that is being read, with the words that may occur in it.

    patterns: (tokens, name) of each declared name; sizes: names of sizes; letters: index letters
    with the size that each runs to, or None if it runs to a written limit only.
    """

    def __init__(
        self,
        text: str,
        patterns: Sequence[tuple[Pattern, Name]],
        sizes: Mapping[str, tuple[int, int]],
        letters: Mapping[str, str | None],
    ) -> None:
        super().__init__(text)
        self.patterns, self.sizes, self.letters = patterns, sizes, letters
        self.bound: set[str] = set()  # letters that a sum around this place binds
        self.taken: dict[str, int] = {}  # letters that a sum without limits binds, and its place
        self.spaces: list[tuple[Expr, Shape]] = []  # terms, each with the shape that is said of it
        # How many integrals are being read; each of them ends with its dx.
        self.integrals = 0
        self.bare = -1, ""  # where a function without brackets ended, and what to ask there

    def statement(self) -> Expr | list[Relation]:
        """Relations of a chain ``a = b <= c``, as a list; a bare expression gives a tree."""
        sides, signs = [self.side()], []
        while self.peek() in RELATIONS:
            signs.append(RELATIONS[self.take()])
            sides.append(self.side())
        if self.peek():
            self.refuse(f"cannot read {self.peek()!r} here; is it a name that is not declared?")
        if depth(*sides) > MOST_LEVELS:
            self.refuse(f"more than {MOST_LEVELS} operations are nested", 0)
        for letter in union(map(free_letters, sides)) & {*self.taken}:
            self.refuse(rf"{letter} is free elsewhere; write \sum_{letter}", self.taken[letter])
        if not signs:
            return sides[0]
        return [Relation(*row) for row in zip(signs, sides, sides[1:], strict=False)]

    def side(self) -> Expr:
        """A problem, a set, or an expression, also with the space that holds it."""
        return self.problem() or algebra.term_in_space(self, self.expression())

    def problem(self) -> Expr | None:
        """A problem or a set that stands here, or None."""
        return next(filter(None, (read(self) for read in PROBLEMS)), None)

    def expression(self) -> Expr:
        """Terms with their signs, up to the next token that no sum holds."""
        at = self.here()
        terms = [self.signed(self.skip("-") or (self.skip("+") and False))]
        while self.peek() in {"+", "-"}:
            terms = ellipses.sum_with_dots(self, terms)
        return terms[0] if len(terms) == 1 else Expr("add", tuple(terms), at=at)

    def signed(self, negative: bool) -> Expr:
        """A term, with a minus before it."""
        term = self.term()
        return Expr("neg", (term,), at=term.at) if negative else term

    def term(self) -> Expr:
        """Factors side by side, up to the next + or -."""
        algebra.unwrap_product(self)
        at, factors = self.here(), [self.factor()]
        crossed: tuple[int, ...] = ()
        dots: tuple[int, ...] = ()
        while self.peek() in {"/", *TIMES, ellipses.DOTS} or self.starts_factor():
            self.refuse_bare()
            algebra.unwrap_product(self)
            if ellipses.is_at_dots(self):
                factors = ellipses.product_with_dots(self, factors)
            elif algebra.is_at_entrywise_sign(self):
                factors = algebra.join_entrywise(self, factors)
            elif self.skip("/"):
                factors = [Expr("div", (product(factors, at, crossed), self.factor()), at=at)]
                crossed = dots = ()
                self.refuse_more("what belongs to the denominator? write \\frac, or brackets")
            else:
                crossed += (len(factors),) if self.peek() in CROSSES else ()
                dots += (len(factors),) if self.peek() == DOT else ()
                apart = self.skip(*TIMES)
                if not apart:
                    self.refuse_digits()
                is_bare = not apart and self.peek() in FRACTIONS
                factors.append(self.factor())
                if is_bare:
                    self.refuse_mixed(*factors[-2:])
        return product(factors, at, crossed, dots)

    def refuse_more(self, message: str) -> None:
        """Refuses a factor with nothing before it: it could be read two ways."""
        if self.starts_factor():
            self.refuse(message)

    def refuse_bare(self) -> None:
        """Refuses log a b and log a/b: to some of log a, to some of all that follows."""
        place, message = self.bare
        if self.place == place and self.peek() not in TIMES:
            self.refuse(message)

    def refuse_digits(self) -> None:
        """Refuses two numbers side by side, which TeX sets as one."""
        if is_number(self.peek()) and is_number(self.tokens[self.place - 1].text):
            self.refuse(r"two numbers side by side are set as one; write \cdot between them")

    def refuse_mixed(self, whole: Expr, fraction: Expr) -> None:
        """Refuses a number before a fraction of numbers, which is read as their sum elsewhere."""
        numbers = fraction.op == "div" and {part.op for part in fraction.args} == {"num"}
        if whole.op == "num" and numbers:
            self.refuse(r"a sum or a product? write + or \cdot before the fraction", fraction.at)

    def starts_factor(self) -> bool:
        """Whether what stands here multiplies what came before."""
        return not algebra.is_at_differential(self) and self.peek() not in STOPS | set(SIGNS)

    def factor(self) -> Expr:
        """A primary with its powers."""
        algebra.unwrap_bracket(self)
        node = self.inside(self.primary)
        while self.peek() in {"^", "'", "!"}:
            of_entry = node.op == "entry" and self.tokens[self.place - 1].text == "}"
            node = algebra.with_exponents(self, node, of_entry)
        return node

    def primary(self) -> Expr:
        """A name, a number, a size, an index letter, or what a token opens."""
        at, token = self.here(), self.peek()
        known = (
            leaves.declared_name(self) or algebra.name_before_primes(self) or self.number_or_size()
        )
        if known:
            return known
        if token in self.letters:
            return Expr("var", value=self.take(), at=at)
        if token in PRIMARIES:
            return PRIMARIES[token](self, at)
        return self.refuse_unknown()

    def refuse_unknown(self) -> NoReturn:
        """Refuses the token that stands here."""
        token = self.peek()
        message = f"cannot read {token!r}; declare it as a name{leaves.family_hint(self, token)}"
        self.refuse(message if token else "the text ends too early")

    def number_or_size(self) -> Expr | None:
        """A number or a size that stands here, or None."""
        return self.number() if is_number(self.peek()) else leaves.size(self)

    # ----------------------------------------------------------------------------------------------
    # Pieces that many readings share.

    def braced(self) -> Expr:
        """``{...}`` around an expression."""
        self.take("{")
        node = self.expression()
        self.take("}")
        return node

    def expected_name(self, message: str) -> Expr:
        """The declared name that must stand here."""
        return leaves.declared_name(self) or self.refuse(message)

    def condition(self, message: str) -> tuple[Expr, str, Expr]:
        """(left, sign, right) of a relation inside a formula."""
        left = self.expression()
        sign = RELATIONS.get(self.peek())
        if sign is None:
            self.refuse(message)
        self.take()
        return left, sign, self.expression()

    def arguments(self, closing: Mapping[str, str], *more: str) -> tuple[Expr, ...]:
        """Expressions between brackets, with commas or more signs between them."""
        opening = self.take(*closing)
        result = [self.expression()]
        while self.skip(",", ";", *more):
            result.append(self.expression())
        self.take(closing[opening])
        return tuple(result)
