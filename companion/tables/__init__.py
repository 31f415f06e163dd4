"""Tables: an evening's game as an append-only log, with versions, undo, seats, and views by viewer."""
