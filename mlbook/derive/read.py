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
from fractions import Fraction

from .read_binders import SIGNS, BinderReader
from .read_names import ONE
from .tokens import Token
from .tree import Node, Relation

CLOSING = {"(": ")", "[": "]", r"\{": r"\}", "{": "}", r"\lVert": r"\rVert", r"\|": r"\|"}
CLOSING |= {r"\lvert": r"\rvert", "|": "|", r"\langle": r"\rangle"}
FUNCTIONS = {r"\log": "log", r"\ln": "log", r"\exp": "exp", r"\det": "det", r"\max": "max"}
FUNCTIONS |= {r"\min": "min", r"\operatorname{tr}": "tr"}


class Reader(BinderReader):
    """Reads statements and expressions."""

    def statement(self):
        """Relations of a chain ``a = b <= c``, as a list; a bare expression gives a node."""
        sides, signs = [self.expression()], []
        while self.peek() in SIGNS:
            signs.append(SIGNS[self.take()])
            sides.append(self.problem() or self.expression())
        if self.peek():
            self.refuse(f"cannot read {self.peek()!r} here; is it a name that is not declared?")
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
        while self.peek() == "/" or self.skip(r"\cdot", r"\times") or self.starts_factor():
            if self.skip("/"):
                factors = [Node("div", (self.product(factors, at), self.factor()), at=at)]
            else:
                factors.append(self.factor())
        return self.product(factors, at)

    def product(self, factors, at):
        return factors[0] if len(factors) == 1 else Node("mul", tuple(factors), at=at)

    def starts_factor(self):
        token = self.peek()
        closing = {")", "]", "}", r"\}", r"\rVert", r"\rvert", r"\rangle", r"\|", "|", ",", r"\mid"}
        stops = closing | set(SIGNS) | {"", "+", "-", "^", "_", r"\text{s.t.}", ":", r"\in"}
        return token not in stops

    def factor(self):
        node = self.primary()
        while self.skip("^"):
            at = self.here()
            self.take("{")
            if self.skip(r"\top"):
                node = Node("transpose", (node,), at=at)
            else:
                power = self.expression()
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
        if re.fullmatch(r"\d+(\.\d+)?", token):
            return Node("num", value=Fraction(self.take()), at=at)
        if token in self.sizes:
            return Node("size", value=self.take(), at=at)
        if token in self.letters:
            return Node("var", value=self.take(), at=at)
        if token == "e" and self.peek(1) == "^":
            self.take()
            return Node("e", at=at)
        read = {
            r"\frac": self.fraction, r"\tfrac": self.fraction, r"\dfrac": self.fraction,
            r"\sqrt": self.root, r"\sum": self.sum, r"\prod": self.sum, r"\nabla": self.gradient,
        }.get(token)  # fmt: skip
        if read:
            return read(at)
        if token in FUNCTIONS:
            return self.applied(FUNCTIONS[self.take()], at)
        if token in CLOSING:
            return self.bracket(at)
        return self.refuse(f"cannot read {token!r}; declare it as a name" if token else "text ends")

    def bracket(self, at):
        opening = self.take()
        inside = self.expression()
        other = self.expression() if opening == r"\langle" and self.take(",") else None
        self.take(CLOSING[opening])
        kinds = {r"\lVert": "norm", r"\|": "norm", r"\lvert": "abs", "|": "abs"}
        if other:
            return Node("inner", (inside, other), at=at)
        return Node(kinds[opening], (inside,), at=at) if opening in kinds else inside

    def applied(self, op, at):
        if self.peek() in {"(", "[", r"\{"} or op in {"tr", "max", "min"}:
            return Node(op, self.arguments("(", "[", r"\{"), at=at)
        return Node(op, (self.factor(),), at=at)

    def arguments(self, *openings):
        opening = self.take(*openings)
        found = [self.expression()]
        while self.skip(","):
            found.append(self.expression())
        self.take(CLOSING[opening])
        return tuple(found)

    def fraction(self, at):
        self.take()
        if self.peek() == "{" and self.peek(1) == r"\partial":
            return self.partial(at)
        return Node("div", (self.group(), self.group()), at=at)

    def group(self):
        """``{...}``, or the one digit that TeX takes: ``\\frac12`` is read digit by digit."""
        if self.peek() != "{":
            return self.digit() or self.primary()
        self.take("{")
        inside = self.expression()
        self.take("}")
        return inside

    def digit(self):
        token = self.peek()
        if not token.isdigit():
            return None
        at = self.here()
        if len(token) > 1:
            self.tokens[self.place] = Token(token[1:], at + 1)
        else:
            self.take()
        return Node("num", value=Fraction(token[0]), at=at)

    def root(self, at):
        self.take()
        return Node("sqrt", (self.group(),), at=at)
