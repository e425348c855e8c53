"""The built site made light: what no page uses is left out, what is said often is said shorter.

Each step works on the files of a finished build and changes nothing that a reader sees.
"""

import json
import math
import re
from collections import Counter

from sheets import one_sheet
from svg_names import numbered

UNUSED = (
    "**/*.map",
    "**/fontawesome.js*",
    "_static/locales",
    "_static/images",
    "_static/sphinx-thebe.*",
    "_static/design-tabs.js",
    "_static/copybutton_funcs.js",
    "_static/*macros.html",
    "_static/file.png",
    "_static/minus.png",
    "_static/plus.png",
    "_static/page.png",
    "_static/katex",
    "_static/vendor",
)
PLAIN = re.compile(r'<span class="(?:n|p|w|o)">([^<]*)</span>|<span></span>')  # of code's colour
STRING = re.compile(  # with its prefix and its escapes; in an f-string they say something
    r'<span class="(?:sa">[rR]|s[12]">[^<]*)</span>(?:<span class="s[12ie]">[^<]*</span>)+'
)
SIGNATURE = re.compile(r'<dt class="sig .*?</dt>', re.S)
LAYS_OUT = re.compile(  # of the theme's scripts; for this custom.js has an observer
    r',"complete"===document\.readyState\?(\w+)\(\):window\.addEventListener\("load",\1\)'
)
READABLE = 9  # pixels: the least size of letters in a figure, on a phone too
LETTERS = re.compile(r"scale\((0\.\d+) -0\.\d+\)")  # a hundredth of their size in points
START_NOTE = """This chapter of mlbook needs the package of the same name.
Put the file into the folder `chapters` of the book's source and type `make lab` there: it installs
what is needed and opens JupyterLab. Then run the cells from the top."""


def lighten(site):
    """Every step, on the folder of a site."""
    pages = {path: path.read_text("utf8") for path in sorted(site.rglob("*.html"))}
    pages = {path: page for path, page in pages.items() if "_static" not in path.parts}
    remove(site, ["**/bootstrap.js*"])  # before its words pass for those of the style sheet
    quick_script(site / "_static" / "scripts" / "pydata-sphinx-theme.js")
    for path, page in pages.items():
        pages[path] = STRING.sub(string, PLAIN.sub(r"\1", SIGNATURE.sub(signature, page)))
    styles = short_styles(pages)
    one_sheet(site, pages, styles)
    for path, page in pages.items():
        path.write_text(tall(sized(page, path.parent)), "utf8")
    for path in site.glob("_images/*.svg"):
        path.write_text(light_figure(path.read_text("utf8")), "utf8")
    for path in site.glob("_sources/**/*.ipynb"):
        path.write_text(fresh_notebook(path.read_text("utf8")), "utf8")
    remove(site, UNUSED)


# --- pages ---------------------------------------------------------------------------------------


def string(match):
    """A string of code in one colour."""
    return f'<span class="s2">{re.sub("<[^>]*>", "", match[0])}</span>'


def signature(match):
    """A signature without the spans that hold its words together."""
    return re.sub(r'<span class="pre">([^<]*)</span>', r"\1", match[0])


def short_styles(pages):
    """Rules for the inline styles that spans repeat; in the pages their classes take the place."""
    span = re.compile(r'<(span|i|b)(?: class="([^"]*)")? style="([^"]*)">')
    counts = Counter(style for page in pages.values() for *_, style in span.findall(page))
    often = sorted((-n, style) for style, n in counts.items() if n >= 10)
    names = {style: f"_{number}" for number, (_, style) in enumerate(often)}

    def named(match):
        tag, words, style = match.groups()
        if style not in names:
            return match[0]
        return (
            f'<{tag} class="{words} {names[style]}">'
            if words
            else f'<{tag} class="{names[style]}">'
        )

    for path, page in pages.items():
        pages[path] = span.sub(named, page)
    # KaTeX's own rules are more specific than one class
    important = (
        (name, style.rstrip(";").replace(";", "!important;")) for style, name in names.items()
    )
    return "".join(f".{name}{{{style}!important}}" for name, style in important)


def sized(page, folder):
    """The page with the size of each figure, so that nothing moves when it arrives, late.

    On a phone a figure keeps a width at which its letters can be read, and scrolls.
    """

    def tag(match):
        path = folder / match[1]
        if path.suffix != ".svg" or "_images" not in path.parts:
            return match[0]
        svg = path.read_text("utf8")
        points = re.search(r'<svg[^>]*? width="([\d.]+)pt" height="([\d.]+)pt"', svg)
        if not points:
            return match[0]
        width, height = (round(float(length) * 4 / 3) for length in points.groups())
        letters = min(map(float, LETTERS.findall(svg)), default=1) * 100 * 4 / 3
        least = math.ceil(width * min(1, READABLE / letters))
        size = f'width="{width}" height="{height}" style="min-width: {least}px"'
        return f'<div class="figure-scroll"><img {size} loading="lazy"{match[0][4:]}</div>'

    return re.sub(r'<img[^>]*? src="([^"]+)"[^>]*>', tag, page)


