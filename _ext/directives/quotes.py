"""What pages quote of the chapters: a check as it ran, a figure, and what proves a theorem."""

import os
from pathlib import Path

from docutils import nodes
from sources import book_in
from sphinx.util.docutils import SphinxDirective

from tools.proofs import read_clauses


def checks_by_name(book, wanted):
    """(chapter, cell, equation) of each check that has a label, or whose code begins so."""
    for chapter in book.chapters.values():
        for cell in chapter.code:
            for equation in cell.equations:
                if equation.label == wanted or cell.source.startswith(wanted):
                    yield chapter, cell, equation


class Check(SphinxDirective):
    """A check as it ran in its chapter, code and answer, named by its label or its first line."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        """The nodes of the cell that emitted it, without its number."""
        (wanted,) = self.arguments
        for chapter, cell, equation in checks_by_name(book_in(self.env.srcdir), wanted):
            self.env.note_dependency(f"chapters/{chapter.path.name}")
            markdown = equation.markdown.replace(f"$$ ({equation.label})", "$$")
            return self.parse_text_to_nodes(f"```python\n{cell.source}\n```\n\n{markdown}")
        raise self.error(f"no chapter has a check {wanted!r}")


class Picture(SphinxDirective):
    """A figure of a chapter, named by its label, with the words that stand below."""

    required_arguments = 1
    has_content = True

    def run(self):
        """The figure, whose picture is written beside those of the chapters."""
        (label,) = self.arguments
        for chapter in book_in(self.env.srcdir).chapters.values():
            for cell in chapter.code:
                about = cell.metadata.get("mystnb", {})
                if about.get("figure", {}).get("name") == label:
                    self.env.note_dependency(f"chapters/{chapter.path.name}")
                    return [self.shown(label, cell, about["image"]["alt"])]
        raise self.error(f"no chapter has a figure {label!r}")

    def shown(self, label, cell, alt):
        """The nodes of the figure of a cell."""
        (picture,) = cell.stored("image/svg+xml")
        path = Path(self.env.app.outdir).parent / "jupyter_execute" / f"{label}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(picture), "utf8")
        folder = Path(self.env.doc2path(self.env.docname)).parent
        image = nodes.image(uri=Path(os.path.relpath(path, folder)).as_posix(), alt=alt)
        legend = nodes.legend("", *self.parse_text_to_nodes("\n".join(self.content)))
        return nodes.figure("", image, legend)  # without a caption, and so without a number


class ProofMap(SphinxDirective):
    """What proves each clause of the theorem that is named: displays, with the marks they have."""

    required_arguments = 1
    has_content = True

    def run(self):
        """A line that names the theorem, and a list of its clauses."""
        book, (label,) = book_in(self.env.srcdir), self.arguments
        clauses_shown = read_clauses("\n".join(self.content))
        labels = {label for clause in clauses_shown for label in clause.labels}
        for chapter in book.chapters.values():
            if labels & {equation.label for equation in chapter.equations}:  # whose marks it shows
                self.env.note_dependency(f"chapters/{chapter.path.name}")
        lines = [f"- {clause.with_marks(book)}" for clause in clauses_shown]
        markdown = "\n".join([f"Proof map of {{prf:ref}}`{label}`", "", *lines])
        return [nodes.container("", *self.parse_text_to_nodes(markdown), classes=["proof-map"])]
