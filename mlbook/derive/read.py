"""The reader: LaTeX in, tree out.

Declared names come first: at each place the longest declared name wins. What is left is a
small grammar of operators, sums, norms, functions, derivatives and relations. Whatever it does
not know it refuses, with a caret under the token.

    statement = expression (relation expression)*
    expression = [+-] term ([+-] term)*
    term = factor ([\\cdot /] factor | factor)*
    factor = primary (^{power})*
"""

import re

from .read_binders import SIGNS
from .read_functions import CLOSING, FUNCTIONS, FunctionReader
from .read_names import LEVELS, ONE
from .tree import Node, Relation, depth

FIRST_OF_READING = {
    r"\frac": "fraction", r"\tfrac": "fraction", r"\dfrac": "fraction", r"\sqrt": "root",
    r"\sum": "sum", r"\prod": "sum", r"\nabla": "gradient", r"\int": "integral", r"\lim": "limit",
    r"\binom": "binomial", r"\begin{pmatrix}": "array", r"\begin{bmatrix}": "array",
    r"\operatorname{Var}": "spread", r"\operatorname{Cov}": "spread", r"\infty": "constant",
    r"\pi": "constant", r"\begin{cases}": "cases",
}  # fmt: skip

STOPS = {")", "]", "}", r"\}", r"\rVert", r"\rvert", r"\rangle", r"\|", "|", ",", ";", ":", "&"}
STOPS |= {"", "+", "-", "/", "^", "_", "\\\\", r"\mid", r"\in", r"\to", r"\ne", r"\neq"}
STOPS |= {r"\text{s.t.}", r"\mathrm{d}", r"\end{pmatrix}", r"\end{bmatrix}", r"\end{cases}"}


class Reader(FunctionReader):
    """Reads statements and expressions."""

    def statement(self):
        """Relations of a chain ``a = b <= c``, as a list; a bare expression gives a node."""
        sides, signs = [self.problem() or self.expression()], []
        while self.peek() in SIGNS:
            signs.append(SIGNS[self.take()])
            sides.append(self.problem() or self.expression())
        if self.peek():
            self.refuse(f"cannot read {self.peek()!r} here; is it a name that is not declared?")
        if depth(*sides) > LEVELS:
            self.refuse(f"more than {LEVELS} operations stand inside each other", 0)
        if not signs:
            return sides[0]
        return [Relation(*row) for row in zip(signs, sides, sides[1:], strict=False)]

    def expression(self):
        at = self.here()
        terms = [self.signed(self.skip("-") or (self.skip("+") and False))]
        while self.peek() in {"+", "-"}:
            terms.append(self.signed(self.take() == "-"))
        return terms[0] if len(terms) == 1 else Node("add", tuple(terms), at=at)

    def signed(self, negative):
        term = self.term()
        return Node("neg", (term,), at=term.at) if negative else term

    def term(self):
        at, factors = self.here(), [self.factor()]
        while self.peek() in {"/", r"\cdot", r"\times"} or self.starts_factor():
            if self.skip("/"):
                factors = [Node("div", (self.product(factors, at), self.factor()), at=at)]
                self.refuse_more("what is below the stroke? write \\frac, or brackets")
            else:
                self.skip(r"\cdot", r"\times") or self.refuse_after_function(factors[-1])
                factors.append(self.factor())
        return self.product(factors, at)

    def refuse_more(self, message):
        """Refuses a factor that stands here with nothing before it: it could be read two ways."""
        if self.starts_factor():
            self.refuse(message)

    def refuse_after_function(self, node):
        """Refuses log a b, which some read as log(a b) and some as (log a) b."""
        if node.op in {"log", "exp", "det"} and node.value == "bare":
            self.refuse("what is the function of? write brackets around it")

    def product(self, factors, at):
        return factors[0] if len(factors) == 1 else Node("mul", tuple(factors), at=at)

    def starts_factor(self):
        """Whether what stands here multiplies what came before."""
        return self.peek() not in STOPS | set(SIGNS)

    def factor(self):
        node = self.inside(self.primary)
        while self.skip("^"):
            at = self.here()
            self.take("{")
            if self.skip(r"\top"):
                node = Node("transpose", (node,), at=at)
            else:
                power = self.inside(self.expression)
                node = self.power(node, power, at)
            self.take("}")
        return node

    def power(self, node, power, at):
        if node.op == "e":
            return Node("exp", (power,), at=at)
        if power == Node("neg", (ONE,)):
            return Node("inverse", (node,), at=at)
        return Node("pow", (node, power), at=at)

    # primaries

    def primary(self):
        at, token = self.here(), self.peek()
        named = self.name()
        if named:
            return named
        if re.fullmatch(r"[0-9]+(\.[0-9]+)?", token):
            return self.number()
        size = self.size()
        if size:
            return size
        if token in self.letters:
            return Node("var", value=self.take(), at=at)
        if token == "e" and self.peek(1) == "^":
            self.take()
            return Node("e", at=at)
        if token in FIRST_OF_READING:
            return getattr(self, FIRST_OF_READING[token])(at)
        if token == r"\mathbb" and self.peek(2) in {"E", "1"}:
            return self.expectation(at) if self.peek(2) == "E" else self.indicator(at)
        if token in {r"\max", r"\min"} and self.peek(1) == "_":
            return self.problem() or self.extremum(at)
        if token in FUNCTIONS:
            return self.applied(FUNCTIONS[self.take()], at)
        if token in CLOSING:
            return self.bracket(at)
        return self.refuse(f"cannot read {token!r}; declare it as a name" if token else "text ends")
