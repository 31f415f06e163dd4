"""Values that API and pages both show, without a word of HTTP: a table, its seats, a score sheet, refusals."""
