"""What supports the sentences of the chapters about data, experiments and programs.

    python -m tools.support --draw 30 --seed 1

prints thirty of them, drawn from all chapters, each with what supports it, for a reader who did not
write them and who looks whether it does.

tools/support/<chapter>.txt has a line for each: the first words of a sentence of the chapter, as
they stand, then `|`, then what supports it, one or several between semicolons: the label of a
display, a figure, a theorem or an exercise; `cell:` and a text that one cell of code alone holds;
`@` and a source of the bibliography; `thread:` and an issue that was read, as owner/name#1; a test,
as `tests/file.py::name`; `seeds:` and what benchmarks/seeds_<topic>.py measured.
"""

import argparse
import random
import re
from dataclasses import dataclass

from tools.book import ROOT, Book

FOLDER = ROOT / "tools" / "support"
UNSAID = re.compile(r"\$[^$]*\$|\{[\w:-]+\}`[^`]*`|`[^`]*`|\]\([^)]*\)")  # formulas, roles, code
PROGRAMS = r"xgboost|LightGBM|CatBoost|scikit-learn|libsvm|NumPy|SciPy|glmnet|Dask|joblib"
EXPERIMENTS = r"seeds?|simulat\w+|test error|accuracy"
# Where in a source something stands, such as "sections 3.1 and 6.6.3".
PLACES = re.compile(
    r"\b(?:section|chapter|equation|theorem|figure|table|algorithm|exercise)s? "
    r"\d[\d.]*(?:(?:,|,? and| to) \d[\d.]*)*",
    re.I,
)
# Between blocks: an empty line, an item of a list, a heading, an option, a row of a table, a fence.
BLOCKS = re.compile(r"\n\s*\n|\n(?=\s*(?:(?:[-*+]|\d+\.) |#|:|\||```))|(?<=[|=])\n")
# Between sentences of a block, which may stand in one source line or in several.
SENTENCES = re.compile(
    r"(?<=[.?!:])[*_)\"”]*\n"
    r"|(?<!^\d\.)(?<!\b[A-Z]\.)(?<=[.?!])[)\"”]*\s+(?=[A-Z*$\"“\[{`])",
    re.M,
)
NEEDED = re.compile(rf"\b({PROGRAMS}|{EXPERIMENTS})\b|\d\.\d|\d\s?%")


@dataclass(frozen=True)
class Row:
    """The beginning of a sentence of a chapter, and what supports what it says."""

    chapter: str
    begins: str
    supports: list[str]


def support_rows(chapter):
    """The rows of a chapter."""
    path = FOLDER / f"{chapter}.txt"
    lines = path.read_text("utf8").splitlines() if path.exists() else []
    for line in lines:
        if line and not line.startswith("#"):
            begins, supports = line.rsplit(" | ", 1)
            yield Row(chapter, begins.strip(), [each.strip() for each in supports.split(";")])


def sentences(chapter):
    """The sentences of a chapter's Markdown, each as one line; also its headings and options."""
    for cell in chapter.prose:
        for block in BLOCKS.split(cell.source):
            ends = [match.end() for match in SENTENCES.finditer(block)]
            for start, end in zip([0, *ends], [*ends, len(block)], strict=True):
                if sentence := " ".join(block[start:end].split()):
                    yield sentence


def needs_support(sentence):
    """Whether a sentence tells of a program or an experiment, or has a measured number."""
    text = UNSAID.sub(" ", sentence)
    if sentence.startswith(("#", ":", "|")) or len(text.split()) < 4:
        return False
    return bool(NEEDED.search(PLACES.sub(" ", text)))


def random_rows(number, seed):
    """Rows of all chapters, drawn without replacement."""
    every = [row for chapter in Book().chapters for row in support_rows(chapter)]
    return random.Random(seed).sample(every, min(number, len(every)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draw", type=int, default=30, help="how many")
    parser.add_argument("--seed", type=int, required=True, help="of the draw")
    given = parser.parse_args()
    chapters = Book().chapters
    for row in random_rows(given.draw, given.seed):
        every = sentences(chapters[row.chapter])
        (sentence,) = [one for one in every if one.startswith(row.begins)]
        print(f"{row.chapter}: {sentence}\n    {'; '.join(row.supports)}\n")
