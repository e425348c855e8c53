"""What a page shows: displays, what is behind their marks, notation tables and ledgers."""
