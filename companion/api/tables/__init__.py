"""`/tables` and their seats."""
