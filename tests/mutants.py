"""Wrong twins by machine: small changes of a statement's tree, each of which must be refused.

A mutant survives if every check still passes although it is not equal to what was written.
"""

from dataclasses import replace
from fractions import Fraction

from mlbook.derive import DerivationError
from mlbook.derive.judge import Case, row_verdict, under_hypotheses, verdicts
from mlbook.derive.prove import proved
from mlbook.derive.shapes import Shapes
from mlbook.derive.statement import DEFINED, EXACT
from mlbook.derive.tree import Node, Relation


def mutants(node):
    """(what was changed, tree) for every single change of a tree."""
    yield from changes(node)
    for i, child in enumerate(node.args):
        if node.op == "entry" or (node.op in {"grad", "hessian", "partial"} and i):
            continue
        for what, changed in mutants(child):
            yield what, replace(node, args=(*node.args[:i], changed, *node.args[i + 1 :]))


def changes(node):
    """Changes at the root of a tree: a sign, a term, a constant, a transpose, an index."""
    if node.op == "add":
        for i, term in enumerate(node.args):
            others = (*node.args[:i], *node.args[i + 1 :])
            flipped = term.args[0] if term.op == "neg" else Node("neg", (term,))
            yield "sign", replace(node, args=(*node.args[:i], flipped, *node.args[i + 1 :]))
            yield "term", others[0] if len(others) == 1 else replace(node, args=others)
    elif node.op == "neg":
        yield "sign", node.args[0]
    elif node.op == "num" and node.value:
        yield "constant", replace(node, value=node.value + Fraction(1))
    elif node.op in {"transpose", "inverse"}:
        yield node.op, node.args[0]
    elif node.op == "var":
        yield "index", Node("num", value=Fraction(1))


def sign_of(node):
    """The whole side with the other sign."""
    yield "sign", node.args[0] if node.op == "neg" else Node("neg", (node,))


def refused(relation, statement, row):
    """Whether a changed row is refused, by shape, by value or as undecidable."""
    try:
        Shapes(row.text).relation(relation)
        setting, equations = under_hypotheses(statement)
        row_verdict(
            statement, "mutant", Case(relation, row.about, setting, equations, statement.letters)
        )
    except DerivationError:
        return True
    return False


def equivalent(one, other, statement):
    """Whether a changed side is equal to the side that was written."""
    setting, equations = under_hypotheses(statement)
    return bool(proved(Case(Relation("=", one, other), (), setting, equations, statement.letters)))


def of_row(statement, row):
    """(what, relation, old side, new side) for the changes of both sides of a row."""
    left, right = row.relation.sides
    for what, changed in (*mutants(right), *sign_of(right)):
        yield what, replace(row.relation, right=changed), right, changed
    if row is statement.rows[0]:
        for what, changed in (*mutants(left), *sign_of(left)):
            yield what, replace(row.relation, left=changed), left, changed


def surviving_rows(statement, kinds):
    """Changes of a proved chain that nothing refuses and that are not mere rewritings."""
    for row in statement.rows if statement.kind == EXACT else ():
        for what, relation, old, new in of_row(statement, row):
            if what not in kinds or refused(relation, statement, row):
                continue
            if row.relation.sign in {"=", "~"} and not equivalent(old, new, statement):
                yield what, statement.label or statement.first, row.text


def surviving_definitions(statements, kinds):
    """Changes of a definition that no later chain refuses."""
    for statement in statements:
        row = statement.rows[0]
        if statement.kind != DEFINED or row.relation.right.op == "optimum":
            continue
        for what, changed in (*mutants(row.relation.right), *sign_of(row.relation.right)):
            if what not in kinds or not conforms(row.relation.left, changed):
                continue
            if any(fails(other, row.relation.left, changed) for other in statements):
                continue
            if not equivalent(row.relation.right, changed, statement):
                yield what, statement.label or statement.first


def conforms(left, body):
    """Whether a changed definition has the shape of its name."""
    try:
        Shapes("").relation(Relation("=", left, body))
    except DerivationError:
        return False
    return True


def fails(statement, defined, body):
    """Whether a chain is refused once a name in it means something else."""
    name = (defined.args[0] if defined.op == "entry" else defined).value
    if statement.kind != EXACT or name not in statement.definitions:
        return False
    places, _, by_entries = statement.definitions[name]
    definitions = {**statement.definitions, name: (places, body, by_entries)}
    try:
        verdicts(replace(statement, definitions=definitions))
    except DerivationError:
        return True
    return False
