"""What requests may hold: marshmallow schemas that load a body, name everything wrong with it, and document it."""
