"""Formulas that a reader may break: their changes, typeset, in one script for each chapter.

`tools/breaks.py` stores what is refuted; here the formula gets a class around each token that can
be changed, and each change is told as what differs in the HTML.  `break.js` shows it, when asked.
"""

import functools
import json
import re
import shutil
from functools import partial
from pathlib import Path

from docutils import nodes
from sources import book_in
from sphinx.util.docutils import SphinxDirective

from formulas.katex import RENDER
from formulas.lines import mathml_of, visible_html
from texproof.evaluate.values import plain_text
from texproof.show.display import TEX_SIGNS
from tools.breaks import path_of, stored_changes, terms_of
from tools.hashes import CACHE, cached_text, hash_files, matching_files
from tools.tokens import Place, with_token_replaced

HERE = Path(__file__).parent
MADE = ("formulas/breaks", "formulas/katex", "formulas/lines", "formulas/slim")
CODE = (  # that makes the changes of a chapter
    *(f"_ext/{name}.py" for name in (*MADE, "sources")),
    *("_ext/package-lock.json", "tools/book.py", "tools/breaks.py", "tools/tokens.py"),
    "texproof/src/texproof/**/*.py",
)
LONG = re.compile(r"(left|right) (?:(?!, right ).){60,}? \(about ([^)]+)\)")  # read as a number
BUTTON = (
    '<button type="button" class="break pst-js-only" data-chapter="{chapter}" data-label="{label}" '
    'aria-pressed="false">break it<span class="visually-hidden">: change a sign, a number or a '
    "letter of this equation</span></button>"
)


class Break(SphinxDirective):
    """An equation of a chapter, without its number, that a reader may break."""

    required_arguments = 1

    def run(self):
        """The display."""
        (label,) = self.arguments
        chapter = labels_with_changes(self.env.srcdir).get(label)
        if not chapter:
            raise self.error(f"nothing is stored that breaks {label!r}")
        self.env.note_dependency(f"chapters/{chapter}.ipynb")
        self.env.note_dependency(str(path_of(chapter)))
        latex = book_in(self.env.srcdir).equation(label).latex
        return [nodes.math_block(latex, latex, nowrap=False, number=None, label=None, breaks=label)]


@functools.cache
def labels_with_changes(folder):
    """{label: chapter} of the equations of a book whose changes are stored."""
    chapters = book_in(folder).chapters.values()
    return {
        label: one.name
        for one in chapters
        for label, mutants in stored_changes(one).items()
        if mutants
    }


def break_button(folder, label):
    """The button of an equation; nothing where no changes are stored."""
    chapter = labels_with_changes(folder).get(label)
    return BUTTON.format(chapter=chapter, label=label) if chapter else ""


def write_changes(site, folder, macros):
    """Write the changes of each chapter, and what shows them; returns the HTML of all."""
    (site / "breaks").mkdir(exist_ok=True)
    shutil.copy(HERE / "break.js", site / "_static")
    code, typeset = hash_files(matching_files(*CODE), macros), []
    for chapter in book_in(folder).chapters.values():
        made_of = hash_files([chapter.path, path_of(chapter.name)], code)
        path = CACHE / "breaks" / f"{chapter.name}.json"
        text = cached_text(path, made_of, partial(typeset_changes, chapter))
        if changes_by_label := json.loads(text):
            (site / "breaks" / f"{chapter.name}.js").write_text(f"bringBreaks({text});\n", "utf8")
            typeset += [
                html
                for one in changes_by_label.values()
                for html in (one["html"], *html_of_changes(one))
            ]
    return typeset


def typeset_changes(chapter):
    """The changes of the equations of a chapter, typeset, as JSON."""
    every = {equation.label: equation for equation in chapter.equations}
    result = {
        label: tappable_equation(every[label], mutants)
        for label, mutants in stored_changes(chapter).items()
        if mutants
    }
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


def html_of_changes(change):
    """What the changes of a formula put into its HTML."""
    return [text for tap in change["taps"] for *_, text in tap["cuts"]]


def tappable_equation(equation, mutants):
    """HTML of an equation with its tokens told apart, and what differs when one is changed."""
    plain = html_of(equation, mutants)
    taps = []
    for number, mutant in enumerate(mutants):
        cuts = text_differences(plain, html_of(equation, mutants, number))
        taps.append(
            {
                "message": explain_change(equation, mutant),
                "name": button_name(equation, mutant),
                "cuts": cuts,
            }
        )
    return {"html": plain, "taps": taps}


