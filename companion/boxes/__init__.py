"""Boxes: one physical copy each, with what its owner has typed in of it. Nothing of it is invented (E-14)."""
