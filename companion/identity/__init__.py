"""Who somebody is: links, tokens and devices."""
