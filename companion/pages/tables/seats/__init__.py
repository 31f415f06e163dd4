"""Who sits at a table, and how one sits down."""
