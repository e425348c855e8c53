"""A small book whose displays are checked: sphinx-build -W texproof/examples/other_book out."""

project = "Measuring twice"
extensions = ["myst_parser", "sphinx.ext.mathjax", "texproof.sphinx"]
myst_enable_extensions = ["dollarmath"]
math_number_all = False
html_theme = "alabaster"
html_theme_options = {"nosidebar": True}
html_static_path: list[str] = []
