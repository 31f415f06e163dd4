"""Identity: links, tokens and devices."""
