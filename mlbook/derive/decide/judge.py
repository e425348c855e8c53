"""The verdict on a statement: proof first, then points that refute, then what was asked for."""

from dataclasses import replace

from ..errors import DerivationError, Refuted, Undecided
from ..evaluate.setting import Setting
from ..expr import Expr, Relation, free_letters, states_problem
from ..names import Name
from ..statement import CITED, DEFINED, EXACT, REFUSED, SAMPLED, Statement, Verdict
from .case import Case, Letters, instances
from .prove import proved, satisfiable
from .refute import refutation, sampled

SLACK = {">=": ("nonnegative", False), ">": ("positive", False)}
SLACK |= {"<=": ("nonnegative", True), "<": ("positive", True)}


def verdicts(statement: Statement) -> list[Verdict]:
    """A verdict for each row; raises Refuted or Undecided."""
    setting, equations = under_hypotheses(statement)
    letters = statement.letters
    if statement.kind == DEFINED:
        return [well_formed(statement.rows[0].relation, setting, letters)]
    if equations:
        satisfiable(equations, setting, letters)
    cases = [Case(row.relation, row.about, setting, equations, letters) for row in statement.rows]
    return [
        row_verdict(statement, f"row {n} ({row.sign} {row.text})", case)
        for n, (row, case) in enumerate(zip(statement.rows, cases, strict=True), 1)
    ]


def under_hypotheses(statement: Statement) -> tuple[Setting, tuple[Relation, ...]]:
    """Definitions and signs in force under the hypotheses, and the equations that are left."""
    definitions = dict(statement.definitions)
    facts: dict[Name, str] = {}
    equations: list[Relation] = []
    for relation in statement.hypotheses:
        left, right = relation.sides
        setting = Setting(definitions, statement.lengths)
        free = left.op == "name" and left.value not in {*definitions, *facts}
        replaceable = free and not left.value.facts and may_replace(left, right, setting)
        if free and is_sign(relation) and left.value.facts <= {"nonnegative"}:
            facts[left.value] = "positive" if relation.sign == ">" else "nonnegative"
        elif relation.sign == "=" and not replaceable:
            equations.append(relation)
        elif replaceable and relation.sign in {"=", *SLACK}:
            letters = tuple(part.value for part in left.args)
            definitions[left.value] = (letters, bounded(relation), False)
        else:
            raise DerivationError("a hypothesis is an equation, or bounds a name once: a <= b")
    return Setting(definitions, statement.lengths, facts), tuple(equations)


def is_sign(relation: Relation) -> bool:
    """Whether a hypothesis gives the sign of a name."""
    return relation.sign in {">", ">="} and relation.right == Expr("num", value=0)


def bounded(relation: Relation) -> Expr:
    """What a name is under a hypothesis: the right side, or that and a slack of known sign."""
    if relation.sign == "=":
        return relation.right
    fact, turned = SLACK[relation.sign]
    name = replace(relation.left.value, latex=f"slack of {relation.left.value.latex}",
                   facts=frozenset({fact}))  # fmt: skip
    slack = Expr("name", relation.left.args, name)
    return Expr("add", (relation.right, Expr("neg", (slack,)) if turned else slack))


def may_replace(left: Expr, right: Expr, setting: Setting) -> bool:
    """Whether a hypothesis ``name = term`` can simply be put in the place of the name."""
    letters = [part.value for part in left.args]
    plain = all(part.op == "var" for part in left.args) and len(set(letters)) == len(letters)
    return (
        plain and left.value not in setting.used(right) and not free_letters(right) - set(letters)
    )


def row_verdict(statement: Statement, row: str, case: Case) -> Verdict:
    """The verdict on one row, by the kind of statement that it belongs to."""
    if statement.kind == REFUSED:
        return refused(case)
    doubtful = case.relation.sign in {"<", "<=", ">", ">="} and refutation(case, points=6)
    found = proved(case) if statement.kind == EXACT and not doubtful else None
    failed = doubtful or refutation(case, elsewhere_only=bool(found))
    if failed:
        only = "holds only at the first sizes" if found else "is false"
        raise Refuted(f"{row} {only}: {failed}")
    if found:
        rung, sides = found
        return Verdict(EXACT, rung, sides=sides)
    points = sampled(case)
    if not points and not case.equations:
        raise Undecided(f"{row} is a number at no point that was tried, so it says nothing")
    if statement.kind == CITED:
        return Verdict(CITED, "source", statement.source)
    if not statement.note:
        raise Undecided(
            f"{row} was neither proved nor refuted; take a smaller step, "
            "name the hypothesis that it needs, or cite its theorem"
        )
    return Verdict(SAMPLED, "points", f"{points} exact points; {statement.note}")


def refused(case: Case) -> Verdict:
    """The verdict on a claim that is stated in order to be refuted."""
    failed = refutation(case)
    if not failed:
        raise DerivationError("the claim was to be refuted, and no point refutes it")
    return Verdict(REFUSED, "counterexample", failed)


def well_formed(relation: Relation, setting: Setting, letters: Letters) -> Verdict:
    """Evaluates a definition, or the parts of a problem, so that it means something."""
    for part in evaluable(relation.right) if states_problem(relation.right) else [relation.left]:
        for world in instances(part, setting.symbolic(part), letters):
            world.of(part)
            break
    return Verdict(DEFINED, "read and evaluated")


def evaluable(node: Expr) -> list[Expr]:
    """The largest parts of a tree that state no problem."""
    if not states_problem(node):
        return [] if node.op in {"range", "where", "except"} else [node]
    parts = node.args[node.value[1] :] if node.op == "optimum" else node.args
    return [found for part in parts for found in evaluable(part)]
