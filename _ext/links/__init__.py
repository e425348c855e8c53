"""References by number, the search, and which pages a build has to write again."""
