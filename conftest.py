"""For pytest: which tests run where, how notebooks are compared, the site that is tested.

What was decided before is not decided again, unless TEXPROOF_VERDICTS is `off`.
"""

import os
from pathlib import Path

os.environ.setdefault("TEXPROOF_VERDICTS", str(Path(__file__).parent / ".cache" / "verdicts"))

pytest_plugins = ["tests.schedule", "tests.book.nbval_compare", "tests.site.site_fixtures"]
