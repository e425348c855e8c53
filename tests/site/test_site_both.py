"""What a reader does on the built site, in Chromium and in Firefox."""

import io
import json

import pytest
from PIL import Image

from tools.site import take_home

CHECKS = "chapters/how_it_checks.html"  # has every kind of thing, and is short
CHECKED = "div.cell.tag_hide-input:has(.eqno .mark)"


# --- themes, menus, contents ---------------------------------------------------------------------


def theme(window):
    """Whether the page is light or dark."""
    return window.evaluate("document.documentElement.dataset.theme")


def test_the_button_switches_the_theme_and_other_pages_keep_the_choice(window, address):
    window.goto(address)
    other = "light" if theme(window) == "dark" else "dark"
    for _ in range(2):  # from what the reader's system says to light or to dark, in either order
        if theme(window) != other:
            window.click(".bd-header-article .theme-switch-button")
    window.goto(address + CHECKS)
    assert theme(window) == other


def test_the_download_menu_opens_by_keyboard_and_closes_by_escape(window, address):
    button = ".dropdown-download-buttons > button"
    link = ".dropdown-download-buttons a[href$='.ipynb']"
    opened = f"document.querySelector('{button}').ariaExpanded"
    window.goto(address + CHECKS)
    assert not window.is_visible(link)
    window.focus(button)
    window.keyboard.press("Enter")
    assert window.is_visible(link) and window.evaluate(opened) == "true"
    box = window.evaluate(
        "link => document.querySelector(link).getBoundingClientRect().toJSON()", link
    )
    assert box["left"] >= 0 and box["right"] <= window.evaluate("innerWidth")
    window.keyboard.press("Escape")
    assert not window.is_visible(link) and window.evaluate(opened) == "false"


# What is made for a link that a script presses is kept, and not saved.
KEEP = """(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (made) => ((window.made = made), make(made));
    HTMLAnchorElement.prototype.click = function () {
        window.made.text().then((text) => { window.kept = [this.download, text] });
    };
})()"""


@pytest.mark.parametrize("folder", [False, True], ids=["served", "in a folder"])
def test_a_notebook_has_the_address_from_which_it_came(window, address, site, folder):
    home = site.as_uri() if folder else address.rstrip("/")
    window.goto(f"{home}/{CHECKS}?some=thing#else")
    window.evaluate(KEEP)
    window.click(".dropdown-download-buttons > button")
    window.click(".dropdown-download-buttons a[href$='.ipynb']")
    window.wait_for_function("window.kept")
    name, text = window.evaluate("window.kept")
    first = json.loads(text)["cells"][0]["source"]
    assert name == "how_it_checks.ipynb"
    assert f'pages = "{home}"' in first and f"{{pages}}/{take_home.WHEEL}" in first


def test_the_contents_show_which_section_is_read(window, address):
    window.set_viewport_size({"width": 1280, "height": 900})
    window.goto(address + CHECKS)
    link = "document.querySelector('.page-toc a[href=\"#the-program-is-a-term\"]')"
    window.evaluate(f"document.getElementById({link}.hash.slice(1)).scrollIntoView()")
    window.wait_for_function(f"{link}.classList.contains('active')")
    assert window.evaluate("document.querySelectorAll('.page-toc > ul > li.active').length") == 1


# --- search --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query, page",
    [
        ("gradient", "chapters/"),  # a term
        ("Sigma", "chapters/pca.html"),  # a symbol's name
        ("covariance", "pages/notation.html"),  # what a symbol is called
        ("pca-gradient", "chapters/pca.html#equation-pca-gradient"),  # an equation's label
    ],
)
def test_search_finds_terms_symbols_and_equations(window, address, query, page):
    window.goto(f"{address}search.html?q={query}")
    window.wait_for_function(
        "document.querySelector('.search-summary')?.textContent.includes('found')"
    )
    links = window.evaluate(
        "[...document.querySelectorAll('#search-results li a')].map(link => link.href)"
    )
    assert [link for link in links if page in link], links


