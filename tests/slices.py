"""The part of a chapter that states: only the statements on which its derivations depend.

nbval runs a chapter whole.  Who wants its derivations alone runs a slice of its syntax tree: what
declares or states, and before it whatever gives a value to a name that is used there.  A function
that changes what it is handed is not seen; a test compares what the slice states with the stored
outputs of the whole chapter.
"""

import ast

STATING = {"Derivation", "declare", "define", "calc", "cite", "refute"}
ASKING = {"holds", "attempt"}  # methods of a derivation that leave it as it is


def sliced(sources):
    """The code of some cells, as one module of those statements on which derivations depend."""
    kept, needed = [], set()
    body = [statement for source in sources for statement in ast.parse(source).body]
    for statement in reversed(body):
        if states(statement) or gives(statement) & needed:
            kept.append(statement)
            needed = (needed - replaces(statement)) | uses(statement)
    return ast.Module(kept[::-1], [])


def called(call):
    """The last name of what a call calls."""
    return getattr(call.func, "attr", getattr(call.func, "id", None))


def states(statement):
    """Whether a statement makes a derivation, or tells it something that it keeps."""
    return any(isinstance(n, ast.Call) and called(n) in STATING for n in ast.walk(statement))


def uses(statement):
    """The names whose values a statement may need."""
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def gives(statement):
    """The names to which a statement gives a value, or whose value it changes.

    A method called for its own sake changes its owner: `rows.append(row)`.
    """
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Expr):
        call = statement.value
        method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        return {root(call.func)} if method and called(call) not in ASKING else set()
    return {name for node in ast.walk(statement) for name in given(node)}


def given(node):
    """The names that a node gives a value to, wholly or in part."""
    if isinstance(node, ast.alias):
        yield (node.asname or node.name).split(".")[0]
    elif isinstance(getattr(node, "ctx", None), ast.Store):
        yield root(node)


def root(node):
    """The name in `name`, `name.part[0]` and the like."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return getattr(node, "id", None)


def replaces(statement):
    """The names that an assignment gives a value in which their old one has no part."""
    targets = statement.targets if isinstance(statement, ast.Assign) else ()
    return {target.id for target in targets if isinstance(target, ast.Name)}
