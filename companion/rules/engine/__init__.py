"""A whole game: what may be done next, what an act does, and the state that its events add up to. Pure.

`decide` turns an act into events, `evolve` adds an event to a state, and a game is a fold over its events.
"""
