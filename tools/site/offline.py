"""The built site as one file to read without a network: unpack it and open index.html.

python -m tools.site.offline        _build/html to _build/mlbook.zip
"""

import re
import zipfile

from tools.book import ROOT

PRELOAD = re.compile(rb'<link rel="preload"[^>]*as="font"[^>]*>\n?')  # refused for files


def pack_site(site, target):
    """Pack the site, in one order and with one date: the same site is the same file."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(path for path in site.rglob("*") if path.is_file()):
            content = path.read_bytes()
            if path.suffix == ".html":
                content = PRELOAD.sub(b"", content)
            if path.suffix == ".css":  # a file comes at once, and is late for an optional font
                content = content.replace(b"font-display:optional", b"font-display:swap")
            name = f"mlbook/{path.relative_to(site).as_posix()}"
            packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def main():
    """Pack the book."""
    target = ROOT / "_build" / "mlbook.zip"
    pack_site(ROOT / "_build" / "html", target)
    print(f"The book is packed: {target}")


if __name__ == "__main__":
    main()
