"""The room that figures and sections take, so that nothing moves when they come, late."""

import math
import re
from xml.etree import ElementTree

from looks.panels import panel_columns

READABLE = 9  # pixels: the least size of letters in a figure, on a phone too
PLACES = {2: ("left", "right"), 3: ("left", "middle", "right")}  # of panels, in a caption
LETTERS = re.compile(r"scale\((0\.\d+) -0\.\d+\)")  # a hundredth of their size in points


def framed_figure(image, path, caption):
    """The tag of a figure with its size, in a frame; of several panels, a tag for each.

    On a phone panels stand below each other, each under the word by which the caption calls it, and
    a figure keeps a width at which its letters can be read, and scrolls. All of it is said at the
    first panel.
    """
    figure = ElementTree.parse(path).getroot()
    width, height = (length_in_points(figure.get(side)) for side in ("width", "height"))
    moves = " ".join(part.get("transform", "") for part in figure.iter())
    letters = min(map(float, LETTERS.findall(moves)), default=1) * 100 * 4 / 3
    least, tag, panels = min(1, READABLE / letters), image.strip(), panel_columns(figure)
    if not panels:
        return f'<div class="figure-scroll">{sized_image(tag, width, height, least)}</div>\n'
    tags = [re.sub(r'alt="[^"]*"', 'alt=""', tag) if left else tag for left, _ in panels]
    parts = [
        sized_image(one, wide, height, least, panel_style(left, wide, width, height))
        for one, (left, wide) in zip(tags, panels, strict=True)
    ]
    if re.search(r"\b(left|right)\b", caption.lower()):
        places = (f'<span aria-hidden="true">{place}</span>' for place in PLACES[len(parts)])
        parts = [f"{place}{part}" for place, part in zip(places, parts, strict=True)]
    return f'<div class="figure-scroll panels">{"".join(parts)}</div>\n'


def panel_style(left, wide, width, height):
    """The style of an image of which a panel alone is seen."""
    return f"aspect-ratio: {wide:g}/{height:g}; object-position: {100 * left / (width - wide):.4g}%"


def sized_image(tag, width, height, least, style=""):
    """The tag of an image of so many points, which on a phone keeps a share of its width."""
    size = f'width="{length_in_pixels(width)}" height="{length_in_pixels(height)}"'
    style = f"min-width: {math.ceil(length_in_pixels(width) * least)}px" + f"; {style}" * bool(
        style
    )
    return tag.replace("<img", f'<img {size} style="{style}" loading="lazy"', 1)


def length_in_points(text):
    """A length of a figure of Matplotlib, in points."""
    return float(text.removesuffix("pt"))


def length_in_pixels(points):
    """The same in pixels."""
    return round(points * 4 / 3)


def guess_height(section):
    """Pixels that a section may need, until the browser has laid it out.

    Measured on a phone, few sections are taller than this and none is twice as tall. Its lines,
    letters and figures are counted in its text: a parser of HTML takes two seconds for the book.
    """
    section = re.sub(r"<math.*?</math>", "", section, flags=re.S)
    figures = sum(map(int, re.findall(r'<img width="\d+" height="(\d+)"', section)))
    letters = len(re.sub(r"<[^>]*>", "", section))
    return figures + round(260 + 8 * section.count("\n") + 0.12 * letters)
