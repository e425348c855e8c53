"""Mutants of statements: small changes of a statement's tree, each of which must be refused.

`python -m tests.book.mutants` makes those of every chapter, `python -m tests.book.mutants pca svd` of two, and
`python -m tests.book.mutants pca --label pca-gradient` of one statement.

A mutant survives if every check still passes although it is not equal to what was written.
"""

import argparse
import re
import sys
from dataclasses import replace
from fractions import Fraction
from functools import partial

from tqdm import tqdm

from tests.book.chapters import chosen, derivations
from texproof import DerivationError
from texproof.decide.case import Case, under_hypotheses
from texproof.decide.judge import by_components, row_verdict
from texproof.decide.refute import refutation
from texproof.errors import refusing
from texproof.evaluate.setting import Setting
from texproof.evaluate.sizes import on_sizes
from texproof.every_size import prove_rows
from texproof.expr import Expr, Relation, states_problem
from texproof.shape import ShapeChecker
from texproof.statement import DEFINED, EXACT, Row
from texproof.written import Writer
from texproof_tests.mutations import mutations, surroundings, weaker

TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
CHANGES = {
    "sign": "the other sign",
    "term": "without this term",
    "factor": "without this factor",
    "exponent": "without this exponent",
    "n - 1": "this size less 1",
    "constant": "this number plus 1",
    "transpose": "not transposed",
    "inverse": "not inverted",
    "index": "1 for this index",
    "relation": "the relation turned round",
    "hypothesis": "without this hypothesis",
    "condition": "a condition that lets one more length in",
    "size": "another size",
    "tied size": "another size, with their distance in the first lengths",
    "length": "the first length of this size",
    "size for a number": "a size for the number that it is in the first lengths",
    "bound": "another bound",
    "indices": "these indices exchanged",
    "letter": "another name of this kind",
    "braces": "grouped otherwise",
}


def mutants(node):
    """(what was changed, tree) for every single change of a tree."""
    yield from changes(node)
    for i, child in enumerate(node.args):
        typed = node.op in {"where", "except", "builder"} and i == 0  # a range that nobody wrote
        if node.op == "entry" or typed or (node.op in {"grad", "hessian", "partial"} and i):
            continue
        for what, changed in mutants(child):
            yield what, replace(node, args=(*node.args[:i], changed, *node.args[i + 1 :]))


def changes(node):
    """Changes at the root of a tree: a sign, a term or factor, a constant, an index, ..."""
    if node.op == "add":
        for i, term in enumerate(node.args):
            others = (*node.args[:i], *node.args[i + 1 :])
            flipped = term.args[0] if term.op == "neg" else Expr("neg", (term,))
            yield "sign", replace(node, args=(*node.args[:i], flipped, *node.args[i + 1 :]))
            yield "term", others[0] if len(others) == 1 else replace(node, args=others)
    elif node.op == "mul":
        for i in range(len(node.args)):
            others = (*node.args[:i], *node.args[i + 1 :])
            yield "factor", others[0] if len(others) == 1 else replace(node, args=others)
    elif node.op == "pow":
        yield "exponent", node.args[0]
    elif node.op == "size":
        one = Expr("neg", (Expr("num", value=Fraction(1)),))
        yield "n - 1", Expr("add", (node, one))
    elif node.op == "neg":
        yield "sign", node.args[0]
    elif node.op == "num" and node.value:
        yield "constant", replace(node, value=node.value + Fraction(1))
    elif node.op in {"transpose", "inverse"}:
        yield node.op, node.args[0]
    elif node.op == "var":
        yield "index", Expr("num", value=Fraction(1))


def sign_of(node):
    """The whole side with the other sign."""
    yield "sign", node.args[0] if node.op == "neg" else Expr("neg", (node,))


def mutants_of_side(side, statement):
    """(what was changed, tree) for every single change of a side, each tree once."""
    found = {}
    around = surroundings(statement)
    for what, changed in (*mutants(side), *sign_of(side), *mutations(side, around)):
        found.setdefault(changed, what)
    return [(what, changed) for changed, what in found.items() if changed != side]


def refused(relation, statement, row):
    """Whether a changed row is refused, by shape, by value or as undecidable."""
    try:
        return not accepted(relation, statement, row)
    except DerivationError:
        return True


