"""`/rulings` and the reference: questions that keep nothing."""
