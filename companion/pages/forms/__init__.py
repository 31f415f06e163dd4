"""Forms: their fields for each schema, and the values that were filled in."""