def tall(page):
    """The page with a guess at the height of each section, until the browser has laid it out.

    Measured on a phone, few sections are taller than this and none is twice as tall.
    """
    start = page.find('<article class="bd-article"')
    body, depth, opened, guesses = page[start:], 0, 0, {}
    for tag in re.finditer(r"<(/?)section\b", body):
        depth += -1 if tag[1] else 1
        if depth == 2 and not tag[1]:
            opened = tag.end()
        if depth == 1 and tag[1]:
            guesses[opened] = guess(body[opened : tag.start()])
    for place, height in reversed(guesses.items()):
        body = f'{body[:place]} style="--tall:{height}px"{body[place:]}'
    return page[:start] + body


def guess(section):
    """Pixels that a section may need: for its lines, its letters and its figures."""
    section = re.sub(r"<math.*?</math>", "", section, flags=re.S)
    figures = sum(map(int, re.findall(r'<img width="\d+" height="(\d+)"', section)))
    letters = len(re.sub(r"<[^>]*>", "", section))
    return figures + round(250 + 8 * section.count("\n") + 0.12 * letters)


# --- scripts, figures, notebooks, leftovers ------------------------------------------------------


def quick_script(path):
    """The theme's script without the step that lays out all of a page to look for scrollers."""
    text, count = LAYS_OUT.subn("", path.read_text("utf8"))
    if count != 1:
        raise ValueError(f"{path.name} is not what it was: {count} steps that lay out the page")
    path.write_text(text, "utf8")


def light_figure(svg):
    """The figure with coordinates to a hundredth of a point, and with short names."""
    svg = re.sub(r"\s*<metadata>.*?</metadata>|<!--.*?-->|<!DOCTYPE[^>]*>", "", svg, flags=re.S)
    short = lambda match: re.sub(r"-?\d+\.\d{3,}", lambda n: decimal(100 * float(n[0])), match[0])
    svg = re.sub(r'\b(?:x|y|points)="[^"]*"|translate\([^)]*\)', short, svg)
    svg = re.sub(r'\bd="([MLQCz\d\s.e-]*)"', lambda match: f'd="{light_path(match[1])}"', svg)
    svg = re.sub(r">\s*\n\s*<", "><", svg)
    points = re.compile(r'(<g clip-path="[^"]*">)<use [^>]*/></g>(?:\1<use [^>]*/></g>)+')
    return numbered(points.sub(lambda match: match[0].replace(f"</g>{match[1]}", ""), svg))


def decimal(hundredths):
    """The number of which these are the hundredths, in few letters."""
    return re.sub(r"^(-?)0\.", r"\1.", f"{round(hundredths) / 100:g}")


def light_path(path):
    """Lines and curves, each from where the last one ended; a straight run of lines as one."""
    steps, here, start = [], (0, 0), (0, 0)
    for letter, numbers in re.findall(r"([MLQCz])([^MLQCz]*)", path):
        flat = [round(100 * float(number)) for number in numbers.split()]
        points = list(zip(flat[::2], flat[1::2], strict=True))
        if letter == "L" and steps and steps[-1][0] == "L":
            steps[-1][1].extend(points)
        else:
            steps.append((letter, points))
    said = []
    for letter, points in steps:
        if letter == "L":
            points = corners([here, *points])
        said.append(letter.lower())
        for number, point in enumerate(points):
            said += [decimal(point[0] - here[0]), decimal(point[1] - here[1])]
            if letter in "ML" or number == len(points) - 1:
                here = point
        start = here if letter == "M" else start
        here = start if letter == "z" else here
    return re.sub(r" (?=[-a-z])|(?<=[a-z]) ", "", " ".join(said))


def corners(points):
    """The points of a line after its first, without those within 0.02 points of what is left."""
    kept, between = points[:1], []
    for point in points[1:]:
        if any(distance(kept[-1], point, other) > 2 for other in between):
            kept.append(between[-1])
            between = []
        between.append(point)
    return [*kept[1:], *between[-1:]]


def distance(start, end, point):
    """How far a point lies from a segment."""
    along = complex(end[0] - start[0], end[1] - start[1])
    aside = complex(point[0] - start[0], point[1] - start[1])
    if not along:
        return abs(aside)
    share = (aside / along).real
    return abs(aside - min(1, max(0, share)) * along)


def fresh_notebook(text):
    """A chapter to download: without outputs, and with a note on how to start."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    note = {"cell_type": "markdown", "id": "start", "metadata": {}, "source": START_NOTE}
    notebook["cells"].insert(0, note)
    return json.dumps(notebook, ensure_ascii=False, separators=(",", ":")) + "\n"


def remove(site, patterns):
    """Delete what no page asks for."""
    for pattern in patterns:
        for path in sorted(site.glob(pattern), reverse=True):
            for file in sorted(path.rglob("*"), reverse=True) if path.is_dir() else ():
                file.rmdir() if file.is_dir() else file.unlink()
            path.rmdir() if path.is_dir() else path.unlink()
