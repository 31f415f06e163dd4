"""Boxes: one physical copy each, with what its owner has entered (E-14)."""
