"""What a page shows: displays, what is behind their marks, notation tables and ledgers."""

from . import applied, bound
from .written import Writer

__all__ = ["Writer", "applied", "bound"]
