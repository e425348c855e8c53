"""All style sheets of the built site as one, with the fonts of its formulas and icons in it."""

import base64
import io
import logging
import re
from html.parser import HTMLParser

from fontTools import subset
from node import run

logging.getLogger("fontTools").setLevel(logging.ERROR)

THEME = ("basic.css", "styles/pydata-sphinx-theme.css")  # which Sphinx does not know of
ICONS = "Font Awesome 6 Free"


class Reader(HTMLParser):
    """The classes of the pages that are fed, and their texts with the element around each."""

    def __init__(self):
        super().__init__()
        self.classes, self.texts, self.element = set(), set(), ("", "")

    def handle_starttag(self, tag, attributes):
        """Note a class, once for all elements that have it."""
        self.element = tag, dict(attributes).get("class") or ""
        self.classes.add(self.element[1])

    def handle_endtag(self, tag):
        """Note that what follows is not the text of the element that started last."""
        self.element = ("", "")

    def handle_data(self, data):
        """Note a text with the element whose start stands before it."""
        self.texts.add((*self.element, data))


def one_sheet(static, names, pages):
    """The text of one sheet for those named, without the rules for what the pages do not have."""
    reader = Reader()
    for page in pages:
        reader.feed(page)
    files = [*static.rglob("*.js"), *static.parent.glob("moving/*.js")]
    scripts = " ".join(path.read_text("utf8") for path in files)
    known = {"paper", *re.findall(r"[A-Za-z_][\w-]*", scripts)}  # tools/site/pdf.py writes on paper
    known.update(*map(str.split, reader.classes))
    sheets = [str(static / name) for name in (*THEME, *names)]
    made = run("publishing/sheet.mjs", {"sheets": sheets, "known": sorted(known)})
    return subset_fonts(static, made["css"], made["typeset"], reader.texts) + made["css"]


def subset_fonts(static, css, rules, texts):
    """The icons and the fonts of formulas, each with the letters in use alone.

    They are there with the first line of text: none comes late and moves what is read.
    """
    icons = re.findall("[\ue000-\uf8ff]", css)
    solid = static / "vendor" / "fontawesome" / "webfonts" / "fa-solid-900.ttf"
    faces = [font_face(ICONS, "normal", 900, solid, icons)]
    for (family, style, weight), letters in letters_set_by_rules(rules, texts).items():
        kind = "Bold" * (weight == 700) + "Italic" * (style == "italic") or "Regular"
        path = static / "katex" / "fonts" / f"{family}-{kind}.ttf"
        faces.append(font_face(family, style, weight, path, letters))
    return "".join(faces)


def letters_set_by_rules(rules, texts):
    """{(family, style, weight): the letters that the rules of KaTeX's sheet set in it}."""
    letters_by_font = {
        ("KaTeX_Main", "normal", 400): {letter for *_, text in texts for letter in text}
    }
    for rule in rules:
        tag, words = rule["tag"], {*rule["classes"]}
        letters = letters_by_font.setdefault((rule["family"], rule["style"], rule["weight"]), set())
        for element, names, text in texts:
            if element == (tag or element) and words <= {*names.split()}:
                letters.update(text)
    return {font: letters for font, letters in letters_by_font.items() if letters}


def font_face(family, style, weight, path, letters):
    """The rule for a font that holds these letters of a file and stands in the sheet itself."""
    options = subset.Options(flavor="woff", layout_features=[], hinting=False)
    font = subset.load_font(path, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(letters))
    subsetter.subset(font)
    file = io.BytesIO()
    subset.save_font(font, file, options)
    data = base64.b64encode(file.getvalue()).decode()
    name = f'font-family:"{family}";font-style:{style};font-weight:{weight}'
    return f'@font-face{{{name};src:url(data:font/woff;base64,{data}) format("woff")}}'
