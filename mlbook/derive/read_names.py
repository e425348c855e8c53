"""Reading names: the longest declared name wins, and its indices are whole numbers."""

from fractions import Fraction

from .names import outcomes
from .tokens import Stream, Token, is_whole, tokens
from .tree import Node

ONE = Node("num", value=Fraction(1))
LEVELS = 40  # that may stand inside each other; the chapters have 12, and Python's stack holds 100
DIGITS = 100  # of a number


class NameReader(Stream):
    """Reads declared names, entries of vectors and matrices, and index expressions.

    patterns: (tokens, name) of each declared name; sizes: names of sizes; letters: index letters
    with the size that each runs to.
    """

    def __init__(self, text, patterns, sizes, letters):
        super().__init__(text)
        self.patterns, self.sizes, self.letters = patterns, sizes, letters
        self.level = 0

    def inside(self, read):
        """What a method reads, one level below what is being read."""
        self.level += 1
        if self.level > LEVELS:
            self.refuse(f"more than {LEVELS} levels stand inside each other")
        node = read()
        self.level -= 1
        return node

    def number(self):
        """The number that stands here."""
        at, token = self.here(), self.peek()
        if len(token) > DIGITS:
            self.refuse(f"a number has at most {DIGITS} digits")
        return Node("num", value=Fraction(self.take()), at=at)

    def name(self):
        """The longest declared name that stands here, with its indices, or None."""
        at, start, best = self.here(), self.place, None
        for parts, name in self.patterns:
            self.place = start
            holes = self.match(parts, name.letters)
            rank = (self.place, self.fits(name, holes), -len(name.over))
            if holes is not None and (best is None or rank > best[0]):
                best = rank, name, holes
        self.place = start
        if best is None:
            return None
        (self.place, *_), name, holes = best
        if name.kind == "function":
            return Node("call", self.arguments("("), name, at)
        hidden = tuple(Node("var", value=letter) for letter, _ in map(outcomes, name.sources))
        node = Node("name", (*holes, *hidden), name, at)
        return self.entry(node) if self.peek() == "_" and len(name.shape) == 2 else node

    def fits(self, name, holes):
        """How many indices are letters that run to the size that the family runs to."""
        runs = zip(holes or (), name.over, strict=False)
        return sum(
            hole.op == "var" and self.letters.get(hole.value) == size for hole, (_, size) in runs
        )

    def size(self):
        """A size that stands here, or None; its name may take several tokens."""
        at, start = self.here(), self.place
        for size in sorted(self.sizes, key=len, reverse=True):
            if all(self.skip(part.text) for part in tokens(size)):
                return Node("size", value=size, at=at)
            self.place = start
        return None

    def match(self, parts, letters):
        holes = {}
        for part in parts:
            if isinstance(part, tuple):
                inside = self.index_expression()
                if inside is None or holes.setdefault(part[0], inside) != inside:
                    return None
            elif not self.skip(part):
                return None
        return tuple(holes[letter] for letter in letters)

    def entry(self, node):
        at = self.here()
        self.take("_")
        self.take("{")
        wanted = 1 if node.value.shape[1] == 1 else 2
        if wanted == 2:
            self.split_digits()
        found = [self.index_expression() or self.refuse("expected an index")]
        while self.peek() != "}":
            self.skip(",")
            found.append(self.index_expression() or self.refuse("expected an index"))
        self.take("}")
        if len(found) != wanted:
            self.refuse(f"{node.value.latex} takes {wanted} index, {len(found)} given", at)
        return Node("entry", (node, *found), node.value, at)

    def split_digits(self):
        """A_{12} is the entry in row 1 and column 2; larger indices take a comma."""
        token = self.peek()
        if is_whole(token) and len(token) == 2 and self.peek(1) == "}":
            parts = [Token(digit, self.here() + i) for i, digit in enumerate(token)]
            self.tokens[self.place : self.place + 1] = parts

    def index_expression(self):
        """Sum of index letters, sizes and whole numbers, or None if none stands here."""
        at, terms = self.here(), [self.inside(self.index_atom)]
        while terms[0] and self.peek() in {"+", "-"}:
            start, negative = self.place, self.take() == "-"
            atom = self.inside(self.index_atom)
            if atom is None:
                self.place = start
                break
            terms.append(Node("neg", (atom,), at=at) if negative else atom)
        return terms[0] if len(terms) == 1 else Node("add", tuple(terms), at=at)

    def index_atom(self):
        at, token = self.here(), self.peek()
        if is_whole(token):
            return self.number()
        if token in self.letters:
            return Node("var", value=self.take(), at=at)
        size = self.size()
        if size:
            return size
        for parts, name in self.patterns:
            if name.kind == "index" and parts[0] == token:
                start = self.place
                holes = self.match(parts, name.letters)
                if holes is not None:
                    return Node("name", holes, name, at)
                self.place = start
        return None
