"""The log of a table, the way back in it, and the proof of its shuffles."""
