"""The second opinion on a statement, at many untied tuples of lengths.

For each row that is false or undefined at some lengths, the report says at which, and the weakest
conditions that would exclude just these.
"""

import itertools
import random
from collections import defaultdict
from functools import partial

from texproof_tests.opinion import Misfit, Undefined
from texproof_tests.opinion_judge import opinions
from texproof_tests.opinion_values import Impossible

LONGEST = {0: 1, 1: 6, 2: 4, 3: 4}  # length that is tried, by the number of sizes
MOST = 30  # tuples of lengths
POINTS = 2, 9, 40  # where a place is undefined at all of them, more are tried
LABELLINGS = 8
GOOD, FALSE, UNDEFINED, MISFIT, IMPOSSIBLE, NO_POINT = (
    "good", "false", "undefined", "misfit", "impossible", "no point"
)  # fmt: skip
FAILURES = FALSE, UNDEFINED, MISFIT


def tuples(sizes, ties=()):
    """Tuples of small lengths, the cheapest first: all of them, or a sample."""
    plain = [size for size in sizes if not size.startswith("outcomes of")]
    spans = [range(1, LONGEST.get(len(plain), 4) + 1)] * len(plain)
    loose = [size for size in plain if size not in {tie[0] for tie in ties}]
    found = []
    for chosen in itertools.product(*spans[: len(loose)]):
        lengths = dict(zip(loose, chosen, strict=True))
        for size, parts, gap in ties:
            lengths[size] = sum(lengths[part] for part in parts) + gap
        if min(lengths.values(), default=1) >= 1:
            found.append(lengths)
    if len(found) > MOST:
        found = random.Random(0).sample(found, MOST)
    for lengths in sorted(found, key=lambda t: (sum(t.values()), *t.values())):
        many = 1 + max(lengths.values(), default=3)
        yield lengths | {size: min(6, max(3, many)) for size in sizes if size not in plain}


def ties_of(statement, sizes):
    """(size, parts, gap) for the sizes that are sums of others at both lengths of a derivation."""
    pairs = {size: statement.lengths[size] for size in sizes if not size.startswith("outcomes")}
    for size, (one, two) in pairs.items():
        others = [other for other in pairs if other != size]
        for many in (1, 2):
            for parts in itertools.combinations(others, many):
                gaps = one - sum(pairs[p][0] for p in parts), two - sum(pairs[p][1] for p in parts)
                if gaps[0] == gaps[1] and 0 <= gaps[0] <= 3 and (gaps[0] or many > 1):
                    yield size, parts, gaps[0]


class Findings:
    """What was found for each row at each place: lengths, indices and labelling."""

    def __init__(self, statement):
        self.statement = statement
        self.found = defaultdict(lambda: defaultdict(list))
        self.examples, self.tuples = {}, []

    def run(self, lengths):
        """Tries one tuple of lengths."""
        plain = {s: n for s, n in lengths.items() if not s.startswith("outcomes of")}
        self.tuples.append(plain)
        try:
            for points in POINTS:
                self.record(plain, opinions(self.statement, lengths, points, LABELLINGS))
                if UNDEFINED not in self.kinds(plain):
                    break
        except Impossible as cause:
            self.found[0][key(plain)].append((IMPOSSIBLE, str(cause)))

    def record(self, plain, found):
        for row, letters, labels, assignment, outcome in found:
            place = key(plain | visible(letters) | features(self.statement, labels, letters, plain))
            kind = (
                GOOD if outcome is None
                else NO_POINT if outcome == "no point"
                else MISFIT if isinstance(outcome, Misfit)
                else UNDEFINED if isinstance(outcome, Undefined)
                else FALSE
            )  # fmt: skip
            self.found[row][place].append((kind, outcome))
            if kind not in {GOOD, NO_POINT}:
                self.examples.setdefault((row, kind), (dict(place), outcome, assignment))

    def kinds(self, plain):
        return {
            status(found)
            for places in self.found.values()
            for place, found in places.items()
            if plain.items() <= dict(place).items()
        }

    def table(self, row):
        """[(place, status)] of a row."""
        return [(dict(p), status(f)) for p, f in self.found[row].items()] + [
            (dict(p), status(f)) for p, f in self.found[0].items()
        ]


