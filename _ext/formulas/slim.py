"""KaTeX's HTML with half of its elements, looking the same.

KaTeX gives every letter and group a span whose class tells what it is, lays out heights with empty
spans, and sets a lone index in a table of nine elements. Its style sheet reads few of these
classes, a height can be a pseudo-element, and an index is text that is smaller and shifted.
A chapter has hundreds of formulas: what is left out here is what made a page heavy on a phone.
`_static/custom.css` has the rules that this needs beside KaTeX's own. By hand: no tool does this to
KaTeX's HTML, which is read as the XML that it is.
"""

import re
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from xml.etree import ElementTree

CSS = Path(__file__).parents[2] / "_vendor" / "_static" / "katex" / "katex.min.css"
NAMESPACES = ("http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg")
TAGS = {"mathnormal": "i", "mathbf": "b"}  # the commonest classes, said by the element
KEEPS_CHILDREN = {"vlist", "delim-size1", "delim-size4", "inner", "katex-html"}  # named by rules
ROWS = {"math", "mrow", "mstyle", "mtd", "msqrt"}  # of MathML, with any number of children
APPLIED = "\u2061"  # an operator between a function and its argument; an index has neither
FOR_THE_EYE = {  # attributes of MathML that say how it looks, which here it never does
    *("stretchy", "rowspacing", "columnspacing", "columnalign", "scriptlevel", "displaystyle"),
    *("mathsize", "lspace", "rspace"),
}
TAPPED = "tap-"  # begins the classes of what a reader may change
SPACE = re.compile(r"margin-right:([\d.]+em);")
SHIFT = re.compile(
    r"top:(-?[\d.]+)em;(?:margin-left:(-?[\d.]+)em;)?(?:margin-right:(-?[\d.]+)em;)?"
)
HEIGHT = re.compile(r"height:(-?[\d.]+)em;")


def required(match: re.Match[str] | None) -> re.Match[str]:
    """A match that KaTeX's output always has."""
    if match is None:
        raise ValueError("KaTeX writes its output in another way than this module reads it")
    return match


class Span:
    """An element of KaTeX's output: class words, style, and what is inside."""

    def __init__(self, words=(), style="", inside=None):
        self.words, self.style, self.inside = (list(words), style, [] if inside is None else inside)

    def __str__(self):
        tag = next((TAGS[word] for word in self.words if word in TAGS), "span")
        words = " ".join(word for word in self.words if word not in TAGS)
        words = f' class="{words}"' if words else ""
        style = f' style="{self.style}"' if self.style else ""
        return f"<{tag}{words}{style}>{''.join(map(str, self.inside))}</{tag}>"

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
def slim_html(formula):
    """The same formula in fewer elements."""
    tree = parse_html(formula)
    is_display = tree.get("class") == "katex-display"
    mathml, html = tree[0] if is_display else tree
    shown = f'<span class="katex-html" aria-hidden="true">{simplified_html(span_of(html))}</span>'
    slimmed = f'<span class="katex">{screen_reader_mathml(mathml[0])}{shown}</span>'
    return f'<span class="katex-display">{slimmed}</span>' if is_display else slimmed


def parse_html(formula):
    """The element of a formula; what its names belong to, HTML knows by itself."""
    for namespace in NAMESPACES:
        formula = formula.replace(f' xmlns="{namespace}"', "")
    return ElementTree.fromstring(formula)


def mathml_of(formula):
    """The MathML of a formula that KaTeX wrote as MathML alone."""
    return screen_reader_mathml(parse_html(formula)[0])


def visible_span(formula):
    """What is seen of a formula that KaTeX wrote for the eye alone."""
    return span_of(parse_html(formula)[0])


def simplified_html(root):
    """HTML of what is seen, in few elements."""
    simplify_span(root)
    return "".join(map(str, root.inside))


def screen_reader_mathml(math):
    """MathML without what only the eye would see; its LaTeX becomes an attribute."""
    formula, latex = math[0]
    math.set("data-tex", latex.text.strip())
    math[:] = [formula]
    simplify_mathml(math)
    return ElementTree.tostring(math, "unicode", short_empty_elements=False)


def simplify_mathml(node):
    """Leave out, in place, spaces and groups that group nothing."""
    node.attrib = {
        key: value
        for key, value in node.attrib.items()
        if key not in FOR_THE_EYE and value != "normal"
    }
    children = []
    for child in node:
        simplify_mathml(child)
        group = child.tag in ("mrow", "mstyle") and not child.attrib
        fenced = len(child) and child[0].get("fence")
        empty = child.tag == "mspace" or (child.tag == "mtext" and not child.text.strip())
        if group and (len(child) == 1 or (node.tag in ROWS and not fenced)):
            children += child
        elif not (empty and node.tag in ROWS) and (node.tag in ROWS or child.text != APPLIED):
            children.append(child)
    node[:] = children


def span_of(element):
    """An element of KaTeX's output as a Span; what is no span in it, such as a drawing, as text."""
    inside = [escape(element.text, quote=False)] if element.text else []
    for child in element:
        tail, child.tail = child.tail, None
        is_span = child.tag == "span"
        inside.append(span_of(child) if is_span else ElementTree.tostring(child, "unicode"))
        inside += [escape(tail, quote=False)] if tail else []
    return Span(element.get("class", "").split(), element.get("style", ""), inside)


