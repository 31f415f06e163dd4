"""Moves for the players to make on the real table, from events. Pure.

An event says what changed in the game; a move says which piece goes from where to where. `moves_of` sums them up over
any events: cubes of one colour and one way are one move, opposite ways cancel, and a unique piece goes from its first
place to its last. So the moves of one act, of several, or of undone acts (`reversed_moves`) are a list as short as the
work is. The projection of a table decides which moves a player may know.
"""

from companion.rules.engine.physical_moves import cards, cubes, guard_cards, tokens
