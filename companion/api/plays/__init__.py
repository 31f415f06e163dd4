"""What was played to its end, counted."""
