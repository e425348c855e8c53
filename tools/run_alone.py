"""Run a command alone: a second one of this tree that is run in this way waits, and says so.

`python tools/run_alone.py make -C there all`, for one.
"""

import fcntl
import os
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent


def main(command):
    """Replaces this program by the command once nobody else holds the tree."""
    tree = os.open(TREE, os.O_RDONLY)  # held until the command, which inherits it, has ended
    os.set_inheritable(tree, True)
    try:
        fcntl.flock(tree, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("Another make works in this folder: waiting until it is done.", file=sys.stderr)
        fcntl.flock(tree, fcntl.LOCK_EX)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
