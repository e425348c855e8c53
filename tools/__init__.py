"""What writes, checks, shows and publishes the book, a command to a module; make runs them."""
