"""Exact odds of a roll call alone: who will lead where, counted from what a seat may know and never sampled.

Nothing here looks at a card that the seat has not seen, so the answer is the same however the hidden cards lie.
"""
