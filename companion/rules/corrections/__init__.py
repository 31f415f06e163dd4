"""Corrections: the table is right, and the app follows (E-14, O-11). Each is an event as any other, and can be undone.

One class a correction, with what it asks and what it does side by side; importing this package registers all of them,
in the order in which they are offered. Pure.
"""

# isort: off
from companion.rules.corrections import cubes, guard_cards, cards, goals, setup, flow, seats, guards
# isort: on

__all__ = ["cards", "cubes", "flow", "goals", "guard_cards", "guards", "seats", "setup"]
