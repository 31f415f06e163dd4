"""Tables: an evening's game as an append-only log, with undo, seats and views."""
