"""What may be done next, and the carrying out of one act. Pure."""
