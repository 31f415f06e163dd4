"""Corrections: the table is right, and the app follows. Pure."""
