"""What builds, prints, packs, serves and measures the site."""
