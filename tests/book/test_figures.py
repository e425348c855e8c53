"""The comparison of figures forgives noise and nothing else: shown on all that the book stores."""

import base64
import io
import re
from itertools import pairwise

import pytest
from PIL import Image

from tests.book.chapters import CHAPTERS
from tests.book.figures import PNG_URL, opened, same_svg


def figures(chapter):
    """The SVG figures that a chapter stores."""
    return [figure for cell in chapter.code for figure in cell.stored("image/svg+xml")]


FIGURES = {chapter.name: found for chapter in CHAPTERS if (found := figures(chapter))}


# --- what must be noticed ------------------------------------------------------------------------


def last(pattern, svg, new):
    """The figure with what the pattern's group finds last replaced; itself, if that finds nothing."""
    found = list(re.finditer(pattern, svg, re.S))
    return svg[: found[-1].start(1)] + new(found[-1][1]) + svg[found[-1].end(1) :] if found else svg


def moved(pattern, by):
    """A fault: another number where the pattern finds one last."""
    return lambda svg: last(pattern, svg, lambda number: f"{float(number) + by:.6f}")


def replaced(pattern, new):
    """A fault: something else where the pattern finds something last."""
    return lambda svg: last(pattern, svg, lambda old: new)


def another_letter(svg):
    """A fault: the last letter of all labels is one that stands elsewhere."""
    letters = re.findall(r'xlink:href="#(DejaVu[^"]+)"', svg)
    other = next(letter for letter in letters if letter != letters[-1])
    return replaced(r'xlink:href="#(DejaVu[^"]+)"', other)(svg)


def another_shape(svg):
    """A fault: the first letter is drawn as the second is."""
    one, two = re.findall(r'<path id="DejaVu[^"]+" d="([^"]*)"', svg)[:2]
    return svg.replace(one, two, 1)


def turned(svg):
    """A fault: two neighbours are drawn in the other order."""
    uses = re.findall(r"<use [^>]*/>", svg)
    one, two = next((a, b) for a, b in pairwise(uses) if a != b)
    return svg.replace(one, "<hold/>", 1).replace(two, one, 1).replace("<hold/>", two, 1)


FAULTS = {
    "a moved corner": moved(r'(?<=L )(\d+\.?\d*) [^"]*"[^>]* style=', 0.02),
    "a moved point": moved(r'<use [^>]* x="(\d[^"]*)"', 0.02),
    "a moved text": moved(r"translate\((\d[^ ]*) ", 0.02),
    "a larger text": moved(r"scale\((0\.\d+) -0\.\d+\)", 1e-5),
    "a larger picture": moved(r'<svg [^>]*?height="([^"]*)pt"', 0.02),
    "a missing path": replaced(r'(<path d="[^>]*style="[^>]*/>)', ""),
    "a missing point": replaced(r"(<use [^>]*/>)", ""),
    "a missing group": replaced(r"(<g [^>]*[^/>]>(?:(?!<g).)*?</g>)", ""),
    "another colour": replaced(r"stroke: (#\w{6})", "#1e7777"),
    "another width": replaced(r"stroke-width: ([\d.]+)", "0.7"),
    "another dash": replaced(r'style="fill: none;( )', " stroke-dasharray: 5,1; "),
    "another letter": another_letter,
    "another shape of a letter": another_shape,
    "another comment": replaced(r"<!-- ([^>]*) -->", "another label"),
    "another order": turned,
    "no clipping": replaced(r'( clip-path="[^"]*")', ""),
    "a word more": replaced(r"(</svg>)", "<text>more</text></svg>"),
}


def test_noise_in_every_figure_is_forgiven_and_a_fault_is_not():
    every = [(name, svg) for name, found in FIGURES.items() for svg in found]
    faults = list(FAULTS.values())
    assert len(every) > 4 * len(faults)
    for i, (name, svg) in enumerate(every):
        assert same_svg(svg, noisy(svg)), name
        planted = (plant(svg) for plant in faults[i % len(faults) :] + faults)
        assert not same_svg(svg, next(faulty for faulty in planted if faulty != svg)), name


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_noticed(fault):
    for svg in FIGURES["least_squares"]:
        faulty = FAULTS[fault](svg)
        assert faulty != svg and not same_svg(svg, faulty)


# --- what must be forgiven -----------------------------------------------------------------------


