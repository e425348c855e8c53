"""Reading brackets, norms, functions, fractions, indicators and written-out matrices."""

from fractions import Fraction

from .read_binders import SIGNS
from .read_chance import ChanceReader
from .tokens import Token, is_whole
from .tree import Node

CLOSING = {"(": ")", "[": "]", r"\{": r"\}", "{": "}", r"\lVert": r"\rVert", r"\|": r"\|"}
CLOSING |= {r"\lvert": r"\rvert", "|": "|", r"\langle": r"\rangle"}
FUNCTIONS = {r"\log": "log", r"\ln": "log", r"\exp": "exp", r"\det": "det", r"\max": "max"}
FUNCTIONS |= {r"\min": "min", r"\operatorname{tr}": "tr", r"\operatorname{sign}": "sgn"}
FUNCTIONS |= {r"\operatorname{diag}": "diag"}


class FunctionReader(ChanceReader):
    """Reads what stands in brackets, and the functions that take them."""

    def bracket(self, at):
        opening = self.take()
        inside = self.expression()
        other = self.expression() if opening == r"\langle" and self.take(",") else None
        self.take(CLOSING[opening])
        kinds = {r"\lVert": "norm", r"\|": "norm", r"\lvert": "abs", "|": "abs"}
        if other:
            return Node("inner", (inside, other), at=at)
        if opening in {"(", "[", r"\{"} and self.peek() == "_":
            return self.put(inside, at)
        kind = kinds.get(opening)
        order = self.norm_order() if kind == "norm" and self.peek() == "_" else None
        return Node(kind, (inside,), order, at) if kind else inside

    def put(self, inside, at):
        """``[f]_{x = a}``: f with a in the place of the name x."""
        self.take("_")
        self.take("{")
        about = self.name() or self.refuse("expected a declared name")
        self.take("=")
        node = Node("put", (inside, about, self.expression()), at=at)
        self.take("}")
        return node

    def norm_order(self):
        """The script of a norm: 1, 2, F or infinity."""
        self.take("_")
        self.take("{")
        order = self.take("1", "2", "F", r"\infty")
        self.take("}")
        return order if order in {"1", r"\infty"} else None

    def applied(self, op, at):
        base = self.log_base() if op == "log" and self.peek() == "_" else ()
        if self.peek() in {"(", "[", r"\{"} or op not in {"log", "exp", "det"}:
            return Node(op, (*self.arguments("(", "[", r"\{"), *base), at=at)
        return Node(op, (self.factor(), *base), "bare", at)

    def log_base(self):
        self.take("_")
        self.take("{")
        base = self.expression()
        self.take("}")
        return (base,)

    def indicator(self, at):
        """``\\mathbb{1}[a = b]``: 1 where the relation holds and 0 elsewhere."""
        for part in (r"\mathbb", "{", "1", "}", "["):
            self.take(part)
        left, sign, right = self.condition("an indicator holds a relation")
        self.take("]")
        return Node("indicator", (left, right), sign, at)

    def array(self, at):
        """A vector or matrix written out entry by entry."""
        kind = self.take()
        rows = [self.row()]
        while self.skip("\\\\"):
            rows.append(self.row())
        self.take(kind.replace("begin", "end"))
        if len({len(row) for row in rows}) > 1:
            self.refuse("the rows of a matrix are of one length", at)
        entries = tuple(entry for row in rows for entry in row)
        return Node("array", entries, (len(rows), len(rows[0])), at)

    def row(self):
        entries = [self.expression()]
        while self.skip("&"):
            entries.append(self.expression())
        return entries

    def binomial(self, at):
        self.take()
        return Node("binom", (self.group(), self.group()), at=at)

    def constant(self, at):
        return Node({r"\infty": "infinity", r"\pi": "pi"}[self.take()], at=at)

    def cases(self, at):
        """The first of some cases that holds, the last of them ``\\text{otherwise}``."""
        self.take()
        parts, signs = [self.expression()], []
        while self.skip("&") and not self.skip(r"\text{otherwise}", r"\text{else}"):
            left, sign, right = self.condition("a case holds where a relation does")
            self.take("\\\\")
            parts += [left, right, self.expression()]
            signs.append(sign)
        self.take(r"\end{cases}")
        return Node("cases", tuple(parts), tuple(signs), at)

    def condition(self, message):
        """(left, sign, right) of a relation inside a formula."""
        left = self.expression()
        sign = "!=" if self.peek() in {r"\ne", r"\neq"} else SIGNS.get(self.peek())
        if sign is None:
            self.refuse(message)
        self.take()
        return left, sign, self.expression()

    def arguments(self, *openings):
        opening = self.take(*openings)
        found = [self.expression()]
        while self.skip(",", ";"):
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
            return self.digit() or self.inside(self.primary)
        self.take("{")
        inside = self.expression()
        self.take("}")
        return inside

    def digit(self):
        token = self.peek()
        if not is_whole(token):
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
