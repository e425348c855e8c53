"""Where a figure of panels in a row may be cut, so that on a phone they stand below each other."""

import re
from itertools import pairwise

SVG = "{http://www.w3.org/2000/svg}"
PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")
PLACED = re.compile(
    r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)(?: rotate\((-?[\d.]+)\))?(?: scale\((-?[\d.]+))?"
)
MATRIX = re.compile(r"matrix\(([\d.]+) 0 0 [\d.]+ ([\d.]+) ")
LETTER = 50  # of the hundred units that a letter is high, about how wide it is
MARKER = 3  # points: about half of a marker
LEAST = 1  # point: the least room between two panels
LABEL = 10  # points: more room than that on the left of a panel holds numbers
MOST = 3  # panels in a row: more would be a strip as long as a page


def panel_columns(root):
    """The left edge and the width of each panel, in points; none if the figure stays whole."""
    width, clips = float(root.get("width").removesuffix("pt")), clip_extents(root)
    panels = [one for one in root.iter(f"{SVG}g") if re.match(r"axes_\d", one.get("id", ""))]
    hulls = [hull_of([*ink_extents(panel, clips)]) for panel in panels]
    spans = merge_overlapping(hulls)
    one_row = 1 < len(hulls) == len(spans) <= MOST
    if not one_row or len({*map(has_own_labels, panels, hulls)}) > 1:
        return []
    pairs = [*pairwise(spans)]
    cuts = [round((end + start) / 2, 1) for (_, end), (start, _) in pairs]
    crossed = any(left < cut < right for left, right in ink_extents(root, clips) for cut in cuts)
    if crossed or any(start - end < LEAST for (_, end), (start, _) in pairs):
        return []
    ends = [*cuts, width]
    return [(cut, round(end - cut, 1)) for cut, end in zip([0.0, *cuts], ends, strict=True)]


def hull_of(spans):
    """From where to where several things go together; nothing goes nowhere."""
    lefts, rights = zip(*(spans or [(0.0, 0.0)]), strict=True)
    return min(lefts), max(rights)


def has_own_labels(panel, span):
    """Whether numbers stand on the left of a panel; where one has none, it shares another's."""
    frame = next((one for one in panel if one.get("id", "").startswith("patch_")), None)
    path = None if frame is None else frame.find(f"{SVG}path")
    return path is not None and path_extent(path.get("d"))[0] - span[0] > LABEL


def path_extent(path):
    """From where to where a path goes across."""
    places = [float(x) for x, _ in PAIR.findall(path)]
    return min(places), max(places)


def clip_extents(root):
    """From where to where what is clipped can be seen, by the name of its clip."""
    result = {}
    for clip in root.iter(f"{SVG}clipPath"):
        rect = clip.find(f"{SVG}rect")
        if rect is not None:
            left = float(rect.get("x"))
            result[f"url(#{clip.get('id')})"] = left, left + float(rect.get("width"))
    return result


def ink_extents(node, clips, clip=None):
    """From where to where each thing goes that is drawn in a part."""
    clip = clips.get(node.get("clip-path"), clip)
    placed = PLACED.match(node.get("transform", ""))
    if node.tag in (f"{SVG}defs", f"{SVG}clipPath") or is_invisible(node):
        return
    if node.tag == f"{SVG}g" and placed:
        yield text_extent(node, placed)
        return
    if extent := shape_extent(node):
        left, right = extent if clip is None else (max(extent[0], clip[0]), min(extent[1], clip[1]))
        if left <= right:
            yield left, right
    for child in node:
        yield from ink_extents(child, clips, clip)


def shape_extent(node):
    """From where to where a line, a marker or a bitmap goes; None of anything else."""
    kind, left = node.tag.removeprefix(SVG), float(node.get("x", 0))
    if kind == "path" and node.get("d"):
        return path_extent(node.get("d"))
    if kind == "use":
        return left - MARKER, left + MARKER
    if kind != "image":
        return None
    turned = MATRIX.match(node.get("transform", ""))
    larger, moved = map(float, turned.groups()) if turned else (1.0, 0.0)
    return moved + larger * left, moved + larger * (left + float(node.get("width")))


def is_invisible(node):
    """Whether a path has neither a line nor a filling."""
    style = node.get("style", "")
    return "fill: none" in style and "stroke" not in style


def text_extent(group, placed):
    """From where to where a text goes, which may be turned."""
    at, size = float(placed[1]), float(placed[4] or 1)
    letters = [PLACED.match(one.get("transform", "")) for one in group.iter(f"{SVG}use")]
    long = max((float(one[1]) for one in letters if one), default=0.0) + LETTER
    if placed[3]:  # upwards: as wide as a letter is high
        return at - 80 * size, at + 30 * size
    return at, at + long * size


def merge_overlapping(spans):
    """The spans, those that overlap as one."""
    result: list[tuple[float, float]] = []
    for left, right in sorted(spans):
        if result and left <= result[-1][1]:
            result[-1] = result[-1][0], max(right, result[-1][1])
        else:
            result.append((left, right))
    return result
