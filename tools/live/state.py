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
from tools.live.recordings import keep_recording, recording_key
from tools.slices import STATING, is_statement_of_derivation, needed_statements_by_cell

PACKAGE = "mlbook"  # of the programs that a page can call
TEXTS = ("first", "rows", "given", "order")  # of a statement


class Recorder:
    """Notes what the derivations of a chapter are told, and what is asked of them."""

    def __init__(self):
        self.vocabularies, self.steps, self.attempts, self.checks = [], [], {}, {}
        self.current_cell = None  # its place in the notebook, while the chapter runs

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

    def recording_methods(self):
        """The methods that record, by the class whose methods they replace while a chapter runs."""
        declare, define, keep = Vocabulary.declare, Derivation.define, Derivation.keep

        def record_declaration(words, names):
            names = list(names)
            declare(words, names)
            if names:
                self.steps[self.number(words)].append([name_data(name) for name in names])

        def record_definition(derived, text, *about, **more):
            shown = define(derived, text, *about, **more)
            self.steps[self.number(derived.vocabulary)].append(text)
            return shown

        def record_check(derived, statement):
            if statement.label:
                self.checks[statement.label] = self.place(derived)
            return keep(derived, statement)

        def record_attempt(derived, question, answer, **limits):
            limits = {key: value if key == "hint" else [*value] for key, value in limits.items()}
            about = {"question": question, "answer": answer, **limits}
            # a cell with several attempts keeps the last, which is the one that the page shows
            self.attempts[str(self.current_cell)] = self.place(derived) | about

        return {
            Vocabulary: {"declare": record_declaration},
            Derivation: {
                "define": record_definition,
                "keep": record_check,
                "attempt": record_attempt,
                "holds": return_nothing,
            },
            derivation: {"verdicts": return_nothing},
        }

    def recording(self):
        """What was recorded as data, without questions to derivations that cannot travel."""
        stay = {k for k, steps in enumerate(self.steps) if not all(map(can_travel, steps))}
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

    def with_statements(self, equations):
        """The recording, in which each check has what it states, as its display stores it."""
        recording = self.recording()
        about = {one.label: one.data for one in equations if one.data["kind"] == EXACT}
        recording["checks"] = {
            label: at | {key: about[label][key] for key in TEXTS if key in about[label]}
            for label, at in recording["checks"].items()
            if label in about
        }
        return recording


def return_nothing(*_, **__):
    """No verdicts and no residuals, in the place of what would compute them."""
    return []


def can_travel(step):
    """Whether a step can be taken elsewhere: its programs are functions of the package."""
    programs = (
        [] if isinstance(step, str) else [name["program"] for name in step if "program" in name]
    )
    return all(one.startswith(f"{PACKAGE}.") and "(...)" not in one for one in programs)


def recorded_state(chapter):
    """The recording of what a chapter tells its derivations and asks of them."""
    plt.switch_backend("Agg")
    recorder, namespace = Recorder(), {"__name__": "__main__"}
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(chapter.path.parent))
        for owner, methods in recorder.recording_methods().items():
            stack.enter_context(patch.multiple(owner, **methods))
        for cell, code in needed_statements_by_cell(
            [(cell, cell.code) for cell in chapter.code], tells_derivation
        ):
            recorder.current_cell = cell.place
            exec(compile(code, chapter.name, "exec"), namespace)
    plt.close("all")
    return recorder.with_statements(chapter.equations)


def tells_derivation(statement):
    """Whether a statement tells a derivation something, or grades an answer."""
    return is_statement_of_derivation(statement, STATING | {"attempt"})


def main(book, folder, *names):
    """A file for each chapter that is named."""
    chapters = Book(Path(book)).chapters
    for name in names:
        before = recording_key(chapters[name])
        text = json.dumps(recorded_state(chapters[name]), ensure_ascii=False, separators=(",", ":"))
        Path(folder, f"{name}.json").write_text(text, "utf8")
        keep_recording(name, before, text)


if __name__ == "__main__":
    main(*sys.argv[1:])
