"""Exact odds of leading in a solitary roll call, by what a seat knows, never sampled.

Nothing here looks at a card that the seat has not seen, so the answer does not depend on the hidden cards.
"""
