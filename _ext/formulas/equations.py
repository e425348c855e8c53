"""Equations: what search finds, the number that is a link, the mark that opens a check.

An equation of a check has a number if something cites it, or its cell asks for one: those that
`Book.numbered` names.  The others keep their marks and their addresses, and what lists them says
their labels.
"""

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sources import book_in
from sphinx.domains import ObjType
from sphinx.domains.math import MathDomain
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinxcontrib import katex

from formulas.breaks import break_button
from formulas.katex import render_latex
from texproof.statement import DEFINED, MARKS

NUMBER = '<a class="number" href="#{anchor}" title="Link to this equation">({number})</a>'
MARK = (
    '<a class="mark {kind}" href="#check-{label}" title="{verdict}: open the check">{mark}'
    '<span class="visually-hidden">{verdict}, open the check</span></a>'
)
CODE = '<details class="code"><summary>the code</summary>'
END = "</div></details>"


class Equations(MathDomain):
    """Equations with their labels among what the search finds."""

    object_types = {"equation": ObjType("equation")}

    def get_objects(self):
        """Each label with its page and anchor."""
        for label, (docname, _) in self.equations.items():
            anchor = nodes.make_id(f"equation-{label}")
            yield label, label, "equation", docname, anchor, 1

    def get_enumerable_node_type(self, node):
        """The kind of a display that has a number; none of one that has none."""
        kind = super().get_enumerable_node_type(node)
        return kind if kind and has_number(self.env, node.get("label")) else ""

    def resolve_xref(self, env, fromdocname, builder, typ, target, node, contnode):
        """A link that says the number of an equation, or the label of one that has no number."""
        about = env, fromdocname, builder, typ, target, node, contnode
        link = super().resolve_xref(*about)
        if link and not has_number(env, target):
            link.replace(link[0], nodes.Text(env.config.math_eqref_format.format(number=target)))
        return link


def has_number(env, label):
    """Whether an equation has a number; one of no check has it by its label."""
    book = book_in(env.srcdir)
    return label in book.numbered or label not in book.labels


class Marks(SphinxPostTransform):
    """Gives each labelled equation its verdict; the fold behind it an anchor, and its code."""

    default_priority = 400  # when the theme has folded the code
    formats = ("html",)

    def run(self, **settings):
        """Find the fold, which a check emits directly behind its equation."""
        for equation in list(self.document.findall(nodes.math_block)):
            fold = equation.next_node(descend=False, siblings=True)
            if not (isinstance(fold, nodes.raw) and '<details class="check ' in fold.astext()):
                continue
            text = fold.astext()
            if equation["number"]:
                label = equation["label"]
                verdict = book_in(self.env.srcdir).equation(label).verdict
                head = f'<details class="check {verdict_class(verdict)}"'
                text = text.replace(head, f'{head} id="check-{label}"', 1)
                equation["verdict"] = verdict
            fold.replace_self(with_code(text, folded_code(equation)))


def folded_code(equation):
    """The code that emitted an equation, taken out of the fold above it; None if it has none."""
    cell = equation
    while cell.parent and cell.get("nb_element") != "cell_code":
        cell = cell.parent
    if not cell.parent or not isinstance(cell[0], HideCodeCellNode) or len(cell) == 1:
        return None
    (code,) = cell.pop(0).children
    return code


def with_code(text, code):
    """The nodes of an opened check, with its code at the end."""
    if code is None:
        return [nodes.raw("", text, format="html")]
    before = text.rstrip().removesuffix(END)
    pieces = [before + CODE, code, "</details>" + END]
    return [nodes.raw("", p, format="html") if isinstance(p, str) else p for p in pieces]


def verdict_class(verdict):
    """The class of what has a verdict."""
    return verdict.replace(" ", "-")


def append_display(translator, node):
    """Append a display; beside it stand its number and the mark that opens its check."""
    folder, label = translator.builder.env.srcdir, node.get("breaks") or node.get("label")
    text = break_button(folder, label)
    if "verdict" in node:
        text = number_and_mark(translator, node) + text
    elif "breaks" not in node:
        katex.html_visit_displaymath(translator, node)
    formula = render_latex(node.astext(), {"displayMode": True})
    number = f'<span class="eqno{" unnumbered" * ("breaks" in node)}">{text}</span>'
    translator.body += [translator.starttag(node, "div", CLASS="math"), number, formula, "</div>"]
    raise nodes.SkipNode


def number_and_mark(translator, node):
    """The number of a display, if it has one, and its mark."""
    verdict, label = node["verdict"], node["label"]
    number = katex.get_node_equation_number(translator, node)
    text = NUMBER.format(anchor=node["ids"][0], number=number) if number else ""
    if verdict != DEFINED:
        text += MARK.format(
            kind=verdict_class(verdict), label=label, verdict=verdict, mark=MARKS[verdict]
        )
    return text
