"""The names inside a figure: Matplotlib makes them of hashes, of coordinates among other things."""

import re

REFERENCE = re.compile(r'(href="|url\()#([^")]+)')
NAMED = re.compile(r' id="([^"]*)"')


def numbered(svg):
    """The figure with numbers for names, in the order of their first use, and with none unused."""
    names = dict.fromkeys(name for _, name in REFERENCE.findall(svg))
    names = {name: f"n{number}" for number, name in enumerate(names)}
    svg = REFERENCE.sub(lambda match: f"{match[1]}#{names[match[2]]}", svg)
    return NAMED.sub(lambda match: f' id="{names[match[1]]}"' if match[1] in names else "", svg)
