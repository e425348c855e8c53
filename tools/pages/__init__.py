"""What writes the pages that are made of the chapters, the package and the measurements."""
