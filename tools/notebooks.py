"""Re-execute chapters and store their outputs: the only way in which outputs are written.

    python -m tools.notebooks            every chapter
    python -m tools.notebooks pca        chapters/pca.ipynb alone

What is stored depends on nothing but the chapter and the package: no times, no counts of earlier
runs, no names of machines or kernels; on x86-64 OpenBLAS adds as on a Haswell, whatever runs it.
A chapter with cells that raise, all of which are told, or that is interrupted, is left as it was.
"""

import asyncio
import os
import platform
import signal
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from tqdm import tqdm

from texproof.data import MIME
from tools.book import place_of

CHAPTERS = Path(__file__).resolve().parent.parent / "chapters"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}
CHECK = {
    "mystnb": {"code_prompt_hide": "check", "code_prompt_show": "check"},
    "tags": ["hide-input"],
}
SECONDS_PER_CELL = 120
# Elsewhere OpenBLAS takes its simplest kernel for a name that it does not know.
BLAS = {"OPENBLAS_CORETYPE": "Haswell"} if platform.machine() in {"x86_64", "AMD64"} else {}


class Client(NotebookClient):
    """A client that, told to stop, shuts its kernel down and is `stopped`."""

    stopped = False

    async def async_start_new_kernel(self, **settings):
        """Starts the kernel; from then on signals come here, and not to the class below."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.stop, task)
        await super().async_start_new_kernel(**settings)

    def stop(self, task):
        """Ends the run of the notebook."""
        self.stopped, self.shutdown_kernel = True, "immediate"  # which has nothing to say
        task.cancel()


def execute(path):
    """The notebook at `path` with fresh outputs, run in its own folder."""
    notebook = nbformat.read(path, as_version=4)
    client = Client(
        notebook,
        timeout=SECONDS_PER_CELL,
        kernel_name="python3",
        resources={"metadata": {"path": path.parent}},
        record_timing=False,
        allow_errors=True,  # all are told at once, by errors()
    )
    try:
        return client.execute()
    except (Exception, asyncio.CancelledError):
        if client.stopped:  # else it is told that the kernel died
            raise KeyboardInterrupt from None
        raise


def errors_of_cells(notebook):
    """(place of the cell, error and message) of each cell that raised."""
    return [
        (place_of(number, cell.source), f"{output.ename}: {output.evalue}")
        for number, cell in enumerate(notebook.cells)
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type == "error"
    ]


def normalize_notebook(notebook):
    """The notebook with uniform metadata, numbered cell ids and no traces of the run."""
    own = {key: value for key, value in notebook.metadata.items() if key == "myst"}
    notebook.metadata = nbformat.from_dict({**own, **METADATA})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata.pop("execution", None)
        cell.source = "\n".join(line.rstrip() for line in cell.source.strip().split("\n"))
        if cell.cell_type == "code":
            cell.outputs = merge_streams(cell.outputs)
            if emits_equation(cell) and "hide-cell" not in cell.metadata.get("tags", []):
                cell.metadata.update(CHECK)
    return notebook


def emits_equation(cell):
    """Whether a cell shows a numbered equation; with the solution of an exercise it is hidden."""
    data = (output.get("data", {}).get(MIME) for output in cell.outputs)
    return any(each and each.get("label") for each in data)


def merge_streams(outputs):
    """The outputs with neighbouring pieces of one stream joined: how they arrive is chance."""
    merged: list[nbformat.NotebookNode] = []
    for output in outputs:
        last = merged[-1] if merged else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            merged.append(output)
    return merged


def update_chapter(path):
    """Execute one chapter; whether no cell raised, and only then it is written back."""
    start = time.perf_counter()
    notebook = execute(path)
    messages = [f"{path.name}, {place}: {message}" for place, message in errors_of_cells(notebook)]
    if not messages:
        write_notebook(normalize_notebook(notebook), path)
    with tqdm.external_write_mode():
        print(
            *messages or [f"{path.name}: {time.perf_counter() - start:.1f} s"], sep="\n", flush=True
        )
    return not messages


def write_notebook(notebook, path):
    """Write a notebook in one go."""
    nbformat.validate(notebook)
    fresh = path.with_suffix(".fresh")
    fresh.write_text(nbformat.writes(notebook, indent=1, ensure_ascii=False) + "\n", "utf8")
    fresh.replace(path)


def main(names):
    """Update the chapters named, or all; on a terminal a bar shows how far it is."""
    known = sorted(path.stem for path in CHAPTERS.glob("*.ipynb"))
    if unknown := sorted({*names} - {*known}):
        sys.exit(f"There is no chapter {unknown[0]!r}; there are: {', '.join(known)}.")
    os.environ.update(BLAS)
    paths = [CHAPTERS / f"{name}.ipynb" for name in names] or sorted(CHAPTERS.glob("*.ipynb"))
    stored: list[str] = []
    failed: list[str] = []
    for path in tqdm(paths, "chapters", disable=None):
        try:
            (stored if update_chapter(path) else failed).append(path.stem)
        except KeyboardInterrupt:
            sys.exit(say_not_stored("Interrupted", [path.stem], stored))
    if failed:
        sys.exit(say_not_stored("Cells raised", failed, stored))


def say_not_stored(reason, left, stored):
    """What to know if chapters were not stored."""
    text = f"{reason}; left as before: {', '.join(left)}."
    if stored:
        text += (
            f"  Stored: {', '.join(stored)}; new addresses of equations"
            f" are not noted yet: make notebooks ONLY={stored[0]}"
        )
    return text


if __name__ == "__main__":
    main(sys.argv[1:])
