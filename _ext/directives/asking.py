"""Where a chapter grades an answer, the page asks for one; Python runs in the browser.

What is needed beside the pages was brought by `tools.live.fetch`; where it is not there, the pages
are static. What the derivations of the chapters were told is written by `tools.live.state`, in a
process of its own while Sphinx reads, for chapters of which it is not known from an earlier build;
`_static/live.js` does the rest, on the pages that ask.
"""

import html
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from docutils import nodes
from sources import book_in
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from tools.book import ROOT
from tools.live import packed, recordings

BROUGHT = ROOT / "_vendor" / "_live" / "pyodide-lock.json"
FORM = """<form class="ask" data-cell="{cell}" hidden>
<p><label for="ask-{cell}">Your answer, in LaTeX</label></p>
<p class="ask-line"><input id="ask-{cell}" autocomplete="off" autocapitalize="off"
spellcheck="false"><button>Check</button><button type="button" class="stop" hidden>Stop</button></p>
<p class="ask-shown"></p>
<div class="ask-said" role="status"></div>
</form>"""


class Scratch(SphinxDirective):
    """A place for a statement of the reader's own; nothing where pages are static.

    Its content is the statement with which the form begins.
    """

    has_content = True

    def run(self):
        """What the script replaces by a form."""
        first = html.escape("\n".join(self.content))
        place = f'''<p class="ask-scratch" data-first="{first}">A statement can be typed here where
JavaScript runs.</p>'''
        return [nodes.raw("", place, format="html")] if can_answer(self.env.app) else []


class Asking(SphinxPostTransform):
    """Puts a line for the reader's answer below each cell that grades one; names what can run."""

    default_priority = 410  # when the code of checks is where it belongs
    formats = ("html",)

    def run(self, **settings):
        """Find the cells by their places in the notebook."""
        chapter = Path(self.env.docname).name
        state = recorded_states(self.app).get(chapter)
        if state is None:
            return
        run = {
            str(cell.place)
            for cell in book_in(self.app.srcdir).chapters[chapter].code
            if packed.may_run(cell)
        }
        for cell in list(self.document.findall(nodes.container)):
            place = str(cell.get("cell_index"))
            if cell.get("nb_element") == "cell_code" and place in state["attempts"]:
                cell.append(nodes.raw("", FORM.format(cell=place), format="html"))
            if cell.get("nb_element") == "cell_code" and place in run:
                cell["ids"].append(f"cell-{place}")


def start_recording(app):
    """Begin to ask the chapters what they tell their derivations."""
    app.live = None
    if app.builder.name == "html" and BROUGHT.exists():
        unknown = recordings.copy_recordings(book_in(app.srcdir), live_folder(app))
        command = [sys.executable, "-m", "tools.live.state", app.srcdir, live_folder(app), *unknown]
        quiet = {**os.environ, "MPLBACKEND": "Agg"}
        app.live = subprocess.Popen(command if unknown else ["true"], cwd=ROOT, env=quiet)


def can_answer(app):
    """Whether the pages of a build can answer; else they are static."""
    return app.live is not None


def live_folder(app):
    """Where the files for the pages that ask are."""
    return Path(app.outdir) / "_live" / "state"


@cache
def recorded_states(app):
    """What each chapter told its derivations, by its name; nothing where pages are static."""
    if not can_answer(app):
        return {}
    if app.live.wait():
        raise RuntimeError("a chapter could not be run as far as its derivations need it")
    names = book_in(app.srcdir).chapters
    return {
        name: json.loads((live_folder(app) / f"{name}.json").read_text("utf8")) for name in names
    }


def recording_of(app, name):
    """What a chapter told its derivations; None where pages are static."""
    return recorded_states(app).get(name)


def add_script(app, pagename, templatename, context, doctree):
    """Let the chapters load the script for it, and what has a place for statements."""
    folder, _, name = pagename.rpartition("/")
    parts = doctree.findall(nodes.raw) if doctree is not None and can_answer(app) else ()
    scratch = any("ask-scratch" in part.astext() for part in parts)
    if scratch or (doctree is not None and folder == "chapters" and name in recorded_states(app)):
        script = type(app.builder.script_files[0])
        context["script_files"].append(script("_static/live.js", defer="defer"))


STARTS = (  # what Python fetches before its first answer
    *("pyodide.asm.wasm", "python_stdlib.zip", "numpy-*.whl"),
    *("mpmath.zip", "sympy.zip", "mlbook.zip"),
)


def write_live_files(site, book):
    """Write what the browser's Python imports, and the code of the chapters, if the pages ask.

    `start.json` is the number of bytes that Python fetches before its first answer.
    """
    live = site / "_live"
    if not (live / "state").is_dir():
        return
    packed.write_zip(live / "mlbook.zip", packed.package_modules())
    packed.write_zip(live / "cells.zip", packed.for_cells())
    size = sum(path.stat().st_size for name in STARTS for path in live.glob(name))
    (live / "start.json").write_text(json.dumps(size), "utf8")
    (live / "cells").mkdir(exist_ok=True)
    for name, chapter in book.chapters.items():
        code = [[cell.place, cell.code] for cell in chapter.code]
        text = json.dumps(code, ensure_ascii=False, separators=(",", ":"))
        (live / "cells" / f"{name}.json").write_text(text, "utf8")
