"""`/rulings/scores` and `/sheets`."""
