"""Parts that pages and API share: the language of a request, its device, and safe headers."""
