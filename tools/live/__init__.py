"""What lets pages answer: Python for the browser, and what each chapter told its derivations."""
