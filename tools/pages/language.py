"""Write pages/language.md, what the language reads and what it refuses, from language.txt.

    python -m tools.pages.language      asks the language again, and stores its answers

In the data a group begins with `# `, what is said of all of it stands after `> `, and its names
have the form of `{derive-names}`. Its constructs follow, each a sentence after `* ` with lines:
`+` is read and proved, `-` is refused, `:=` defines for both. Options stand behind four spaces.
Below a line that is refused stands what the language said, after `? `: these lines are written by
the command above, which asks about every line and takes half a minute. A line that the language
answers otherwise is an error.
`make notebooks` asks again if the language has changed; a build shows what is stored.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from texproof.books.blocks import DISPLAY, NAMES, Block
from texproof.books.page import BlockOutcome, Page
from tools.book import ROOT, Book, write_changed

DATA = ROOT / "tools" / "pages" / "language.txt"
PAGE = ROOT / "pages" / "language.md"
PROSE = (
    ROOT / "tools" / "pages" / "language_prose.md"
)  # what stands before the groups, and %groups%
READ, REFUSED, DEFINED, ANSWER = "+", "-", ":=", "?"
SHOWN = {READ: "✓ ", REFUSED: "✗ ", DEFINED: ":= ", ANSWER: "    "}  # what stands before a line


@dataclass
class Construct:
    """A sentence, and the lines that show it, each with its sign."""

    prose: str
    lines: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Group:
    """Constructs that share their names."""

    title: str
    prose: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    constructs: list[Construct] = field(default_factory=list)


def read_groups(text: str) -> list[Group]:
    """The groups of the data."""
    result: list[Group] = []
    for line in filter(str.strip, text.splitlines()):
        sign, _, rest = line.partition(" ")
        if sign == "#":
            result.append(Group(rest))
        elif sign == "*":
            result[-1].constructs.append(Construct(rest))
        elif sign in SHOWN:
            result[-1].constructs[-1].lines.append((sign, rest))
        elif sign == ">":
            result[-1].prose.append(rest)
        else:
            result[-1].names.append(line)
    return result


def example_block(text: str) -> Block:
    """The display of a line, with the options that stand behind it."""
    display, *settings = text.split("    ")
    options = dict(option.split(" ", 1) for option in settings)
    return Block(DISPLAY, "", display, 1, 0, options)


def answer_to_line(group: Group, construct: Construct, text: str) -> BlockOutcome:
    """What the language says of a line, after the names and definitions that it needs."""
    page = Page()
    before = [text for sign, text in construct.lines if sign == DEFINED]
    for made in [Block(NAMES, "", "\n".join(group.names), 1), *map(example_block, before)]:
        outcome = page.take(made)
        if outcome.refusal:
            raise outcome.refusal
    return page.take(example_block(text))


def answer_lines(group: Group, construct: Construct) -> Iterator[tuple[str, str]]:
    """The lines of a construct with what the language says now; raises where a sign is wrong."""
    for sign, text in construct.lines:
        if sign == ANSWER:
            continue
        yield sign, text
        if sign != DEFINED:
            refusal = answer_to_line(group, construct, text).refusal
            if bool(refusal) != (sign == REFUSED):
                raise ValueError(f"{text}: {refusal or 'is not refused'}")
            yield from ((ANSWER, line) for line in str(refusal or "").splitlines())


def fenced_lines(kind: str, lines: list[str]) -> str:
    """Lines in a block of code."""
    return "\n".join([f"```{kind}", *lines, "```"])


def section_text(group: Group) -> str:
    """The part of the page that shows a group."""
    parts = [f"### {group.title}", *group.prose, fenced_lines("text", group.names)]
    for construct in group.constructs:
        shown = [SHOWN[sign] + text for sign, text in construct.lines]
        parts += [construct.prose, fenced_lines("text", shown)]
    return "\n\n".join(parts)


def page_text() -> str:
    """The text of pages/language.md, with the answers that are stored."""
    result = "\n\n".join(map(section_text, read_groups(DATA.read_text("utf8"))))
    return PROSE.read_text("utf8").replace("%groups%", result)


def texts(book: Book) -> dict[Path, str]:
    """{path: text} of what is written, which no chapter changes."""
    return {PAGE: page_text()}


def data_text(groups: list[Group]) -> str:
    """The text of language.txt."""
    return "\n".join(line for group in groups for line in lines_of_group(group))


def lines_of_group(group: Group) -> Iterator[str]:
    """The lines of a group in language.txt; an empty one ends its names, and one the group."""
    yield from [f"# {group.title}", *(f"> {prose}" for prose in group.prose), *group.names, ""]
    for construct in group.constructs:
        yield f"* {construct.prose}"
        yield from (f"{sign} {text}".rstrip() for sign, text in construct.lines)
    yield ""


def answer_again() -> dict[Path, str]:
    """{path: text} of the data with the answers that the language gives now."""
    examples = read_groups(DATA.read_text("utf8"))
    for group in examples:
        for construct in group.constructs:
            construct.lines = list(answer_lines(group, construct))
    return {DATA: data_text(examples)}


if __name__ == "__main__":
    write_changed(answer_again())
    write_changed(texts(Book()))
