"""A proof for every size, in index notation; it shares no code with the ladder of `decide`."""

from .everywhere import Scope, everywhere

__all__ = ["Scope", "everywhere"]
