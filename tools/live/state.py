"""What each chapter told its derivations, as data, so that a page can go on from there.

    python -m tools.live.state BOOK FOLDER NAME...      a file for each chapter that is named

A chapter is run as far as its derivations need it; nothing is judged, since the tests do that.
"""

import contextlib
import json
import sys
from pathlib import Path
from unittest.mock import patch

import matplotlib.pyplot as plt

from texproof import Derivation, derivation
from texproof.data import name_data
from texproof.statement import EXACT
from texproof.vocabulary import Vocabulary
from tools.book import Book
from tools.live.told import keep, key
from tools.slices import STATING, depended, states

PACKAGE = "mlbook"  # of the programs that a page can call
TEXTS = ("first", "rows", "given", "order")  # of a statement


class Recorder:
    """Notes what the derivations of a chapter are told, and what is asked of them."""

    def __init__(self):
        self.vocabularies, self.steps, self.attempts, self.checks = [], [], {}, {}
        self.at = None  # the place of the cell that runs

    def number(self, words):
        """The number of the derivation that has this vocabulary; a new one gets the next."""
        for number, one in enumerate(self.vocabularies):
            if one is words:
                return number
        self.vocabularies.append(words)
        self.steps.append([])
        return len(self.vocabularies) - 1

    def place(self, derived):
        """Which derivation it is, and how many of its steps are taken."""
        number = self.number(derived.vocabulary)
        return {"of": number, "after": len(self.steps[number])}

    def listening(self):
        """Methods in the place of some of the language's, by their class."""
        declare, define, keep = Vocabulary.declare, Derivation.define, Derivation.keep

        def declared(words, names):
            names = list(names)
            declare(words, names)
            if names:
                self.steps[self.number(words)].append([name_data(name) for name in names])

        def defined(derived, text, *about, **more):
            shown = define(derived, text, *about, **more)
            self.steps[self.number(derived.vocabulary)].append(text)
            return shown

        def kept(derived, statement):
            if statement.label:
                self.checks[statement.label] = self.place(derived)
            return keep(derived, statement)

        def asked(derived, question, answer, **limits):
            limits = {key: value if key == "hint" else [*value] for key, value in limits.items()}
            about = {"question": question, "answer": answer, **limits}
            self.attempts[str(self.at)] = self.place(derived) | about  # of several, one is shown

        return {
            Vocabulary: {"declare": declared},
            Derivation: {"define": defined, "keep": kept, "attempt": asked, "holds": asks_nothing},
            derivation: {"verdicts": asks_nothing},
        }

    def told(self):
        """All of it; of a derivation that cannot travel, nothing that is asked."""
        stay = {k for k, steps in enumerate(self.steps) if not all(map(travels, steps))}
        sizes = [
            [[size, *pair] for size, pair in words.chosen.items()] for words in self.vocabularies
        ]
        both, common = zip(sizes, self.steps, strict=True), {"packages": [PACKAGE]}
        made = [common | {"sizes": s, "steps": t} for s, t in both]
        return {
            "derivations": [None if k in stay else one for k, one in enumerate(made)],
            "attempts": {cell: one for cell, one in self.attempts.items() if one["of"] not in stay},
            "checks": {label: at for label, at in self.checks.items() if at["of"] not in stay},
        }

    def stated(self, equations):
        """The same, each check with what it states, as its display stores it."""
        told = self.told()
        about = {one.label: one.data for one in equations if one.data["kind"] == EXACT}
        told["checks"] = {
            label: at | {key: about[label][key] for key in TEXTS if key in about[label]}
            for label, at in told["checks"].items()
            if label in about
        }
        return told


def asks_nothing(*_, **__):
    """No verdict, and no residual."""
    return []


def travels(step):
    """Whether a step can be taken elsewhere: its programs are functions of the package."""
    programs = (
        [] if isinstance(step, str) else [name["program"] for name in step if "program" in name]
    )
    return all(one.startswith(f"{PACKAGE}.") and "(...)" not in one for one in programs)


def state(chapter):
    """What a chapter told its derivations."""
    plt.switch_backend("Agg")
    recorder, namespace = Recorder(), {"__name__": "__main__"}
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(chapter.path.parent))
        for owner, methods in recorder.listening().items():
            stack.enter_context(patch.multiple(owner, **methods))
        for cell, code in depended([(cell, cell.code) for cell in chapter.code], tells):
            recorder.at = cell.place
            exec(compile(code, chapter.name, "exec"), namespace)
    plt.close("all")
    return recorder.stated(chapter.equations)


def tells(statement):
    """Whether a statement tells a derivation something, or grades an answer."""
    return states(statement, STATING | {"attempt"})


def main(book, folder, *names):
    """A file for each chapter that is named."""
    chapters = Book(Path(book)).chapters
    for name in names:
        before = key(chapters[name])
        said = json.dumps(state(chapters[name]), ensure_ascii=False, separators=(",", ":"))
        Path(folder, f"{name}.json").write_text(said, "utf8")
        keep(name, before, said)


if __name__ == "__main__":
    main(*sys.argv[1:])
