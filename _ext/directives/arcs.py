"""A figure of lines of text, some of them links, and arcs between these, in one narrow column.

All takes the colour of the text around it, so that it serves a light page and a dark one.
"""

ROW, DOTS = 27, 138  # height of a line; how far from the left its dot is
FIGURE = (
    '<svg class="arcs" viewBox="0 0 360 {height}" style="width: 100%; max-width: 30rem"'
    ' role="group" aria-label="{label}" fill="currentColor" font-size="14">'
    '<g aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.3">{arcs}</g>'
    "{words}</svg>"
)


def arc_diagram(label, lines, pairs):
    """The SVG of lines (key or None, text, address or None) and of pairs (from key, to key)."""
    at = {key: line_middle(place) for place, (key, *_) in enumerate(lines)}
    words = (
        linked_line(text, line_middle(place), address)
        if address
        else heading_line(text, line_middle(place))
        for place, (_, text, address) in enumerate(lines)
    )
    arcs = (arc(at[one], at[other]) for one, other in pairs)
    return FIGURE.format(
        height=ROW * len(lines), label=label, arcs="".join(arcs), words="".join(words)
    )


def line_middle(place):
    """The height at which the middle of a line is."""
    return ROW * place + ROW / 2


def arc(start, end):
    """An arrow from dot to dot; dashed where it goes up."""
    left = round(DOTS - 30 - 0.24 * abs(end - start))
    dashes = ' stroke-dasharray="3 3" opacity="0.7"' if end < start else ""
    return (
        f'<path d="M{DOTS} {start}C{left} {start} {left} {end} {DOTS - 6} {end}"{dashes}/>'
        f'<path d="M{DOTS - 12} {end - 3}l6 3l-6 3"/>'
    )


def heading_line(text, height):
    """A line that is no link."""
    return f'<text x="{DOTS + 10}" y="{height + 5}" font-weight="600">{text}</text>'


def linked_line(text, height, address):
    """A dot and a text that leads to an address; a finger finds the whole line."""
    return (
        f'<a href="{address}"><rect x="{DOTS + 6}" y="{height - 12}" width="216" height="24"'
        f' fill="transparent"/><circle cx="{DOTS}" cy="{height}" r="3.5"/>'
        f'<text x="{DOTS + 10}" y="{height + 5}">{text}</text></a>'
    )
