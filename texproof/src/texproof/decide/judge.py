"""The verdict on a statement: points that refute, then proof, then what was asked for.

`verdicts` takes a statement and returns a verdict for each row, with its scope, or raises;
`by_components` asks for no more than whether the rows stand. Verdicts are made here alone;
`stating`, `exercise`, `derivation` and `show` use other modules of this package for hypotheses,
counterexamples and residuals. The module also decides which rows are asked for a proof in index
notation first, and whether a relation says anything at all.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

import sympy as sp

from ..code import numbers_in
from ..errors import DerivationError, OfNumbers, Refuted, TooLong, Undecided, Undefined, refusing
from ..evaluate import Assignment
from ..evaluate.assignment import shape_of
from ..evaluate.draws import default_point
from ..evaluate.generic import noted_questions
from ..evaluate.setting import Setting, Substitution, pose_problem, refuse_varied
from ..evaluate.sizes import conditions_of_facts, fixes_a_size
from ..evaluate.values import plain_text
from ..every_size.prover import prove_row
from ..expr import Expr, Relation, names_in, states_problem, walk
from ..limits import FARTHEST, MANY_INVERSES, MOST_TERMS_AGAIN, POINTS_FOR_VALUES
from ..names import Name
from ..purity import forget_checked
from ..statement import (
    AT_SIZES,
    CITED,
    DEFINED,
    EXACT,
    PROVED,
    REFUSED,
    SAMPLED,
    Row,
    Scope,
    Statement,
    Verdict,
    row_title,
)
from ..written import Writer
from .case import (
    Case,
    Letters,
    assignments_at_indices,
    at_point,
    disequality_hypotheses,
    instances,
    nodes_of,
    refuse_given_conditions,
    slack_of,
    under_hypotheses,
)
from .chains import refuse_false_ends, refuse_wider_need, row_of_ends
from .hypothesis_points import refuse_contradictory
from .points import entries
from .polynomials import at_most_terms
from .programs import prove_where_equal, refutation_where_equal
from .prove import IN_INDICES, prove_by_components
from .refute import (
    Trial,
    left_to_show,
    missing_sign,
    refuse_never_distinct,
    refutation,
    rounded_pi,
    try_lengths,
    try_other_lengths,
)
from .trials import CALCULUS, ORDERS, calls_program

# --------------------------------------------------------------------------------------------------
# Whether a relation says anything: the exact points at which both sides are numbers.


def count_points_with_values(case: Case) -> int:
    """How many exact points were tried at which both sides are real numbers."""
    return sum(
        has_real_sides(case.relation, place)
        for place in assignments_at_indices(case, first_points(case))
    )


def first_points(case: Case) -> Iterator[Assignment]:
    """Some exact points at the first lengths."""
    first = case.setting.first(case.relation)
    for number in range(POINTS_FOR_VALUES):
        yield from case.setting.rational(case.relation, lengths=first, point=default_point(number))


def why_undefined(case: Case) -> Undefined:
    """Why a relation that has no value at any point has none at the first: the term, the point."""
    for place in assignments_at_indices(case, first_points(case)):
        try:
            [place.of(side) for side in case.relation.sides]
        except Undefined as reason:
            where = at_point(case, place)
            result = Undefined(plain_text(f"{reason} where {where}" if where else str(reason)))
            result.term = reason.term
            return result
    return Undefined("no point satisfies what it presumes")


def has_real_sides(relation: Relation, assignment: Assignment) -> bool:
    """Whether both sides are real numbers under an assignment of numbers."""
    if relation.left.op == "optimum":
        return True
    try:
        numbers = [entry for side in relation.sides for entry in entries(assignment.of(side))]
    except Undefined:
        return False
    return all(sp.N(number).is_real for number in numbers)


# --------------------------------------------------------------------------------------------------
# Which rows are asked for a proof in index notation before one by components.
#
# Points at several sizes, singular ones too, are asked in either case. A row is heavy
#   - with an operation of `HEAVY`, whose components are long;
#   - where a hypothesis tells a covariance: in index notation a moment is one symbol;
#   - with a jacobian, whose entries are as many derivatives;
#   - where it is a hypothesis itself, which need then not be solved;
#   - where it is an order with a largest or smallest number, which has a case for each of them;
#   - with an inverse or determinant, whose components are long, within another, with calculus or
#     `~` beside it, or with `MANY_INVERSES` of them: in index notation each is one symbol.

SQUARES = {"inverse", "det", "adj"}
HEAVY = {"pinv", "rank", "eigs", "cof", "minor", "kron", "vec", "spectral"}


def is_heavy(case: Case) -> bool:
    """Whether a row is long by components, for one of the reasons above."""
    nodes = [node for tree in trees_with_hypotheses(case) for node in walk(tree)]
    squares = list(filter(is_square, nodes))
    calculus = any(node.op in CALCULUS for node in nodes) or case.relation.sign == "~"
    if any(node.op in HEAVY for node in nodes) or tells_covariance(case):
        return True
    if any(node.op == "jacobian" for node in nodes) or case.relation in case.equations:
        return True
    if case.relation.sign in ORDERS and any(node.op == "extremum" for node in nodes):
        return True
    nested = any(is_square(part) for node in squares for part in subtrees(case, node))
    return bool(squares) and (calculus or nested or len(squares) >= MANY_INVERSES)


def subtrees(case: Case, node: Expr) -> list[Expr]:
    """The parts of a tree, and of what the names in it stand for."""
    bodies = [body for name in case.setting.used(node) for body in case.setting.bodies(name)]
    return [*[*walk(node)][1:], *(part for body in bodies for part in walk(body))]


def tells_covariance(case: Case) -> bool:
    """Whether a hypothesis tells a variance or covariance."""
    sides = (side for relation in case.equations for side in relation.sides)
    return any(node.op == "covariance" for side in sides for node in walk(side))


def is_square(node: Expr) -> bool:
    """Whether a node is the inverse or determinant of a square."""
    return node.op in SQUARES and bool(shape_of(node.args[0]))


def trees_with_hypotheses(case: Case) -> list[Expr]:
    """Both sides of what is claimed and of hypotheses, and what their names stand for."""
    relations = case.relation, *case.equations
    names = case.setting.used(*relations)
    sides = [side for relation in relations for side in relation.sides]
    return [*sides, *(body for name in names for body in case.setting.bodies(name))]


Ask = Callable[[], Scope]


def query_prover_once(statement: Statement, row: Row) -> Ask:
    """A function that asks the prover for every size about a row, at most once."""
    return cache(lambda: prove_row(statement, row))


def proved_in_indices(case: Case, ask: Ask) -> bool:
    """Whether a heavy row is proved for every size that its conditions allow."""
    return is_heavy(case) and ask().proved


# --------------------------------------------------------------------------------------------------
# The verdict.


@refusing
def verdicts(statement: Statement) -> list[Verdict]:
    """A verdict for each row, with its scope; raises Refuted or Undecided."""
    asks = [query_prover_once(statement, row) for row in statement.rows]
    result = judge_rows(statement, asks)
    if any(verdict.kind != AT_SIZES for verdict in result):
        return result
    fixed = any(map(fixes_a_size, statement.hypotheses))
    return [with_scope(verdict, ask(), fixed) for verdict, ask in zip(result, asks, strict=True)]


def with_scope(verdict: Verdict, scope: Scope, fixed: bool) -> Verdict:
    """The verdict on a proved row with its scope; fixed: whether a hypothesis fixes a size."""
    return replace(verdict, kind=EXACT if scope.proved and not fixed else AT_SIZES, scope=scope)


@refusing
def by_components(statement: Statement) -> list[Verdict]:
    """As `verdicts`, without scopes: for who asks thousands of statements whether they stand."""
    return judge_rows(statement, [query_prover_once(statement, row) for row in statement.rows])


def judge_rows(statement: Statement, asks: Sequence[Ask]) -> list[Verdict]:
    """A verdict for each row, at sizes only if it has any; raises Refuted or Undecided."""
    forget_checked()
    setting, equations = under_hypotheses(statement)
    letters = statement.letters
    refuse_solutions(statement, setting)
    if statement.kind == DEFINED:
        return [verdict_on_definition(statement.rows[0].relation, setting, letters)]
    if equations:
        refuse_contradictory(equations, setting, letters)
    refuse_wrong_solutions(statement)
    cases = [case_of(statement, row, setting, equations) for row in statement.rows]
    result = [
        row_verdict(statement, row, row_title(n, row), case, ask)
        for n, (row, case, ask) in enumerate(zip(statement.rows, cases, asks, strict=True), 1)
    ]
    if len(result) > 1:
        ends = row_of_ends(statement)
        case = case_of(statement, ends, setting, equations)
        refuse_wider_need(statement, case, partial(is_proved_alone, statement, ends, case))
        refuse_false_ends(case)
    return result


def is_proved_alone(statement: Statement, row: Row, case: Case) -> bool:
    """Whether a row is proved by itself; for every size, if it has any."""
    if statement.sizes:
        return prove_row(replace(statement, rows=[row]), row).proved
    try:
        return row_verdict(statement, row, "", case).kind in PROVED
    except DerivationError:
        return False


def case_of(
    statement: Statement, row: Row, setting: Setting, equations: tuple[Relation, ...]
) -> Case:
    """What is to be decided of a row: a name that a problem defines is the solution of that."""
    bound = names_in(*statement.hypotheses)
    problems = {name: p for name, p in statement.problems.items() if name not in bound}
    relation = pose_problem(row.relation, problems)
    return Case(
        relation,
        row.about,
        setting,
        equations,
        statement.letters,
        disequality_hypotheses(statement),
    )


def refuse_solutions(statement: Statement, setting: Setting) -> None:
    """Raises where solutions of problems are taken for numbers that are free."""
    relations = [row.relation for row in statement.rows] + statement.hypotheses
    small = [Expr("substitute", (side, row.about[0], row.about[0]))
             for row in statement.rows if row.about for side in row.relation.sides]  # fmt: skip
    refuse_varied([*relations, *small], statement.problems, statement.definitions)
    posed = [pose_problem(relation, statement.problems) for relation in relations]
    if statement.kind == REFUSED and set(setting.used(*posed)) & set(statement.problems):
        raise DerivationError(
            "a name that a problem defines is not a free number, so no point refutes this"
        )


def refuse_wrong_solutions(statement: Statement) -> None:
    """Raises where a hypothesis says what solves a problem, and points refute that it does."""
    for told in statement.hypotheses:
        name = told.left.value if told.left.op == "name" else None
        if told.sign != "=" or name not in statement.problems:
            continue
        others = [other for other in statement.hypotheses if other is not told]
        row = Row("=", "", "", told)
        alone = replace(statement, rows=[row], hypotheses=others)
        setting, equations = under_hypotheses(alone)
        try:
            counterexample = try_lengths(case_of(alone, row, setting, equations)).counterexample
        except DerivationError:
            continue  # a problem with constraints is not tried at points
        if counterexample:
            raise Refuted(
                f"a hypothesis does not solve the problem of {name.latex}: {counterexample}"
            )


@refusing
def row_verdict(
    statement: Statement, row: Row, title: str, case: Case, ask: Ask | None = None
) -> Verdict:
    """The verdict on one row, without its scope; a refusal begins with the row."""
    try:
        return judge_by_kind(statement, title, case, ask or query_prover_once(statement, row))
    except DerivationError as refusal:
        if not str(refusal).startswith(title):
            refusal.args = (f"{title}: {refusal}",)
        raise


def judge_by_kind(statement: Statement, title: str, case: Case, ask: Ask) -> Verdict:
    """The verdict on one row, by the kind of statement that it belongs to.

    A row is first tried at points of other lengths; an order, and a row whose proof would take
    long, also at points of the first lengths. Then a proof is looked for. A row without one is
    searched for a counterexample at the first lengths. Without either, it rests on points or on a
    citation, or it is undecided; a row that is a number at no point is an error.
    """
    refuse_given_conditions(case)
    refuse_never_distinct(case)
    if statement.kind == REFUSED:
        return verdict_on_false_claim(statement, title, case)
    proved_before = bool(case.equations) and proved_in_indices(case, ask)
    elsewhere = Trial() if proved_before else try_other_lengths(case)
    counterexample = counterexample_before_proof(case, elsewhere, proved_before)
    to_prove = statement.kind == EXACT and not counterexample
    with noted_questions() as asked:
        proof = find_proof(case, ask, proved_before, bool(statement.note)) if to_prove else None
    counterexample = counterexample or (
        refutation_where_equal(case, asked) if proof else refutation(case)
    )
    if counterexample:
        refuse_unknown_solutions(statement, title, case)
        refuse_excluded(statement, title, case)
        raise refutation_error(
            statement, title, case, counterexample, counterexample == elsewhere.counterexample
        )
    if proof is None:
        return verdict_without_proof(statement, title, case)
    refuse_undefined_lengths(title, elsewhere)
    refuse_long_lengths(title, case, ask)
    if asked:
        prove_where_equal(case)
    rule, sides = proof
    return Verdict(AT_SIZES if statement.sizes else EXACT, rule, sides=sides)


def counterexample_before_proof(case: Case, elsewhere: Trial, proved_before: bool) -> str:
    """A counterexample that is found before a proof is looked for, or nothing.

    elsewhere: what points of other lengths said; proved_before: whether the row is proved in index
    notation. Points of the first lengths come before a proof only where they decide sooner: for an
    order, for a row that fails elsewhere, and for a heavy row under hypotheses.
    """
    ordered = case.relation.sign in {"<", "<=", ">", ">="}
    if (
        ordered
        or elsewhere.counterexample
        or (case.equations and is_heavy(case) and not proved_before)
    ):
        return try_lengths(case).counterexample or elsewhere.counterexample
    return elsewhere.counterexample


def refuse_undefined_lengths(title: str, elsewhere: Trial) -> None:
    """Raises where a row that is proved at the first lengths has no value at other lengths."""
    if elsewhere.undefined:
        message = f"{title} is {elsewhere.undefined}; which hypothesis excludes this?"
        raise Undefined(message) from elsewhere.undefined


def refuse_long_lengths(title: str, case: Case, ask: Ask) -> None:
    """Raises where a program may do something else at a length that is too long to be tried.

    It cannot, if the row is proved for every size: then it ran on arrays of any length.
    """
    calls = [node for tree in trees_with_hypotheses(case) for node in walk(tree)]
    programs = (node.value.call for node in calls if node.op == "call" and takes_arrays(node))
    for program in filter(None, programs):
        long = next((c for c in numbers_in(program) if c.is_Integer and abs(c) > FARTHEST), None)
        if long is not None and not ask().proved:
            raise Undecided(
                f"{title}: {program.__name__} has {long} in its code, and what it returns for "
                "arrays of that length is not tried. Write it with sums and products of whole "
                f"arrays, which are proved for every size, or with numbers up to {FARTHEST}"
            )


def takes_arrays(call: Expr) -> bool:
    """Whether an argument of a call has a length that is a size."""
    shapes = (side for part in call.args for side in shape_of(part))
    return any(isinstance(side, str) for side in shapes)


def refutation_error(
    statement: Statement, title: str, case: Case, counterexample: str, elsewhere_only: bool
) -> Refuted:
    """The error for a row with a counterexample, which may have been found elsewhere alone."""
    if statement.sizes and elsewhere_only:
        return Refuted(
            f"{title} is false, though nothing at its first sizes showed it: "
            f"{counterexample}{rounded_pi(case)}"
        )
    return Refuted(f"{title} is false: {counterexample}{rounded_pi(case) or missing_sign(case)}")


def refuse_unknown_solutions(statement: Statement, title: str, case: Case) -> None:
    """Raises where what fails at a point takes the solution of a problem for any number."""
    known = {given.name for given in case.setting.substitutions} | {*names_in(*case.equations)}
    for name in case.setting.used(case.relation):
        if name in statement.problems and name not in known:
            raise Undecided(
                f"{title}: {name.latex} was defined as the solution of a problem, which a chain "
                f"does not solve: first prove {name.latex} = ... as a row of its own, then write "
                f'given=["{name.latex} = ..."] here'
            )


def refuse_excluded(statement: Statement, title: str, case: Case) -> None:
    """Raises where a row fails only at points at which a name that it does not mention cannot be.

    What such a name presumes is no hypothesis of the row, so that it proves nothing, but a point
    that it excludes is no counterexample.
    """
    presumed = facts_of_others(statement, case)
    if not presumed:
        return
    under = replace(case, setting=presuming(case.setting, [*presumed.values()]))
    if not (try_other_lengths(under).counterexample or refutation(under)):
        texts = " and ".join(map(Writer().relation, presumed.values()))
        names = " and ".join(name.latex for name in presumed)
        raise Undecided(
            f"{title} fails, but only where {names} cannot be as "
            f"declared: give the hypothesis that it needs, as in given={texts}"
        )


def facts_of_others(statement: Statement, case: Case) -> dict[Name, Relation]:
    """What names that a case does not mention presume of sizes and numbers that it mentions."""
    used = case.setting.used(*nodes_of(case))
    sizes, numbers = case.setting.bound_sizes(*nodes_of(case)), {name.latex: name for name in used}
    result = {}
    for name in (name for name in statement.names if name not in used):
        bounds = [numbers.get(by) for _, by in name.moduli]
        if len(bounds) == 2 and all(bounds):
            result[name] = Relation(">=", *(Expr("name", value=number) for number in bounds))
        for relation in conditions_of_facts([name]):
            if {part.value for part in walk(relation) if part.op == "size"} <= sizes:
                result[name] = relation
    return result


def presuming(setting: Setting, relations: Sequence[Relation]) -> Setting:
    """The setting with conditions on sizes, and with numbers that are at least other numbers."""
    known = {given.name for given in setting.substitutions}
    numbers = [r for r in relations if r.left.op == "name" and r.left.value not in known]
    substitutions = [Substitution(r.left.value, (), r.right, *slack_of(r)) for r in numbers]
    return Setting(
        setting.definitions,
        setting.sizes,
        setting.letters,
        setting.facts,
        [*substitutions, *setting.substitutions],
        [*setting.conditions, *(r for r in relations if r.left.op != "name")],
        setting.labels,
    )


def find_proof(
    case: Case, ask: Ask, proved_before: bool, may_be_sampled: bool
) -> tuple[str, tuple[str, ...]] | None:
    """(rule, an example) by components; for every size first where these are long, else last.

    proved_before: whether this was found already; equations are then solved at the first lengths
    alone. may_be_sampled: whether points decide what components do not, as a note allows.
    """
    if (proved_before or proved_in_indices(case, ask)) and not try_lengths(case).counterexample:
        return IN_INDICES, ()
    result = prove_by_components_too(case, ask)
    if result or may_be_sampled or not ask().proved or try_lengths(case).counterexample:
        return result
    return IN_INDICES, ()


def prove_by_components_too(case: Case, ask: Ask) -> tuple[str, tuple[str, ...]] | None:
    """The proof by components; if it is too long beside a proof in index notation, none."""
    again = bool(case.setting.bound_sizes(case.relation)) and ask().proved
    try:
        with at_most_terms(MOST_TERMS_AGAIN if again else None):
            return prove_by_components(case)
    except TooLong:
        if not again:
            raise
        return None
    except OfNumbers:
        # A program may compare numbers, of which components say nothing.
        if not calls_program(case) or not ask().proved:
            raise
        return None


def verdict_without_proof(statement: Statement, title: str, case: Case) -> Verdict:
    """The verdict on a row that is neither proved nor refuted: cited, or tried at points."""
    points = count_points_with_values(case)
    if not points and not case.equations:
        silent = why_undefined(case)
        message = f"{title} has no value at any point that was tried, so it says nothing: {silent}"
        raise Undecided(message) from silent
    if statement.kind == CITED:
        return Verdict(CITED, "source", statement.source)
    if not statement.note:
        left = left_to_show(case)
        raise Undecided(
            f"{title} was neither proved nor refuted; take a smaller step, "
            f"name the hypothesis that it needs, or cite its theorem{left and chr(10) + left}"
        )
    return Verdict(SAMPLED, "points", f"{points} exact points; {statement.note}")


def verdict_on_false_claim(statement: Statement, title: str, case: Case) -> Verdict:
    """The verdict on a claim that is stated in order to be refuted."""
    counterexample = refutation(case)
    if not counterexample:
        raise DerivationError("the claim should be refuted, but no point was found that refutes it")
    refuse_excluded(statement, title, case)
    return Verdict(REFUSED, "counterexample", counterexample)


def verdict_on_definition(relation: Relation, setting: Setting, letters: Letters) -> Verdict:
    """Evaluates a definition, or the parts of a problem, so that it means something."""
    for part in (
        evaluable_parts(relation.right) if states_problem(relation.right) else [relation.left]
    ):
        try:
            refuse_nowhere_defined(
                part, instances(part, symbolic_assignments(part, setting), letters)
            )
        except OfNumbers:
            assignments = setting.rational(
                part, lengths=setting.first(part), point=default_point(0)
            )
            refuse_nowhere_defined(part, instances(part, assignments, letters))
    return Verdict(DEFINED, "read and evaluated")


def symbolic_assignments(part: Expr, setting: Setting) -> Iterator[Assignment]:
    """Assignments of symbols at the first lengths, then at others: an inverse may need n >= p."""
    yield from setting.symbolic(part)
    for lengths in setting.other_lengths(part):
        yield from setting.symbolic(part, lengths=lengths)


def refuse_nowhere_defined(part: Expr, assignments: Iterable[Assignment]) -> None:
    """Raises unless a term has a value under some assignment: a mean need not have one in each."""
    reason = Undefined("there is no assignment of values to evaluate it under")
    for assignment in assignments:
        try:
            assignment.of(part)
            return
        except Undefined as cause:
            reason = cause
    raise reason


def evaluable_parts(node: Expr) -> list[Expr]:
    """The largest parts of a tree that state no problem."""
    if not states_problem(node):
        return [] if node.op in {"range", "where", "except"} else [node]
    parts = node.args[node.value[1] :] if node.op == "optimum" else node.args
    return [evaluable for part in parts for evaluable in evaluable_parts(part)]
