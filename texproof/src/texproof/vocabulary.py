"""The vocabulary of a derivation: its names and definitions, with which texts are read.

A vocabulary knows which names are in force, turns a text into a tree and has the shapes checked. It
also knows three kinds of statement that are settled before anything is evaluated: bounds that are
infinite, the eigenvalues of a matrix, and subsets that may be any. It uses `read`, `shape` and the
definitions of `evaluate`, and it decides nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from .errors import DerivationError, ReadError
from .evaluate.sizes import default_lengths, default_sizes
from .expr import Definition, Expr, Relation, walk
from .names import OUTCOMES_OF, Name, Shape
from .read import Parser, algebra, symbols
from .read.lexer import Pattern, pattern
from .shape import ShapeChecker, resolve_bars

# --------------------------------------------------------------------------------------------------
# Bounds that are infinite: ``-\infty \le a`` and ``a < \infty`` say that a is a number.

OF_CHANCE = {"expect", "covariance"}
ORDERS = {"<", "<=", ">", ">="}


def replace_infinity(relation: Relation, text: str) -> Relation:
    """A relation with a number beyond the other side in the place of an infinite side.

    Where the other side is a number, that holds, or fails, as it does with infinity.
    """
    ends = [sign_of_infinity(side) for side in relation.sides]
    if relation.sign not in ORDERS or ends.count(0) != 1:
        return relation
    other = relation.sides[ends.index(0)]
    if any(node.op in OF_CHANCE for node in walk(other)):
        message = "outcomes are finitely many here, so that every mean is finite: state a bound"
        raise ReadError(message, text, relation.right.at)
    beyond = Expr("add", (other, Expr("num", value=Fraction(sum(ends)), at=other.at)), at=other.at)
    return Relation(relation.sign, *((beyond, other) if ends[0] else (other, beyond)))


def sign_of_infinity(node: Expr) -> int:
    """1 for infinity, -1 for minus infinity, 0 for all else."""
    turned = node.op == "neg" and node.args[0].op == "infinity"
    return 1 if node.op == "infinity" else -int(turned)


# --------------------------------------------------------------------------------------------------
# The eigenvalues of a matrix, each as often as it is one: ``\lambda_i = \operatorname{eig}(A)``.
#
# It says that det(t I - A) = (t - \lambda_1)...(t - \lambda_n) for every number t.

ANY = Expr("name", (), Name(r"\mathrm{any}", "scalar", (), "", ()))
ONE = Expr("num", value=Fraction(1))


def is_spectrum(relation: Relation) -> bool:
    """Whether the right side is the eigenvalues themselves."""
    return relation.right.op == "eigs" and relation.right.value is None


def characteristic_equation(relation: Relation, shape: Shape, text: str) -> Relation:
    """The equation of the characteristic polynomial; the family must be as long as the matrix."""
    left, right = relation.sides
    size, letter = shape[0], left.args[0].value if left.args else None
    known = left.op == "name" and left.value.kind == "scalar" and not left.value.sources
    fits = known and [part.op for part in left.args] == ["var"] and left.value.over[0][1] == size
    if relation.sign != "=" or not fits:
        message = (
            f"a family of {size} numbers stands at the left: \\lambda_i = \\operatorname{{eig}}(A)"
        )
        raise ReadError(message, text, right.at)
    facts, latex = frozenset({"identity"}), rf"\mathrm{{unit}}_{{{size}}}"
    unit = Expr("name", (), Name(latex, "matrix", (size, size), "", (), facts))
    inside = Expr("add", (Expr("mul", (ANY, unit)), Expr("neg", right.args)))
    factor = Expr("add", (ANY, Expr("neg", (left,))))
    domain = Expr("range", (ONE, Expr("size", value=size)))
    return Relation("=", Expr("det", (inside,)), Expr("prod", (domain, factor), letter))


# --------------------------------------------------------------------------------------------------
# Subsets that are declared and not defined: any ones.
#
# Who is in such a subset is told by a whole number for each member of the range, 1 if it is in, 2
# if not, which no text can mention. So the labellings go through all subsets, the empty one too.

MEMBER, FIRST = "member", Expr("num", value=1)


def arbitrary_subset(name: Name) -> Definition:
    """What a subset is that may be any."""
    (size,) = name.shape
    over = (*name.over, (MEMBER, str(size)))
    who = Name(rf"[1 in {name.latex}, 2 out]", "index", (2,), "1 for who is in it", over)
    letters = tuple(Expr("var", value=letter) for letter, _ in over)
    everyone = Expr("range", (FIRST, Expr("size", value=size)))
    built = Expr("builder", (everyone, Expr("name", letters, who), FIRST), (MEMBER, "="))
    return Definition(name.letters, built, by_entries=False)


def free_subsets(
    names: Iterable[Name], definitions: Mapping[Name, Definition]
) -> dict[Name, Definition]:
    """What each subset is that has no definition."""
    subsets = (name for name in names if name.kind == "subset")
    return {name: arbitrary_subset(name) for name in subsets if name not in definitions}


# --------------------------------------------------------------------------------------------------
# The names of a derivation, and the reading of texts with them.

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
            raise DerivationError(f"{clash[0]!r} is a size, so it cannot also be an index letter")
        for size in self.sizes:
            if not size.startswith(OUTCOMES_OF):
                symbols.refuse_size(size, self.names, self.sizes)
        self.patterns = [(pattern(name), name) for name in self.names]

    def lengths(self, used: Iterable[str]) -> dict[str, tuple[int, int]]:
        """The lengths of all sizes; of those that are used, as if there were no others."""
        return self.sizes | default_lengths(
            used, {k: self.chosen[k] for k in self.chosen if k in used}
        )

    def with_free_subsets(self, definitions: Mapping[Name, Definition]) -> dict[Name, Definition]:
        """The definitions, and that of each subset that has none: it is any."""
        return {**definitions, **free_subsets(self.names, definitions)}

    def check(self, name: Name) -> None:
        """Raises DerivationError for what is no name, or clashes with a name or letter."""
        if not isinstance(name, Name):
            raise DerivationError(
                f"{name!r} is not a name: make one with scalar, vector, matrix, ..."
            )
        if name.latex in {other.latex for other in self.names}:
            raise DerivationError(f"{name.latex} is declared twice")
        symbols.refuse_lookalike(name, self.names)
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
            raise DerivationError(f"a statement must be LaTeX text, not {text!r}")
        parser = Parser(text, self.patterns, self.sizes, self.letters)
        result, check = self.read_with_sums(parser), ShapeChecker(text, self.chosen)
        for node, shape in parser.spaces:
            check.held(node, shape)
        if isinstance(result, Expr):
            check.of(result)
            return resolve_bars(check, result)
        return [self.check_relation(text, relation) for relation in result]

    def read_with_sums(self, parser: Parser) -> Expr | list[Relation]:
        """What a parser reads, with sums over repeated indices."""
        result, known = parser.statement(), (self.letters, parser.refuse)
        if isinstance(result, Expr):
            return algebra.sum_over_repeated(result, *known)
        sides = [[algebra.sum_over_repeated(side, *known) for side in row.sides] for row in result]
        return [Relation(row.sign, *pair) for row, pair in zip(result, sides, strict=True)]

    def check_relation(self, text: str, relation: Relation) -> Relation:
        """A relation whose shapes conform, with bars as what they mean there."""
        check = ShapeChecker(text, self.chosen)
        check.relation(relation)
        return Relation(relation.sign, *(resolve_bars(check, side) for side in relation.sides))

    def term(self, text: str) -> Expr:
        """The tree of a text that is an expression."""
        node = self.read(text)
        if isinstance(node, list):
            raise ReadError("expected a term without a relation", text, node[0].right.at)
        return node

    def relations(self, text: str) -> list[Relation]:
        """The relations of a text that is an equation or a chain of them."""
        result = self.read(text)
        if not isinstance(result, list):
            raise ReadError("expected an equation", text, len(text))
        return result

    def relate(self, sign: str, left: Expr, right: Expr, text: str) -> Relation:
        """A relation whose sides have one shape."""
        relation = Relation(WRITTEN[plain_sign(sign)], left, right)
        check = ShapeChecker(text, self.chosen)
        if is_spectrum(relation):
            relation = characteristic_equation(relation, check.of(right.args[0]), text)
        check.relation(relation)
        return replace_infinity(relation, text)


def plain_sign(sign: str) -> str:
    """A relation as the language writes it, also where it is given in LaTeX, as ``\\le``."""
    bare = sign.strip("& ") if isinstance(sign, str) else sign
    result = SPELLED.get(bare, bare)
    if result not in WRITTEN:
        allowed = " ".join(WRITTEN)
        raise DerivationError(
            f"{sign} is not a relation of the language, which has {allowed}, "
            r"also as \le, \leq, \geq"
        )
    return result
