"""What a chapter shows is what ships, said the same way every time."""

import subprocess
import sys

import numpy as np
import pytest

from mlbook import page
from mlbook.pca import PCA, covariance
from mlbook.svd import fix_signs


def test_the_source_shown_is_the_source_that_ships():
    shown = page.source(covariance)
    space = {"Array": np.ndarray, "centre": lambda X: X - X.mean(axis=0)}
    exec(shown.code, space)
    X = np.random.default_rng(0).normal(size=(5, 3))
    np.testing.assert_array_equal(space["covariance"](X, ddof=0), covariance(X, ddof=0))


def test_source_is_a_highlighted_block_on_the_page_and_plain_code_elsewhere():
    shown = page.source(fix_signs)
    assert repr(shown).startswith("def fix_signs(W: Array) -> Array:")
    assert shown._repr_markdown_() == f"```python\n{shown!r}\n```"


def test_several_sources_stand_in_the_order_asked_for():
    code = repr(page.source(fix_signs, covariance))
    assert code.index("def fix_signs") < code.index("\n\n\ndef covariance")


def test_a_method_is_shown_from_the_margin():
    first, second, *_ = repr(page.source(PCA.transform)).splitlines()
    assert first == "def transform(self, X: ArrayLike) -> Array:"
    assert second.startswith('    """Scores')


def test_docstrings_are_cut_to_their_first_line_and_the_code_stays():
    assert "S = X_c^T X_c / n  with ddof=0" in covariance.__doc__
    assert repr(page.source(covariance)).splitlines() == [
        "def covariance(X: Array, ddof: int = 1) -> Array:",
        '    """The covariance matrix of the features (eq. pca-covariance)."""',
        "    Xc = centre(X)",
        "    return Xc.T @ Xc / (len(X) - ddof)",
    ]


def test_docstrings_of_a_class_and_of_its_methods_are_cut():
    cut = repr(page.source(PCA))
    compile(cut, "cut", "exec")
    assert cut.splitlines()[1] == '    """Principal component analysis."""'
    assert "Parameters" not in cut
    assert cut.count("def ") == 4


def fenced():
    return "```"


def test_a_fence_in_the_code_does_not_end_the_block():
    shown = page.source(fenced)._repr_markdown_()
    assert shown.startswith("````python\n") and shown.endswith("\n````")


@pytest.mark.parametrize("thing", [3, len, np.float64(1)])
def test_what_has_no_source_is_refused(thing):
    with pytest.raises(ValueError, match="has no Python source to show"):
        page.source(thing)


# --- tables --------------------------------------------------------------------------------------

SMALL = page.table(
    [["ours", 3, 0.123456], ["theirs & co", "< 12", np.float64(-0.0)]],
    ["who", "count", "a < b"],
    caption="Two rows",
)


def test_a_table_as_text_is_aligned():
    assert repr(SMALL).splitlines() == [
        "Two rows",
        "who          count   a < b",
        "ours             3  0.1235",
        "theirs & co   < 12       0",
    ]


def test_a_table_on_the_page_has_a_caption_and_scoped_headings():
    html = SMALL._repr_html_()
    assert "<caption>Two rows</caption>" in html
    assert html.count('<th scope="col">') == 3
    assert html.count('<th scope="row">') == 2
    assert '<tr><th scope="row">ours</th><td>3</td><td>0.1235</td></tr>\n<tr><th' in html


def test_what_html_would_take_for_markup_is_escaped():
    html = SMALL._repr_html_()
    assert "a &lt; b" in html and "theirs &amp; co" in html and "<td>&lt; 12</td>" in html


def test_a_wide_table_scrolls_in_its_own_box_which_the_keyboard_can_reach():
    assert 'style="overflow-x: auto" tabindex="0"' in SMALL._repr_html_()


def test_a_table_without_a_caption_has_none():
    plain = page.table([["a", 1]], ["x", "y"])
    assert "caption" not in plain._repr_html_()
    assert repr(plain) == "x  y\na  1"


def test_a_row_of_another_length_is_refused():
    with pytest.raises(ValueError, match="2 cells; received 3"):
        page.table([[1, 2, 3]], ["a", "b"])


def test_a_column_without_a_header_is_refused():
    with pytest.raises(ValueError, match="every column needs a header"):
        page.table([(1, 2)], ["", "b"])


# --- the first cell ------------------------------------------------------------------------------

PROGRAM = """
import io
import matplotlib
matplotlib.use("agg")
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance() if {notebook} else None
from mlbook.page import setup
setup()
import numpy as np
from mlbook import plot
print(np.array([1 / 3, 1e-12]), np.get_printoptions()["linewidth"])
print(matplotlib.rcParams["svg.hashsalt"])
ax = plot.axes(("x", "y"))
plot.line(ax, [0, 1], [1, 0])
if shell:
    shown, _ = shell.display_formatter.format(ax.figure)
    svg = shown["image/svg+xml"]
    print(sorted(shown), "<dc:date>" in svg or "<dc:creator>" in svg)
"""


@pytest.mark.parametrize("notebook", [False, True])
def test_setup_rounds_numbers_and_draws_svg_without_date_or_release(notebook):
    program = PROGRAM.format(notebook=notebook)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    numbers, salt, *figure = run.stdout.splitlines()
    assert (numbers, salt) == ("[0.3333 0.    ] 88", "mlbook")
    assert figure == (["['image/svg+xml', 'text/plain'] False"] if notebook else [])


# --- refusals ------------------------------------------------------------------------------------


def test_a_refusal_is_printed_in_its_own_words(capsys):
    page.refused(ValueError, int, "seven")
    assert "seven" in capsys.readouterr().out


def test_what_is_not_refused_is_an_error():
    with pytest.raises(AssertionError, match=r"int did not refuse \('7',\)"):
        page.refused(ValueError, int, "7")


def test_another_error_passes_on():
    with pytest.raises(TypeError):
        page.refused(ValueError, int, [])
