"""What the search page looks through: sections, equations, terms and functions, with their prose.

Sphinx feeds its index with each page that it writes, and writes the index as a script; this index
keeps the parts of a page, each with its anchor, where that of Sphinx keeps words of whole pages.
`templates/static/search.js` ranks the parts.  A part has these five fields, in this order: its
title, its anchor, its weight, the names that lead to it, and its sentences, one on a line.
"""

import copy
import html
import posixpath
import re
from urllib.parse import urldefrag
from xml.etree import ElementTree

from docutils import nodes
from formulas.katex import sentence_formula
from sphinx import addnodes, search

from links.current import notes_of_build

UNREAD = (nodes.literal_block, nodes.doctest_block, nodes.raw, nodes.comment, nodes.image)
BLOCKS = (nodes.paragraph, nodes.entry, nodes.caption, nodes.term, nodes.title, nodes.field_name)
LATE = {"Claims that fail", "Common misconceptions", "Exercises", "Sources", "Ledger"}
WEIGHTS = {"page": 1.0, "section": 1.0, "late": 0.6, "term": 0.8, "function": 0.7, "equation": 0.5}
BACK = 0.6  # a page that is no chapter: it repeats what chapters say
FRONT = ("chapters/", "index")
LISTS = {"pages/subjects", "pages/letters"}  # pages of links, of which the head alone is found
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.S)
TAG = re.compile(r"<[^>]*>")
NAMES = re.compile(r" \(|\)|, | and |: ")  # between the names in the title of a page


class Sections(search.IndexBuilder):
    """The index of Sphinx with parts of pages in the place of words."""

    def __init__(self, *args):
        super().__init__(*args)
        self.found = notes_of_build(self.env.app).found  # (parts, homes, terms) of each page

    def feed(self, docname, filename, title, doctree):
        """Take the parts of a page."""
        reader = Reader(docname, self.env.toc_fignumbers.get(docname, {}).get("displaymath", {}))
        reader.read(doctree)
        parts = reader.parts[:1] if docname in LISTS else reader.parts
        self.found[docname] = parts, reader.homes, reader.terms

    def prune(self, docnames):
        """Forget the pages that are gone, or will be fed."""
        notes_of_build(self.env.app).keep(docnames)

    def load(self, stream, format):
        """Take nothing of the script: what was fed by earlier builds is kept with the pages."""

    def freeze(self):
        """The pages with their parts; a term of the glossary is a name of what defines it."""
        sections = copy.deepcopy(self.found)  # what is kept is of one page each
        for _, (_, _, terms) in sorted(sections.items()):
            for page, anchor, names in terms:
                home = sections[page][1].get(anchor) if page in sections else None
                if home:
                    home[3] += [name for name in names if name not in home[3]]
        return [[name, parts] for name, (parts, _, _) in sorted(sections.items())]


def is_unread(node):
    """Whether nothing of a node is found: code, pictures, comments, and LaTeX as it is written."""
    if isinstance(node, nodes.literal):
        return "\\" in node.astext()
    return isinstance(node, UNREAD) or node.get("nb_element") == "cell_code_source"


