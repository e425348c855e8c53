"""The tests of the book; those of its chapters also use what the checker's tests share."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "texproof" / "tests"))  # `texproof_tests`
