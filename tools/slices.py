"""Cuts a chapter down to those statements of its code on which its derivations depend.

nbval runs a chapter whole.  Who wants its derivations alone runs a slice of its syntax tree: what
declares or states, and before it whatever gives a value to a name that is used there.  A function
that changes what it is handed second is not seen; a test compares what the slice states with the
stored outputs of the whole chapter.  In the same way the cells are sliced that grade exercises, and
what a cell needs that a reader runs.
"""

import ast

STATING = {"Derivation", "declare", "define", "calc", "cite", "refute"}
ASKING = {"holds", "attempt"}  # methods of a derivation that leave it as it is


def slice_of_cells(sources):
    """The code of some cells, as one module of those statements on which derivations depend."""
    body = [statement for source in sources for statement in ast.parse(source).body]
    return ast.Module(needed_statements(body, is_statement_of_derivation), [])


def needed_statements_by_cell(cells, wanted):
    """(cell, its statements that are needed as a module) of each cell that has some, in order.

    cells: pairs of a cell and its code.
    """
    parsed = [(cell, ast.parse(code).body) for cell, code in cells]
    kept = {
        id(one) for one in needed_statements([one for _, body in parsed for one in body], wanted)
    }
    parts = [(cell, [one for one in body if id(one) in kept]) for cell, body in parsed]
    return [(cell, ast.Module(part, [])) for cell, part in parts if part]


def needed_statements(statements, wanted):
    """The statements, in order, on which the wanted ones depend, and these."""
    kept: list[ast.stmt] = []
    names: set[str] = set()
    modules = {name for one in statements if is_import(one) for name in names_given(one)}
    for statement in reversed(statements):
        given = names_given(statement) if is_import(statement) else names_given(statement) - modules
        if wanted(statement) or given & names:
            kept.append(statement)
            names = (names - names_replaced(statement)) | names_used(statement)
    return kept[::-1]


def is_import(statement):
    """Whether a statement imports; what it gives a name to is not changed by calls."""
    return isinstance(statement, ast.Import | ast.ImportFrom)


def called_name(call):
    """The last name of what a call calls."""
    return getattr(call.func, "attr", getattr(call.func, "id", None))


def is_statement_of_derivation(statement, wanted=frozenset(STATING)):
    """Whether a statement makes a derivation, or tells it something that it keeps."""
    return any(isinstance(n, ast.Call) and called_name(n) in wanted for n in ast.walk(statement))


def names_used(statement):
    """The names whose values a statement may need; `a += 1` needs that of a."""
    nodes = list(ast.walk(statement))
    loaded = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return loaded | {root_name(node.target) for node in nodes if isinstance(node, ast.AugAssign)}


def names_given(statement):
    """The names to which a statement gives a value, or whose value it changes."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    nodes = list(ast.walk(statement))
    loops = [node.target for node in nodes if isinstance(node, ast.comprehension)]
    inside = {id(node) for target in loops for node in ast.walk(target)}  # of a comprehension alone
    return {name for node in nodes if id(node) not in inside for name in names_assigned(node)} - {
        None
    }


def names_assigned(node):
    """The names that a node gives a value to, wholly or in part.

    What is called for its own sake changes its owner, `rows.append(row)`, or what it is handed
    first, `plot.line(ax, x, y)`.
    """
    if isinstance(node, ast.alias):
        yield (node.asname or node.name).split(".")[0]
    elif isinstance(getattr(node, "ctx", None), ast.Store):
        yield root_name(node)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        if called_name(node.value) not in ASKING:
            if isinstance(node.value.func, ast.Attribute):
                yield root_name(node.value.func)
            yield from (one.id for one in node.value.args[:1] if isinstance(one, ast.Name))


def root_name(node):
    """The name in `name`, `name.part[0]` and the like."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return getattr(node, "id", None)


def names_replaced(statement):
    """The names that an assignment gives a value in which their old one has no part."""
    targets = statement.targets if isinstance(statement, ast.Assign) else ()
    return {target.id for target in targets if isinstance(target, ast.Name)}
