"""What a table shows to a room: the scene that is on now, and a summary that never changes its members. Pure."""
