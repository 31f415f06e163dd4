"""The database: one way to write, migrations, and records that have their own link."""
