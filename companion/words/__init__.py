"""Languages: the sentences of messages with their values, for pages and API."""
