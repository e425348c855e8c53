"""Shows git what a reviewer reads of a chapter, and merges what its author writes.

    python tools/notebook_diff.py NOTEBOOK     sources, settings and outputs in plain text
    python tools/notebook_diff.py BASE OURS THEIRS NAME
                                               OURS becomes the merged notebook, without outputs

Git runs it, as `tools/gitconfig` says, after `git config include.path ../tools/gitconfig`.
"""

import json
import subprocess
import sys
import zlib
from pathlib import Path


def notebook_as_text(notebook):
    """The cells, each with its kind and settings, its source, and its outputs behind ">"."""
    lines = [json.dumps(notebook["metadata"].get("myst", {}), ensure_ascii=False)]
    for cell in notebook["cells"]:
        settings = json.dumps(cell["metadata"], ensure_ascii=False)
        lines += ["", f"--- {cell['cell_type']} {settings}", "".join(cell["source"])]
        for output in cell.get("outputs", []):
            lines += [f"> {line}".rstrip() for line in output_text(output).splitlines()]
    return "\n".join(lines) + "\n"


def output_text(output):
    """An output in plain text; of a picture, which has none, a checksum of what is drawn."""
    data = output.get("data", {})
    drawn = "".join("".join(data[kind]) for kind in data if kind.startswith("image/"))
    checksum = f" {zlib.crc32(drawn.encode()):08x}" if drawn else ""
    return "".join(output.get("text", data.get("text/plain", ""))) + checksum


def written_lines(path):
    """What the author wrote of a notebook, as lines: no outputs, no numbers of cells."""
    notebook = json.loads(Path(path).read_text("utf8"))
    for cell in notebook["cells"]:
        cell.pop("id", None)
        if cell["cell_type"] == "code":
            cell.update(execution_count=None, outputs=[])
    return notebook


def save_notebook(notebook, path):
    """Writes a notebook as `make notebooks` does."""
    Path(path).write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf8")


def merge_notebooks(base, ours, theirs, name):
    """Merges into `ours`; the status that git wants, 0 where nothing conflicts."""
    for path in (base, ours, theirs):
        save_notebook(written_lines(path), path)
    if status := subprocess.run(["git", "merge-file", ours, base, theirs]).returncode:
        return status
    notebook = written_lines(ours)
    for number, cell in enumerate(notebook["cells"]):
        cell["id"] = f"cell-{number}"
    save_notebook(notebook, ours)
    print(f"{name} is merged without outputs: make notebooks ONLY={Path(name).stem}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 2:
        print(notebook_as_text(json.loads(Path(sys.argv[1]).read_text("utf8"))), end="")
    else:
        sys.exit(merge_notebooks(*sys.argv[1:]))
