"""Proof and refutation of a relation under assignments, and the claims of a problem's solution.

A relation becomes claims, each an expression with the sign that it must have, which `zero` and
`signs` decide. A term is a solution of a problem if it is stationary and nothing else can be
better.
"""

import itertools
from collections.abc import Collection, Iterable, Sequence

import numpy as np
import sympy as sp

from ..errors import DerivationError, Undefined
from ..evaluate import Assignment
from ..evaluate.assignment import Indices, Value
from ..evaluate.bounds import require_at_most
from ..evaluate.calculus import with_fresh_symbols
from ..evaluate.defined import NO_NUMBER, refuse_fixed
from ..evaluate.draws import PARTS, symbols
from ..evaluate.setting import Setting
from ..evaluate.unknowns import Indicator, Jet
from ..evaluate.values import plain_text, refuse_misfit, sign_fact
from ..expr import Expr, Relation, names_in
from ..limits import HIGHEST_POWER, MOST_TOGETHER
from .case import Case, Letters, assignments_at_indices, instances, undefined_at
from .points import differences, entries, holds_at, sign_at
from .signs import rule_for_sign, rule_for_switches
from .zero import is_above_tangents, rule_for_zero

# --------------------------------------------------------------------------------------------------
# The claim that a term solves an unconstrained problem, or is its value: arg min f = term.
#
# It is proved where the derivative of f vanishes at the term and f is strictly convex in the
# variable (for a maximum, concave): with several variables, if all leading minors of the second
# derivatives are above 0 everywhere.

STEPS = [sp.Rational(1, 2), sp.Integer(1), sp.Integer(-1), sp.Rational(-1, 3)]
STEPS += [sp.Rational(sign, size) for size in (8, 64, 1000) for sign in (1, -1)]


def unpacked_problem(relation: Relation) -> tuple[int, Expr, Expr]:
    """(sign of the problem, variable, goal) of the left side; constraints are not decided."""
    kind, many, *_ = relation.left.value
    about, goal, *conditions = relation.left.args
    if many > 1 or conditions:
        raise DerivationError(
            "a problem with constraints or several variables is not solved here: "
            "prove its solution step by step"
        )
    return (1 if kind.endswith("min") else -1), about, goal


def refuse_bound(relation: Relation, setting: Setting, equations: Iterable[Relation]) -> None:
    """Raises where a hypothesis, or the order of its family, binds what is sought."""
    name = unpacked_problem(relation)[1].value
    bound = {*setting.facts, *(given.name for given in setting.substitutions)}
    bound |= {*names_in(*equations, *(given.term for given in setting.substitutions))}
    if name in bound or "decreasing" in name.facts:
        raise DerivationError(
            f"a hypothesis restricts {name.latex}: state it as a constraint of the problem (s.t.)"
        )


def claims_of_solution(relation: Relation, assignment: Assignment) -> list[tuple[Value, str]]:
    """(expression, sign) pairs that make the right side the only solution."""
    turned, about, _ = unpacked_problem(relation)
    value, signed = minimized_goal(relation, assignment)
    facts = {sign_fact(about.value)} - {"real"}
    sign = sign_of_domain(about)
    claimed = entries(assignment.of(relation.right))
    if asks_value(relation):
        solution = stationary_point(value, signed)
        claims = [(part, ">") for part in must_be_positive(*sum_defined_at_solution(solution))]
    else:
        solution, claims = claimed, []
        # A bare 0 on the right stands for 0 in every component.
        solution = solution * len(signed) if len(solution) == 1 else solution
    there = dict(zip(signed, solution, strict=True))
    claims += [(x, ">" if sign == "positive" else ">=") for x in solution if facts]
    claims += [(1 - x, ">" if facts == {"inside"} else ">=") for x in solution if facts & PARTS]
    ranging = {x: symbols(f"sought {x.name}", fact) for x in signed for fact in facts & PARTS}
    claims += [(part.subs(ranging), ">") for part in must_be_positive(value, set(signed))]
    claims += [(sp.diff(value, x).subs(there, simultaneous=True), "=") for x in signed]
    claims += [(part.subs(ranging), sign) for part, sign in strictly_convex(value, signed)]
    if asks_value(relation):
        least = turned * value.subs(there, simultaneous=True)
        claims.append((least - claimed[0], relation.sign))
    return claims


