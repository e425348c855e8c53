"""The figures of the book: one colour for each role, and the helpers that several chapters use.

A role has a colour, a line (dashes and width) and a marker, so that no figure speaks by colour
alone. The colours are of middle lightness: each has a contrast of 3 or more with white and with the
dark page, the least that WCAG 2.2 (1.4.11) asks of graphics, so one transparent figure serves both.
Colours, in part: Okabe and Ito 2008. No figure has a title inside; its caption says what it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mlbook.contract import Array, ArrayLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {
    "data": "#0072b2",
    "model": "#d55e00",
    "truth": "#009e73",
    "residual": "#cc79a7",
    "second": "#8a3ffc",
    "muted": "#7b7b7b",
}
LINES = {
    "data": "-",
    "model": "-",
    "truth": "--",
    "residual": (0, (1, 2.2)),
    "second": "-.",
    "muted": (0, (1, 1)),
}
WIDTHS = {role: 1.2 if role == "data" else 2.0 for role in LINES}  # "-" is the model's, too
MARKERS = {"data": "o", "model": "D", "truth": "^", "residual": "x", "second": "s", "muted": "."}
AREAS = {"D": np.pi / 4, "s": np.pi / 4}  # of Matplotlib's marks, so that they are as large as "o"
TEXT = "#7b7b7b"  # near the middle of white and the dark page: the best one grey can do for both
WIDTH = 7.0  # inches; 672 px in a column of 700 px


def style() -> dict:
    """Matplotlib's rcParams of the book; `page.setup` applies them.

    Returns
    -------
    dict
    """
    ink = ["text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"]
    return dict.fromkeys(ink, TEXT) | {
        "figure.figsize": (WIDTH, 0.55 * WIDTH),
        "figure.facecolor": "none",
        "figure.constrained_layout.use": True,
        "savefig.facecolor": "none",
        "axes.facecolor": "none",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "font.size": 11.0,
        "axes.labelsize": 11.0,
        "xtick.labelsize": 10.0,
        "ytick.labelsize": 10.0,
        "legend.fontsize": 10.0,
        "legend.frameon": False,
        "lines.linewidth": 2.0,
        "svg.fonttype": "path",
        "svg.hashsalt": "mlbook",
    }


def axes(
    *labels: tuple[str, str], height: float = 0.5, equal: bool = False, columns: int | None = None
) -> Any:
    """Axes side by side, one for each (x label, y label); a single one is not in a list.

    Parameters
    ----------
    *labels : tuple (x label, y label)
    height : float
        The height as a fraction of the width.
    equal : bool
        True gives both axes one scale, so that angles are true.
    columns : int or None
        The number of axes in a row; None puts all in one row.

    Returns
    -------
    Axes, or list of Axes

    Examples
    --------
    >>> left, right = axes(("x", "y"), ("x", "error"))
    >>> right.get_ylabel()
    'error'
    """
    import matplotlib.pyplot as plt

    columns = columns or len(labels)
    size = (WIDTH, height * WIDTH)
    _, grid = plt.subplots(-(-len(labels) // columns), columns, figsize=size, squeeze=False)
    for ax, (x, y) in zip(grid.flat, labels, strict=True):
        ax.set(xlabel=x, ylabel=y, aspect="equal" if equal else "auto")
    return grid[0, 0] if len(labels) == 1 else list(grid.flat)


def scatter(
    ax: Axes, X: ArrayLike, role: str = "data", label: str | None = None, size: float = 22
) -> None:
    """Draw points in the colour and with the marker of their role.

    A mark larger than usual, one that a figure is about, lies on the lines, others lie under them.

    Parameters
    ----------
    ax : Axes
    X : array (n, 2)
    role : str
    label : str or None
        The label in the legend.
    size : float
        The square of a circle's diameter, in square points; diamonds and squares have its area.

    Examples
    --------
    >>> ax = axes(("x", "y"))
    >>> scatter(ax, [[0, 1], [2, 3]], "truth")
    >>> ax.collections[0].get_offsets().data
    array([[0., 1.],
           [2., 3.]])
    """
    X, area = np.asarray(X), np.multiply(size, AREAS.get(MARKERS[role], 1))
    rim: dict[str, Any] = {} if MARKERS[role] == "x" else {"linewidths": 0}
    look = {"color": COLOURS[role], "marker": MARKERS[role]} | rim
    layer = 2.8 if np.max(size) > 22 else 2  # lines 2.6, words 3, arrows and rings 4
    ax.scatter(X[:, 0], X[:, 1], s=area, label=label, zorder=layer, **look)


def shaded(ax: Axes, X: ArrayLike, value: ArrayLike, size: float = 8) -> None:
    """Draw points coloured by a number: from blue for the least through purple to orange.

    More than 500 points, whose vectors would take 100 kB, are drawn as one bitmap.

    Parameters
    ----------
    ax : Axes
    X : array (n, 2)
    value : array (n,)
    size : float
        The area of a point, in square points.

    Examples
    --------
    >>> ax = axes(("x", "y"))
    >>> shaded(ax, [[0, 1], [2, 3]], [0.5, 1.5])
    >>> ax.collections[0].get_array().data
    array([0.5, 1.5])
    """
    from matplotlib.colors import LinearSegmentedColormap

    ramp = [COLOURS[role] for role in ("data", "second", "model")]  # all of middle lightness
    look: dict[str, Any] = {
        "cmap": LinearSegmentedColormap.from_list("mlbook", ramp),
        "linewidths": 0,
    }
    X = np.asarray(X)
    look["rasterized"] = len(X) > 500
    ax.scatter(X[:, 0], X[:, 1], s=size, c=value, zorder=2, **look)


def line(
    ax: Axes,
    x: ArrayLike,
    y: ArrayLike,
    role: str = "model",
    label: str | None = None,
    steps: bool = False,
) -> None:
    """Draw the line through (x_i, y_i) with the width and dashes of its role.

    Parameters
    ----------
    ax : Axes
    x : array (n,)
    y : array (n,)
    role : str
    label : str or None
        The label in the legend.
    steps : bool
        True makes it a staircase.

    Examples
    --------
    >>> ax = axes(("x", "y"))
    >>> line(ax, [0, 1], [2, 3], "truth")
    >>> ax.lines[0].get_linestyle()
    '--'
    """
    look: dict[str, Any] = {"linestyle": LINES[role], "linewidth": WIDTHS[role]}
    look |= {"drawstyle": "steps-post"} if steps else {}
    ax.plot(x, y, color=COLOURS[role], label=label, zorder=2.6, **look)


def rings(
    ax: Axes, X: ArrayLike, role: str = "muted", label: str | None = None, size: float = 110
) -> None:
    """Draw a ring around each point, to highlight the points that a figure is about.

    Parameters
    ----------
    ax : Axes
    X : array (n, 2)
    role : str
    label : str or None
        The label in the legend.
    size : float
        The area of a ring, in square points.

    Examples
    --------
    >>> ax = axes(("x", "y"))
    >>> rings(ax, [[0, 1], [2, 3]])
    >>> len(ax.collections[0].get_offsets())
    2
    """
    X = np.asarray(X)
    look: dict[str, Any] = {"facecolors": "none", "edgecolors": COLOURS[role], "linewidths": 1.5}
    ax.scatter(X[:, 0], X[:, 1], s=size, label=label, zorder=4, **look)


def levels(
    ax: Axes,
    value: Callable[[Array], Array],
    heights: Sequence[float] = (0.0,),
    role: str = "model",
    points: int = 200,
) -> None:
    """Draw the level lines of a function of the plane within the limits of ax.

    Parameters
    ----------
    ax : Axes
    value : function
        Of X (n, 2), returns (n,).
    heights : tuple of float
    role : str
    points : int
        The number of grid points along each axis.

    Examples
    --------
    >>> ax = axes(("x", "y"))
    >>> levels(ax, lambda X: X[:, 0] - X[:, 1], heights=(0, 0.5))
    >>> ax.collections[0].levels
    array([0. , 0.5])
    """
    from matplotlib import rc_context

    x, y = (np.linspace(*limits, points) for limits in (ax.get_xlim(), ax.get_ylim()))
    Z = value(np.column_stack([a.ravel() for a in np.meshgrid(x, y)])).reshape(points, points)
    with rc_context({"path.simplify": False}):  # which depends on whether a loop closes to the bit
        look: dict[str, Any] = {"linestyles": [LINES[role]], "linewidths": WIDTHS[role]}
        ax.contour(x, y, Z, heights, colors=COLOURS[role], zorder=2.6, **look)


def bundle(
    ax: Axes, x: ArrayLike, Y: ArrayLike, role: str = "muted", label: str | None = None
) -> None:
    """Draw a thin line through (x_i, Y_ki) for each row k of Y, as for many fits.

    Parameters
    ----------
    ax : Axes
    x : array (m,)
    Y : array (k, m)
    role : str
    label : str or None
        The label in the legend for all lines together.

    Examples
    --------
    >>> ax = axes(("x", "y"))
    >>> bundle(ax, [0, 1], [[1, 2], [1, 3], [1, 4]])
    >>> len(ax.lines)
    3
    """
    lines = ax.plot(x, np.transpose(Y), color=COLOURS[role], linewidth=0.7, zorder=1)
    lines[0].set_label(label)


def segments(ax: Axes, A: ArrayLike, B: ArrayLike, role: str = "residual") -> None:
    """Draw a thin segment from each point A_i to B_i, such as an error or a projection.

    Parameters
    ----------
    ax : Axes
    A : array (n, 2)
    B : array (n, 2)
    role : str

    Examples
    --------
    >>> ax = axes(("x", "y"))
    >>> segments(ax, [[0, 0], [1, 0]], [[0, 2], [1, 3]])
    >>> ax.lines[1].get_xydata()
    array([[1., 0.],
           [1., 3.]])
    """
    x, y = np.stack([A, B], axis=-1).transpose(1, 2, 0)
    ax.plot(x, y, color=COLOURS[role], linewidth=1.2, zorder=1)


def arrows(
    ax: Axes,
    origin: ArrayLike,
    vectors: ArrayLike,
    role: str = "model",
    labels: Iterable[str] = (),
) -> None:
    """Draw arrows from one origin along the rows of vectors, with labels beyond their tips.

    Parameters
    ----------
    ax : Axes
    origin : array (2,)
    vectors : array (k, 2)
    role : str
    labels : tuple of str

    Examples
    --------
    >>> ax = axes(("x", "y"))
    >>> arrows(ax, [1, 1], [[1, 0], [0, 2]], labels=("u", "v"))
    >>> [text.get_text() for text in ax.texts if text.get_text()]
    ['u', 'v']
    """
    origin, vectors = np.asarray(origin), np.asarray(vectors)
    for vector in vectors:
        look = {"color": COLOURS[role], "lw": 2.2, "arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", origin + vector, tuple(origin), arrowprops=look, zorder=4)
        ax.update_datalim([origin + vector])
    for vector, label in zip(vectors, labels, strict=False):
        x, y = origin + 1.12 * vector
        ax.text(x, y, label, ha="center", va="center")
    ax.autoscale_view()


def regions(
    ax: Axes,
    predict: Callable[[Array], Array],
    roles: Sequence[str] = ("data", "model", "truth"),
    points: int = 400,
) -> None:
    """Shade the plane within the limits of ax by the class codes that a model predicts.

    Parameters
    ----------
    ax : Axes
    predict : function
        Of X (n, 2), returns codes (n,).
    roles : tuple of str
        One for each class.
    points : int
        The number of grid points along each axis.

    Examples
    --------
    >>> ax = axes(("x", "y"))
    >>> regions(ax, lambda X: (X[:, 0] > 0.5).astype(int))
    >>> len(ax.collections)
    2
    """
    x, y = (np.linspace(*limits, points) for limits in (ax.get_xlim(), ax.get_ylim()))
    codes = predict(np.column_stack([a.ravel() for a in np.meshgrid(x, y)]))
    for c, role in enumerate(roles):
        inside = (codes == c).reshape(points, points)
        if inside.any():
            ax.contourf(x, y, inside, [0.5, 1.5], colors=[COLOURS[role]], alpha=0.25, zorder=0)


def tree(
    ax: Axes, root: Any, ask: Callable[[Any], Sequence[str]], say: Callable[[Any], str]
) -> None:
    """Draw a tree of objects with `.branches` downwards.

    Parameters
    ----------
    ax : Axes
    root : object
        Its `branches` are objects of the same kind; a leaf has none.
    ask : function
        Of a node, returns the words of its branches.
    say : function
        Of a leaf, returns its words.

    Examples
    --------
    >>> from types import SimpleNamespace as Node
    >>> root = Node(branches=[Node(branches=[], word="a"), Node(branches=[], word="b")])
    >>> ax = axes(("", ""))
    >>> tree(ax, root, lambda node: ["no", "yes"], lambda leaf: leaf.word)
    >>> [text.get_text() for text in ax.texts]
    ['a', 'b', 'no', 'yes']
    """
    _, columns = _subtree(ax, root, ask, say, 0, 0)
    ax.set(xlim=(-0.6, columns - 0.4), ylim=(ax.dataLim.y0 - 0.35, 0.1))
    ax.set_axis_off()
    for words in ax.texts:
        words.set_in_layout(False)


def _subtree(
    ax: Axes,
    node: Any,
    ask: Callable[[Any], Sequence[str]],
    say: Callable[[Any], str],
    left: float,
    depth: int,
) -> tuple[float, float]:
    """Draws a node from the column `left` on; its place and the first column that is free."""
    if not node.branches:
        ax.text(left, -depth, say(node), ha="center", va="top")
        return left, left + 1
    places = []
    for branch in node.branches:
        place, left = _subtree(ax, branch, ask, say, left, depth + 1)
        places.append(place)
    look: dict[str, Any] = {"color": COLOURS["muted"], "linewidth": 1.2}
    ax.plot(places[:: len(places) - 1], [-depth, -depth], **look)
    for words, place in zip(ask(node), places, strict=True):
        ax.plot([place, place], [-depth, -depth - 0.3], **look)
        ax.plot([place, place], [-depth - 0.7, -depth - 0.95], **look)
        ax.text(place, -depth - 0.5, words, ha="center", va="center")
    return (places[0] + places[-1]) / 2, left


def images(
    stack: ArrayLike, columns: int = 8, signed: bool = False, labels: Iterable[Any] = ()
) -> Axes:
    """Draw small images in a grid, each on its own scale and in a frame, as vectors.

    White is 0 paper and black the most ink; with signed=True 0 is white, red below and blue above.

    Parameters
    ----------
    stack : array (k, rows, cols)
    columns : int
        The number of images in a row.
    signed : bool
    labels : tuple of str
        Labels above the first images.

    Returns
    -------
    Axes

    Examples
    --------
    >>> ax = images(np.ones((3, 2, 2)), columns=2, labels=("one", "two"))
    >>> [text.get_text() for text in ax.texts]
    ['one', 'two']
    """
    from matplotlib.patches import Rectangle

    stack = np.asarray(stack, dtype=float)
    size = np.abs(stack).max(axis=(1, 2), keepdims=True)
    grid, corners = _mosaic(stack / np.where(size > 0, size, 1), columns)
    ax = axes(("", ""), height=grid.shape[0] / grid.shape[1], equal=True)
    look = {"cmap": "RdBu", "vmin": -1} if signed else {"cmap": "Greys", "vmin": 0}
    ax.pcolormesh(grid, vmax=1, edgecolors="face", linewidth=0.8, **look)  # no seams
    frame: dict[str, Any] = {"fill": False, "edgecolor": TEXT, "linewidth": 0.8, "clip_on": False}
    for row, column in corners:  # where the page is as white as a pixel
        ax.add_patch(Rectangle((column, row), stack.shape[2], stack.shape[1], **frame))
    for (row, column), label in zip(corners, labels, strict=False):
        ax.text(column + stack.shape[2] / 2, row - 0.9, label, ha="center", va="center")
    ax.invert_yaxis()
    ax.set_axis_off()
    return ax


def _mosaic(stack: Array, columns: int, gap: int = 2) -> tuple[Array, list[tuple[int, int]]]:
    """One array with the images side by side and NaN, which is not drawn, between them."""
    k, height, width = stack.shape
    rows, columns = -(-k // columns), min(k, columns)
    grid = np.full((rows * (height + gap), columns * (width + gap) - gap), np.nan)
    places = [divmod(i, columns) for i in range(k)]
    corners = [(i * (height + gap) + gap, j * (width + gap)) for i, j in places]
    for (row, column), image in zip(corners, stack, strict=True):
        grid[row : row + height, column : column + width] = image
    return np.ma.masked_invalid(grid), corners
