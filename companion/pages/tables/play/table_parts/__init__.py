"""The parts of a table's page, each a subject; `TableView` puts them together."""