def sign_of_domain(about: Expr) -> str:
    """What is known of each number that is sought."""
    facts = {sign_fact(about.value)} - {"real"}
    return "nonnegative" if facts & {"nonnegative", "unit"} else "positive" if facts else "real"


def minimized_goal(relation: Relation, assignment: Assignment) -> tuple[Value, list[Value]]:
    """The goal as one to be minimized, and the unknowns in it with their signs."""
    turned, about, goal = unpacked_problem(relation)
    inner, fresh, _ = with_fresh_symbols(assignment, about, goal)
    signed = [sp.Dummy(x.name, **{sign_of_domain(about): True}) for x in fresh]
    known = dict(zip(fresh, signed, strict=True))
    return (turned * sp.sympify(inner.of(goal), strict=True)).subs(known), signed


def asks_value(relation: Relation) -> bool:
    """Whether the left side is the smallest or largest value itself, not where it is."""
    return not relation.left.value[0].startswith(r"\arg")


def stationary_point(value: Value, unknowns: Sequence[Value]) -> list[Value]:
    """Where the derivatives are 0, as SymPy finds it: that they are is proved afterwards."""
    slopes = [sp.together(sp.diff(value, x)) for x in unknowns]
    try:
        solutions = sp.solve(slopes, list(unknowns), dict=True)
    except NotImplementedError:
        solutions = []
    whole = [solution for solution in solutions if set(solution) == set(unknowns)]
    if not whole:
        raise DerivationError("no stationary point was found: prove arg min, then put it in")
    return [whole[0][x] for x in unknowns]


def sum_defined_at_solution(solution: Sequence[Value]) -> tuple[Value, set[Value]]:
    """A sum that is defined where a solution is, and the unknowns in it."""
    together = sp.Add(*(x * sp.Dummy(real=True) for x in solution))
    return together, together.free_symbols


def strictly_convex(value: Value, variables: Sequence[Value]) -> list[tuple[Value, str]]:
    """(expression, sign) pairs that make the second derivatives positive definite."""
    rows = [[sp.expand(sp.diff(value, x, y)) for y in variables] for x in variables]
    second = sp.Matrix(rows)
    if second.is_diagonal():
        return [(entry, ">") for entry in second.diagonal()]
    require_at_most(
        len(variables), MOST_TOGETHER, "the number of unknowns that depend on each other"
    )
    every = range(1, len(variables) + 1)
    return [(second[:k, :k].det(method="berkowitz"), ">") for k in every]


def must_be_positive(value: Value, unknowns: Collection[Value]) -> list[Value]:
    """What must be positive for the goal to be defined and smooth wherever the variable may go."""
    corners = value.atoms(sp.Abs, sp.sign, sp.Max, sp.Min, Indicator, Jet)
    if any(part.free_symbols & {*unknowns} for part in corners):
        raise DerivationError(
            "the objective is not smooth or not known: prove its solution step by step"
        )
    bases = {part.args[0] for part in value.atoms(sp.log)}
    bases |= {part.base**2 if part.exp.is_Integer else part.base for part in value.atoms(sp.Pow)
              if part.base != sp.E and not (part.exp.is_Integer and part.exp > 0)}  # fmt: skip
    return [base for base in bases if base.free_symbols & unknowns]


def better_value(relation: Relation, assignment: Assignment) -> tuple[int, str, str] | None:
    """(component, value found, value claimed) where a step away is better, or None.

    What is just as good refutes nothing, but a goal that is strictly convex is better in between,
    and one that is the same at all places has no one place where it is best.
    """
    turned, about, goal = unpacked_problem(relation)
    if asks_value(relation):
        return other_value(relation, assignment)
    claimed = np.atleast_2d(np.array(assignment.of(relation.right), dtype=object))
    claimed = np.broadcast_to(claimed, np.shape(np.atleast_2d(assignment.of(about)))).copy()
    base = turned * goal_at(assignment, about, goal, claimed)
    if not all(sp.N(number).is_real for number in (base, *claimed.flat)):
        return None
    gains = set[int]()
    for i in range(claimed.size):
        for step in STEPS:
            for length in (step, step / 2):
                other = claimed.copy()
                other.flat[i] += length
                try:
                    value = turned * goal_at(assignment, about, goal, other)
                except Undefined:
                    break
                gain = sign_at(value - base) if sp.N(value).is_real else 1
                gains.add(gain or 0)
                if gain == -1:
                    there = f"{turned * value} a step of {length} away"
                    return i, there, f"{turned * base} as claimed"
                if gain:
                    break
    if gains == {0}:
        return 0, f"{turned * base} at all places that were tried", "one place as claimed"
    return None


