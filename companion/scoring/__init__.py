"""Final scores: a score sheet in, an itemised breakdown out. Pure, and built on `companion.rules`."""
