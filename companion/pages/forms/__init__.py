"""Forms: what they show for each schema, and what was filled in."""
