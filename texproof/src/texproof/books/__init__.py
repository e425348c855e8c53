"""The checker in other books: pages of Markdown, LaTeX and notebooks are read and checked."""