def other_value(relation: Relation, assignment: Assignment) -> tuple[int, str, str] | None:
    """(component, value found, value claimed) where the stationary value is not the one claimed."""
    turned, about, goal = unpacked_problem(relation)
    value, signed = minimized_goal(relation, assignment)
    claimed = entries(assignment.of(relation.right))[0]
    place = np.array(stationary_point(value, signed), dtype=object).reshape(
        np.shape(assignment.of(about))
    )
    try:
        there = goal_at(assignment, about, goal, np.atleast_2d(place))
    except Undefined:
        return None
    convex = all(part.is_positive for part, _ in strictly_convex(value, signed))
    better_there = relation.sign == "=" and sign_at(turned * (claimed - there)) == 1
    if better_there or (convex and not holds_at(there - claimed, relation.sign)):
        return 0, str(there), str(claimed)
    return None


def goal_at(assignment: Assignment, about: Expr, goal: Expr, place: Value) -> Value:
    """The goal with the variable at a place."""
    value = place[0, 0] if not about.value.shape else place
    indices = tuple(assignment.whole(part) for part in about.args)
    refuse_misfit(assignment, about.value, indices, value)
    return sp.sympify(assignment.replacing(about.value, indices, value).of(goal), strict=True)


# --------------------------------------------------------------------------------------------------
# Proof and refutation of one relation under its assignments.

Claim = tuple[Value, str]  # an expression and the sign that it must have against 0
PROOF_RULES = ["same form", "expansion", "common denominator", "signs", "squares", "tangents"]
PROOF_RULES += ["exponentials", "cases", "convexity", "atoms", "switches", "hypotheses"]
IN_INDICES = "index notation"  # proved for every size, and not by components


def zeros_of_hypotheses(
    equations: Iterable[Relation],
    assignment: Assignment,
    letters: Letters,
    conditions: Sequence[Relation] = (),
) -> list[Value]:
    """Expressions that the hypotheses set to 0, for every choice of their free indices."""
    zeros: list[Value] = []
    for relation in equations:
        for place in instances(relation, [assignment], letters, conditions):
            zeros += differences(place.of(relation.left), place.of(relation.right))
    return [sp.sympify(part, strict=True) for part in zeros if part != 0]


def prove_by_components(case: Case) -> tuple[str, tuple[str, ...]] | None:
    """(rule, an example) if every component is decided under every first assignment, else None."""
    rules: list[str] = []
    example: tuple[str, ...] = ()
    for assignment in case.setting.symbolic(case.relation, *case.equations):
        for place in assignments_at_indices(case, [assignment]):
            try:
                parts = proof_goals(case, place)
            except Undefined as reason:
                raise undefined_at(case, place, reason) from reason
            rules_of_parts = [
                rule_under_hypotheses(case, *part, place, assignment) for part in parts
            ]
            if None in rules_of_parts:
                return None
            rules += filter(None, rules_of_parts)
            example = example or (shown_sides(case.relation, place) if parts else ())
    return (max(rules, key=PROOF_RULES.index), example) if rules else None


def rule_under_hypotheses(
    case: Case, part: Value, sign: str, place: Assignment, assignment: Assignment
) -> str | None:
    """The rule for one claim: with the hypotheses at its own indices, then with all of them."""
    rule = deciding_rule(
        part,
        sign,
        zeros_of_hypotheses(case.equations, place, case.letters, case.setting.conditions),
    )
    if rule or place.letters == assignment.letters or not case.equations:
        return rule
    return deciding_rule(
        part,
        sign,
        zeros_of_hypotheses(case.equations, assignment, case.letters, case.setting.conditions),
    )


