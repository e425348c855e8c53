"""What is refused when a name is declared: what is no text, no size, no range of a letter."""

from collections.abc import Mapping

from .errors import DerivationError


def refuse_misfits(latex: object, sources: tuple[object, ...], over: object) -> None:
    """Raises for a name that is no text, a source without one, a range that is no mapping."""
    if not isinstance(latex, str):
        raise DerivationError(f"a name is LaTeX text, not {latex!r}")
    if not all(isinstance(source, str) for source in sources):
        raise DerivationError(f"{latex}: random names sources of chance, not {sources}")
    if not isinstance(over, Mapping | None):
        raise DerivationError(f"{latex}: over is {{letter: size}}, not {over!r}")
    refuse_words(latex, {f"the range of {letter}": size for letter, size in (over or {}).items()})


def refuse_words(latex: object, sizes: Mapping[str, object]) -> None:
    """Raises where words stand for a size: they are what the name means, in another place."""
    for which, size in sizes.items():
        if isinstance(size, str) and len(size.split()) > 1:
            raise DerivationError(
                f'{latex}: {which} is a size, such as "n" or 3, not {size!r}; '
                f"what a name means is said by meaning={size!r}"
            )
