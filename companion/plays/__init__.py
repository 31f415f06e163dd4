"""What was played to its end: a read model of sheets and tables, and the statistics that are made of it."""
