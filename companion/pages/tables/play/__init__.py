"""A game as it is played."""
