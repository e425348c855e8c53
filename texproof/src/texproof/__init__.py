r"""The language of derivations: what is typeset is what is checked.

Names are declared with shapes; definitions and chains of steps are written in LaTeX; each step
is decided by SymPy on generic components, tried on exact rational numbers at other sizes, proved
for every size in index notation, and can be evaluated on the numbers of a fitted model::

    D = Derivation(
        vector(r"\mathbf{w}", "d", "direction"),
        matrix("S", "d", "d", "covariance", symmetric=True),
        scalar(r"\lambda", "multiplier"),
        scalar(r"\mathcal{L}", "Lagrangian"),
    )
    D.define(r"\mathcal{L} = \mathbf{w}^\top S\mathbf{w} - \lambda(\mathbf{w}^\top\mathbf{w} - 1)",
             "pca-lagrangian")
    D.calc(r"\nabla_{\mathbf{w}}\mathcal{L}",
           "=", r"S\mathbf{w} + S^\top\mathbf{w} - 2\lambda\mathbf{w}", "product rule",
           "=", r"2(S\mathbf{w} - \lambda\mathbf{w})", "$S$ is symmetric",
           label="pca-gradient")

What the reader knows, beside declared names (the longest declared name wins); pages/language.md
shows many of them, each with a line that is read and one that is refused:
    a + b, a b, a \cdot b, \frac{a}{b}, a/b, a^2, A^\top, A^T, A^{\mathrm T}, A', A^{-1}, A^{-T},
    \sqrt{a}, \sqrt[k]{a}, f'(x), \partial_x f, \mathbf{AB} for \mathbf{A}\mathbf{B},
    scripts in either order, |A| (of a square its determinant), ||x||, \|x\|_2, \mathrm{tr},
    \mathrm{E}, \mathrm{Var}, \Pr(X \ge a) and such, A^H (of real matrices),
    \underbrace{a b}_{= b a} (what stands at the brace is proved),
    \sum_{i, j, k} and \sum_{i j k} over all values,
    \sum_{k=0}^{\infty} a^k, x_1 + \dots + x_n, x_1\cdots x_n, (x_1, \dots, x_n)^T,
    \sum x_i where i alone is free,
    \frac{d f}{dx} where d is no name, \frac{\mathrm{d} f}{\mathrm{d} x}, brackets of any size,
    \sum_{i=1}^n, \sum_i, \sum_{j>q}, \sum_{j\ne k}, \sum_{i\in I_\ell}, \prod, \lVert x\rVert^2,
    \lvert a\rvert, \lvert I_\ell\rvert, \langle a, b\rangle, \operatorname{tr}(A), \det(A), \log,
    \exp, e^{x}, \sin x, \cos^2(x), \tan x, \tanh x, \delta_{ij}, \max(a, b),
    \nabla_{w} L, \nabla^2_{w} L, \frac{\partial L}{\partial w},
    \frac{\partial^2 L}{\partial w^2}, \frac{\partial L}{\partial\mathbf{w}} and by a matrix (the
    shape of what it is by), \frac{\partial\mathbf{y}}{\partial\mathbf{x}} (a row for each entry of
    y), by \mathbf{x}^\top, \frac{\partial^2 L}{\partial\mathbf{x}\partial\mathbf{x}^\top}, of a
    matrix by a number, \partial(X^{-1}) where \partial X is declared, (A B)_{ij}, A^{-\top},
    \operatorname{adj}(A), \operatorname{cof}(A, i, j), \operatorname{rank}(A), A^+, A \circ B,
    A \otimes B, \operatorname{vec}(A), \sum \operatorname{eig}(A), \{i \mid q(x_i) = \ell\},
    entries x_j and A_{ij} of declared vectors and matrices, x_j also of \mathbf{x} and a_{ij} of A,
    matrices by entries or blocks, with \cdots, \vdots and \ddots for any size, x \cdot y, cases,
    \mathbb{1}[a \le b], \mathbb{1}[j \in M], \mathbb{E}[X \mid Y], \operatorname{Var},
    \operatorname{Cov}, \int_a^b f \mathrm{d}x, \lim_{x\to a}, [f]_{x = a}, \pi, and
    \arg\min_{w} f, whose solution is proved where f is convex, or with \text{s.t.} just stated; so
    is the value, \min_{w} f or \sup_{w} f, alone at the left.
    \nabla f(x), \nabla^2 f(x), \mathbf{H} f(x) of a function where it is taken,
    \frac{dF}{du}(a), f(x \mid \theta), functions of numbers of a column, entry by entry,
    \mathbf{0}, \Gamma(a), n!, {n \choose k}, {a \over b}, \mathcal{N}(x \mid m, S), \mathbb{V},
    \mathbb{P}, \mathbb{E}_{X}, Var(X), P(X > a), \int f\, dx, \sum_{x \in I} over a size I,
    \sum_{i : q_i = k}, \sum_{y \in \{0, 1\}}, a * b, A x \in \mathbb{R}^{n}.
A whole display may be one text, \begin{aligned} a &= b && \text{why} \\ &\le c \end{aligned}, or
$$..$$, \[..\]: a line that begins with a relation goes on with the chain, one with a left side
begins another; a = b \Rightarrow c = d is c = d given a = b, and \iff is both ways.
A size has any name: N, D, n_1, \ell; its lengths need not be told.
Facts of a name are declared with it, as in scalar("p", inside=True):
    scalar    positive, nonnegative, share (above 0, at most 1), inside (above 0, below 1),
              unit (from 0 to 1), binary (0 or 1), label (-1 or 1),
              count (a whole number, not negative), decreasing (a family)
    vector    ones, basis (e_1, e_2, ...), orthonormal (a family), positive, nonnegative (entries)
    matrix    symmetric, orthonormal (its columns), identity, psd, posdef (semidefinite, definite),
              diagonal
    function  convex, smooth="L", strong=r"\mu" (bounds of its second derivatives)
    index     onto (each value occurs)
A name that is defined has none: its facts must follow. A solution z that a problem defines is known
in the row z = term, and later by given=["z = term"]. Rows of a matrix that sum to 1 are a
hypothesis, given=[r"\sum_{c=1}^{C}Y_{ic} = 1"].

A ◦ marks what is decided at the sizes that are named, and not proved for every size. The opened
mark says what stopped the proof. What to do about the usual causes:
    no way to see the sign     declare a fact, or write squares, sums and products of known sign;
                               a step that leaves a square or a sum of positive terms helps
    the forms differ           take a smaller step, or write the sum out: \sum_i in the place of
                               columns; name what occurs twice by a definition
    a determinant, det         its laws are known (products, multiples, inverses, 1 + AB,
                               derivatives), not its sum over permutations: else at_sizes
    a program that takes slices, loops over columns or asks for numbers
                               write it with sums and products of whole arrays, else at_sizes
    a member that may not exist, x_2 or x_{i+1}
                               give the condition: given=[r"n \ge 2"]
    a number for a size, C = 2, classes coded -1 and 1
                               it holds for that number only: at_sizes says so
    a strict bound, a < b      some term must be above 0 for certain: declare positive or inside,
                               and leave that term in the step; else state \le
    at_sizes="..." is the reason in a sentence, which the page shows; a chain with a ◦ and without
    it is a warning, OnlyAtSizes.

A relation in a reason must be proved, or be a hypothesis of its display, or have a word before it
that makes it a condition: "at $x = 0$", also for, for each, where, if, when, with, unless, take.
After "attained at", "equal for" or "met where" the row is proved again, with =, under the
condition, and after "zero for" both its sides are proved to be 0::

    >>> D = Derivation(scalar("x"))
    >>> D.calc("x^2", r"\ge", "2x - 1", "a square, equal for $x = 1$")
    ✓ exact: x^2

Programs are functions of their arguments and of constants. Refused is what names random numbers,
the clock, files, the environment, a list that is kept between calls, or the identity of an object.
np.where(x > 0, x, 0), np.maximum, np.minimum, np.clip, np.sign, np.abs, sums, means and the largest
along an axis are terms; a branch by order is none. If a program asks whether numbers are equal, the
row is also tried where they are.

Likelihoods. Define the logarithm as a sum of logarithms, not as the logarithm of a product, whose
factors may be too many to take apart: each step is then linear in the sum. The exponents may be
letters, \theta^{y_i}, where the base is positive. In a program np.pi is a float, a rounded
fraction, so that a program with it is not exactly a formula with \pi: leave the constant out of
the program, or make it an argument, as c in f(x, c), and write \mathtt{f}(x, 2\pi). Members of a
family are handed to a program as the columns of a matrix by unit vectors: the rows x_i are
\sum_i \mathbf{e}_i\mathbf{x}_i^\top::

    >>> def hypothesis(w, X):
    ...     return X @ w
    >>> K = Derivation(
    ...     scalar(r"\theta", "chance", inside=True), scalar("y_i", over={"i": "n"}),
    ...     scalar(r"\ell", "log likelihood"), scalar("t"), scalar("a", positive=True),
    ...     vector(r"\mathbf{w}", "d"), vector(r"\mathbf{x}_i", "d", over={"i": "n"}),
    ...     vector(r"\mathbf{e}_i", "n", over={"i": "n"}, basis=True), program(hypothesis, "n"))
    >>> K.define(r"\ell = \sum_{i=1}^{n}(y_i\log\theta + (1 - y_i)\log(1 - \theta))")
    := defined: \ell
    >>> K.calc(r"\frac{\partial\ell}{\partial\theta}",
    ...        "=", r"\sum_{i=1}^{n}(\frac{y_i}{\theta} - \frac{1 - y_i}{1 - \theta})", "")
    ✓ exact: \frac{\partial\ell}{\partial\theta}
    >>> K.calc(r"\mathtt{hypothesis}(\mathbf{w}, \sum_{i=1}^{n}\mathbf{e}_i\mathbf{x}_i^\top)",
    ...        "=", r"\sum_{i=1}^{n}(\mathbf{x}_i^\top\mathbf{w})\mathbf{e}_i", "the code")
    ✓ exact: \mathtt{hypothesis}(\mathbf{w}, \sum_{i=1}^{n}\mathbf{e}_i\mathbf{x}_i^\top)

Integrals are read over one plain number, with at most two kinds of roots, powers and functions, and
no pole between the limits: polynomials, e^{-at}, e^{-t^2/(2a)}, \log; moments of normal and gamma
densities, of \log t too; and linear combinations of unknown functions. Others are cited::

    >>> K.calc(r"\int_{-\infty}^{\infty} e^{-t^2/(2a)}\,\mathrm{d}t", "=", r"\sqrt{2\pi a}", "")
    ✓ exact: \int_{-\infty}^{\infty} e^{-t^2/(2a)}\,\mathrm{d}t

What TeX would group otherwise than the tree is refused: {a + b}c, 2 3, \log a/b, A_{12}^\top.
A sum takes the whole product that follows it and ends at the next + or -. The letter that it
binds is no declared name and no size. A free index letter means "for each". A family such as
\mathbf{x}_i is declared with over={"i": "n"}.

Public are the names in `__all__`, the exceptions in `errors`, the extensions `magic` (of Jupyter)
and `sphinx`, and the command ``python -m texproof``. Everything else is private to the package.

The stages, each of which knows only those before it:
    read        tokens, the grammar, and a table of what each token opens
    shape       sizes, and a table of the rule for the shape of each operation
    evaluate    assignments of values to names, and a table of what each operation is worth
    every_size  proofs in index notation, for every size (it knows `shape` alone)
    decide      proofs by components (zero, signs, problems), refutation at points, the judge
    show        LaTeX, displays, notation tables and ledgers
    books       files of other books: their displays, and guesses at what the names are
Beside them:
    names, `expr`        what an author declares; what a text means
    vocabulary, written  the names with which texts are read; an expression as LaTeX again
    stating, statement   from texts to statements, which hold their verdicts
    scope, data          for which sizes a statement is proved; a statement as data
    derivation           what authors call: definitions, chains of steps
    ledgers              the ledger of a chapter, with the formulas in its sentences
    prose, inline        the formulas in sentences of a page; what each of them is
    reasons              the formulas in reasons of rows, which are proved or are conditions
    digits               relations between given numbers, to the digits that are written
    exercise, questions  answers that are graded; what a page answers its readers
    code, purity         the functions of a program and the numbers in them; what it may read
    sources              the source of programs and of the checker
    digest, store        hashes by content, with which verdicts are stored
    errors, limits       the reasons for which the checker says no; how much it tries
"""

from . import store
from .derivation import Derivation
from .errors import DerivationError, OnlyAtSizes
from .ledgers import ledger
from .names import function, index, matrix, program, scalar, subset, vector

__all__ = [
    "Derivation", "DerivationError", "OnlyAtSizes", "function", "index", "ledger", "matrix",
    "program", "scalar", "subset", "vector",
]  # fmt: skip

store.begin()
