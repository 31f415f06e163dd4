"""The contents of each scene of a table's page."""
