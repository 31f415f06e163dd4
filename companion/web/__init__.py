"""What pages and API share: the language of a request, whose device it came from, and safe headers."""
