"""Figures compared as figures: two are the same if what differs is too small to be seen.

- names count by the order of their first use, since Matplotlib makes them of hashes of coordinates;
- places agree to POINTS, factors to FACTOR, `-0` is `0`;
- a loop that ends where it began is closed, with or without `z`;
- a bitmap, alone or embedded, has the same size and, nearly, the same pixels;
- everything else is equal: elements, colours, widths, dashes, letters, comments.
"""

import base64
import io
import re
from xml.etree import ElementTree

import numpy as np
from PIL import Image

# A point is 1/72 inch. The site keeps a hundredth of it (figures.mjs), which nobody sees; of OpenBLAS's
# kernels none moved a line of the book by more than a third of that.
POINTS = 0.01
# Factors and angles of a transformation, which Matplotlib writes with six decimals.
FACTOR = 2e-6
# Another rasterizer changes the grey, 0 to 255, of a few pixels along edges.
PNG_RMS = 2.0

PLACES = {"d", "points", "viewBox", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry"}
PLACES |= {"width", "height"}
NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
LOOP = re.compile(r"(M[^Mz]*)z")
REFERENCE = re.compile(r'(href="|url\()#([^")]+)')
NAMED = re.compile(r' id="([^"]*)"')
PNG_URL = "data:image/png;base64,"
STEP = re.compile(r"(\w+)\(([^)]*)\)")  # of a transformation: its name and its numbers


def same_svg(reference, new):
    """Whether two SVG figures draw the same."""
    return same_element(*(tree(numbered(svg)) for svg in (reference, new)))


def numbered(svg):
    """The figure with numbers for names, in the order of their first use, and with none unused."""
    names = dict.fromkeys(name for _, name in REFERENCE.findall(svg))
    names = {name: f"n{number}" for number, name in enumerate(names)}
    svg = REFERENCE.sub(lambda match: f"{match[1]}#{names[match[2]]}", svg)
    return NAMED.sub(lambda match: f' id="{names[match[1]]}"' if match[1] in names else "", svg)


def tree(svg):
    """The root of a figure; comments, in which Matplotlib says what the letters are, belong to it."""
    builder = ElementTree.TreeBuilder(insert_comments=True)
    return ElementTree.fromstring(svg, ElementTree.XMLParser(target=builder))


def same_element(a, b):
    """Whether two elements, with all that is in them, draw the same."""
    return (
        (a.tag, len(a), a.attrib.keys()) == (b.tag, len(b), b.attrib.keys())
        and words(a.text, a.tail) == words(b.text, b.tail)
        and all(same_value(name, a.get(name), b.get(name)) for name in a.attrib)
        and all(map(same_element, a, b))
    )


def words(*texts):
    """The words of each text, which may be None."""
    return [(text or "").split() for text in texts]


def same_value(name, a, b):
    """Whether an attribute says the same twice: as text, as places, as a transformation or as a bitmap."""
    if a == b:
        return True
    if name in PLACES:
        return same_numbers(opened(a), opened(b), POINTS)
    if name == "transform":
        return same_numbers(a, b, slack(a))
    bitmaps = a.startswith(PNG_URL) and b.startswith(PNG_URL)
    return bitmaps and same_png(a.removeprefix(PNG_URL), b.removeprefix(PNG_URL))


def same_numbers(a, b, allowed):
    """Whether two texts are equal but for blanks and for numbers, each within what is allowed for it."""
    a, b = NUMBER.split(a), NUMBER.split(b)  # text, number, text, number, ..., text
    if [text.split() for text in a[::2]] != [text.split() for text in b[::2]]:
        return False
    return bool((np.abs(np.array(a[1::2], float) - np.array(b[1::2], float)) <= allowed).all())


def opened(path):
    """The path without the `z` of loops whose last point is their first."""

    def loop(match):
        numbers = [float(number) for number in NUMBER.findall(match[1])]
        ends = zip(numbers[:2], numbers[-2:], strict=True)
        return match[1] if all(abs(x - y) <= POINTS for x, y in ends) else match[0]

    return LOOP.sub(loop, path)


def slack(transform):
    """How far each number of a transformation may differ: a place, or a factor of such."""
    return [
        POINTS if step == "translate" or (step == "matrix" and i > 3) else FACTOR
        for step, numbers in STEP.findall(transform)
        for i in range(len(NUMBER.findall(numbers)))
    ]


def pixels(png):
    """The pixels of a PNG in base64, an array (height, width, 4)."""
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGBA"), dtype=float)


def same_png(reference, new):
    """Whether two bitmaps have one size and, nearly, the same pixels."""
    a, b = pixels(reference), pixels(new)
    return a.shape == b.shape and bool(((a - b) ** 2).mean() <= PNG_RMS**2)
