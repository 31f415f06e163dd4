"""The database: one way to write, migrations, and what is kept under a link of its own."""
