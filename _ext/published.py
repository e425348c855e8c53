"""What depends on where the book is published: launching, downloads, what a shared link shows."""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


class Downloads(SphinxDirective):
    """Where the published site has the book as a PDF and as a zip, or nothing."""

    def run(self):
        """A sentence with two links."""
        address = self.config.html_baseurl.rstrip("/")
        said = f"The whole book [on paper]({address}/mlbook.pdf)"
        said += f", and [to unpack]({address}/mlbook.zip)"
        return self.parse_text_to_nodes(f"{said} where there is no network.") if address else []


def prepare_launching(app, config):
    """No buttons to launch a chapter while the repository is not named."""
    options = config.html_theme_options
    if not options.get("repository_url"):
        options.pop("repository_url", None)
        options.pop("launch_buttons", None)


def describe(app, pagename, templatename, context, doctree):
    """Give the template of a page its description and its picture."""
    tags = doctree.findall(nodes.meta) if doctree else ()
    said = (tag["content"] for tag in tags if tag.get("name") == "description")
    context["description"] = next(said, "")
    picture = context["pathto"]("_static/card.png", resource=True)
    if app.config.html_baseurl:
        picture = app.config.html_baseurl.rstrip("/") + "/_static/card.png"
    context["card"] = picture
