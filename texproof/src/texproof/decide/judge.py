"""The verdict on a statement: points that refute, then proof, then what was asked for."""

from collections.abc import Iterable, Iterator

from ..errors import DerivationError, OfNumbers, Refuted, Undecided, Undefined
from ..evaluate import World
from ..evaluate.setting import Setting
from ..evaluate.solutions import posed, refuse_varied
from ..every_size.everywhere import scope
from ..expr import Expr, Relation, names_in, states_problem
from ..refusing import refusing
from ..statement import CITED, DEFINED, EXACT, REFUSED, SAMPLED, Row, Statement, Verdict
from .advice import left_to_show, missing_sign
from .case import Case, Letters, instances
from .heavy import is_heavy, proved_in_indices
from .hypotheses import apart, refuse_told_records, under_hypotheses
from .prove import IN_INDICES, proved
from .refute import Trial, refuse_never_apart, refutation, tried_at, tried_elsewhere
from .sampling import sampled, silence
from .solved import satisfiable


@refusing
def verdicts(statement: Statement) -> list[Verdict]:
    """A verdict for each row; raises Refuted or Undecided."""
    setting, equations = under_hypotheses(statement)
    letters = statement.letters
    refuse_solutions(statement, setting)
    if statement.kind == DEFINED:
        return [well_formed(statement.rows[0].relation, setting, letters)]
    if equations:
        satisfiable(equations, setting, letters)
    cases = [case_of(statement, row, setting, equations) for row in statement.rows]
    return [
        row_verdict(statement, row, f"row {n} ({row.sign} {row.text})", case)
        for n, (row, case) in enumerate(zip(statement.rows, cases, strict=True), 1)
    ]


def case_of(
    statement: Statement, row: Row, setting: Setting, equations: tuple[Relation, ...]
) -> Case:
    """What is to be decided of a row: a name that a problem defines is the solution of that."""
    bound = names_in(*statement.hypotheses)
    problems = {name: p for name, p in statement.problems.items() if name not in bound}
    relation = posed(row.relation, problems)
    return Case(relation, row.about, setting, equations, statement.letters, apart(statement))


def refuse_solutions(statement: Statement, setting: Setting) -> None:
    """Raises where solutions of problems are taken for numbers that are free."""
    relations = [row.relation for row in statement.rows] + statement.hypotheses
    small = [Expr("substitute", (side, row.about[0], row.about[0]))
             for row in statement.rows if row.about for side in row.relation.sides]  # fmt: skip
    refuse_varied([*relations, *small], statement.problems, statement.definitions)
    posed_ = [posed(relation, statement.problems) for relation in relations]
    if statement.kind == REFUSED and set(setting.used(*posed_)) & set(statement.problems):
        raise DerivationError("a name that a problem defines is not any number: no point refutes")


@refusing
def row_verdict(statement: Statement, row: Row, title: str, case: Case) -> Verdict:
    """The verdict on one row; a refusal begins with the row."""
    try:
        return judged(statement, row, title, case)
    except DerivationError as refusal:
        if not str(refusal).startswith(title):
            refusal.args = (f"{title}: {refusal}",)
        raise


def judged(statement: Statement, written: Row, row: str, case: Case) -> Verdict:
    """The verdict on one row, by the kind of statement that it belongs to."""
    refuse_told_records(case)
    refuse_never_apart(case)
    if statement.kind == REFUSED:
        return refused(case)
    ordered = case.relation.sign in {"<", "<=", ">", ">="}
    ahead = bool(case.equations) and proved_in_indices(statement, written, case)
    elsewhere = Trial() if ahead else tried_elsewhere(case)
    early = ordered or elsewhere.failed or (case.equations and is_heavy(case) and not ahead)
    here = tried_at(case).failed if early else ""
    false = here or elsewhere.failed
    asked = statement.kind == EXACT and not false
    found = proof(statement, written, case, ahead) if asked else None
    failed = false or ("" if found else refutation(case))
    if failed:
        refuse_unknown_solutions(statement, row, case)
        here_alone = statement.sizes and failed == elsewhere.failed
        only = "is false, though nothing at its first sizes showed it" if here_alone else "is false"
        raise Refuted(f"{row} {only}: {failed}{'' if here_alone else missing_sign(case)}")
    if found and elsewhere.silent:
        told = f"{row} is {elsewhere.silent}; which hypothesis excludes this?"
        raise Undefined(told) from elsewhere.silent
    if found:
        rung, sides = found
        return Verdict(EXACT, rung, sides=sides)
    return unproved(statement, row, case)


def refuse_unknown_solutions(statement: Statement, row: str, case: Case) -> None:
    """Raises where what fails at a point takes the solution of a problem for any number."""
    said = {given.name for given in case.setting.put_in} | {*names_in(*case.equations)}
    for name in case.setting.used(case.relation):
        if name in statement.problems and name not in said:
            raise Undecided(
                f"{row}: {name.latex} was defined as the solution of a problem, which a chain does "
                f"not solve: first prove {name.latex} = ... as a row of its own, then write "
                f'given=["{name.latex} = ..."] here'
            )


def proof(
    statement: Statement, row: Row, case: Case, ahead: bool
) -> tuple[str, tuple[str, ...]] | None:
    """(rung, an example) by components; for every size first where these are long, else last.

    ahead: whether it was found before; equations are then solved at the first lengths alone. With a
    note points decide what components do not.
    """
    if (ahead or proved_in_indices(statement, row, case)) and not tried_at(case).failed:
        return IN_INDICES, ()
    found = proved(case)
    if found or statement.note or not scope(statement, row).proved or tried_at(case).failed:
        return found
    return IN_INDICES, ()


def unproved(statement: Statement, row: str, case: Case) -> Verdict:
    """The verdict on a row that is neither proved nor refuted: cited, or tried at points."""
    points = sampled(case)
    if not points and not case.equations:
        silent = silence(case)
        told = f"{row} is a number at no point that was tried, so it says nothing: {silent}"
        raise Undecided(told) from silent
    if statement.kind == CITED:
        return Verdict(CITED, "source", statement.source)
    if not statement.note:
        left = left_to_show(case)
        raise Undecided(
            f"{row} was neither proved nor refuted; take a smaller step, "
            f"name the hypothesis that it needs, or cite its theorem{left and chr(10) + left}"
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
        try:
            refuse_nowhere_defined(part, instances(part, worlds_of(part, setting), letters))
        except OfNumbers:
            worlds = setting.rational(part, lengths=setting.first(part), seed=0)
            refuse_nowhere_defined(part, instances(part, worlds, letters))
    return Verdict(DEFINED, "read and evaluated")


def worlds_of(part: Expr, setting: Setting) -> Iterator[World]:
    """Worlds of symbols at the first lengths, and then at others: an inverse may need n >= p."""
    yield from setting.symbolic(part)
    for lengths in setting.elsewhere(part):
        yield from setting.symbolic(part, lengths=lengths)


def refuse_nowhere_defined(part: Expr, worlds: Iterable[World]) -> None:
    """Raises unless a term has a value in some world: a mean need not have one in each."""
    reason = Undefined("there is no world to evaluate it in")
    for world in worlds:
        try:
            world.of(part)
            return
        except Undefined as found:
            reason = found
    raise reason


def evaluable(node: Expr) -> list[Expr]:
    """The largest parts of a tree that state no problem."""
    if not states_problem(node):
        return [] if node.op in {"range", "where", "except"} else [node]
    parts = node.args[node.value[1] :] if node.op == "optimum" else node.args
    return [found for part in parts for found in evaluable(part)]
