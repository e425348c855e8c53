"""A statement as data: all that is needed to try it again without its chapter.

The texts are those that the author wrote; whoever tries the statement again reads them anew. Names
that cannot occur in any of the texts are left out, so that the reader finds the same names; so is
whatever is empty. What has an order is a list: a notebook sorts the keys of its objects.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from pkgutil import resolve_name
from types import ModuleType
from typing import Any

from . import stating
from .errors import DerivationError
from .expr import Definition, states_problem
from .names import Name
from .read.lexer import tokens
from .scope import FIXED, SIZES, scope_data
from .statement import AT_SIZES, DEFINED, EXACT, PROVED, STRENGTH, Statement, Verdict
from .store import verdicts
from .vocabulary import Vocabulary

MIME = "application/vnd.texproof.check+json"
VERSION = 1
Programs = Mapping[str, Callable[..., Any]]


def statement_data(statement: Statement) -> dict[str, Any]:
    """Declarations, definitions in force, hypotheses, rows, sizes, verdicts, scope, label."""
    names, definitions = names_and_definitions(statement)
    return nonempty_fields(
        version=VERSION,
        label=statement.label,
        kind=statement.kind,
        names=[name_data(name) for name in names],
        definitions=definitions,
        given=statement.given,
        first=statement.first,
        rows=[[row.sign, row.text, row.reason] for row in statement.rows],
        order=statement.order and list(statement.order),
        sizes=[[size, *pair] for size, pair in statement.sizes.items()],
        lengths=[[size, *pair] for size, pair in statement.lengths.items()],
        letters=[list(pair) for pair in statement.letters.items()],
        source=statement.source,
        note=statement.note,
        **scope_data(statement),
        verdicts=[verdict_data(verdict) for verdict in statement.verdicts],
    )


def names_and_definitions(statement: Statement) -> tuple[list[Name], list[str]]:
    """Names that may be read in the texts of a statement, and the definitions in force of them."""
    texts = dict.fromkeys(texts_of(statement))
    while True:
        words = {token.text for text in texts for token in tokens(text)}
        names = [name for name in statement.names if can_occur(name, words)]
        more = [statement.texts[name] for name in names if name in statement.texts]
        if set(more) <= set(texts):
            return names, [text for text in statement.texts.values() if text in texts]
        texts |= dict.fromkeys(more)


def texts_of(statement: Statement) -> Iterator[str]:
    """All texts of a statement that are read."""
    yield statement.first
    yield from (row.text for row in statement.rows)
    yield from statement.given
    if statement.order:
        yield statement.order[0]


def can_occur(name: Name, words: set[str]) -> bool:
    """Whether every token of a name but its indices is among some tokens."""
    fixed = {token.text for token in tokens(name.latex)} - set(name.letters)
    return fixed <= words


def name_data(name: Name) -> dict[str, Any]:
    """A declaration; a program is named by its module."""
    return nonempty_fields(
        latex=name.latex,
        kind=name.kind,
        shape=list(name.shape),
        meaning=name.meaning,
        over=[list(pair) for pair in name.over],
        facts=sorted(name.facts),
        random=list(name.sources),
        moduli=[list(pair) for pair in name.moduli],
        takes=None if name.takes is None else [list(shape) for shape in name.takes],
        program=name.call and place_of(name.call),
    )


def place_of(call: Callable[..., Any]) -> str:
    """Where a function is, such as ``losses.HuberLoss().value`` for one of a new object."""
    owner = getattr(call, "__self__", None)
    if owner is None or isinstance(owner, type | ModuleType):
        return f"{call.__module__}.{call.__qualname__}"
    state = "..." if getattr(owner, "__dict__", None) else ""
    return f"{call.__module__}.{type(owner).__qualname__}({state}).{call.__name__}"


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict with what it rests on; "scope" beside it says for which sizes a row is exact."""
    kind = EXACT if verdict.kind in PROVED else verdict.kind
    return nonempty_fields(
        kind=kind, rule=verdict.rule, detail=verdict.detail, sides=list(verdict.sides)
    )