class Reader:
    """The parts of one page, in their order."""

    def __init__(self, page, numbers):
        self.page, self.numbers = page, numbers
        self.parts, self.homes, self.terms, self.open = [], {}, [], []

    def begin(self, kind, title, anchor, names=()):
        """Open a part."""
        chapter = kind in ("term", "page") or self.page.startswith(FRONT)
        weight = WEIGHTS[kind] * (1 if chapter else BACK)
        self.parts.append([title, anchor, round(weight, 2), [*names], ""])
        self.open.append(self.parts[-1])

    def read(self, node):
        """Read a node and what is inside."""
        if isinstance(node, nodes.Text):
            self.text(node)
            return
        for anchor in node.get("ids", []) if self.open else []:
            self.homes[anchor] = self.open[-1]
        if not is_unread(node):
            self.method_for(node)(node)

    def method_for(self, node):
        """The method that reads nodes of this kind; by default, only what is inside is read."""
        if isinstance(node, nodes.math):
            return self.formula
        if isinstance(node, nodes.math_block):
            return self.equation
        if node.get("nb_element") == "cell_code_output":
            return self.output
        if isinstance(node, nodes.section) and isinstance(node[0], nodes.title):
            return self.section
        if isinstance(node, nodes.definition_list_item) and isinstance(node[0], nodes.term):
            return self.item
        if isinstance(node, nodes.row):
            return self.row
        return self.function if isinstance(node, addnodes.desc) else self.inside

    def text(self, node):
        """Take a text; in the reference, where docstrings are wrapped, its lines as one."""
        wrapped = self.page.startswith("pages/reference")
        self.say(node.astext().replace("\n", " ") if wrapped else node.astext())

    def formula(self, node):
        """A formula of a sentence, in plain letters."""
        self.say(plain_letters(node.astext()))

    def inside(self, node):
        """Read the children of a node."""
        for child in node.children:
            self.read(child)
        if isinstance(node, BLOCKS):
            self.say("\n")

    def row(self, node):
        """A row of a table as one line."""
        start = len(self.open[-1][4])
        self.inside(node)
        prose = self.open[-1][4]
        self.open[-1][4] = (
            prose[:start] + " · ".join(filter(None, prose[start:].split("\n"))) + "\n"
        )

    def output(self, node):
        """Of what a cell printed, the equations, the captions and the tables of words."""
        for part in node.findall():
            if isinstance(part, nodes.math_block | nodes.caption):
                self.read(part)
            elif isinstance(part, nodes.raw) and '"mlbook-table"' in part.astext():
                self.say("".join(f"{row}\n" for row in rows_in_words(part.astext())))

    def say(self, text):
        """Add to the prose of the part that is open."""
        if self.open:
            self.open[-1][4] += text

    def within(self, node, *about):
        """Read the children of a node as a part of its own."""
        self.begin(*about)
        for anchor in node["ids"]:
            self.homes[anchor] = self.parts[-1]
        for child in node.children[1:]:
            if not isinstance(child, nodes.term):  # another name
                self.read(child)
        self.open.pop()

    def section(self, node):
        """A section, or the whole page, which has the names in its title."""
        title = node[0].astext()
        if not self.open:
            metadata = {meta["name"]: meta["content"] for meta in node.document.findall(nodes.meta)}
            names = [*NAMES.split(title), *metadata.get("keywords", "").split(", ")]
            self.within(node, "page", title, "", filter(None, names))
            self.homes[""] = self.parts[0]
            self.parts[0][4] = f"{metadata.get('description', '')}\n{self.parts[0][4]}"
        else:
            kind = "late" if title in LATE else "section"
            self.within(node, kind, title, node["ids"][0], [title])

    def equation(self, node):
        """A labelled equation, which is shown by the sentence before it."""
        if not node.get("number"):
            return
        anchor, label = node["ids"][0], node["label"]
        number = ".".join(map(str, self.numbers.get(anchor, [])))
        home = self.open[-1]
        self.homes[anchor] = home
        names = [*filter(None, [label, number])]
        self.begin("equation", f"{home[0]} › Equation ({names[-1]})", anchor, names)
        self.say(home[4].strip().rpartition("\n")[2])
        self.open.pop()

    def item(self, node):
        """A term of the glossary, with its other names, which leads to its definition."""
        terms = [child for child in node.children if isinstance(child, nodes.term)]
        anchors = [anchor for term in terms for anchor in term["ids"]]
        if not anchors:
            self.inside(node)
            return
        names = [term.astext() for term in terms]
        self.within(node, "term", names[0], anchors[0], names)
        links = [one["refuri"] for one in node.findall(nodes.reference) if "refuri" in one]
        for link in links[-1:]:
            address, anchor = urldefrag(link)
            path = posixpath.normpath(posixpath.join(posixpath.dirname(self.page), address))
            self.terms.append((path.removesuffix(".html"), anchor, names))

    def function(self, node):
        """A function or class of the package."""
        signature = node[0]
        anchor = (signature["ids"] or [""])[0]
        name = anchor.rpartition(".")[2]
        self.within(node, "function", anchor.removeprefix("mlbook."), anchor, [name, anchor])


def plain_letters(latex):
    """A formula of a sentence as plain letters."""
    mathml = re.search(r"<math.*?</math>", sentence_formula(latex), re.S)
    return letters_of_formula(ElementTree.fromstring(mathml[0])) if mathml else latex


def letters_of_formula(node):
    """The letters of a formula, with a sign in a fraction and before an exponent."""
    sign = {"mfrac": "/", "msup": "^"}.get(node.tag, "")
    return sign.join(filter(None, [node.text or "", *map(letters_of_formula, node)]))


def rows_in_words(table):
    """The rows of a table in HTML that have a cell of several words."""
    for row in re.findall(r"<tr>(.*?)</tr>", table, re.S):
        cells = [html.unescape(TAG.sub("", cell)).strip() for cell in CELL.findall(row)]
        if any(cell.count(" ") > 1 for cell in cells):
            yield " · ".join(filter(None, cells))


def use_sections(app, config):
    """Let Sphinx make this index."""
    search.IndexBuilder = Sections  # type: ignore[misc]  # which Sphinx offers no way to choose
