"""Reading what binds or varies a name: derivatives, sums over ranges and sets, problems."""

import re

from .read_names import ONE, NameReader
from .tree import Node

SIGNS = {"=": "=", r"\le": "<=", r"\leq": "<=", r"\ge": ">=", r"\geq": ">=", "<": "<", ">": ">"}
SIGNS |= {r"\approx": "~", r"\propto": "∝"}
HIGHEST = 9  # order of a derivative
PROBLEMS = {r"\arg\max", r"\arg\min", r"\max", r"\min"}


class BinderReader(NameReader):
    """Reads derivatives, sums, products, set builders and optimisation problems."""

    # derivatives

    def gradient(self, at):
        self.take()
        second = self.skip("^") and all(self.take(part) for part in "{2}")
        self.take("_")
        self.take("{")
        about = self.name() or self.refuse("a gradient needs a declared name here")
        self.take("}")
        body = self.factor()
        self.refuse_more("of what is this the derivative? write brackets around it")
        return Node("hessian" if second else "grad", (body, about), at=at)

    def partial(self, at):
        self.take("{")
        order = self.partial_order()
        body = None if self.peek() == "}" else self.term()
        self.take("}")
        self.take("{")
        about = []
        while self.skip(r"\partial"):
            bracket = self.skip("(")
            named = self.name() or self.refuse("a derivative needs a declared name here")
            if bracket:
                self.take(")")
            about += [named] * self.script_number()
        self.take("}")
        if len(about) != order:
            self.refuse(f"a derivative of order {order} by {len(about)} names", at)
        if body is None:
            body = self.factor()
            self.refuse_more("of what is this the derivative? write brackets around it")
        return Node("partial", (body, *about), at=at)

    def partial_order(self):
        self.take(r"\partial")
        return self.script_number()

    def script_number(self):
        if not self.skip("^"):
            return 1
        self.take("{")
        order = int(self.take(*map(str, range(1, HIGHEST + 1))))
        self.take("}")
        return order

    # sums, sets, problems

    def sum(self, at):
        op, letters = {r"\sum": "sum", r"\prod": "prod"}[self.take()], self.letters
        self.take("_")
        self.take("{")
        letter = self.letter()
        node = (
            self.double_sum(op, letter, at) if self.skip(",") else self.single_sum(op, letter, at)
        )
        self.letters = letters
        return node

    def single_sum(self, op, letter, at):
        domain = self.domain(letter)
        self.take("}")
        if self.skip("^"):
            self.take("{")
            domain = Node("range", (domain.args[0], self.expression()), at=at)
            self.take("}")
        elif domain.value == "open":
            domain = Node("range", (domain.args[0], self.last(letter)), at=at)
        return Node(op, (domain, self.term()), letter, at)

    def double_sum(self, op, letter, at):
        """``\\sum_{i,j}``: over all values of both letters."""
        other = self.letter()
        self.take("}")
        outer, inner = (Node("range", (ONE, self.last(part)), at=at) for part in (letter, other))
        return Node(op, (outer, Node(op, (inner, self.term()), other, at)), letter, at)

    def extremum(self, at):
        """``\\max_{j} a_j``: over all values of an index letter, or those that are named."""
        kind = self.take()[1:]
        self.take("_")
        self.take("{")
        letter = self.letter()
        domain = self.domain(letter)
        self.take("}")
        return Node("extremum", (domain, self.term()), (letter, kind), at)

    def letter(self):
        """An index letter: of a declared family, any to which limits are given, or another
        one beside a known letter, as in ``\\sum_{l\\ne c}``."""
        token = self.peek()
        if token not in self.letters:
            beside = self.letters.get(self.peek(2)) if self.peek(1) in {r"\ne", r"\neq"} else None
            if not re.fullmatch(r"[A-Za-z]'*|\\ell", token) or not (beside or self.peek(1) == "="):
                self.refuse(f"{token!r} is not an index letter of any declared name")
            self.letters = {**self.letters, token: beside}
        return self.take()

    def last(self, letter):
        """The size to which a letter runs when no upper limit is written."""
        if self.letters[letter] is None:
            self.refuse(f"{letter!r} is of no declared family, so it needs an upper limit")
        return Node("size", value=self.letters[letter], at=self.here())

    def domain(self, letter):
        at = self.here()
        if self.skip("="):
            return Node("range", (self.expression(),), "open", at)
        full = Node("range", (ONE, self.last(letter)), at=at)
        if self.skip(r"\in"):
            return self.name() or self.refuse("expected a declared subset")
        if self.skip(r"\ne", r"\neq"):
            return Node("except", (full, self.expression()), letter, at)
        if self.peek() in {"<", ">", r"\le", r"\leq", r"\ge", r"\geq"}:
            sign = SIGNS[self.take()]
            return Node("where", (full, self.expression()), (letter, sign), at)
        return full

    def builder(self):
        """``\\{ i \\mid q(x_i) = \\ell \\}``: the members of a range that satisfy a relation."""
        at = self.here()
        self.take(r"\{")
        letter = self.letter()
        self.take(r"\mid", ":")
        left, sign, right = self.condition("a set is made by a relation")
        domain = Node("range", (ONE, self.last(letter)), at=at)
        node = Node("builder", (domain, left, right), (letter, sign), at)
        self.take(r"\}")
        return node

    def problem(self):
        """``\\arg\\max_{w} f \\text{s.t.} g = 0``: read in full, so that it is well-formed."""
        if self.peek() == r"\{" and self.peek(2) in {r"\mid", ":"}:
            return self.builder()
        at, start = self.here(), self.place
        kind = "".join(self.take() for _ in range(2) if self.peek() in {r"\arg", r"\max", r"\min"})
        over_indices = len(kind) == 4 and self.peek(2) in self.letters
        if kind not in PROBLEMS or self.peek() != "_" or over_indices:
            self.place = start
            return None
        self.take("_")
        self.take("{")
        about = self.sought()
        parts, signs = [*about, self.expression()], []
        while self.skip(r"\text{s.t.}", ","):
            parts.append(self.expression())
            signs.append(SIGNS[self.take(*SIGNS)])
            parts.append(self.expression())
        return Node("optimum", tuple(parts), (kind, len(about), *signs), at)

    def sought(self):
        """The names, one or more, that a problem varies."""
        found = [self.name() or self.refuse("expected the declared name that is sought")]
        while self.skip(","):
            found.append(self.name() or self.refuse("expected a declared name"))
        self.take("}")
        return found