def verdict_of(data: Mapping[str, Any]) -> str:
    """The verdict on a statement of which these are the data."""
    kind = max((row["kind"] for row in data["verdicts"]), key=STRENGTH.index)
    return AT_SIZES if kind == EXACT and data["scope"] in {FIXED, SIZES} else str(kind)


def nonempty_fields(**fields: Any) -> dict[str, Any]:
    """The fields that are not empty."""
    return {key: value for key, value in fields.items() if value not in (None, "", [], {})}


# --------------------------------------------------------------------------------------------------
# Back again.


def judge_again(
    data: Mapping[str, Any], programs: Programs | None = None, packages: Collection[str] = ()
) -> list[Verdict]:
    """The verdicts on a statement that is read from its data; raises as its derivation would.

    programs: functions by LaTeX; without them, those of these packages that the data name.
    """
    result = package_programs(data, packages) if programs is None else programs
    return verdicts(statement_from(data, result))


def package_programs(data: Mapping[str, Any], packages: Collection[str]) -> Programs:
    """The functions of some packages that the data of a statement name, by LaTeX."""
    places = {name["latex"]: name["program"] for name in data.get("names", ()) if "program" in name}
    return {latex: function_at(place, packages) for latex, place in places.items()}


def function_at(place: str, packages: Collection[str]) -> Any:
    """The function at a place; raises if it is of none of these packages."""
    if place.partition(".")[0] not in packages or "(...)" in place:
        raise DerivationError(
            f"{place} is not a function of {', '.join(packages) or 'any package'}"
        )
    owner, made, method = place.partition("().")
    return getattr(resolve_name(owner)(), method) if made else resolve_name(owner)


def statement_from(data: Mapping[str, Any], programs: Programs) -> Statement:
    """A statement, read and not yet judged; ``programs`` are functions by LaTeX."""
    words = words_from(data, programs)
    known: dict[Name, Definition] = {}
    for text in data.get("definitions", ()):
        name, definition, *_ = stating.definition(words, known, text, "")
        known[name] = definition
    statement = read_statement(words, data)
    problems = [name for name in known if states_problem(known[name].body)]
    statement.problems = {name: known.pop(name) for name in problems}
    statement.definitions = words.with_free_subsets(known)
    statement.letters, statement.names, statement.lengths = words.letters, words.names, words.sizes
    statement.sizes = stating.sizes_used(statement)
    return statement


def words_from(data: Mapping[str, Any], programs: Programs) -> Vocabulary:
    """The names, letters and sizes with which the texts of a statement are read."""
    lengths = {size: (first, second) for size, first, second in data.get("lengths", ())}
    words = Vocabulary(lengths)
    words.declare(name_from(name, programs) for name in data.get("names", ()))
    words.letters, words.sizes = dict(data.get("letters", ())), lengths
    return words


def read_statement(words: Vocabulary, data: Mapping[str, Any]) -> Statement:
    """The texts of a statement, read."""
    rows, label, first = data["rows"], data.get("label"), data["first"]
    if data["kind"] == DEFINED:
        ((_, text, reason),) = rows
        *_, row, first = stating.definition(words, {}, f"{first} = {text}", reason)
        return Statement(label, DEFINED, first, [row])
    flat = [part for row in rows for part in row]
    order = tuple(data["order"]) if "order" in data else None
    statement = stating.chain(words, data["kind"], first, flat, data.get("given", ()), order)
    statement.source, statement.note = data.get("source", ""), data.get("note", "")
    statement.label, statement.at_sizes = label, data.get("at_sizes", "")
    return statement


def name_from(data: Mapping[str, Any], programs: Programs) -> Name:
    """A declared name."""
    is_program = "program" in data
    return Name(
        data["latex"],
        data["kind"],
        tuple(data.get("shape", ())),
        data.get("meaning", ""),
        tuples_of(data, "over"),
        frozenset(data.get("facts", ())),
        programs[data["latex"]] if is_program else None,
        tuples_of(data, "takes") if data["kind"] == "function" and not is_program else None,
        tuple(data.get("random", ())),
        tuples_of(data, "moduli"),
    )


def tuples_of(data: Mapping[str, Any], field: str) -> tuple[Any, ...]:
    """Pairs or shapes."""
    return tuple(map(tuple, data.get(field, ())))
