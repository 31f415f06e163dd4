"""`/boxes`."""
