"""Moves for the players to make on the real table: from events to net physical moves. Pure.

An event says what changed in the game; a move says which piece goes from where to where. `moves_of` sums them up over
any events: cubes of one colour and one way are one move, opposite ways cancel, and a piece that is one of a kind goes
from where it lay first to where it lies last. So the moves of one act, of several, or of what was taken back
(`reversed_moves`) are a list as short as the work is. What of it somebody may know says the projection of a table.
"""

from companion.rules.engine.physical_moves import cards, cubes, guard_cards, tokens
