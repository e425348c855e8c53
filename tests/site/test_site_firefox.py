"""Pages of the built site in Firefox, which has no network: what is asked for, said and drawn."""

import contextlib
from types import SimpleNamespace

import pytest

from tests.site.site_fixtures import LAID_OUT, held
from tests.site.site_looks import (
    CUT,
    FAULTS,
    ICONS,
    LETTERS,
    LOOSE,
    NUMBERS,
    PHONE,
    SAMPLE,
    UNSET,
    bad,
    lacking,
)

UNFOLD = """style => { document.head.append(Object.assign(document.createElement('style'), style));
    document.querySelectorAll('details').forEach(fold => { fold.open = true; });
    return new Promise(done => requestAnimationFrame(() => setTimeout(() => done(true), 50))); }"""


def visit(fox, url):
    """Open a page on a phone; unfold and lay out all of it, and look."""
    with contextlib.closing(fox.new_page(viewport=PHONE)) as page:
        page.goto(url)
        page.evaluate(UNFOLD, {"textContent": LAID_OUT})
        looks = dict(unset=UNSET, cut=CUT, numbers=NUMBERS, loose=LOOSE, letters=LETTERS)
        seen = SimpleNamespace(**{name: page.evaluate(look) for name, look in looks.items()})
        seen.icons = page.evaluate(ICONS)
        seen.width = page.evaluate("document.documentElement.scrollWidth")
        seen.theme = page.evaluate("document.documentElement.dataset.theme")
        seen.colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        entries = page.events_of("log.entryAdded")
        seen.errors = [one["text"] for one in entries if one["level"] in ("error", "warn")]
        sent = page.events_of("network.beforeRequestSent")
        seen.requests = [one["request"]["url"] for one in sent]
        answers = [
            (one, one["response"]["status"]) for one in page.events_of("network.responseCompleted")
        ]
        failed = page.events_of("network.fetchError") + [
            one for one, status in answers if status >= 400
        ]
        seen.failures = [one["request"]["url"] for one in failed]
        return seen


@pytest.fixture(scope="module")
def visits(fox, address, some, request):
    """A page of each kind, or all, opened once."""
    opened = some if request.config.option.whole else SAMPLE
    return {name: visit(fox, address + name) for name in opened}


def test_firefox_reaches_this_machine_alone(fox, address):
    with contextlib.closing(fox.new_page()) as page, pytest.raises(RuntimeError, match="PROXY"):
        page.goto("http://example.com/")


def test_pages_load_from_their_own_host_alone(visits, address):
    assert not bad(
        visits, lambda v: [url for url in v.requests if not url.startswith((address, "data:"))]
    )
    assert all(v.requests for v in visits.values())


@pytest.mark.parametrize("fault", FAULTS)
def test_no_page_has_a_fault_on_a_phone(visits, fault):
    assert not bad(visits, FAULTS[fault])


def test_the_page_follows_the_reader_who_likes_it_dark(visits):
    assert not bad(visits, lambda v: v.theme if v.theme != "dark" else "")
    assert not bad(
        visits, lambda v: v.colour if sum(map(int, v.colour[4:-1].split(","))) > 384 else ""
    )


def test_every_letter_and_every_icon_is_in_its_font(visits, site):
    fonts = held(site)
    fonts |= {"Font Awesome 6 Free": fonts["Font Awesome 6 Free,normal,900"]}
    faces = [face for v in visits.values() for face in (v.letters | v.icons).items()]
    assert "Font Awesome 6 Free" in dict(faces)
    assert not lacking(faces, fonts)
