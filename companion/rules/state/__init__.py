"""Where every cube, card and token of a game is, and the events that change it. Pure."""
