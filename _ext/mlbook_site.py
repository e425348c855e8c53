"""What the site needs beyond its theme, one job to a module.

Formulas are typeset at build time (katex, lines, slim, equations), those of sentences from the
equations that were checked (checked), and those that a reader may break with their changes
(breaks); a page is read once for all references to its numbers (references); pages quote and list
the chapters (quotes, chapter_map, arcs), say where they are published (published), ask for answers
(asking) and have figures to move (to_move); the search finds sections (searching); the theme is
changed by templates/ and theme, the HTML of nodes by translator, folds, sizes, panels and
highlight, the docstrings of the reference by docstrings; a build writes what changed, and what
shows it elsewhere (current).

What needs all pages at once is no part of a build: `publish` makes the site of them that is read.
"""

from directives import asking
from directives.chapter_map import Arcs, Map
from directives.published import Downloads, add_description, prepare_launching
from directives.quotes import Check, Picture, ProofMap
from directives.to_move import Moving, Thing, copy_scripts, depart_thing, visit_thing
from formulas.breaks import Break
from formulas.checked import Checked
from formulas.equations import Equations, Marks, append_display
from formulas.katex import append_inline, prepare_katex
from links import current
from links.references import References
from links.searching import use_sections
from looks import folds
from looks.highlight import QuietFormatter
from looks.theme import leave_out_thebe, name_arrows, name_edition, prepare_templates, trim_scripts
from looks.translator import Translator, visit_fold
from myst_nb.sphinx_ import HideCodeCellNode, depart_HideCellInput
from sources import bring_all
from sphinx.highlighting import PygmentsBridge

DIRECTIVES = {
    "check": Check,
    "break": Break,
    "picture": Picture,
    "map": Map,
    "proof": ProofMap,
    "arcs": Arcs,
    "downloads": Downloads,
    "moving": Moving,
    "scratch": asking.Scratch,
}
PREPARED = (
    *(prepare_katex, prepare_launching, prepare_templates, name_edition),
    *(leave_out_thebe, use_sections, current.name_code),
)


def setup(app):
    """Register the modules with Sphinx, and have all there before it looks for pages."""
    bring_all(app)
    for extension in ("myst_nb", "sphinxcontrib.katex"):  # which are changed here
        app.setup_extension(extension)
    app.add_config_value("mlbook_macros", {}, "env", [dict])
    app.add_config_value("mlbook_code", "", "env", [str])
    app.add_domain(Equations, override=True)
    app.add_domain(References, override=True)
    app.add_post_transform(Marks)
    app.add_post_transform(asking.Asking)
    for name, directive in DIRECTIVES.items():
        app.add_directive(name, directive)
    app.add_role("checked", Checked())
    app.set_translator("html", Translator)
    app.add_node(HideCodeCellNode, override=True, html=(visit_fold, depart_HideCellInput))
    app.add_node(Thing, html=(visit_thing, depart_thing))
    app.registry.html_inline_math_renderers["katex"] = (append_inline, None)
    app.registry.html_block_math_renderers["katex"] = (append_display, None)
    PygmentsBridge.html_formatter = QuietFormatter
    for prepare in PREPARED:
        app.connect("config-inited", prepare)
    app.connect("build-finished", copy_scripts)
    app.connect("builder-inited", asking.start_recording)
    app.connect("builder-inited", current.load_notes)
    app.connect("doctree-read", folds.mark_folds)
    app.connect("doctree-read", current.note_facts)
    app.connect("env-purge-doc", current.forget_page)
    app.connect("env-get-updated", current.shown_elsewhere, priority=900)  # when all have numbers
    app.connect("doctree-resolved", current.note_links, priority=900)
    app.connect("html-page-context", folds.shorten_contents, priority=100)  # the theme keeps them
    for handler in (
        trim_scripts,
        asking.add_script,
        name_arrows,
        add_description,
        current.note_sheets,
    ):
        app.connect("html-page-context", handler, priority=900)  # after those of the theme
    app.connect("build-finished", current.finish_build, priority=900)  # it writes its colours late
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": False}