def test_a_hit_leads_to_its_section_and_nothing_follows_the_reader(window, address):
    window.goto(f"{address}search.html?q=optimal+leaf+weight")
    window.wait_for_function("document.querySelectorAll('#search-results mark').length > 0")
    assert window.evaluate("document.querySelector('#search-results a').href").endswith(
        "chapters/newton_boosting.html#the-best-leaf-value"
    )
    window.click("#search-results li a")
    window.wait_for_function(
        "location.hash === '#the-best-leaf-value' && document.readyState === 'complete'"
    )
    for path in ("", "search.html"):
        assert not window.evaluate("document.querySelectorAll('mark, .highlighted').length")
        assert "Search Matches" not in window.evaluate("document.body.textContent")
        window.goto(address + path)


def test_the_lens_stands_beside_the_words_of_the_search_box(window, address):
    window.goto(address + CHECKS)
    window.keyboard.press("Control+K")
    box = "document.querySelector('#pst-search-dialog form')"
    window.wait_for_function(f"{box}.checkVisibility()")
    gap = window.evaluate(
        f"""(() => {{ const input = {box}.querySelector('input'), style = getComputedStyle(input);
        return input.getBoundingClientRect().left + parseFloat(style.paddingLeft)
            - {box}.querySelector('i').getBoundingClientRect().right; }})()"""
    )
    assert gap > 4


# --- equations -----------------------------------------------------------------------------------


def test_a_mark_opens_its_check_and_the_rest_is_one_press_further(window, address):
    window.goto(address + CHECKS)
    mark, body = f"{CHECKED} .mark", f"{CHECKED} .check-body"
    further = {f"{body} details.algebra": "ul", f"{body} details.code": ".cell_input"}
    assert not window.is_visible(body)
    window.focus(mark)
    window.keyboard.press("Enter")
    assert window.is_visible(body)
    for fold, inside in further.items():
        assert not window.is_visible(f"{fold} {inside}")
        window.click(f"{fold} > summary")
        assert window.is_visible(f"{fold} {inside}")
    window.click(mark)
    assert not window.is_visible(body)


def test_the_key_tab_stops_at_the_number_and_the_mark_alone(window, address):
    window.goto(address + CHECKS)
    window.focus(f"{CHECKED} .number")
    passed = []
    stops = ["number", "mark"]
    while len(passed) < 2 or (passed[-1] not in stops and len(passed) < 50):  # the next equation
        window.keyboard.press("Tab")
        assert not window.evaluate(f"document.activeElement.matches('{CHECKED} summary')")
        passed.append(window.evaluate("document.activeElement.classList[0]"))
    assert passed[0] == "mark" and passed[-1] in stops


RINGED = ".eqno .number", ".eqno .mark", ".eqno .break", ".cell details.check.defined > summary"


@pytest.mark.parametrize("place", RINGED)
def test_the_ring_of_what_has_the_focus_is_whole(window, address, place):
    window.goto(address + CHECKS)
    window.evaluate(
        "place => document.querySelector(place).scrollIntoView({block: 'center'})", place
    )
    window.focus(place)
    box, colour = window.evaluate(
        """place => { const one = document.querySelector(place), style = getComputedStyle(one);
        return [one.getBoundingClientRect().toJSON(), style.outlineColor]; }""",
        place,
    )
    picture = Image.open(io.BytesIO(window.screenshot())).convert("RGB")
    across, down = (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2
    # the ring is three pixels wide: its middle one is of its colour alone
    sides = [
        *((x, down) for x in (box["left"] - 2, box["right"] + 1)),
        *((across, y) for y in (box["top"] - 2, box["bottom"] + 1)),
    ]
    around = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]  # a side may lie between two pixels
    for x, y in sides:
        seen = [picture.getpixel((round(x) + i, round(y) + j)) for i, j in around]
        assert colour in ["rgb({}, {}, {})".format(*pixel) for pixel in seen]


FORMULA = "div.math:has(button.break)"
BROKEN = f"document.querySelector('{FORMULA} > .broken')"


