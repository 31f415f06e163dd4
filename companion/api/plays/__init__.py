"""Statistics over finished games."""
