"""A game is begun: alone, together, once more."""
