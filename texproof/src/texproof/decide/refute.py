"""Refutation of one relation: an exact point at which it fails, and advice where none is found.

The advice that a refusal carries names what is left to show and which fact may be missing.
"""

import itertools
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy as sp

from ..code import takes_pi
from ..errors import DerivationError, Divergent, Missing, Undefined
from ..evaluate import Assignment
from ..evaluate.assignment import Value
from ..evaluate.draws import default_point
from ..evaluate.values import plain_text, value_in_plain_text
from ..limits import (
    FEW_PLACES,
    LONGEST_REFUTED,
    LONGEST_SHOWN,
    LONGEST_SLOW,
    MOST_OPERATIONS_FACTORED,
    MOST_PLACES,
    POINTS_ABOVE_ZERO,
)
from ..names import Name
from . import prove
from .case import Case, assignments_at_indices, at_point, instances, nodes_of, undefined_at
from .points import Failure, failure, holds_at, value_in_one_line
from .polynomials import is_quotient
from .prove import proof_goals, rule_under_hypotheses, taylor_coefficients
from .trials import (
    CALCULUS,
    assignments_at,
    assignments_for_programs,
    degree_in_sizes,
    is_of_sizes,
    lengths_beyond_small,
    lengths_of_growing,
    lengths_with_many_outcomes,
    operations_of,
    spread_out_assignments,
    trial_assignments,
)

# --------------------------------------------------------------------------------------------------
# The search of a point.

Instance = tuple[Any, ...]


@dataclass(frozen=True)
class Trial:
    """What was found at a tuple of lengths: a failure, in words, and what is undefined there."""

    counterexample: str = ""
    undefined: Undefined | None = None


def refutation(case: Case) -> str:
    """A sentence with a point at which the relation fails, or nothing."""
    trials = (try_lengths(case, lengths) for lengths in case.setting.other_lengths(*nodes_of(case)))
    result = try_lengths(case).counterexample or next(
        (trial.counterexample for trial in trials if trial.counterexample), ""
    )
    return result or try_assignments(case, spread_out_assignments(case)).counterexample


def try_other_lengths(case: Case) -> Trial:
    """What other lengths say: the first failure, or else what is undefined at the first of them."""
    longest = LONGEST_SLOW if case.equations or operations_of(case) & CALCULUS else LONGEST_REFUTED
    longest = max(longest, degree_in_sizes(case) + 1)
    undefined = None
    for lengths in case.setting.other_lengths(*nodes_of(case), longest=longest):
        trial = try_lengths(case, lengths)
        if trial.counterexample:
            return trial
        undefined = undefined or trial.undefined
    return try_long_lengths(case, undefined)


def try_long_lengths(case: Case, undefined: Undefined | None) -> Trial:
    """What long lengths and many outcomes say, after what is undefined at small ones.

    Where sizes grow, a row may have no value at the points that are drawn: that says nothing.
    """
    for lengths in lengths_beyond_small(case):
        once = (
            (0, assignment) for assignment in assignments_at(case, lengths, default_point(0), False)
        )
        trial = try_assignments(case, once) if is_of_sizes(case) else try_lengths(case, lengths)
        if trial.counterexample:
            return trial
        undefined = undefined or trial.undefined
    for lengths in lengths_of_growing(case):
        trial = try_lengths(case, lengths)
        if trial.counterexample:
            return trial
    second = (
        assignments_at(case, lengths, default_point(1), False)
        for lengths in lengths_with_many_outcomes(case)
    )
    chances = itertools.chain.from_iterable(second)
    more = itertools.chain(chances, assignments_for_programs(case))
    return Trial(
        try_assignments(case, ((0, assignment) for assignment in more)).counterexample, undefined
    )


def calls_unknown(case: Case) -> bool:
    """Whether an unknown function is called: the polynomials that points try may diverge."""
    names = case.setting.used(case.relation)
    return any(n.kind == "function" and not (n.call or case.setting.bodies(n)) for n in names)


def try_lengths(case: Case, lengths: Mapping[str, int] | None = None) -> Trial:
    """What points say at some lengths; without these, more points at the first lengths."""
    trial = try_assignments(case, trial_assignments(case, lengths))
    return (
        trial
        if trial.counterexample or trial.undefined
        else Trial(undefined=missing_member(case, lengths))
    )


