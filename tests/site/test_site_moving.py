"""Figures that can be moved, on the built site, in Chromium and Firefox: keys, numbers, axe, width."""

import re

import pytest

from tests.site.moving_states import FREE, ROOT, THINGS, run_scripts

AXE = ROOT / "_ext" / "node_modules" / "axe-core" / "axe.min.js"
SEEN = "figure.moved .stage"
EIGHT = [[2, 4], [5, 1], [4, 4], [3, 5], [1, 1], [0, 0], [2, -1], [-1, 2]]
# By thing: its chapter, its figure, what is pressed where, the state after it, and the numbers
# that the page shows with the names that the package's numbers have.
PRESSED = {
    "pca-turn": (
        *("pca", "fig-pca-turn"),
        [
            *[("g[aria-label='Direction of the line']", "ArrowRight")] * 3,  # from 26.6 degrees
            *[("g[aria-label^='Point 2']", "ArrowUp")] * 2,
        ],
        {"points": [[1, 3], [7, 3], [8, 4], [11, 3], [13, 9]], "angle": 30},
        lambda n: {
            "kept": n["kept"],
            "lost": n["lost"],
            "total": n["total"],
            "first": n["eigenvalues"][0],
            "second": n["eigenvalues"][1],
            "b": n["covariance"][0][1],
        },
    ),
    "newton-machines": (
        *("newton_boosting", "fig-newton-gains"),
        [
            *[("label:nth-of-type(1) input", "ArrowRight")] * 3,  # λ = 2.5
            ("label:nth-of-type(2) input", "ArrowLeft"),  # γ = 1.75
            *[("g[aria-label$='age 1']", "ArrowUp")] * 2,
        ],
        {"days": [3, 2, 1, 5, 6, 5], "lambda": 2.5, "gamma": 1.75},
        lambda n: {
            **{f"gain{k + 1}": gain for k, gain in enumerate(n["gains"])},
            **{f"weight{k + 1}": value for k, value in enumerate(n["values"])},
            "cut": n["best"] + 1.5,
            "about": n["gains"][n["best"]],
        },
    ),
    "regularization-ball": (
        *("regularization", "fig-regularization-contact"),
        [
            *[("g[aria-label^='Least-squares']", "ArrowUp")] * 4,
            *[("g[aria-label^='Least-squares']", "ArrowLeft")] * 2,
            *[("g[aria-label='Budget']", "ArrowRight")] * 2,
            *[("input[type='range']", "ArrowLeft")] * 11,
        ],
        {"centre": [1.8, 1.0], "budget": 1.3, "ball": "diamond", "sweeps": 1},
        lambda n: {
            "lambda": n["lambda"],
            "w1": n["w"][0],
            "w2": n["w"][1],
            "g1": n["products"][0],
            "g2": n["products"][1],
            "gap": n["gaps"][1],
        },
    ),
    "boosting-rounds": (
        *("gradient_boosting", "fig-boosting-stages"),
        [
            *[("button", "Enter")] * 2,  # three trees
            *[("label:nth-of-type(2) input", "ArrowRight")] * 2,  # η = 0.5
            ("label:nth-of-type(3) input", "ArrowLeft"),  # three leaves
            *[("g[aria-label='The free point']", "ArrowUp")] * 3,
        ],
        {"value": -0.8, "rounds": 3, "eta": 0.5, "leaves": 3},
        lambda n: {"train": n["train"][3], "hidden": n["hidden"][3], "free": n["F"][FREE]},
    ),
    "svm-street": (
        *("svm", "fig-svm-hulls"),
        [
            *[("g[aria-label^='Point 2']", "ArrowLeft")] * 2,
            *[("input[type='range']", "ArrowLeft")] * 4,  # C = 1/16
        ],
        {"points": [[2, 4], [3, 1], *EIGHT[2:]], "power": -4},
        lambda n: {"w1": n["w"][0], "w2": n["w"][1], "primal": n["primal"], "dual": n["dual"]},
    ),
    "metrics-threshold": (
        *("metrics", "fig-metrics-scores"),
        [
            *[("g[aria-label='Threshold']", "ArrowLeft")] * 7,  # 0.15
            *[("input[type='range']", "ArrowRight")] * 8,  # a false negative costs 9
        ],
        {"threshold": 3, "miss": 9},
        lambda n: {
            key: n[key] for key in ("sensitivity", "specificity", "precision", "cost", "tp")
        },
    ),
}
WATCH = """() => performance.getEntriesByType('resource').map(one => one.name)
    .filter(name => name.includes('/moving/')).map(name => name.split('/').pop())"""
