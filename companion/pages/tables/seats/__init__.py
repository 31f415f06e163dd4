"""The people at a table, and how they sit down."""
