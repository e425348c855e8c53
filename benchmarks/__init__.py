"""The package beside the libraries that readers use: `make bench`, or `python -m benchmarks`.

Both run on one thread, which must be said before NumPy is imported.
"""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"
