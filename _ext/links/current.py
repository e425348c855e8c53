"""What a build writes besides the pages that changed: those that show what changed elsewhere.

Sphinx reads again what changed, and writes that.  A page may show more than its own source: the
number of an equation of another page, the title of a chapter in its contents, a source that is
cited, what a reader may ask or break.  So each page is noted with what others show of it, and with
the pages to which it leads; if the former changes, the latter are written again.
If the code changes that makes pages, all of them are read again.
"""

import pickle
import posixpath
import sys
from hashlib import sha256
from pathlib import Path

from directives.asking import recording_of
from docutils import nodes
from publishing.sheets import THEME
from sphinx import addnodes

from tools.book import ROOT
from tools.breaks import path_of
from tools.hashes import hash_files

NAMED = (nodes.title, nodes.caption, nodes.term)  # words that a reference may show
FILE = "pages.pickle"


class Written:
    """The pages as they were written last: where they lead, their sheets, what search finds."""

    def __init__(self):
        self.links, self.sheets, self.found = {}, {}, {}  # by page
        self.made = set()  # of no source, such as the search page

    def keep(self, names):
        """Forget the pages that are gone."""
        for about in (self.links, self.sheets, self.found):
            for gone in set(about) - set(names):
                del about[gone]


def name_code(app, config):
    """Let Sphinx read everything again if a module changes that is loaded to build the book."""
    places = {getattr(module, "__file__", None) for module in sys.modules.values()}
    paths = [Path(place) for place in places if place]
    own = [path for path in paths if ROOT in path.parents and ".venv" not in path.parts]
    names = {path.relative_to(ROOT).as_posix() for path in own}
    config.mlbook_code = hash_files([*sorted(names), "_ext/package-lock.json"])  # KaTeX, too


def notes_of_build(app):
    """What is noted of the pages of a build."""
    return app.written


def load_notes(app):
    """Take what was noted of the pages when they were written."""
    path = Path(app.doctreedir) / FILE
    app.written = pickle.loads(path.read_bytes()) if path.exists() else Written()
    app.written.made.clear()


def note_facts(app, doctree):
    """Note what other pages may show of a page that was read."""
    env = app.env
    if not hasattr(env, "mlbook_facts"):
        env.mlbook_facts = {}
    env.mlbook_facts[env.docname] = hash_of([*targets_of_page(doctree)])


def targets_of_page(doctree):
    """Each place of a page to which a reference can lead, with all that it says of itself."""
    for node in doctree.findall(nodes.Element):
        if node.get("ids") or isinstance(node, addnodes.desc_signature):
            about = {key: value for key, value in node.attributes.items() if value}
            parts = [one.astext() for one in node.children if isinstance(one, NAMED)]
            own = node.astext() if isinstance(node, (*NAMED, addnodes.desc_signature)) else ""
            yield (
                node.tagname,
                sorted((key, repr(value)) for key, value in about.items()),
                parts,
                own,
            )


def forget_page(app, env, docname):
    """Forget a page that is read again, or gone."""
    getattr(env, "mlbook_facts", {}).pop(docname, None)


def shown_elsewhere(app, env):
    """The pages to write besides those that were read: they show what has changed."""
    before = getattr(env, "mlbook_shown", {})
    env.mlbook_shown = now = {
        "contents": table_of_contents(env),
        "sources": hash_of([*map(citation_text, env.get_domain("cite").citations)]),
        "pages": {name: page_facts(env, name) for name in env.found_docs},
        "own": {name: questions_and_breaks(app, name) for name in env.found_docs},
    }
    written, every = app.written, set(env.found_docs)
    written.keep(every)
    if before.get("contents") != now["contents"] or set(written.links) != every:
        return sorted(every)
    moved = pages_that_differ(before["pages"], now["pages"])
    again = {name for name, leads in written.links.items() if leads & moved}
    again |= pages_that_differ(before["own"], now["own"])
    if before["sources"] != now["sources"]:
        cite = env.get_domain("cite")
        again |= {one.docname for one in (*cite.citation_refs, *cite.bibliographies)}
    return sorted(again & every)


def citation_text(citation):
    """What pages show of a source."""
    entry = citation.entry
    people = [str(person) for those in entry.persons.values() for person in those]
    return citation.citation_id, citation.key, sorted(entry.fields.items()), people


def pages_that_differ(one, other):
    """The pages of which not the same is said."""
    return {name for name in {*one, *other} if one.get(name) != other.get(name)}


def table_of_contents(env):
    """What the contents beside each page show: the pages in their order, numbers and titles."""
    numbers = {name: env.toc_secnumbers.get(name, {}).get("") for name in env.found_docs}
    titles = {name: str(env.titles[name]) for name in env.found_docs}
    below = {name: env.toctree_includes.get(name) for name in env.found_docs}
    return hash_of([sorted(each.items()) for each in (numbers, titles, below)])


def page_facts(env, name):
    """What other pages show of one: titles, labels and numbers."""
    numbers = env.toc_secnumbers.get(name), env.toc_fignumbers.get(name)
    return hash_of([env.mlbook_facts.get(name), str(env.titles[name]), numbers])


def questions_and_breaks(app, name):
    """What a page shows that is not in its source: what a reader may ask, and may break."""
    folder, _, chapter = name.rpartition("/")
    if folder != "chapters":
        return ""
    breaks = path_of(chapter)
    stored = breaks.read_bytes() if breaks.exists() else b""
    return hash_of([recording_of(app, chapter), sha256(stored).hexdigest()])


def hash_of(value):
    """The hash of what is said."""
    return sha256(repr(value).encode()).hexdigest()


def note_links(app, doctree, docname):
    """Note the pages to which one leads."""
    targets, folder = set(), posixpath.dirname(docname)
    for link in doctree.findall(nodes.reference):
        path = link.get("refuri", "").partition("#")[0]
        if path.endswith(".html") and "://" not in path:
            targets.add(posixpath.normpath(posixpath.join(folder, path)).removesuffix(".html"))
    app.written.links[docname] = targets


def note_sheets(app, pagename, templatename, context, doctree):
    """Note the style sheets of a page, in the order of their priority."""
    if doctree is None:  # of no source
        app.written.made.add(pagename)
    sheets = sorted(context["css_files"], key=lambda sheet: sheet.priority)
    app.written.sheets[pagename] = [one.filename.removeprefix("_static/") for one in sheets]


def finish_build(app, exception):
    """Keep what was noted, take pages away whose sources are gone, and name the style sheets."""
    if app.builder.name != "html":
        return
    (Path(app.doctreedir) / FILE).write_bytes(pickle.dumps(app.written))
    site = Path(app.outdir)
    for path in [*site.rglob("*.html")]:
        name = path.relative_to(site).with_suffix("").as_posix()
        if not name.startswith("_static/") and name not in app.env.found_docs | app.written.made:
            path.unlink()
    if not exception:
        sheets = [*THEME, *max(app.written.sheets.values(), key=len)]
        text = "".join(f'@import "{sheet}";\n' for sheet in sheets)
        (site / "_static" / "book.css").write_text(text, "utf8")
