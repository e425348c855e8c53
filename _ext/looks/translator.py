"""Nodes to HTML where the theme, Sphinx or docutils write what this book needs otherwise."""

import html

from docutils import nodes
from formulas.katex import left_over
from sphinx.writers.html5 import HTML5Translator

from looks.folds import count_marks, is_fold
from looks.sizes import framed_figure, guess_height


class Translator(HTML5Translator):
    """The translator of Sphinx; the theme puts its own changes on top."""

    def __init__(self, *args):
        super().__init__(*args)
        # the template of the page says it, too
        self.meta: list[str] = [tag for tag in self.meta if 'name="viewport"' not in tag]
        self.opened = []  # where the text of each open section begins
        self.folded = []  # from where to where the text of each fold stands
        self.given = set()  # the anchors of sections so far
        self.repeated = set()  # the tags of titles with an anchor that is given already

    def visit_Text(self, node):
        """A text, without what stands with a formula."""
        super().visit_Text(nodes.Text(left_over(node)))

    def visit_desc_signature(self, node):
        """The start of a signature, whose words need no elements to hold them together."""
        super().visit_desc_signature(node)
        self.protect_literal_text -= 1

    def depart_desc_signature(self, node):
        """The end of a signature."""
        self.protect_literal_text += 1
        super().depart_desc_signature(node)

    def visit_image(self, node):
        """An image; a figure of a chapter in a frame that knows its size."""
        uri = node["uri"]
        super().visit_image(node)
        if uri in self.builder.images and uri.endswith(".svg"):
            caption = " ".join(one.astext() for one in node.parent.findall(nodes.caption))
            self.body[-1] = framed_figure(self.body[-1], self.builder.srcdir / uri, caption)

    def visit_title(self, node):
        """The start of a title, which may have the anchor of the algorithm that it names."""
        super().visit_title(node)
        if node["ids"] and node["ids"] == node.parent["ids"]:
            self.repeated.add(self.body[-1])

    def depart_title(self, node):
        """The end of a title; that of a fold is followed by what the fold is worth."""
        super().depart_title(node)
        if is_fold(node.parent):
            self.body.append(f"{count_marks(node.parent)}</summary>\n")

    def depart_document(self, node):
        """The end; until here sphinx-proof looks for such titles by their anchors."""
        title = '<p class="admonition-title">'
        self.body: list[str] = [title if tag in self.repeated else tag for tag in self.body]
        super().depart_document(node)

    def visit_section(self, node):
        """The start of a section; those in theorems and exercises all have one anchor."""
        node["ids"] = [anchor for anchor in node["ids"] if anchor not in self.given]
        self.given.update(node["ids"])
        super().visit_section(node)
        if is_fold(node):  # its further anchors stand where they can be seen while it is closed
            tag, _, anchors = self.body[-1].partition(">\n")
            tag = tag.replace("<section", "<details", 1)
            self.body[-1] = f"{tag}>\n<summary>{anchors}"
        self.opened.append(len(self.body))

    def depart_section(self, node):
        """The end of a section; those of the page guess how tall they are."""
        start = self.opened.pop()
        super().depart_section(node)
        if is_fold(node):
            self.body[-1] = self.body[-1].replace("</section", "</details", 1)
            self.folded.append(range(start, len(self.body)))
        elif len(self.opened) == 1:
            tall = f'<section style="--tall:{guess_height(self.unfolded(start))}px"'
            self.body[start - 1] = self.body[start - 1].replace("<section", tall, 1)

    def unfolded(self, start):
        """The text from a place on, without what stands in folds."""
        hidden = {place for fold in self.folded for place in fold}
        shown = (place for place in range(start, len(self.body)) if place not in hidden)
        return "".join(self.body[place] for place in shown)

    def visit_entry(self, node):
        """A cell; the corner of a table that heads nothing is no header."""
        super().visit_entry(node)
        if isinstance(node.parent.parent, nodes.thead) and not node.astext():
            self.body[-1], self.context[-1] = "<td>", "</td>\n"
            node.clear()

    def visit_citation(self, node):
        """A reference, without the roles that docutils gives and a list of them must not have."""
        if not isinstance(node.previous_sibling(), nodes.citation):
            self.body.append('<div class="citation-list">\n')
        self.body.append(self.starttag(node, "div", classes=["citation"]))


def visit_fold(translator, node):
    """The start of a folded cell, whose label is the words that are seen."""
    classes = " ".join(node["classes"])
    show, hide = html.escape(node["prompt_show"]), html.escape(node["prompt_hide"])
    translator.body.append(
        f'<details class="admonition hide {classes}">\n<summary>\n'
        f'<p class="collapsed admonition-title">{show}</p>\n'
        f'<p class="expanded admonition-title">{hide}</p>\n</summary>\n'
    )
