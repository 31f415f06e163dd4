"""Shuffles that anyone can check, and the house deck. Pure."""
