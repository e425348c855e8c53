"""The theme as this book uses it: with some templates of its own, and fewer scripts."""

import re
import shutil
import subprocess
from pathlib import Path

from directives.published import COMMIT

import mlbook

TEMPLATES = Path(__file__).parent / "templates"
# The scripts that most pages do not run; those that need search.js or live.js add it themselves.
UNUSED = re.compile(r"design-tabs|sphinx_highlight|/(search|live)\.js")


def prepare_templates(app, config):
    """Let the templates here come before those of the theme."""
    config.templates_path.insert(0, str(TEMPLATES))


def name_edition(app, config):
    """Say at the foot of each page which edition it is, with a place for the commit."""
    edition = f"<p>Edition {mlbook.__version__}{COMMIT}.</p>"
    config.html_theme_options["extra_footer"] += edition


def commit_of(folder):
    """The commit of a folder, with what git says if it was changed since; none without git."""
    git = shutil.which("git")
    command = [git, "-C", folder, "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]
    run = git and subprocess.run(command, capture_output=True, text=True)
    return run.stdout.strip() if run and run.returncode == 0 else ""


def leave_out_thebe(app, config):
    """Disconnect what Jupyter Book loads for a button that no page has."""
    for event in ("env-before-read-docs", "doctree-resolved"):
        for listener in [*app.events.listeners[event]]:
            if listener.handler.__module__ == "sphinx_thebe":
                app.disconnect(listener.id)


def trim_scripts(app, pagename, templatename, context, doctree):
    """Drop the scripts that the page does not run, and defer the others."""
    scripts = [s for s in context["script_files"] if not UNUSED.search(str(s.filename))]
    context["script_files"] = [deferred_script(s) for s in scripts]


def name_arrows(app, pagename, templatename, context, doctree):
    """Say in words what the arrow beside a page opens; the theme leaves it without a name."""
    made = context["generate_toctree_html"]

    def named(*args, **options):
        soup = made(*args, **options)
        for summary in soup.find_all("summary"):
            summary["aria-label"] = "Pages below this one"
        return soup

    context["generate_toctree_html"] = named


def deferred_script(script):
    """A copy of a script that waits for the page; Sphinx shares its scripts between pages."""
    if not script.filename or script.filename.endswith("documentation_options.js"):
        return script  # inline scripts need the options at once
    return type(script)(script.filename, **{**script.attributes, "defer": "defer"})