def replaced_token(equation, mutant):
    """The token that a change replaces."""
    return slice_of(terms_of(equation)[mutant["term"]], mutant)


def slice_of(text, mutant):
    """The part of a text where a change is."""
    start, end = mutant["at"]
    return text[start:end]


def token_in_words(token):
    """A token in words or signs that can be read out."""
    signs = {"+": "plus", "-": "minus", r"\top": "transpose"}
    return signs.get(token) or plain_text(token)


def button_name(equation, mutant):
    """What the button of a token does."""
    token = token_in_words(replaced_token(equation, mutant))
    return (
        f"{token}: change to {token_in_words(mutant['new'])}"
        if mutant["new"]
        else f"{token}: leave out"
    )


def explain_change(equation, mutant):
    """What was changed, and the numbers that refute it, without advice to who declares names."""
    token, new = token_in_words(replaced_token(equation, mutant)), token_in_words(mutant["new"])
    change = f"With {new} in the place of {token}" if mutant["new"] else f"Without the {token}"
    message, _, _ = mutant["message"].partition("; no point that was tried")
    message = LONG.sub(r"\1 about \2", message)
    return f"{change} it is false: {message}."


def html_of(equation, mutants, broken=None):
    """HTML of an equation, or of the one with a change, with classes that tell the tokens apart."""
    before = terms_of(equation)
    clean, marked = list(before), list(before)
    for number, mutant in reversed([*enumerate(mutants)]):  # from the end, so that places stay
        term, new = mutant["term"], mutant["new"] if number == broken else None
        start, end = mutant["at"]
        place = Place(start, end, mutant["braced"], ())
        if new is not None:
            clean[term] = with_token_replaced(before[term], place, new)
        shown = mark_token(replaced_token(equation, mutant), new, number, mutant)
        marked[term] = marked[term][: place.start] + shown + marked[term][place.end :]
    heard = typeset_tappable(
        replace_terms(equation, clean), {"displayMode": True, "output": "mathml"}
    )
    seen = visible_html(replace_terms(equation, marked), typeset_tappable)
    return f'<span class="katex">{mathml_of(heard)}{seen}</span>'


def mark_token(token, new, number, mutant):
    """A token, or what stands in its place, with its class; without it, room for it."""
    classes = f"tap-{number}" + " tap-changed" * (new is not None)
    inside = token if new is None else new or rf"\phantom{{{token}}}"
    tagged = rf"\htmlClass{{{classes}}}{{{inside}}}"
    if mutant["braced"]:
        return f"{{{tagged}}}"  # a sign, too, which is an index there
    if token in "+-" and mutant["new"]:
        return rf"\mathbin{{{tagged}}}"  # between two terms; a sign of one term is left out
    return tagged


def replace_terms(equation, terms):
    """The LaTeX of an equation with other terms in the places of its own."""
    latex = equation.latex
    end = latex.index(r"\begin{aligned}") + len(r"\begin{aligned}")
    pieces = [latex[:end]]
    signs = dict(TEX_SIGNS)
    if "order" in equation.data:
        signs["≈"] += "}"  # below the order
    before = ["", *(f"{signs[sign]} " for sign, *_ in equation.rows)]
    for sign, old_term, new_term in zip(before, terms_of(equation), terms, strict=True):
        start = latex.index(sign + old_term, end) + len(sign)
        pieces += [latex[end:start], new_term]
        end = start + len(old_term)
    return "".join([*pieces, latex[end:]])


def typeset_tappable(latex, options):
    """What KaTeX makes of a formula, with the classes that are asked for."""
    return RENDER(latex, {**options, "trust": True, "strict": "ignore"})


def text_differences(one, other):
    """What to put where into a text, so that it is another one: at most two places."""
    cuts, start = [], 0
    middle = [text.index("</math>") for text in (one, other)]
    for first, second in (
        (one[: middle[0]], other[: middle[1]]),
        (one[middle[0] :], other[middle[1] :]),
    ):
        if first != second:
            before = common_prefix_length(first, second)
            after = common_prefix_length(first[before:][::-1], second[before:][::-1])
            end = len(second) - after
            cuts.append([start + before, start + len(first) - after, second[before:end]])
        start += len(first)
    return cuts


def common_prefix_length(one, other):
    """How many letters two texts begin with."""
    same, ends = 0, min(len(one), len(other))
    while same < ends:
        middle = (same + ends + 1) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            ends = middle - 1
    return same
