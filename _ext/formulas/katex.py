"""Formulas typeset at build time, by KaTeX in Node.

TeX that KaTeX cannot read is a warning, and `make book` turns every warning into a failure.
"""

import functools
import html
import os
import re
import socket
import subprocess
import time

from docutils import nodes
from node import NODE
from sphinx.util import logging
from sphinxcontrib import katex

from formulas.checked import link_to_equation
from formulas.lines import display_html
from formulas.slim import required, slim_html

logger = logging.getLogger(__name__)

SECONDS = 60.0  # for Node to start and to render; five, the default, is too few on a busy machine
OPENS = re.compile(r"[(\[“]*\Z")  # at the end of the text before a formula
STOPS = re.compile(r"[-,.;:!?)\]”’]*")  # at the start of the text after it
BASE = '<span class="base'  # what KaTeX keeps on one line


def render_latex(latex, options=None):
    """HTML of a formula; a warning, and its source, where KaTeX cannot read it."""
    try:
        return display_html(latex, RENDER) if options else slim_html(RENDER(latex, options))
    except katex.KaTeXError as error:
        logger.warning("%s in: %s", error, latex)
        return f"<code>{html.escape(latex)}</code>"


RENDER = katex.render_latex


@functools.cache
def sentence_formula(latex):
    """HTML of a formula of a sentence, which the page and the search both ask for."""
    return render_latex(latex)


def append_inline(translator, node):
    """Append a formula of a sentence to the page, with what the texts beside it leave to it."""
    before, after = neighbours(node)
    opens = required(OPENS.search(before))[0] if isinstance(before, nodes.Text) else ""
    stops = required(STOPS.match(after))[0] if isinstance(after, nodes.Text) else ""
    formula = link_to_equation(translator, node, sentence_formula(node.astext()))
    translator.body.append(hold_together(opens, formula, stops))
    raise nodes.SkipNode


def neighbours(node):
    """The nodes directly before and after a node; None where there is none."""
    if node.parent is None:  # the address of a source, whose node its maker does not place
        return None, None
    siblings = [None, *node.parent.children, None]
    place = next(i for i, one in enumerate(siblings) if one is node)  # equal texts are not the same
    return siblings[place - 1], siblings[place + 1]


def hold_together(before, formula, after):
    """A formula with the brackets and stops at its ends; a line breaks inside it alone."""
    if not before + after:
        return formula
    head, *parts, last = formula.replace(BASE, f"<wbr>{BASE}").split("<wbr>")
    broken = (
        f'{head}<span class="free">{"<wbr>".join(parts)}<wbr></span>{last}' if parts else formula
    )
    return f'<span class="held">{before}{broken}{after}</span>'


def left_over(node):
    """A text without the brackets and stops that go with a formula before or after it."""
    before, after = neighbours(node)
    text = node.astext()
    if isinstance(before, nodes.math):
        text = STOPS.sub("", text, count=1)
    if isinstance(after, nodes.math):
        text = OPENS.sub("", text)
    return text


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
