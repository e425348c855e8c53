"""Say in a line which addresses cannot be reached, for commands that need the internet.

python -m tools.reach https://pypi.org/pypi/pip/json
"""

import sys
from urllib.request import urlopen

SECONDS = 20


def why_not(address):
    """Why an address cannot be read, in a line, or nothing if it can."""
    try:
        with urlopen(address, timeout=SECONDS):
            return ""
    except OSError as error:
        return f"this command needs the internet: {address} cannot be read ({error})"


if __name__ == "__main__":
    found = [*filter(None, map(why_not, sys.argv[1:]))]
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
