"""A whole game: possible actions, the result of an act, the state after events. Pure.

`decide` turns an act into events, `evolve` adds an event to a state, and a game is a fold over its events.
"""
