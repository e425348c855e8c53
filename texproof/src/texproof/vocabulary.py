"""The names of a derivation, and the reading of texts with them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .errors import DerivationError, ReadError
from .evaluate.lengths import default_sizes
from .evaluate.world import Definition
from .expr import Expr, Relation
from .infinite import finite
from .names import OUTCOMES_OF, Name
from .read import Parser, naming, repeated
from .read.lexer import Pattern, pattern
from .shape import ShapeChecker, meant
from .spectra import is_spectrum, of_polynomial
from .subsets import free_subsets

WRITTEN = {"=": "=", "<=": "<=", ">=": ">=", "<": "<", ">": ">", "≤": "<=", "≥": ">=", "≈": "~"}
WRITTEN |= {"∝": "∝"}
SPELLED = dict.fromkeys([r"\le", r"\leq", r"\leqslant", r"\leqq"], "<=")
SPELLED |= dict.fromkeys([r"\ge", r"\geq", r"\geqslant", r"\geqq"], ">=")
SPELLED |= {r"\lt": "<", r"\gt": ">", r"\propto": "∝"}
SPELLED |= dict.fromkeys([r"\approx", r"\cong", r"\simeq"], "≈")


@dataclass
class Vocabulary:
    """Declared names, the sizes they need and the letters that index them."""

    chosen: dict[str, tuple[int, int]] = field(default_factory=dict)
    names: list[Name] = field(default_factory=list)
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)
    letters: dict[str, str | None] = field(default_factory=dict)
    patterns: list[tuple[Pattern, Name]] = field(default_factory=list)

    def declare(self, names: Iterable[Name]) -> None:
        """Adds names; raises if one is declared twice or an index letter clashes."""
        for name in names:
            self.check(name)
            self.names.append(name)
            self.letters.update(dict(name.range))
        self.sizes = default_sizes(self.names, self.chosen)
        clash = sorted(set(self.letters) & set(self.sizes))
        if clash:
            raise DerivationError(f"{clash[0]!r} is a size, so it cannot be an index letter too")
        for size in self.sizes:
            if not size.startswith(OUTCOMES_OF):
                naming.refuse_size(size, self.names, self.sizes)
        self.patterns = [(pattern(name), name) for name in self.names]

    def completed(self, definitions: Mapping[Name, Definition]) -> dict[Name, Definition]:
        """The definitions, and that of each subset that has none: it is any."""
        return {**definitions, **free_subsets(self.names, definitions)}

    def check(self, name: Name) -> None:
        """Raises DerivationError for what is no name, or clashes with a name or letter."""
        if not isinstance(name, Name):
            raise DerivationError(f"{name!r} is not a name: use scalar, vector, matrix, ...")
        if name.latex in {other.latex for other in self.names}:
            raise DerivationError(f"{name.latex} is declared twice")
        naming.refuse_lookalike(name, self.names)
        for letter, size in name.over:
            known = self.letters.get(letter, size)
            if known != size:
                raise DerivationError(
                    f"{name.latex}: {letter} runs to {known} elsewhere, so it cannot run to {size}"
                )

    def read(self, text: str) -> Expr | list[Relation]:
        """The tree, or the list of relations, that a text is; shapes are checked.

        Raises ReadError, with the place, for any text that is not read.
        """
        if not isinstance(text, str):
            raise DerivationError(f"a statement is LaTeX text, not {text!r}")
        parser = Parser(text, self.patterns, self.sizes, self.letters)
        result, check = self.summed(parser), ShapeChecker(text, self.chosen)
        for node, shape in parser.spaces:
            check.held(node, shape)
        if isinstance(result, Expr):
            check.of(result)
            return meant(check, result)
        return [self.checked(text, relation) for relation in result]

    def summed(self, parser: Parser) -> Expr | list[Relation]:
        """What a parser reads, with sums over repeated indices."""
        result, known = parser.statement(), (self.letters, parser.refuse)
        if isinstance(result, Expr):
            return repeated.summed(result, *known)
        sides = [[repeated.summed(side, *known) for side in row.sides] for row in result]
        return [Relation(row.sign, *pair) for row, pair in zip(result, sides, strict=True)]

    def checked(self, text: str, relation: Relation) -> Relation:
        """A relation whose shapes conform, with bars as what they mean there."""
        check = ShapeChecker(text, self.chosen)
        check.relation(relation)
        return Relation(relation.sign, *(meant(check, side) for side in relation.sides))

    def term(self, text: str) -> Expr:
        """The tree of a text that is an expression."""
        node = self.read(text)
        if isinstance(node, list):
            raise ReadError("expected a term without a relation", text, node[0].right.at)
        return node

    def relations(self, text: str) -> list[Relation]:
        """The relations of a text that is an equation or a chain of them."""
        found = self.read(text)
        if not isinstance(found, list):
            raise ReadError("expected an equation", text, len(text))
        return found

    def relate(self, sign: str, left: Expr, right: Expr, text: str) -> Relation:
        """A relation whose sides have one shape."""
        relation = Relation(WRITTEN[plain_sign(sign)], left, right)
        check = ShapeChecker(text, self.chosen)
        if is_spectrum(relation):
            relation = of_polynomial(relation, check.of(right.args[0]), text)
        check.relation(relation)
        return finite(relation, text)


def plain_sign(sign: str) -> str:
    """A relation as the language writes it, also where it is given in LaTeX, as ``\\le``."""
    bare = sign.strip("& ") if isinstance(sign, str) else sign
    found = SPELLED.get(bare, bare)
    if found not in WRITTEN:
        allowed = " ".join(WRITTEN)
        raise DerivationError(
            f"{sign} is no relation of the language, which has {allowed}, "
            r"also as \le, \leq, \geq"
        )
    return found