def visible(letters):
    return {letter: value for letter, value in letters.items() if not letter.startswith("outcome")}


def features(statement, labels, letters, lengths):
    """What a labelling shows of each family of whole numbers: which of its values occur."""
    found = {}
    for name, family in labels.items():
        size, values = name.shape[0], {*family.values()}
        found[f"every value of {name.latex}"] = len(values) == lengths.get(size, size)
        wanted = {1: 1, 2: 2} | {
            letter: value for letter, value in letters.items() if statement.letters[letter] == size
        }
        for spelling, value in wanted.items():
            found[f"value {spelling} of {name.latex}"] = value in values
        found[f"labels of {name.latex}"] = tuple(family.values())
    return found


def key(place):
    return tuple(sorted(place.items()))


def status(found):
    kinds = [kind for kind, _ in found]
    for kind in (FALSE, MISFIT, IMPOSSIBLE, GOOD, UNDEFINED, NO_POINT):
        if kind in kinds:
            return kind
    return GOOD


# --------------------------------------------------------------------------------------------------
# Conditions.


def atoms(table):
    """(text, test) of the natural conditions on lengths, indices and labellings."""
    names = sorted({name for place, _ in table for name in place})
    kinds = {name: {type(place[name]) for place, _ in table if name in place} for name in names}
    numbers = [name for name in names if kinds[name] == {int}]
    for name in [name for name in names if kinds[name] == {bool}]:
        yield f"{name} occurs", lambda p, a=name: p.get(a, True)
    for a in numbers:
        for c in (2, 3, 4):
            yield f"{a} >= {c}", lambda p, a=a, c=c: p.get(a, c) >= c
        for c in (1, 2, 3):
            yield f"{a} = {c}", lambda p, a=a, c=c: p.get(a, c) == c
            yield f"{a} <= {c}", lambda p, a=a, c=c: p.get(a, c) <= c
        for parity, word in enumerate(("even", "odd")):
            yield f"{a} {word}", lambda p, a=a, k=parity: p.get(a, k) % 2 == k
    for a, b in itertools.permutations(numbers, 2):
        for c in (0, 1, 2):
            text = f"{a} >= {b}" + (f" + {c}" if c else "")
            yield text, lambda p, a=a, b=b, c=c: p.get(a, 99) >= p.get(b, 0) + c
    for a, b in itertools.combinations(numbers, 2):
        yield f"{a} != {b}", lambda p, a=a, b=b: p.get(a) != p.get(b)
        for c in (-1, 0, 1):
            text = f"{a} = {b}" + (f" {c:+d}" if c else "")
            yield text, lambda p, a=a, b=b, c=c: p.get(a, 0) == p.get(b, 0) + c
    for a, b, c in itertools.permutations(numbers, 3):
        for gap in (0, 1):
            text = f"{a} >= {b} + {c}" + (" + 1" if gap else "")
            if b < c:
                yield (
                    text,
                    lambda p, a=a, b=b, c=c, g=gap: p.get(a, 99) >= p.get(b, 0) + p.get(c, 0) + g,
                )


def conditions(table, bad):
    """(conditions that exclude bad places only, bad places that they leave).

    If these leave some, the one condition that excludes fewer good places than half as many bad.
    """
    fine = [place for place, kind in table if kind == GOOD]
    left = [place for place, kind in table if kind in bad]
    every = [(text, test, sum(not test(place) for place in fine)) for text, test in atoms(table)]
    chosen, left = covering([atom for atom in every if not atom[2]], left)
    if left:
        more, left = covering(every, left, most=1)
        chosen += more
    return chosen, left


def covering(every, left, most=9):
    """(texts of conditions, places left): each time the condition that excludes most of them."""
    chosen = []
    while left and len(chosen) < most:
        text, test, lost = max(every, key=partial(worth, left), default=("", None, 0))
        if test is None or worth(left, (text, test, lost))[0] <= 0:
            break
        chosen.append(f"{text} (excludes {lost} good places too)" if lost else text)
        left = [place for place in left if test(place)]
    return chosen, left


