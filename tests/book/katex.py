"""What KaTeX sees in a text: its own parse, printed back with what a reader of the page can see.

Braces that group without a trace vanish, and so do spaces, sizes of brackets and comments; digits
join; scripts, fractions and roots have their braces. Reading what is seen must give the tree of
the text.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from tools.book import ROOT

HOME = ROOT / "_ext"
SCRIPT = """
const katex = require('katex');
const lines = require('readline').createInterface({ input: process.stdin });
const plain = (key, value) => key === 'loc' ? value && { start: value.start } : value;
lines.on('line', line => {
  let found;
  try { found = katex.__parse(JSON.parse(line), { displayMode: true, strict: false }); }
  catch (error) { found = { error: String(error.message) }; }
  console.log(JSON.stringify(found, plain));
});
"""
MATRICES = {"(": "pmatrix", "[": "bmatrix", "\\{": "cases"}


class Katex:
    """One process of Node for all texts."""

    def __init__(self):
        node = Path(sys.executable).with_name("node")
        self.process = subprocess.Popen(
            [node, "-e", SCRIPT], cwd=HOME, text=True, encoding="utf8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.process.stdout.close()

    def parsed(self, text):
        """KaTeX's tree; raises ValueError where KaTeX refuses the text."""
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        found = json.loads(self.process.stdout.readline())
        if isinstance(found, dict):
            raise ValueError(found["error"])
        return found

    def seen(self, text):
        """The text as it is seen."""
        return joined(pieces(self.parsed(text), text))


def joined(parts):
    """Pieces with spaces between them, but none between digits or before a prime."""
    return re.sub(r"(?<=[0-9.]) (?=[0-9.])| (?=')", "", " ".join(parts))


def pieces(node, text):
    """The visible pieces of a node of KaTeX, or of a list of them."""
    if node is None:
        return []
    if isinstance(node, list):
        return [piece for part in node for piece in pieces(part, text)]
    return KINDS[node["type"]](node, text)


def inside(node, text):
    """The visible pieces between braces that TeX sets as a group of its own."""
    return ["{", *pieces(node, text), "}"]


def scripts(node, text):
    """A nucleus with what stands above and below, in the order of the text."""
    above, below = above_pieces(node.get("sup"), text), []
    if node.get("sub"):
        below = ["_", *inside(node["sub"], text)]
    first = above and below and start(node["sup"], text, node) < start(node["sub"], text, node)
    return [*pieces(node["base"], text), *(above + below if first else below + above)]


def above_pieces(node, text):
    """What stands above; primes are written without braces."""
    if not node:
        return []
    body = node.get("body", [node])
    primes = (
        [part for part in body if part.get("text") == r"\prime"] if isinstance(body, list) else []
    )
    rest = body[len(primes) :] if primes else node
    return ["'"] * len(primes) + (["^", *inside(rest, text)] if rest else [])


def start(node, text, whole):
    """Where a script begins; a prime, which has no place, before or after what is below."""
    if isinstance(node, dict):
        if node.get("loc"):
            return node["loc"]["start"]
        if node.get("text") == r"\prime":
            below = start(whole["sub"], text, whole)
            return below - 1 if text[:below].rstrip(" _{").endswith("'") else below + 1
        node = list(node.values())
    places = [start(part, text, whole) for part in node] if isinstance(node, list) else []
    return min(places, default=len(text))


def fraction(node, text):
    """A fraction, or without a bar a binomial coefficient."""
    command = r"\frac" if node["hasBarLine"] else r"\binom"
    return [command, *inside(node["numer"], text), *inside(node["denom"], text)]


def root(node, text):
    """A square root; one of another order as a power, which is not read in the same way."""
    body = pieces(node["body"], text)
    if not node.get("index"):
        return [r"\sqrt", "{", *body, "}"]
    return ["(", *body, ")", "^", "{", "1", "/", *pieces(node["index"], text), "}"]


def between(node, text):
    """What stands between tall brackets, or a matrix, or cases."""
    (first, *_) = node["body"] or [{}]
    if first.get("type") != "array":
        return [node["left"], *pieces(node["body"], text), node["right"]]
    kind = MATRICES[node["left"]]
    rows = [" & ".join(joined(pieces(cell, text)) for cell in row) for row in first["body"]]
    return [rf"\begin{{{kind}}}", r" \\ ".join(rows), rf"\end{{{kind}}}"]


def word(command, node, text):
    """A word in a type of its own, without the spaces between its letters."""
    letters = "".join(pieces(node["body"], text))
    return [f"{command}{{{letters}}}"]


def font(node, text):
    """A letter or a word in another type."""
    command = "\\" + node["font"]
    if command in {r"\mathrm", r"\mathtt"}:
        return word(command, node, text)
    return [command, *inside(node["body"], text)]


def spoken(node, text):
    """Signs that KaTeX builds from others, and names in what it says to a screen reader."""
    mathml = json.dumps(node["mathml"], ensure_ascii=False)
    return {"\u2260": [r"\ne"], "\u2209": [r"\notin"]}[re.search("[\u2260\u2209]", mathml).group()]


KINDS = {
    **dict.fromkeys(["mathord", "textord", "atom"], lambda n, t: [n["text"]]),
    **dict.fromkeys(["kern", "spacing", "internal"], lambda n, t: []),
    **dict.fromkeys(["ordgroup", "styling", "mclass"], lambda n, t: pieces(n["body"], t)),
    "supsub": scripts, "genfrac": fraction, "sqrt": root, "leftright": between, "font": font,
    "htmlmathml": spoken,
    "delimsizing": lambda n, t: [n["delim"]],
    "op": lambda n, t: [n["name"]],
    "operatorname": lambda n, t: word(r"\operatorname", n, t),
    "text": lambda n, t: word(r"\text", n, t),
    "accent": lambda n, t: [n["label"], *inside(n["base"], t)],
    "overline": lambda n, t: [r"\overline", *inside(n["body"], t)],
}  # fmt: skip
