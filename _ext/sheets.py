"""All style sheets of the built site as one, with the fonts of its formulas and icons in it."""

import base64
import hashlib
import html
import io
import logging
import re
from pathlib import Path

from fontTools import subset

logging.getLogger("fontTools").setLevel(logging.ERROR)

FACE = re.compile(r"@font-face\{[^}]*?font-family:\s*\"?([^;\"]*)[^}]*\}")
READY = (  # browsers paint no text before what is asked for here, which is in the sheet
    '    <script>document.fonts.forEach((f) => f.display === "optional" || f.load());</script>\n'
)
ICONS = "Font Awesome 6 Free"
SHEET = re.compile(r'[ \t]*<link[^>]*rel="stylesheet"[^>]*/?>\n?')
HREF = re.compile(r'href="((?:\.\./)*)_static/([^"?]+)')


def one_sheet(site, pages, styles):
    """All style sheets as one, without the rules for what the site does not have."""
    static = site / "_static"
    most = max(pages.values(), key=lambda page: len(SHEET.findall(page)))
    names = [HREF.search(link)[2] for link in SHEET.findall(most)]
    scripts = " ".join(path.read_text("utf8") for path in static.rglob("*.js"))
    known = {"paper", *re.findall(r"[A-Za-z_][\w-]*", scripts)}  # tools/pdf.py writes on paper
    for page in pages.values():
        known.update(*(words.split() for words in set(re.findall(r'class="([^"]*)"', page))))
    css = "".join(sheet(static, Path(name)) for name in names)
    css = pruned(re.sub(r"/\*.*?\*/", "", css, flags=re.S), known)
    css = fonts(static, css, "".join(pages.values())) + styles
    (static / "book.css").write_text(css, "utf8")
    version = hashlib.sha256(css.encode()).hexdigest()[:8]
    for path, page in pages.items():
        first = SHEET.search(page)
        up = HREF.search(first[0])[1]
        link = f'    <link rel="stylesheet" href="{up}_static/book.css?v={version}" />\n{READY}'
        pages[path] = page[: first.start()] + link + SHEET.sub("", page[first.end() :])
    for path in {*static.rglob("*.css")} - {static / "book.css"}:
        path.unlink()


def sheet(static, name):
    """A style sheet with those that it imports, and with addresses as seen from _static/."""

    def rebased(match):
        parts = []
        for part in (*name.parent.parts, *match[1].split("?")[0].split("/")):
            parts = parts[:-1] if part == ".." else [*parts, part]
        return f"url({'/'.join(parts)})"

    css = (static / name).read_text("utf8")
    css = re.sub(r"@import\s+(['\"][^'\"]+['\"])", r"@import url(\1)", css)
    css = re.sub(r"url\(['\"]?(?!data:|['\"]|#)([^)'\"]+)['\"]?\)", rebased, css)
    return re.sub(r"@import url\(([^)]+)\)[^;]*;", lambda match: sheet(static, Path(match[1])), css)


def pruned(css, known):
    """The rules of which some selector can match: all its classes are known."""
    found, at = [], 0
    while (brace := css.find("{", at)) >= 0:
        head = css[at:brace].strip()
        head = head.rpartition(";")[2]  # after statements such as @charset
        end = closing(css, brace)
        body, at = css[brace + 1 : end], end + 1
        head = re.sub(r"\s+", " ", head.strip())
        if head.startswith(("@media", "@supports", "@layer", "@container")):
            inside = pruned(body, known)
            found += [f"{head}{{{inside}}}"] * bool(inside)
        elif head.startswith("@"):
            found.append(f"{head}{{{squeezed(body)}}}")
        else:
            kept = [one for one in selectors(head) if classes(one) <= known]
            found += [f"{','.join(kept)}{{{squeezed(body)}}}"] * bool(kept and body.strip())
    return "".join(found)


def closing(css, brace):
    """Where the block that opens at `brace` ends."""
    depth = 0
    for token in re.compile(r'"[^"]*"|\'[^\']*\'|[{}]').finditer(css, brace):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.start()
    raise ValueError(f"a block of the style sheets does not end: {css[brace - 80 : brace + 80]}")


def squeezed(body):
    """Declarations without idle space."""
    return re.sub(r"\s*([;{}])\s*", r"\1", re.sub(r"\s+", " ", body)).strip().rstrip(";")


def selectors(head):
    """The selectors of a list."""
    return [one.strip() for one in re.split(r",(?![^(\[]*[)\]])", head)]


def classes(selector):
    """The classes that an element must have, or lie in; what stands in brackets is left open."""
    plain, before = selector, None
    while plain != before:
        before, plain = plain, re.sub(r"\([^()]*\)|\[[^\]]*\]", "", plain)
    return set(re.findall(r"\.(-?[A-Za-z_][\w-]*)", plain))


def fonts(static, css, pages):
    """The sheet with the icons and the fonts of formulas in it, each with the letters in use alone.

    They are there with the first line of text: none comes late and moves what is read.
    """
    names = re.findall(r"\\(e[0-9a-f]{3}|f[0-8][0-9a-f]{2})", css, re.I)
    icons = {*re.findall("[\ue000-\uf8ff]", css), *(chr(int(name, 16)) for name in names)}
    solid = static / "vendor" / "fontawesome" / "webfonts" / "fa-solid-900.ttf"
    faces = [face(ICONS, "normal", 900, solid, icons)]
    for (family, style, weight), letters in typeset(css, pages).items():
        kind = "Bold" * (weight == 700) + "Italic" * (style == "italic") or "Regular"
        path = static / "katex" / "fonts" / f"{family}-{kind}.ttf"
        faces.append(face(family, style, weight, path, letters))
    own = lambda match: "" if re.match("KaTeX|Font ?Awesome", match[1]) else match[0]
    return "".join(faces) + FACE.sub(own, css)


def typeset(css, pages):
    """{(family, style, weight): the letters that the rules of KaTeX's sheet set in it}."""
    said = set(re.findall(r'<(\w+)(?: class="([^"]*)")?[^>]*>([^<]+)', pages))
    rules = re.findall(r"([^{}]*)\{([^{}]*font-family: ?(KaTeX\w+)[^{}]*)\}", FACE.sub("", css))
    found = {("KaTeX_Main", "normal", 400): set(html.unescape(re.sub("<[^>]*>", "", pages)))}
    for head, body, family in rules:
        style = "italic" if "italic" in body else "normal"
        weight = 700 if "700" in body else 400
        for selector in selectors(head):
            tag, *words = selector.split()[-1].split(".")
            letters = found.setdefault((family, style, weight), set())
            for element, names, text in said:
                if element == (tag or element) and {*words} <= {*names.split()}:
                    letters.update(html.unescape(text))
    return found


def face(family, style, weight, path, letters):
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
