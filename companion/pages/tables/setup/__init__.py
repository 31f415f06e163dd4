"""The beginning of a game: alone or together, or once more."""
