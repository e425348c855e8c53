"""What the opened check says of the way in which a row was decided, by either proof."""

RUNG_WORDS = {
    "same form": "both sides are the same expression",
    "expansion": "the difference expands to 0",
    "common denominator": "over a common denominator the difference expands to 0",
    "atoms": "with exponentials, logarithms, roots and unknown functions as further unknowns "
    "the difference expands to 0",
    "hypotheses": "the difference is a combination of what the hypotheses set to 0",
    "tangents": "with tangents in the place of logarithms (1 - 1/x ≤ log x ≤ x - 1) or of "
    "exponentials (1 + x ≤ e^x) the sign is known",
    "cases": "on both sides of each switch of an indicator, modulus or maximum the sign is known",
    "convexity": "with tangents at one place in the place of a convex function the sign is known",
    "switches": "on both sides of each switch of an indicator, modulus or maximum, and on it, "
    "the difference is 0",
    "squares": "the difference is a sum of squares",
    "exponentials": "without the logarithm, which an exponential takes to the other side, "
    "the sign is known",
    "signs": "every factor, or every term, of the difference has a known sign",
    "index notation": "tried at exact points only",
}

EVERY_SIZE_WORDS = {
    "normal form": "both sides have the same normal form",
    "hypotheses": "under the hypotheses both sides have the same normal form",
    "denominators": "without denominators both sides have the same normal form",
    "signs": "every term of the difference has a known sign",
    "squares": "what does not cancel is made of squares and of terms of known sign",
    "outweighed": "every term with a minus is outweighed by another: a product by that of moduli, "
    "or a mixed one by squares",
    "convexity": "with tangents at one place in the place of a convex function every term has a "
    "known sign",
    "second derivatives": "with tangents at one place, and the squares by which a function differs "
    "from them at most or at least, every term has a known sign",
    "bounds": "with the bounds that are given, every term of the difference has a known sign",
    "decreasing": "since the members decrease, every term of the difference has a known sign",
    "tangents": "with tangents in the place of logarithms the sign is known",
    "convex": "the derivative is 0 there, and the second derivative is above 0 everywhere",
}


def every_size_words(how: str) -> str:
    """What the opened check says of a proof in index notation."""
    return EVERY_SIZE_WORDS.get(how) or f"the difference is a combination of {how}"
