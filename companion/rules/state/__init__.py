"""The state of a game, every cube, card and token, and its events. Pure."""
