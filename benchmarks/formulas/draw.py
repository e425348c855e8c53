r"""Draws displayed formulas from other books by a seed: what drawn.toml and fresh.toml go through.

python -m benchmarks.formulas.draw FOLDER [NAME [COUNT]]

FOLDER holds each work of the draw NAME (drawn) of `DRAWS` as FOLDER/owner/name, checked out at the
commit named there. Printed is, for each display in the drawn order, its number, work, file, which
display of the file it is, and its LaTeX as it stands in the file. COUNT displays are drawn of each
work (30).

The rule. A display is what stands between $$ and $$, \[ and \], in a fence ```{math}, or in an
environment equation, align, gather or eqnarray; other fences are code and are left out. Of the
displays of a work these are drawn from:
1. it has a relation: =, \le, \leq, \ge, \geq, < or >;
2. it is at most `LONGEST` characters, so that it is a statement and not a whole derivation;
3. it has none of `STRAYS`: signs of models, definitions, assignments and approximations,
   pictures and tables, decimal numbers (examples), the words of a problem to solve;
4. it is no bare definition by form: not a single relation = whose left side is one name, with
   or without indices, accents and a bracket of names: y = ..., \hat{\beta} = ..., f(x, y) = ...;
5. the same display, apart from spaces, has not stood before.
The works take turns in the drawn order, so every beginning of the list has as many of each.
"""

import json
import random
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

LONGEST = 300
PAGES = {".md", ".Rmd", ".ipynb", ".tex"}

# Of each work: the commit, and the files (a pattern below its folder) whose displays count.
DRAWN = {
    "d2l-ai/d2l-en": ("23d7a5aecceee57d1292c56e90cce307f183bb0a", "chapter_*/**/*.md"),
    "StatProofBook/StatProofBook.github.io": (
        "721652a3bc5df93f1b8e638968587b36e495cfb7",
        "P/*.md",
    ),
    "QuantEcon/lecture-python.myst": (
        "40e15dc23b712c68268102588d3ffada4c8b8e1f",
        "lectures/*.md",
    ),
    "MerkulovDaniil/optim": ("e0f4d03594d5ef0997eb3dd0b581fa3d95ee198a", "docs/**/*.md"),
    "vagmcs/PRML": ("0550c657e6e35a05bd4198aefdc0bcdd8e39e640", "notebooks/*.ipynb"),
    "dafriedman97/mlbook": ("35f1d80b8a180e12f66924fa9afa0b4866bf2868", "content/**/*"),
}
FRESH = {
    "prob140/textbook": ("ff023e7cab078f32cf2749accf6a9ac906196127", "content/**/*.ipynb"),
    "mavam/stat-cookbook": ("09bd804a5251911088d55f8ce787a991b8b4ba15", "stat-cookbook.tex"),
    "mbernste/mbernste.github.io": ("9f4dc5e780f2317d78f2c19ecb7a882db349d452", "_posts/*.md"),
    "jermwatt/machine_learning_refined": (
        "602412f222afe4d5497472037b0e62002d5a1d65",
        "notes/**/*.ipynb",
    ),
    "peterroelants/peterroelants.github.io": (
        "e0b31112b49490f1c33e7f105a586e8deab590bc",
        "notebooks/**/*.ipynb",
    ),
    "stephens999/fiveMinuteStats": ("488a1352aedae13e61406e177fa8720a68ccef6c", "analysis/*.Rmd"),
    "DS-100/textbook": ("8c08ee36f23400d6fa3e183f0361916fa615207f", "content/ch/**/*.ipynb"),
    "krasserm/bayesian-machine-learning": (
        "23785e0d52f72a56827dcd475cb9bfccb2e272d1",
        "**/*.ipynb",
    ),
}
DRAWS = {"drawn": (120, DRAWN), "fresh": (60, FRESH)}  # the seed, and the works

