"""Things to move: a drawing in the place of a figure, for who has JavaScript.

A chapter says which, and what stands below instead of the caption, which is true of one state:

    ```{moving} pca-turn
    :figure: fig-pca-turn

    What is shown, and how it is moved.

    - A task for the reader.
    ```

The scripts are in `moving/`, kit.js for all and one for each; custom.js loads them near the figure.
"""

import shutil
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

SCRIPTS = Path(__file__).parent / "moving"


class Thing(nodes.General, nodes.Element):
    """What a script finds on the page: its name, its figure, where the scripts are, words."""


class Moving(SphinxDirective):
    """A thing to move, by the name of its script, in the place of a figure of the chapter."""

    required_arguments = 1
    has_content = True
    option_spec = {"figure": directives.unchanged_required}

    def run(self):
        """The node, which the page shows when the drawing is there."""
        (name,) = self.arguments
        if not (SCRIPTS / f"{name}.js").is_file() or not self.options.get("figure"):
            raise self.error(f"a thing to move needs a script moving/{name}.js and a figure")
        up = "../" * self.env.docname.count("/")
        thing = Thing("", *self.parse_content_to_nodes(), name=name, up=up, **self.options)
        return [thing]


def visit_thing(translator, node):
    """The start of it."""
    translator.body.append(
        f'<div class="moving" data-name="{node["name"]}" data-figure="{node["figure"]}"'
        f' data-from="{node["up"]}moving/">\n'
    )


def depart_thing(translator, node):
    """The end of it."""
    translator.body.append("</div>\n")


def copy_scripts(app, exception):
    """Put the scripts beside the pages, of which not every one loads them."""
    if not exception and app.builder.name == "html":
        shutil.copytree(SCRIPTS, Path(app.outdir) / "moving", dirs_exist_ok=True)
