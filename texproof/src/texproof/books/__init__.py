"""The language in other books: pages of Markdown, LaTeX and notebooks, read, checked and told."""
