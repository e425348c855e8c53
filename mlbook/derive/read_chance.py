"""Reading expectations, variances, covariances, integrals and limits."""

from .read_binders import BinderReader
from .tree import Node, free_letters


class ChanceReader(BinderReader):
    """Reads what binds the outcomes of random names, or the variable of an integral or limit."""

    def expectation(self, at):
        """``\\mathbb{E}[X]``, ``\\mathbb{E}[X \\mid Y]``, ``\\mathbb{E}_{S}[X]`` by a source."""
        for part in (r"\mathbb", "{", "E", "}"):
            self.take(part)
        named = self.source() if self.peek() == "_" else None
        opening = self.take("[", "(", r"\{")
        body = self.expression()
        fixed = self.conditions() if self.skip(r"\mid") else ()
        self.take({"[": "]", "(": ")", r"\{": r"\}"}[opening])
        return Node("expect", (body,), self.bound_sources((body,), named, fixed, at), at)

    def source(self):
        """The text of a script, which is the name of a source of chance."""
        self.take("_")
        self.take("{")
        parts, depth = [], 1
        while depth:
            part = self.take()
            depth += {"{": 1, "}": -1}.get(part, 0)
            parts.append(part)
        return "".join(parts[:-1])

    def conditions(self):
        """Sources of the names that are held fixed."""
        found = [self.name() or self.refuse("a condition is a declared name")]
        while self.skip(","):
            found.append(self.name() or self.refuse("a condition is a declared name"))
        return tuple(source for node in found for source in node.value.sources)

    def bound_sources(self, bodies, named, fixed, at):
        """The sources that an expectation runs over; at least one is needed."""
        letters = frozenset().union(*map(free_letters, bodies))
        sources = dict.fromkeys(s for _, name in self.patterns for s in name.sources)
        loose = [s for s in sources if f"outcome of {s}" in letters and s not in fixed]
        if named is not None:
            loose = [s for s in loose if s.replace(" ", "") == named]
        if not loose:
            self.refuse("nothing random is left to average here", at)
        return tuple(loose)

    def spread(self, at):
        """``\\operatorname{Var}(X \\mid Z)`` and ``\\operatorname{Cov}(X, Y)``."""
        self.take()
        opening = self.take("(", "[")
        first = self.expression()
        pair = first, self.expression() if self.skip(",", ";") else first
        fixed = self.conditions() if self.skip(r"\mid") else ()
        self.take({"(": ")", "[": "]"}[opening])
        return Node("covariance", pair, self.bound_sources(pair, None, fixed, at), at)

    def integral(self, at):
        """``\\int_{a}^{b} f \\,\\mathrm{d}x``, by a declared name."""
        self.take()
        low, high = self.script("_"), self.script("^")
        body = self.term()
        self.take(r"\mathrm{d}")
        about = self.name() or self.refuse("an integral needs a declared name here")
        return Node("integral", (body, low, high, about), at=at)

    def script(self, sign):
        self.take(sign)
        self.take("{")
        inside = self.expression()
        self.take("}")
        return inside

    def limit(self, at):
        """``\\lim_{x\\to a} f``, by a declared name."""
        self.take()
        self.take("_")
        self.take("{")
        about = self.name() or self.refuse("a limit needs a declared name here")
        self.take(r"\to")
        point = self.expression()
        self.take("}")
        return Node("limit", (self.term(), about, point), at=at)