def missing_member(case: Case, lengths: Mapping[str, int] | None) -> Undefined | None:
    """The first member that a relation or hypothesis names and that there is not.

    Where hypotheses name what there is not, no point satisfies them, and so nothing else tells it.
    """
    if not case.equations:
        return None
    assignments = list(itertools.islice(case.setting.symbolic(*nodes_of(case), lengths=lengths), 1))
    for relation in (r for r in nodes_of(case) if r.left.op != "optimum"):
        for assignment in instances(relation, assignments, case.letters, case.setting.conditions):
            try:
                [assignment.of(side) for side in relation.sides]
            except Missing as reason:
                return undefined_at(case, assignment, reason)
            except Undefined:
                # Where a value is undefined at symbols, the points say so.
                continue
    return None


def try_assignments(case: Case, assignments: Iterable[tuple[int, Assignment | None]]) -> Trial:
    """The first point at which a case fails, or else why an instance of it had no value at any.

    Assignments of the second round are tried only while there is such an instance.
    """
    evaluated: set[Instance] = set()
    undefined: dict[Instance, Undefined] = {}
    for is_second_round, assignment in assignments:
        if is_second_round and undefined.keys() <= evaluated:
            break
        if assignment is None:
            continue
        for place in sample_places(
            assignments_at_indices(case, [assignment]), FEW_PLACES if evaluated else MOST_PLACES
        ):
            here = instance_key(place)
            if (is_second_round and here in evaluated) or not distinctness_holds(case, place):
                continue
            try:
                failure = failure_under(case, place)
            except Undefined as reason:
                if not (isinstance(reason, Divergent) and calls_unknown(case)):
                    undefined.setdefault(here, undefined_at(case, place, reason))
                continue
            evaluated.add(here)
            if failure:
                return Trial(
                    counterexample=counterexample_in_words(case, failure, assignment, place)
                )
    return Trial(
        undefined=next((s for here, s in undefined.items() if here not in evaluated), None)
    )


def distinctness_holds(case: Case, place: Assignment) -> bool:
    """Whether the terms differ at a point of which hypotheses say so."""
    try:
        return all(
            failure(each, replace(r, sign="="))
            for r in case.disequalities
            for each in instances(r, [place], case.letters, case.setting.conditions)
        )
    except Undefined:
        return False


def refuse_never_distinct(case: Case) -> None:
    """Raises unless at some point the hypotheses hold that terms differ."""
    tuples = [None, *case.setting.other_lengths(*nodes_of(case))] if case.disequalities else []
    assignments = (
        assignment
        for lengths in tuples
        for _, assignment in trial_assignments(case, lengths)
        if assignment
    )
    if case.disequalities and not any(
        distinctness_holds(case, p) for w in assignments for p in assignments_at_indices(case, [w])
    ):
        raise DerivationError("no point was found at which the hypotheses hold: do they conflict?")


def instance_key(assignment: Assignment) -> Instance:
    """What tells an instance from others at the same lengths: its letters and whole numbers."""
    whole = [(name, tuple(family.items())) for name, family in assignment.values.items()
             if getattr(name, "kind", "") == "index"]  # fmt: skip
    return tuple(sorted(assignment.letters.items())), tuple(whole)


def sample_places(places: Iterable[Assignment], how_many: int) -> list[Assignment]:
    """At most so many of the places, picked the same way each time."""
    places = list(places)
    return places if len(places) <= how_many else random.Random(0).sample(places, how_many)


def failure_under(case: Case, assignment: Assignment) -> Failure | None:
    """(component, left, right) where a relation fails under an assignment of numbers, or None."""
    if case.relation.left.op == "optimum":
        return prove.better_value(case.relation, assignment)
    if case.relation.sign != "~":
        return failure(assignment, case.relation)
    for i, part in enumerate(taylor_coefficients(case, assignment)):
        if not holds_at(part, "="):
            power = i % (case.about[1] + 1 if case.about else 1)
            return i, f"a coefficient of order {power} that differs by {part}", "0"
    return None


def counterexample_in_words(
    case: Case, failure: Failure, assignment: Assignment, place: Assignment
) -> str:
    """What a counterexample says."""
    component, left, right = failure
    parts = [f"component {component + 1}:"] if component else []
    parts.append(
        f"left {value_in_one_line(left)}{decimal_in_words(left)}, "
        f"right {value_in_one_line(right)}{decimal_in_words(right)}"
    )
    chosen = ", ".join(f"{letter} = {value}" for letter, value in place.letters.items())
    parts += [f"for {chosen}"] if chosen else []
    where = at_point(case, assignment)
    return plain_text(" ".join([*parts, f"where {where}"] if where else parts))


