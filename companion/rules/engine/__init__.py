"""A whole game: the possible actions, the result of an act, and the state after all events. Pure.

`decide` turns an act into events, `evolve` adds an event to a state, and a game is a fold over its events.
"""