def proof_goals(case: Case, assignment: Assignment) -> list[Claim]:
    """(expression, sign) pairs that must hold for the relation to hold."""
    if case.relation.left.op == "optimum":
        refuse_bound(case.relation, case.setting, case.equations)
        return claims_of_solution(case.relation, assignment)
    if case.relation.sign == "~":
        return [(part, "=") for part in taylor_coefficients(case, assignment)]
    left, right = assignment.of(case.relation.left), assignment.of(case.relation.right)
    zeros = differences(left, right, case.relation.sign)
    return [(part, case.relation.sign) for part in zeros]


def taylor_coefficients(case: Case, assignment: Assignment) -> list[Value]:
    """Taylor coefficients of the difference, in what is small, up to the order that is named."""
    if not case.about:
        raise DerivationError("≈ needs order=(name, k): the small quantity, and the order in it")
    written, power = case.about
    refuse_fixed(written)
    require_at_most(power, HIGHEST_POWER, "the order of an expansion")
    scale, before = sp.Symbol("small", real=True), assignment
    for place, value in dict(assignment.values[written.value]).items():
        if is_written(written, place, before):
            assignment = assignment.replacing(written.value, place, scale * value)
    gaps = differences(assignment.of(case.relation.left), assignment.of(case.relation.right))
    for part in gaps:
        refuse_corners(part, scale)
    taken = [sp.diff(part, scale, k).subs(scale, 0) for part in gaps for k in range(power + 1)]
    if any(part.has(*NO_NUMBER) for part in taken):
        raise DerivationError("there is no Taylor expansion at 0: a coefficient is infinite")
    return taken


def refuse_corners(expression: Value, scale: Value) -> None:
    """Raises if a root, a modulus or the like is expanded where it has no derivative."""
    kinds = sp.Abs, sp.sign, sp.Max, sp.Min, Indicator
    inner = [argument for part in expression.atoms(*kinds) for argument in corner_arguments(part)]
    inner += [part.base for part in expression.atoms(sp.Pow) if not part.exp.is_Integer]
    if any(part.has(scale) and part.subs(scale, 0).equals(0) is not False for part in inner):
        raise DerivationError(
            "there is no Taylor expansion at 0: a root or modulus is not differentiable there"
        )


def corner_arguments(part: Value) -> Sequence[Value]:
    """What must not vanish for a modulus, sign, indicator or maximum to be smooth."""
    if isinstance(part, (sp.Max, sp.Min)):
        return [a - b for a, b in itertools.combinations(part.args, 2)]
    return tuple(part.args)


def is_written(written: Expr, indices: Indices, assignment: Assignment) -> bool:
    """Whether a member of a family is the one that is written, at the letters that are bound."""
    pairs = zip(written.args, indices, strict=True)
    return all(is_free(part, assignment) or assignment.whole(part) == at for part, at in pairs)


def is_free(index: Expr, assignment: Assignment) -> bool:
    """Whether an index is a letter that is not bound."""
    return index.op == "var" and index.value not in assignment.letters


def deciding_rule(difference: Value, sign: str, hypotheses: Sequence[Value]) -> str | None:
    """The rule that decides ``difference sign 0``, or None."""
    if sign in {"=", "∝"}:
        return rule_for_zero(difference, hypotheses)
    turned = -difference if sign in {"<=", "<"} else difference
    strict = sign in {"<", ">"}
    result = rule_for_sign(turned, strict) or rule_for_switches(turned, strict)
    return result or ("convexity" if is_above_tangents(turned, strict, hypotheses) else None)


def shown_sides(relation: Relation, assignment: Assignment, limit: int = 240) -> tuple[str, ...]:
    """The first component of both sides, as SymPy prints them."""
    sides = (relation.right,) if relation.left.op == "optimum" else relation.sides
    texts = [plain_text(str(entries(assignment.of(side))[0])) for side in sides]
    return tuple(text if len(text) <= limit else text[:limit] + " ..." for text in texts)