def worth(left, atom):
    """How many bad places a condition excludes, less two for each good one; the shortest wins."""
    text, test, lost = atom
    return sum(not test(place) for place in left) - 2 * lost, -len(text)


def explained(table, kind, sizes):
    """The better of two explanations: by lengths alone, or by indices and labellings as well."""
    tables = by_lengths(table, kind, sizes), table
    ways = [(found, *conditions(found, {kind})) for found in tables]
    return min(ways, key=lambda way: (len(way[2]), any("excludes" in text for text in way[1])))


def by_lengths(table, kind, sizes):
    """The table of tuples of lengths: of this kind where one of its places is."""
    found = defaultdict(list)
    for place, status_ in table:
        found[key({n: v for n, v in place.items() if n in sizes})].append(status_)
    return [
        (dict(p), kind if kind in kinds else GOOD if GOOD in kinds else kinds[0])
        for p, kinds in found.items()
    ]


def spelled(place):
    shown = {name: value for name, value in place.items() if not isinstance(value, bool)}
    return ", ".join(f"{name} = {value}" for name, value in sorted(shown.items()))


def row_lines(findings, row):
    """Lines about a row that is not good everywhere; each kind of trouble has its own conditions."""
    for kind in (*FAILURES, NO_POINT, IMPOSSIBLE):
        table = findings.table(row)
        if kind in {found for _, found in table}:
            yield from kind_lines(findings, row, kind, table)


def kind_lines(findings, row, kind, table):
    """Where a row is of this kind, the conditions that would exclude it, and an example."""
    table, chosen, left = explained(table, kind, findings.statement.sizes)
    places = [place for place, found in table if found == kind]
    some = listed(places)
    yield f"  - **{kind}** at {len(places)} of {len(table)} places: {some}"
    unexplained = f"; unexplained: {listed(left)}" if left else ""
    yield f"    needs: {' and '.join(chosen) or 'nothing natural found'}{unexplained}"
    if (row, kind) in findings.examples:
        place, outcome, _ = findings.examples[row, kind]
        yield f"    e.g. {spelled(place)}: {outcome_text(outcome)}"


def listed(places, most=8):
    return "; ".join(map(spelled, places[:most])) + (" ..." if len(places) > most else "")


def outcome_text(outcome):
    if isinstance(outcome, Exception):
        return str(outcome)
    return " against ".join(str(side).replace("\n", " ")[:120] for side in outcome)


def investigated(statement, ties=()):
    """The findings for one statement at all tuples of lengths."""
    findings = Findings(statement)
    for lengths in tuples(sorted(statement.sizes), ties):
        findings.run(lengths | {s: p[0] for s, p in statement.lengths.items() if s not in lengths})
    return findings


def opinion_of(statement):
    """(findings, ties that shapes need)."""
    findings = investigated(statement)
    tables = [findings.table(row) for row in range(1, len(statement.rows) + 1)]
    if any(kind == MISFIT for table in tables for _, kind in table):
        for tie in ties_of(statement, statement.sizes):
            if all(explains(tie, table) for table in tables):
                return investigated(statement, (tie,)), (tie,)
    return findings, ()


def explains(tie, table):
    """Whether shapes conform exactly where a tie between sizes holds."""
    size, parts, gap = tie
    return all(
        (place[size] == sum(place[part] for part in parts) + gap) != (kind == MISFIT)
        for place, kind in table
        if kind != IMPOSSIBLE
    )


def report(title, statement):
    """The lines of the report on one statement; none where it is good everywhere."""
    findings, ties = opinion_of(statement)
    lines = [f"  - shapes need {s} = {' + '.join(parts)} + {gap}" for s, parts, gap in ties]
    for row, written in enumerate(statement.rows, 1):
        found = list(row_lines(findings, row))
        if found:
            lines += [f"  row {row}: `{written.sign} {written.text}`", *found]
    given = f" given {', '.join(statement.given)}" if statement.given else ""
    return (
        [f"- **{title}** `{statement.first}`{given}, sizes {statement.sizes}", *lines]
        if lines
        else []
    )
