"""Prints how many statements of each kind there are, and on how many the language is wrong."""

from . import entries, still_open
from .entry import ACCEPTED

known = set(still_open())
for title, true in (("false", False), ("true", True)):
    of_kind = [entry.id for entry in entries() if (entry.expected == ACCEPTED) == true]
    wrong = sum(id in known for id in of_kind)
    print(f"{title}: {len(of_kind)}, of which {wrong} get another answer today")
