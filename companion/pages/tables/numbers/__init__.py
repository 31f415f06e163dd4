"""The numbers of a table, compared and corrected together."""
