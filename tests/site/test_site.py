"""The built site, as its files say it: links, words, weight, what can be downloaded and printed."""

import ast
import json
import re
import shutil
import zipfile
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from PIL import Image

import mlbook
from tests.book.chapters import BOOK
from tests.site.site_fixtures import ROOT, Page, build, held
from texproof.statement import DEFINED, MARKS
from tools.pages import reference
from tools.pages.ledger import counts_in_words
from tools.site import offline, pdf, take_home

GENERATED = {"search.html"}  # a page that no one wrote
EQUATION = re.compile(
    r'<div class="math" id="equation-([\w-]+)">\s*<span class="eqno">(.*?)(?:<button.*?</button>)?</span>(?=<span class="katex-display)',
    re.S,
)
READABLE = 9  # pixels: the least height of letters in a figure on a phone
PHONE = 358  # pixels: the column of a phone that is 390 wide


def chapters(pages):
    """The names of the pages that are chapters."""
    return sorted(name for name in pages if name.startswith("chapters/"))


# --- links and words -----------------------------------------------------------------------------


def test_every_internal_link_leads_somewhere(site, pages):
    for name, page in pages.items():
        for link in page.links:
            target = urlsplit(urljoin(name, link))
            if target.scheme:
                continue
            path = unquote(target.path)
            assert (site / path).is_file(), f"{name}: {link}"
            if target.fragment and path in pages:
                assert unquote(target.fragment) in pages[path].anchors, f"{name}: {link}"


def test_no_anchor_is_given_twice(pages):
    for name, page in pages.items():
        assert not {one for one in page.ids if page.ids.count(one) > 1}, name


def test_no_page_asks_an_outside_host_for_anything(pages):
    outside = [
        (n, url) for n, page in pages.items() for url in page.resources if urlsplit(url).netloc
    ]
    assert not outside


def test_every_image_has_an_alternative_text(pages):
    for name, page in pages.items():
        for before, image in pairwise([{}, *page.images]):
            if "logo__image" in image.get("class", ""):  # its text stands beside it
                continue
            if image["alt"] == "" and image["src"] == before.get("src"):
                continue  # a further panel of a figure, which is said at the first
            alt = image.get("alt", "")
            assert alt and not alt.endswith((".svg", ".png")), f"{name}: {image}"


def test_headings_come_in_order_and_begin_with_the_title(pages):
    for name, page in pages.items():
        steps = zip([0, *page.headings], page.headings, strict=False)
        assert page.headings.count(1) == 1, name
        assert all(lower <= higher + 1 for higher, lower in steps), f"{name}: {page.headings}"


def test_the_foot_of_a_page_names_the_authors_and_the_edition_once(site, pages):
    commit = r"(, commit [0-9a-f]{10}(-dirty)?)?"  # which a copy without git does not know
    edition = re.compile(rf"Edition {re.escape(mlbook.__version__)}{commit}\.")
    for name in pages:
        foot = (site / name).read_text("utf8").partition('class="bd-footer-content"')[2]
        assert foot.count("The mlbook authors") == 1, name
        assert len(edition.findall(foot)) == 1, name


def test_every_table_has_headers(pages):
    assert not [name for name in pages.keys() - GENERATED if 0 in pages[name].tables]


def test_every_formula_is_also_mathml_and_latex(site, pages):
    for name in pages:
        text = (site / name).read_text("utf8")
        formulas = text.count('<span class="katex">')
        assert formulas == text.count("<math") == text.count(' data-tex="'), name


def test_mathml_has_as_many_parts_as_its_elements_take(site, pages):
    takes = dict(msub=2, msup=2, mfrac=2, munder=2, mover=2, mroot=2, msubsup=3, munderover=3)
    texts = [(site / name).read_text("utf8") for name in pages]
    formulas = {one for text in texts for one in re.findall(r"<math.*?</math>", text, re.S)}
    assert len(formulas) > 1000
    parts = [part for one in formulas for part in ElementTree.fromstring(one).iter()]
    wrong = [part for part in parts if takes.get(part.tag, len(part)) != len(part)]
    assert not [ElementTree.tostring(part, "unicode") for part in wrong]


def test_every_icon_that_the_sheet_names_is_in_its_font(site):
    css = (site / "_static" / "book.css").read_text("utf8")
    icons = {*re.findall("[\ue000-\uf8ff]", css)}
    icons |= {chr(int(code, 16)) for code in re.findall(r"(?i)\\([ef][0-9a-f]{3})", css)}
    icons -= {*"\uf09b\uf296"}  # of other hosts, for links that the site has not; in another font
    assert {"\uf303", "\uf0f3"} < icons  # of exercises and of theorems
    assert not icons - held(site)["Font Awesome 6 Free,normal,900"]


