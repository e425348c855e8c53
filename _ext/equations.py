"""Numbered equations: what search finds, the number that is a link, the mark that opens a check."""

from docutils import nodes
from formulas import render_latex
from sources import book_in
from sphinx.domains import ObjType
from sphinx.domains.math import MathDomain
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinxcontrib import katex

from mlbook.derive.statement import MARKS

NUMBER = (
    '<span class="eqno">'
    '<a class="number" href="#{anchor}" title="Link to this equation">({number})</a>'
    '<a class="mark {kind}" href="#check-{label}" title="{verdict}: open the check">{mark}'
    '<span class="visually-hidden">{verdict}, open the check</span></a></span>'
)


class Equations(MathDomain):
    """Equations with their labels among what the search finds."""

    object_types = {"equation": ObjType("equation")}

    def get_objects(self):
        """Each label with its page and anchor."""
        for label, (docname, _) in self.equations.items():
            anchor = nodes.make_id(f"equation-{label}")
            yield label, label, "equation", docname, anchor, 1


class Marks(SphinxPostTransform):
    """Gives each numbered equation its verdict, and the fold behind it an anchor."""

    default_priority = 400
    formats = ("html",)

    def run(self):
        """Find the fold, which a check emits directly behind its equation."""
        for equation in self.document.findall(nodes.math_block):
            fold = equation.next_node(descend=False, siblings=True)
            if equation["number"] and isinstance(fold, nodes.raw):
                label = equation["label"]
                verdict = book_in(self.env.srcdir).equation(label).verdict
                head = f'<details class="check {kind(verdict)}"'
                said = fold.astext().replace(head, f'{head} id="check-{label}"', 1)
                equation["verdict"] = verdict
                fold.replace_self(nodes.raw("", said, format="html"))


def kind(verdict):
    """The class of what has a verdict."""
    return verdict.replace(" ", "-")


def display(translator, node):
    """Append a display; beside its number stands the mark that opens its check."""
    if "verdict" not in node:
        katex.html_visit_displaymath(translator, node)
    verdict, label = node["verdict"], node["label"]
    number = NUMBER.format(
        anchor=node["ids"][0],
        number=katex.get_node_equation_number(translator, node),
        kind=kind(verdict),
        label=label,
        verdict=verdict,
        mark=MARKS[verdict],
    )
    formula = render_latex(node.astext(), {"displayMode": True})
    translator.body += [translator.starttag(node, "div", CLASS="math"), number, formula, "</div>"]
    raise nodes.SkipNode
