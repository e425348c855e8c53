"""What a page shows of a display that holds several statements."""

from collections.abc import Sequence

from .display import Display


class Displays(Display):
    """The statements of one display, one below the other."""

    def __init__(self, shown: Sequence[Display]) -> None:
        super().__init__(shown[-1].statement)
        self.shown = shown

    def tex(self) -> str:
        return " \\\\[4pt]\n".join(one.tex() for one in self.shown)

    def markdown(self) -> str:
        return "\n\n".join(one.markdown() for one in self.shown)

    def html(self) -> str:
        return "\n".join(one.html() for one in self.shown)

    def plain(self) -> str:
        return "\n".join(one.plain() for one in self.shown)

    def details(self) -> str:
        return "\n".join(one.details() for one in self.shown)


def together(shown: Sequence[Display]) -> Display:
    """What is shown of one statement, or of several."""
    return shown[0] if len(shown) == 1 else Displays(shown)