def decimal_in_words(value: Value) -> str:
    """A decimal beside a number that is not written as a fraction."""
    if not isinstance(value, sp.Basic) or value.is_Rational:
        return ""
    # With a derivative of an unknown function, this stays an expression.
    number = sp.N(value)
    return f" (about {float(number):.4g})" if number.is_Float else ""


# --------------------------------------------------------------------------------------------------
# What a refusal says beside the verdict: what is left to show, which fact may be missing.


def left_to_show(case: Case) -> str:
    """The first component that no rule decides, against 0, and where it arises; or nothing."""
    for assignment in case.setting.symbolic(case.relation, *case.equations):
        for place in assignments_at_indices(case, [assignment]):
            for part, sign in proof_goals(case, place):
                if rule_under_hypotheses(case, part, sign, place, assignment) is None:
                    return f"left to show{place_in_words(case, place)}: {shortened(part)} {sign} 0"
    return ""


def place_in_words(case: Case, place: Assignment) -> str:
    """The sizes and index letters of a place."""
    sizes = sorted(case.setting.sizes_of(case.relation))
    where = [f"{size} = {place.sizes[size]}" for size in sizes]
    where += [f"{letter} = {value}" for letter, value in sorted(place.letters.items())]
    return f" at {', '.join(where)}" if where else ""


def shortened(part: Value) -> str:
    """An expression in its shorter form, or the beginning of one that is long."""
    part = sp.sympify(part, strict=True)
    few = is_quotient(part) and part.count_ops() <= MOST_OPERATIONS_FACTORED
    forms = [
        value_in_plain_text(form).replace("**", "^")
        for form in ([part, sp.factor(part)] if few else [part])
    ]
    result = min(forms, key=len)
    return result if len(result) <= LONGEST_SHOWN else f"{result[:LONGEST_SHOWN]} ..."


def missing_sign(case: Case) -> str:
    """What to declare, where a false row holds at all points that are tried above 0; or nothing."""
    names = [name for name in case.setting.used(case.relation) if is_unsigned(name, case)]
    if not names or case.equations or case.about or case.relation.left.op == "optimum":
        return ""
    first = case.setting.first(case.relation)
    drawn = (
        case.setting.rational(case.relation, lengths=first, point=p)
        for p in map(default_point, range(POINTS_ABOVE_ZERO))
    )
    for assignment in itertools.chain.from_iterable(drawn):
        if not all(
            relation_holds(case, place)
            for place in assignments_at_indices(case, [with_positive_numbers(assignment, names)])
        ):
            return ""
    above_zero = ", ".join(name.latex for name in names)
    return (
        f"; no point that was tried refutes it with {above_zero} above 0: "
        "if so, declare positive=True"
    )


def rounded_pi(case: Case) -> str:
    """What to write in the place of pi, where a program that is called has it; or nothing."""
    for name in case.setting.used(case.relation):
        if name.call and takes_pi(name.call):
            return (
                f"; pi in {name.call.__name__} is a float, a rounded fraction, so that the program "
                r"is not exactly a formula with \pi: leave the constant out of the program, or "
                r"make it an argument, for which the formula puts \pi"
            )
    return ""


def is_unsigned(name: Name, case: Case) -> bool:
    """Whether a name is a number or column that is free, of which nothing is declared."""
    free = name not in case.setting.definitions and name.kind in {"scalar", "vector"}
    return free and not name.facts and not name.sources


def with_positive_numbers(assignment: Assignment, names: list[Name]) -> Assignment:
    """An assignment of numbers with those of the names above 0."""
    values = dict(assignment.values)
    for name in names:
        family = values.get(name) or {}
        values[name] = {place: positive_value(value) for place, value in family.items()}
    return Assignment(assignment.sizes, values, assignment.definitions, assignment.exact)


def positive_value(value: Value) -> Value:
    """A number or column with the moduli of its entries, 1 for 0."""
    if not isinstance(value, np.ndarray):
        return abs(value) or sp.Integer(1)
    value = value.copy()
    value.flat = [abs(entry) or sp.Integer(1) for entry in value.flat]
    return value


def relation_holds(case: Case, place: Assignment) -> bool:
    """Whether the relation holds at a point."""
    try:
        return not failure_under(case, place)
    except Undefined:
        return False
