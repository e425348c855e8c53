"""The chapters and which builds on which, as a list and as a figure."""

import html
from collections import Counter

from docutils import nodes
from sources import book_in
from sphinx.util.docutils import SphinxDirective

from directives.arcs import arc_diagram

MANY = 9  # chapters: a page that builds on more is about all of them


class Map(SphinxDirective):
    """The chapters, each with what it proves and with the chapters on which it builds, if few."""

    def run(self):
        """A list for each part."""
        book = book_watched_by_page(self.env)
        cites, lines = cited_chapters(book), []
        for part, names in chapters_by_part(book).items():
            lines += [f"**{part}**", "", *(self.entry(name, book, cites) for name in names), ""]
        return self.parse_text_to_nodes("\n".join(lines))

    def entry(self, name, book, cites):
        """A chapter's line."""
        order = list(book.chapters)
        links: dict[str, list[str]] = {}
        for other in cites[name] if len(cites[name]) <= MANY else ():
            word = "Builds on" if order.index(other) < order.index(name) else "Looks ahead to"
            links.setdefault(word, []).append(f"{{doc}}`/chapters/{other}`")
        description = book.chapters[name].description
        references = "".join(
            f" *{word}* {'; '.join(links_of_word)}." for word, links_of_word in links.items()
        )
        return f"- {{doc}}`/chapters/{name}`: {description}{references}"


class Arcs(SphinxDirective):
    """The same as a figure: an arrow from each chapter to those that build on it."""

    def run(self):
        """The parts with their chapters, without front and back matter."""
        book, lines = book_watched_by_page(self.env), []
        for part, names in chapters_by_part(book).items():
            if part not in ("Front", "Back"):
                chapters = [book.chapters[name] for name in names]
                lines += [(None, part, None), *map(self.line, chapters)]
        drawn = {key for key, *_ in lines}
        cites = cited_chapters(book)
        pairs = [(one, name) for name in cites for one in cites[name] if {one, name} <= drawn]
        label = "The chapters, and which builds on which"
        return [nodes.raw("", arc_diagram(label, lines, pairs), format="html")]

    def line(self, chapter):
        """A chapter's name, title and address."""
        page = f"chapters/{chapter.name}"
        address = self.env.app.builder.get_relative_uri(self.env.docname, page)
        return chapter.name, html.escape(chapter.title), address


def book_watched_by_page(env):
    """The book, of which the page that is read shows something of every chapter."""
    book = book_in(env.srcdir)
    for name in ("_toc.yml", *(f"chapters/{one.path.name}" for one in book.chapters.values())):
        env.note_dependency(name)
    return book


def chapters_by_part(book):
    """{part: its chapters}, in order of the contents."""
    own = {f"chapters/{name}": name for name in book.chapters}
    return {
        part: [own[page] for page in pages if page in own] for part, pages in book.parts.items()
    }


def cited_chapters(book):
    """{chapter: the other chapters on which it builds}: it cites two of their equations or more."""
    topics, result = {name: label_prefix(chapter) for name, chapter in book.chapters.items()}, {}
    for name, chapter in book.chapters.items():
        cited = Counter(label.split("-")[0] for label in chapter.references)
        result[name] = [one for one in topics if one != name and cited[topics[one]] > 1]
    return result


def label_prefix(chapter):
    """The word with which the labels of a chapter begin."""
    labels = [equation.label for equation in chapter.equations if equation.label]
    return Counter(label.split("-")[0] for label in labels).most_common(1)[0][0]
