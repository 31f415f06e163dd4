"""Corrections: the table is right, and the app follows (E-14, O-11). Pure.

A correction is an event like any other, and can be undone. Each is a class with its fields and
its effect; importing this package registers all of them, in the order in which they are offered.
"""

# isort: off
from companion.rules.corrections import cubes, guard_cards, cards, goals, setup, flow, seats, guards
# isort: on

__all__ = ["cards", "cubes", "flow", "goals", "guard_cards", "guards", "seats", "setup"]
