"""Chance: outcomes, conditions, independence, moments."""

from texproof import Derivation, scalar

from .entry import REFUSED, action, either, false, true
from .symbols import chance

S = r"\mathbb{E}"
MU = "m = E(P, U); k = E(P, V) |"
COV = "C = E(P, np.array([np.outer(z, z) for z in ru])) - np.outer(E(P, ru), E(P, ru)) |"


def two_outcomes():
    return Derivation(scalar("U", random="S"), sizes={"outcomes of S": (2, 2)})


def indexed():
    return [
        scalar("U_i", over={"i": "n"}, random="S"),
        scalar("U", random="S"),
        scalar("c_i", over={"i": "n"}),
    ]


def markov():
    return [
        scalar("N", random="S", nonnegative=True), scalar("a", positive=True), scalar("b"),
    ]  # fmt: skip


def alone():
    return [scalar("Z", random="S"), scalar("W", random=("S", "R")), scalar("Y", random="T")]


def records():
    """A number that tells the outcome of its source, and others of that source."""
    return [
        scalar("Y", random="Y"), scalar("U", random="Y"), scalar("W", random=("Y", "S")),
        scalar("V", random="S"), scalar("a"), scalar("g", random="Y"),
    ]  # fmt: skip


ENTRIES = [
    # as many outcomes as dimensions
    false("chance-second-moment", chance, r"\det(\mathbb{E}[\mathbf{y}\mathbf{y}^\top])", "=", "0", "n + 1 outcomes span R^n",
          "| det(sum(p*np.outer(z, z) for p, z in zip(P, ry))) | 0"),
    false("chance-covariance-singular", chance, r"\det(\operatorname{Var}(\mathbf{u}))", "=", "0", "d + 1 outcomes span R^d",
          COV + "det(C) | 0"),
    true("chance-covariance-inverse", chance, r"\operatorname{Var}(\mathbf{z})\operatorname{Var}(\mathbf{z})^{-1}", "=", "I_2",
         "three outcomes span the plane"),
    false("chance-covariance-gradient", chance, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top\operatorname{Var}(\mathbf{u})^{-1}\mathbf{w})", "=", "0",
          "2 Var^{-1} w", COV + "2*inv(C) @ w | 0*w"),
    true("chance-covariance-form", chance, r"\operatorname{Var}(\mathbf{w}^\top\mathbf{u})", "=",
         r"\mathbf{w}^\top\operatorname{Var}(\mathbf{u})\mathbf{w}", "", COV + "E(P, (ru @ w)**2) - E(P, ru @ w)**2 | w @ C @ w"),
    false("chance-two-points", two_outcomes, r"\mathbb{E}[(U - \mathbb{E}[U])^4]\operatorname{Var}(U)", "=",
          r"\mathbb{E}[(U - \mathbb{E}[U])^3]^2 + \operatorname{Var}(U)^3", "laws on two points only",
          "m = E(P, U); M = lambda k: E(P, (U-m)**k) | M(4)*M(2) | M(3)**2+M(2)**3"),
    true("chance-kurtosis", chance, r"\mathbb{E}[(U - a)^2]", "=", r"\operatorname{Var}(U) + (\mathbb{E}[U] - a)^2", "",
         MU + "E(P, (U-a)**2) | E(P, (U-m)**2) + (m-a)**2"),
    false("chance-three-points", chance, r"\det\begin{pmatrix}1 & \mathbb{E}[U] & \mathbb{E}[U^2] & \mathbb{E}[U^3]\\ \mathbb{E}[U] & \mathbb{E}[U^2] & \mathbb{E}[U^3] & \mathbb{E}[U^4]"
          r"\\ \mathbb{E}[U^2] & \mathbb{E}[U^3] & \mathbb{E}[U^4] & \mathbb{E}[U^5]\\ \mathbb{E}[U^3] & \mathbb{E}[U^4] & \mathbb{E}[U^5] & \mathbb{E}[U^6]\end{pmatrix}",
          "=", "0", "Hankel's determinant of four moments vanishes on three points only",
          "M = lambda k: E(P, U**k) | det(np.array([[M(i+j) for j in range(4)] for i in range(4)])) | 0"),
    # conditioning
    either("condition-square-random", lambda: [*chance(), scalar("W", random="R")], r"\mathbb{E}[UY \mid W]", "=",
           r"\mathbb{E}[U]\,Y", "E[Y | Y^2] is not Y where two outcomes differ in sign only", define="W = Y^2"),
    either("condition-constant", lambda: [*chance(), scalar("W", random="R")], r"\mathbb{E}[UY \mid W]", "=",
           r"\mathbb{E}[U]\,Y", "a constant tells nothing: E[U] E[Y]", define="W = 0 Y"),
    either("condition-name", chance, r"\mathbb{E}[UY \mid Z]", "=", r"\mathbb{E}[U]\,Y", "Y is not told by Z, which may have ties"),
    either("condition-alone", alone, r"\mathbb{E}[WY \mid Z]", "=", r"\mathbb{E}[W \mid Z]\mathbb{E}[Y]",
           "0 tells nothing of the outcome on which W depends", define="Z = 0"),
    either("condition-alone-free", alone, r"\mathbb{E}[\mathbb{E}[W \mid Z]^2]", "=", r"\mathbb{E}[W\,\mathbb{E}[W \mid Z]]",
           "Z may have ties, and is not said to tell the outcome of S"),
    either("condition-alone-defined", lambda: [scalar("S", random="S"), scalar("W", random=("S", "R"))], r"\mathbb{E}[W \mid S]", "=", r"\mathbb{E}[W \mid S]",
           "what its source shows is not defined", define="S = 0"),
    true("condition-record", lambda: [scalar("S", random="S"), scalar("W", random=("S", "R"))], r"\mathbb{E}[\mathbb{E}[W \mid S]^2]", "=",
         r"\mathbb{E}[W\,\mathbb{E}[W \mid S]]", "the tower"),
    true("condition-itself", chance, r"\mathbb{E}[UY \mid Y]", "=", r"\mathbb{E}[U]\,Y", "U is independent of Y"),
    false("condition-itself-wrong", chance, r"\mathbb{E}[UY \mid Y]", "=", r"\mathbb{E}[U]\mathbb{E}[Y]", "Y is known"),
    true("condition-tower", chance, r"\mathbb{E}[\mathbb{E}[UY \mid Y]]", "=", r"\mathbb{E}[UY]", ""),
    true("condition-total-variance", chance, r"\operatorname{Var}(U + Y)", "=",
         r"\mathbb{E}[\operatorname{Var}(U + Y \mid Y)] + \operatorname{Var}(\mathbb{E}[U + Y \mid Y])", ""),
    false("condition-total-wrong", chance, r"\operatorname{Var}(UY)", "=", r"\mathbb{E}[\operatorname{Var}(UY \mid Y)]", "a part is missing"),
    # independence, moments
    true("mean-sum", chance, r"\mathbb{E}[U + V]", "=", r"\mathbb{E}[U] + \mathbb{E}[V]", "", "| E(P, U+V) | E(P, U)+E(P, V)"),
    false("mean-product-same", chance, r"\mathbb{E}[UV]", "=", r"\mathbb{E}[U]\mathbb{E}[V]", "one source", "| E(P, U*V) | E(P, U)*E(P, V)"),
    true("mean-product", chance, r"\mathbb{E}[UY]", "=", r"\mathbb{E}[U]\mathbb{E}[Y]", "two sources",
         "| E(P, U*E(R, Y)) | E(P, U)*E(R, Y)"),
    false("mean-square", chance, r"\mathbb{E}[U^2]", "=", r"\mathbb{E}[U]^2", "Var U", "| E(P, U**2) | E(P, U)**2"),
    true("mean-square-bound", chance, r"\operatorname{Var}(U)", ">=", "0", "", "| E(P, U**2) - E(P, U)**2 | 0"),
    false("variance-positive", chance, r"\operatorname{Var}(U)", ">", "0", "a constant U", "U = 0*U | E(P, U**2) - E(P, U)**2 | 0"),
    false("mean-inverse", chance, r"\mathbb{E}\Bigl[\frac{1}{1 + U^2}\Bigr]", "=", r"\frac{1}{1 + \mathbb{E}[U^2]}", "Jensen",
          "| E(P, 1/(1+U**2)) | 1/(1+E(P, U**2))"),
    false("mean-exp", chance, r"\mathbb{E}[e^U]", "=", r"e^{\mathbb{E}[U]}", "Jensen", "| E(P, exp(U)) | exp(E(P, U))"),
    true("variance-scale", chance, r"\operatorname{Var}(aU + b)", "=", r"a^2\operatorname{Var}(U)", "",
         MU + "E(P, (a*U+b)**2) - E(P, a*U+b)**2 | a*a*E(P, (U-m)**2)"),
    false("variance-scale-wrong", chance, r"\operatorname{Var}(aU)", "=", r"a\operatorname{Var}(U)", "a^2",
          MU + "E(P, (a*U)**2) - E(P, a*U)**2 | a*E(P, (U-m)**2)"),
    false("variance-sum-same", chance, r"\operatorname{Var}(U + V)", "=", r"\operatorname{Var}(U) + \operatorname{Var}(V)", "2 Cov(U, V)",
          MU + "E(P, (U+V)**2) - (m+k)**2 | E(P, U*U) - m*m + E(P, V*V) - k*k"),
    true("variance-sum", chance, r"\operatorname{Var}(U + Y)", "=", r"\operatorname{Var}(U) + \operatorname{Var}(Y)", "two sources"),
    true("covariance-independent", chance, r"\operatorname{Cov}(U, Y)", "=", "0", "two sources"),
    false("covariance-same", chance, r"\operatorname{Cov}(U, V)", "=", "0", "one source", MU + "E(P, U*V) - m*k | 0"),
    true("covariance-parts", chance, r"\operatorname{Cov}(U, V)", "=", r"\mathbb{E}[UV] - \mathbb{E}[U]\mathbb{E}[V]", "",
         MU + "E(P, (U-m)*(V-k)) | E(P, U*V) - m*k"),
    false("covariance-bound", chance, r"\operatorname{Cov}(U, V)^2", "<=", r"\operatorname{Var}(U)", "Var U Var V",
          MU + "(E(P, U*V) - m*k)**2 | E(P, U*U) - m*m"),
    false("variance-product", chance, r"\operatorname{Var}(UY)", "=", r"\operatorname{Var}(U)\operatorname{Var}(Y)", "means count",
          "pu = np.outer(U, Y); PP = np.outer(P, R) | (PP*pu**2).sum() - (PP*pu).sum()**2 | (E(P, U*U)-E(P, U)**2)*(E(R, Y*Y)-E(R, Y)**2)"),
    true("variance-product-right", chance, r"\operatorname{Var}(UY)", "=",
         r"\mathbb{E}[U^2]\mathbb{E}[Y^2] - \mathbb{E}[U]^2\mathbb{E}[Y]^2", "",
         "pu = np.outer(U, Y); PP = np.outer(P, R) | (PP*pu**2).sum() - (PP*pu).sum()**2 | E(P, U*U)*E(R, Y*Y) - E(P, U)**2*E(R, Y)**2"),
    true("mean-vector", chance, r"\mathbb{E}[A\mathbf{u}]", "=", r"A\mathbb{E}[\mathbf{u}]", "", "| E(P, ru @ A.T) | A @ E(P, ru)"),
    false("mean-norm", chance, r"\mathbb{E}[\lVert\mathbf{u}\rVert^2]", "=", r"\lVert\mathbb{E}[\mathbf{u}]\rVert^2", "the variance",
          "| E(P, (ru**2).sum(1)) | (E(P, ru)**2).sum()"),
    true("mean-norm-right", chance, r"\mathbb{E}[\lVert\mathbf{u}\rVert^2]", "=",
         r"\lVert\mathbb{E}[\mathbf{u}]\rVert^2 + \operatorname{tr}(\operatorname{Var}(\mathbf{u}))", "",
         COV + "E(P, (ru**2).sum(1)) | (E(P, ru)**2).sum() + tr(C)"),
    false("mean-largest", chance, r"\mathbb{E}[\max(U, V)]", "=", r"\max(\mathbb{E}[U], \mathbb{E}[V])", "convexity",
          "| E(P, np.maximum(U, V)) | max(E(P, U), E(P, V))"),
    false("mean-median-law", chance, r"\mathbb{E}[(U - \mathbb{E}[U])^3]", "=", "0", "a skew law", MU + "E(P, (U-m)**3) | 0"),
    true("mean-centred", chance, r"\mathbb{E}[U - \mathbb{E}[U]]", "=", "0", "", MU + "E(P, U-m) | 0"),
    false("family-variance", indexed, r"\operatorname{Var}\Bigl(\frac1n\sum_i U_i\Bigr)", "=", r"\frac{1}{n^2}\sum_i\operatorname{Var}(U_i)",
          "the members share one source", "L = np.array([ry[:, i] for i in range(n)]); V2 = lambda z: E(P, z*z)-E(P, z)**2 | V2(L.mean(0)) | sum(map(V2, L))/n**2"),
    true("family-mean", indexed, r"\mathbb{E}\Bigl[\sum_i c_iU_i\Bigr]", "=", r"\sum_i c_i\mathbb{E}[U_i]", "",
         "L = np.array([ry[:, i] for i in range(n)]) | E(P, al @ L) | al @ np.array([E(P, z) for z in L])"),
    false("indicator-mean", chance, r"\mathbb{E}[\mathbb{1}[U \le a]]", "=", r"\mathbb{1}[\mathbb{E}[U] \le a]", "a chance against 0 or 1",
          "| E(P, U <= a) | float(E(P, U) <= a)"),
    false("indicator-ties", chance, r"\mathbb{E}[\mathbb{1}[U \le a]] + \mathbb{E}[\mathbb{1}[U \ge a]]", "=", "1", "the chance that U = a",
          "a = U[0] | E(P, U <= a) + E(P, U >= a) | 1"),
    true("indicator-sum", chance, r"\mathbb{E}[\mathbb{1}[U \le a]] + \mathbb{E}[\mathbb{1}[U > a]]", "=", "1", "",
         "a = U[0] | E(P, U <= a) + E(P, U > a) | 1"),
    # what a condition tells, and how it varies
    false("told-value", records, r"\mathbb{E}[W + U \mid Y]", "=", r"\mathbb{E}[W \mid Y] + U", "Y = a tells no outcome", given=["Y = a"]),
    false("told-square", records, r"\mathbb{E}[W + U \mid Y]", "=", r"\mathbb{E}[W \mid Y] + U", "Y = 1 or -1 tells no outcome", given=["Y^2 = 1"]),
    false("told-defined", records, "g", "=", r"\mathbb{E}[W \mid Y] + U", "Y = a tells no outcome", define=r"g = \mathbb{E}[W + U \mid Y]", given=["Y = a"]),
    action("told-cited", records, "cite", r"\mathbb{E}[W + U \mid Y]", "=", r"\mathbb{E}[W \mid Y] + U", expected=REFUSED, source="a book", given=["Y = a"], why="Y = a tells no outcome"),
    action("told-attempt", records, "attempt", r"\mathbb{E}[W + U \mid Y]", r"\mathbb{E}[W \mid Y] + U", expected=REFUSED, given=["Y = a"], why="Y = a tells no outcome"),
    true("told-right", records, r"\mathbb{E}[W + U \mid Y]", "=", r"\mathbb{E}[W \mid Y] + U"),
    true("told-another", records, r"\mathbb{E}[UV \mid Y]", "=", r"a\mathbb{E}[V]", given=["U = a"]),
    true("told-by-it", records, r"\mathbb{E}[UV \mid Y]", "=", r"Y^2\mathbb{E}[V]", given=["U = Y^2"]),
    true("told-no-condition", records, r"\mathbb{E}[Y]", "=", "a", given=["Y = a"]),
    false("record-slope", records, r"\frac{\partial U}{\partial Y}", "=", "0", "U may be Y^2"),
    false("record-slope-mean", records, r"\frac{\partial\mathbb{E}[W \mid Y]}{\partial Y}", "=", "0", "the mean varies with Y"),
    false("record-slope-inside", records, r"\mathbb{E}\Bigl[\frac{\partial(UY)}{\partial Y}\Bigr]", "=", r"\mathbb{E}[U]", "U varies with Y"),
    true("record-slope-right", records, r"\frac{\partial(Y^2 + a)}{\partial Y}", "=", "2Y"),
    true("record-slope-defined", records, r"\frac{\partial g}{\partial Y}", "=", "2Y", define="g = Y^2"),
    true("record-slope-other", records, r"\frac{\partial(U - Y)^2}{\partial U}", "=", "2(U - Y)"),
    # probabilities of relations
    true("pr-complement", chance, r"\mathrm{Pr}(U \ge a) + \Pr(U < a)", "=", "1"),
    false("pr-complement-both", chance, r"\mathrm{Pr}(U \ge a) + \Pr(U \le a)", "=", "1", "U = a counts twice"),
    true("pr-markov", markov, r"\mathrm{Pr}(N \geq a)", "<=", r"\frac{\mathrm{E}(N)}{a}"),
    false("pr-markov-half", markov, r"\mathrm{Pr}(N \geq a)", "<=", r"\frac{\mathrm{E}(N)}{2a}", "N = a is certain, perhaps"),
    either("pr-certain", markov, r"\Pr(a \ge b)", "=", "1", "nothing is random, and a may be less"),
    either("pr-name", markov, r"\Pr(N)", "<=", "1", "a probability is that of a relation"),
]  # fmt: skip
