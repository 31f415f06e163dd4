"""What each scene of a table's page shows."""
