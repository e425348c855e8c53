"""The figures' colours can be read on white, on the dark page and by the colour-blind."""

import io
import itertools
import types

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.text import Annotation

from mlbook import plot

matplotlib.use("agg")
WHITE, DARK = "#ffffff", "#14181e"  # the pages of the site's theme


def linear(colour):
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(a, b):
    """WCAG 2.2: (L1 + 0.05) / (L2 + 0.05) of the relative luminances."""
    low, high = sorted(linear(c) @ [0.2126, 0.7152, 0.0722] + 0.05 for c in (a, b))
    return high / low


def lab(rgb):
    M = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x = M @ np.clip(rgb, 0, 1) / [0.9505, 1, 1.089]
    f = np.where(x > 0.008856, np.cbrt(x), 7.787 * x + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


# Machado, Oliveira, Fernandes 2009: complete loss of one kind of cone, on linear RGB.
SIGHT = {
    "full": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


@pytest.fixture(autouse=True)
def book_style():
    with matplotlib.rc_context(plot.style()):
        yield
    plt.close("all")


def test_contrast_of_black_and_white_is_21():
    assert contrast("#000000", WHITE) == pytest.approx(21)


@pytest.mark.parametrize("page", [WHITE, DARK, "#121212"])
@pytest.mark.parametrize("role", plot.COLOURS)
def test_every_colour_stands_out_from_light_and_dark_pages(role, page):
    assert contrast(plot.COLOURS[role], page) >= 3


@pytest.mark.parametrize("page", [WHITE, DARK])
def test_text_has_nearly_the_best_contrast_that_one_grey_can_have_with_both_pages(page):
    best = np.sqrt(contrast(WHITE, DARK))  # 4.22: then both contrasts are equal
    assert contrast(plot.TEXT, page) > 0.99 * best


@pytest.mark.parametrize("sight", SIGHT)
def test_roles_are_told_apart_with_every_kind_of_sight(sight):
    roles = [role for role in plot.COLOURS if role != "muted"]  # guides are thin and dotted
    seen = {role: lab(SIGHT[sight] @ linear(plot.COLOURS[role])) for role in roles}
    for a, b in itertools.combinations(roles, 2):
        assert np.linalg.norm(seen[a] - seen[b]) > 15, (a, b)  # about 2.3 is just noticeable


def test_no_figure_speaks_by_colour_alone():
    assert plot.COLOURS.keys() == plot.LINES.keys() == plot.MARKERS.keys()
    assert len(set(plot.COLOURS.values())) == len(set(plot.MARKERS.values())) == 6
    assert plot.LINES.keys() == plot.WIDTHS.keys()
    lines = {(plot.LINES[role], plot.WIDTHS[role]) for role in plot.LINES}
    assert len(lines) == 6  # "-" is the model's and, thinner, that of data
    assert 1 < plot.WIDTHS["data"] < 0.7 * plot.WIDTHS["model"]


def test_text_is_at_least_nine_points_and_backgrounds_are_transparent():
    style = plot.style()
    assert all(style[key] >= 9 for key in style if key.endswith("size") and "fig" not in key)
    assert all(style[key] == "none" for key in style if key.endswith("facecolor"))
    assert style.keys() <= matplotlib.rcParams.keys()


def test_a_figure_fits_the_column():
    assert plot.WIDTH * 96 <= 700
    ax = plot.axes(("x", "y"), height=0.25)
    assert tuple(ax.figure.get_size_inches()) == (7.0, 1.75)


def test_axes_carry_their_labels_and_no_title():
    left, right = plot.axes(("a", "b"), ("c", "d"), equal=True)
    assert [left.get_xlabel(), left.get_ylabel(), right.get_xlabel()] == ["a", "b", "c"]
    assert left.get_aspect() == right.get_aspect() == 1
    assert left.get_title() == ""


def test_scatter_draws_its_points_in_the_colour_of_the_role():
    ax = plot.axes(("x", "y"))
    plot.scatter(ax, [[1, 2], [3, 5]], "truth", label="two")
    drawn = ax.collections[0]
    assert drawn.get_offsets().tolist() == [[1, 2], [3, 5]]
    assert matplotlib.colors.to_hex(drawn.get_facecolor()[0]) == plot.COLOURS["truth"]
    assert drawn.get_label() == "two"


@pytest.mark.parametrize("role", ["data", "model", "second"])
def test_circles_diamonds_and_squares_of_one_size_have_one_area(role):
    ax = plot.axes(("x", "y"))
    plot.scatter(ax, [[1, 2]], role, size=36)
    marks = ax.collections[0]
    shape = marks.get_paths()[0].transformed(
        matplotlib.transforms.Affine2D(marks.get_transforms()[0])
    )
    corners = shape.interpolated(1).to_polygons()[0]
    x, y = corners.T
    area = abs(np.sum(x[1:] * y[:-1] - x[:-1] * y[1:])) / 2
    assert area == pytest.approx(np.pi * 3**2, rel=0.01)


def test_lines_and_levels_are_as_wide_as_their_roles():
    ax = plot.axes(("x", "y"))
    for role in plot.LINES:
        plot.line(ax, [0, 1], [0, 1], role)
        plot.levels(ax, lambda X: X[:, 0] - 0.5, role=role)
    assert [line.get_linewidth() for line in ax.lines] == list(plot.WIDTHS.values())
    assert [each.get_linewidth()[0] for each in ax.collections] == list(plot.WIDTHS.values())


def test_crosses_are_drawn_as_strokes():
    ax = plot.axes(("x", "y"))
    plot.scatter(ax, [[1, 2]], "residual")
    assert ax.collections[0].get_linewidths()[0] > 0


@pytest.mark.parametrize("size, layer", [(22, 2), (23, 2.8), ([20, 24], 2.8)])
def test_a_mark_larger_than_usual_lies_on_the_lines_and_under_the_words(size, layer):
    ax = plot.axes(("x", "y"))
    plot.scatter(ax, [[1, 2], [3, 5]], size=size)
    plot.line(ax, [0, 1], [2, 5])
    assert ax.collections[0].get_zorder() == layer
    assert (
        ax.spines["left"].get_zorder() < ax.lines[0].get_zorder() < 2.8 < ax.text(0, 0, "a").zorder
    )


@pytest.mark.parametrize("steps, drawn", [(False, "default"), (True, "steps-post")])
def test_a_line_goes_through_its_points(steps, drawn):
    ax = plot.axes(("x", "y"))
    plot.line(ax, [0, 1], [2, 5], "truth", steps=steps)
    assert ax.lines[0].get_xydata().tolist() == [[0, 2], [1, 5]]
    assert ax.lines[0].get_linestyle() == "--"
    assert ax.lines[0].get_drawstyle() == drawn


def test_axes_fill_rows_of_the_columns_that_are_asked_for():
    labels = [(f"x{k}", "y") for k in range(3)]
    grid = plot.axes(*labels, columns=1)
    corners = [ax.get_subplotspec().get_topmost_subplotspec().rowspan.start for ax in grid]
    assert [ax.get_xlabel() for ax in grid] == ["x0", "x1", "x2"] and corners == [0, 1, 2]


def test_axes_must_fill_their_rows_and_words_their_branches():
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        plot.axes(*[("x", "y")] * 3, columns=2)
    leaf = types.SimpleNamespace(branches=[])
    root = types.SimpleNamespace(branches=[leaf, leaf])
    with pytest.raises(ValueError, match="argument 2 is longer"):
        plot.tree(plot.axes(("", "")), root, lambda node: ["no"], lambda node: "leaf")


def test_a_bundle_is_one_thin_line_for_each_row_and_one_label():
    ax = plot.axes(("x", "y"))
    plot.bundle(ax, [0, 1], [[0, 1]], label="one")
    assert ax.lines[0].get_label() == "one"
    ax.clear()
    plot.bundle(ax, [0, 1], [[1, 2], [3, 4], [5, 6]], label="fits")
    assert [list(line.get_ydata()) for line in ax.lines] == [[1, 2], [3, 4], [5, 6]]
    assert ax.get_legend_handles_labels()[1] == ["fits"]


def test_shaded_points_run_from_the_colour_of_data_to_that_of_the_model():
    ax = plot.axes(("x", "y"))
    plot.shaded(ax, [[0, 1], [2, 3], [4, 5]], [7, 8, 9])
    ax.figure.canvas.draw()
    ends = [
        matplotlib.colors.to_hex(colour) for colour in ax.collections[0].get_facecolors()[[0, -1]]
    ]
    assert ends == [plot.COLOURS["data"], plot.COLOURS["model"]]
    assert ax.collections[0].get_offsets().tolist() == [[0, 1], [2, 3], [4, 5]]
    shades = map(matplotlib.colors.to_hex, ax.collections[0].get_cmap()(np.linspace(0, 1, 33)))
    assert all(min(contrast(shade, page) for page in (WHITE, DARK)) >= 3 for shade in shades)


@pytest.mark.parametrize("points, bitmaps", [(500, 0), (501, 1)])
def test_many_shaded_points_are_a_bitmap_and_few_are_vectors(points, bitmaps):
    ax = plot.axes(("x", "y"))
    plot.shaded(ax, np.zeros((points, 2)), np.arange(points))
    file = io.StringIO()
    ax.figure.savefig(file, format="svg")
    assert file.getvalue().count("<image") == bitmaps


def test_segments_join_each_pair_of_points():
    ax = plot.axes(("x", "y"))
    plot.segments(ax, [[0, 1], [2, 3], [4, 5]], [[10, 11], [12, 13], [14, 15]])
    drawn = [line.get_xydata().tolist() for line in ax.lines]
    assert drawn == [[[0, 1], [10, 11]], [[2, 3], [12, 13]], [[4, 5], [14, 15]]]


def test_arrows_start_at_the_origin_end_at_the_vectors_and_stay_in_sight():
    ax = plot.axes(("x", "y"))
    plot.arrows(ax, [1, 1], [[4, 0], [0, 2]], labels=["first", "second"])
    arrows = [text for text in ax.texts if isinstance(text, Annotation)]
    assert [(tuple(a.xy), tuple(a.xyann)) for a in arrows] == [((5, 1), (1, 1)), ((1, 3), (1, 1))]
    assert [text.get_text() for text in ax.texts if text.get_text()] == ["first", "second"]
    assert ax.get_xlim()[1] >= 5 and ax.get_ylim()[1] >= 3


def test_images_stand_in_reading_order_each_on_its_own_scale():
    stack = np.arange(1, 13, dtype=float).reshape(3, 2, 2)
    drawn = plot.images(stack, columns=2).collections[0].get_array()
    assert drawn.shape == (8, 6)  # two rows of 2 + 2 pixels, two columns of 2 with a gap of 2
    np.testing.assert_allclose(drawn[2:4, 0:2], stack[0] / 4)
    np.testing.assert_allclose(drawn[2:4, 4:6], stack[1] / 8)
    np.testing.assert_allclose(drawn[6:8, 0:2], stack[2] / 12)
    assert drawn.count() == 12


def test_an_empty_image_is_white_and_signed_images_are_white_at_zero():
    ax = plot.images(np.zeros((1, 2, 2)), signed=True)
    mesh = ax.collections[0]
    assert mesh.get_clim() == (-1, 1)
    assert mesh.get_array().compressed().tolist() == [0, 0, 0, 0]


def test_the_same_figure_is_the_same_file():
    files = []
    for _ in range(2):
        ax = plot.axes(("x", "y"))
        plot.scatter(ax, [[1, 2], [3, 5]])
        plot.line(ax, [0, 1], [0, 1])
        plot.arrows(ax, [0, 0], [[1, 2]])
        files.append(io.StringIO())
        ax.figure.savefig(files[-1], format="svg", metadata={"Date": None})
    assert files[0].getvalue() == files[1].getvalue()
    assert "<text" not in files[0].getvalue()  # letters are paths: no font is presumed


def test_a_drawn_tree_tells_each_branch_and_leaf_once_and_leaves_do_not_share_a_place():
    leaf = types.SimpleNamespace(branches=[])
    inner = types.SimpleNamespace(branches=[leaf, leaf])
    root = types.SimpleNamespace(branches=[leaf, inner, leaf])
    ax = plot.axes(("", ""))
    plot.tree(ax, root, lambda node: "abc"[: len(node.branches)], lambda node: "leaf")
    words = [t.get_text() for t in ax.texts]
    assert sorted(words) == sorted("ababc") + ["leaf"] * 4
    places = [t.get_position()[0] for t in ax.texts if t.get_text() == "leaf"]
    assert sorted(places) == [0, 1, 2, 3]


def test_rings_are_hollow_and_stand_around_their_points():
    ax = plot.axes(("x", "y"))
    plot.rings(ax, [[0, 1], [2, 3]])
    ring = ax.collections[0]
    assert ring.get_offsets().tolist() == [[0, 1], [2, 3]]
    assert len(ring.get_facecolors()) == 0


def test_levels_lie_where_the_value_has_the_height():
    ax = plot.axes(("x", "y"))
    ax.set(xlim=(0, 2), ylim=(0, 1))
    plot.levels(ax, lambda X: X[:, 0] - 1)
    x, y = ax.collections[0].get_paths()[0].vertices.T
    assert np.allclose(x, 1)
    assert (y.min(), y.max()) == (0, 1)


def test_regions_cover_the_plane_once():
    ax = plot.axes(("", ""))
    ax.set(xlim=(0, 1), ylim=(0, 1))
    plot.regions(ax, lambda X: (X[:, 0] > 0.5).astype(int))
    assert len(ax.collections) == 2
    left, right = (c.get_datalim(ax.transData) for c in ax.collections)
    assert left.x1 == pytest.approx(0.5, abs=0.01) and right.x0 == pytest.approx(0.5, abs=0.01)


def colours(artists, of):
    return {matplotlib.colors.to_hex(getattr(artist, f"get_{of}")()) for artist in artists}


def test_what_is_drawn_has_the_colour_of_its_role_and_its_place_from_below_upwards():
    ax = plot.axes(("x", "y"))
    ax.set(xlim=(0, 2), ylim=(0, 1))
    plot.regions(ax, lambda X: 0 * X[:, 0], roles=("truth",))
    plot.bundle(ax, [0, 1], [[1, 2], [3, 4]], "truth")
    plot.segments(ax, [[0, 1]], [[1, 1]], "truth")
    plot.line(ax, [0, 1], [0, 1], "truth")
    region, *lines = *ax.collections, *ax.lines
    assert colours(lines, "color") == {plot.COLOURS["truth"]}
    assert [line.get_linewidth() for line in lines] == [0.7, 0.7, 1.2, 2.0]
    assert [each.get_zorder() for each in (region, *lines)] == [0, 1, 1, 1, 2.6]
    face = matplotlib.colors.to_hex(region.get_facecolor()[0], keep_alpha=True)
    assert face == plot.COLOURS["truth"] + "40"  # a quarter of 255
    for draw in (plot.scatter, plot.rings):
        draw(ax, [[0, 1]], "truth")
    plot.shaded(ax, [[0, 1]], [1])
    plot.levels(ax, lambda X: X[:, 0] - 1, role="truth")
    points, ring, shade, level = ax.collections[1:]
    edges = [matplotlib.colors.to_hex(each.get_edgecolor()[0]) for each in (ring, level)]
    assert edges == [plot.COLOURS["truth"]] * 2 and ring.get_linewidths() == [1.5]
    assert [each.get_zorder() for each in (points, shade, level, ring)] == [2, 2, 2.6, 4]
    assert [each.get_sizes() for each in (points, shade, ring)] == [22, 8, 110]
    assert level.get_linestyle()[0][1] is not None  # dashed, as the truth is


def test_an_arrow_is_labelled_beyond_its_tip():
    ax = plot.axes(("x", "y"))
    plot.arrows(ax, [1, 1], [[4, 0], [0, 2]], "truth", labels=["first", "second"])
    arrow, words = ax.texts[0].arrow_patch, ax.texts[2:]
    assert colours([arrow], "edgecolor") == {plot.COLOURS["truth"]}
    assert (arrow.get_linewidth(), arrow.shrinkA, arrow.shrinkB) == (2.2, 0, 0)
    assert ax.texts[0].get_zorder() == 4
    places = [word.get_position() for word in words]
    assert places == [pytest.approx((5.48, 1)), pytest.approx((1, 3.24))]
    assert {(word.get_ha(), word.get_va()) for word in words} == {("center", "center")}


def test_a_tree_of_two_leaves_by_hand():
    leaf = types.SimpleNamespace(branches=[])
    ax = plot.axes(("", ""))
    root = types.SimpleNamespace(branches=[leaf, leaf])
    plot.tree(ax, root, lambda node: ["no", "yes"], lambda node: "leaf")
    drawn = [np.round(line.get_xydata(), 12).tolist() for line in ax.lines]
    stems = [[[[x, a], [x, b]] for a, b in ((0, -0.3), (-0.7, -0.95))] for x in (0, 1)]
    assert drawn == [[[0, 0], [1, 0]], *stems[0], *stems[1]]
    words = {(t.get_text(), *t.get_position(), t.get_ha(), t.get_va()) for t in ax.texts}
    branches = {("no", 0, -0.5, "center", "center"), ("yes", 1, -0.5, "center", "center")}
    assert words == branches | {("leaf", x, -1, "center", "top") for x in (0, 1)}
    assert colours(ax.lines, "color") == {plot.COLOURS["muted"]}
    assert {line.get_linewidth() for line in ax.lines} == {1.2}
    assert ax.get_xlim() == (-0.6, 1.6) and ax.get_ylim() == pytest.approx((-1.3, 0.1))
    assert not ax.axison and not any(text.get_in_layout() for text in ax.texts)


def test_an_inner_node_stands_over_the_middle_of_its_branches():
    leaf = types.SimpleNamespace(branches=[])
    inner = types.SimpleNamespace(branches=[leaf, leaf])
    ax = plot.axes(("", ""))
    root = types.SimpleNamespace(branches=[leaf, inner])
    plot.tree(ax, root, lambda node: ["no", "yes"], lambda node: "leaf")
    bars = [line.get_xydata().tolist() for line in ax.lines if np.ptp(line.get_ydata()) == 0]
    assert bars == [[[1, -1], [2, -1]], [[0, 0], [1.5, 0]]]


def test_images_have_square_pixels_and_labels_above_them():
    ax = plot.images(np.eye(4)[None].repeat(3, axis=0), columns=2, labels="abc")
    assert tuple(ax.figure.get_size_inches()) == pytest.approx((7, 7 * 12 / 10))
    assert ax.get_aspect() == 1 and ax.yaxis_inverted() and not ax.axison
    places = [(text.get_text(), *text.get_position()) for text in ax.texts]
    assert places == [("a", 2, 1.1), ("b", 8, 1.1), ("c", 2, 7.1)]
    assert {(text.get_ha(), text.get_va()) for text in ax.texts} == {("center", "center")}
    frames = [(*frame.get_xy(), frame.get_width(), frame.get_height()) for frame in ax.patches]
    assert frames == [(0, 2, 4, 4), (6, 2, 4, 4), (0, 8, 4, 4)]
    assert {(frame.fill, frame.get_clip_on(), frame.get_lw()) for frame in ax.patches} == {
        (False, False, 0.8)
    }
    assert colours(ax.patches, "edgecolor") == {plot.TEXT}
    mesh = ax.collections[0]
    assert mesh.get_clim() == (0, 1) and mesh.get_cmap().name == "Greys"
    assert mesh.get_linewidth() == [0.8]
    assert plot.images(-np.eye(2)[None], signed=True).collections[0].get_cmap().name == "RdBu"
