"""What a screen reader is told of a chapter: the accessibility trees of Chromium and of Firefox."""

import contextlib
import re

import pytest

CHAPTER = "chapters/svm.html"
MATHEMATICS = {"MathMLMath", "math"}  # what Chromium and Firefox call a formula
LAID_OUT = """[...document.querySelectorAll('.bd-article > section > section')]
    .every(one => one.style.contentVisibility === 'visible')"""
COUNTS = """() => {
    const all = what => [...document.querySelectorAll(what)].filter(
        one => one.checkVisibility({ visibilityProperty: true }));
    return { formulas: all('.katex').length, marks: all('a.mark').length,
        numbers: all('.eqno .number').map(one => one.textContent),
        headings: all('.bd-article :is(h1, h2, h3, h4)').length,
        figures: all('figure img').map(one => one.alt).filter(Boolean) }; }"""


def chromium_heard(page):
    """Role and name of all that Chromium's tree holds, in the order of reading."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    by_number, found = {node["nodeId"]: node for node in nodes}, []

    def walk(node):
        if not node["ignored"]:
            found.append([node["role"]["value"], node.get("name", {}).get("value", "")])
        for child in node.get("childIds", []):
            if child in by_number:
                walk(by_number[child])

    walk(nodes[0])
    return found


@pytest.fixture(scope="module", params=["browser", "fox"], ids=["Chromium", "Firefox"])
def heard(request, browser, fox, address):
    """What is on the page, and what the tree of a browser says of it."""
    size, program = {"width": 1280, "height": 900}, {"browser": browser, "fox": fox}[request.param]
    with contextlib.closing(program.new_page(viewport=size)) as page:
        page.goto(address + CHAPTER)
        page.evaluate("document.querySelectorAll('details.fold').forEach(one => one.open = true)")
        page.wait_for_function(LAID_OUT)  # which no reader asks for: it happens some seconds later
        yield (
            page.evaluate(COUNTS),
            chromium_heard(page) if request.param == "browser" else page.heard(),
        )


def test_every_formula_is_mathematics_and_has_content(heard):
    counts, nodes = heard
    places = [place for place, (role, _) in enumerate(nodes) if role in MATHEMATICS]
    assert len(places) == counts["formulas"] > 300
    assert not [nodes[place : place + 2] for place in places if "ath" not in nodes[place + 1][0]]


def test_every_section_is_heard_of_though_it_is_far_away(heard):
    counts, nodes = heard
    assert [role for role, _ in nodes].count("heading") >= counts["headings"] > 20


def test_every_mark_says_its_verdict_and_what_it_opens(heard):
    counts, nodes = heard
    marks = [name for role, name in nodes if role == "link" and "open the check" in name]
    assert len(marks) == counts["marks"] > 20
    assert not [
        name for name in marks if not re.search(r"\b(exact|cited|at sizes|sampled)\b", name)
    ]


def test_a_number_and_its_mark_are_heard_before_their_formula(heard):
    counts, nodes = heard
    named = [(role, name) for role, name in nodes if role == "link" or role in MATHEMATICS]
    for number in counts["numbers"]:
        places = [
            k for k, one in enumerate(named) if one == ("link", number)
        ]  # prose names it, too
        following = [role for k in places for role, _ in named[k + 1 : k + 3]]
        assert MATHEMATICS & {*following}, number


def test_what_only_the_eye_sees_of_a_formula_is_not_heard_as_well(heard):
    _, nodes = heard
    leaves = [name for role, name in nodes if role in {"StaticText", "text leaf"}]
    once = [
        name for name in leaves if " ".join(name.split()) == "one length divides all"
    ]  # a reason
    assert len(once) == 1


def test_whatever_can_be_pressed_has_a_name(heard):
    _, nodes = heard
    pressed = {"link", "button", "pushbutton", "DisclosureTriangle", "summary", "textbox", "entry"}
    assert not [role for role, name in nodes if role in pressed and not name.strip()]


def test_every_figure_says_what_it_shows_once(heard):
    counts, nodes = heard
    assert len(counts["figures"]) > 5
    names = [name for role, name in nodes if role in {"image", "graphic"}]
    assert [name for name in names if name in counts["figures"]] == counts["figures"]
