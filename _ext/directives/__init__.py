"""What pages ask for by a directive: the map of chapters, quotes, things to move, questions."""
