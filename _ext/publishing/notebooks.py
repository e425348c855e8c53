"""The chapters to download: without outputs, and with a cell that installs what they need.

Where the site is published under a known address the cell has it.  Elsewhere `custom.js` writes the
address of the page into it; as a folder lets no script read a notebook, a script brings it.  A
notebook that has no address uses the package that is installed, or says what it lacks.
"""

import base64
import gzip
import json
import re

from tools.site.take_home import CHECKER, WHEEL

ALWAYS = ["plot", "data", "progress"]  # parts of the package, as pyproject.toml has them
ALSO = {"xgboost": "xgboost", "dask": "dask"}  # by the import that needs them
INSTALL = """# Run this cell first: it installs the two packages of the book, from its pages,
# and what else this chapter needs, into the environment of this notebook.
from importlib.util import find_spec

pages = "{pages}"  # their address, https://..., or their folder, file:///...
if pages:
    %pip install --quiet "mlbook[{parts}] @ {{pages}}/{wheel}" "texproof @ {{pages}}/{checker}"
elif not (find_spec("mlbook") and find_spec("texproof")):
    raise ModuleNotFoundError(
        "The packages mlbook and texproof are not installed here, and this notebook does not "
        "know where its pages are, as a rule because they were built without an address. Write "
        "their address or their folder between the quotes above, or install both first."
    )"""


def take_home(site, baseurl):
    """Make the notebooks of a finished site such that they run elsewhere."""
    for path in site.glob("_sources/**/*.ipynb"):
        text = fresh_notebook(path.read_text("utf8"), baseurl.rstrip("/"))
        path.write_text(text, "utf8")
        if not baseurl:
            packed = base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()
            path.with_suffix(".js").write_text(f'bringNotebook("{packed}");\n', "utf8")


def fresh_notebook(text, pages):
    """A chapter to download, which installs the package from the address of the pages."""
    notebook = json.loads(text)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in code:
        cell.update(outputs=[], execution_count=None)
    source = install_cell(["".join(cell["source"]) for cell in code], pages)
    first = {"cell_type": "code", "id": "start", "metadata": {}, "source": source}
    notebook["cells"].insert(0, {**first, "outputs": [], "execution_count": None})
    return json.dumps(notebook, ensure_ascii=False, separators=(",", ":")) + "\n"


def install_cell(sources, pages):
    """The first cell of a chapter with these cells of code."""
    imported = {
        name for text in sources for name in re.findall(r"^(?:import|from) (\w+)", text, re.M)
    }
    parts = [*ALWAYS, *(part for name, part in ALSO.items() if name in imported)]
    return INSTALL.format(pages=pages, parts=",".join(parts), wheel=WHEEL, checker=CHECKER)
