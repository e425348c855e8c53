"""A statement as data: all that is needed to try it again without its chapter.

The texts are those that the author wrote; whoever tries the statement again reads them anew. Names
that cannot occur in any of the texts are left out, so that the reader finds the same names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import stating
from .decide.judge import verdicts
from .evaluate.world import Definition
from .names import Name, Shape
from .read.lexer import tokens
from .statement import DEFINED, Statement, Verdict
from .vocabulary import Vocabulary

MIME = "application/vnd.mlbook.check+json"
VERSION = 1
Programs = Mapping[str, Callable[..., Any]]


def statement_data(statement: Statement) -> dict[str, Any]:
    """Declarations, definitions in force, hypotheses, rows, sizes, verdicts, scope, label."""
    names, definitions = mentioned(statement)
    return {
        "version": VERSION,
        "label": statement.label,
        "kind": statement.kind,
        "names": [name_data(name) for name in names],
        "definitions": definitions,
        "given": statement.given,
        "first": statement.first,
        "rows": [[row.sign, row.text, row.reason] for row in statement.rows],
        "order": statement.order and list(statement.order),
        "sizes": {size: list(pair) for size, pair in statement.sizes.items()},
        "lengths": {size: list(pair) for size, pair in statement.lengths.items()},
        "letters": dict(statement.letters),
        "source": statement.source,
        "note": statement.note,
        "scope": "sizes" if statement.sizes else "values",
        "verdicts": [verdict_data(verdict) for verdict in statement.verdicts],
    }


def mentioned(statement: Statement) -> tuple[list[Name], list[str]]:
    """Names that may be read in the texts of a statement, and the definitions in force of them."""
    texts = dict.fromkeys(written_in(statement))
    while True:
        words = {token.text for text in texts for token in tokens(text)}
        names = [name for name in statement.names if may_occur(name, words)]
        more = [statement.texts[name] for name in names if name in statement.texts]
        if set(more) <= set(texts):
            return names, [text for text in statement.texts.values() if text in texts]
        texts |= dict.fromkeys(more)


def written_in(statement: Statement) -> Iterator[str]:
    """All texts of a statement that are read."""
    yield statement.first
    yield from (row.text for row in statement.rows)
    yield from statement.given
    if statement.order:
        yield statement.order[0]


def may_occur(name: Name, words: set[str]) -> bool:
    """Whether every token of a name but its indices is among some tokens."""
    fixed = {token.text for token in tokens(name.latex)} - set(name.letters)
    return fixed <= words


def name_data(name: Name) -> dict[str, Any]:
    """A declaration; a function of the package is named by its module."""
    return {
        "latex": name.latex,
        "kind": name.kind,
        "shape": list(name.shape),
        "meaning": name.meaning,
        "over": dict(name.over),
        "facts": sorted(name.facts),
        "random": list(name.sources),
        "takes": None if name.takes is None else [list(shape) for shape in name.takes],
        "program": name.call and f"{name.call.__module__}.{name.call.__qualname__}",
    }


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict with what it rests on."""
    return {
        "kind": verdict.kind,
        "rung": verdict.rung,
        "detail": verdict.detail,
        "sides": list(verdict.sides),
    }


# back again


def judged_again(data: Mapping[str, Any], programs: Programs | None = None) -> list[Verdict]:
    """The verdicts on a statement that is read from its data; raises as its derivation would."""
    return verdicts(statement_from(data, programs or {}))


def statement_from(data: Mapping[str, Any], programs: Programs) -> Statement:
    """A statement, read and not yet judged; ``programs`` are functions of the package by LaTeX."""
    lengths = {size: (first, second) for size, (first, second) in data["lengths"].items()}
    words = Vocabulary(lengths)
    words.declare(name_from(name, programs) for name in data["names"])
    words.letters, words.sizes = dict(data["letters"]), lengths
    definitions: dict[Name, Definition] = {}
    for text in data["definitions"]:
        name, definition, *_ = stating.definition(words, definitions, text, "")
        definitions[name] = definition
    statement = stated(words, data)
    statement.definitions, statement.letters, statement.lengths = (
        definitions,
        words.letters,
        lengths,
    )
    statement.sizes = stating.sizes_used(statement)
    return statement


def stated(words: Vocabulary, data: Mapping[str, Any]) -> Statement:
    """The texts of a statement, read."""
    rows = data["rows"]
    if data["kind"] == DEFINED:
        ((_, text, reason),) = rows
        *_, row, first = stating.definition(words, {}, f"{data['first']} = {text}", reason)
        return Statement(data["label"], DEFINED, first, [row])
    flat = [part for row in rows for part in row]
    order = data["order"] and tuple(data["order"])
    statement = stating.chain(words, data["kind"], data["first"], flat, data["given"], order)
    statement.label, statement.source, statement.note = data["label"], data["source"], data["note"]
    return statement


def name_from(data: Mapping[str, Any], programs: Programs) -> Name:
    """A declared name."""
    return Name(
        data["latex"],
        data["kind"],
        tuple(data["shape"]),
        data["meaning"],
        tuple(data["over"].items()),
        frozenset(data["facts"]),
        programs[data["latex"]] if data["program"] else None,
        shapes_from(data["takes"]),
        tuple(data["random"]),
    )


def shapes_from(shapes: Sequence[Iterable[int | str]] | None) -> tuple[Shape, ...] | None:
    """Shapes of arguments."""
    return None if shapes is None else tuple(tuple(shape) for shape in shapes)
