"""Measurements; `python -m bench`."""