@refusing
def accepted(relation, statement, row):
    """Whether a changed row stands: numbers first, as a proof of what is false may take minutes."""
    ShapeChecker(row.text, statement.lengths).relation(relation)
    setting, equations = under_hypotheses(statement)
    case = Case(relation, row.about, setting, equations, statement.letters)
    if statement.kind == EXACT and refutation(case):
        return False
    row_verdict(statement, replace(row, relation=relation), "mutant", case)
    return True


def equivalent(one, other, statement, sign="=", about=None):
    """Whether a changed side agrees with the side that was written, at all lengths.

    To the order that a row claims, if it does.  Both may be 0 of different shapes, as where either
    is said to be 0.
    """
    setting, equations = under_hypotheses(statement)
    case = Case(Relation(sign, one, other), about, setting, equations, statement.letters)
    try:
        row = Row(sign, "", "", case.relation, about)
        row_verdict(replace(statement, kind=EXACT), row, "equivalent", case)
    except DerivationError:
        return False
    return True


def of_row(statement, row):
    """(what, relation, old side, new side) for the changes of both sides of a row.

    Of a problem only the solution is changed: another problem may have the same one.
    """
    left, right = row.relation.sides
    for what, changed in mutants_of_side(right, statement):
        yield what, replace(row.relation, right=changed), right, changed
    if row is statement.rows[0] and left.op != "optimum":
        for what, changed in mutants_of_side(left, statement):
            yield what, replace(row.relation, left=changed), left, changed


def row_jobs(statement):
    """(what was changed, where, function that says whether the mutant survives) of a chain.

    A changed side of an inequality may still be true: there only the relation is turned round.
    """
    for n, row in enumerate(statement.rows if statement.kind == EXACT else (), 1):
        where = f"{name_of(statement)}, row {n}"
        if row.relation.sign in TURNED:
            turned = replace(row.relation, sign=TURNED[row.relation.sign])
            shown = f"{where}\n    {row.sign} {row.text}\n    ^"
            yield "relation", shown, partial(relation_survives, statement, row, turned)
        if row.relation.sign in {"=", "~"}:
            for what, relation, old, new in of_row(statement, row):
                first = old is row.relation.left
                line = statement.first if first else row.text
                shown = pointed(where, "" if first else f"{row.sign} ", line, place(old, new))
                yield what, shown, partial(row_survives, statement, row, relation, old, new)


def pointed(where, before, text, at):
    """A place in words, the LaTeX that stands there, and a caret below what was changed."""
    line = (before + text).replace("\n", " ")
    return f"{where}\n    {line}\n    {' ' * (len(before) + at)}^"


def place(old, new):
    """Where the text of a tree says what a changed tree says otherwise."""
    if new in old.args:  # something was taken away
        return next((part.at for part in old.args if part != new), old.at)
    if (old.op, old.value) == (new.op, new.value):
        for one, other in zip(old.args, new.args, strict=False):
            if one != other:
                return place(one, other)
        return old.args[-1].at  # the last one was taken away
    return old.at


def relation_survives(statement, row, turned):
    return not refused(turned, statement, row)


def hypothesis_jobs(statement):
    """As row_jobs, for each hypothesis: without it, or with a weaker one, less must be proved."""
    for i, hypothesis in enumerate(statement.hypotheses if statement.kind == EXACT else ()):
        where = f"{name_of(statement)}\n    {Writer(statement.names).relation(hypothesis)}"
        yield "hypothesis", where, partial(hypothesis_survives, statement, i)
        for what, changed in weaker(hypothesis):
            yield what, where, partial(hypothesis_survives, statement, i, changed)


def hypothesis_survives(statement, i, *others):
    """Whether a chain stands with other hypotheses, and is proved for every size in as many rows."""
    kept = [*statement.hypotheses[:i], *others, *statement.hypotheses[i + 1 :]]
    changed = replace(statement, hypotheses=kept)
    try:
        by_components(changed)
    except DerivationError:
        return False
    return rows_everywhere(changed) >= rows_everywhere(statement)


def rows_everywhere(statement):
    """How many rows of a chain are proved for every size."""
    return sum(row.proved for row in prove_rows(statement))


