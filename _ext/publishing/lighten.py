"""The built site made light: what no page uses is left out, what is said often is said shorter.

Each step works on the files of a finished build and changes nothing that a reader sees.
"""

import hashlib
import re
import shutil
from collections import Counter

from directives.published import fill_in
from node import run

from publishing.sheets import one_sheet
from tools.hashes import CACHE, hash_files

UNUSED = (
    "**/*.map",
    "**/bootstrap.js*",
    "**/fontawesome.js*",
    "_static/locales",
    "_static/images",
    "_static/sphinx-thebe.js",
    "_static/design-tabs.js",
    "_static/copybutton_funcs.js",
    "_static/searchtools.js",
    "_static/sphinx_highlight.js",
    "_static/*macros.html",
    "_static/file.png",
    "_static/minus.png",
    "_static/plus.png",
    "_static/page.png",
    "_static/page.txt",
)
PACKED = ("**/*.css", "_static/katex", "_static/vendor")  # into the one style sheet
STYLED = re.compile(r'<(span|i|b)(?: class="([^"]*)")? style="([^"]*)">')  # as slim.py writes
OFTEN = 10  # times: a style that is more than that gets a name
LAYS_OUT = re.compile(  # of the theme's scripts; for this custom.js has an observer
    r',"complete"===document\.readyState\?(\w+)\(\):window\.addEventListener\("load",\1\)'
)


def lighten_site(site, sheets, later, commit):
    """Every step, on a site, the names of its sheets, the HTML that scripts bring, the commit."""
    remove_unused(site, UNUSED)
    static = site / "_static"
    quick_script(static / "scripts" / "pydata-sphinx-theme.js")
    paths = [path for path in sorted(site.rglob("*.html")) if "_static" not in path.parts]
    pages = [fill_in(path.read_text("utf8"), site, commit) for path in paths]
    pages, styles = named_styles(pages)
    sheet = one_sheet(static, sheets, [*pages, *later]) + styles
    remove_unused(site, PACKED)
    (static / "book.css").write_text(sheet, "utf8")
    version = hashlib.sha256(sheet.encode()).hexdigest()[:8]
    for path, page in zip(paths, pages, strict=True):
        path.write_text(page.replace("@version@", version, 1), "utf8")
    light_figures([*site.glob("_images/*.svg")])


def light_figures(paths):
    """Make figures light, in place; what was made of a figure before is taken again."""
    code, folder = (
        hash_files(["_ext/publishing/figures.mjs", "_ext/package-lock.json"]),
        CACHE / "figures",
    )
    kept = {path: folder / f"{hash_files([path], code)}.svg" for path in paths}
    run("publishing/figures.mjs", [str(path) for path in paths if not kept[path].exists()])
    folder.mkdir(parents=True, exist_ok=True)
    for path, light in kept.items():
        shutil.copyfile(*((light, path) if light.exists() else (path, light)))


def named_styles(pages):
    """The pages with classes for the inline styles that their formulas repeat, and their rules.

    By hand, on the text: how often a style occurs is known when all pages are there. This takes 0.5
    seconds, and beautifulsoup4 needs 14 to read and write the pages; slim.py alone makes such tags.
    """
    counts = Counter(style for page in pages for *_, style in STYLED.findall(page))
    often = sorted((-n, style) for style, n in counts.items() if n >= OFTEN)
    names = {style: f"_{number}" for number, (_, style) in enumerate(often)}

    def named(match):
        tag, words, style = match.groups()
        if style not in names:
            return match[0]
        return f'<{tag} class="{" ".join(filter(None, (words, names[style])))}">'

    # KaTeX's own rules are more specific than one class
    important = (
        (name, style.rstrip(";").replace(";", "!important;")) for style, name in names.items()
    )
    rules = "".join(f".{name}{{{style}!important}}" for name, style in important)
    return [STYLED.sub(named, page) for page in pages], rules


def quick_script(path):
    """The theme's script without the step that lays out all of a page to look for scrollers.

    By hand: the theme has no setting for it, and a copy of its script would age unnoticed.
    """
    text, count = LAYS_OUT.subn("", path.read_text("utf8"))
    if count != 1:
        raise ValueError(f"{path.name} is not what it was: {count} steps that lay out the page")
    path.write_text(text, "utf8")


def remove_unused(site, patterns):
    """Delete what no page asks for."""
    for pattern in patterns:
        for path in [*site.glob(pattern)]:
            if path.is_dir():
                shutil.rmtree(path)
            elif path.exists():  # not in a folder that was deleted before it
                path.unlink()
