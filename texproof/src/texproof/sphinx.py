r"""Sphinx extension: directives that check the displays of a page while it is built.

In ``conf.py``, or under ``sphinx: extra_extensions:`` in a Jupyter Book::

    extensions = ["texproof.sphinx"]

``derive-names`` declares the names of a page, once (`texproof.written_names` has the form of
its lines); ``derive label`` holds a display. It is numbered like any equation with that label, has
the mark of its verdict, and what opens below it says what the verdict rests on. What is refused is
a warning with its line, ``sphinx-build -W`` ends there, and stands on the page as such. A display
that is not proved for every size and does not say why is a warning as well, which
``suppress_warnings = ["derive.at_sizes"]`` in ``conf.py`` turns off.

Options of ``derive``: ``given`` (hypotheses, with semicolons), ``refuted`` (it is false, which is
shown), ``source`` (a theorem that is cited), ``order`` (for ≈, as in ``h 2``: up to the second
power of h), ``at-sizes`` (why it is not proved for every size).
In ``conf.py``: ``derive_seconds = 60`` is how long a display may take.
"""

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from .books.blocks import DISPLAY, NAMES, Block
from .books.page import OPTIONS, BlockOutcome, Page

logger = logging.getLogger(__name__)
STYLE = """\
details.check { margin: 0 0 1em; font-size: .85em }
details.check summary { cursor: pointer }
"""


class Names(SphinxDirective):
    """Declares names for the rest of the page; nothing is shown."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        outcome = take_block(self, Block(NAMES, "", "\n".join(self.content), first_line(self)))
        return [] if outcome.shown else refusal_nodes(self, outcome)


class Derive(SphinxDirective):
    """A display that is judged, numbered and marked."""

    has_content = True
    optional_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        **dict.fromkeys(OPTIONS, directives.unchanged), "refuted": directives.flag
    }  # fmt: skip

    def run(self) -> list[nodes.Node]:
        label = self.arguments[0] if self.arguments else ""
        options = {key: value or "" for key, value in self.options.items()}
        text = "\n".join(self.content)
        outcome = take_block(self, Block(DISPLAY, label, text, first_line(self), 0, options))
        if outcome.shown is None:
            return refusal_nodes(self, outcome)
        if outcome.message:
            warn(self, outcome, "at_sizes")
        return [*self.equation(label, outcome), details_node(outcome)]

    def equation(self, label: str, outcome: BlockOutcome) -> list[nodes.Node]:
        """The display as an equation that other pages can refer to by its label."""
        tex = outcome.shown.tex()  # type: ignore[union-attr]
        node = nodes.math_block(tex, tex, nowrap=False, docname=self.env.docname, number=None)
        self.set_source_info(node)
        if not label:
            return [node]
        node["label"] = label
        domain: Any = self.env.get_domain("math")
        domain.note_equation(self.env.docname, label, location=node)
        node["number"] = domain.get_equation_number_for(label)
        target = nodes.target("", "", ids=[nodes.make_id(f"equation-{label}")])
        self.state.document.note_explicit_target(target)
        return [target, node]


def take_block(directive: Directive, block: Block) -> BlockOutcome:
    """What becomes of a block, after those that stand before it on the page."""
    env: Any = directive.state.document.settings.env
    page = env.temp_data.setdefault("derive_page", Page(env.config.derive_seconds))
    return page.take(block)  # type: ignore[no-any-return]


def first_line(directive: Directive) -> int:
    """The line of the page at which the text of a directive begins.

    MyST counts the offset of the text from the directive, reStructuredText from the page.
    """
    offset: int = directive.content_offset + 1
    return offset if offset > directive.lineno else int(directive.lineno) + offset


def details_node(outcome: BlockOutcome) -> nodes.Node:
    """What opens below a display."""
    return nodes.raw("", outcome.shown.details(), format="html")  # type: ignore[union-attr]


def refusal_nodes(directive: Directive, outcome: BlockOutcome) -> list[nodes.Node]:
    """The text of a block that was refused, and why; a warning with its line."""
    warn(directive, outcome, "refused")
    block = outcome.block
    shown = nodes.literal_block("", f"{block.text}\n\n{outcome.mark}\n{outcome.refusal}")
    return [nodes.admonition("", nodes.title("", f"✗ {block.label or 'refused'}"), shown)]


def warn(directive: Directive, outcome: BlockOutcome, kind: str) -> None:
    """A warning with its line; ``suppress_warnings`` in ``conf.py`` may name its kind."""
    source, _ = directive.state_machine.get_source_and_line(directive.lineno)
    line, _ = outcome.place
    place = f"{source}:{line}"
    logger.warning("%s", outcome.message, location=place, type="derive", subtype=kind)


def add_style(app: Sphinx) -> None:
    """Enters the few rules for what opens below a display."""
    app.add_css_file(None, body=STYLE)  # type: ignore[arg-type]


def setup(app: Sphinx) -> dict[str, Any]:
    """Enters the directives and the one setting."""
    app.add_config_value("derive_seconds", 60.0, "env", [int, float])
    app.add_directive("derive-names", Names)
    app.add_directive("derive", Derive)
    return {"version": "1", "parallel_read_safe": True, "env_version": 1}
