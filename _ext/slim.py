"""KaTeX's HTML with a third of its elements, looking the same.

KaTeX gives every letter and group a span whose class tells what it is, and sets a lone index in a
table of nine elements. Its style sheet reads few of these classes, and an index is text that is
smaller and shifted. A chapter has hundreds of formulas: what is left out here is what made a page
slow on a phone.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

CSS = Path(__file__).parent.parent / "_vendor" / "_static" / "katex" / "katex.min.css"
START = '<span class="katex-html" aria-hidden="true">'
TOKEN = re.compile(
    r'<span(?: class="([^"]*)")?(?: style="([^"]*)")?>|(</span>)|(<svg.*?</svg>|<img[^>]*>|[^<]+)',
    re.S,
)
# Rules speak of the children of these, and of the children's children of those.
KEEPS_CHILDREN = {"vlist", "delim-size1", "delim-size4", "inner", "katex-html"}
KEEPS_GRANDCHILDREN = {"vlist", "mfrac"}
# In MathML, what HTML knows, and groups of nothing or of all that a cell holds.
MATHML = {
    r' xmlns="[^"]*"': "",
    r"(<mrow>|<mstyle[^>]*>)<mrow></mrow>": r"\1",
    r"<mtd><mstyle[^>]*></mstyle></mtd>": "<mtd></mtd>",
    r"(<mtd><mstyle[^>]*>)<mrow>((?:(?!<mtd>).)*?)</mrow></mstyle></mtd>": r"\1\2</mstyle></mtd>",
}
SPACE = re.compile(r"margin-right:([\d.]+em);")
SHIFT = re.compile(
    r"top:(-?[\d.]+)em;(?:margin-left:(-?[\d.]+)em;)?(?:margin-right:(-?[\d.]+)em;)?"
)
HEIGHT = re.compile(r"height:([\d.]+)em;")


class Span:
    """An element of KaTeX's output: class words, style, and what is inside."""

    def __init__(self, words=(), style="", inside=None):
        self.words, self.style, self.inside = list(words), style, [] if inside is None else inside

    def __str__(self):
        words = f' class="{" ".join(self.words)}"' if self.words else ""
        style = f' style="{self.style}"' if self.style else ""
        return f"<span{words}{style}>{''.join(map(str, self.inside))}</span>"

    def has(self, word):
        """Whether this is an element of that class."""
        return word in self.words


@lru_cache(maxsize=1)
def style_sheet():
    """The classes that KaTeX's style sheet reads, and the factors of its sizes."""
    css = CSS.read_text("utf8")
    size = r"\.sizing\.(reset-size\d+)\.(size\d+)\{font-size:([\d.]+)em\}"
    sizes = {(one, other): float(factor) for one, other, factor in re.findall(size, css)}
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", css)), sizes


@cache
def slim(html):
    """The same formula in fewer elements."""
    before, start, formula = html.partition(START)
    for pattern, replacement in MATHML.items():
        before = re.sub(pattern, replacement, before)
    if not start:
        return html
    tree, rest = parse(formula)
    simplify(tree)
    return f"{before}{START}{''.join(map(str, tree.inside))}</span>{rest}"


def parse(html):
    """The tree of what stands before the end of an element, and the text from that end on."""
    root = Span(["katex-html"])
    path, at = [root], 0
    while path:
        token = TOKEN.match(html, at)
        at = token.end()
        words, style, end, text = token.groups()
        if end:
            path.pop()
        elif text:
            path[-1].inside.append(text)
        else:
            span = Span((words or "").split(), style or "")
            path[-1].inside.append(span)
            path.append(span)
    return root, html[at:]


def simplify(span, parent=None):
    """Leave out, in place and from within, what changes nothing."""
    known, sizes = style_sheet()
    for child in span.inside:
        if isinstance(child, Span):
            simplify(child, span)
    if span.has("sizing"):
        size = tuple(word for word in span.words if re.fullmatch(r"(reset-)?size\d+", word))
        span.style = f"font-size:{sizes[size]:.4g}em;" + span.style
        span.words = [word for word in span.words if word not in (*size, "sizing")]
    span.words = [word for word in span.words if word in known]
    kept = bool(KEEPS_CHILDREN & {*span.words}) or (
        parent is not None and bool(KEEPS_GRANDCHILDREN & {*parent.words})
    )
    inside = []
    for child in span.inside:
        bare = isinstance(child, Span) and not (child.words or child.style)
        inside += child.inside if bare and not kept else [child]
    span.inside = [script(child) for child in spaced(joined(inside))]


def joined(parts):
    """The parts with neighbouring texts made one."""
    found = []
    for part in parts:
        if (
            found
            and isinstance(part, str)
            and isinstance(found[-1], str)
            and "<" not in found[-1] + part
        ):
            found[-1] += part
        else:
            found.append(part)
    return found


def spaced(parts):
    """The parts with a sign between two equal spaces made one element."""
    found = []
    for part in parts:
        found.append(part)
        left, sign, right = found[-3:] if len(found) > 2 else (None, None, None)
        space = isinstance(left, Span) and left.words == ["mspace"] and SPACE.fullmatch(left.style)
        if space and isinstance(sign, str) and str(left) == str(right):
            found[-3:] = [Span(style=f"margin:0 {space[1]};", inside=[sign])]
    return found


def script(part):
    """A lone index or exponent of one line as shifted text; anything else as it is."""
    if not (isinstance(part, Span) and part.words == ["msupsub"] and len(part.inside) == 1):
        return part
    rows = part.inside[0].inside
    cells = rows[0].inside[0].inside
    if len(cells) != 1 or len(rows) > 2:
        return part
    strut, *content = cells[0].inside
    text = "".join(map(str, content))
    if len(content) != 1 or not isinstance(content[0], Span) or "vlist" in text or "<svg" in text:
        return part
    top, left, right = (float(x or 0) for x in SHIFT.fullmatch(cells[0].style).groups())
    size = re.fullmatch(r"font-size:([\d.]+)em;", content[0].style)
    if content[0].style and not size:
        return part
    factor = float(size[1]) if size else 1.0
    shift = (top + float(HEIGHT.fullmatch(strut.style)[1])) / factor
    style = f"position:relative;top:{shift:.4g}em;" + content[0].style
    style += f"margin-left:{left / factor:.4g}em;" * bool(left)
    style += f"margin-right:{right / factor:.4g}em;" * bool(right)
    words, inside = content[0].words, content[0].inside
    if len(inside) == 1 and isinstance(inside[0], Span) and not (words or inside[0].style):
        words, inside = inside[0].words, inside[0].inside
    return Span(words, style, inside)
