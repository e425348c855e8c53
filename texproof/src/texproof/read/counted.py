r"""Repeated factors and terms with their count: ``\underbrace{A \cdots A}_{n}`` is A^n."""

from collections.abc import Sequence

from .layout import Token

COUNT = "how often"  # a token that no text has
DOTS, PLUS, TIMES = r"\dots", "+", {r"\cdot", r"\times"}
WORDS = {r"\text{times}", r"\text{factors}", r"\text{terms}", r"\text{copies}"}
OPENING, CLOSING = {"(", "[", "{", r"\left"}, {")", "]", "}", r"\right"}


def repeated(inside: Sequence[Token], below: Sequence[Token]) -> list[Token] | None:
    """What stands for equal members with dots among them, and their count; None if they differ."""
    texts = [token.text for token in inside]
    if texts.count(DOTS) != 1:
        return None
    dots, count = texts.index(DOTS), [token for token in below if token.text not in WORDS]
    sign = texts[dots + 1] if texts[dots + 1 :] and texts[dots + 1] in {PLUS, *TIMES} else ""
    member = inside[dots + 1 + bool(sign) :]
    before, signs = members(texts[:dots], [token.text for token in member])
    wanted = {PLUS} if sign == PLUS else {"", *TIMES}
    if not (member and count and before and signs | {sign} <= wanted and is_one(member)):
        return None
    at = inside[0].at
    bracketed = [Token("(", at), *member, Token(")", at)]
    opening, closing = Token("{", at), Token("}", at)
    number = [Token(COUNT, at), opening, *count, closing]
    if sign == PLUS:
        return [opening, *number, *bracketed, closing]
    return [*bracketed, Token("^", at), opening, *number, closing]


def members(texts: Sequence[str], member: Sequence[str]) -> tuple[int, set[str]]:
    """How often a member stands before dots, and the signs behind it; 0 if aught else is there."""
    many, place, signs = 0, 0, set[str]()
    while member and list(texts[place : place + len(member)]) == list(member):
        many, place = many + 1, place + len(member)
        sign = texts[place] if texts[place:] and texts[place] in {PLUS, *TIMES} else ""
        signs.add(sign)
        place += bool(sign)
    return (many if place == len(texts) else 0), signs


def is_one(member: Sequence[Token]) -> bool:
    """Whether no sum or relation stands in a member outside of brackets."""
    depth = 0
    for token in member:
        depth += (token.text in OPENING) - (token.text in CLOSING)
        if not depth and token.text in {"+", "-", "=", "<", ">", ","}:
            return False
    return True
