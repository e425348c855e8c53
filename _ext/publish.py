"""The site that is read, made of the pages that a build wrote: one sheet, light, with downloads.

    python _ext/publish.py PAGES SITE BOOK

Each step works on a copy of the pages and changes nothing that a reader sees: formulas that may be
broken (breaks), what the browser's Python needs (asking), what is taken home (tools.site.take_home,
notebooks), then less of everything (lighten, sheets; svgo and lightningcss run in figures.mjs and
sheet.mjs).  What takes long is kept in .cache, by the hash of what it was made of.
"""

import re
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import yaml
from directives import asking
from formulas import breaks
from formulas.katex import prepare_katex
from looks.theme import commit_of
from publishing.lighten import lighten_site
from publishing.notebooks import take_home
from publishing.sheets import THEME
from sources import book_in

from tools.site.take_home import write_all

SHEET = re.compile(r'@import "(.*?)";')
IMAGE = re.compile(r'_images/([^"#?\s]+)')


def publish(pages, site, folder):
    """Make the site of a book in a folder, of its pages as Sphinx wrote them."""
    config = yaml.safe_load((folder / "_config.yml").read_text("utf8"))
    macros = config["sphinx"]["config"]["mlbook_macros"]
    prepare_katex(None, SimpleNamespace(mlbook_macros=macros))
    book, fresh = book_in(folder), site.with_name(f"{site.name}.fresh")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(pages, fresh)
    drop_leftovers(fresh, book)
    write_all(fresh)
    asking.write_live_files(fresh, book)
    sheets = SHEET.findall((fresh / "_static" / "book.css").read_text("utf8"))
    typeset = breaks.write_changes(fresh, folder, macros)
    lighten_site(fresh, sheets[len(THEME) :], typeset, commit_of(folder))
    take_home(fresh, config["html"]["baseurl"])
    shutil.rmtree(site, ignore_errors=True)
    fresh.rename(site)


def drop_leftovers(site, book):
    """Delete figures and sources that no page has any more, of earlier builds."""
    paths = [path for path in site.rglob("*.html") if "_static" not in path.parts]
    shown = {name for path in paths for name in IMAGE.findall(path.read_text("utf8"))}
    for path in site.glob("_images/*"):
        if path.name not in shown:
            path.unlink()
    sources = {(site / "_sources" / page).with_suffix("") for page in ["index", *book.pages]}
    for path in [*site.glob("_sources/**/*.*")]:
        if path.with_suffix("") not in sources:
            path.unlink()


if __name__ == "__main__":
    publish(*(Path(name).resolve() for name in sys.argv[1:]))