@pytest.mark.parametrize("folder", [False, True], ids=["served", "in a folder"])
def test_a_formula_is_broken_and_mended_by_keyboard(window, address, site, folder):
    latex = f"document.querySelector('{FORMULA} math').dataset.tex"
    window.goto(f"{site.as_uri() if folder else address.rstrip('/')}/index.html")
    assert not window.evaluate("'toggleBreaks' in window")  # nothing comes before it is asked for
    whole = window.evaluate(latex)
    window.focus(f"{FORMULA} button.break")
    window.keyboard.press("Enter")
    window.wait_for_function(f"!!{BROKEN}")
    assert "Press a sign" in window.evaluate(f"{BROKEN}.textContent")
    assert window.evaluate(latex) == whole
    window.focus(".taps button[aria-label='plus: change to minus']")
    window.keyboard.press("Enter")
    twin = whole.replace("p + q", "p - q")
    assert window.evaluate(latex) == twin != whole
    message = "With minus in the place of plus it is false: left -2, right 0 where p = 2, q = 2."
    assert window.evaluate(f"{BROKEN}.textContent") == message
    window.keyboard.press("Enter")  # the button that was pressed mends it
    assert window.evaluate(latex) == whole
    window.keyboard.press("Escape")
    assert not window.evaluate(f"!!{BROKEN}")
    assert window.evaluate("document.activeElement.matches('button.break')")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_button_lies_over_each_token_and_looks_change_nothing(window, address, width):
    window.set_viewport_size({"width": width, "height": 900})
    window.goto(address + CHECKS)
    box = f"document.querySelector('{FORMULA} .katex').getBoundingClientRect().toJSON()"
    before = window.evaluate(box)
    window.click(f"{FORMULA} button.break")
    window.wait_for_function(f"!!{BROKEN}")
    after = window.evaluate(box)
    assert all(abs(before[side] - after[side]) < 1 for side in ("width", "height"))
    over = window.evaluate(
        f"""[...document.querySelectorAll('{FORMULA} .taps button')].map((tap, number) => {{
        const token = document.querySelector(`{FORMULA} .tap-${{number}}`).getBoundingClientRect();
        const lid = tap.getBoundingClientRect();
        return [token.width, lid.left - token.left, lid.top - token.top]; }})"""
    )
    assert len(over) > 3
    for wide, left, top in over:
        assert wide > 2 and abs(left + 2) < 1 and abs(top + 2) < 1
    assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_deep_link_shows_its_equation_and_opens_its_check(window, address):
    window.goto(address + "chapters/pca.html#equation-pca-variance")
    place = "document.getElementById('equation-pca-variance').getBoundingClientRect().top"
    window.wait_for_function(f"0 <= {place} && {place} < innerHeight")
    window.goto(address + "chapters/pca.html#check-pca-variance")
    assert window.is_visible("#check-pca-variance .check-body")


def test_a_solution_unfolds(window, address):
    window.goto(address + "chapters/pca.html")
    text = ".solution.dropdown p:not(.admonition-title)"
    assert not window.is_visible(text)
    window.click(".solution.dropdown :is(button, summary)")
    window.wait_for_function(f"document.querySelector('{text}').checkVisibility()")
    assert window.is_visible(text)


SELECT = """() => { const range = document.createRange(), pad = document.createElement('textarea');
    range.selectNodeContents(document.querySelector('#equation-how-symmetric-part .katex-html'));
    getSelection().addRange(range);
    document.body.append(Object.assign(pad, { id: 'pad' })); }"""


def test_a_formula_is_copied_as_latex(window, address):
    window.goto(address + CHECKS)
    window.evaluate(SELECT)
    window.keyboard.press("Control+C")
    window.focus("#pad")
    window.keyboard.press("Control+V")
    copied = window.evaluate("document.getElementById('pad').value")
    assert copied.strip().startswith("$$")
    assert copied.count(r"\frac12\mathbf{w}^\top(A + A^\top)") == 1 and "⊤" not in copied
