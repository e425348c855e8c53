"""What depends on where the book is published: launching, downloads, what a shared link shows."""

import re

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from tools.site import take_home

LINK = '<a href="{up}{name}">{name}</a><!--weight of {name}-->'
WEIGHT = re.compile("<!--weight of (.*?)-->")  # known when the site is published
COMMIT = "<!--commit-->"  # so is the commit


class Downloads(SphinxDirective):
    """Links to the packages, to the source and, if the site is published, to its PDF and zip."""

    def run(self):
        """One sentence, or two."""
        files = take_home.WHEEL, take_home.CHECKER, take_home.SOURCE
        package, checker, source = map(self.link, files)
        text = f"These pages carry the package of the book, {package}, the checker, {checker}, "
        text += f"and their source, {source}."
        if address := self.config.html_baseurl.rstrip("/"):
            text += f" The whole book is here [on paper]({address}/mlbook.pdf)"
            text += f", and [to unpack]({address}/mlbook.zip) where there is no network."
        return self.parse_text_to_nodes(text)

    def link(self, name):
        """A link to a file of the site, with a place for its weight."""
        return LINK.format(up="../" * self.env.docname.count("/"), name=name)


def fill_in(page, site, commit):
    """A page with what is known when the site is published: weights of files, and the commit."""
    page = page.replace(COMMIT, f", commit {commit}" if commit else "")
    return WEIGHT.sub(lambda match: f" ({(site / match[1]).stat().st_size / 1e6:.1f} MB)", page)


def prepare_launching(app, config):
    """No buttons to launch a chapter while the repository is not named."""
    options = config.html_theme_options
    if not options.get("repository_url"):
        options.pop("repository_url", None)
        options.pop("launch_buttons", None)


def add_description(app, pagename, templatename, context, doctree):
    """Give the template of a page its description and its picture."""
    tags = doctree.findall(nodes.meta) if doctree else ()
    description = (tag["content"] for tag in tags if tag.get("name") == "description")
    context["description"] = next(description, "")
    picture = context["pathto"]("_static/card.png", resource=True)
    if app.config.html_baseurl:
        picture = app.config.html_baseurl.rstrip("/") + "/_static/card.png"
    context["card"] = picture