def simplify_span(span):
    """Leave out, in place and from within, what changes nothing."""
    for child in span.inside:
        if isinstance(child, Span):
            simplify_span(child)
    simplify_classes(span)
    if span.has("vlist-t"):
        stack_rows(span)
    simplify_children(span)
    if span.has("base") and isinstance(span.inside[0], Span) and span.inside[0].has("strut"):
        strut = span.inside.pop(0)
        span.style = strut.style.replace("height", "--h").replace("vertical-align", "--d")


def simplify_classes(span):
    """Set a size as a style, and leave out the classes that no rule of the style sheet reads."""
    known, sizes = style_sheet()
    if span.has("sizing"):
        size = tuple(word for word in span.words if re.fullmatch(r"(reset-)?size\d+", word))
        span.style = f"font-size:{sizes[size]:.4g}em;" + span.style
        span.words = [word for word in span.words if word not in (*size, "sizing")]
    span.words = [word for word in span.words if word in known or word.startswith(TAPPED)]


def simplify_children(span):
    """Take children out of spans without class and style, and merge neighbours where possible."""
    kept = bool(KEEPS_CHILDREN & {*span.words})
    inside: list[Span | str] = []
    for child in span.inside:
        bare = isinstance(child, Span) and not (child.words or child.style)
        inside += child.inside if bare and not kept else [child]
    span.inside = [as_shifted_text(child) for child in merge_equal_spaces(join_texts(inside))]


def stack_rows(table):
    """Rows above and below a line, in place: one element with room for them, and no table."""
    first, *second = (row.inside[0] for row in table.inside)
    above, below = (height_in_em(part) for part in (first, *second, None)[:2])
    table.words = [word for word in table.words if word != "vlist-t2"] + ["vlist"]
    table.style = f"padding:{above}em 0 {below}em;vertical-align:-{below}em;"
    for row in first.inside:
        strut = row.inside.pop(0)
        if height_in_em(strut) != "3":
            row.style += f"--p:{height_in_em(strut)}em;"
    table.inside = first.inside


def height_in_em(part):
    """Height of a part, in em, as text; what is negative or not there has none."""
    return f"{max(0, float(required(HEIGHT.fullmatch(part.style))[1])):g}" if part else "0"


def join_texts(parts):
    """The parts with neighbouring texts made one."""
    result: list[Span | str] = []
    for part in parts:
        if (
            result
            and isinstance(part, str)
            and isinstance(result[-1], str)
            and "<" not in result[-1] + part
        ):
            result[-1] += part
        else:
            result.append(part)
    return result


def merge_equal_spaces(parts):
    """The parts with a sign or a fraction between two equal spaces made one element."""
    result = []
    for part in parts:
        result.append(part)
        left, sign, right = result[-3:] if len(result) > 2 else (None, None, None)
        space = isinstance(left, Span) and left.words == ["mspace"] and SPACE.fullmatch(left.style)
        if space and isinstance(sign, str) and str(left) == str(right):
            result[-3:] = [Span(style=f"margin:0 {space[1]};", inside=[sign])]
        elif (
            is_idle(left) and is_idle(right) and isinstance(sign, Span) and sign.words == ["mfrac"]
        ):
            result[-3:] = [Span(sign.words, "margin:0 0.12em;", sign.inside)]
    return result


def is_idle(part):
    """Whether this is the space where a delimiter could stand."""
    return isinstance(part, Span) and part.words == ["nulldelimiter"] and not part.inside


def as_shifted_text(part):
    """A lone index or exponent of one line as shifted text; anything else as it is."""
    if not (isinstance(part, Span) and part.words == ["msupsub"] and len(part.inside) == 1):
        return part
    rows = part.inside[0].inside
    text = "".join(map(str, rows))
    if len(rows) > 1 or len(rows[0].inside) != 1 or "vlist" in text or "<svg" in text:
        return part
    (content,) = rows[0].inside
    if not isinstance(content, Span):
        return part
    size = re.fullmatch(r"font-size:([\d.]+)em;", content.style)
    if content.style and not size:
        return part
    style = shift_of(rows[0].style, content.style, float(size[1]) if size else 1.0)
    words, inside = content.words, content.inside
    if len(inside) == 1 and isinstance(inside[0], Span) and not (words or inside[0].style):
        words, inside = inside[0].words, inside[0].inside
    return Span(words, style, inside)


def shift_of(row_style, style, factor):
    """The style of text that stands where a row has it, in units of its own smaller size."""
    top, left, right = (float(x or 0) for x in required(SHIFT.match(row_style)).groups())
    strut = re.search(r"--p:([\d.]+)em", row_style)
    shift = (top + (float(strut[1]) if strut else 3)) / factor
    style = f"position:relative;top:{shift:.4g}em;" + style
    if left:
        style += f"margin-left:{left / factor:.4g}em;"
    if right:
        style += f"margin-right:{right / factor:.4g}em;"
    return style
