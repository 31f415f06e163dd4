"""A location of lights out as its page shows it: what may be chosen there, and what comes of it."""
