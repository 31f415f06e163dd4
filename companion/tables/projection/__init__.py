"""What of a game leaves the server, by who looks (V-1). Pure."""
