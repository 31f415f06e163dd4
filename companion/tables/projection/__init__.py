"""The parts of a game that leave the server, by viewer (V-1). Pure."""
