"""The final score calculator and its result."""