def noisy(svg):
    """The same figure with other names, other signs of zeros, and every place a little aside."""
    svg = re.sub(r"\b([pm])([0-9a-f]{10})\b", lambda match: match[1] + match[2][::-1], svg)
    svg = re.sub(r"(?<=[\dML] )0(?= [\dLQCz\n])", "-0", svg)
    nudged = lambda match: f"{float(match[0]) + 0.0035:.6f}"
    return re.sub(r"(?<=[ML] )\d+\.\d+", nudged, svg)


def path(d):
    """A figure of one path."""
    return f'<svg xmlns="http://www.w3.org/2000/svg"><path d="{d}"/></svg>'


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("M 0 0 L 1 0 L 1 1 L 0 0 z", "M 0 0 L 1 0 L 1 1 L 0 0", True),
        ("M 0 0 L 1 0 L 1 1 L 0.004 0 z", "M 0 0 L 1 0 L 1 1 L 0 0", True),
        ("M 0 0 L 1 0 L 1 1 z", "M 0 0 L 1 0 L 1 1", False),
        ("M 0 0 L 1 0 L 0 0 z M 5 5 L 6 5 z", "M 0 0 L 1 0 L 0 0 M 5 5 L 6 5 z", True),
        ("M 0 0 L 1 0 L 0 0 z M 5 5 L 6 5 z", "M 0 0 L 1 0 L 0 0 z M 5 5 L 6 5", False),
        ("M 0 0 L 1 0", "M 0 0 Q 1 0", False),
        ("M 0 0 L 1 0", "M 0 0 L 1 0 L 1 0", False),
        ("M 0 0 L 1 0", "M -0 0 \n L 1 -0 ", True),
        ("M 0 0 L 1 0", "M 0 0 L 10", False),
        ("M 0 0 L 1 0", "M nan 0 L 1 0", False),
    ],
)
def test_a_loop_is_closed_with_or_without_z_and_nothing_else_is(one, other, same):
    assert same_svg(path(one), path(other)) is same
    assert same_svg(path(other), path(one)) is same


def test_only_loops_that_end_where_they_began_are_opened():
    assert opened("M 1 2 L 3 4 L 1 2 z M 0 0 L 9 9 z").count("z") == 1


def placed(transform):
    """A figure of one transformed group."""
    return f'<svg xmlns="http://www.w3.org/2000/svg"><g transform="{transform}"/></svg>'


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("translate(3 4)", "translate(3.004 4)", True),
        ("translate(3 4)", "translate(3.02 4)", False),
        ("matrix(1 0 0 1 5 6)", "matrix(1 0 0 1 5.004 6)", True),
        ("matrix(1 0 0 1 5 6)", "matrix(1.004 0 0 1 5 6)", False),
        ("scale(0.1 -0.1)", "scale(0.1 0.1)", False),
        ("rotate(-90)", "rotate(-89.999)", False),
        ("translate(3 4) scale(0.1)", "scale(0.1) translate(3 4)", False),
        ("translate(3 4)", "translate(3)", False),
    ],
)
def test_places_and_factors_of_a_transformation(one, other, same):
    assert same_svg(placed(one), placed(other)) is same


# --- bitmaps in a figure -------------------------------------------------------------------------


def bitmaps(svg):
    """Matches of the bitmaps in a figure."""
    return list(re.finditer(re.escape(PNG_URL) + r'([^"]+)', svg))


def repainted(svg, change):
    """The figure with its last bitmap changed and stored with other bytes."""
    match = bitmaps(svg)[-1]
    image, file = Image.open(io.BytesIO(base64.b64decode(match[1]))), io.BytesIO()
    change(image.convert("RGBA")).save(file, "png", compress_level=1)
    return svg[: match.start(1)] + base64.b64encode(file.getvalue()).decode() + svg[match.end(1) :]


def marked(image):
    """A bitmap with a square of a tenth of its width in a colour that no picture has."""
    side = image.width // 10
    image.paste((255, 0, 255, 255), (side, side, 2 * side, 2 * side))
    return image


def test_a_bitmap_in_a_figure_is_compared_by_its_pixels():
    with_bitmaps = [svg for found in FIGURES.values() for svg in found if bitmaps(svg)]
    assert with_bitmaps
    for svg in with_bitmaps:
        same = repainted(svg, lambda image: image)
        assert same != svg and same_svg(svg, same)
        assert not same_svg(svg, repainted(svg, marked))
        assert not same_svg(svg, repainted(svg, lambda image: image.resize((9, 9))))
