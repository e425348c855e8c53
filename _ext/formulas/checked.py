"""Formulas of sentences that are set from checked equations, and lead to them.

    The value of a leaf is {checked}`newton-leaf-weight right`.

What is typeset is the text that was checked, as the stored output of its chapter has it.
"""

from docutils import nodes
from sources import book_in
from sphinx.util.docutils import SphinxRole

from tools.book import BookError

LINK = '<a class="checked" href="{address}" title="To the equation and its check">{formula}</a>'


class Checked(SphinxRole):
    """A checked equation, or the part of it that is named behind its label."""

    def run(self):
        """The formula, with the label that it is of."""
        book = book_in(self.env.srcdir)
        try:
            latex, home = book.checked(self.text), book.home(self.text.split()[0])
        except BookError as error:
            message = self.inliner.reporter.error(str(error), line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        self.env.note_dependency(f"chapters/{home.path.name}")
        label = self.text.split()[0]
        return [nodes.math(self.rawtext, latex, checked=label, home=f"chapters/{home.name}")], []


def link_to_equation(translator, node, formula):
    """The HTML of a formula, as a link to the equation of which it is; a link has none inside."""
    inside, above = False, node.parent
    while above is not None and not inside:
        inside, above = isinstance(above, nodes.reference | nodes.title), above.parent
    if inside or "checked" not in node:
        return formula
    builder = translator.builder
    page = builder.get_relative_uri(builder.current_docname, node["home"])
    anchor = nodes.make_id(f"equation-{node['checked']}")
    return LINK.format(address=f"{page}#{anchor}", formula=formula)
