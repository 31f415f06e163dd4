"""Finished games: a read model of sheets and tables, and statistics over it."""
