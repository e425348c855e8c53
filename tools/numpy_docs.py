"""Write mlbook/data/numpy_docs.txt: what NumPy's public functions say of themselves, as a corpus.

    python tools/numpy_docs.py

The chapter on latent semantic indexing searches it. It is a copy, not read from the NumPy that is
installed, so that every release gives the same numbers; writing it anew changes the chapter.
"""

import inspect
import re
from importlib.metadata import distribution
from pathlib import Path

import numpy as np

TARGET = Path(__file__).resolve().parent.parent / "mlbook" / "data" / "numpy_docs.txt"
MODULES = {"numpy": np, "numpy.linalg": np.linalg, "numpy.fft": np.fft, "numpy.random": np.random}
HEAD = """What the functions of NumPy {version} say of themselves: name, See Also, first paragraphs.
Copied under the licence that follows; the part on numpy.random is under the same conditions also
Copyright (c) 2019 Kevin Sheppard. All rights reserved.

{terms}"""
SECTION = re.compile(r"^(\w[\w ]*)\n[-=]{3,} *$", re.M)
SIGNATURE = re.compile(r"\A\w+\(.*?\)\n\n", re.S)
DIRECTIVE = re.compile(r"^\.\. .*\n(?:[ ]+\S.*\n)*", re.M)


def documented_functions():
    """Texts by the full names of their functions, and every name's first name for its text."""
    names: dict[str, list[str]] = {}
    for module, contents in MODULES.items():
        for name in sorted(contents.__all__):
            value = getattr(contents, name)
            if callable(value) and not isinstance(value, type) and value.__doc__:
                names.setdefault(inspect.getdoc(value) or "", []).append(f"{module}.{name}")
    texts = {first: text for text, (first, *_) in names.items()}
    return texts, {name: same[0] for same in names.values() for name in same}


def split_docstring(text):
    """The text before the first section, without signature and directives; and See Also."""
    head, *rest = SECTION.split(text)
    sections = {name.title(): body for name, body in zip(rest[::2], rest[1::2], strict=True)}
    head = DIRECTIVE.sub("", SIGNATURE.sub("", head + "\n"))
    return re.sub(r"\n{2,}", "\n\n", head).strip(), sections.get("See Also", "")


def functions_seen_also(name, text, first):
    """The functions that a section See Also lists, by their first names."""
    listed = re.findall(r"^ ?([\w., `]+?) *(?::.*)?$", text, re.M)
    shorts = [short.strip("`") for line in listed for short in re.split(r"[, ]+", line)]
    places = ["", name.rpartition(".")[0] + ".", *(f"{module}." for module in MODULES)]
    addresses = [next((place + s for place in places if place + s in first), None) for s in shorts]
    return sorted({first[each] for each in addresses if each} - {name})


def main():
    """Write the file."""
    texts, first = documented_functions()
    numpy = distribution("numpy")
    licence = next(f for f in numpy.files or () if str(f).endswith("licenses/LICENSE.txt"))
    terms = licence.read_text("utf8").split("\n----")[0].strip()
    pages = [HEAD.format(version=np.__version__, terms=terms)]
    for name, text in texts.items():
        summary, see = split_docstring(text)
        pages.append(f"=== {name}\n{' '.join(functions_seen_also(name, see, first))}\n{summary}")
    TARGET.write_text("\n\n".join(pages) + "\n", "utf8")


if __name__ == "__main__":
    main()
