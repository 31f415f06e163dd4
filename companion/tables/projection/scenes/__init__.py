"""The view for a room: the current scene, and a summary with fixed fields. Pure."""
