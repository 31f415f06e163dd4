"""A box on the phone."""
