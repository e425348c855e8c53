"""The chapters on other processors: what they print and draw must be the same on each.

    python -m tests.project.kernels            every chapter
    python -m tests.project.kernels pca        this one, where this machine would not go by itself

OpenBLAS has a kernel for each generation of processors, and each adds in another order; so do the
loops of NumPy for wide registers.  Both can be told to take what an older processor has.
"""

import os
import platform
import signal
import subprocess
import sys
from pathlib import Path

# Not from tools.book: this runs where nothing but NumPy and `threadpoolctl` is installed, too.
ROOT = Path(__file__).resolve().parents[2]
X86 = platform.machine() in {"x86_64", "AMD64"}
KERNELS = "Prescott", "Nehalem", "Haswell", "Zen", "SkylakeX"  # of OpenBLAS on x86-64, by age
LOOPS = "NumPy's oldest loops"
OWN = "what this machine chooses"
# Products and decompositions large enough for every kernel's own code, which an older processor refuses.
# NumPy says only here for which processors it has loops, and which of these it uses.
PROBE = """
import numpy as np
import numpy._core._multiarray_umath as core
from threadpoolctl import threadpool_info

A = np.random.default_rng(0).normal(size=(200, 200))
np.linalg.svd(A @ A), np.linalg.solve(A, A.astype("f4")), np.exp(A)
print(*(each["architecture"] for each in threadpool_info() if "numpy" in each["filepath"]))
print(*(name for name in core.__cpu_dispatch__ if core.__cpu_features__[name]))
"""
PYTEST = "--config-file=pyproject.toml", "--quiet", "--tb=no", "-rfE", "--numprocesses=auto"


def probed(environment, probe=PROBE):
    """OpenBLAS's kernel and NumPy's features, as a process has them; None if the processor cannot."""
    command = [sys.executable, "-W", "error", "-c", probe]
    run = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE)
    if run.returncode == -signal.SIGILL:
        return None
    run.check_returncode()
    kernel, features = run.stdout.decode().splitlines()
    return kernel, features


def environments():
    """(name, environment) of every kernel, and of NumPy without its loops for wide registers."""
    for kernel in KERNELS if X86 else ():
        yield f"kernel {kernel}", {"OPENBLAS_CORETYPE": kernel}
    _, features = probed({})
    yield LOOPS, {"NPY_DISABLE_CPU_FEATURES": features}


def settings(seen=()):
    """The environments that this processor can run, each once; those left out are named."""
    seen = dict(seen)
    for name, environment in environments():
        where = probed(environment)
        if where is None:
            print(f"{name}: skipped, this processor cannot run it", flush=True)
        elif where in seen:
            print(f"{name}: skipped, here it is {seen[where]}", flush=True)
        else:
            seen[where] = name
            yield name, environment


def compared(paths, environment):
    """Whether notebooks give what they store, with every statement decided anew."""
    command = [sys.executable, "-m", "pytest", *PYTEST, *paths]
    variables = {**os.environ, "TEXPROOF_VERDICTS": "off", **environment}
    return not subprocess.run(command, cwd=ROOT, env=variables).returncode


def main(names):
    """Compares the chapters named, or all, in every setting; fails if one differs."""
    paths = [f"chapters/{name}.ipynb" for name in names] or ["chapters"]
    failed, tried = [], 0
    for name, environment in settings({probed({}): OWN} if names else {}):
        print(f"{name}:", flush=True)
        tried += 1
        if not compared(paths, environment):
            failed.append(f"{name} differs; to see more, run these with {environment}")
    print("\n".join(failed or [f"the same in {tried} settings"]))
    sys.exit(bool(failed) or not tried)


if __name__ == "__main__":
    main(sys.argv[1:])