FENCE = re.compile(r"^[ \t]*(```+|~~~+)([^\n]*)\n(.*?)^[ \t]*\1[ \t]*$", re.S | re.M)
DISPLAY = re.compile(
    r"\$\$(?P<dollars>.*?)\$\$|\\\[(?P<brackets>.*?)\\\]|"
    r"\\begin\{(?P<kind>(?:equation|align|gather|eqnarray)\*?)\}(?P<inside>.*?)\\end\{(?P=kind)\}",
    re.S,
)
RELATION = re.compile(r"=|<|>|\\(?:le|leq|ge|geq)(?![A-Za-z])")
STRAYS = re.compile(
    r"\\(?:sim|triangleq|equiv|doteq|propto|approx|simeq|to|rightarrow|longrightarrow|mapsto|"
    r"leftarrow|Rightarrow|implies|Longrightarrow|includegraphics|hline|cite|coloneqq|mathbb\{N\}|"
    r"forall|exists|cup|cap|subset|subseteq|cases)(?![A-Za-z])|"
    r":=|=:|\\stackrel|\\overset|\{tikz|\{cases\}|!\[|\d\.\d|s\.t\.|subject to|"
    r"minimi[sz]e|maximi[sz]e"
)
NAME = (
    r"(?:\\[A-Za-z]+\s*(?:\{[^{}=]*\})?|[A-Za-z])(?:\s*[_^]\s*(?:\{[^{}=]*\}|\\?[A-Za-z0-9*]+))*'*"
)
BARE = re.compile(rf"(?:{NAME})(?:\s*\\?[({{|](?:[^=()]*)[)}}|])?\s*")


def displays_of_file(text: str) -> Iterator[str]:
    """The displays of a page of Markdown or LaTeX, in their order."""
    without_code = FENCE.sub(lambda fence: open_text(fence[2], fence[3]), text)
    for match in DISPLAY.finditer(without_code):
        yield (match["dollars"] or match["brackets"] or match["inside"] or "").strip()


def open_text(directive: str, content: str) -> str:
    """A fence of mathematics as a display, any other as nothing."""
    lines = (line for line in content.splitlines() if not line.strip().startswith(":"))
    return "$$" + "\n".join(lines) + "$$" if directive.strip() == "{math}" else ""


def page_of_text(path: Path) -> str:
    """The text of a file; of a notebook, that of its Markdown cells."""
    text = path.read_text("utf8")
    if path.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def plain_latex(display: str) -> str:
    """A display without what is neither name nor sign: labels, alignment, environments, spaces."""
    without = re.sub(r"\\(?:label|tag)\{[^}]*\}|\\(?:begin|end)\{[a-z]+\*?\}|&|\\\\", " ", display)
    return re.sub(r"\s+", " ", without).strip()


def states_relation(display: str) -> bool:
    """Whether a display is drawn from: rules 1 to 4."""
    text = plain_latex(display)
    relations = list(RELATION.finditer(text))
    if not relations or len(display) > LONGEST or STRAYS.search(display):
        return False
    left = text[: relations[0].start()]
    return not (len(relations) == 1 and relations[0][0] == "=" and BARE.fullmatch(left))


def candidates(folder: Path, pattern: str) -> list[tuple[str, int, str]]:
    """File, which display of it, and LaTeX of each display that a work is drawn from."""
    seen: set[str] = set()
    result = []
    for path in sorted(folder.glob(pattern)):
        if path.suffix in PAGES:
            for number, display in enumerate(displays_of_file(page_of_text(path)), start=1):
                key = re.sub(r"\s", "", plain_latex(display))
                if states_relation(display) and key not in seen:
                    seen.add(key)
                    result.append((str(path.relative_to(folder)), number, display))
    return result


def random_displays(folder: Path, name: str, count: int) -> Iterator[tuple[str, str, int, str]]:
    """Work, file, which display, and LaTeX, in the drawn order: the works take turns."""
    seed, works = DRAWS[name]
    piles = {}
    for work, (_, pattern) in works.items():
        piles[work] = candidates(folder / work, pattern)
        random.Random(f"{seed} {work}").shuffle(piles[work])
    for turn in range(count):
        for work, pile in piles.items():
            for place in islice(pile, turn, turn + 1):
                yield (work, *place)


def main(folder: str, name: str = "drawn", count: str = "30") -> None:
    """Prints the drawn displays."""
    _, works = DRAWS[name]
    numbered = enumerate(random_displays(Path(folder), name, int(count)), start=1)
    for number, (work, file, which, display) in numbered:
        print(f"## {number} {work} {works[work][0][:7]} {file}, display {which}\n{display}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
