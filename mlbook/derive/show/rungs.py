"""What the opened check says of the rung on which a row was decided."""

RUNG_WORDS = {
    "same form": "component by component, both sides are the same expression",
    "expansion": "the difference expands to 0",
    "common denominator": "over a common denominator the difference expands to 0",
    "atoms": "with exponentials, logarithms, roots and unknown functions as further unknowns "
    "the difference expands to 0",
    "hypotheses": "the difference is a combination of what the hypotheses set to 0",
    "tangents": "with tangents in the place of logarithms (1 - 1/x ≤ log x ≤ x - 1) or of "
    "exponentials (1 + x ≤ e^x) the sign is known",
    "cases": "on both sides of each switch of an indicator, modulus or maximum the sign is known",
    "switches": "on both sides of each switch of an indicator, modulus or maximum, and on it, "
    "the difference is 0",
    "squares": "the difference is a sum of squares",
    "exponentials": "without the logarithm, which an exponential takes to the other side, "
    "the sign is known",
    "signs": "every factor, or every term, of the difference has a known sign",
}
