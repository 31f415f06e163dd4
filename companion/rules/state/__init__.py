"""The state of a game (every cube, card and token), and the events that change it. Pure."""