def test_every_page_of_the_book_has_a_description_and_a_picture(site, pages):
    for name in pages.keys() - GENERATED:
        meta = pages[name].meta
        assert len(meta.get("description", "")) > 20, name
        assert meta["og:description"] == meta["description"], name
        with Image.open(site / Path(name).parent / meta["og:image"]) as card:
            assert card.size == (1200, 630)


def test_the_mark_of_an_equation_says_its_verdict_and_leads_to_its_check(site, pages):
    for name in chapters(pages):
        text = (site / name).read_text("utf8")
        found = EQUATION.findall(text)
        assert len(found) == text.count('class="eqno"') > 0, name
        for label, markup in found:
            kind = re.search(rf'<details class="check ([\w-]+)" id="check-{label}"', text)[1]
            assert (f'href="#equation-{label}"' in markup) == (label in BOOK.numbered)
            if kind == DEFINED:
                assert "mark" not in markup
                continue
            assert f'class="mark {kind}" href="#check-{label}"' in markup
            word = kind.replace("-", " ")
            assert f">{MARKS[word]}<span" in markup and f">{word}, open the check" in markup


def test_the_code_of_a_check_stands_behind_its_mark_and_nowhere_else(site, pages):
    for name in chapters(pages):
        text = (site / name).read_text("utf8")
        above = re.findall(r"<details class=\"admonition hide.*?</details>", text, re.S)
        checks = [fold for fold in above if re.search(r"D\.(calc|define)\(", fold)]
        shown = [fold for fold in checks if 'class="check' not in fold]
        assert not shown, (name, shown[0])
        assert text.count("<summary>the code</summary>") >= text.count('<a class="mark '), name


def test_the_numbers_of_a_page_are_consecutive_and_are_those_that_links_say(site, pages):
    numbers = {}
    for name in chapters(pages):
        text = (site / name).read_text("utf8")
        found = re.findall(r'<a class="number" href="#equation-([\w-]+)"[^>]*>\(([\d.]+)\)', text)
        last = [int(number.rpartition(".")[2]) for _, number in found]
        chapter = "." in found[0][1]  # pages without a number of their own count on
        assert last == [*range(1 if chapter else last[0], last[-1] + 1)], name
        numbers |= {f"{name}#equation-{label}": number for label, number in found}
    links = re.compile(
        r'<a class="reference internal" href="([^"]*#equation-[\w-]+)">\((.*?)\)</a>'
    )
    for name in pages:
        for link, shown in links.findall((site / name).read_text("utf8")):
            address = urljoin(name, link)
            assert shown == numbers.get(address, address.partition("#equation-")[2]), (name, link)


# --- reference ---------------------------------------------------------------------------------


