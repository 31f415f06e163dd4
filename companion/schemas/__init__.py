"""Schemas of requests: marshmallow loads a body, names everything wrong with it, and documents it."""
