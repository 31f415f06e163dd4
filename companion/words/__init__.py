"""Message key and data to a sentence in a language. Used by `companion.api` and `companion.pages`."""
