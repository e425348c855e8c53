"""A display as its lines: signs stand below each other, and the reasons beside them.

Heard and copied, a display is one formula; seen, it is a grid whose rows are typeset one by one, so
that on a phone a long row ends before a sign and goes on below, and a reason stands under its row.
"""

import re
from functools import cache
from html import escape

from formulas.slim import Span, mathml_of, required, simplified_html, visible_span

MARKS = re.compile(r"\\(?:begin|end)\{\w+\*?\}|\\\\(?:\[[^\]]*\])?|\\.|[{}&]|[^\\{}&]+", re.S)
REASON = re.compile(r"\{\\small\\text\{(.*)\}\}", re.S)
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
SHORT = 12  # letters: what fewer than these stand between two brackets stays together
STRUT = re.compile(r"height:([\d.]+)em;(?:vertical-align:(-?[\d.]+)em;)?")


def display_html(latex, render):
    """HTML of a display; `render` is KaTeX."""
    mathml = mathml_of(render(latex, {"displayMode": True, "output": "mathml"}))
    shown = visible_html(latex, render)
    return f'<span class="katex-display"><span class="katex">{mathml}{shown}</span></span>'


def visible_html(latex, render):
    """What is seen of a display."""
    shown = "".join(block_html(part, render) for part in split_blocks(latex.strip()))
    return f'<span class="katex-html lines" aria-hidden="true">{shown}</span>'


def split_blocks(latex):
    """What stands below each other: hypotheses, and a chain."""
    inside = environment_body("gathered", latex)
    return [part.strip() for part in split_outside_braces(inside, r"\\")] if inside else [latex]


def block_html(latex, render):
    """HTML of a chain, or of a line of its own."""
    inside = environment_body("aligned", latex)
    if not inside:
        return f'<span class="line">{cell_html(latex, render)}</span>'
    chain = "".join(
        row_html(split_outside_braces(part, "&"), render)
        for part in split_outside_braces(inside, r"\\")
    )
    return f'<span class="chain">{chain}</span>'


def environment_body(name, latex):
    """What stands in an environment, if this is all there is."""
    match = re.fullmatch(rf"\\begin{{{name}}}(.*)\\end{{{name}}}", latex, re.S)
    return match and match[1]


def split_outside_braces(latex, sign):
    """The parts between two signs, of which those in braces or environments are none."""
    parts, deep = [""], 0
    for mark in MARKS.findall(latex):
        deep += mark.startswith((r"\begin", "{")) - mark.startswith((r"\end", "}"))
        if deep == 0 and mark.startswith(sign):
            parts.append("")
        else:
            parts[-1] += mark
    return parts


def row_html(cells, render):
    """HTML of a row: what stands on the left, the sign and what it leads to, and why."""
    left, right, *others = map(str.strip, cells)
    reason = required(REASON.fullmatch(others[-1]))[1] if others else ""
    return (
        '<span class="line">'
        + (f'<span class="left">{cell_html(left, render)}</span>' if left else "")
        + f'<span class="right">{cell_html("{}" + right, render)}</span>'
        + (f'<span class="why">{reason_html(reason, render)}</span>' if reason else "")
        + "</span>"
    )


@cache  # of the changes of a formula, each leaves most of its cells as they are
def reason_html(text, render):
    """HTML of a reason, whose formulas stand between dollars."""
    parts = text.split("$")
    parts[::2] = [escape(part, quote=False).replace("'", APOSTROPHE) for part in parts[::2]]
    parts[1::2] = [
        simplified_html(visible_span(render(part, {"output": "html"}))) for part in parts[1::2]
    ]
    return "".join(parts)


@cache
def cell_html(latex, render):
    """HTML of a cell, in parts between which a line may end; of a list first behind a comma."""
    root = visible_span(render(rf"\displaystyle {latex}", {"output": "html"}))
    members = [simplified_html(Span(inside=parts)) for parts in breakable_parts(root.inside)]
    if members[1:]:
        members = [f'<span class="list">{one}</span>' for one in members]
    return "".join(members)


def breakable_parts(bases):
    """The members of a list, each in its parts, of which a new one begins with an operator."""
    parts = [(part, base.inside[0]) for base in bases for part in flatten_brackets(base.inside[1:])]
    kept = kept_together([part for part, _ in parts])
    lines_of_pieces: list[list[list[tuple[Span, Span]]]] = [[[]]]
    comma = False
    for (part, strut), keep in zip(parts, kept, strict=True):
        piece = lines_of_pieces[-1][-1]
        if comma and not keep and not part.has("mspace"):
            lines_of_pieces.append([[]])
        elif is_operator(part) and not keep and any(is_visible(one) for one, _ in piece):
            spaces: list[tuple[Span, Span]] = []
            while piece[-1][0].has("mspace"):
                spaces.insert(0, piece.pop())
            lines_of_pieces[-1].append(spaces)
        lines_of_pieces[-1][-1].append((part, strut))
        comma = part.has("mpunct") or (comma and part.has("mspace"))
    return [[base_span(piece) for piece in member] for member in lines_of_pieces]


def flatten_brackets(parts):
    """The parts, with those between brackets that grow for themselves."""
    for part in parts:
        if part.has("minner") and not part.style:
            yield from flatten_brackets(part.inside)
        else:
            yield part


def kept_together(parts):
    """Whether each part is between brackets that hold little."""
    kept, opened = [False] * len(parts), []
    for place, part in enumerate(parts):
        if part.has("mopen"):
            opened.append(place)
        elif part.has("mclose") and opened:
            start = opened.pop()
            if sum(len(letters_of(one)) for one in parts[start:place]) < SHORT:
                kept[start : place + 1] = [True] * (place + 1 - start)
    return kept


def is_operator(part):
    """Whether this is a sign before which a line may end."""
    return part.has("mbin") or part.has("mrel")


def is_visible(part):
    """Whether there is anything to see of it."""
    return bool(letters_of(part)) or "<" in "".join(
        one for one in part.inside if isinstance(one, str)
    )


def letters_of(part):
    """The letters of a part."""
    return "".join(
        letters_of(one) if isinstance(one, Span) else one.strip("\u200b ") for one in part.inside
    )


def base_span(piece):
    """Parts that stay on one line, as high and as deep as the highest and the deepest asks for."""
    sizes = [required(STRUT.match(strut.style)).groups() for _, strut in piece]
    low = min(float(below or 0) for _, below in sizes)
    high = max(float(height) + float(below or 0) for height, below in sizes)
    style = f"height:{high - low:.4g}em;" + f"vertical-align:{low:g}em;" * bool(low)
    return Span(["base"], inside=[Span(["strut"], style), *(part for part, _ in piece)])
