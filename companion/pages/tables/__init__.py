"""Games on the phone."""
