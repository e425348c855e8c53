"""The verdict on a statement: proof first, then points that refute, then what was asked for."""

from dataclasses import dataclass

from .errors import DerivationError, Refuted, Undecided
from .names import Name
from .prove import instances, proved, refutation, sampled, satisfiable
from .statement import CITED, DEFINED, EXACT, REFUSED, SAMPLED, Verdict
from .tree import Node, Relation, free_letters, states_problem
from .worlds import Setting

SLACK = {">=": ("nonnegative", False), ">": ("positive", False)}
SLACK |= {"<=": ("nonnegative", True), "<": ("positive", True)}


@dataclass(frozen=True)
class Case:
    """A relation with all that decides it: what is small in it, the setting, the hypotheses."""

    relation: Relation
    about: tuple
    setting: Setting
    equations: tuple
    letters: dict


def verdicts(statement):
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


def under_hypotheses(statement):
    """Definitions and signs in force under the hypotheses, and the equations that are left."""
    definitions, facts, equations = dict(statement.definitions), {}, []
    for relation in statement.hypotheses:
        left, right = relation.sides
        generic = left.op == "name" and left.value not in definitions
        bare = generic and not left.value.facts
        signed = generic and left.value.facts <= {"nonnegative"}
        if signed and relation.sign in {">", ">="} and right == Node("num", value=0):
            facts[left.value] = "positive" if relation.sign == ">" else "nonnegative"
        elif relation.sign in SLACK and bare and not left.args:
            term = Node("add", (right, slack(left, relation.sign)))
            definitions[left.value] = ((), term, False)
        elif relation.sign != "=":
            raise DerivationError("a hypothesis is an equation, or bounds a name: name <= term")
        elif bare and may_replace(left, right, Setting(definitions, statement.lengths)):
            letters = tuple(part.value for part in left.args)
            definitions[left.value] = (letters, right, False)
        else:
            equations.append(relation)
    return Setting(definitions, statement.lengths, facts), tuple(equations)


def slack(left, sign):
    """What is added to the right side of an inequality to make it an equation."""
    fact, turned = SLACK[sign]
    name = Name(f"slack of {left.value.latex}", "scalar", (), "slack", facts=frozenset({fact}))
    node = Node("name", (), name)
    return Node("neg", (node,)) if turned else node


def may_replace(left, right, setting):
    """Whether a hypothesis ``name = term`` can simply be put in the place of the name."""
    letters = [part.value for part in left.args]
    plain = all(part.op == "var" for part in left.args) and len(set(letters)) == len(letters)
    return (
        plain and left.value not in setting.used(right) and not free_letters(right) - set(letters)
    )


def row_verdict(statement, row, case):
    """The verdict on one row, by the kind of statement that it belongs to."""
    if statement.kind == REFUSED:
        return refused(case)
    found = proved(case) if statement.kind == EXACT else None
    failed = refutation(case, elsewhere_only=bool(found))
    if failed:
        only = "holds only at the first sizes" if found else "is false"
        raise Refuted(f"{row} {only}: {failed}")
    if found:
        return Verdict(EXACT, *found)
    if statement.kind == CITED:
        return Verdict(CITED, "source", statement.source)
    if not statement.note:
        raise Undecided(
            f"{row} was neither proved nor refuted; take a smaller step, "
            "name the hypothesis that it needs, or cite its theorem"
        )
    return Verdict(SAMPLED, "points", f"{sampled(case)} exact points; {statement.note}")


def refused(case):
    """The verdict on a claim that is stated in order to be refuted."""
    failed = refutation(case)
    if not failed:
        raise DerivationError("the claim was to be refuted, and no point refutes it")
    return Verdict(REFUSED, "counterexample", failed)


def well_formed(relation, setting, letters):
    """Evaluates a definition, or the parts of a problem, so that it means something."""
    for part in evaluable(relation.right) if states_problem(relation.right) else [relation.left]:
        for world in instances(part, setting.symbolic(part), letters):
            world.of(part)
            break
    return Verdict(DEFINED, "read and evaluated")


def evaluable(node):
    """The largest parts of a tree that state no problem."""
    if not states_problem(node):
        return [node]
    parts = node.args[node.value[1] :] if node.op == "optimum" else node.args
    return [found for part in parts for found in evaluable(part)]
