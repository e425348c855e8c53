"""The room that figures and sections take, so that nothing moves when they come, late."""

import math
import re
from xml.etree import ElementTree

READABLE = 9  # pixels: the least size of letters in a figure, on a phone too
LETTERS = re.compile(r"scale\((0\.\d+) -0\.\d+\)")  # a hundredth of their size in points


def framed(image, path):
    """The tag of a figure with its size, in a frame.

    On a phone a figure keeps a width at which its letters can be read, and scrolls.
    """
    figure = ElementTree.parse(path).getroot()
    width, height = (pixels(figure.get(side)) for side in ("width", "height"))
    moves = " ".join(part.get("transform", "") for part in figure.iter())
    letters = min(map(float, LETTERS.findall(moves)), default=1) * 100 * 4 / 3
    least = math.ceil(width * min(1, READABLE / letters))
    size = f'width="{width}" height="{height}" style="min-width: {least}px"'
    tag = image.strip().replace("<img", f'<img {size} loading="lazy"', 1)
    return f'<div class="figure-scroll">{tag}</div>\n'


def pixels(length):
    """A length in points, which Matplotlib gives its figures, in pixels."""
    return round(float(length.removesuffix("pt")) * 4 / 3)


def guess(section):
    """Pixels that a section may need, until the browser has laid it out.

    Measured on a phone, few sections are taller than this and none is twice as tall. Its lines,
    letters and figures are counted in its text: a parser of HTML takes two seconds for the book.
    """
    section = re.sub(r"<math.*?</math>", "", section, flags=re.S)
    figures = sum(map(int, re.findall(r'<img width="\d+" height="(\d+)"', section)))
    letters = len(re.sub(r"<[^>]*>", "", section))
    return figures + round(260 + 8 * section.count("\n") + 0.12 * letters)