def row_survives(statement, row, relation, old, new):
    if refused(relation, statement, row):
        return False
    return not equivalent(old, new, statement, relation.sign, row.about)


def definition_jobs(statements):
    """As row_jobs, for numbered definitions: some later chain must refuse a changed one."""
    for statement in filter(is_numbered_definition, statements):
        left, right = statement.rows[0].relation.sides
        for what, changed in mutants_of_side(right, statement):
            if conforms(left, changed, statement.lengths):
                before, text = f"{statement.first} = ", statement.rows[0].text
                at = place(right, changed) - len(before)
                yield (
                    what,
                    pointed(name_of(statement), before, text, at),
                    partial(definition_survives, statements, statement, left, right, changed),
                )


def is_numbered_definition(statement):
    labelled = statement.kind == DEFINED and statement.label
    return bool(labelled) and not states_problem(statement.rows[0].relation.right)


def unused_definitions(derivations):
    """The labels of definitions on which no chain depends, so that nothing refuses a wrong one."""
    return [
        statement.label
        for derivation in derivations
        for statement in filter(is_numbered_definition, derivation.statements.values())
        if not any(
            uses(other, defined_name(statement.rows[0].relation.left))
            for other in derivation.statements.values()
        )
    ]


def definition_survives(statements, statement, left, right, changed):
    users = [other for other in statements if uses(other, defined_name(left))]
    if any(fails(other, left, changed) for other in users):
        return False
    return not equivalent(right, changed, replace(statement, hypotheses=sizes_of_all(users)))


def sizes_of_all(users):
    """The conditions on sizes under which all users of a definition stand."""
    conditions = [list(filter(on_sizes, other.hypotheses)) for other in users] or [[]]
    return [one for one in conditions[0] if all(one in others for others in conditions)]


def defined_name(left):
    return (left.args[0] if left.op == "entry" else left).value


def uses(statement, name):
    """Whether the meaning of a chain depends on a name that was defined before it."""
    relations = [row.relation for row in statement.rows] + statement.hypotheses
    setting = Setting(statement.definitions, statement.lengths)
    used = statement.kind == EXACT and name in statement.definitions
    return used and name in setting.used(*relations)


def name_of(statement):
    return statement.label or statement.first


def conforms(left, body, lengths):
    """Whether a changed definition has the shape of its name."""
    try:
        ShapeChecker("", lengths).relation(Relation("=", left, body))
    except DerivationError:
        return False
    return True


def fails(statement, left, body):
    """Whether a chain is refused once a name in it means something else."""
    name = defined_name(left)
    changed = statement.definitions[name]._replace(body=body)
    definitions = {**statement.definitions, name: changed}
    try:
        by_components(replace(statement, definitions=definitions))
    except DerivationError:
        return True
    return False


def jobs(derivations):
    """All mutants of all statements of some derivations."""
    for derivation in derivations:
        statements = list(derivation.statements.values())
        for statement in statements:
            yield from row_jobs(statement)
            yield from hypothesis_jobs(statement)
        yield from definition_jobs(statements)


def mutant_in_words(what, where):
    """A surviving mutant in words: the change, the statement, its row, and the place in it."""
    return f"{CHANGES[what]}: {where}"


def is_of(label, where):
    """Whether a mutant is one of the statement of a label; without a label, of any."""
    return not label or re.split(r"[,\n]", where)[0] == label


def main(names, label=""):
    """Runs every mutant of the chapters named, or of all; prints the survivors, and fails then.

    On a terminal a bar for each chapter shows how far it is.
    """
    count, alive = 0, 0
    for chapter in chosen(names):
        of_chapter = jobs(derivations(chapter, judged=not label))
        every = [job for job in of_chapter if is_of(label, job[1])]
        for what, where, survives in tqdm(every, chapter.name, disable=None):
            count += 1
            if survives():
                alive += 1
                with tqdm.external_write_mode():
                    print(f"{chapter.name}: {mutant_in_words(what, where)}", flush=True)
    if label and not count:
        sys.exit(f"there is nothing to change with the label {label!r}")
    print(f"{count} mutants, {alive} survived")
    sys.exit(bool(alive))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--label", default="")
    main(**vars(parser.parse_args()))
