"""Languages: what a message says with its values. Pages and API have their sentences from here."""