@pytest.mark.parametrize("module", reference.documented_modules(BOOK)[0])
def test_the_reference_of_a_chapter_has_every_public_function_and_nothing_else(module, pages):
    tree = ast.parse((ROOT / "mlbook" / f"{module}.py").read_text("utf8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    public = [n.name for n in tree.body if isinstance(n, kinds) and n.name[0] != "_"]
    ids = pages[f"pages/reference/{module}.html"].ids
    assert {f"mlbook.{module}.{name}" for name in public} <= {*ids}
    assert not [name for name in ids if re.search(r"\._", name)]


def test_a_docstring_leads_to_its_equation_and_shows_formulas_and_examples_as_code(site):
    text = (site / "pages" / "reference" / "pca.html").read_text("utf8")
    assert 'href="../../chapters/pca.html#equation-pca-covariance">(' in text
    assert "<pre>Sigma = X_c^T X_c / (n - 1)  with ddof=1," in text
    assert "&gt;&gt;&gt; </span>centre(np.array([[" in re.sub(r'<span class="[a-z]{2}">', "", text)
    assert "(eq." not in text


# --- home page -----------------------------------------------------------------------------------


def test_the_home_page_gives_the_totals_that_the_ledger_counted(site):
    home = (site / "index.html").read_text("utf8")
    claims = [equation for equation in BOOK.equations if equation.verdict != DEFINED]
    assert counts_in_words(claims) in home
    assert f"Another {len(BOOK.equations) - len(claims)} displays are definitions." in home


def test_the_home_page_shows_an_equation_that_holds_and_one_refused_with_its_numbers(site):
    home = (site / "index.html").read_text("utf8")
    assert re.search(r"<button[^>]*break[^>]*how-means", home)
    refused = re.search(r'details class="check refused" open>.*?</details>', home, re.S)[0]
    assert re.search(r"Counterexample: left \S+, right \S+ where", refused)


def test_the_map_leads_to_every_chapter_and_says_what_it_proves(site, pages):
    home = (site / "index.html").read_text("utf8")
    entries = home[home.index(' id="chapters">') :].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    for name in chapters(pages):
        assert f'href="{name}"' in entries, name
        assert pages[name].meta["description"][:40] in entries, name


def test_the_map_as_a_figure_has_the_chapters_of_all_parts_and_the_arrows_that_the_list_says(site):
    parts = [pages for part, pages in BOOK.parts.items() if part not in {"Front", "Back"}]
    chapters = [page for pages in parts for page in pages]
    figure = re.search(
        r'<svg class="arcs".*?</svg>', (site / "pages" / "paths.html").read_text("utf8")
    )[0]
    assert re.findall(r'<a href="\.\./(.*?)\.html">', figure) == chapters
    home = (site / "index.html").read_text("utf8")
    entries = re.findall(r"<li>.*?</li>", home[home.index(' id="chapters">') :], re.S)
    links = [re.findall(r'href="(chapters/\w+)\.html"', entry) for entry in entries]
    pairs = [(name, other) for name, *others in filter(None, links) for other in others]
    arrows = [pair for pair in pairs if set(pair) <= set(chapters)]
    assert figure.count("<path") == 2 * len(arrows) > 20  # each with its head


@pytest.mark.nightly
def test_a_check_that_no_chapter_has_fails_the_build(tmp_path):
    code, messages = build(small_book(tmp_path, "```{check} no-such-label\n```\n"), tmp_path)
    assert code != 0
    assert "no chapter has a check 'no-such-label'" in messages


# --- running it yourself -------------------------------------------------------------------------


def test_every_chapter_offers_its_notebook_without_outputs_and_with_a_way_to_start(site, pages):
    for name in chapters(pages):
        source = f"_sources/{name.replace('.html', '.ipynb')}"
        assert f"../{source}" in pages[name].links, name
        first, *cells = json.loads((site / source).read_text("utf8"))["cells"]
        assert 'pages = ""' in first["source"] and take_home.WHEEL in first["source"]
        assert cells and not [cell for cell in cells if cell.get("outputs")], name


def test_the_home_page_leads_to_the_package_and_to_the_source(site, pages):
    assert {take_home.WHEEL, take_home.CHECKER, take_home.SOURCE} <= {*pages["index.html"].links}
    with zipfile.ZipFile(site / take_home.SOURCE) as packed:
        assert {"mlbook/Makefile", "mlbook/requirements.txt"} <= {*packed.namelist()}


def small_book(folder, text, **replaced):
    """A book of one page and one chapter, with lines of the configuration replaced."""
    for name in ("_config.yml", "references.bib"):
        shutil.copy(ROOT / name, folder)
    for name in ("_ext", "_static", "_vendor"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "chapters").mkdir()
    shutil.copy(ROOT / "chapters" / "how_it_checks.ipynb", folder / "chapters")
    (folder / "_toc.yml").write_text(
        "format: jb-book\nroot: index\nparts:\n- caption: One\n  chapters:\n"
        "  - file: chapters/how_it_checks\n"
    )
    (folder / "index.md").write_text(f"# Title\n\n{text}\n")
    config = (folder / "_config.yml").read_text("utf8")
    for key, value in replaced.items():
        config, count = re.subn(rf'{key}: ""', f"{key}: {value}", config)
        assert count == 1
    (folder / "_config.yml").write_text(config, "utf8")
    return folder


def test_no_page_offers_to_launch_while_the_repository_is_not_named(site, pages):
    assert not [
        name for name in pages if re.search("mybinder|colab", (site / name).read_text("utf8"))
    ]


@pytest.mark.nightly
def test_one_line_of_configuration_gives_the_buttons_that_launch_a_chapter(tmp_path):
    book = small_book(tmp_path, "Text.", repository_url="https://github.com/owner/name")
    code, messages = build(book, tmp_path)
    chapter = "main?urlpath=lab/tree/chapters/how_it_checks.ipynb"
    links = Page(tmp_path / "site" / "chapters" / "how_it_checks.html").links
    assert f"https://mybinder.org/v2/gh/owner/name/{chapter}" in links, messages
    colab = (
        "https://colab.research.google.com/github/owner/name/blob/main/chapters/how_it_checks.ipynb"
    )
    assert colab in links


@pytest.mark.nightly
def test_tex_that_cannot_be_read_fails_the_build(tmp_path):
    code, messages = build(small_book(tmp_path, "A formula $\\notamacro{x}$."), tmp_path)
    assert code != 0
    assert "Undefined control sequence: \\notamacro" in messages


@pytest.mark.nightly
def test_a_published_book_links_to_its_pdf_and_its_zip_and_names_its_picture(tmp_path):
    book = small_book(tmp_path, "```{downloads}\n```", baseurl="https://owner.github.io/name")
    code, messages = build(book, tmp_path)
    page = Page(tmp_path / "site" / "index.html")
    address = "https://owner.github.io/name/"
    assert {address + "mlbook.pdf", address + "mlbook.zip"} <= {*page.links}, messages
    assert page.meta["og:image"] == address + "_static/card.png"
    notebook = tmp_path / "site" / "_sources" / "chapters" / "how_it_checks.ipynb"
    first = json.loads(notebook.read_text("utf8"))["cells"][0]["source"]
    assert 'pages = "https://owner.github.io/name"' in first
    assert not notebook.with_suffix(".js").exists()


# --- weight --------------------------------------------------------------------------------------


def test_the_site_holds_nothing_that_no_page_uses(site):
    assert not [*site.rglob("*.map"), *site.rglob("*.ttf"), *site.rglob("*fontawesome.js")]
    assert len([*site.rglob("*.css")]) == 1


def test_the_site_is_light(site):
    # 80 pages with 11,900 formulas and 190 figures; of it 17 MB are pages, 2.0 of them the reference,
    # and 1.8 what the search page alone loads
    # what answers on request is weighed by tests/site/test_site_live.py
    taken = {site / name for name in (take_home.WHEEL, take_home.CHECKER, take_home.SOURCE)}
    taken |= {*site.glob("_sources/**/*.js"), *site.glob("breaks/*.js")}
    files = {path for path in site.rglob("*") if path.is_file() and "_live" not in path.parts}
    assert sum(path.stat().st_size for path in files - taken) < 34_600_000
    assert (
        sum(path.stat().st_size for path in taken) < 22_000_000
    )  # on request, 10 of them changed formulas


def test_every_block_of_the_style_sheet_is_closed():
    sheet = (ROOT / "_static" / "custom.css").read_text("utf8")
    assert sheet.count("{") == sheet.count("}") > 200  # an open one takes all that follows with it


def test_a_formula_costs_few_bytes(site, pages):
    # with the prose around it, 0.8 KB, and a cell of code 1 KB; as KaTeX writes it, 2.4 KB; the
    # tables of Famous errors are links
    for name in chapters(pages):
        text = (site / name).read_text("utf8")
        formulas, codes = text.count('<span class="katex">'), text.count('<div class="highlight')
        links = text.count("<a ")
        assert len(text) < 800 * formulas + 1_000 * codes + 50 * links + 100_000, name


def test_letters_in_figures_can_be_read_on_a_phone(site, pages):
    lettered = 0
    for name in chapters(pages):
        for image in pages[name].images:
            if "_images" not in image["src"] or not image["src"].endswith(".svg"):
                continue
            svg = (site / "chapters" / image["src"]).read_text("utf8")
            shown = max(PHONE, float(re.search(r"min-width: (\d+)px", image["style"])[1]))
            turned = re.findall(r"(?:matrix\((\.\d+) 0 0|scale\((\.\d+)) -\.\d+", svg)
            points = [100 * float(one or other) for one, other in turned]
            lettered += bool(points)
            letters = min(points, default=99) * 4 / 3 * min(1, shown / int(image["width"]))
            assert letters >= READABLE, f"{name}: {letters:.1f} px in {image['alt'][:60]}"
    assert lettered > 50


def test_the_packed_book_is_the_site_and_the_same_every_time(site, tmp_path):
    offline.pack_site(site, tmp_path / "one.zip")
    offline.pack_site(site, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as packed:
        names = {name.removeprefix("mlbook/") for name in packed.namelist()}
    assert names == {p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file()}


# --- paper ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def paper(site):
    """All pages as the one that is printed."""
    return pdf.join_pages(site)


def test_the_printed_book_holds_every_chapter_in_order_and_every_number(site, pages, paper):
    order = re.findall(r'<article class="bd-article" id="([\w/]+)--">', paper)
    assert order == ["index", *BOOK.pages]
    numbers = sum((site / name).read_text("utf8").count('class="eqno"') for name in chapters(pages))
    assert paper.count('class="eqno"') == numbers


def test_links_of_the_printed_book_stay_inside_it(paper, tmp_path):
    (tmp_path / "paper.html").write_text(paper, "utf8")
    page = Page(tmp_path / "paper.html")
    inside = [link for link in page.links if not urlsplit(link).scheme]
    assert inside and not {link for link in inside if unquote(link[1:]) not in page.anchors}


def test_a_chapter_begins_on_a_new_page_of_paper(site, paper):
    (sheet,) = site.rglob("*.css")
    assert 'class="paper"' in paper
    assert re.search(r"\.paper \.bd-article\{[^}]*break-before:page", sheet.read_text("utf8"))


def test_solutions_are_open_on_paper(paper):
    solutions = re.findall(r'<div class="cell tag_hide-cell[^>]*>\s*<details([^>]*)>', paper)
    assert solutions and all(tag.endswith(" open") for tag in solutions)
