"""What all objects have in common that a notebook shows."""

from abc import ABC, abstractmethod
from typing import Any


class Shown(ABC):
    """An object that a notebook shows as Markdown (the book) and as HTML (JupyterLab)."""

    @abstractmethod
    def markdown(self) -> str:
        """The form for the book."""

    @abstractmethod
    def plain(self) -> str:
        """The form for a terminal."""

    def html(self) -> str:
        """The form for JupyterLab."""
        return self.markdown()

    def data(self) -> dict[str, Any]:
        """What programs read of it, by MIME type; no page shows it."""
        return {}

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {
            "text/markdown": self.markdown(),
            "text/html": self.html(),
            "text/plain": self.plain(),
            **self.data(),
        }

    def __repr__(self) -> str:
        return self.plain()
