"""The first page, the history, and the page of the computer that serves."""
