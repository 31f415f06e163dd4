"""Shuffles that anybody can check, and the deck that they deal at home. Pure."""