SHOWN = f"""() => Object.fromEntries([...document.querySelectorAll('{SEEN} [data-of]')]
    .map(one => [one.dataset.of, one.textContent]))"""
VALUES = """figure => [...document.getElementById(figure).querySelectorAll('[aria-valuetext]')]
    .map(one => one.ariaValueText)"""
BROKEN = """figure => axe.run(figure, { resultTypes: ['violations'] }).then(said =>
    said.violations.map(one => [one.id, one.nodes[0].html.slice(0, 200)]))"""


def opened(window, address, name):
    """A page on a phone, with its figure in view and ready to be moved."""
    chapter, figure, *_ = PRESSED[name]
    window.set_viewport_size({"width": 390, "height": 800})
    window.goto(f"{address}chapters/{chapter}.html")
    early = window.evaluate(WATCH)
    window.evaluate(f"document.getElementById('{figure}').scrollIntoView()")
    window.wait_for_function(f"document.querySelector('#{figure}.moved') !== null")
    return early


def number(text):
    """The value and the last digit's unit of a number on the page, which may be a fraction."""
    text = text.replace("\N{MINUS SIGN}", "-")
    if "/" in text:
        above, below = map(int, text.split("/"))
        return above / below, 1e-9
    return float(text), 10.0 ** -len(text.partition(".")[2])


@pytest.mark.parametrize("name", PRESSED)
def test_it_moves_by_keyboard_and_shows_the_numbers_of_the_package(window, address, name):
    _, figure, keys, state, names = PRESSED[name]
    opened(window, address, name)
    for place, key in keys:
        before = window.evaluate(VALUES, figure)
        window.focus(f"#{figure} {place}")
        window.keyboard.press(key)
        assert window.evaluate(VALUES, figure) != before, (place, key)
    shown = window.evaluate(SHOWN)
    start = run_scripts({name: []})[name]["start"]
    for what, value in names(THINGS[name][1](start | state)).items():
        found, unit = number(shown[what])
        assert abs(found - value) <= 0.5 * unit + 1e-9, what
    focused = window.evaluate(f"document.activeElement.matches('{SEEN} *')")
    assert focused  # the focus stays where it was


@pytest.mark.corpus
@pytest.mark.parametrize("name", PRESSED)
def test_axe_finds_nothing_in_either_theme_and_a_phone_scrolls_down_alone(window, address, name):
    figure = PRESSED[name][1]
    opened(window, address, name)
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
    window.evaluate(f"() => {{ {AXE.read_text('utf8')} }}")
    for theme in ("light", "dark"):
        window.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert window.evaluate(BROKEN, f"#{figure}") == [], theme


def test_nothing_to_move_is_loaded_by_other_pages_or_before_the_reader_is_near(window, address):
    assert opened(window, address, "pca-turn") == []
    assert sorted(window.evaluate(WATCH)) == ["kit.js", "pca-turn.js"]
    window.goto(f"{address}chapters/how_it_checks.html")
    assert window.evaluate(WATCH) == []


def test_a_finger_or_a_mouse_moves_a_point(tab, address):
    opened(tab, address, "pca-turn")
    box = tab.locator("g[aria-label^='Point 1']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 40, y - 30)
    tab.mouse.up()
    value = tab.get_attribute("g[aria-label^='Point 1']", "aria-valuetext")
    assert re.match(r"x1 [23], x2 [45]; ", value) and "kept" in value


@pytest.mark.parametrize("name", PRESSED)
def test_without_scripts_and_on_paper_the_figure_stays(browser, tab, address, name):
    chapter, figure, *_ = PRESSED[name]
    image, stage = f"#{figure} img", f"#{figure} .stage"
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}chapters/{chapter}.html")
        assert page.locator(image).first.is_visible() and not page.is_visible(".moving")
    opened(tab, address, name)
    assert tab.is_visible(stage) and not tab.locator(image).first.is_visible()
    tab.emulate_media(media="print")
    assert tab.locator(image).first.is_visible() and not tab.is_visible(stage)


def test_it_works_in_a_folder_too(tab, site):
    tab.goto((site / "chapters" / "pca.html").as_uri())
    tab.evaluate("document.getElementById('fig-pca-turn').scrollIntoView()")
    tab.wait_for_selector("#fig-pca-turn.moved")
