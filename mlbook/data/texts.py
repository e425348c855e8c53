"""Texts: titles of books, and the documentation of functions of NumPy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = re.compile(r"^=== (numpy\.[\w.]+)\n(.*)\n((?:(?!=== numpy\.).*\n)*)", re.M)


@dataclass(frozen=True)
class Corpus:
    """Documents: names, texts, the indices of those to which each refers, and a description.

    Parameters
    ----------
    names : tuple of str
    texts : tuple of str
    related : tuple of tuple of int
    description : str

    Examples
    --------
    >>> Corpus(("a", "b"), ("one", "two, see one"), ((), (0,)), "Two words.")
    Corpus(n=2)
    """

    names: tuple[str, ...]
    texts: tuple[str, ...]
    related: tuple[tuple[int, ...], ...]
    description: str

    def __repr__(self) -> str:
        return f"Corpus(n={len(self.names)})"


def titles() -> Corpus:
    """Nine titles of books on investing, T1 to T9, without references.

    Returns
    -------
    Corpus

    Examples
    --------
    >>> titles().texts[3]
    'The Little Book of Value Investing'
    """
    texts = (
        "The Neatest Little Guide to Stock Market Investing",
        "Investing For Dummies, 4th Edition",
        "The Little Book of Common Sense Investing: The Only Way to Guarantee Your Fair Share of "
        "Stock Market Returns",
        "The Little Book of Value Investing",
        "Value Investing: From Graham to Buffett and Beyond",
        "Rich Dad's Guide to Investing: What the Rich Invest in, That the Poor and the Middle "
        "Class Do Not!",
        "Investing in Real Estate, 5th Edition",
        "Stock Investing For Dummies",
        "Rich Dad's Advisors: The ABC's of Real Estate Investing: The Secrets of Finding Hidden "
        "Profits Most Investors Miss",
    )
    names = tuple(f"T{j}" for j in range(1, 10))
    return Corpus(names, texts, ((),) * 9, "Titles of nine books on investing.")


def numpy_docs() -> Corpus:
    """The first paragraphs of the documentation of 469 functions of NumPy.

    `related` is the section "See Also" of each, which is not part of the text.

    Returns
    -------
    Corpus

    Examples
    --------
    >>> numpy_docs()
    Corpus(n=469)
    """
    pages = (Path(__file__).parent / "numpy_docs.txt").read_text("utf8")
    names, see, texts = zip(*re.findall(PAGE, pages), strict=True)
    place = {name: i for i, name in enumerate(names)}
    related = tuple(tuple(place[name] for name in line.split()) for line in see)
    about = "Functions of numpy, numpy.linalg, numpy.fft and numpy.random in NumPy 2.4.6 (BSD)."
    return Corpus(names, texts, related, about)
